#!/usr/bin/env python3
"""Random Java programs with annotations, for `run`.

    programs.py SEED NUMBER      # prints program NUMBER of that seed, with the plan that it was made by

A program is a disciplined skeleton with one suspicious piece, put through contexts: expressions around an expression, statements around a
statement, places around a statement. `contexts.py` has them, a context a line.
"""
import random
import re
import sys

import contexts


def rows(table):
    return table.strip("\n").split("\n")


class Maker:
    """Random choices of one program."""

    def __init__(self, seed, number):
        self.random = random.Random(f"{seed} {number}")
        self.names = 0
        self.plan = []
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
        for _ in range(self.random.choice([0, 1, 1, 2, 3])):
            inner = self.pick(contexts.EXPRESSIONS + contexts.EXTERNAL if self.external else contexts.EXPRESSIONS).strip().replace("@", inner)
        return inner

    def statement(self, inner):
        for _ in range(self.random.choice([0, 0, 1, 1, 2])):
            inner = self.pick(contexts.STATEMENTS).replace("@", inner)
        return inner


def guarded(make):
    """An access of a guarded cell, with the lock, without it, with another, or with it at another time."""
    inside, inherits = make.chance(0.5), make.chance(0.4)
    lock, hold = make.random.choice(list(contexts.LOCKS.items()))
    timing = make.random.choice(["held", "none", "wrong lock", "wrong time"])
    make.plan += [f"guard {lock}", timing, "inside" if inside else "beside", *["inherited"] * inherits]
    receiver = make.pick(contexts.INSIDE if inside else contexts.RECEIVERS)
    binds = timing != "none" or make.chance(0.3)
    name = make.pick(["$w"])
    path = name if binds else receiver
    static = lock if lock in ("Acc.class", "Reg.LOCK") else "Lib.class"
    accesses = [row for row in rows(contexts.ACCESSES) if "sx" not in row or static == lock]
    access = make.pick(accesses).replace("~", make.pick(contexts.ARRAYS))
    access = make.fill(access, O=path)
    piece = make.statement(make.pick(contexts.USES).replace("@", make.expression(access)))
    around = make.fill(hold, O=path)
    if timing == "held":
        piece = around.replace("@", piece)
    elif timing == "wrong lock":
        wrong = [row for row in rows(contexts.WRONG_LOCKS) if lock not in ("jl", "rw") or f"O.{lock}" not in row]
        piece = make.fill(make.pick(wrong), O=path).replace("@", piece)
    elif timing == "wrong time":
        row = make.pick(contexts.WRONG_TIMES)
        row = re.sub(r"@\((.*?;)\)(?= |$)", lambda found: around.replace("@", found.group(1)), row)
        piece = row.replace("!", piece)
    if binds:
        bind = make.pick(["final Acc W = R;", "Acc W = R;", "var W = (Acc) R;", "Acc W; if (Lib.yes()) W = R; else W = Reg.acc;"])
        piece = make.fill(bind, W=name, R=receiver) + " " + piece
    piece = make.statement(piece)
    members, beside, call = (part.strip().replace("@", piece) for part in make.pick(contexts.PLACES_INSIDE if inside else contexts.PLACES).split("|"))
    everything = "x++; l++; s = s + 1; b = !b; boxed++; node = new Node(); arr[0]++; arr[1]++;"
    note = f"/*# guarded_by {lock} */"
    elements = f"/*# elems_guarded_by {lock} */"
    # Locks of the library are external types, which is an assumption: they are there if they are used.
    explicit = " ".join(f"final {kind} {name} = new {kind}();" for name, kind in contexts.EXPLICIT.items() if lock == name or f".{name}" in piece)
    fields = f"""\
  final Object lk = new Object(), other = new Object();
  {explicit}
  int x {note}; long l {note}; String s {note} = "a"; boolean b {note}; Integer boxed {note} = 3; Node node {note} = new Node();
  final int[{elements}] arr = new int[{elements}3];
  void good() {{ {make.fill(hold, O="this").replace("@", everything)} }}
  int req() /*# requires {lock} */ {{ return x++; }}
  int req(int a, int... q) /*# requires {lock} */ {{ return x + a; }}
"""
    own = f"""\
  static int sx /*# guarded_by {static} */;
  static void goodStatic() {{ synchronized ({static}) {{ sx++; }} }}
  Acc self() {{ return this; }}
  {members}
"""
    classes = f"/*# thread_shared */ class Base {{\n{fields}}}\n" if inherits else ""
    classes += f"/*# thread_shared */ class Acc{' extends Base' if inherits else ''} {{\n{'' if inherits else fields}{own}}}\n"
    return classes + f"""\
{beside}
class Reg {{ static final Object LOCK = new Object(), OTHER = new Object(); static volatile Acc acc = new Acc(); static Acc get() {{ return acc; }} }}
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
    late = make.chance(0.7)
    make.plan += ["access after the escape" if late else "access before the escape"]
    escape = make.statement(make.pick(contexts.USES).replace("@", make.expression(make.pick(contexts.ESCAPES))))
    access = make.pick(["y = 1;", "this.y++;", "arr[0] = 2;", "int $t = y;"])
    order = [escape, access] if late else [access, escape]
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
/*# thread_shared */ class Sub extends Acc {{ }}
class Reg {{ static volatile Acc acc; static int put(Acc o) {{ acc = o; return 1; }} }}
class Main {{
  public static void main(String[] a) {{
    Thread t = new Thread(() -> {{ {make.pick(["new Acc();", "new Sub();", "new Acc() { };"])} }});
    t.start(); Lib.join(t);
    Thread u = new Thread(() -> Reg.acc.good());
    u.start(); Lib.join(u);
  }}
}}
"""


def handed(make):
    """An object of a thread-local class that two threads use, or that each makes for itself."""
    handed_over = make.chance(0.7)
    make.plan += ["handed over" if handed_over else "of one thread each"]
    kind, value, back = (part.strip() for part in make.pick(contexts.WRAPPERS).split("|"))
    use = make.pick(contexts.USES).replace("@", make.expression(f"{back}.v++"))
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
    """The text of a program, and the plan: words for what was chosen."""
    make = Maker(seed, number)
    skeleton = make.random.choice([guarded, guarded, guarded, escaping, handed])
    text = skeleton(make)
    text = contexts.LIBRARY + contexts.EXCEPTION * ("new Ex(" in text) + text
    return text, ", ".join([skeleton.__name__, *make.plan, *["library"] * make.external])


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    text, plan = program(int(sys.argv[1]), int(sys.argv[2]))
    print(f"// {plan}\n{text}", end="")
