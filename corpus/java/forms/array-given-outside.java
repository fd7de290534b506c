//! A method of the library that is given an array may use its elements
//! check: EXP REF/guard-held @ 8, EXP REF/guard-held @ 10
import java.util.Arrays;

class Counter {
    final int[/*# elems_guarded_by this */] all = new int[/*# elems_guarded_by this */ 3];

    void bad() { Arrays.fill(all, 1); }

    Object made() { return new java.util.Scanner(all); }

    synchronized void good() { Arrays.fill(all, 1); }

    void free(int[] own) { Arrays.fill(own, 1); Arrays.asList((Object[]) null); }
}
