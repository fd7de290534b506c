//! Annotations for programs that have none: `racefree infer`.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`mod@erase`] | erase(P), on the tree and on the text |
//! | [`slots`], [`scopes`] | where annotations are missing, and the candidates for each place |
//! | [`clauses`], [`symbolic`], [`system`] | the one constraint system, which comes out of the typing rules |
//! | [`fixpoint`], [`sat`] | ways to solve it |
//! | [`run`] | annotations from runs |
//! | [`reasons`], [`words`] | why an annotation is there, in sentences |
//! | [`owners`] | the same for the system of owners |
//! | [`edits`], [`answer`] | annotations as insertions, and what was found as data |
//!
//! No way is trusted: an answer is a text, and whether it is one the checker says.

pub mod answer;
pub mod clauses;
pub mod edits;
pub mod erase;
pub mod fixpoint;
pub mod infer;
pub mod owners;
pub mod reasons;
pub mod run;
pub mod sat;
pub mod scopes;
pub mod slots;
pub mod symbolic;
pub mod system;
pub mod wcnf;
pub mod words;

pub use answer::{Answer, Failed, Inferred, Refuted, Way};
pub use edits::{Kind, Style};
pub use erase::erase;
pub use infer::{Problem, dump, infer, infer_by_runs};
pub use run::Runs;
pub use slots::Settings;
