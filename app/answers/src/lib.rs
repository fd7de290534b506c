//! Answers about a program, as data: the command line, editors and pages build on it and judge nothing themselves. It
//! prints nothing and reads no file; without the feature `campaigns` it starts no thread and reads only its host's
//! clock.
//!
//! | module | contents |
//! | --- | --- |
//! | [`verdict`] | a program judged: syntax errors, or the report of a type system |
//! | [`variant`] | rule variants by name and as they are written |
//! | [`options`] | options in words, and their meaning |
//! | [`fixes`] | repairs that were tried out, and programs repaired by them |
//! | [`editing`] | names, types and locks at a place of a text in an editor |
//! | [`derivation`] | derivations: the tree that is shown |
//! | [`running`] | runs, schedules, and findings |
//! | [`trace`] | the steps of every thread |
//! | [`exploring`] | all schedules: findings, causes, outcomes, the state graph |
//! | [`explaining`] | whether type errors are real |
//! | `java` | Java source judged |
//! | [`inferring`], [`rewriting`] | annotations found, taken out, put into other words |
//! | [`atomicity`] | inferred and claimed atomicities |
//! | `pairing` | pairs that may race, statically |
//! | `campaigns` | programs that are generated or enumerated |
//! | `testing`, `overhead` | many runs, and the cost of watching them |
//! | [`json`] | places and verdicts as objects |
//! | `left` | the time that a job still takes |
//! | [`names`] | the nearest names |
//! | [`examples`] | the programs that are in the binary |
//! | [`mod@matrix`] | the committed counterexamples of each premise |
//! | [`why`] | the purpose of a premise |
//! | [`rules`] | type systems, their rules and variants, as data |
//! | [`desk`] | limits, host and variants, with which questions are answered |
//! | [`protocol`] | questions and answers as JSON, with their schemas |

/// Objects of JSON, each with its schema, which tests ask for.
macro_rules! records {
    ($($item:item)*) => {$(
        #[derive(Debug, serde::Serialize)]
        #[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
        $item
    )*};
}

pub mod atomicity;
#[cfg(feature = "campaigns")]
pub mod campaigns;
pub mod derivation;
pub mod desk;
pub mod difference;
pub mod editing;
pub mod examples;
pub mod explaining;
pub mod exploring;
pub mod fixes;
pub mod inferring;
#[cfg(feature = "java")]
pub mod java;
pub mod json;
#[cfg(feature = "campaigns")]
mod left;
pub mod names;
#[macro_use]
pub mod options;
#[cfg(feature = "campaigns")]
pub mod overhead;
pub mod pairing;
mod problem;
pub mod protocol;
pub mod rewriting;
pub mod rules;
pub mod running;
mod source;
#[cfg(feature = "campaigns")]
pub mod testing;
pub mod trace;
pub mod verdict;
pub mod why;

#[cfg(feature = "campaigns")]
pub use left::Job;
pub use problem::Problem;
pub use racefree_variants as variant;
pub use racefree_variants::{Rules, matrix};
pub use source::{Ending, Source, count, is_java};

/// True if this build reads Java.
pub const KNOWS_JAVA: bool = cfg!(feature = "java");

#[cfg(feature = "java")]
pub use java::{bare_member, idle_members, syntax_error};

/// Members of Java source, which this build does not read.
#[cfg(not(feature = "java"))]
pub fn bare_member(_: &str, _: &str) -> Option<Vec<String>> {
    None
}

/// Idle variants of Java source, which this build does not read.
#[cfg(not(feature = "java"))]
pub fn idle_members(_: &str, _: &[String]) -> Vec<(String, String)> {
    Vec::new()
}

/// Errors of Java source, which this build does not read.
#[cfg(not(feature = "java"))]
pub fn syntax_error(_: &str) -> Option<(racefree_grammar::Span, String)> {
    None
}
pub use verdict::{Verdict, judge};
