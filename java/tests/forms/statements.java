class Res implements AutoCloseable { int r; public void close() { } Res open() { return this; } } //> This Res
class It implements Iterable<Res> { public java.util.Iterator<Res> iterator() { return null; } }
class St {
    int f; Res res; int[][] grid;
    int m(Res in) throws Exception {
        try (Res a = in.open(); in) { a.r = f; } finally { f = 0; } //> Res.open(), Res.r, St.f, St.f //: a Res f
        try { f = 1; } catch (IllegalStateException | IllegalArgumentException e) { f = 2; } //> St.f, St.f
        outer: for (int i = 0, j = 1; i < f; i++, j--) { continue outer; } //> St.f
        do { f++; } while (f < 3); //> St.f, St.f
        synchronized (res) { f = 1; } //> St.res, St.f
        int a[] = { f, 2 }, b = a[0]; //> St.f //: a int[] f, b int f
        grid[0] = new int[] { f }; //> St.grid, St.f
        int[][] g = new int[f][]; //> St.f //: g int[][] f
        assert f > 0 : res.r; //> St.f, St.res, Res.r
        if (f > 0) throw new Exception("m" + f); //> St.f, external java.lang.Exception.new, St.f
        Class<?> c = St.class; //: c java.lang.Class<?> f
        long l = 1 + 'c' + f; String s = "a" + l; double d = 1f * l; //> St.f //: l long f, s java.lang.String f, d double f
        for (Res x : new Res[0]) x.r = 1; //> Res.r
        for (var y : grid) y[0] = f; //> St.grid, St.f //: y int[] f
        return f; //> St.f
    }
    { f = 2; res = null; } //> St.f, St.res
    static int sf = new St().f; //> St.new, St.f
    int init = f + 1, next = init; //> St.f, St.init
}
