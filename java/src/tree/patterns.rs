//! Patterns of types and of records.

use super::body::LocalNo;
use super::{MethodNo, Written};
use crate::types::Ty;
use racefree_grammar::Span;

/// A pattern.
#[derive(Clone, Debug)]
pub enum Pattern {
    /// A type, with a variable or without.
    Type {
        /// The type.
        ty: Written,
        /// The variable.
        local: Option<LocalNo>,
    },
    /// `C(p, …)`.
    Record {
        /// The record's type.
        ty: Written,
        /// Patterns of its components.
        components: Vec<(Component, Pattern)>,
    },
    /// Syntax that is not understood.
    NotUnderstood(Span),
}

impl Pattern {
    /// Its variables.
    pub(crate) fn locals(&self) -> Vec<PatternVariable> {
        match self {
            Pattern::Type { ty, local } => {
                local.iter().map(|local| PatternVariable { local: *local, ty: *ty, way: Vec::new() }).collect()
            }
            Pattern::Record { components, .. } => {
                let inner = |(component, pattern): &(Component, Pattern)| {
                    let mut all = pattern.locals();
                    all.iter_mut().for_each(|bound| bound.way.insert(0, *component));
                    all
                };
                components.iter().flat_map(inner).collect()
            }
            Pattern::NotUnderstood(_) => Vec::new(),
        }
    }
}

/// A component of a record in a pattern.
#[derive(Clone, Copy, Debug)]
pub struct Component {
    /// The record's type.
    pub record: Written,
    /// The accessor, which is called, if the record is declared.
    pub accessor: Option<MethodNo>,
    /// The component's type.
    pub ty: Ty,
}

/// A variable that a pattern binds.
#[derive(Clone, Debug)]
pub struct PatternVariable {
    /// The variable.
    pub local: LocalNo,
    /// The type that is tested.
    pub ty: Written,
    /// The way from the value to the one that is tested.
    pub way: Vec<Component>,
}
