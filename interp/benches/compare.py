#!/usr/bin/env python3
"""Executions per second of the interpreter beside shuttle and loom, on the workloads of the peers, in one run.

    cargo bench -p racefree-interp --bench speed --no-run       # prints the path of the binary
    python3 interp/benches/compare.py BINARY [--shuttle PEER-SHUTTLE] [--loom PEER-LOOM]

In every round each tool runs once on every workload, so that a slower minute of the machine hits all of them; figures are
medians of the rounds. A peer that is missing is said to be missing. `acquires` is the random scheduler with choices at
acquires only; the targets are about `happens-before`, where every access is a choice too. `all` is every detector and
every monitor; its cost is relative to `bare`, the interpreter with nothing watching, in turns with it.
"""
import argparse
import os
import re
import shutil
import statistics
import subprocess

# Our workload, the peers' arguments, and whether loom (four threads and main at most, exhaustive) can count it in time.
WORKLOADS = [
    ("racy-2-2", "racy 2 2", True),
    ("racy-3-2", "racy 3 2", True),
    ("racy-4-4", "racy 4 4", False),
    ("locked-2-2", "locked 2 2", True),
    ("locked-3-2", "locked 3 2", True),
    ("locked-4-4", "locked 4 4", False),
    ("bank-2-2", "bank 2 2", True),
    ("bank-4-4", "bank 4 4", False),
    ("phil-3-1", "phil 3 1", True),
    ("phil-4-1", "phil 4 1", True),
    ("phil-5-1", "phil 5 1", False),
    ("phil-5-3", "phil 5 3", False),
]
TARGETS = {"shuttle": 5.0, "loom": 50.0, "all": 2.0}


def output(command, **environment):
    pin = ["taskset", "-c", str(ARGS.cpu)] if shutil.which("taskset") and ARGS.cpu >= 0 else []
    done = subprocess.run(pin + command, capture_output=True, text=True, env={**os.environ, **environment})
    return done.stdout


def rate(text):
    found = re.search(r"execs/s (\d+)", text)
    return float(found.group(1)) if found else None


def ours(name):
    lines = output([ARGS.binary, str(ARGS.seconds), name]).splitlines()
    found = (re.match(r"\S+ (\S+) executions/s (\d+)|\S+ (cost) ([\d.]+)", line) for line in lines)
    return {m.group(1) or m.group(3): float(m.group(2) or m.group(4)) for m in found if m}


def main():
    rounds = []
    for _ in range(ARGS.runs):
        figures = {}
        for name, peer, exhaustible in WORKLOADS:
            figures[name] = row = ours(name)
            if ARGS.shuttle:
                row["shuttle"] = rate(output([ARGS.shuttle, "rate", *peer.split(), "random", "40000", "1"]))
            if ARGS.loom and exhaustible:
                row["loom"] = rate(output([ARGS.loom, "full", *peer.split()], LOOM_MAX_DURATION="2"))
        rounds.append(figures)
    columns = ["bare", "happens-before", "happens-before-acquires", "all", "shuttle", "loom"]
    print(f"{'workload':12}" + "".join(f"{c.replace('happens-before-', ''):>16}" for c in columns), end="")
    print(f"{'x shuttle':>12}{'x loom':>9}{'cost of all':>13}")
    short = []
    for name, _, _ in WORKLOADS:
        values = {c: [r[name][c] for r in rounds if r[name].get(c)] for c in [*columns, "cost"]}
        median = {c: statistics.median(v) if v else None for c, v in values.items()}
        print(f"{name:12}" + "".join(f"{median[c]:16,.0f}" if median[c] else f"{'-':>16}" for c in columns), end="")
        hb = median["happens-before"]
        for peer, width in (("shuttle", 12), ("loom", 9)):
            times = hb / median[peer] if hb and median[peer] else None
            print(f"{times:{width}.1f}" if times else f"{'-':>{width}}", end="")
            if times and times < TARGETS[peer]:
                short.append(f"{name}: {times:.1f} x {peer}, target {TARGETS[peer]:.0f}")
        cost = median["cost"]
        print(f"{cost:13.2f}" if cost else f"{'-':>13}")
        if cost and cost > TARGETS["all"]:
            short.append(f"{name}: all detectors and monitors cost {cost:.2f}, target {TARGETS['all']:.0f}")
    for peer in ("shuttle", "loom"):
        if not getattr(ARGS, peer):
            print(f"{peer}: missing (give its path with --{peer})")
    print("\n".join(["below target:", *short]) if short else "every target is met")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary", help="the benchmark binary `speed`")
    parser.add_argument("--shuttle", help="the peer program for shuttle")
    parser.add_argument("--loom", help="the peer program for loom")
    parser.add_argument("--runs", type=int, default=5, help="rounds (5)")
    parser.add_argument("--seconds", type=float, default=0.6, help="seconds per figure of ours (0.6)")
    parser.add_argument("--cpu", type=int, default=1, help="the processor to pin to, -1 for none (1)")
    ARGS = parser.parse_args()
    main()
