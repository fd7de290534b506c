package a;
public class Top { Object deep; private int own; int near; public int far; protected static class Entry { static int top; } private static class Hidden { static int h; } }
class Vis { int no; }
interface Sup { default Sup it() { return null; } int sup(); }
interface Sub extends Sup { default Sub it() { return null; } int sub(); }
abstract class Impl implements Sup { public int sup() { return 0; } }
abstract class Both extends Impl implements Sub { int m() { return it().sub() + sup(); } } //> Sub.it(), Sub.sub(), Impl.sup()
class Twice { static Twice N; int f; static class N { static int z; } int m() { return Twice.N.f; } } //> Twice.N, Twice.f
//====
package b;
import a.*;
import c.*;
class Hidden { static int b; }
class Entry { static int e; }
class User extends Top {
    int m() { return near; } //> ? near
    int n() { return far + Hidden.b + Entry.top; } //> Top.far, Hidden.b, Entry.top
    Both both = new Both(); //> Both.new
    int v = new Vis().yes; //> Vis.new, Vis.yes
}
//====
package c;
public class Both { }
class Map { static class Entry { int inMap; } }
class Weak extends Map { private static class Entry { int inWeak; } }
class Value { static class Entry { int inValue; } class Mine extends b.Other { int k = new Entry().inValue; } } //> Entry.new, Entry.inValue
//====
package b;
public class Other extends More { private static class Entry { } }
class More { public static class Entry { } }
//====
package c;
public class Vis { public int yes; }
