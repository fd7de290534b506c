#!/usr/bin/env python3
"""Explorations beside SPIN, the same question on the same workloads in one run; and how they grow.

    cargo bench -p racefree-explore --bench speed --no-run       # prints the path of the binary
    python3 interp/explore/benches/compare.py BINARY --spin interp/explore/benches/spin
    python3 interp/explore/benches/compare.py BINARY --growth docs/growth.svg

The models are those of racy and locked counters, bank and philosophers, one transition a shared access, so that both tools
see the same states (ours has one more, in which the threads have not been forked). SPIN's time is that of its verifier,
compiled with -O2 -DSAFETY; the compiler's is not counted. Rates are medians of the rounds; in every round each tool runs
once. Memory is what is used for states, tables included.
"""
import argparse
import os
import re
import shutil
import statistics
import subprocess
import tempfile

COUNTER = """class Counter {{ int x }}
class Worker {{
  void work(Counter c, int d) {{
    if (d > 0) {{ {body}; this.work(c, d - 1) }}
  }}
}}
let Counter c = new Counter in let Worker w = new Worker in {{
{forks} {{}} }}
"""


def racy(threads, rounds):
    forks = "".join(f"fork {{ w.work(c, {rounds}) }};\n" for _ in range(threads))
    return COUNTER.format(body="{ let int t = c.x in c.x = t + 1 }", forks=forks)


def locked(threads, rounds):
    forks = "".join(f"fork {{ w.work(c, {rounds}) }};\n" for _ in range(threads))
    return COUNTER.format(body="{ synchronized c in { let int t = c.x in c.x = t + 1 } }", forks=forks)


def bank(threads, rounds):
    moves = ["a, b, a, b", "a, b, b, a", "a, c, c, a", "a, c, a, c"][:threads]
    forks = "".join(f"fork {{ t.work({m}, {rounds}) }};\n" for m in moves)
    return f"""class Account {{ int balance = 20 }}
class Teller {{
  void work(Account first, Account second, Account from, Account to, int r) {{
    if (r > 0) {{
      synchronized first in synchronized second in {{
        from.balance = from.balance - 1;
        to.balance = to.balance + 1
      }};
      this.work(first, second, from, to, r - 1)
    }}
  }}
}}
let Account a = new Account in let Account b = new Account in let Account c = new Account in
let Teller t = new Teller in {{
{forks} {{}} }}
"""


def philosophers(n, rounds):
    lets = "".join(f"let Stick s{i} = new Stick in " for i in range(n))
    order = [(i, i + 1) for i in range(n - 1)] + [(0, n - 1)]
    forks = "".join(f"fork {{ p.eat(s{a}, s{b}, {rounds}) }};\n" for a, b in order)
    return f"""class Stick {{ }}
class Philosopher {{
  void eat(Stick first, Stick second, int r) {{
    if (r > 0) {{ {{ synchronized first in synchronized second in {{}} }}; this.eat(first, second, r - 1) }}
  }}
}}
{lets} let Philosopher p = new Philosopher in {{
{forks} {{}} }}
"""


# Name, our program, SPIN's model and its parameters.
WORKLOADS = [
    ("racy counter 4 4", racy(4, 4), "racy_counter.pml", "-DT=4 -DD=4"),
    ("locked counter 4 20", locked(4, 20), "locked_counter.pml", "-DT=4 -DD=20"),
    ("bank 4 16", bank(4, 16), "bank.pml", "-DT=4 -DR=16"),
    ("philosophers 6 3", philosophers(6, 3), "philosophers.pml", "-DN=6 -DROUNDS=3"),
]
DPOR = [
    ("racy counter 3 2", racy(3, 2)),
    ("racy counter 2 6", racy(2, 6)),
    ("locked counter 3 5", locked(3, 5)),
    ("philosophers 5 3", philosophers(5, 3)),
]


def pinned(command):
    pin = ["taskset", "-c", "0"] if shutil.which("taskset") else []
    return subprocess.run(pin + command, capture_output=True, text=True).stdout


def ours(algorithm, path):
    """States or runs, seconds, megabytes."""
    line = pinned([ARGS.binary, algorithm, path]).splitlines()[-1]
    # Name, states, transitions, runs, seconds, rate, megabytes, and why it was cut.
    _, states, _, runs, seconds, _, memory = line.split()[:7]
    return int(states if algorithm == "states" else runs), float(seconds), float(memory)


def spin(folder, model, parameters):
    """A verifier."""
    build = tempfile.mkdtemp()
    subprocess.run(["spin", *parameters.split(), "-a", os.path.abspath(os.path.join(ARGS.spin, model))], cwd=build,
                   capture_output=True, check=True)
    subprocess.run(["cc", "-O2", "-DSAFETY", "-o", os.path.join(folder, model + ".pan"), "pan.c"], cwd=build,
                   capture_output=True, check=True)
    shutil.rmtree(build)
    return os.path.join(folder, model + ".pan")


def verify(pan):
    """States, seconds, megabytes for states."""
    out = pinned([pan, "-w22", "-m1000000"])
    number = lambda pattern: float(re.search(pattern, out).group(1))
    return (int(number(r"(\d+) states, stored")), number(r"elapsed time ([\d.e+-]+)"),
            number(r"([\d.]+)\s+actual memory usage for states"))


def median(rows):
    return [statistics.median(column) for column in zip(*rows)]


