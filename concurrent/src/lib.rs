//! ConcurrentJava (section 2 of the paper): the calculus without race annotations. A system of its own, by the rules of
//! [`rules`]: what it accepts does not get stuck, and may race.
//!
//! It is written once, as the rules read, and both a verdict and a derivation come from that: nothing is remembered, so it
//! takes the time that the derivation takes.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`rules`] | every rule as data |
//! | [`typing`] | P, E, types, and how a rule is applied |
//! | `declarations` | sections 4, 5.1, 5.3 |
//! | `expressions` | sections 5.4, 5.7, 6 |
//! | `writing` | judgments as text, for derivations |
//!
//! Decisions: `final` stays (it is part of the language). A program with an annotation of RaceFreeJava is none of
//! ConcurrentJava ([PROG/plain](rules::prog::PLAIN)), `holds` included; `no_warn` silences errors as everywhere. A lock need
//! not be a final expression. `this` is not in scope in an initialiser (D2).

mod declarations;
mod expressions;
pub mod rules;
pub mod typing;
mod writing;

use racefree_grammar::ast::Program;
use racefree_kernel::{About, Derived, Options, Recorder, Report, Silent, System, Tree, report};
use typing::{Judgment, Typing};

/// ConcurrentJava: section 2 of the paper.
#[derive(Clone, Copy, Debug)]
pub struct ConcurrentJava;

const ABOUT: About = About {
    id: rules::SYSTEM,
    name: "concurrent-java",
    title: "ConcurrentJava, the calculus without race annotations (Flanagan and Freund 2000, section 2)",
    book: rules::BOOK,
    groups: &[],
    variants: &[],
    promises: &["value", "final", "progress", "exclusion"],
    has_annotations: false,
    ..racefree_typeck::ABOUT
};

impl System for ConcurrentJava {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn check(&self, program: &Program, source: &str, options: &Options) -> Report {
        judged(program, source, options, Silent).0
    }

    fn derive<'p>(
        &self,
        program: &'p Program,
        source: &'p str,
        options: &'p Options,
    ) -> (Report, Box<dyn Derived + 'p>) {
        let (report, typing) = judged(program, source, options, Tree::default());
        (report, Box::new(typing))
    }
}

fn judged<'p, R: Recorder<Judgment>>(
    program: &'p Program,
    source: &str,
    options: &'p Options,
    recorder: R,
) -> (Report, Typing<'p, R>) {
    let mut typing = Typing::new(program, options, recorder);
    let main = typing.prog().map(|ty| typing.show(ty).to_owned());
    let errors = std::mem::take(&mut typing.errors);
    (report::sort_out(&ConcurrentJava, program, source, options, errors, Vec::new(), main), typing)
}
