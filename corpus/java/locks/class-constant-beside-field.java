//! In front of `class` a name is that of a class, whatever field has it
//! check: EXP ASSIGN/guard-held @ 10
/*# thread_shared */ class Depot { }

class Van {
    static final Depot Depot = new Depot();
    static int load /*# guarded_by Depot.class */;

    static void good() { synchronized (Depot.class) { load = 1; } }
    static void bad() { synchronized (Depot) { load = 2; } }
}
