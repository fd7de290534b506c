//! Methods that no covered schedule calls: code that an exploration says nothing about.

use super::Searched;
use crate::json::{Place, Places};
use crate::running::Loaded;
use serde::Serialize;

/// A method that is not called.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UnreachedRecord {
    /// Name, as in `Account.deposit`.
    pub method: String,
    /// Place of its name.
    pub span: Place,
}

/// Methods of a program that a search has not seen called, in the order of the text.
pub fn unreached(loaded: &Loaded, searched: &Searched) -> Vec<UnreachedRecord> {
    let (tables, places) = (&loaded.program.tables, Places::new(&loaded.source.text));
    let (methods, reached) = (&tables.program.methods, &searched.result.reached);
    let mut all: Vec<usize> = (0..reached.len()).filter(|&m| !reached[m]).collect();
    all.sort_by_key(|&m| methods[m].name_span.start);
    let one = |m| UnreachedRecord { method: tables.declared_method(m), span: places.place(methods[m].name_span) };
    all.into_iter().map(one).collect()
}
