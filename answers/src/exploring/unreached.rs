//! Methods that no covered schedule calls: code that an exploration says nothing about.

use super::Searched;
use crate::json::{Place, Places};
use crate::running::Loaded;
use racefree_grammar::Span;
use serde::Serialize;

/// A method that is not called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreached {
    /// Name, as in `Account.deposit`.
    pub method: String,
    /// Place of its name.
    pub span: Span,
}

/// A method that is not called, as JSON.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct UnreachedRecord {
    /// Name, as in `Account.deposit`.
    pub method: String,
    /// Place of its name.
    pub span: Place,
}

impl Unreached {
    /// Methods of a program that a search has not seen called, in the order of the text.
    pub fn of(loaded: &Loaded, searched: &Searched) -> Vec<Unreached> {
        let tables = &loaded.program.tables;
        let one = |m: usize| Unreached { method: tables.declared_method(m), span: tables.program.methods[m].name_span };
        let reached = &searched.result.reached;
        let mut all: Vec<Unreached> = (0..reached.len()).filter(|&m| !reached[m]).map(one).collect();
        all.sort_by_key(|method| method.span.start);
        all
    }

    /// Record of it.
    pub fn record(&self, places: &Places<'_>) -> UnreachedRecord {
        UnreachedRecord { method: self.method.clone(), span: places.place(self.span) }
    }
}
