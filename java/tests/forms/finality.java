class F {
    void m(boolean c, int again, final int fin) { //: c boolean f, again int, fin int f
        again++;
        int blank; //: blank int f
        if (c) blank = 1; else blank = 2;
        int twice; //: twice int
        twice = 1;
        twice = 2;
        int left; //: left int f
        if (c) { left = 1; return; }
        left = 2;
        int looped; //: looped int
        while (c) { looped = 1; }
        int tried; //: tried int
        try { tried = m2(); } catch (Exception e) { tried = 0; } //: e java.lang.Exception f
        int switched; //: switched int f
        switch (again) { case 1: switched = 1; break; default: switched = 2; }
        int arrow; //: arrow int f
        switch (again) { case 1 -> arrow = 1; default -> arrow = 2; }
        int tern = c ? 1 : 2; //: tern int f
        int chosen; //: chosen int f
        Object o = c ? (chosen = 1) : (chosen = 2);
        int inLambda; //: inLambda int c
        Runnable r = () -> { inLambda = 1; };
        for (int i = 0; i < 3; i++) { int each = i; } //: i int, each int f
        for (int x : new int[0]) { } //: x int f
        int compound = 0; //: compound int
        compound += 1;
        int shut; //: shut int f
        synchronized (this) { shut = 1; }
        int read; //: read int
        while ((read = m2()) > 0) { }
        int found; //: found int f
        for (;;) { if (c) { found = 1; break; } if (again > 3) { found = 2; break; } }
        int goes; //: goes int
        while (true) { if (c) { goes = 1; if (again > 1) continue; break; } }
        int inner; //: inner int
        for (;;) { for (;;) { inner = 1; break; } }
        int outer; //: outer int f
        all: for (;;) { for (;;) { outer = 1; break all; } }
        int cased; //: cased int
        for (;;) { switch (again) { case 1: cased = 1; break; } }
    }
    void n(boolean c, int k) throws Exception {
        int ret; //: ret int f
        while (c) { if (k > 2) { ret = 1; return; } }
        int caught; //: caught int
        while (c) { try { caught = 1; return; } finally { continue; } }
        int after; //: after int
        for (;;) { if (c) { after = 1; break; } }
        after = 2;
        String s = null; //: s java.lang.String
        s = "";
    }
    int m2() { return 0; }
}
