//! Conditions are read by what a rule binds, and their faults have places.

use super::{Condition, Fault, Scope, TermSort};
use crate::template::{Symbols, Templates};

#[allow(dead_code)]
mod calculus {
    crate::rules! {
        system 0;

        read: "READ", "1", "P; E; ls ⊢ e.fd : [e/this]t", "argᵢ = sᵢ xᵢ. And more = t." {
            RECEIVER "receiver" Computes "P; E; ls ⊢ e : c", "";
            FIELD "field" Computes "P; E ⊢ ([final] t fd [guarded_by l] = e') ∈ c", "";
            HELD "held" Checks "P; E ⊢ [e/this]l ∈ ls", "";
            EVERY "every" Checks "for every x ∈ FV(e):  P ⊢ E(x) shared", "";
        }
        new: "NEW", "1", "P ⊢ new c : c", "" {}
    }
}

const SYMBOLS: Symbols = Symbols {
    metavariables: &["E", "arg", "c", "e", "fd", "l", "ls", "s", "t", "x"],
    functions: &["E"],
    substitutions: &[],
    relations: &[" : ", " <: ", " ∈ "],
    predicates: &[" shared"],
    whole: &["wf"],
    words: &[],
};

fn scope(rule: crate::RuleId) -> Scope {
    Scope::of(&Templates::new(calculus::BOOK, SYMBOLS), rule)
}

fn read(text: &str) -> Result<Condition, Fault> {
    Condition::parse(text, &scope(calculus::read::RULE))
}

#[test]
fn what_a_rule_binds_is_what_it_declares() {
    let scope = scope(calculus::read::RULE);
    let mut names: Vec<(&str, &str)> = scope.names.iter().map(|x| (x.key.as_str(), x.written.as_str())).collect();
    names.sort_unstable();
    assert_eq!(
        names,
        [
            ("c", "c"),
            ("e", "e"),
            ("e'", "e'"),
            ("final", "`final`"),
            ("guarded_by", "`guarded_by`"),
            ("l", "[e/this]l"),
            ("ls", "ls"),
            ("sᵢ", "sᵢ"),
            ("t", "[e/this]t"),
            ("xᵢ", "xᵢ"),
        ]
    );
    assert!(scope.has_locks() && scope.has_env);
    assert_eq!(scope.find("s_i").map(|x| (x.each, x.sort)), Some((true, TermSort::Type)));
}

#[test]
fn a_condition_is_read_and_stated() {
    let condition = read("held( l )  or (declared(final) and not shared(t))").expect("a condition");
    assert_eq!(condition.text, "held( l ) or (declared(final) and not shared(t))");
    assert_eq!(condition.statement, "[e/this]l ∈ ls or it is declared `final` and not ([e/this]t is shared)");
    assert_eq!(condition.names.iter().map(|x| x.key.as_str()).collect::<Vec<_>>(), ["l", "final", "t"]);
    assert_eq!(
        read("not-free(this, e) and (held(l) or held(e))").map(|c| c.statement).as_deref(),
        Ok("this ∉ FV(e) and ([e/this]l ∈ ls or e ∈ ls)")
    );
    // A stated condition is read again the same way.
    let again = read(&condition.text).expect("a condition");
    assert_eq!((again.statement, again.form), (condition.statement, condition.form));
}

#[test]
fn a_fault_says_where_and_what_there_is() {
    let fault = |text: &str| read(text).expect_err(text);
    let cases = [
        ("held(m)", 5, "[READ] binds no `m`; it binds"),
        ("held(t)", 5, "there stands a lock or an expression or a variable or a lock set, and this is a type"),
        ("help(l)", 0, "`help` is no condition; there are: held(l)"),
        ("held(l) shared(t)", 8, "expected `and`, `or` or the end"),
        ("held(l", 6, "expected `)`"),
        ("held l", 5, "expected `(` after `held`"),
        ("subtype(t)", 0, "is about 2 of them, not 1"),
        ("same(l, t)", 8, "a lock is never the same as a type"),
        ("declared(ghost)", 9, "may leave out a word `ghost`; there are: final, guarded_by"),
        ("held(x)", 5, "binds no `x`"),
        ("", 0, "is no condition"),
        ("held(l) and", 11, "is no condition"),
    ];
    for (text, at, message) in cases {
        let Fault { at: found, message: said } = fault(text);
        assert!(said.contains(message), "{text}: {said}");
        assert_eq!(found, at, "{text}: {said}");
    }
    assert!(fault(&"(".repeat(1_000)).message.contains("nested deeper"));
    assert!(fault(&"not ".repeat(900)).message.contains("nested deeper"));
    assert!(fault(&"held(l) or ".repeat(900)).message.contains("at most"));
    let new = |text: &str| Condition::parse(text, &scope(calculus::new::RULE)).expect_err(text).message;
    assert_eq!(new("held(this)"), "[NEW] has no lock set, so nothing is held there");
    assert_eq!(new("final(this)"), "[NEW] has no environment to ask ⊢final in");
}
