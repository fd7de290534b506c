//! The base system, RaceFreeJava, as everything sees it that works for all systems.

use crate::options::{
    CONSTRUCTOR_HOLDS_LOCK, INVOKE_SUBSTITUTES_THIS_ONLY, SUBSTITUTE_IN_TWO_STEPS, SUPER_MAY_MENTION_THIS,
};
use crate::rules::{
    self, class3, env_x, exp_assign, exp_fork2, exp_invoke, exp_let, exp_ref, exp_sync, exp_var, field, local_class,
    shareable, shareable_final_field, shareable_guarded_field,
};
use crate::{Options, Report, defaults};
use racefree_grammar::ast::{Dialect, Program};
use racefree_grammar::span::Span;
use racefree_kernel::condition::Vocabulary;
use racefree_kernel::report::Group;
use racefree_kernel::{About, Filled, NamedVariant, PremiseId, System, WithDerivation};

/// RaceFreeJava: the calculus, sections 4 to 7.
#[derive(Clone, Copy, Debug)]
pub struct Base;

/// Metadata of the base system.
pub const ABOUT: About = About {
    id: rules::SYSTEM,
    name: "base",
    title: "RaceFreeJava, types against races (Flanagan and Freund 2000)",
    book: rules::BOOK,
    sections: ("calculus", SECTIONS),
    decisions: DECISIONS,
    groups: GROUPS,
    variants: VARIANTS,
    promises: &["race", "guard", "requires", "confinement", "value", "final", "progress", "exclusion", "holds"],
    dialect: Dialect::Base,
    has_annotations: true,
};

impl System for Base {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn fill_in(&self, program: &mut Program) -> Option<Filled> {
        let filled = defaults::fill_in(program);
        Some(Filled { count: filled.len(), what: defaults::describe(&filled, program) })
    }

    fn vocabulary(&self) -> Option<Vocabulary> {
        Some(crate::side::vocabulary())
    }

    fn check(&self, program: &Program, source: &str, options: &Options) -> Report {
        crate::check(program, source, options)
    }

    fn failures(&self, program: &Program, options: &Options) -> Vec<(PremiseId, Span)> {
        crate::failures(program, options)
    }

    fn derive<'p>(&self, program: &'p Program, source: &'p str, options: &'p Options) -> WithDerivation<'p> {
        let (report, cx) = crate::derive(program, source, options);
        (report, Box::new(cx))
    }
}

/// The sections of the calculus that state rules.
const SECTIONS: &[(&str, &str)] = &[
    ("5.1", "Programs and classes"),
    ("5.2", "Environments, types, subtyping"),
    ("5.3", "Fields and methods"),
    ("5.4", "Looking members up"),
    ("5.5", "Sharing"),
    ("5.6", "Final expressions and lock sets"),
    ("5.7", "Expressions"),
    ("6", "The example language"),
    ("7", "Escapes"),
];

/// The decisions of section 10, in a sentence each.
const DECISIONS: &[(&str, &str)] = &[
    (
        "D1",
        "The superclass is checked without `this`, though [CLASS2] and [CLASS3] print it with `this` in E: with `class B extends A<this>` the subtyping B <: A<this> could be used where `this` is another object.",
    ),
    (
        "D2",
        "`this` may occur in the type annotations of an initialiser, not as a value: a reference that escapes during construction would expose final fields before they are set.",
    ),
    (
        "D3",
        "Parameters may occur in requires clauses and types, and a call substitutes the actual arguments for them, as on the Types Against Races slides; the printed [EXP INVOKE] substitutes the receiver only.",
    ),
    (
        "D4",
        "Ghosts occur in annotations only, not in code that runs, as the paper's text says; the printed [EXP SYNC] would accept one.",
    ),
    (
        "D5",
        "If the type of a let's body mentions the variable and what it is bound to is not final, the let has the least supertype that is well formed outside; `Object` always is.",
    ),
    ("D6", "Locks are re-entrant, as Java's are; the paper's have two states."),
    (
        "D7",
        "A thread that throws ends, and releases its locks on the way out, as Java's monitors do; the paper's calculus has no exceptions.",
    ),
    (
        "D8",
        "Reading a guarded final field needs the guard, as [EXP REF] is printed; naming it in a final expression does not, as [FINAL REF] has no lock set.",
    ),
    ("D9", "FV(e) of a fork includes variables in type annotations, and ghosts, as printed."),
    ("D10", "No variable may be shadowed, as [ENV X] has it; two lets in disjoint scopes may use one name."),
    (
        "D11",
        "Ghosts, `this` and parameters are substituted at once: in two steps, a ghost argument that is the caller's `this` would be captured.",
    ),
    ("D12", "`synchronized null in e` throws."),
];

/// Kinds of errors that stand for several premises.
const GROUPS: &[Group] = &[
    ("race", &[exp_ref::GUARD_HELD, exp_assign::GUARD_HELD, exp_invoke::REQUIRES_HELD, shareable::GUARDED_OR_FINAL]),
    ("thread_local_override", &[local_class::OVERRIDE]),
    (
        "thread_local_escape",
        &[
            exp_fork2::FV_SHARED,
            class3::SUPER_SHARED,
            shareable_guarded_field::FIELD_TYPE,
            shareable_final_field::FIELD_TYPE,
        ],
    ),
    ("requires", &[exp_invoke::REQUIRES_HELD]),
];

/// The literal readings of section 10, and the premises off that stand for one.
const VARIANTS: &[NamedVariant] = &[
    NamedVariant::reading(
        "super-may-mention-this",
        "D1: the superclass is checked with `this` in scope, as [CLASS2] and [CLASS3] print it. Unsound: the subtyping \
             can then be used where `this` is another object.",
        SUPER_MAY_MENTION_THIS,
    ),
    NamedVariant::off(
        "init-may-use-this",
        "D2: `this` is an ordinary variable in an initialiser. Unsound: the object escapes while it is built.",
        &[field::INIT_THIS],
    ),
    NamedVariant {
        trust: Some("initialisers hold the lock of the object that they build"),
        ..NamedVariant::reading(
            "constructor-holds-lock",
            "D2, section 6.1 of the paper: initialisers are checked with `this` an ordinary variable and lock set {this}. \
             Unsound, as the paper says.",
            CONSTRUCTOR_HOLDS_LOCK,
        )
    },
    NamedVariant::reading(
        "invoke-substitutes-this-only",
        "D3: a call substitutes its receiver only, as [EXP INVOKE] is printed. Unsound: a parameter in a requires clause \
             or a type is read in the caller's scope and captures a variable of the same name.",
        INVOKE_SUBSTITUTES_THIS_ONLY,
    ),
    NamedVariant::off(
        "ghosts-may-run",
        "D4: a ghost may occur in code. Its program would need ghosts at run time.",
        &[exp_var::NOT_GHOST],
    ),
    NamedVariant::off("ghosts-may-be-locked", "D4: a ghost may be locked.", &[exp_sync::LOCK_REAL]),
    NamedVariant::off(
        "let-leaks",
        "D5: a let's variable leaks out of its scope in the type of its body.",
        &[exp_let::RESULT],
    ),
    NamedVariant::off(
        "shadowing",
        "D10: variables may be shadowed. Unsound: a lock set's `x` comes to mean two things.",
        &[env_x::FRESH],
    ),
    NamedVariant::reading(
        "substitute-in-two-steps",
        "D11: the ghosts are substituted first, and `this` after that. Rejects figure 2 of the paper, and unsound: a ghost \
             argument that is the caller's `this` is captured.",
        SUBSTITUTE_IN_TWO_STEPS,
    ),
];
