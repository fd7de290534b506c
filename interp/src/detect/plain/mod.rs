//! Definitions of races, as they are written: the detectors beside them are held to them.
//!
//! | definition | source | fast | the test that holds them equal |
//! | --- | --- | --- | --- |
//! | [`about`] | calculus, sections 9.1 and 9.2 | [`super::Adjacent`] | `tests/watchers.rs`, `adjacent_races_are_those_of_all_pairs_of_threads` |
//! | [`EventOrder`] | section 9.3 | [`super::HappensBefore`] | `tests/races.rs`, `happens_before_is_section_9_3` |
//! | [`PlainLockset`] | Savage et al.: Eraser, TOCS 1997, figure 4 | [`super::Lockset`] | `tests/watchers.rs`, `the_lockset_algorithm_is_the_plain_one` |

pub mod about;
mod happens_before;
mod lockset;

pub use about::PlainAdjacent;
pub use happens_before::EventOrder;
pub use lockset::PlainLockset;
