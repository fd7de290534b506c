//! RaceFreeJava with the dialect of Java, as everything sees it that works for all systems. A program without the forms of Java is judged
//! by the calculus alone.

use crate::{LANGUAGE, rules};
use racefree_grammar::ast::{Dialect, ExprId, Program};
use racefree_grammar::span::Span;
use racefree_kernel::condition::Vocabulary;
use racefree_kernel::{About, Filled, Options, PremiseId, Report, System, Templates, WithDerivation};
use racefree_typeck::Base;
use racefree_typeck::statement::SYMBOLS;
use std::sync::LazyLock;

/// RaceFreeJava, and the dialect of Java.
#[derive(Clone, Copy, Debug)]
pub struct Java;

/// The calculus' sections, and one more.
static SECTIONS: &[(&str, &str)] = &{
    const OF: &[(&str, &str)] = racefree_typeck::ABOUT.sections.1;
    let mut all = [(rules::JAVA, "The dialect of Java"); OF.len() + 1];
    let mut i = 0;
    while i < OF.len() {
        all[i] = OF[i];
        i += 1;
    }
    all
};

/// Description of the system: that of the calculus, with more rules.
static ABOUT: About =
    About { book: rules::BOOK, sections: (racefree_typeck::ABOUT.sections.0, SECTIONS), ..racefree_typeck::ABOUT };

/// The rules, read.
pub static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| Templates::new(rules::BOOK, SYMBOLS));

impl System for Java {
    fn about(&self) -> &'static About {
        &ABOUT
    }

    fn judges(&self, dialect: Dialect) -> bool {
        matches!(dialect, Dialect::Base | Dialect::Java)
    }

    fn shows(&self, premise: PremiseId) -> bool {
        !rules::is_of_java(premise)
    }

    fn fill_in(&self, program: &mut Program) -> Option<Filled> {
        Base.fill_in(program)
    }

    fn vocabulary(&self) -> Option<Vocabulary> {
        Some(Vocabulary { templates: &TEMPLATES, ..Base.vocabulary()? })
    }

    fn check(&self, program: &Program, source: &str, options: &Options) -> Report {
        LANGUAGE.check(program, source, options)
    }

    fn failures(&self, program: &Program, options: &Options) -> Vec<(PremiseId, Span)> {
        LANGUAGE.failures(program, options)
    }

    fn held(&self, program: &Program, source: &str, options: &Options, at: &[ExprId]) -> Vec<Option<Vec<String>>> {
        let (_, typed) = LANGUAGE.typed(program, source, options);
        let paths = &typed.cx().types.paths;
        let locks = |point| typed.locks(point).map(|held| paths.text(held.lock, program, source)).collect();
        let first = |mut locks: Vec<String>| {
            locks.reverse();
            locks
        };
        at.iter().map(|&e| typed.point(e).map(locks).map(first)).collect()
    }

    fn derive<'p>(&self, program: &'p Program, source: &'p str, options: &'p Options) -> WithDerivation<'p> {
        let (report, cx) = LANGUAGE.derive(program, source, options);
        (report, Box::new(cx))
    }
}
