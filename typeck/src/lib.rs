//! The type system of RaceFreeJava (calculus, sections 4 to 7).
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`rules`] | every rule as data |
//! | `predicates` | the predicates of section 4 |
//! | `program`, `members` | section 5.1, 5.3: \[PROG\], \[CLASS₃\], \[LOCAL CLASS\], \[FIELD\], \[METHOD\] |
//! | `environments` | section 5.2: environments, types, subtyping |
//! | [`lookup`], [`supertypes`] | section 5.4: members of instantiated classes |
//! | `sharing`, `fork` | section 5.5, \[EXP FORK₂\] |
//! | `finals` | section 5.6: final expressions and lock sets |
//! | `expressions`, `access`, `example` | section 5.7, section 6 |
//! | [`defaults`], [`options`], `side` | section 7, rule variants, premises that variants have of their own |
//! | [`system`] | all of it as a [`racefree_kernel::System`] |
//! | [`statement`] | judgments as text, for derivations |
//! | [`mod@typed`], [`open`] | types of expressions, on request; what a program with missing annotations needs |
//! | [`mod@env`], [`locks`], [`types`], [`judgment`], [`cx`] | E, ls, t, the judgments, and the context that holds them |

mod access;
pub mod cx;
pub mod defaults;
pub mod env;
mod environments;
pub mod error;
mod example;
mod explain;
mod expressions;
mod finals;
mod fork;
pub mod judgment;
pub mod locks;
pub mod lookup;
mod members;
mod memory;
pub mod model;
pub mod open;
pub mod options;
mod predicates;
mod program;
pub mod rules;
mod sharing;
pub mod show;
mod side;
pub mod statement;
pub mod supertypes;
pub mod system;
pub mod typed;
pub mod types;

pub use cx::Cx;
pub use error::{TypeError, Warning};
pub use judgment::Judgment;
pub use options::{Options, Part, Readings};
pub use racefree_kernel::Report;
pub use system::{ABOUT, Base};
pub use typed::{Typed, typed};

use open::Asked;
use racefree_grammar::ast::Program;
use racefree_grammar::span::Span;
use racefree_kernel::{PremiseId, Silent, Tree, report};

/// Type checks a program that `source` was parsed to. Never fails: what is wrong is in the report.
pub fn check(program: &Program, source: &str, options: &Options) -> Report {
    let (report, cx) = Cx::new(program, source, options, Silent).report();
    cx.end();
    report
}

/// The premises of a program that fail, and where, by place: what [`check`] finds, escapes and sentences aside. For programs by
/// the million, most of them wrong.
pub fn failures(program: &Program, options: &Options) -> Vec<(PremiseId, Span)> {
    let mut cx = Cx::new(program, "", options, Silent);
    cx.prog();
    let mut found: Vec<_> = cx.errors.iter().map(|failure| (failure.premise, failure.span)).collect();
    found.sort_by_key(|&(premise, span)| (span.start, premise, span.end));
    cx.end();
    found
}

/// Type checks a program and keeps the derivation. The context holds what the derivation's judgments refer to.
pub fn derive<'p>(program: &'p Program, source: &'p str, options: &'p Options) -> (Report, Cx<'p, Tree<Judgment>>) {
    Cx::new(program, source, options, Tree::with_capacity(program.exprs.len() * 7 / 2)).report()
}

impl<'p, R: Asked> Cx<'p, R> {
    /// Applies \[PROG\], and says what was found.
    fn report(mut self) -> (Report, Cx<'p, R>) {
        let main = self.prog().map(|t| self.show(t));
        // Sentences need no recorder, and are compiled for none.
        let (mut silent, recorder) = self.recording(Silent);
        let mut counted = report::Counted::default();
        counted.add(silent.program, 0, 0);
        let report = silent.sentences_for(main, counted);
        (report, silent.recording(recorder).0)
    }
}

impl Cx<'_, Silent> {
    /// What was found, in words, for a program of which this was counted.
    fn sentences_for(&mut self, main: Option<String>, counted: report::Counted) -> Report {
        let failures = std::mem::take(&mut self.errors);
        let errors = match failures.is_empty() {
            true => Vec::new(),
            false => {
                let parents = explain::Parents::new(self.program);
                failures.iter().map(|failure| self.type_error(failure, &parents)).collect()
            }
        };
        let warnings = std::mem::take(&mut self.idle).into_iter().map(|idle| self.warning(idle)).collect();
        report::sort_out_counted(&Base, self.program, self.source, self.options, errors, warnings, main, counted)
    }
}
