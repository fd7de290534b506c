//! Options of questions, each question's in one structure: a command line reads it (feature `clap`), JSON is read into it, a schema
//! describes it. Beside each stands what it amounts to for the room that it is about.
//!
//! | module | options of | for |
//! | --- | --- | --- |
//! | `rules` | [`RuleOptions`] | the typing rules and the semantics |
//! | `running` | [`Running`] | a run |
//! | `exploring` | [`Exploring`], [`ExploreOptions`], [`ExplainOptions`] | an exploration |
//! | `words` | | the words that options take |

#[macro_use]
mod macros;
mod exploring;
mod rules;
mod running;
pub(crate) mod words;

pub use exploring::{ExplainOptions, ExploreOptions, Exploring, GraphOptions, budget, explore_options};
pub use rules::{RuleOptions, named, plain_rules, rules, system, system_name};
pub use running::{
    MAX_STEPS, Running, ScheduleText, Scheduling, all_monitors, blocks, describe, monitors, owners, run_options,
    semantics, watched,
};
pub use words::{AlgorithmWord, By, DetectorWord, LocksWord, Monitoring, Watch};
