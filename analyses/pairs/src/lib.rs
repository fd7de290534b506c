//! Race pairs: the four-stage static race detection of Naik, Aiken & Whaley (PLDI 2006) on the calculus, for every program that
//! can run, sound by default: a pair that is removed never races (calculus 9.2) in any schedule.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`facts`] | facts of the syntax: bodies, nodes, bindings, accesses (section 2) |
//! | [`objects`] | abstract objects and contexts, interned |
//! | [`points`] | call graph and alias analysis (section 3) |
//! | [`entries`], [`threads`], [`clock`] | bodies entered once, threads that run in parallel (section 4) |
//! | [`escape`], [`stages`], [`reachable`], [`evidence`] | the stages (section 5) |
//! | [`locks`] | locks held (section 6) |
//! | [`analysis`] | one k after the other (section 7) |
//! | `hints` | assumptions |
//! | [`why`] | explanation of a pair that is removed or left |
//! | [`guard`] | the lock that most accesses hold |
//! | `predict` | size of the call graph for a larger k |
//! | [`report`] | description of a pair that is left |
//! | [`harness`] | a main expression for an open program (section 1) |
//! | [`java`] | Java, in terms of the calculus |

pub mod analysis;
pub mod budget;
pub mod clock;
pub mod entries;
pub mod escape;
pub mod evidence;
pub mod facts;
pub mod guard;
pub mod harness;
mod hints;
pub mod java;
pub mod locks;
pub mod objects;
pub mod options;
pub mod points;
mod predict;
pub mod reachable;
pub mod report;
pub mod stages;
pub mod threads;
mod ways;
pub mod why;

pub use analysis::{Analysis, Count, HarnessAt, Stage, analyse};
pub use budget::{Early, Phase, Watch};
pub use facts::{AccessId, Facts, Kind};
pub use options::{Hints, MAX_K, Mistake, Mode, Options, Progress, Refinement};
pub use stages::Pair;