def compare(folder):
    paths = {}
    for name, text, *_ in WORKLOADS + DPOR:
        paths[name] = os.path.join(folder, name.replace(" ", "-") + ".rfj")
        with open(paths[name], "w") as file:
            file.write(text)
    pans = {name: spin(folder, model, parameters) for name, _, model, parameters in WORKLOADS} if ARGS.spin else {}
    rows = {}
    for _ in range(ARGS.runs):
        for name, *_ in WORKLOADS:
            rows.setdefault((name, "ours"), []).append(ours("states", paths[name]))
            if pans:
                rows.setdefault((name, "spin"), []).append(verify(pans[name]))
        for name, _ in DPOR:
            rows.setdefault((name, "dpor"), []).append(ours("dpor", paths[name]))
    print(f"{'states':<24}{'states':>10}{'states/s':>12}{'B/state':>9}{'SPIN/s':>12}{'B/state':>9}{'ratio':>7}")
    for name, *_ in WORKLOADS:
        states, seconds, memory = median(rows[name, "ours"])
        line = f"{name:<24}{states:>10.0f}{states / seconds:>12,.0f}{memory * 1e6 / states:>9.1f}"
        if pans:
            theirs, time, space = median(rows[name, "spin"])
            if theirs + 1 != states:
                line += f"  (SPIN has {theirs:.0f} states)"
            line += f"{theirs / time:>12,.0f}{space * 2**20 / theirs:>9.1f}{states / seconds / (theirs / time):>6.1f}x" if time else "  too fast"
        print(line)
    print(f"\n{'dpor':<24}{'traces':>10}{'traces/s':>12}{'seconds':>9}")
    for name, _ in DPOR:
        runs, seconds, _ = median(rows[name, "dpor"])
        print(f"{name:<24}{runs:>10.0f}{runs / seconds:>12,.0f}{seconds:>9.4f}")


def growth(folder):
    """Time and memory against threads and steps, drawn on logarithmic axes."""
    series = {}
    def point(label, x, algorithm, text):
        path = os.path.join(folder, "growth.rfj")
        with open(path, "w") as file:
            file.write(text)
        count, seconds, memory = ours(algorithm, path)
        series.setdefault(label, []).append((x, count, max(seconds, 1e-3), max(memory, 0.1)))
        print(f"{label:<36}{x:>4}{count:>12}{seconds:>10.3f} s{memory:>10.1f} MB", flush=True)
    for d in range(1, 5):
        point("racy counter, 4 threads, by rounds (states)", d, "states", racy(4, d))
    for t in range(2, 6):
        point("racy counter, 2 rounds, by threads (states)", t, "states", racy(t, 2))
    for d in range(2, 7):
        point("racy counter, 2 threads, by rounds (dpor)", d, "dpor", racy(2, d))
    for t in range(2, 5):
        point("racy counter, 1 round, by threads (dpor)", t, "dpor", racy(t, 1))
    for n in range(3, 8):
        point("philosophers, 2 rounds, by number (states)", n, "states", philosophers(n, 2))
    with open(ARGS.growth, "w") as file:
        file.write(chart(series))


def chart(series):
    import math
    width, height, left, top = 420, 300, 60, 40
    colours = ["#1b6ca8", "#c0392b", "#27864b", "#8e44ad", "#b9770e"]
    panels = [("seconds", 2, 1e-3, 1e2), ("MB", 3, 1e-1, 1e4), ("states or traces", 1, 1, 1e8)]
    out = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{(width + 80) * 3}" height="{height + 180}" '
           'font-family="sans-serif" font-size="12"><rect width="100%" height="100%" fill="white"/>']
    for p, (title, column, low, high) in enumerate(panels):
        x0 = left + p * (width + 80)
        y = lambda v: top + height * (1 - (math.log10(v) - math.log10(low)) / (math.log10(high) - math.log10(low)))
        x = lambda v: x0 + (v - 1) * (width / 6)
        out.append(f'<text x="{x0}" y="{top - 14}" font-weight="bold">{title}</text>')
        decade = low
        while decade <= high * 1.01:
            out.append(f'<line x1="{x0}" x2="{x0 + width}" y1="{y(decade):.1f}" y2="{y(decade):.1f}" stroke="#ddd"/>'
                       f'<text x="{x0 - 6}" y="{y(decade) + 4:.1f}" text-anchor="end">{decade:g}</text>')
            decade *= 10
        for n in range(1, 8):
            out.append(f'<text x="{x(n):.1f}" y="{top + height + 18}" text-anchor="middle">{n}</text>')
        for colour, points in zip(colours, series.values()):
            line = " ".join(f"{x(q[0]):.1f},{y(q[column]):.1f}" for q in points)
            out.append(f'<polyline points="{line}" fill="none" stroke="{colour}" stroke-width="2"/>')
            out += [f'<circle cx="{x(q[0]):.1f}" cy="{y(q[column]):.1f}" r="3" fill="{colour}"/>' for q in points]
    for i, (colour, label) in enumerate(zip(colours, series)):
        out.append(f'<text x="{left}" y="{top + height + 48 + 18 * i}" fill="{colour}">{label}</text>')
    return "\n".join(out + ["</svg>\n"])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary")
    parser.add_argument("--spin", metavar="MODELS")
    parser.add_argument("--growth", metavar="FILE")
    parser.add_argument("--runs", type=int, default=5)
    ARGS = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        growth(scratch) if ARGS.growth else compare(scratch)
