//! The reading of the calculus with what the forms of one program need: the rules of this crate are its methods.

use crate::fresh::Fresh;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_typeck::env::EnvId;
use racefree_typeck::reading::{Around, Reading};
use racefree_typeck::types::{ClassId, Ty};
use rustc_hash::FxHashSet;
use std::cell::{OnceCell, RefCell};
use std::ops::Deref;

/// Tables of a program of the dialect.
pub(crate) struct Forms {
    /// Accesses where `this` is fresh.
    pub(crate) fresh: Fresh,
    /// Thread-local classes that are caught, with the clauses.
    pub(crate) caught: OnceCell<Vec<(ClassId, Span)>>,
    /// Every label.
    pub(crate) labels: RefCell<Vec<Label>>,
    /// The environments whose last variable is assigned.
    pub(crate) assigned: RefCell<FxHashSet<EnvId>>,
}

/// A label in scope.
#[derive(Clone, Copy)]
pub(crate) struct Label {
    pub(crate) name: Name,
    /// None: its exits have no value.
    pub(crate) ty: Option<Ty>,
    pub(crate) around: Around,
}

/// The reading of the calculus, and the tables.
#[derive(Clone, Copy)]
pub(crate) struct JavaReading<'r, 'p> {
    pub(crate) calculus: Reading<'r, 'p>,
    pub(crate) forms: &'r Forms,
}

impl<'r, 'p> Deref for JavaReading<'r, 'p> {
    type Target = Reading<'r, 'p>;

    fn deref(&self) -> &Reading<'r, 'p> {
        &self.calculus
    }
}
