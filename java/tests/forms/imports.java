package a.b;
import static a.b.Tools.*;
import static a.b.Tools.Kind.ONE;
import a.b.Tools.Part;
class Tools { static int count; static int twice(int i) { return i; } enum Kind { ONE, TWO } static class Part { static int p; int q; } static class Hidden extends Part { } }
class User {
    int m() { return count + twice(1); } //> Tools.count, Tools.twice(int)
    Tools.Kind k = ONE; //> Kind.ONE
    int p = Part.p + a.b.Tools.count + a.b.Tools.Part.p + new Part().q; //> Part.p, Tools.count, Part.p, Part.new, Part.q
    Kind other = Kind.TWO; //> Kind.TWO
    int h = Hidden.p; //> Part.p
}
