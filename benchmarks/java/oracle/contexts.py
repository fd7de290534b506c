"""Contexts for the pieces of generated programs: a context a line.

`@` is the hole, `$name` a name that is made new for each use, `O` the object that an access or a lock is of. Every context evaluates what
is in its hole, at least on the way that the program takes. Other marks are explained at their tables; the classes that contexts use are in
`LIBRARY`.
"""

LIBRARY = """\
import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;
import java.util.function.*;
import java.util.stream.*;

interface Fn { int f(int q); }
interface Act { void go(); }
interface Mk<T> { T mk(); }
interface Cut<T> { T of(int q); }
interface Fn2<T> { int f(T t, int q); }
interface Sup<T> { }
class Low<T> implements Sup<T> { }
/*# thread_shared */ class Out<T> { private final T v; Out(T v) { this.v = v; } /*# thread_shared */ class In { T get() { return v; } } }
/*# thread_shared */ final class Box<T> { final T v; Box(T v) { this.v = v; } T get() { return v; } }
/*# thread_shared */ record Rec<T>(T v, int n) { T twice() { return v; } }
/*# thread_shared */ class Res implements AutoCloseable { final int v; Res(int v) { this.v = v; } public void close() { } }
enum Kind { ONE { int f(int q) { return q + 1; } }, TWO; int f(int q) { return q; } }
/*# thread_shared */ class Key { }
class Node { final int v = 2; int f(int q) { return q; } synchronized void m() { } }
class Lib {
  static boolean yes() { return true; }
  static int id(int i) { return i; }
  static <T> T same(T t) { return t; }
  static <A, B extends A> B both(A a, B b) { return b; }
  static int count(int... q) { return q.length; }
  static Object first(Object... q) { return q[0]; }
  static int apply(Fn f) { return f.f(1); }
  static int apply(Object o, Fn f, int k) { return f.f(k); }
  static void act(Act a) { a.go(); }
  static <T> T make(Mk<T> m) { return m.mk(); }
  static void join(Thread t) { try { t.join(); } catch (InterruptedException e) { } }
}
"""

# An exception, for programs that use it: that the library's superclass does nothing is an assumption.
EXCEPTION = """\
/*# thread_shared */ class Ex extends RuntimeException { final int v; Ex(int v) { this.v = v; } }
"""

