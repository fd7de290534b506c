//! The definition: sections 3 to 6 as Datalog, rule for rule. It is slow, and what the commands use
//! ([`racefree_pairs::points`], [`racefree_pairs::entries`], [`racefree_pairs::threads`], [`racefree_pairs::escape`], [`racefree_pairs::stages`]) is held to it on every
//! program of the corpus and on generated ones (`tests/agree.rs`): the same tuples after each stage.
//!
//! | module | sections |
//! | --- | --- |
//! | [`alias`] | 3: call graph and alias analysis, ghosts among them |
//! | [`stages`] | 4 to 6: entries, threads, escape, held locks, the stages |
//!
//! The clock and the symbolic terms are functions ([`racefree_pairs::clock`], [`racefree_pairs::locks::Terms`]), which both use.

// `ascent` names the places of `_` so.
#![allow(clippy::just_underscores_and_digits)]

pub mod alias;
mod convert;
pub mod stages;

use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use std::rc::Rc;

/// An abstract object or context: its sites, its own first; a literal has its text instead.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Obj {
    /// The sites.
    pub sites: Rc<[ExprId]>,
    /// The literal that it is.
    pub literal: Option<Name>,
}

impl Obj {
    /// ε
    pub fn empty() -> Obj {
        Obj { sites: Rc::new([]), literal: None }
    }

    /// heap(n,c) = the first max(k,1) of n·c
    pub fn heap(n: ExprId, c: &Obj, k: u32) -> Obj {
        let longest = k.max(1) as usize;
        Obj { sites: std::iter::once(n).chain(c.sites.iter().copied()).take(longest).collect(), literal: None }
    }

    /// lit(t)
    pub fn literal(text: Name) -> Obj {
        Obj { sites: Rc::new([]), literal: Some(text) }
    }
}
