//! Type systems as data, and the record of how their rules are applied.
//!
//! A rule's paper name, its premises, what each is for and which of them only check are data, declared once by [`rules!`].
//! Everything that speaks of rules (errors, derivations, the `rules` page, switches, coverage) reads that declaration. The
//! rule itself is a Rust function that reads like the rule. How it looks at its premises is [`applied`], and it is recorded by a
//! [`listener`]: [`Derives`] keeps the [`Derivation`]. What a rule concludes and a premise says at a node is a [`Statement`], made from the declaration
//! by [`Templates`]. A variant may have premises of its own, side conditions over what a rule binds ([`condition`]). A [`System`] is a set of rules with what judges programs by them; a [`Report`] is a verdict. A system may judge by
//! the rules of another one, by a [`Restriction`]. Searches that may stop early share a [`Budget`].

pub mod applied;
pub mod budget;
pub mod condition;
pub mod derivation;
pub mod derives;
pub mod listener;
pub mod options;
pub mod report;
pub mod restriction;
pub mod rule;
pub mod statement;
pub mod switches;
pub mod system;
pub mod table;
pub mod template;

pub use budget::{Budget, Stopped};
pub use condition::{Condition, OwnPremise, OwnPremises};
pub use derivation::{Child, Derivation, Evidence, Node, NodeId, Shape, Step};
pub use derives::Derives;
pub use options::{Options, Part, ReadingId, Readings, Until};
pub use report::{Report, TypeError, Warning};
pub use restriction::Restriction;
pub use rule::{Chapter, Kind, Premise, PremiseId, Role, Rule, RuleBook, RuleId, SystemId};
pub use statement::{Limits, Sort, Statement};
pub use switches::Switches;
pub use system::{About, Derived, Filled, JudgmentWriter, NamedVariant, System, WithDerivation, by_place};
pub use template::Templates;
