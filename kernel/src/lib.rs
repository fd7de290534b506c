//! How a typing rule is written down, and what is written when it is applied.
//!
//! A rule's paper name, its premises, what each is for and which of them only check are data, declared once by [`rules!`].
//! Everything that speaks of rules (errors, derivations, the `rules` page, switches, coverage) reads that declaration. The
//! rule itself is a Rust function that reads like the rule; a [`Recorder`] watches it. [`Silent`] costs nothing, [`Tree`]
//! keeps the [`Derivation`]. What a rule concludes and a premise says at a node is a [`Statement`], made from the declaration
//! by [`Templates`].

pub mod derivation;
pub mod recorder;
pub mod rule;
pub mod statement;
pub mod switches;
pub mod template;

pub use derivation::{Child, Derivation, Evidence, Node, NodeId};
pub use recorder::{Recorder, Silent, Tree};
pub use rule::{Kind, Premise, PremiseId, Rule, RuleBook, RuleId};
pub use statement::{Limits, Sort, Statement};
pub use switches::Switches;
pub use template::Templates;
