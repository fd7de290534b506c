//! How a typing rule is written down, and what is written when it is applied.
//!
//! A rule's paper name, its premises, what each is for and which of them only check are data, declared once by [`rules!`].
//! Everything that speaks of rules (errors, derivations, the `rules` page, switches, coverage) reads that declaration. The
//! rule itself is a Rust function that reads like the rule; a [`Recorder`] watches it. [`Silent`] costs nothing, [`Tree`]
//! keeps the [`Derivation`].

pub mod derivation;
pub mod recorder;
pub mod rule;
pub mod switches;

pub use derivation::{Child, Derivation, Evidence, Node, NodeId};
pub use recorder::{Recorder, Silent, Tree};
pub use rule::{Kind, Premise, PremiseId, Rule, RuleBook, RuleId};
pub use switches::Switches;
