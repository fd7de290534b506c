//! An object that is made has itself in a field: nobody else has it, until the field is read
//! check: EXP ASSIGN/guard-held @ 10, EXP REF/guard-held @ 18, EXP ASSIGN/guard-held @ 18, EXP ASSIGN/guard-held @ 18, EXP ASSIGN/guard-held @ 25, EXP ASSIGN/guard-held @ 28
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
}

/*# thread_shared */
class Above extends Ring {
    // What the constructor above has put into a field is not known here.
    Above() { n = 6; }

    Above(boolean yes) {
        super(yes ? 1 : 2); n = 7; }
}

class Registry { static volatile Ring it; }
