//! Race pairs, for people and tools.
//!
//! | module | contents |
//! | --- | --- |
//! | [`human`], [`sarif`], [`html`], [`graph`] | the answer, a file a form |
//! | [`compare`] | many files: types, pairs, explorer |

pub mod compare;
pub mod graph;
pub mod html;
pub mod human;
pub mod sarif;
