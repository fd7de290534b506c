#!/usr/bin/env python3
"""Lines per second of `racefree check` beside clang's -Wthread-safety and javac, in one run.

    python3 benchmarks/typecheck.py target/dist/racefree

Lines per second is the slope between a small and a large file, so that the start of a process (of a JVM above all) does
not count; every time is the median of the rounds, and in a round every tool runs once on every file, so that a slower
minute of the machine hits all of them. With --shapes, racefree alone is measured, on programs that are long in one respect each; with
--errors, on these with an error at the end; with --cores, two files on two cores beside two processes; with --answers, what several files and SARIF take beside a check. Without a binary only the peers are measured. See benchmarks/README.md.
"""
import argparse
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

TARGETS = {"clang": 4.0, "javac": 50.0}
PACKAGES = {"clang": ("clang++", "clang"), "javac": ("javac", "default-jdk-headless")}
TRACK = [1_000, 10_000, 100_000, 1_000_000]
LINEAR = 2.0  # one more line may cost this many times as much in a file ten times as long (caches; quadratic is 10)

# The class of `racefree-large equivalent`, in Java and in C++: the same fields, methods and locks. Java has no word
# for "the caller holds this lock", C++ no start of a thread without a header, so these two things are not in them.
JAVA_HEAD = ""
JAVA = """\
class Account@k implements Runnable {
    private int balance;
    private int limit = @k;
    private Account@k next;

    private int add(int amount) {
        final int old = this.balance;
        this.balance = old + amount * 2;
        if (old < this.limit) {
            this.limit = old - 1;
        } else {
            this.limit = @k;
        }
        return this.balance;
    }

    synchronized int deposit(int amount) {
        return this.add(amount);
    }

    int transfer(Account@k other, int amount) {
        int i = 0;
        while (i < amount) {
            synchronized (this) {
                synchronized (other) {
                    this.balance = this.balance - 1;
                    other.balance = other.balance + 1;
                }
            }
            i = i + 1;
        }
        Account@k fresh = new Account@k();
        new Thread(fresh).start();
        synchronized (other) {
            return other.next.deposit(amount + @k);
        }
    }

    public void run() {
        this.deposit(1);
    }
}

"""

CPP_HEAD = """\
#define TS(x) __attribute__((x))

class TS(capability("mutex")) Mutex {
public:
    void lock() TS(acquire_capability());
    void unlock() TS(release_capability());
};

class TS(scoped_lockable) Guard {
public:
    explicit Guard(Mutex &mutex) TS(acquire_capability(mutex));
    ~Guard() TS(release_capability());
};

"""
CPP = """\
class Account@k {
public:
    Mutex mutex;
    int balance TS(guarded_by(mutex)) = 0;
    int limit TS(guarded_by(mutex)) = @k;
    Account@k *next TS(guarded_by(mutex)) = nullptr;

    int add(int amount) TS(requires_capability(mutex)) {
        const int old = this->balance;
        this->balance = old + amount * 2;
        if (old < this->limit) {
            this->limit = old - 1;
        } else {
            this->limit = @k;
        }
        return this->balance;
    }

    int deposit(int amount) TS(locks_excluded(mutex)) {
        Guard held(this->mutex);
        return this->add(amount);
    }

    int transfer(Account@k *other, int amount) {
        int i = 0;
        while (i < amount) {
            Guard first(this->mutex);
            {
                Guard second(other->mutex);
                this->balance = this->balance - 1;
                other->balance = other->balance + 1;
            }
            i = i + 1;
        }
        Guard held(other->mutex);
        return other->next->deposit(amount + @k);
    }

    void run() {
        this->deposit(1);
    }
};

"""


class File:
    """A source file: its path, its lines and its bytes."""

    def __init__(self, path):
        self.path = path
        self.bytes = os.path.getsize(path)
        with open(path, "rb") as file:
            self.lines = sum(chunk.count(b"\n") for chunk in iter(lambda: file.read(1 << 20), b""))


def repeat(path, head, block, lines):
    """Writes about `lines` lines of numbered classes."""
    room = lines - head.count("\n")
    with open(path, "w", encoding="ascii") as out:
        out.write(head)
        for k in range(max(1, round(room / block.count("\n")))):
            out.write(block.replace("@k", str(k)))
    return File(path)


