//! Overloads that hang on what is above enums, boxes and the branches of a switch
//! check: EXP INVOKE/requires-held @ 20, EXP INVOKE/requires-held @ 21, EXP INVOKE/requires-held @ 22, EXP INVOKE/requires-held @ 23, EXP INVOKE/requires-held @ 24
import java.util.*;
import java.util.function.*;

enum E { X }

class Calls {
    /*# requires this */ void m(Comparable<E> a) { }
    void m(Object a) { }
    /*# requires this */ void n(Object a) { }
    void n(Comparable<Integer> a) { }
    /*# requires this */ void o(Iterable<String> a) { }
    void o(Integer a) { }
    /*# requires this */ void p(Number a) { }
    void p(CharSequence a) { }
    /*# requires this */ void q(Object a) { }
    <T> void q(List<? super T> a) { }

    void enums() { m(E.X); m("s"); m(1); }
    void boxes() { n(1); n(1L); }
    void functions() { o(() -> null); o(1); }
    void branches(int k) { p(switch (k) { case 1 -> 1; default -> null; }); p(switch (k) { case 1 -> "s"; default -> null; }); }
    void lists(Predicate<String> p, List<String> l) { q(p); q(l); }
}
