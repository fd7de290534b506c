//! The dialect of Java: what `racefree check` judges Java source by (docs/java-calculus.md). Its rules are those of the calculus, which
//! `racefree-typeck` states, and those of the forms that Java has besides; some of the calculus are restated for these.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`rules`] | every rule as data, with the further premises of those of the calculus |
//! | `forms` | what is asked here in place of the calculus: an [`Extension`](racefree_typeck::Extension) |
//! | `access` | \[EXP REF\], \[EXP ASSIGN\]: several guards, constructors |
//! | `constructors`, `fresh` | \[CONSTRUCTOR\], \[STATIC INIT\], \[EXP NEW\], \[EXP DELEGATE\]; where no other thread has the object |
//! | `locks` | \[FINAL REF\], \[EXP LOCKED\]: explicit locks |
//! | `arrays`, `control`, `values`, `supertypes` | arrays; labels, exceptions; `let var`, casts; interfaces |
//! | `why`, `explain` | causes as data, and their sentences |
//! | [`options`] | readings |

mod access;
mod arrays;
mod constructors;
mod control;
mod explain;
mod forms;
mod fresh;
mod locks;
pub mod options;
mod reading;
pub mod rules;
mod supertypes;
mod system;
mod values;
mod why;

pub use fresh::Fresh;
pub use locks::{LOCKED, READ};
pub use system::{Java, TEMPLATES};

use racefree_grammar::ast::Program;
use racefree_grammar::span::Span;
use racefree_kernel::{Derivation, Options, PremiseId, Report};
use racefree_typeck::{Cx, Judgment, Language, Typed};
use std::sync::LazyLock;

/// The calculus, and the forms of Java for a program that has them.
pub const LANGUAGE: Language =
    Language { system: &Java, templates: || LazyLock::force(&TEMPLATES), extension: reading::Forms::of };

/// Type checks a program that `source` was parsed to. Never fails: what is wrong is in the report.
pub fn check(program: &Program, source: &str, options: &Options) -> Report {
    LANGUAGE.check(program, source, options)
}

/// The premises of a program that fail, and where, by place.
pub fn failures(program: &Program, options: &Options) -> Vec<(PremiseId, Span)> {
    LANGUAGE.failures(program, options)
}

/// Type checks a program and keeps the derivation.
pub fn derive<'p>(
    program: &'p Program,
    source: &'p str,
    options: &'p Options,
) -> (Report, Cx<'p, Derivation<Judgment>>) {
    LANGUAGE.derive(program, source, options)
}

/// Type checks a program and keeps its types.
pub fn typed<'p>(program: &'p Program, source: &'p str, options: &'p Options) -> (Report, Typed<'p>) {
    LANGUAGE.typed(program, source, options)
}
