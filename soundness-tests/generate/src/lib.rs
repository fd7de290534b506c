//! Random programs, from one stream of choices.
//!
//! | module | programs |
//! | --- | --- |
//! | [`base`] | well typed by construction, by the base's rules or by a variant of them; and edits of them, which are near misses |
//! | [`ill_typed`] | ill typed, and they run |
//! | [`open`] | of any syntax, names being declared nowhere |
//! | [`owners`] | of the system of owners, most of them well typed; and near misses |
//! | [`tree`] | programs as trees that own their parts |

#[cfg(feature = "typed")]
pub mod base;
mod choices;
#[cfg(feature = "typed")]
pub mod ill_typed;
pub mod open;
pub mod owners;
pub mod tree;

pub use choices::Choices;
