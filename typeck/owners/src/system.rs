//! The system of owners, as everything sees it that works for all systems.

use crate::error::Failure;
use crate::owner::Ty;
use crate::proved::to_watch;
use crate::reading::Reading;
use crate::rules::{
    self, class, exp_assign, exp_fork, exp_invoke, exp_ref, exp_take, exp_var, exp_while, field, give, type_c,
};
use crate::typed::typed;
use crate::typing::{
    IN_SEQUENCE, IN_TWO_STEPS, ONE_OTHER_THREAD, OWN_FORMALS_NARROWED, RACY_FIELDS, Typing, WHERE_OF_ANY_THIS,
    WHERE_OF_UNIQUE,
};
use crate::writing::Judged;
use racefree_grammar::ast::{Dialect, Expr, ExprId, Program, Special, TypeId};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::span::Span;
use racefree_kernel::listener::{Listener, Listeners};
use racefree_kernel::report::{Fact, Facts, Group, Warning};
use racefree_kernel::{
    About, Derives, NamedVariant, Options, PremiseId, Report, System, WithDerivation, by_place, report,
};
use std::cell::RefCell;

/// EPRFJ: the system of owners.
#[derive(Clone, Copy, Debug)]
pub struct Eprfj;

const ABOUT: About = About {
    id: rules::SYSTEM,
    name: "owners",
    title: "EPRFJ, each object says how it is protected (Sasturkar, Agarwal, Wang and Stoller 2005)",
    book: rules::BOOK,
    sections: ("owners", &[("2", "Typing rules")]),
    decisions: DECISIONS,
    groups: GROUPS,
    variants: VARIANTS,
    promises: &["race", "owner", "requires", "value", "final", "progress", "exclusion"],
    dialect: Dialect::Owners,
    has_annotations: true,
};

impl System for Eprfj {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn check(&self, program: &Program, source: &str, options: &Options) -> Report {
        judged(program, source, options, None).0
    }

    fn failures(&self, program: &Program, options: &Options) -> Vec<(PremiseId, Span)> {
        let (_, failures) = read(&mut Typing::new(program, options), None);
        by_place(failures.iter().map(|failure| (failure.premise, failure.span)))
    }

    fn held(&self, program: &Program, source: &str, options: &Options, at: &[ExprId]) -> Vec<Option<Vec<String>>> {
        let (_, typed) = typed(program, source, options);
        let first = |point| {
            let mut locks: Vec<String> = typed.locks(point).map(|lock| typed.show_owner(lock)).collect();
            locks.reverse();
            locks
        };
        at.iter().map(|&e| typed.point(e).map(first)).collect()
    }

    fn derive<'p>(&self, program: &'p Program, source: &'p str, options: &'p Options) -> WithDerivation<'p> {
        let derives = RefCell::new(Derives::default());
        let (report, typing) = judged(program, source, options, Some(&derives));
        (report, Box::new(Judged { typing, derivation: derives.into_inner().finish() }))
    }
}

/// Judges a program while someone may listen, and says what was found.
pub(crate) fn judged<'p>(
    program: &'p Program,
    source: &str,
    options: &'p Options,
    listener: Option<&RefCell<dyn Listener<Eprfj>>>,
) -> (Report, Typing<'p>) {
    let mut typing = Typing::new(program, options);
    let (main, found) = read(&mut typing, listener);
    let main = main.map(|ty| typing.show(ty));
    let errors = typing.explain(&found, source);
    let unproved = typing.unproved(&found);
    let mut report = report::sort_out(&Eprfj, program, source, options, errors, resembling(program), main);
    let unproved: Vec<u32> = unproved.iter().map(|f| f.0).collect();
    let watched = to_watch(program, &unproved);
    report.facts = Some(Facts { annotations: annotations(program), unproved, watched });
    (report, typing)
}

/// Applies \[PROG\] while someone may listen: the type of the main expression, and the failures.
fn read(typing: &mut Typing<'_>, listener: Option<&RefCell<dyn Listener<Eprfj>>>) -> (Option<Ty>, Vec<Failure>) {
    Listeners::errors_of(listener, |listeners| Reading { typing, listeners }.prog())
}

/// Limit on the comparisons of names, over the whole program.
const LOOKS: usize = 2_000_000;

