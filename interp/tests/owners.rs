//! Run-time owners: what fires in a run of a program with owners.

use racefree_interp::drive::{RunOptions, in_words, run};
use racefree_interp::reduction::owners::watch;

/// The monitors that fire in a run.
fn fired(source: &str) -> Vec<&'static str> {
    let program = racefree_grammar::parse(source).expect("a program");
    let lowered = racefree_interp::lower(program.clone()).expect("it can run");
    let options = RunOptions { seed: 1, ..RunOptions::default() };
    let schedule = run(&lowered, &options).schedule;
    let seen = watch(&program, &lowered.tables, options.semantics, schedule.ids());
    seen.fired.iter().map(|&fired| in_words(&lowered, fired).monitor.name()).collect()
}

#[test]
fn a_unique_receiver_is_given_if_an_argument_says_to_what() {
    let class =
        "//! system: owners\nclass A<x> { int v guarded_by x  int m(A<x> y) requires x, x$y { this.v + y.v } }\n";
    let of = |main: &str| fired(&format!("{class}{main}"));
    // σ matches the owned unique ones last: x is the argument's owner, and the receiver is given it.
    assert!(of("(new A<unique>).m(new A<thisThread>)").is_empty());
    assert!(of("let Object<self> l = new Object<self> in synchronized l in (new A<unique>).m(new A<l>)").is_empty());
    // Where no argument says so, it is lent.
    assert!(of("let A<unique> a = new A<unique> in { if (false) a.m(null) else 1; a.v }").is_empty());
    assert!(!of("(new A<self>).m(new A<thisThread>)").is_empty());
}
