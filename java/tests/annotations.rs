//! Syntax of annotations, and their places.

use racefree_grammar::Span;
use racefree_java::annotations::{Argument, Clause, LockText, Notation, Place, read_comment, read_modifier};

/// Clauses of a comment as `word(texts)`, or the messages about it, with the text at their places.
fn read(comment: &str) -> Vec<String> {
    let at = 100;
    let (read, wrong) = read_comment(comment, at);
    let text = |span: Span| &comment[(span.start - at) as usize..(span.end - at) as usize];
    let locks = |locks: &[LockText]| {
        let shown = |lock: &LockText| {
            assert_eq!(text(lock.span).replace([' ', '\n'], ""), lock.text, "the place of a lock is its own");
            lock.text.clone()
        };
        locks.iter().map(shown).collect::<Vec<_>>().join(" ")
    };
    let shown = |clause: &Clause| match clause {
        Clause::GuardedBy(l) | Clause::Requires(l) | Clause::Arguments(l) | Clause::Elements(l) | Clause::Holds(l) => {
            locks(l)
        }
        Clause::Ghosts(ghosts) => ghosts.iter().map(|g| format!("{}:{}", g.name, g.ty)).collect::<Vec<_>>().join(" "),
        Clause::NoWarn(kinds) => kinds.join(" "),
        _ => String::new(),
    };
    let clauses = read.iter().map(|a| format!("{}({})", a.clause.word(), shown(&a.clause)));
    clauses.chain(wrong.iter().map(|w| format!("`{}`: {}", text(w.span), w.message))).collect()
}

#[test]
fn every_clause_is_read() {
    for (comment, clauses) in [
        ("/*# guarded_by this */", vec!["guarded_by(this)"]),
        ("//# guarded_by this.f, C.class ,  Outer . this.g", vec!["guarded_by(this.f C.class Outer.this.g)"]),
        ("/*# requires this, r.m() */", vec!["requires(this r.m())"]),
        ("/*#{ghost Object l, ghost a.B m}*/", vec!["class_parameters(l:Object m:a.B)"]),
        ("/*#{ghost Object l, Object m}*/", vec!["class_parameters(l:Object m:Object)"]),
        ("/*#{this.lock, l}*/", vec!["class_arguments(this.lock l)"]),
        ("/*# elems_guarded_by this */", vec!["elems_guarded_by(this)"]),
        ("/*# thread_local */", vec!["thread_local()"]),
        ("/*# thread_shared guarded_by this */", vec!["thread_shared()", "guarded_by(this)"]),
        ("/*# readonly; forks */", vec!["readonly()", "forks()"]),
        ("/*# immediate */", vec!["immediate()"]),
        ("//# holds this.lock", vec!["holds(this.lock)"]),
        ("//# no_warn", vec!["no_warn()"]),
        ("//# no_warn Race, EXP REF/guard-held", vec!["no_warn(race exp_ref_guard_held)"]),
        ("/*#(the client locks) requires this */", vec!["requires(this)"]),
        ("/*# guarded_by\n  this */", vec!["guarded_by(this)"]),
        ("/*#*/", vec![]),
        ("//#", vec![]),
        ("//#(only words)", vec![]),
    ] {
        assert_eq!(read(comment), clauses, "{comment}");
    }
}

#[test]
fn errors_stand_at_their_places() {
    let path = "a lock is a path such as `this`, `this.f`, `C.class` or `x.f`";
    for (comment, messages) in [
        ("/*# guarded_by */", vec![format!("``: {path}")]),
        ("/*# guarded_by this, */", vec![format!("``: {path}")]),
        ("/*# thread_local guarded_by + */", vec!["thread_local()".to_owned(), format!("`+`: {path}")]),
        ("/*#{this*/", vec!["``: `}` is missing".to_owned()]),
        ("/*# requires m(1) */", vec!["`1`: a method that stands for a lock has no arguments: `m()`".to_owned()]),
        ("/*#{ghost Object}*/", vec!["`}`: a class parameter is written `ghost T x`".to_owned()]),
    ] {
        assert_eq!(read(comment), messages, "{comment}");
    }
    let unknown = &read("/*# garded_by this */")[0];
    assert!(unknown.starts_with("`g`: `garded_by` is no annotation; there are guarded_by, "), "{unknown}");
}