/// Method owner parameters, which are declared by being used, that look like a formal of the class.
fn resembling(program: &Program) -> Vec<Warning> {
    let mut found = Vec::new();
    let mut looks = LOOKS;
    for class in program.classes.iter() {
        let formals: Vec<&str> = program.formals_of(class).iter().map(|f| program.text(f.name)).collect();
        for method in program.methods_of(class) {
            let params = program.params_of(method);
            let types = program.clauses_of(method).receiver.into_iter().chain(params.iter().map(|p| p.ty));
            for &o in types.flat_map(|t| program.locks_of(t)) {
                let Expr::Var(f) = program.expr(o) else { continue };
                let text = program.text(f);
                looks = looks.saturating_sub(formals.len() + params.len());
                if looks == 0 {
                    return found;
                }
                let meant = text == "this" || formals.contains(&text) || params.iter().any(|p| p.name == f);
                if let Some(near) = formals.iter().find(|near| !meant && is_slip(text, near)) {
                    let message = format!(
                        "`{text}` is a formal owner of the method, declared by being used here; the class has `{near}`"
                    );
                    let span = program.span(o);
                    let fixes = vec![Fix::guess("write the formal of the class", vec![Edit::replace(span, *near)])];
                    found.push(Warning { kind: "formal_resembles", span, message, idle_holds: false, fixes });
                }
            }
        }
    }
    found
}

/// True if two names of some length differ in case, or in one letter that is replaced, missing or doubled.
fn is_slip(a: &str, b: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    let same = short.iter().zip(long).take_while(|(a, b)| a == b).count();
    let rest = |skip: usize| short.get(same + skip..) == long.get(same + 1..);
    a.len().min(b.len()) > 3 && (a == b || if short.len() == long.len() { rest(1) } else { rest(0) })
}

