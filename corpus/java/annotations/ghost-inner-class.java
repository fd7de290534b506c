//! An inner class has the class parameters around it
//! check: EXP ASSIGN/guard-held @ 10
class Outer/*#{ghost Object l}*/ {
    int n /*# guarded_by l */;

    class Inner {
        int m /*# guarded_by l */;

        void good() /*# requires l */ { n = 1; m = 1; }
        void bad() { m = 2; }
    }

    Inner make() { return new Inner(); }
}
