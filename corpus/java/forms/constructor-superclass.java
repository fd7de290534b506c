//! super(…) keeps the object fresh if the superclass's constructor does
//! check: EXP ASSIGN/guard-held @ 20
class Registry { static void add(Object o) { } }

class Good {
    int n /*# guarded_by this */;
    Good(int x) { n = x; }
}

class Bad {
    int n /*# guarded_by this */;
    Bad() { Registry.add(this); }
}

class A extends Good {
    A() { super(1); n = 2; }
}

class B extends Bad {
    B() { super(); n = 2; }
}
