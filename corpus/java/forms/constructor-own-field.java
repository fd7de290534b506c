//! An object that is made has itself in a field: nobody else has it, until the field is read
//! check: EXP ASSIGN/guard-held @ 10, EXP ASSIGN/guard-held @ 13, EXP ASSIGN/guard-held @ 14, EXP REF/guard-held @ 18, EXP ASSIGN/guard-held @ 18, EXP ASSIGN/guard-held @ 18, EXP ASSIGN/guard-held @ 22, EXP ASSIGN/guard-held @ 27, EXP ASSIGN/guard-held @ 32, EXP ASSIGN/guard-held @ 37, EXP ASSIGN/guard-held @ 46, EXP ASSIGN/guard-held @ 49
/*# thread_shared */
class Ring {
    Ring next /*# guarded_by this */, last /*# guarded_by this */;
    int n /*# guarded_by this */;

    Ring() { this.next = this; n = 1; last = this; n = 2; }

    Ring(Ring all) { next = this; Registry.it = next; n = 3; }

    Ring(int many) {
        next = last = this;
        n = 4;
    }

    Ring(long turns) {
        while (turns > 0) { Registry.it = next; next = this; n = 5; turns--; }
    }

    // The value of the assignment is the object.
    Ring(char out) { Registry.it = next = this; n = 6; }

    Ring(boolean local) {
        Ring all = next = this;
        Registry.it = all;
        n = 7;
    }

    Ring(float call) {
        (next = this).go();
        n = 8;
    }

    Ring(double branch) {
        Registry.put(branch > 0 ? next = this : null);
        n = 9;
    }

    void go() { Registry.it = this; }
}

/*# thread_shared */
class Above extends Ring {
    // What the constructor above has put into a field is not known here.
    Above() { n = 10; }

    Above(boolean yes) {
        super(yes ? 1 : 2); n = 11; }
}

class Registry {
    static volatile Ring it;
    static void put(Ring all) { it = all; }
}
