//! Tables that one check leaves to the next. A small program is checked in less time than it takes to ask for their memory, so
//! each thread keeps those of its last check, unless they are large.

use crate::env::Env;
use crate::finals::FinalMemo;
use crate::fork::Captures;
use crate::locks::Locks;
use crate::supertypes::Above;
use crate::types::Types;
use racefree_grammar::ast::Program;
use racefree_program::{Classes, Indices};
use std::cell::Cell;

/// What a context is made of; each table is to be made ready for a program.
#[derive(Default)]
pub(crate) struct Memory {
    pub(crate) types: Types,
    pub(crate) classes: Classes,
    pub(crate) indices: Indices,
    pub(crate) above: Vec<Above>,
    pub(crate) env: Env,
    pub(crate) locks: Locks,
    pub(crate) written: Vec<u32>,
    pub(crate) finals: FinalMemo,
    pub(crate) captures: Captures,
}

thread_local! {
    static KEPT: Cell<Option<Memory>> = const { Cell::new(None) };
}

/// Programs with more expressions or names leave nothing.
const LARGE: usize = 4096;

impl Memory {
    /// What the last check left.
    pub(crate) fn take() -> Memory {
        KEPT.take().unwrap_or_default()
    }

    /// Leaves it to the next check.
    pub(crate) fn keep(self, program: &Program) {
        if program.exprs.len() <= LARGE && program.names.len() <= LARGE {
            KEPT.set(Some(self));
        }
    }
}
