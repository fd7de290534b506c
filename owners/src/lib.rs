//! EPRFJ, the system of owners (Sasturkar, Agarwal, Wang and Stoller 2005; `owners.md`): each object says how it is protected.
//! `T<thisThread>`, `T<self>`, `T<readonly>`, `T<unique>`, `T<l>` are the T's that belong to one thread, guard themselves, are never
//! written, have one reference, are guarded by the lock l; inside a class a formal owner stands for one of these.
//!
//! [`model`] is the definition. The other modules are the reading that commands use, which gives verdicts, sentences and derivations; the
//! test `owners_model` of `soundness-tests` holds the two equal.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`rules`] | every rule as data |
//! | [`model`] | section 2 as relations |
//! | [`owner`] | owners, locks, types, the one substitution θ |
//! | [`typing`] | P, E, D, ls, and how a rule is applied |
//! | `signature` | the types of members in the formals of their class |
//! | `judgments` | what rules ask for: ⊢ t, ⊢owner, ⊢lock, ⊢final, l ∈ ls, s <: t, e ⇐ t |
//! | `declarations` | programs, classes, fields, methods |
//! | `expressions`, `access` | P; E; D; ls ⊢ e : t |
//! | [`typed`] | the typed program, for systems that build on this one |
//! | [`proved`] | the fields that types do not prove free of races |
//! | [`translate`] | base programs as programs with owners |
//! | `writing` | judgments as text, for derivations |

mod access;
mod declarations;
mod expressions;
mod judgments;
pub mod model;
pub mod owner;
pub mod proved;
pub mod rules;
mod signature;
mod system;
pub mod translate;
pub mod typed;
pub mod typing;
mod writing;

pub use system::Eprfj;
