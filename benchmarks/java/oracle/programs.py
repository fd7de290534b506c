#!/usr/bin/env python3
"""Random Java programs with annotations, for `run`.

    programs.py SEED NUMBER      # prints program NUMBER of that seed, its plan in the first line

A program is a disciplined skeleton with one suspicious piece, put through contexts: expressions around an expression, statements around a
statement, places around a statement. `contexts.py` has them, a context a line.
"""
import random
import re
import sys

import contexts


def rows(table):
    return [row for row in table.split("\n") if row]


class Maker:
    """Random choices of one program."""

    def __init__(self, seed, number):
        self.random = random.Random(f"{seed} {number}")
        self.names = 0
        self.plan = []
        self.sound = True
        self.external = self.random.random() < 0.2

    def chance(self, probability):
        return self.random.random() < probability

    def pick(self, table):
        """A row, with its names made new."""
        row = self.random.choice(rows(table) if isinstance(table, str) else table)
        self.names += 1
        return re.sub(r"\$(\w+)", rf"\g<1>{self.names}", row)

    @staticmethod
    def fill(template, **parts):
        """The template with a part for each of the words."""
        return re.sub(rf"\b({'|'.join(parts)})\b", lambda word: parts[word[0]], template)

    def expression(self, inner):
        table = contexts.EXPRESSIONS + contexts.EXTERNAL if self.external else contexts.EXPRESSIONS
        for _ in range(self.random.choice([0, 1, 1, 2, 3])):
            inner = self.pick(table).replace("@", inner)
        return inner

    def use(self, inner):
        """Statements with the int in a context."""
        return self.pick(contexts.USES).replace("@", self.expression(inner))

    def statement(self, inner):
        for _ in range(self.random.choice([0, 0, 1, 1, 2])):
            inner = self.pick(contexts.STATEMENTS).replace("@", inner)
        return inner


def access(make, lock, static, path):
    """An int that accesses a cell of the object, guarded by the lock."""
    accesses = [row for row in rows(contexts.ACCESSES) if "sx" not in row or static == lock]
    row = make.pick(accesses).replace("~", make.pick(contexts.ARRAYS)).replace("%", make.pick(contexts.ARGUMENTS))
    return make.fill(row, O=path)


def timed(make, hold, timing, path, piece):
    """The statements, with the lock of the object, without it, with another one, or with it at another time."""
    around = make.fill(hold, O=path)
    if timing == "held":
        return around.replace("@", piece)
    if timing == "wrong lock":
        return make.fill(make.pick(contexts.WRONG_LOCKS), O=path).replace("@", piece)
    if timing == "wrong time":
        row = make.pick(contexts.WRONG_TIMES)
        return re.sub(r"@\((.*?;)\)(?= |$)", lambda found: around.replace("@", found[1]), row).replace("!", piece)
    return piece


def guarded(make):
    """A class with guarded fields of all kinds, and an access of one of them."""
    inside, inherits = make.chance(0.5), make.chance(0.4)
    lock, hold = make.random.choice(list(contexts.LOCKS.items()))
    timing = make.random.choice(["held", "none", "wrong lock", "wrong time"])
    make.sound = timing == "held"
    make.plan += [f"guard {lock}", timing, "inside" if inside else "beside", *["inherited"] * inherits]
    static = lock if lock in ("Acc.class", "Reg.LOCK") else "Lib.class"

    # A lock must be a path, so the object is bound to a variable first.
    receiver = make.pick(contexts.INSIDE if inside else contexts.RECEIVERS)
    binds = timing != "none" or make.chance(0.3)
    path = make.pick(["$w"]) if binds else receiver
    piece = make.statement(make.use(access(make, lock, static, path)))
    piece = timed(make, hold, timing, path, piece)
    if binds:
        piece = make.fill(make.pick(contexts.BINDINGS), W=path, R=receiver) + " " + piece
    place = make.pick(contexts.PLACES_INSIDE if inside else contexts.PLACES)
    members, beside, call = (part.strip().replace("@", make.statement(piece)) for part in place.split("|"))

    first, second = make.random.sample(rows(contexts.PARAMETERS), 2)
    note, elements, asks = f"/*# guarded_by {lock} */", f"/*# elems_guarded_by {lock} */", f"/*# requires {lock} */"
    # Locks of the library are external types, which is an assumption: they are there if they are used.
    explicit = " ".join(f"final {kind} {name} = new {kind}();" for name, kind in contexts.EXPLICIT.items() if lock == name or f".{name}" in piece)
    everything = "x++; l++; s = s + 1; b = !b; boxed++; node = new Node(); arr[0]++; arr[1]++;"
    fields = f"""\
  final Key lk = new Key(), other = new Key(); {explicit}
  int x {note}; long l {note}; String s {note} = "a"; boolean b {note}; Integer boxed {note} = 3; Node node {note} = new Node();
  final int[{elements}] arr = new int[{elements}3];
  void good() {{ {make.fill(hold, O="this").replace("@", everything)} }}
  int req() {asks} {{ return x++; }}
  int req(int a, int... q) {asks} {{ return x + a; }}
  int over({first} q) {{ return 1; }}
  int over({second} q) {asks} {{ return x++; }}
"""
    base = f"/*# thread_shared */ class Base {{\n{fields}}}\n" if inherits else ""
    return f"""\
{base}/*# thread_shared */ class Acc{" extends Base" if inherits else ""} {{
{"" if inherits else fields}\
  static int sx /*# guarded_by {static} */;
  static void goodStatic() {{ synchronized ({static}) {{ sx++; }} }}
  Acc self() {{ return this; }}
  {members}
}}
{beside}
class Reg {{ static final Key LOCK = new Key(), OTHER = new Key(); static volatile Acc acc = new Acc(); static Acc get() {{ return acc; }} }}
class Main {{
  static void work(Acc c) {{ c.good(); Acc.goodStatic(); try {{ {call} }} catch (RuntimeException e) {{ }} }}
  public static void main(String[] a) {{
    Acc c = Reg.get();
    Thread t = new Thread(() -> work(c)), u = new Thread(() -> work(c));
    t.start(); u.start(); Lib.join(t); Lib.join(u);
  }}
}}
"""


