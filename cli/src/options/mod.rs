//! The border between the command line and the libraries: arguments turned into the options of each.
//!
//! `args` knows only `clap`'s structures and imports nothing of this crate, so that no room depends on how another one reads its
//! arguments. What an argument amounts to is decided here, once, for all commands.
//!
//! | module | from | to |
//! | --- | --- | --- |
//! | `rules` | `--system`, `--variant`, `--off`, `--no-warn`, `--defaults` | the typing rules and the semantics |
//! | `running` | `--scheduler`, `--seed`, `--locks`, `--detector`, `--monitors` | the options of a run |
//! | `exploring` | `--algorithm`, the budgets | the options of an exploration |

mod exploring;
mod rules;
mod running;

pub use exploring::{budget, explore_options};
pub use rules::{fill_in, parse, rules, system};
pub use running::{
    blocks, describe, detector_names, detectors, drawn, locks, monitors, owners, run_options, semantics, watched,
};
