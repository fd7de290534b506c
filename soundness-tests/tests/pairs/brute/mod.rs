//! A second implementation of the analysis, from the specification alone: sets of whole strings, every reached body evaluated again
//! and again until nothing changes, every tuple built. It shares no code with the room but the syntax and the lookup of members.
//!
//! | module | sections |
//! | --- | --- |
//! | [`syntax`] | 2: bodies, evaluation order, bindings, accesses; what leaks a fresh object |
//! | [`alias`] | 3: call graph and alias analysis, ghosts |
//! | [`order`] | 4: entries, threads, clock |
//! | [`locks`] | 6: terms, held locks, evidence |
//! | [`stages`] | 5 and 7: the stages, for one k and for all |
//! | [`paths`] | the paper's UnlockedPairs″, and its Lemma 2 |

mod alias;
mod locks;
mod order;
mod paths;
mod stages;
mod syntax;

pub use paths::{Looked, lemmas};
pub use stages::{Way, answer};
