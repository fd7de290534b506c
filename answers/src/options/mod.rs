//! What is asked for, in the words of a command line or of a request; and what that amounts to for each room. It is decided here,
//! once, for all that answers.
//!
//! | module | from | to |
//! | --- | --- | --- |
//! | `rules` | [`RuleOptions`] | the typing rules and the semantics |
//! | `running` | [`Running`] | the options of a run |
//! | `exploring` | [`Exploring`] | the options of an exploration |

mod exploring;
mod rules;
mod running;

pub use exploring::{Exploring, budget, explore_options};
pub use rules::{RuleOptions, plain_rules, rules, system};
pub use running::{
    MAX_STEPS, Monitoring, Running, Watch, all_monitors, blocks, describe, monitors, owners, promised, run_options,
    semantics, watched,
};
