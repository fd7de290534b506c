//! Runs: programs that can run, schedules, and findings.
//!
//! | module | contents |
//! | --- | --- |
//! | `loaded` | from a text to a program that can run |
//! | `asked` | what the options of a run are for one program |
//! | [`alarms`] | the alarms of Atomizer in a run |
//! | [`replay`] | schedules as they are written, and their length |
//! | [`mod@command`] | the command line that replays a schedule |
//! | [`findings`] | findings, in words |
//! | [`json`] | the result of a run, as an object |
//! | [`steps`] | a run that is made step by step |
//! | [`buffered`], [`replayed`] | a run with store buffers, turn by turn, and as people read it |
//! | [`state`] | a state of a run: threads, heap, faults |

pub mod alarms;
mod asked;
pub mod buffered;
pub mod command;
pub mod findings;
pub mod json;
mod loaded;
pub mod replay;
pub mod replayed;
pub mod state;
pub mod steps;

pub use asked::{blocks, owners, run_options, watched};
pub use command::Again;
pub use loaded::{Loaded, Parsed, Taken, refused};
