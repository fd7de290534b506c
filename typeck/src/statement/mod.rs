//! Judgments as text in the notation of the calculus, in pieces that a renderer can typeset.
//!
//! [`Notation`] writes the conclusion of a node of a derivation ([`Notation::conclusion`]) and what a premise says there
//! ([`Notation::premise`]): instantiated, substitutions carried out. Whatever the program, a [`Statement`] is short:
//! expressions are abbreviated by `…` where they are deep, and long environments go by names `E₁`, `E₂`… that
//! [`Notation::new_environments`] defines, each in terms of an earlier one. [`places`] tells where in the source the thing
//! is that a judgment is about.

mod conclusions;
mod declarations;
mod environments;
mod expressions;
mod parts;
pub mod places;
mod side_conditions;

use crate::cx::Cx;
use crate::judgment::Judgment;
use environments::Names;
use racefree_grammar::ast::{Expr, List, Program};
use racefree_grammar::span::Span;
pub use racefree_kernel::statement::{Limits, Sort as Kind, Statement};
use racefree_kernel::{Derivation, Derived, JudgmentWriter, Node, NodeId, PremiseId, Shape, Tree};

/// Writes the judgments of a derivation.
pub struct Notation<'c, 'p> {
    cx: &'c Cx<'p, Tree<Judgment>>,
    program: &'p Program,
    /// How long things may be.
    pub limits: Limits,
    names: Names,
    /// The sequences with a `holds` in them, by where they start in the program's lists.
    sequences: Vec<List>,
}

impl<'c, 'p> Notation<'c, 'p> {
    /// For the derivation that `cx` recorded.
    pub fn new(cx: &'c Cx<'p, Tree<Judgment>>, limits: Limits) -> Notation<'c, 'p> {
        let program = cx.program;
        let holds = |list: &List| program.list(*list).iter().any(|&e| matches!(program.expr(e), Expr::Holds(_)));
        let lists = program.exprs.iter().filter_map(|e| if let Expr::Seq(list) = e { Some(*list) } else { None });
        let mut sequences: Vec<List> = lists.filter(holds).collect();
        sequences.sort_by_key(|list| list.start);
        Notation { cx, program, limits, names: Names::default(), sequences }
    }

    /// The derivation.
    pub fn derivation(&self) -> &'c Derivation<Judgment> {
        self.cx.recorder.derivation()
    }

    fn node(&self, id: NodeId) -> Node<Judgment> {
        self.derivation().node(id)
    }
}

impl JudgmentWriter for Notation<'_, '_> {
    fn conclusion(&mut self, id: NodeId) -> Statement {
        Notation::conclusion(self, id)
    }

    fn premise(&mut self, id: NodeId, premise: PremiseId) -> Statement {
        Notation::premise(self, id, premise)
    }

    fn new_environments(&mut self) -> Vec<(String, Statement)> {
        Notation::new_environments(self)
    }

    fn set_limits(&mut self, limits: Limits) {
        self.limits = limits;
    }

    fn named(&self) -> usize {
        Notation::named(self)
    }

    fn unname(&mut self, but: usize) {
        Notation::unname(self, but);
    }
}

impl Derived for Cx<'_, Tree<Judgment>> {
    fn shape(&self) -> &Shape {
        self.recorder.derivation()
    }

    fn places(&self) -> Vec<Span> {
        places::places(self)
    }

    fn is_selectable(&self, id: NodeId) -> bool {
        places::is_selectable(self, self.recorder.derivation().node(id).judgment)
    }

    fn writer(&self, limits: Limits) -> Box<dyn JudgmentWriter + '_> {
        Box::new(Notation::new(self, limits))
    }
}
