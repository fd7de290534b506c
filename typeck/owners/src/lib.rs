//! EPRFJ, the system of owners (Sasturkar, Agarwal, Wang and Stoller 2005; `owners.md`): each object says how it is protected.
//! `T<thisThread>`, `T<self>`, `T<readonly>`, `T<unique>`, `T<l>` are the T's that belong to one thread, guard themselves, are never
//! written, have one reference, are guarded by the lock l; inside a class a formal owner stands for one of these.
//!
//! | module | what it holds |
//! | --- | --- |
//! | [`rules`] | every rule as data |
//! | [`owner`] | owners, locks, types, the one substitution θ |
//! | [`typing`] | P, E, D, ls, and the tables that judgments refer to |
//! | `reading` | the rules' frame: listeners, how a premise is looked at |
//! | `error`, `explain` | causes as data; their sentences and repairs |
//! | `environment` | what is in scope, moved, held |
//! | `types`, `text` | types written, substituted, compared; shown |
//! | `signature` | the types of members in the formals of their class |
//! | `judgments`, `giving` | what rules ask for: ⊢ t, ⊢owner, ⊢lock, l ∈ ls; s <: t, e ⇐ t |
//! | `finality` | ⊢final p |
//! | `declarations`, `overriding` | programs, classes, fields, methods |
//! | `expressions`, `language`, `access`, `calls` | P; E; D; ls ⊢ e : t |
//! | [`typed`] | the typed program, for systems that build on this one |
//! | `proved` | the fields that types do not prove free of races |
//! | [`translate`] | base programs as programs with owners |
//! | `writing` | judgments as text, for derivations |

mod access;
mod calls;
mod declarations;
mod environment;
mod error;
mod explain;
mod expressions;
mod finality;
mod giving;
mod judgments;
mod language;
mod overriding;
pub mod owner;
mod proved;
mod reading;
pub mod rules;
mod signature;
mod system;
mod text;
pub mod translate;
pub mod typed;
mod types;
pub mod typing;
mod writing;

pub use system::Eprfj;
