//! A record pattern calls the accessors
//! check: EXP INVOKE/requires-held @ 8
class Other { static int x /*# guarded_by Other.class */; }
record R(int i) {
    public int i() /*# requires Other.class */ { return Other.x++; }
}
class User {
    static void f(Object o) { if (o instanceof R(int k)) { } }
    static int held(Object o) { synchronized (Other.class) { return o instanceof R(int k) ? k : 0; } }
}