class Runner:
    """Runs commands, on one core where it can."""

    def __init__(self, cpu):
        self.pin = []
        allowed = os.sched_getaffinity(0)
        if cpu is not None and cpu in allowed and shutil.which("taskset"):
            self.pin = [shutil.which("taskset"), "-c", str(cpu)]

    def run(self, command, silent=False, wrong=False):
        """Seconds (of the processor, if there is one for it) and peak bytes of one run; ends the program if the command fails, or speaks where it should not. If the file is
        wrong, the command has to say so."""
        with tempfile.TemporaryFile() as said:
            command = self.pin + command
            redirect = [(os.POSIX_SPAWN_DUP2, said.fileno(), 1), (os.POSIX_SPAWN_DUP2, said.fileno(), 2)]
            start = time.perf_counter()
            pid = os.posix_spawnp(command[0], command, os.environ, file_actions=redirect)
            _, status, usage = os.wait4(pid, 0)
            seconds = time.perf_counter() - start
            if self.pin:
                # On one core that is the same, but for what other programs take of it.
                seconds = usage.ru_utime + usage.ru_stime
            said.seek(0)
            text = said.read(2000).decode(errors="replace").strip()
        code = os.waitstatus_to_exitcode(status)
        if code != (1 if wrong else 0) or silent and text:
            sys.exit(f"{' '.join(command)}\n  ended with {code} and said:\n{text}")
        return seconds, usage.ru_maxrss * 1024


class Tool:
    """A command on files of growing length. A peer is silent when its file has no warnings."""

    def __init__(self, name, command, files, silent=False, wrong=False):
        self.name, self.command, self.files, self.silent, self.wrong = name, command, files, silent, wrong
        self.seconds = [[] for _ in files]
        self.peaks = [0 for _ in files]

    def round(self, runner):
        for index, file in enumerate(self.files):
            seconds, peak = runner.run(self.command(file.path), self.silent, self.wrong)
            self.seconds[index].append(seconds)
            self.peaks[index] = max(self.peaks[index], peak)

    def time(self, index):
        return statistics.median(self.seconds[index])

    def per_line(self, small=0, large=-1):
        """Seconds for one more line, from the file `small` to the file `large`."""
        lines = self.files[large].lines - self.files[small].lines
        return (self.time(large) - self.time(small)) / lines

    def speed(self):
        """Lines per second, as the slope."""
        slope = self.per_line()
        return 1 / slope if slope > 0 else math.nan

    def spread(self):
        """How far the middle half of the runs on the large file lies apart, as a share of the median."""
        runs = sorted(self.seconds[-1])
        if len(runs) < 4:
            return (runs[-1] - runs[0]) / self.time(-1)
        low, _, high = statistics.quantiles(runs, n=4, method="inclusive")
        return (high - low) / self.time(-1)


def number(value):
    return "-" if math.isnan(value) else f"{value:,.0f}"


def table(head, rows):
    """Columns as wide as they need to be; the first to the left."""
    widths = [max(len(row[i]) for row in [head, *rows]) for i in range(len(head))]
    for row in [head, ["-" * width for width in widths], *rows]:
        cells = [text.ljust(width) if i == 0 else text.rjust(width) for i, (text, width) in enumerate(zip(row, widths))]
        print("  ".join(cells).rstrip())


def generator(option, racefree):
    """The path of racefree-large: the option, or the neighbour of the racefree binary, or one on the PATH."""
    beside = os.path.join(os.path.dirname(os.path.abspath(racefree)), "racefree-large")
    found = option or (beside if os.access(beside, os.X_OK) else shutil.which("racefree-large"))
    if not found or not os.access(found, os.X_OK):
        sys.exit("racefree-large not found; cargo build --profile dist -p racefree-large, or say --generate PATH")
    return os.path.abspath(found)


