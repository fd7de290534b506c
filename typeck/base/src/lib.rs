//! The type system of RaceFreeJava (calculus, sections 4 to 7).
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`rules`] | every rule as data |
//! | `predicates` | the predicates of section 4 |
//! | `program`, `members` | section 5.1, 5.3: \[PROG\], \[CLASS₃\], \[LOCAL CLASS\], \[FIELD\], \[METHOD\] |
//! | `environments` | section 5.2: environments, types, subtyping |
//! | `lookup`, [`supertypes`] | section 5.4: members of instantiated classes |
//! | `sharing`, `fork`, [`captures`] | section 5.5, \[EXP FORK₂\], free variables of forks |
//! | `finals` | section 5.6: final expressions and lock sets |
//! | `expressions`, `access`, `language` | section 5.7, section 6 |
//! | [`extension`] | what languages above the calculus add to the rules |
//! | [`defaults`], [`options`], `side`, [`terms`] | section 7, rule variants, premises that variants have of their own |
//! | [`system`] | all of it as a [`racefree_kernel::System`] |
//! | [`mod@concurrent`] | ConcurrentJava, a system by these rules |
//! | [`statement`] | judgments as text, for derivations |
//! | `reading` | the reading: what the rules are methods of, and how they are applied ([`racefree_kernel::listener`]) |
//! | [`mod@typed`], [`open`] | listeners: types of expressions; what a program with missing annotations needs |
//! | [`mod@env`], [`locks`], [`types`], [`judgment`], `tables`, [`cx`] | E, ls, t, the judgments, the tables below the rules |

pub mod access;
pub mod captures;
pub mod concurrent;
pub mod cx;
pub mod defaults;
pub mod env;
mod environments;
pub mod error;
mod explain;
mod expressions;
pub mod extension;
mod finals;
mod fork;
pub mod judgment;
pub mod language;
pub mod locks;
pub mod lookup;
mod members;
mod missing;
pub mod open;
pub mod options;
mod predicates;
pub mod program;
pub mod reading;
pub mod rules;
mod sentences;
mod sharing;
pub mod show;
mod side;
pub mod statement;
pub mod supertypes;
pub mod system;
pub mod tables;
pub mod terms;
pub mod typed;
pub mod types;
pub mod values;
mod versions;

pub use concurrent::ConcurrentJava;
pub use cx::Cx;
pub use error::{TypeError, Warning};
pub use extension::{Extension, Language};
pub use judgment::Judgment;
pub use options::{Options, Part, Readings};
pub use racefree_kernel::Report;
pub use sentences::Sentences;
pub use system::{ABOUT, Base};
pub use typed::{Typed, typed};

use racefree_grammar::ast::Program;
use racefree_grammar::span::Span;
use racefree_kernel::listener::{Listener, Listeners};
use racefree_kernel::{Derivation, Derives, PremiseId, by_place, report};
use reading::{Failure, Reading};
use std::borrow::Cow;
use std::cell::RefCell;
use tables::Tables;

/// Type checks a program that `source` was parsed to. Never fails: what is wrong is in the report.
pub fn check(program: &Program, source: &str, options: &Options) -> Report {
    Language::CALCULUS.check(program, source, options)
}

/// Type checks a program and keeps the derivation. The context holds what the derivation's judgments refer to.
pub fn derive<'p>(
    program: &'p Program,
    source: &'p str,
    options: &'p Options,
) -> (Report, Cx<'p, Derivation<Judgment>>) {
    Language::CALCULUS.derive(program, source, options)
}

/// The premises of a program that fail, and where, by place: what [`check`] finds, escapes and sentences aside. For programs by
/// the million, most of them wrong.
pub fn failures(program: &Program, options: &Options) -> Vec<(PremiseId, Span)> {
    Language::CALCULUS.failures(program, options)
}

impl Language {
    /// The calculus, with nothing above it.
    pub const CALCULUS: Language = Language { system: &Base, templates: || &statement::TEMPLATES, extension: |_| None };

    /// Type checks a program that `source` was parsed to. Never fails: what is wrong is in the report.
    pub fn check(self, program: &Program, source: &str, options: &Options) -> Report {
        self.judge(program, source, options, None).0
    }

    /// The premises of a program that fail, and where, by place.
    pub fn failures(self, program: &Program, options: &Options) -> Vec<(PremiseId, Span)> {
        self.failing(program, options, |failure| Some((failure.premise, failure.span)))
    }

    /// The failures of a program, as `of` names them, by place.
    fn failing(
        self,
        program: &Program,
        options: &Options,
        of: impl Fn(&Failure) -> Option<(PremiseId, Span)>,
    ) -> Vec<(PremiseId, Span)> {
        let tables = Tables::new(program, self, Cow::Borrowed(options), None);
        let (_, found) = Listeners::errors_of(None, |listeners| Reading::new(&tables, listeners).prog());
        by_place(found.iter().filter_map(of))
    }

    /// Type checks a program and keeps the derivation. The context holds what the derivation's judgments refer to.
    pub fn derive<'p>(
        self,
        program: &'p Program,
        source: &'p str,
        options: &'p Options,
    ) -> (Report, Cx<'p, Derivation<Judgment>>) {
        let derives = RefCell::new(Derives::with_capacity(program.exprs.len() * 7 / 2));
        let (report, cx) = self.judge(program, source, options, Some(&derives));
        (report, cx.with(derives.into_inner().finish()))
    }

    /// Applies \[PROG\] while someone may listen, and says what was found.
    fn judge<'p>(
        self,
        program: &'p Program,
        source: &'p str,
        options: &'p Options,
        listener: Option<&RefCell<dyn Listener<Base>>>,
    ) -> (Report, Cx<'p, ()>) {
        let ((errors, warnings, main), cx) = self.judge_by(program, source, Cow::Borrowed(options), listener);
        (report::sort_out(self.system, program, source, options, errors, warnings, main), cx)
    }

    /// The same, before errors that are silenced are sorted out.
    fn judge_by<'p>(
        self,
        program: &'p Program,
        source: &'p str,
        options: Cow<'p, Options>,
        listener: Option<&RefCell<dyn Listener<Base>>>,
    ) -> (Found, Cx<'p, ()>) {
        let tables = Tables::new(program, self, options, None);
        let (main, found) = Listeners::errors_of(listener, |listeners| Reading::new(&tables, listeners).prog());
        let mut cx = tables.into_cx(source, ());
        let main = main.map(|t| cx.show(t));
        let (errors, mut warnings) = cx.found(&found);
        warnings.extend(explain::idle_forks(program));
        ((errors, warnings, main), cx)
    }
}

/// Errors, warnings and the type of the main expression.
type Found = (Vec<TypeError>, Vec<Warning>, Option<String>);

impl Cx<'_, ()> {
    /// Errors and warnings, in words.
    fn found(&mut self, failures: &[Failure]) -> (Vec<TypeError>, Vec<Warning>) {
        let errors = match failures {
            [] => Vec::new(),
            failures => {
                let parents = explain::Parents::new(self.program);
                failures.iter().map(|failure| self.type_error(failure, &parents)).collect()
            }
        };
        (errors, self.idle.iter().map(|&idle| self.warning(idle)).collect())
    }
}
