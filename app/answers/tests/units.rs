//! Small parts by themselves.

use racefree_answers::Job;
use racefree_answers::names::{nearest, suggestion};

#[test]
fn the_rest_is_estimated_by_the_rate_and_bounded_by_the_limit() {
    let sized = Job { all: Some(1_000), time: None };
    assert_eq!(sized.left(100, 10.0), ", 90 s left");
    assert_eq!(sized.left(10, 10.0), ", 16 min left");
    assert_eq!(sized.left(1, 10.0), ", 2.8 h left");
    assert_eq!(sized.left(1_000, 10.0), ", 0 s left");
    assert_eq!((sized.left(0, 10.0), sized.left(1, 0.1)), (String::new(), String::new()));
    let limited = Job { all: Some(1_000), time: Some(30.0) };
    assert_eq!(limited.left(100, 10.0), ", 20 s left");
    assert_eq!(limited.left(500, 10.0), ", 10 s left");
    assert_eq!(limited.left(0, 40.0), ", 0 s left");
    assert_eq!(Job::default().left(5, 5.0), "");
}

#[test]
fn names_that_are_meant() {
    let schedulers = ["random", "pct", "pos", "round-robin", "replay"];
    assert_eq!(nearest("roundrobin", schedulers), ["round-robin"]);
    assert_eq!(nearest("randon", schedulers), ["random"]);
    assert_eq!(nearest("fork", ["EXP FORK2", "EXP REF", "FIELD"]), ["EXP FORK2"]);
    assert_eq!(nearest("exp reff", ["EXP FORK2", "EXP REF", "FIELD"]), ["EXP REF"]);
    assert!(nearest("zzz", schedulers).is_empty());
    assert_eq!(suggestion("randon", schedulers), "; did you mean `random`?");
}

/// Members of Java without what keeps threads apart.
#[cfg(feature = "java")]
mod bare {
    use racefree_answers::bare_member;

    fn same(a: &str, b: &str) -> bool {
        let of = |body: &str| bare_member(&format!("class A {{ {body} }}"), "A.m");
        of(a).is_some() && of(a) == of(b)
    }

    #[test]
    fn locks_comments_and_layout_do_not_matter() {
        let plain = "void m() { n++; f(\"}\"); }";
        assert!(same(plain, "synchronized void m() { n++; /* x */ f(\"}\"); }"));
        assert!(same(plain, "void m() {\n synchronized (this.a(1)) { n++; f(\"}\"); } // out\n }"));
        assert!(same(plain, "@GuardedBy(\"this\") final void m() { synchronized (x) { n++; } f(\"}\"); }"));
        assert!(same("volatile int m = 1;", "int m = 1;"));
    }

    #[test]
    fn all_else_does() {
        let plain = "void m() { n++; f(\"a\\\"b\", '\\''); }";
        assert!(!same(plain, "void m() { n--; f(\"a\\\"b\", '\\''); }"));
        assert!(!same(plain, "void m() { n++; f(\"a\\\" b\", '\\''); }"));
        assert!(!same(plain, "void m(int x) { n++; f(\"a\\\"b\", '\\''); }"));
        assert!(!same("void m() { { n++; } }", "void m() { n++; }"));
        assert_eq!(bare_member("class A { int n; }", "A.m"), None);
        assert_eq!(bare_member("class A {", "m"), None);
    }
}