#[test]
fn modifiers_mean_the_same_as_comments() {
    let span = Span::new(0, 20);
    let clause = |name: &str, texts: &[&str], on: Place| {
        let arguments: Vec<_> = texts.iter().map(|text| Argument { text: (*text).to_owned(), at: 12 }).collect();
        let (read, wrong) = read_modifier(name, &arguments, span, on);
        (read.map(|a| (a.notation, a.clause)), wrong.len())
    };
    let lock = |text: &str| LockText { text: text.to_owned(), span: Span::new(12, 12 + text.len() as u32) };
    let modifier = |clause| (Some((Notation::Modifier, clause)), 0);
    assert_eq!(clause("GuardedBy", &["this.f"], Place::Field), modifier(Clause::GuardedBy(vec![lock("this.f")])));
    assert_eq!(clause("GuardedBy", &["a", "b"], Place::Field), modifier(Clause::GuardedBy(vec![lock("a"), lock("b")])));
    assert_eq!(clause("GuardedBy", &["this"], Place::Method), modifier(Clause::Requires(vec![lock("this")])));
    assert_eq!(clause("Holding", &["this"], Place::Method), modifier(Clause::Requires(vec![lock("this")])));
    assert_eq!(clause("ThreadSafe", &[], Place::Class), modifier(Clause::ThreadShared));
    assert_eq!(clause("NotThreadSafe", &[], Place::Class), modifier(Clause::ThreadLocal));
    assert_eq!(clause("Immutable", &[], Place::Class), modifier(Clause::Immutable));
    assert_eq!(clause("SuppressWarnings", &["GuardedBy"], Place::Method), modifier(Clause::NoWarn(vec![])));
    let race = modifier(Clause::NoWarn(vec!["race".to_owned()]));
    assert_eq!(clause("SuppressWarnings", &["unchecked", "Race"], Place::Method), race);
    assert_eq!(clause("SuppressWarnings", &["unchecked"], Place::Method), (None, 0));
    assert_eq!(clause("Override", &[], Place::Method), (None, 0));
    assert_eq!(clause("GuardedBy", &["a +"], Place::Field), (None, 1));
    assert_eq!(clause("GuardedBy", &[], Place::Field), (None, 1));
}

#[test]
fn every_clause_has_its_places() {
    let locks = || vec![LockText { text: "this".to_owned(), span: Span::new(0, 4) }];
    let all = [
        Place::Class,
        Place::Field,
        Place::Method,
        Place::Parameter,
        Place::Local,
        Place::Type,
        Place::Brackets,
        Place::Statement,
    ];
    for (clause, places) in [
        (Clause::GuardedBy(locks()), &[Place::Class, Place::Field][..]),
        (Clause::Requires(locks()), &[Place::Method]),
        (Clause::Ghosts(vec![]), &[Place::Class]),
        (Clause::Arguments(locks()), &[Place::Type]),
        (Clause::Elements(locks()), &[Place::Brackets]),
        (Clause::ThreadLocal, &[Place::Class]),
        (Clause::ThreadShared, &[Place::Class]),
        (Clause::Readonly, &[Place::Field, Place::Parameter, Place::Local, Place::Statement]),
        (Clause::Holds(locks()), &[Place::Statement]),
        (Clause::NoWarn(vec![]), &all),
        (Clause::Forks, &[Place::Parameter]),
        (Clause::Immediate, &[Place::Parameter]),
    ] {
        let found: Vec<_> = all.into_iter().filter(|place| place.allows(&clause, Notation::Comment)).collect();
        assert_eq!(found, places, "{}", clause.word());
    }
}