/// Counts the annotations of a program.
fn annotations(program: &Program) -> Vec<(&'static str, Fact)> {
    let guards = program.fields.iter().filter(|f| f.guard.is_some()).count();
    let class_guards = program.classes.iter().filter(|c| c.guard.is_some()).count();
    let types = (0..program.types.len() as u32).map(TypeId::new);
    let arguments: Vec<Expr> = types.flat_map(|ty| program.locks_of(ty)).map(|&e| program.expr(e)).collect();
    let count = |of: &dyn Fn(&Expr) -> bool| arguments.iter().filter(|e| of(e)).count();
    let special = |special: Special| (special.text(), count(&|e| *e == Expr::Special(special)));
    let mut owners: Vec<(&'static str, usize)> = Special::ALL.into_iter().map(special).collect();
    owners.push(("qualified", count(&|e| matches!(e, Expr::Qualified { .. }))));
    owners.push(("name", count(&|e| matches!(e, Expr::Var(_) | Expr::Field { .. }))));
    vec![
        ("formals", Fact::Count(program.formals.iter().filter(|f| !f.implied).count())),
        ("owners", Fact::Counts(owners)),
        ("guarded_by", Fact::Count(guards + class_guards)),
        ("write_guarded_by", Fact::Count(program.fields.iter().filter(|f| f.write_guard.is_some()).count())),
        ("requires", Fact::Count(program.methods.iter().filter(|m| m.requires.len > 0).count())),
        ("reads", Fact::Count(program.methods.iter().filter(|m| program.clauses_of(m).reads.len > 0).count())),
        ("moves", Fact::Count(program.exprs.iter().filter(|e| matches!(e, Expr::Move(_))).count())),
    ]
}

/// The decisions of section 9, in a sentence each.
const DECISIONS: &[(&str, &str)] = &[
    (
        "D-O1",
        "Each fork puts a fresh owner for thisThread; the paper puts one `otherThread`, so that a thread in a thread sees objects of two threads as of one owner.",
    ),
    ("D-O2", "An identifier has no `$`, which stands between a formal owner and a path."),
    (
        "D-O3",
        "No field type and no superclass has the owner thisThread: the substitution of a fork does not reach them.",
    ),
    ("D-O4", "A guard may be any formal of the class, not the first alone; unique-first keeps that sound."),
    (
        "D-O5",
        "Owners, `this` and arguments are substituted at once; as printed, one after the other, what is put in is captured.",
    ),
    (
        "D-O6",
        "`reads` tells locks for reading from locks for writing, and formals lend; the paper's `mod` has no counterpart.",
    ),
    ("D-O7", "A read of a final field needs no guard, as printed."),
    ("D-O8", "`x--` is a static move, variables stay immutable; a field that is taken becomes null."),
    ("D-O9", "A variable that was moved may still be a lock, or stand in a type: it denotes its object."),
    ("D-O10", "All variables are final, as in the base."),
    ("D-O11", "A unique field does not lend, it is taken: the reference would outlive the lock."),
    ("D-O12", "A formal that stands for unique occurs in the type of one parameter only, and not in the result's."),
    ("D-O13", "`where f != self` makes f$p one lock, whatever p is; without it linked structures do not check."),
    (
        "D-O15",
        "The type of `this` in an override is as general as that of the method that it overrides: it speaks of all objects of its class on which that can be called.",
    ),
    ("D-O14", "Every field has guarded_by or is final; the wider EPAJ is `--racy-fields`."),
];

/// Kinds of errors that stand for several premises.
const GROUPS: &[Group] = &[
    (
        "race",
        &[exp_ref::GUARD_HELD, exp_assign::GUARD_HELD, exp_take::GUARD_HELD, exp_invoke::REQUIRES_HELD, field::GUARDED],
    ),
    ("requires", &[exp_invoke::REQUIRES_HELD]),
    ("moved", &[give::OWNED, exp_var::LIVE, exp_while::LOOP, exp_assign::APART, exp_invoke::APART]),
];

/// The literal readings of section 9, and the premises off that stand for one.
const VARIANTS: &[NamedVariant] = &[
    NamedVariant::reading(
        "one-other-thread",
        "D-O1: a fork puts one `otherThread` for thisThread, as printed. Unsound: a thread in a thread sees objects of two \
         threads as of one owner, and may store one's in the other's.",
        ONE_OTHER_THREAD,
    ),
    NamedVariant::off(
        "this-thread-in-declarations",
        "D-O3: field types and superclasses may have the owner thisThread, as printed. Unsound: the substitution of a fork \
         does not reach them.",
        &[field::NO_THREAD, class::SUPER_NO_THREAD],
    ),
    NamedVariant::reading(
        "substitute-in-sequence",
        "D-O5: [EXP REF] substitutes `this`, then each owner, as printed. Unsound: a formal of the caller that is put in is \
         taken for the class's own.",
        IN_SEQUENCE,
    ),
    NamedVariant::reading(
        "substitute-in-two-steps",
        "D-O5: [EXP INVOKE] substitutes owners, then `this`, then arguments, as printed. Unsound: a variable of the caller \
         that is put in is taken for a parameter.",
        IN_TWO_STEPS,
    ),
    NamedVariant::off(
        "unique-fields-lend",
        "D-O11: what a unique field holds may be borrowed. Unsound: the reference outlives the lock.",
        &[exp_ref::BORROW],
    ),
    NamedVariant::off(
        "unique-anywhere",
        "D-O12: a formal of several places may stand for unique. Unsound: two lent objects come to share a third.",
        &[exp_invoke::UNIQUE_ONCE],
    ),
    NamedVariant::off(
        "where-unchecked",
        "D-O13: `where f != self` is taken on trust. Unsound: with f = self, one lock is taken for another.",
        &[type_c::WHERE],
    ),
    NamedVariant::reading(
        "where-of-unique",
        "D-O13: `unique` may be put for f where f != self. Unsound: seen at a superclass without the clause, it is given away as \
         `self`.",
        WHERE_OF_UNIQUE,
    ),
    NamedVariant::reading(
        "where-of-any-this",
        "D-O13: a method has its class's clauses `where f != self`, whatever its type of `this`. Unsound: nothing is known of what \
         that has in the place of f.",
        WHERE_OF_ANY_THIS,
    ),
    NamedVariant::reading(
        "own-formals-narrowed",
        "D-O15: the type of `this` in an override may say anything of the formals that its class adds to its superclass's. Unsound: a \
         call does not look at them.",
        OWN_FORMALS_NARROWED,
    ),
    NamedVariant::off(
        "captures-stay",
        "A fork does not move what it captures. Unsound: two threads hold one unique object.",
        &[exp_fork::CAPTURES_MOVE],
    ),
    NamedVariant {
        trust: Some("fields without `guarded_by` may race"),
        ..NamedVariant::reading(
            "racy-fields",
            "D-O14: the wider EPAJ: a field needs no guard unless its type is unique, and its reads none with \
             `write_guarded_by`. Such fields may race.",
            RACY_FIELDS,
        )
    },
];
