//! Another object's fields need their guards in a constructor
//! check: EXP REF/guard-held @ 6
class Counter {
    int n /*# guarded_by this */;

    Counter(Counter c) { n = c.n; }
}
