#!/usr/bin/env python3
"""What atomicity costs: the check, the monitor in runs and in explorations, and the monitor on line over traces of RAPID's format.

    cargo build --release -p racefree -p racefree-generate && cargo build --release -p racefree-interp --example rapid
    python3 benchmarks/atomicity.py target/release

Each figure is processor time (user and system) of a process, the median of some rounds, what is compared run by turns. The traces
are measured by the slope between two lengths, so that the start of the process does not count.
"""

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path


def seconds(command, output=subprocess.DEVNULL):
    """Processor time of a command. Some of them end with 1: something was found."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = subprocess.run(command, stdout=output, stderr=subprocess.DEVNULL).returncode
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if status not in (0, 1):
        sys.exit(f"{' '.join(map(str, command))}: status {status}")
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


def by_turns(commands, rounds):
    """The median of each command, all of them in every round."""
    times = [[seconds(command) for command in commands] for _ in range(rounds)]
    return [statistics.median(column) for column in zip(*times)]


def increments(threads, calls):
    body = "; ".join(["a.inc()"] * calls)
    forks = "\n".join(f"  fork {{ {body} }}" for _ in range(threads - 1))
    return (
        "class A {\n  int n guarded_by this\n  atomic synchronized void inc() { this.n = this.n + 1 }\n}\n"
        f"let A a = new A in {{\n{forks}\n  {body}\n}}\n"
    )


def transfers(threads, calls):
    """Two locks in order, so that blocks of different threads meet in either."""
    body = "; ".join(["b.move(c, d)"] * calls)
    forks = "\n".join(f"  fork {{ {body} }}" for _ in range(threads - 1))
    return (
        "class Account { int n guarded_by this }\nclass Bank {\n  atomic void move(Account from, Account to) {\n"
        "    synchronized from in synchronized to in { from.n = from.n - 1; to.n = to.n + 1 }\n  }\n}\n"
        "let Bank b = new Bank in let Account c = new Account in let Account d = new Account in {\n"
        f"{forks}\n  {body}\n}}\n"
    )


def reads(threads, calls):
    """Blocks without locks: movers alone, on objects of their own, and a lock around a little."""
    body = "let T t = new T in { " + "; ".join(["t.work(a)"] * calls) + " }"
    forks = "\n".join(f"  fork {{ {body} }}" for _ in range(threads - 1))
    work = "this.q = this.q + 1; " * 6
    return (
        "class A { int n guarded_by this }\nthread_local class T {\n  int q\n"
        f"  atomic void work(A a) {{ {work}synchronized a in a.n = a.n + this.q }}\n}}\n"
        f"let A a = new A in {{\n{forks}\n  {body}\n}}\n"
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path, help="the folder with racefree, racefree-generate and examples/rapid")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--lines", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--events", type=int, nargs=2, default=[200_000, 500_000])
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--only", choices=["check", "runs", "explore", "traces"], nargs="+")
    args = parser.parse_args()
    racefree = args.target / "racefree"
    wanted = args.only or ["check", "runs", "explore", "traces"]
    folder = Path(tempfile.mkdtemp())
    found = {}

    if "check" in wanted:
        rows = []
        for lines in args.lines:
            file = folder / f"{lines}.rfj"
            with open(file, "w") as out:
                subprocess.run([args.target / "racefree-generate", "features", str(lines)], stdout=out, check=True)
            length = sum(1 for _ in open(file))
            check, atomicity = by_turns(
                [[racefree, "check", "--quiet", file], [racefree, "check", "--quiet", "--system", "atomicity", file]],
                args.rounds,
            )
            rows.append((length, check, atomicity))
            print(f"check, {length} lines: {check:.2f} s; with atomicity {atomicity:.2f} s, {atomicity / check:.2f} times")
        (n, a, b), (m, c, d) = rows[-2:]
        print(f"  slope: {(m - n) / (c - a) / 1e6:.2f} M lines/s, with atomicity {(m - n) / (d - b) / 1e6:.2f}, "
              f"{(d - b) / (c - a):.2f} times")
        found["check"] = rows

    workloads = {"increments": increments, "transfers": transfers, "reads": reads}
    if "runs" in wanted:
        for name, make in workloads.items():
            file = folder / f"{name}.rfj"
            file.write_text(make(4, 40))
            test = [racefree, "test", file, "--quiet", "--system", "atomicity", "--detector", "none", "--seed", "1",
                    "--threads", "1", "--runs", str(args.runs)]
            bare, watched, less = by_turns(
                [test + ["--monitors", "none"], test + ["--monitors", "auto"],
                 test + ["--monitors", "auto", "--watch", "unproved"]],
                args.rounds,
            )
            print(f"runs, {name}: bare {bare:.2f} s, watched {watched / bare:.2f} times, watched less {less / bare:.2f}")
            found[f"runs {name}"] = (bare, watched, less)

    if "explore" in wanted:
        sizes = {
            "dpor": {"increments": (4, 3), "transfers": (3, 4), "reads": (3, 4)},
            "states": {"increments": (4, 12), "transfers": (4, 6), "reads": (4, 2)},
        }
        for algorithm in sizes:
            for name, make in workloads.items():
                file = folder / f"{name}.rfj"
                file.write_text(make(*sizes[algorithm][name]))
                explore = [racefree, "explore", file, "--quiet", "--system", "atomicity", "--algorithm", algorithm,
                           "--outcomes", "0", "--threads", "1"]
                bare, watched, less = by_turns(
                    [explore + ["--monitors", "none"], explore + ["--monitors", "auto"],
                     explore + ["--monitors", "auto", "--watch", "unproved"]],
                    args.rounds,
                )
                print(f"explore, {algorithm}, {name}: bare {bare:.2f} s, with the monitor {watched / bare:.2f} times, "
                      f"watched less {less / bare:.2f}")
                found[f"explore {algorithm} {name}"] = (bare, watched, less)

    if "traces" in wanted:
        rapid = args.target / "examples" / "rapid"
        times = []
        for events in args.events:
            file = folder / f"{events}.std"
            with open(file, "w") as out:
                subprocess.run([rapid, "--make", str(events)], stdout=out, check=True)
            times.append((sum(1 for _ in open(file)), by_turns([[rapid, file, "10"]], args.rounds)[0] / 10))
        (n, a), (m, b) = times
        speed = (m - n) / (b - a) / 1e6
        print(f"traces: {speed:.1f} M events/s between {n} and {m} events; RAPID's AeroDrome 0.2 (quoted): {speed / 0.2:.0f} times")
        found["traces"] = speed
    print(json.dumps(found))


if __name__ == "__main__":
    os.environ["LC_ALL"] = "C"
    main()
