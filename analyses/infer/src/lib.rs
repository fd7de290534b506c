//! Annotations for programs that have none: `racefree infer`.
//!
//! | module | contents |
//! | --- | --- |
//! | [`mod@erase`] | erase(P), on the tree and on the text |
//! | [`slots`], [`scopes`] | where annotations are missing, and the candidates for each place |
//! | [`clauses`], [`symbolic`], [`system`] | the one constraint system, which comes out of the typing rules |
//! | [`fixpoint`], [`sat`] | ways to solve it |
//! | `building` | fields that constructors alone assign (dialect of Java) |
//! | `by_sat`, `partial` | how many ghosts and which candidates; the best partial answer |
//! | [`run`] | annotations from runs |
//! | `baseline` | the paper's heuristics |
//! | [`reasons`], `others`, [`words`] | reasons for an annotation and its alternatives, in sentences |
//! | `failures` | candidates of a field that fails, and the nearest edit of the program |
//! | [`limits`] | annotations that a search leaves out |
//! | [`owners`] | the same for the system of owners |
//! | [`edits`], [`answer`] | annotations as insertions, and results as data |
//!
//! No way is trusted: the checker judges the text of every answer.

pub mod answer;
mod baseline;
mod building;
mod by_sat;
pub mod clauses;
pub mod edits;
pub mod erase;
mod failures;
pub mod fixpoint;
pub mod infer;
pub mod limits;
mod others;
pub mod owners;
mod partial;
pub mod reasons;
pub mod run;
pub mod sat;
pub mod scopes;
pub mod slots;
pub mod symbolic;
pub mod system;
mod ways_to;
pub mod wcnf;
pub mod words;

pub use answer::{Answer, Dropped, Failed, Inferred, Refuted, Way, Witnessed};
pub use edits::{Kind, Style};
pub use erase::erase;
pub use infer::{Found, Problem, dump, infer, infer_by_runs, look_at_runs, of_library};
pub use limits::{Limits, Promise, lock_fields};
pub use partial::fields_of;
pub use racefree_kernel::{Budget, Stopped};
pub use run::Runs;
pub use slots::Settings;
