//! The system as everything sees it that works for all systems.

use crate::options::{ALL_HELD, FIVE_POINTS, GHOSTS_FIRST, NEAREST_DECLARED, ORDERED_OUTPUT, RACY_FIELDS};
use crate::outside::Setting;
use crate::rules::{
    self, atom_class, atom_fork, atom_if, atom_invoke, atom_op, atom_override, atom_prog, atom_seq, atom_while,
};
use crate::verdict::{judged, verdict};
use crate::writing::Written;
use racefree_grammar::ast::{Dialect, Program};
use racefree_kernel::{About, Derives, NamedVariant, Options, Report, System, SystemId, WithDerivation};
use std::cell::RefCell;

/// Types for atomicity.
#[derive(Clone, Copy, Debug)]
pub struct Atomicity;

const ABOUT: About = About {
    id: rules::SYSTEM,
    name: "atomicity",
    title: "types for atomicity, over types against races (Flanagan and Qadeer 2003; Sasturkar, Agarwal, Wang and Stoller 2005)",
    book: rules::BOOK,
    sections: ("atomicity", &[("3", "Rules"), ("J", "Forms of Java")]),
    decisions: DECISIONS,
    groups: &[],
    variants: VARIANTS,
    promises: &["serializable"],
    dialect: Dialect::Base,
    has_annotations: true,
};

impl System for Atomicity {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn judges(&self, dialect: Dialect) -> bool {
        matches!(dialect, Dialect::Base | Dialect::Java)
    }

    fn check(&self, program: &Program, source: &str, options: &Options) -> Report {
        crate::check(program, source, options)
    }

    fn derive<'p>(&self, program: &'p Program, source: &'p str, options: &'p Options) -> WithDerivation<'p> {
        let derives = RefCell::new(Derives::default());
        let (report, written) =
            judged(program, source, options, &Setting::default(), Some(&derives), |mut checker, base| {
                let report = verdict(options, &base, &mut checker);
                (report, Written::new(&checker, derives.take().finish()))
            });
        (report, Box::new(written))
    }
}

/// Types for atomicity over the system of owners (section 3, *Over `owners.md`*): the same rules, over its locks and its θ.
#[derive(Clone, Copy, Debug)]
pub struct Epaj;

const ABOUT_EPAJ: About = About {
    id: SystemId::new(4),
    name: "owners+atomicity",
    title: "EPAJ, types for atomicity over the system of owners (Sasturkar, Agarwal, Wang and Stoller 2005)",
    variants: VARIANTS_EPAJ,
    dialect: Dialect::Owners,
    ..ABOUT
};

impl System for Epaj {
    fn about(&self) -> &'static About {
        &ABOUT_EPAJ
    }

    fn check(&self, program: &Program, source: &str, options: &Options) -> Report {
        crate::check(program, source, options)
    }

    fn derive<'p>(&self, program: &'p Program, source: &'p str, options: &'p Options) -> WithDerivation<'p> {
        Atomicity.derive(program, source, options)
    }
}

/// The decisions of section 10, in a sentence each.
const DECISIONS: &[(&str, &str)] = &[
    (
        "D-A1",
        "Seven points: fork moves left, so several forks, or forks after a locked block, are atomic; the papers have five.",
    ),
    ("D-A2", "print is a mover: outcomes are compared without the order of output."),
    (
        "D-A3",
        "Missing guards are tolerated: they show as error or atomic. Not missing required locks: a claim under requires would cover calls without the lock. An unguarded field needs a shared type, which no rule of the calculus asks.",
    ),
    ("D-A4", "A test whose lock goes out of scope: both branches joined."),
    ("D-A5", "Lock paths are bounded: with calls through final fields there would be infinitely many."),
    ("D-A6", "A call is the join over the subclasses, or what is declared and checked."),
    ("D-A7", "new is a mover and runs initialisers, which may fork and lock."),
    ("D-A8", "A claim does not change what callers see; a declared atomicity does."),
    ("D-A9", "The paper's fork is a ⊔ atomic, which is sound because a fork moves left: here it is left."),
    ("D-A10", "Substitution is simultaneous, as D11 has it."),
    ("D-A11", "A cycle through locks alone counts; harm tells whether it matters."),
    ("D-A12", "Protected locks are not in the rules; explain names them."),
];

/// The variants with names of their own.
const VARIANTS: &[NamedVariant] = VARIANTS_EPAJ.split_at(VARIANTS_EPAJ.len() - 1).0;

/// The same and, over the system of owners, `--racy-fields`.
const VARIANTS_EPAJ: &[NamedVariant] = &[
    NamedVariant::reading("five-points", "D-A1: fork is atomic, as in the papers. Accepts less.", FIVE_POINTS),
    NamedVariant::reading(
        "ordered-output",
        "D-A2: print is no mover, for outcomes that are compared with the order of output. Accepts less.",
        ORDERED_OUTPUT,
    ),
    NamedVariant::reading(
        "ghosts-first",
        "D-A10: the ghosts are substituted first, and the receiver and the arguments after that. Unsound: a ghost argument that is the caller's `this` is captured.",
        GHOSTS_FIRST,
    ),
    NamedVariant::reading(
        "every-lock-held",
        "In a synchronized block every test of a lock is decided as held. Unsound: holding one lock says nothing about another.",
        ALL_HELD,
    ),
    NamedVariant::reading(
        "nearest-declaration",
        "[ATOM OVERRIDE]/declared looks at the nearest overridden method alone. Unsound: one that declares nothing lets go of what those above it declare.",
        NEAREST_DECLARED,
    ),
    NamedVariant::off("not-checked", "D-A3: whatever `check` finds is tolerated. Unsound.", &[atom_prog::CHECKED]),
    NamedVariant::off(
        "unguarded-types",
        "D-A3: an unguarded field may hold an object that one thread alone may see. Unsound.",
        &[atom_class::UNGUARDED_TYPE],
    ),
    NamedVariant::off(
        "locks-escape",
        "D-A4: a test of a lock that goes out of scope is decided as held. Unsound.",
        &[atom_invoke::ESCAPING],
    ),
    NamedVariant::off(
        "static-dispatch",
        "D-A6: a call is what the static class declares. Unsound.",
        &[atom_invoke::DISPATCH],
    ),
    NamedVariant::off("new-is-a-mover", "D-A7: initialisers do not count. Unsound.", &[atom_class::INIT]),
    NamedVariant::off(
        "claims-are-not-inherited",
        "What overrides an atomic method need not be atomic. Unsound.",
        &[atom_override::CLAIMED],
    ),
    NamedVariant::off("forks-are-movers", "A fork commutes with what comes after it. Unsound.", &[atom_fork::LEFT]),
    NamedVariant::off("no-else", "Only the first branch counts. Unsound.", &[atom_if::ELSE]),
    NamedVariant::off("loops-run-once", "A loop makes one turn. Unsound.", &[atom_while::LOOP]),
    NamedVariant::off("only-left-operands", "The right operand does not count. Unsound.", &[atom_op::RIGHT]),
    NamedVariant::off(
        "commits-twice",
        "Two steps that are no movers make an atomic block. Unsound.",
        &[atom_seq::COMMIT],
    ),
    NamedVariant {
        trust: Some("fields without `guarded_by` are atomic steps, and not proved free of races"),
        ..NamedVariant::reading(
            "racy-fields",
            "D-O14: a field without guard, or with one for writes alone, is no error of the system of owners; its accesses are atomic \
             steps with or without it.",
            RACY_FIELDS,
        )
    },
];
