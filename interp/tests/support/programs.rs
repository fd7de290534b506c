//! Programs from their text.

use racefree_interp::{Lowered, lower};
use std::sync::Arc;

/// A program that can run.
pub fn compile(source: &str) -> Arc<Lowered> {
    lower(racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{e:?}"))).unwrap_or_else(|e| panic!("{e:?}"))
}