def version(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return done.stdout.strip().splitlines()[0] if done.stdout.strip() else "?"


def machine():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as info:
            return next(line.split(":", 1)[1].strip() for line in info if line.startswith("model name"))
    except (OSError, StopIteration):
        return os.uname().machine


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("racefree", nargs="?", help="the racefree binary; without it only the peers run")
    parser.add_argument("--generate", metavar="PATH", help="racefree-large (default: beside the racefree binary)")
    parser.add_argument("--sizes", nargs=2, type=int, default=[200_000, 1_000_000], metavar=("SMALL", "LARGE"),
                        help="lines of racefree's files (default: 200000 1000000)")
    parser.add_argument("--peer-sizes", nargs=2, type=int, default=[20_000, 100_000], metavar=("SMALL", "LARGE"),
                        help="lines of clang's and javac's files (default: 20000 100000)")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median counts (default: 5)")
    parser.add_argument("--cpu", type=int, default=1, help="core to pin every run to (default: 1; -1: none)")
    parser.add_argument("--skip", action="append", default=[], choices=["clang", "javac", "linear"],
                        help="leave this out; may be repeated")
    parser.add_argument("--shapes", action="store_true", help="measure racefree on programs of many shapes instead")
    parser.add_argument("--errors", action="store_true", help="measure it on these programs with an error at the end instead")
    parser.add_argument("--cores", action="store_true", help="measure two files on two cores instead, for every shape")
    parser.add_argument("--answers", action="store_true", help="measure several files, SARIF and JSON instead")
    parser.add_argument("--dir", help="where to write the files (default: a temporary folder)")
    options = parser.parse_args()
    if min(options.sizes[1] - options.sizes[0], options.peer_sizes[1] - options.peer_sizes[0]) <= 0:
        parser.error("the first size must be the smaller one")
    if options.runs < 1:
        parser.error("--runs must be at least 1")
    with tempfile.TemporaryDirectory(prefix="racefree-typecheck-", dir=options.dir) as folder:
        parts = [part for wanted, part in
                 [(options.shapes, shapes), (options.errors, errors), (options.cores, cores), (options.answers, answers)] if wanted]
        if parts and not options.racefree:
            parser.error("say which racefree")
        for part in parts or [measure]:
            part(options, folder)


SHAPE_BYTES = [4_000_000, 16_000_000]  # what the programs of a shape are measured by
ERRORS = 25_000  # classes with eight errors each


def generated(generate, folder, kind, size):
    """A program of a kind or shape, of so many lines or bytes."""
    path = os.path.join(folder, f"{kind}-{size}.rfj")
    with open(path, "wb") as out:
        subprocess.run([generate, kind, str(size)], stdout=out, check=True)
    return File(path)


def named_shapes(generate):
    """The name of each shape, and what is long in it."""
    listed = subprocess.run([generate], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
    return [line.split(None, 1) for line in listed]


def tools_for_shapes(options):
    """The runner, and the programs that check shapes and make them."""
    racefree = os.path.abspath(options.racefree)
    return Runner(options.cpu if options.cpu >= 0 else None), racefree, generator(options.generate, racefree)


def shapes(options, folder):
    """MB/s and peaks of `check` and of `fmt` for each shape."""
    runner, racefree, generate = tools_for_shapes(options)
    rows = []
    for name, what in named_shapes(generate):
        files = [generated(generate, folder, name, size) for size in SHAPE_BYTES]
        check = Tool(name, lambda path: [racefree, "check", "--quiet", path], files)
        fmt = Tool(name, lambda path: [racefree, "fmt", path], files)
        for _ in range(options.runs):
            check.round(runner)
            fmt.round(runner)
        large = files[-1]
        speeds = [tool.speed() * large.bytes / large.lines / 1e6 for tool in (check, fmt)]
        peaks = [f"{tool.peaks[-1] / large.bytes:.1f}" for tool in (check, fmt)]
        rows.append([name, number(check.speed()), f"{speeds[0]:.0f}", peaks[0], f"{speeds[1]:.0f}", peaks[1],
                     f"{speeds[1] / speeds[0]:.2f}", what.strip()])
        for file in files:
            os.remove(file.path)
    table(["shape", "lines/s", "MB/s", "peak/file", "fmt MB/s", "peak/file", "fmt/check", "long in it"], rows)


WRONG = {
    "type error": "class Wrong { int x guarded_by this; int m() { this.x } }",
    "syntax error": "class Wrong { int m() { this. } }",
}


def errors(options, folder):
    """Seconds and peaks of `check` for each shape, without an error and with one in its last class."""
    runner, racefree, generate = tools_for_shapes(options)
    rows = []
    for name, what in named_shapes(generate):
        right = generated(generate, folder, name, SHAPE_BYTES[-1])
        tools = [Tool("right", lambda path: [racefree, "check", "--quiet", path], [right])]
        for sort, text in WRONG.items():
            path = f"{right.path}.{sort[0]}.rfj"
            with open(right.path, "rb") as source, open(path, "wb") as out:
                shutil.copyfileobj(source, out)
                out.write(f"\n{text}\n".encode())
            tools.append(Tool(sort, lambda path: [racefree, "check", "--quiet", path], [File(path)], wrong=True))
        for _ in range(options.runs):
            for tool in tools:
                tool.round(runner)
        rows.append([name, *(cell for tool in tools for cell in
                             (f"{tool.time(0):.2f}", f"{tool.peaks[0] / right.bytes:.1f}")), what.strip()])
        for tool in tools:
            os.remove(tool.files[0].path)
    table(["shape", "s", "peak/file", "type error: s", "peak/file", "syntax error: s", "peak/file", "long in it"], rows)


def together(commands):
    """Seconds until all of these commands, begun at once, have ended."""
    start = time.perf_counter()
    running = [subprocess.Popen(command) for command in commands]
    if any([process.wait() for process in running]):
        sys.exit(f"{commands} failed")
    return time.perf_counter() - start


def cores(options, folder):
    """Two files by one process on two cores, beside two processes with a core each: what the machine gives at this moment."""
    racefree = os.path.abspath(options.racefree)
    generate = generator(options.generate, racefree)
    allowed = sorted(os.sched_getaffinity(0))[:2]
    if len(allowed) < 2 or not shutil.which("taskset"):
        sys.exit("--cores needs two cores and taskset")
    first, second = map(str, allowed)
    rows = []
    for name, what in named_shapes(generate):
        one = generated(generate, folder, name, SHAPE_BYTES[-1]).path
        other = shutil.copy(one, one + ".2.rfj")

        def check(where, *paths):
            return ["taskset", "-c", where, racefree, "check", "--quiet", *paths]

        ways = [[check(first, one)], [check(first, one), check(second, other)], [check(f"{first},{second}", one, other)]]
        seconds = [[] for _ in ways]
        for _ in range(options.runs):
            for runs, commands in zip(seconds, ways):
                runs.append(together(commands))
        alone, processes, threads = map(statistics.median, seconds)
        rows.append([name, f"{alone:.3f}", f"{2 * alone / processes:.2f}", f"{2 * alone / threads:.2f}", what.strip()])
        os.remove(one)
        os.remove(other)
    table(["shape", "s, one file", "two processes", "one process", "long in it"], rows)


def answers(options, folder):
    """Several files on several cores, and SARIF beside JSON."""
    racefree = os.path.abspath(options.racefree)
    generate = generator(options.generate, racefree)
    one, free = Runner(1), Runner(None)
    for kind in ["features", "dense"]:
        size = 200_000 if kind == "features" else 6_000_000
        paths = []
        for i in range(8):
            file = generated(generate, folder, kind, size)
            paths.append(file.path + f".{i}.rfj")
            os.rename(file.path, paths[-1])
        command = [racefree, "check", "--quiet", *paths]
        pinned, spread = [], []
        for _ in range(options.runs):
            pinned.append(one.run(command)[0])
            spread.append(free.run(command)[0])
        ratio = statistics.median(pinned) / statistics.median(spread)
        print(f"check of 8 files, {kind}: {statistics.median(pinned):.3f} s on one core, "
              f"{statistics.median(spread):.3f} s on {os.cpu_count()}: {ratio:.2f} times as fast")
    path = os.path.join(folder, "errors.rfj")
    members = "".join(f"        this.{a} = this.{b};\n" for a, b in ["xy", "yx", "xx", "yy"])
    with open(path, "w", encoding="ascii") as out:
        for k in range(ERRORS):
            out.write(f"class C{k} {{\n    int x guarded_by this;\n    int y guarded_by this;\n\n    void m() {{\n{members}    }}\n}}\n\n")
    file = File(path)
    forms = [Tool(form, lambda path, form=form: [racefree, "check", "--format", form, path], [file], wrong=True)
             for form in ["json", "sarif"]]
    for _ in range(options.runs):
        for form in forms:
            form.round(one)
    for form in forms:
        print(f"{8 * ERRORS:,} errors as {form.name}: {form.time(0):.2f} s, {form.peaks[0] / 1e6:.0f} MB")


def measure(options, folder):
    runner = Runner(options.cpu if options.cpu >= 0 else None)
    tools, missing, lengths, versions = [], [], [], []

    if options.racefree:
        racefree = os.path.abspath(options.racefree)
        if not os.access(racefree, os.X_OK):
            sys.exit(f"{options.racefree}: no such program")
        versions.append(version([racefree, "--version"]))
        generate = generator(options.generate, racefree)

        def check(path):
            return [racefree, "check", "--quiet", path]

        for name, kind in [("racefree", "equivalent"), ("racefree, all features", "features")]:
            tools.append(Tool(name, check, [generated(generate, folder, kind, lines) for lines in options.sizes]))
        if "linear" not in options.skip:
            for kind in ["equivalent", "features"]:
                lengths.append(Tool(kind, check, [generated(generate, folder, kind, lines) for lines in TRACK]))

    classes = os.path.join(folder, "classes")
    peers = {
        "clang": ("cc", CPP_HEAD, CPP, lambda path: ["clang++", "-fsyntax-only", "-Wthread-safety", path]),
        "javac": ("java", JAVA_HEAD, JAVA, lambda path: ["javac", "-proc:none", "-d", classes, path]),
    }
    for name, (ending, head, block, command) in peers.items():
        if name in options.skip:
            continue
        program, package = PACKAGES[name]
        if not shutil.which(program):
            missing.append((name, f"{program} is not installed: apt-get install {package}"))
            continue
        versions.append(version([program, "--version"]))
        files = [repeat(os.path.join(folder, f"Big{lines}.{ending}"), head, block, lines)
                 for lines in options.peer_sizes]
        tools.append(Tool(name, command, files, silent=True))

    print(f"machine   {machine()}, {os.cpu_count()} cores, {' '.join(runner.pin) or 'not pinned'}")
    for text in versions:
        print(f"tool      {text}")
    floor = max(runner.run(["true"])[1] for _ in range(3))
    print(f"rounds    {options.runs}, medians; no peak can be measured below {floor / 1e6:.1f} MB")
    print()

    for count in range(options.runs):
        for tool in tools + lengths:
            if tool.name == "javac":
                shutil.rmtree(classes, ignore_errors=True)
                os.mkdir(classes)
            if sys.stderr.isatty():
                print(f"\rround {count + 1}: {tool.name:30}", end="", file=sys.stderr, flush=True)
            tool.round(runner)
    if sys.stderr.isatty():
        print(f"\r{'':40}\r", end="", file=sys.stderr, flush=True)

    def peak(tool, index):
        """The peak and its ratio to the file; a peak at the floor is this script's, not the tool's."""
        most = tool.peaks[index]
        if most <= 1.1 * floor:
            return [f"< {most / 1e6:.0f}", "-"]
        return [f"{most / 1e6:.0f}", f"{most / tool.files[index].bytes:.1f}"]

    rows = []
    for tool in tools:
        small, large = tool.files
        most, share = peak(tool, 1)
        rows.append([
            tool.name, f"{small.lines:,}", f"{tool.time(0):.3f}", f"{large.lines:,}", f"{tool.time(1):.3f}",
            f"{100 * tool.spread():.0f} %", number(tool.speed()), f"{tool.speed() * large.bytes / large.lines / 1e6:.1f}",
            f"{large.bytes / 1e6:.1f}", most, share,
        ])
    rows.extend([name, *["-"] * 10] for name, _ in missing)
    table(["tool", "lines", "s", "lines", "s", "spread", "lines/s", "MB/s", "file MB", "peak MB", "peak/file"], rows)
    print()
    for name, why in missing:
        print(f"{name}: missing. {why}")

    speeds = {tool.name: tool.speed() for tool in tools}
    if "racefree" in speeds:
        for name, target in TARGETS.items():
            if name in speeds:
                ratio = speeds["racefree"] / speeds[name]
                verdict = "met" if ratio >= target else "missed"
                print(f"racefree / {name}: {ratio:.1f}   (target >= {target:g}: {verdict})")
            else:
                print(f"racefree / {name}: not measured   (target >= {target:g})")
    for tool in lengths:
        print(f"\nracefree on longer and longer files, {tool.name}")
        rows, slopes = [], []
        for index, file in enumerate(tool.files):
            grown = tool.per_line(index - 1, index) * 1e9 if index else math.nan
            slopes.append(grown)
            rows.append([f"{file.lines:,}", f"{tool.time(index) * 1e3:.1f}", number(grown), *peak(tool, index)])
        table(["lines", "ms", "ns for one more line", "peak MB", "peak/file"], rows)
        if not slopes[-2] > 0:
            print("too fast to tell how the time grows")
            continue
        growth = slopes[-1] / slopes[-2]
        verdict = "linear" if growth <= LINEAR else f"NOT linear (limit {LINEAR:g})"
        print(f"one more line costs {growth:.2f} times as much at {TRACK[-1]:,} lines as at {TRACK[-2]:,}: {verdict}")


if __name__ == "__main__":
    main()
