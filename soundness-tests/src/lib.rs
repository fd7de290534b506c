//! Soundness of the type system, and the purpose of each premise. Programs are generated, enumerated and edited,
//! checked by the rules and by variants of them, and explored in every schedule (calculus, section 9.5).
//!
//! | module | contents |
//! | --- | --- |
//! | [`campaign`] | many programs, checked and explored |
//! | [`certificate`] | all programs up to a size: well typed, and none goes wrong |
//! | [`curve`] | which share of programs of a size some rules accept |
//! | [`enumerate`] | all programs up to a size over a signature |
//! | [`generate`] | programs that are well typed by construction, of every system |
//! | [`hunt`] | finding counterexamples to a variant |
//! | [`judge`] | does a program go wrong: one run, every schedule |
//! | [`matrix`] | every premise against the smallest program that shows why it is there |
//! | [`mod@diff`] | two rule sets compared: programs that only one accepts, and their outcomes |
//! | [`owners`] | programs with owners, generated and edited; the theorem, the translation, the variants |
//! | [`reduce`] | test-case reduction: shrinking a program under a predicate |
//! | [`shard`] | work that is numbered, cut in shards |
//! | [`tree`] | programs as trees that own their parts |
//! | [`variant`] | rule variants: premises off, literal readings, changes of the semantics |

pub mod campaign;
pub mod certificate;
pub mod curve;
pub mod dialect;
pub mod diff;
pub mod enumerate;
pub mod generate;
pub mod hunt;
pub mod judge;
pub mod matrix;
pub mod owners;
pub mod reduce;
pub mod shard;
pub use racefree_generate::tree;
pub use racefree_variants as variant;
