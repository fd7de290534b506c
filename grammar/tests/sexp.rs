//! Programs as s-expressions: what abbreviates is written out, and what is not in the language of the model says so.

use racefree_grammar::{parse, sexp};

fn line(source: &str) -> String {
    sexp::line(&parse(source).unwrap_or_else(|errors| panic!("{errors:?}")))
}

#[test]
fn abbreviations_are_written_out() {
    let source = "class A<ghost Object g> extends B guarded_by g {\n  int n  final A<this.f> f = null;\n  \
                  synchronized void m(int i, A<g> a) requires g, this.f { print -i; this.n = 1; {} }\n}\nthread_local class B {}\n\
                  let B b = new B in if (true && !false || 1 <= 2) b";
    assert_eq!(
        line(source),
        "(program \
         (class A shared (((cls Object) g)) (cls B) ((n int - (g) 0) (f (cls A (this f)) final - null)) \
         ((m void ((int i) ((cls A (g)) a)) ((g) (this f)) \
         (sync (var this) (seq (print (op - 0 (var i))) (seq (set (var this) n 1) unit)))))) \
         (class B thread_local () - () ()) \
         (main (let (cls B) b (new (cls B)) \
         (if (if (if true (if (if false false true) true false) false) true (if (op <= 1 2) true false)) (var b) unit))))"
    );
}

#[test]
fn what_the_model_lacks_says_so() {
    for (source, name) in [
        ("class A {}", "open-program"),
        ("let String s = null in 1", "String"),
        ("\"a\".length()", "String"),
        ("let Object o = new Object in synchronized o in { holds o; 1 }", "holds"),
        ("class A { int f = 0 } new A.f //# no_warn", "no_warn"),
    ] {
        let line = line(source);
        assert!(line.contains(&format!("(unsupported {name})")), "{source}: {line}");
    }
}
