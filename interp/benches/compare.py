#!/usr/bin/env python3
"""Executions per second of the interpreter beside shuttle and loom, on the same programs, in one run.

    cargo bench -p racefree-interp --bench speed --no-run       # prints the path of the binary
    cargo build --release --manifest-path interp/benches/shuttle/Cargo.toml
    python3 interp/benches/compare.py BINARY --shuttle interp/benches/shuttle/target/release/racefree-shuttle-twins [--loom PEER-LOOM]

In every round each tool runs once on every workload, so that a slower minute of the machine hits all of them; figures are
medians of the rounds. A peer that is missing is said to be missing. Before that the twins in `shuttle` are held to their
workloads: the least and the most reads, writes, acquires and forks of 20,000 executions are the same.

The targets are about `happens-before`, where every access is a choice. `test-accepted` is what `racefree test` does with a
program that the rules accept, which has choices at acquires only. `all` is every detector and every monitor; its cost is
relative to `bare`, the interpreter with nothing watching, in turns with it.
"""
import argparse
import os
import re
import shutil
import statistics
import subprocess

# Our workloads, those with a name in the table first; what loom (four threads and main at most, exhaustive) can count in time.
WORKLOADS = """racy-2-2 racy-3-2 racy-4-4 locked-2-2 locked-3-2 locked-4-4 bank-2-2 bank-4-4 phil-3-1 phil-4-1 phil-5-1 phil-5-3
barrier buffer flags ghost-list ghosts hand-over-hand list pairs-6 philosophers-5-3 private-lock readers-writers recursion search-tree spin
tree""".split()
LOOM = "racy-2-2 racy-3-2 locked-2-2 locked-3-2 bank-2-2 phil-3-1 phil-4-1".split()
# The least that each workload, and the median of all, must reach.
TARGETS = {"shuttle": 2.0, "loom": 50.0}
MEDIAN = 5.0


def output(command, **environment):
    pin = ["taskset", "-c", str(ARGS.cpu)] if shutil.which("taskset") and ARGS.cpu >= 0 else []
    done = subprocess.run(pin + command, capture_output=True, text=True, env={**os.environ, **environment})
    return done.stdout


def rate(text):
    found = re.search(r"execs/s (\d+)", text)
    return float(found.group(1)) if found else None


def ours(name):
    figures = ["bare", "happens-before", "test-accepted", "all"]
    lines = output([ARGS.binary, str(ARGS.seconds), name, *figures]).splitlines()
    found = (re.match(r"\S+ (\S+) executions/s (\d+)|\S+ (cost) ([\d.]+)", line) for line in lines)
    return {m.group(1) or m.group(3): float(m.group(2) or m.group(4)) for m in found if m}


def work(text):
    """The least and the most of each kind of work."""
    return {kind: (int(least), int(most)) for kind, least, most in re.findall(r"(\w+) (\d+)-(\d+)", text)}


def twins_agree():
    for name in WORKLOADS:
        mine, its = work(output([ARGS.binary, "0", name, "work"])), work(output([ARGS.shuttle, name, "20000"]))
        # One more or less where that is rare; a thread that spins does so for any time.
        near = all(abs(a - b) <= 1 for kind in mine for a, b in zip(mine[kind], its.get(kind, (-9, -9))))
        if not near and not (name == "spin" and mine["writes"] == its["writes"]):
            print(f"{name}: its twin does other work: {mine}, shuttle {its}")


def main():
    rounds = []
    if ARGS.shuttle:
        twins_agree()
    for _ in range(ARGS.runs):
        figures = {}
        for name in WORKLOADS:
            figures[name] = row = ours(name)
            if ARGS.shuttle:
                row["shuttle"] = rate(output([ARGS.shuttle, name, "20000"]))
            if ARGS.loom and name in LOOM:
                row["loom"] = rate(output([ARGS.loom, "full", *name.split("-")], LOOM_MAX_DURATION="2"))
        rounds.append(figures)
    columns = ["bare", "happens-before", "test-accepted", "all", "shuttle", "loom"]
    print(f"{'workload':16}" + "".join(f"{c.replace('happens-before-', ''):>16}" for c in columns), end="")
    print(f"{'x shuttle':>12}{'x loom':>9}{'cost of all':>13}")
    short = []
    times_shuttle = []
    for name in WORKLOADS:
        values = {c: [r[name][c] for r in rounds if r[name].get(c)] for c in [*columns, "cost"]}
        median = {c: statistics.median(v) if v else None for c, v in values.items()}
        print(f"{name:16}" + "".join(f"{median[c]:16,.0f}" if median[c] else f"{'-':>16}" for c in columns), end="")
        hb = median["happens-before"]
        for peer, width in (("shuttle", 12), ("loom", 9)):
            times = hb / median[peer] if hb and median[peer] else None
            print(f"{times:{width}.1f}" if times else f"{'-':>{width}}", end="")
            if times and peer == "shuttle":
                times_shuttle.append(times)
            if times and times < TARGETS[peer]:
                short.append(f"{name}: {times:.1f} x {peer}, target {TARGETS[peer]:.0f}")
        cost = median["cost"]
        print(f"{cost:13.2f}" if cost else f"{'-':>13}")
    if times_shuttle:
        median = statistics.median(times_shuttle)
        print(f"the median is {median:.1f} x shuttle")
        if median < MEDIAN:
            short.append(f"median: {median:.1f} x shuttle, target {MEDIAN:.0f}")
    for peer in ("shuttle", "loom"):
        if not getattr(ARGS, peer):
            print(f"{peer}: missing (give its path with --{peer})")
    print("\n".join(["below target:", *short]) if short else "every target is met")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help="the benchmark binary `speed`")
    parser.add_argument("--shuttle", help="the twins of the workloads for shuttle")
    parser.add_argument("--loom", help="the peer program for loom")
    parser.add_argument("--runs", type=int, default=5, help="rounds (5)")
    parser.add_argument("--seconds", type=float, default=0.6, help="seconds per figure of ours (0.6)")
    parser.add_argument("--cpu", type=int, default=1, help="the processor to pin to, -1 for none (1)")
    ARGS = parser.parse_args()
    main()
