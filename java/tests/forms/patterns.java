class S { int a; } class T extends S { int b; } record R(S s, T t) { }
enum Color { RED, GREEN; int n; }
class P {
    int f;
    S later;
    void scope(Object o) {
        if (!(o instanceof T later)) { f = 1; } //> P.f
        later.a = 1; //> P.later, S.a
        if (o instanceof T later) { return; }
        later.a = 2; //> P.later, S.a
        if (!(o instanceof T later)) { throw null; } else { later.b = 1; } //> T.b
        later.b = 3; //> T.b
    }
    void m(Object o, S s, Color col, R r) {
        if (o instanceof T t && t.b > 0) t.b = 1; //> T.b, T.b //: t T f
        if (!(o instanceof T u)) return; //: u T f
        u.b = 2; //> T.b
        if (o instanceof S v || f > 0) { f = 1; } else { f = 2; } //> P.f, P.f, P.f
        boolean b = o instanceof T w ? w.b > 0 : f > 0; //> T.b, P.f
        while (!(o instanceof S q)) { o = s; }
        q.a = 3; //> S.a
        switch (col) { case RED: f = 1; break; case GREEN: default: } //> Color.RED, P.f, Color.GREEN
        int k = switch (col) { case RED -> col.n; case GREEN -> { yield f; } }; //> Color.RED, Color.n, Color.GREEN, P.f //: k int f
        var text = switch (f) { case 1, 2 -> s; default -> new T(); }; //> P.f, T.new //: text S f
        if (o instanceof R(S x, T y)) { x.a = y.b; } //> S.a, T.b
        if (o instanceof R(var x, var y)) { x.a = y.b; } //> S.a, T.b //: x S f, y T f
        Object z = switch (o) { case T n when n.b > 0 -> n.b; case S n -> n.a; default -> f; }; //> T.b, T.b, S.a, P.f
        switch (o) { case T n -> f = n.b; case null, default -> f = 0; } //> P.f, T.b, P.f
        for (Object i = o; i instanceof T j; i = j.b) { j.b = 1; } //> T.b, T.b
    }
}