# An int around an int.
EXPRESSIONS = """
(@)
(@) + 1
(@) - Lib.id(1)
-(@)
~(@)
1 + (@)
(int) (long) (@)
(Integer) (@)
(@) << 1
((@) > 0 ? 1 : 2)
(Lib.yes() ? @ : 1)
(Lib.yes() ? Lib.yes() ? @ : 2 : 3)
(Lib.yes() ? (Integer) (@) : null)
(Lib.yes() && (@) > 0 ? 1 : 0)
Lib.id(@)
Lib.same(@)
Lib.both((Integer) 1, @)
Lib.count(1, @)
Lib.apply(null, $q -> $q, @)
Lib.apply($q -> @)
Lib.apply($q -> { return @; })
Lib.apply($q -> Lib.apply($r -> @))
Lib.<Integer>make(() -> @)
((Fn) $q -> @).f(1)
((Mk<Fn>) () -> $q -> @).mk().f(1)
((Fn) Kind.ONE::f).f(@)
((Fn2<Kind>) Kind::f).f(Kind.ONE, @)
((Cut<Res>) Res::new).of(@).v
((Cut<int[]>) int[]::new).of((@) & 3).length
(Lib.yes() ? (Fn) $q -> @ : (Fn) $q -> 1).f(1)
new Fn[]{ $q -> @ }[0].f(1)
new Box<Fn>($q -> @).v.f(2)
new Box<>(@).v
new Box<Integer>(@).get()
new Out<>(@).new In().get()
new Rec<>(@, 1).v()
new Rec<>("", @).n()
new Res(@).v
new Ex(@).v
Kind.ONE.f(@)
new int[]{@}[0]
new int[(@) & 3].length
(new int[4][2])[(@) & 3][0]
(new int[]{1}[(@) & 0] += 2)
(new int[]{@}[0] <<= 1)
("" + (@)).length()
((Object) (@) instanceof Integer $i ? $i : 0)
switch (@) { default -> 1; }
switch (1) { case 1 -> @; default -> 0; }
switch (1) { case 1: yield @; default: yield 0; }
switch (Kind.ONE) { case ONE -> { int $y = @; yield $y; } case TWO -> 3; }
switch ("a") { case "a", "b": { if (Lib.yes()) yield @; yield 2; } default: yield 1; }
switch (1) { case 1 -> { try { yield @; } finally { Lib.id(1); } } default -> 0; }
switch (5) { case 1 -> throw new Ex(2); default -> @; }
new Object() { int v = @; }.v
new Object() { int v; { v = @; } }.v
new Object() { int v = w(); int w() { return @; } }.v
new Object() { final Fn g = new Fn() { public int f(int $q) { return @; } }; int v = g.f(1); }.v
new Object() { int v; { { Lib.id(1); } v = @; } }.v
new Object() { int f() { return @; } }.f()
new Fn() { public int f(int $q) { return @; } }.f(1)
"""
# The same with members of the library, which the check counts as assumptions.
EXTERNAL = """
Math.max(@, 1)
Integer.valueOf(@)
Objects.hash(@)
List.of(@).get(0)
((IntSupplier) () -> @).getAsInt()
((Function<Integer, Integer>) $q -> @).apply(1)
Optional.of(1).map($q -> @).get()
Stream.of(1, 2).mapToInt($q -> @).sum()
"""
# A statement with an int.
USES = """
int $t = @;
var $t = @;
Lib.id(@);
if ((@) > 0) { }
while ((@) < -99) { }
do { } while ((@) < -99);
for (int $t = @; $t < -99; $t++) { }
for (; (@) < -99; ) { }
for (int $t : new int[]{@}) { }
switch (@) { case 1: break; default: }
try { throw new Ex(@); } catch (Ex $t) { }
try (Res $t = new Res(@)) { }
try (Res $t = new Res(1); Res $s = new Res($t.v + (@))) { }
record $K(int v) { $K { Lib.id(v); } int w() { return v; } } Lib.id(new $K(@).w());
interface $K { static int f(int q) { return q; } private int g() { return 1; } default int h(int q) { return f(q) + g(); } } Lib.id(new $K() { }.h(@));
class $K { private final int v; $K(int v) { this.v = v; } } Lib.id(new $K(@).v);
int[] $t = {@};
int $t; $t = @;
int $t = 1; $t += @;
int[] $t = new int[8]; $t[(@) & 7]++;
String $t = ""; $t += @;
final int $t = @; Fn $f = $q -> $t; $f.f(1);
synchronized (new Box<Object>(@)) { }
/*# thread_shared */ class $K { int v() { return @; } } new $K().v();
/*# thread_shared */ class $K { $K(int v) { } $K(Object o) { } } new $K(@);
if ((Object) (@) instanceof Integer $t && $t > 0) { Lib.id($t); }
"""
# Statements around statements.
STATEMENTS = """
{ @ }
if (Lib.yes()) { @ }
if (!Lib.yes()) { Lib.id(1); } else { @ }
while (true) { @ if (Lib.yes()) break; }
for (int $i = 0; $i < 2; $i++) { @ }
for (int $i : new int[]{1, 2}) { @ }
$L: for (;;) { for (;;) { @ if (Lib.yes()) break $L; } }
$L: for (int $i = 0; $i < 2; $i++) { for (;;) { @ if (Lib.yes()) continue $L; } }
$L: while (true) { try { @ } finally { if (Lib.yes()) break $L; } }
int $i = 0; do { if ($i++ > 0) continue; @ } while ($i < 2);
if (!(Lib.yes() && !Lib.yes())) { @ }
$L: { @ if (Lib.yes()) break $L; Lib.id(4); }
try { @ } finally { Lib.id(1); }
try { Lib.id(1); } finally { @ }
try { if (Lib.yes()) throw new Ex(1); } catch (Ex $e) { @ }
try (Res $r = new Res(1)) { @ }
switch (1) { case 1: @ break; default: }
switch (1) { case 1: Lib.id(1); case 2: { @ } }
switch (Kind.ONE) { case TWO: break; case ONE: { @ } }
switch (3) { case 1 -> Lib.id(1); default -> { @ } }
synchronized (new Key()) { @ }
Act $a = () -> { @ }; $a.go();
Act $a; if (Lib.yes()) $a = () -> { @ }; else $a = () -> { }; $a.go();
Act $a = Lib.same(() -> { @ }); $a.go();
Act[] $a = { () -> { @ } }; $a[0].go();
Act $a = new Act() { public void go() { @ } }; $a.go();
Lib.act(() -> { @ });
Lib.<Act>make(() -> () -> { @ }).go();
new Box<Act>(() -> { @ }).get().go();
new Object() { void m() { @ } }.m();
new Object() { { @ } };
new Object() { { { Lib.id(1); } @ } };
/*# thread_shared */ class $K { void m() { @ } } new $K().m();
/*# thread_shared */ class $K<T> { /*# thread_shared */ class $J { void m() { @ } } } new $K<Key>().new $J().m();
/*# thread_shared */ class $K { $K() { @ } } new $K();
/*# thread_shared */ class $K { $K() { @ } } Mk<$K> $m = $K::new; $m.mk();
/*# thread_shared */ class $K { $K(int h) { @ } $K() { this(1); } } /*# thread_shared */ class $J extends $K { } new $J();
/*# thread_shared */ class $K { $K(Object h) { } $K(int... h) { @ } } /*# thread_shared */ class $J extends $K { } new $J();
/*# thread_shared */ class $K { void h() { @ } } Lib.act(new $K()::h);
/*# thread_shared */ class $K { Act h() { return () -> { @ }; } } Lib.act(new $K().h());
/*# thread_shared */ class $K implements AutoCloseable { public void close() { @ } } try ($K $k = new $K()) { Lib.id(1); }
"""
# Ways to an object of class Acc, where `o` is one.
RECEIVERS = """
o
(o)
o.self()
((Acc) (Object) o)
(Lib.yes() ? o : null)
Lib.same(o)
((Acc) Lib.first(o))
Lib.make(() -> o)
Lib.both(o, o)
((Mk<? extends Acc>) () -> o).mk()
((Cut<Acc>) $q -> o).of(1)
new Out<>(o).new In().get()
new Acc[][]{{o}}[0][0]
(switch (1) { case 1 -> { Acc $r = o; yield $r; } default -> null; })
new Box<>(o).v
new Box<Acc>(o).get()
new Rec<>(o, 1).twice()
new Acc[]{o}[0]
(switch (1) { case 1 -> o; default -> null; })
new Object() { Acc w() { return o; } }.w()
Reg.acc
Reg.get()
"""
# The same inside of Acc.
INSIDE = RECEIVERS + """
this
Acc.this
self()
Lib.same(this)
"""
# Ints that access a guarded cell of the object `O`.
ACCESSES = """
O.x
O.x
O.x++
(O.x) + 1
(O.x) - O.x++
(O.x += 2)
(O.x = 3)
(int) O.l
(int) (O.l += 3)
O.s.length()
(O.s += 1).length()
(O.b ? 1 : 0)
O.boxed--
O.node.v
O.node.f(2)
Lib.apply(O.node::f)
(O.node = new Node()).v
O.req()
O.req(1, 2)
O.over(%)
O.over(%)
Acc.sx++
(~)[0]
(~)[1]++
((~)[0] = 2)
((~)[0] += 2)
((~)[(~)[1] & 1] += O.x)
(~)[(~)[0] & 1]
"""
# Parameters of the two methods `over`, the second of which needs the lock, and arguments, for `%`.
PARAMETERS = """
Object
int
long
Integer
Number
String
Comparable<Integer>
int...
Integer...
Object...
Fn
Mk<Integer>
Cut<Integer>
Low<String>
Sup<Integer>
Sup<? super Integer>
Act
Node
"""
ARGUMENTS = """
1
1L
(Integer) 1
"s"
new Node()
$q -> 1
() -> 1
Lib.same(1)
Lib::yes
Kind.ONE::f
"s"::length
new Low<Integer>()
new Low<>()
Lib.same(new Low<Integer>())
Kind.ONE
Lib.yes() ? 1 : null
"""
# Ways to the guarded array, for `~`.
ARRAYS = """
O.arr
O.arr
O.arr.clone()
Lib.same(O.arr)
((int[]) (Object) O.arr)
(Lib.yes() ? O.arr : new int[3])
(Lib.yes() ? O.arr : O.arr)
switch (1) { default -> O.arr; }
new Box<>(O.arr).v
"""
# Variables `W` for the object `R`.
BINDINGS = """
final Acc W = R;
Acc W = R;
var W = (Acc) R;
Acc W; if (Lib.yes()) W = R; else W = Reg.acc;
"""
# Guards: as the annotation has it, and how a block holds it for the object `O`.
LOCKS = {
    "this": "synchronized (O) { @ }",
    "lk": "synchronized (O.lk) { @ }",
    "Acc.class": "synchronized (Acc.class) { @ }",
    "Reg.LOCK": "synchronized (Reg.LOCK) { @ }",
    "jl": "O.jl.lock(); try { @ } finally { O.jl.unlock(); }",
    "rw": "O.rw.writeLock().lock(); try { @ } finally { O.rw.writeLock().unlock(); }",
}
# Those that are no monitors, with their classes.
EXPLICIT = {"jl": "ReentrantLock", "rw": "ReentrantReadWriteLock"}
# Locks that guard nothing of the object `O`.
WRONG_LOCKS = """
synchronized (new Key()) { @ }
synchronized (Lib.class) { @ }
synchronized (Kind.ONE) { @ }
synchronized (Reg.OTHER) { @ }
synchronized (O.other) { @ }
synchronized (O.jl) { @ }
O.rw.readLock().lock(); try { @ } finally { O.rw.readLock().unlock(); }
"""
# The right lock at the wrong time: `@(…)` is a block that holds it.
WRONG_TIMES = """
@(Lib.id(1);) !
try { @(Lib.id(1);) } finally { ! }
try { @(if (Lib.yes()) throw new Ex(1);) } catch (Ex $e) { ! }
Act $a; @($a = () -> { ! };) $a.go();
Act $a; @($a = new Act() { public void go() { ! } };) $a.go();
Act $a = Lib.same(() -> { ! }); @(Lib.id(1);) $a.go();
Mk<Act> $m = () -> { @(return () -> { ! };) }; $m.mk().go();
/*# thread_shared */ class $K { void m() { ! } } $K $k; @($k = new $K();) $k.m();
Thread $t; @($t = new Thread(() -> { ! }); $t.start();) Lib.join($t);
Thread $t = new Thread() { public void run() { ! } }; @($t.start();) Lib.join($t);
"""
# Places for a statement: members of Acc, classes beside it, the call with an object `c`.
PLACES_INSIDE = """
void hole(Acc o) { @ } | | c.hole(c);
private void in(Acc o) { @ } void hole(Acc o) { in(o); } | | c.hole(c);
Act in(Acc o) { return () -> { @ }; } | | c.in(c).go();
<Q> Q in(Acc o, Q q) { @ return q; } | | c.in(c, 1);
class In { void in(Acc o) { @ } } void hole(Acc o) { new In().in(o); } | | c.hole(c);
class In { { Acc o = Acc.this; if (Lib.yes()) { @ } } } void hole() { new In(); } | | c.hole();
class In { { { Lib.id(1); } Acc o = Acc.this; @ } } void hole() { new In(); } | | c.hole();
interface Take { void take(Acc o); } void in(Acc o) { @ } void hole(Acc o) { Take f = this::in; f.take(o); } | | c.hole(c);
class In<T extends Acc> { void in(T o) { @ } } void hole(Acc o) { new In<Acc>().in(o); } | | c.hole(c);
private static class In { private Acc o; void in() { @ } } void hole(Acc q) { In i = new In(); i.o = q; i.in(); } | | c.hole(c);
final Act act = new Act() { public void go() { Acc o = Reg.get(); @ } }; | | c.act.go();
"""
# The same beside Acc.
PLACES = """
| class X { static void hole(Acc o) { @ } } | X.hole(c);
| class X { X(Acc o) { @ } } | new X(c);
| class X { { Acc o = Reg.acc; @ } } | new X();
| class X { { { Lib.id(1); } Acc o = Reg.acc; @ } } | new X();
| class X { static { Acc o = Reg.get(); @ } static void f() { } } | X.f();
| class X { void hole(Acc o) { @ } } class Y extends X { void hole(Acc o) { super.hole(o); } } | new Y().hole(c);
| interface X { static void hole(Acc o) { @ } } | X.hole(c);
| interface X { default void hole(Acc o) { @ } } class Y implements X { } | new Y().hole(c);
| record X(Acc o) { X { @ } } | new X(c);
| record X(Acc o) { void hole() { @ } } | new X(c).hole();
| enum X { A { void hole(Acc o) { @ } }; abstract void hole(Acc o); } | X.A.hole(c);
| class X { static class Z<T extends Acc> { void hole(T o) { @ } } } | new X.Z<Acc>().hole(c);
| class X<T extends Acc> { class Z { void hole(T o) { @ } } } | new X<Acc>().new Z().hole(c);
| class X { static <T extends Acc, U extends T> void hole(T q, U o) { @ } } | X.hole(c, c);
| class X { void hole(Acc... all) { for (Acc o : all) { @ } } } | new X().hole(c, c);
| class X { static final Act A = new Act() { public void go() { Acc o = Reg.get(); @ } }; } | X.A.go();
| class X { final Acc o; X(Acc o) { this.o = o; } void in() { @ } static void hole(Acc o) { new X(o).in(); } } | X.hole(c);
| abstract class X<T> { abstract void take(T t); void hole(T t) { take(t); } } class Y extends X<Acc> { void take(Acc o) { @ } } | new Y().hole(c);
| interface X { private void in(Acc o) { @ } default void hole(Acc o) { in(o); } } class Y implements X { } | new Y().hole(c);
| interface X<T, R> { R call(T t); default X<T, R> twice() { return t -> { call(t); return call(t); }; } } class Y { static int in(Acc o) { @ return 1; } } | ((X<Acc, Integer>) Y::in).twice().call(c);
| sealed interface X permits Y { void hole(Acc o); } record Y() implements X { public void hole(Acc o) { @ } } | new Y().hole(c);
"""
# Ints, by expressions that let the object under construction out.
ESCAPES = """
Reg.put(this)
Reg.put(Acc.this)
(Reg.acc = this).lib
out()
Lib.apply($q -> Reg.put(this))
Lib.apply(this::give)
Lib.apply(Acc.this::give)
new Object() { int v = Reg.put(Acc.this); }.v
"""
# Constructors and initialisers, with the statements at `@`.
BUILDERS = """
Acc() { @ }
Acc() { super(); @ }
Acc(int q) { @ } Acc() { this(1); }
Acc(Object q) { } Acc(int... q) { @ }
{ @ }
{ { Lib.id(1); } @ }
{ { @ } Lib.id(1); }
Acc() { } { if (Lib.yes()) { @ } }
"""
CREATIONS = """
new Acc();
new Sub();
new Acc() { };
"""
# Thread-local objects that are handed over: how `o`, of class Mine, is wrapped, with the way back from `w`.
WRAPPERS = """
Mine | o | w
Box<Mine> | new Box<>(o) | w.v
Rec<Mine> | new Rec<>(o, 1) | w.twice()
Object | o | ((Mine) w)
Object | new Box<Object>(o) | ((Mine) ((Box<?>) w).v)
Mine[] | new Mine[]{o} | w[0]
Mine[][] | new Mine[][]{{o}} | w[0][0]
Out<Mine>.In | new Out<>(o).new In() | w.get()
Cut<Mine> | $q -> o | w.of(1)
Mk<? extends Mine> | () -> o | w.mk()
Mk<Mine> | () -> o | w.mk()
Mine.In | o.new In() | w.outer()
Act | () -> o.v++ | new Mine(w)
"""
# Starts of a thread that runs `@`.
FORKS = """
new Thread(() -> { @ }).start();
new Thread() { public void run() { @ } }.start();
Runnable $r = () -> { @ }; new Thread($r).start();
Act $a = () -> { @ }; new Thread($a::go).start();
class $K implements Runnable { public void run() { @ } } new Thread(new $K()).start();
class $K extends Thread { public void run() { @ } } new $K().start();
Fn $f = $q -> { @ return $q; }; new Thread(() -> $f.f(1)).start();
new Thread(Lib.<Runnable>same(() -> { @ })).start();
Runnable[] $r = { () -> { @ } }; new Thread($r[0]).start();
Mk<Runnable> $m = () -> () -> { @ }; new Thread($m.mk()).start();
Act $a = new Act() { public void go() { @ } }; new Thread(() -> $a.go()).start();
new Thread(Lib.yes() ? () -> { @ } : null).start();
"""