def escaping(make):
    """A constructor that accesses a guarded field before or after it lets the object out."""
    late, below = make.chance(0.7), make.chance(0.3)
    make.sound = not late
    make.plan += ["access after the escape" if late else "access before the escape", *["access in a subclass"] * below]
    escape = make.statement(make.use(make.pick(contexts.ESCAPES)))
    early = make.pick(["y = 1;", "this.y++;", "arr[0] = 2;", "int $t = y;"])
    order = [escape, early] if late else [early, escape]
    if below:
        order = [escape] if late else [early]
    own = "int z /*# guarded_by this */; Sub() { z = 1; } synchronized void good() { z++; super.good(); }" if below else ""
    return f"""\
/*# thread_shared */ class Above {{ final int lib = 1; }}
/*# thread_shared */ class Acc extends Above {{
  int y /*# guarded_by this */;
  final int[/*# elems_guarded_by this */] arr = new int[/*# elems_guarded_by this */2];
  {make.pick(contexts.BUILDERS).replace("@", " ".join(order))}
  int out() {{ return Reg.put(this); }}
  int give(int q) {{ return Reg.put(this); }}
  synchronized void good() {{ y++; arr[0]++; }}
}}
/*# thread_shared */ class Sub extends Acc {{ {own} }}
class Reg {{ static volatile Acc acc; static int put(Acc o) {{ acc = o; return 1; }} }}
class Main {{
  public static void main(String[] a) {{
    Thread t = new Thread(() -> {{ {"Reg.put(new Sub());" if below else make.pick(contexts.CREATIONS)} }});
    t.start(); Lib.join(t);
    Thread u = new Thread(() -> Reg.acc.good());
    u.start(); Lib.join(u);
  }}
}}
"""


def handed(make):
    """An object of a thread-local class that two threads use, or that each makes for itself."""
    handed_over = make.chance(0.7)
    make.sound = not handed_over
    make.plan += ["handed over" if handed_over else "of one thread each"]
    kind, value, back = (part.strip() for part in make.pick(contexts.WRAPPERS).split("|"))
    use = make.use(f"{back}.v++")
    made = f"final Mine o = new Mine(null); final {kind} w = {value};"
    fork = make.pick(contexts.FORKS).replace("@", use if handed_over else made + " " + use)
    return f"""\
class Mine {{ int v; final Act act; Mine(Act act) {{ this.act = act; if (act != null) act.go(); }} class In {{ Mine outer() {{ return Mine.this; }} }} }}
class Main {{
  public static void main(String[] a) throws Exception {{
    {made if handed_over else ""} {make.statement(fork)} {"o.v++;" if handed_over else ""}
    Thread.sleep(5);
    {"o.v++;" if handed_over else ""}
  }}
}}
"""


def program(seed, number):
    """The text of a program; its plan, the choices in words; whether it is meant to have no race."""
    make = Maker(seed, number)
    skeleton = make.random.choice([guarded, guarded, guarded, escaping, handed])
    text = skeleton(make)
    plan = ", ".join([skeleton.__name__, *make.plan, *["library"] * make.external])
    return f"// {plan}\n{contexts.LIBRARY}{contexts.EXCEPTION * ('new Ex(' in text)}{text}", plan, make.sound


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    print(program(int(sys.argv[1]), int(sys.argv[2]))[0], end="")
