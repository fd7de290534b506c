//! A type system: its rules as data, and how programs are judged by them.
//!
//! Everything that is the same for all systems (the commands, derivations as text, LaTeX, HTML and JSON, switches, variants,
//! coverage, the corpus) works from a `&dyn System`. It is asked once for a program, so that what it asks in turn can be
//! generic and compiled for that system alone.

use crate::condition::Vocabulary;
use crate::derivation::{NodeId, Shape};
use crate::options::{Options, ReadingId};
use crate::report::{Group, Report, TypeError};
use crate::rule::{PremiseId, RuleBook, SystemId};
use crate::statement::{Limits, Statement};
use racefree_grammar::ast::{Dialect, ExprId, Program};
use racefree_grammar::span::Span;

/// Declares a method for each of these properties of a system.
macro_rules! says {
    ($($property:ident: $type:ty),*) => { $(
        #[doc = concat!("[`About::", stringify!($property), "`].")]
        fn $property(&self) -> $type {
            self.about().$property
        }
    )* };
}

/// A verdict, and the derivation.
pub type WithDerivation<'p> = (Report, Box<dyn Derived + 'p>);

/// A type system over the one syntax.
pub trait System: Sync + std::fmt::Debug {
    /// Its metadata.
    fn about(&self) -> &'static About;
    says! {
        id: SystemId, name: &'static str, title: &'static str, book: RuleBook,
        sections: (&'static str, &'static [(&'static str, &'static str)]),
        decisions: &'static [(&'static str, &'static str)], groups: &'static [Group],
        variants: &'static [NamedVariant], promises: &'static [&'static str],
        dialect: Dialect, has_annotations: bool
    }
    /// The rules to which variants may add premises, and what they bind; none, if the system looks at no premises of variants.
    fn vocabulary(&self) -> Option<Vocabulary> {
        None
    }
    /// Returns true if it judges programs with the words and signs of a dialect.
    fn judges(&self, dialect: Dialect) -> bool {
        dialect == self.dialect()
    }
    /// Returns true if it judges claims of atomicity: blocks of the programs that it accepts are serializable.
    fn judges_claims(&self) -> bool {
        self.promises().contains(&"serializable")
    }
    /// Returns true if a run can show what a premise is for: the programs that it is about run.
    fn shows(&self, _premise: PremiseId) -> bool {
        true
    }
    /// Fills in missing annotations, if the system has heuristics for that.
    fn fill_in(&self, _: &mut Program) -> Option<Filled> {
        None
    }
    /// Judges a program that `source` was parsed to.
    fn check(&self, program: &Program, source: &str, options: &Options) -> Report;
    /// The premises of a program that fail, and where, by place: what [`System::check`] finds, escapes and sentences aside. For
    /// programs by the million, most of them wrong.
    fn failures(&self, program: &Program, options: &Options) -> Vec<(PremiseId, Span)> {
        let Report { errors, silenced, .. } = self.check(program, "", options);
        by_place(errors.iter().chain(&silenced).flat_map(TypeError::all).map(|e| (e.premise, e.span)))
    }
    /// The locks held at expressions, as text, the one taken first in front; none where the rules do not come to one.
    fn held(&self, _: &Program, _source: &str, _: &Options, at: &[ExprId]) -> Vec<Option<Vec<String>>> {
        vec![None; at.len()]
    }
    /// Judges a program and keeps the derivation.
    fn derive<'p>(&self, program: &'p Program, source: &'p str, options: &'p Options) -> WithDerivation<'p>;
}

/// Premises that fail, by place.
pub fn by_place(failures: impl Iterator<Item = (PremiseId, Span)>) -> Vec<(PremiseId, Span)> {
    let mut found: Vec<_> = failures.collect();
    found.sort_by_key(|&(premise, span)| (span.start, premise, span.end));
    found
}

/// Metadata of a type system.
#[derive(Clone, Copy, Debug)]
pub struct About {
    /// The number that its rules carry.
    pub id: SystemId,
    /// Name for `--system` and a program's header.
    pub name: &'static str,
    /// Title, in a few words.
    pub title: &'static str,
    /// Its rules, and those of the systems that it builds on.
    pub book: RuleBook,
    /// The text that states the rules, with the titles of its sections.
    pub sections: (&'static str, &'static [(&'static str, &'static str)]),
    /// Its choices where that text is silent or is not followed, each with a sentence. Rules name them.
    pub decisions: &'static [(&'static str, &'static str)],
    /// Kinds of errors that stand for several premises.
    pub groups: &'static [Group],
    /// Its variants that have names of their own.
    pub variants: &'static [NamedVariant],
    /// Promises about a program that it accepts: the names of the monitors that never fire. `race` is among them if there
    /// is no race either.
    pub promises: &'static [&'static str],
    /// The words and signs of its programs.
    pub dialect: Dialect,
    /// True if programs of it carry race annotations.
    pub has_annotations: bool,
}

/// A variant of a system's rules with a name of its own: premises switched off, or a literal reading.
#[derive(Clone, Copy, Debug)]
pub struct NamedVariant {
    /// Its name.
    pub name: &'static str,
    /// Description, in a sentence or two.
    pub description: &'static str,
    /// Premises switched off.
    pub off: &'static [PremiseId],
    /// The reading in force.
    pub reading: Option<ReadingId>,
    /// For a reading that is an escape rather than a variant: what it takes on trust.
    pub trust: Option<&'static str>,
}

impl NamedVariant {
    /// A literal reading in force.
    pub const fn reading(name: &'static str, description: &'static str, reading: ReadingId) -> NamedVariant {
        NamedVariant { name, description, off: &[], reading: Some(reading), trust: None }
    }

    /// Premises switched off.
    pub const fn off(name: &'static str, description: &'static str, off: &'static [PremiseId]) -> NamedVariant {
        NamedVariant { name, description, off, reading: None, trust: None }
    }
}

/// Annotations that were filled in.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filled {
    /// Number of annotations filled in.
    pub count: usize,
    /// Their kinds, in words.
    pub what: String,
}

/// The derivation of a program by some system, as renderers need it.
pub trait Derived {
    /// The tree.
    fn shape(&self) -> &Shape;
    /// The place of each node, by [`NodeId`]: the expression or declaration that the judgment is about.
    fn places(&self) -> Vec<Span>;
    /// Returns true if a reader can ask for a node by its place.
    fn is_selectable(&self, id: NodeId) -> bool;
    /// Writer of the judgments.
    fn writer(&self, limits: Limits) -> Box<dyn JudgmentWriter + '_>;
}

/// Writes the judgments of a derivation in the notation of the calculus.
pub trait JudgmentWriter {
    /// Conclusion of a node.
    fn conclusion(&mut self, id: NodeId) -> Statement;
    /// Statement of a premise at a node, the `nth` of several: instantiated, substitutions carried out.
    fn premise(&mut self, id: NodeId, premise: PremiseId, nth: usize) -> Statement;
    /// Substitution by a node into the declaration of a member that it uses, and its result: `[p.c/this, p.m/l] l = p.m`; nothing
    /// where that changes nothing.
    fn substitution(&mut self, _id: NodeId) -> Option<Statement> {
        None
    }
    /// The environments that statements written since the last call are the first to name: name and definition.
    fn new_environments(&mut self) -> Vec<(String, Statement)> {
        Vec::new()
    }
    /// From now on, things may be so long.
    fn set_limits(&mut self, limits: Limits);
    /// Number of environments that have names.
    fn named(&self) -> usize {
        0
    }
    /// Forgets names given in statements that are not shown: all but the first of that number.
    fn unname(&mut self, _but: usize) {}
}
