//! Judgments as text in the notation of the calculus, in pieces that a renderer can typeset.
//!
//! [`Notation`] writes the conclusion of a node of a derivation ([`JudgmentWriter::conclusion`]) and what a premise says there
//! ([`JudgmentWriter::premise`]), both by the templates that `rules.rs` declares ([`racefree_kernel::template`]); `syntax` says what
//! the judgments and terms of this system consist of. Whatever the program, a [`Statement`] is short: expressions are
//! abbreviated by `…` where they are deep, and long environments go by names `E₁`, `E₂`… that
//! [`Notation::new_environments`] defines, each in terms of an earlier one. [`places`] has the place in the source of the thing
//! that a judgment is about.

mod declarations;
mod environments;
pub mod expressions;
mod forms;
mod parts;
pub mod places;
mod substitution;
mod syntax;
use crate::cx::Cx;
use crate::judgment::Judgment;
use crate::rules::{BOOK, subtype_class};
use environments::Names;
use racefree_grammar::ast::{Expr, List, Program};
use racefree_grammar::span::Span;
use racefree_kernel::template::{Bindings, Symbols, WORDS};
use racefree_kernel::{Derivation, Derived, JudgmentWriter, Node, NodeId, PremiseId, Shape, Templates};
pub use racefree_kernel::{Limits, Sort, Statement};
use std::sync::LazyLock;
use syntax::Part;

/// The symbols of the calculus.
pub const SYMBOLS: Symbols = Symbols {
    metavariables: &[
        "E", "G", "arg", "c", "cn", "defn", "e", "fd", "field", "garg", "l", "ls", "meth", "mn", "n", "op", "s", "t",
        "u", "x", "y",
    ],
    functions: &["E"],
    substitutions: &[("θ", "[e/this, eⱼ/yⱼ]")],
    relations: &[" : ", " <: ", " ∈ ", " ⊆ "],
    predicates: &[" shared", " shareable"],
    whole: &["wf"],
    words: WORDS,
};

/// Templates of the rules.
pub static TEMPLATES: LazyLock<Templates> = LazyLock::new(|| Templates::new(BOOK, SYMBOLS));

/// Writes the judgments of a derivation.
pub struct Notation<'c, 'p> {
    cx: &'c Cx<'p, Derivation<Judgment>>,
    program: &'p Program,
    /// Maximum lengths.
    pub limits: Limits,
    names: Names,
    /// The sequences with a `holds` in them, by where they start in the program's lists.
    sequences: Vec<List>,
    templates: &'static Templates,
    /// The system has race annotations and lock sets; of one that has none, its judgments say nothing of them.
    annotated: bool,
    /// Bindings of the node whose premises are being written.
    bindings: Option<Bindings<Part<'p>>>,
}

impl<'c, 'p> Notation<'c, 'p> {
    /// For the derivation that `cx` recorded.
    pub fn new(cx: &'c Cx<'p, Derivation<Judgment>>, limits: Limits) -> Notation<'c, 'p> {
        let program = cx.program;
        let holds = |list: &List| program.list(*list).iter().any(|&e| matches!(program.expr(e), Expr::Holds(_)));
        let lists = program.exprs.iter().filter_map(|e| if let Expr::Seq(list) = e { Some(*list) } else { None });
        let mut sequences: Vec<List> = lists.filter(holds).collect();
        sequences.sort_by_key(|list| list.start);
        let (names, templates) = (Names::default(), (cx.templates)());
        Notation { cx, program, limits, names, sequences, templates, annotated: cx.annotated, bindings: None }
    }

    /// The derivation.
    pub fn derivation(&self) -> &'c Derivation<Judgment> {
        &self.cx.heard
    }

    fn node(&self, id: NodeId) -> Node<Judgment> {
        self.derivation().node(id)
    }
}

impl JudgmentWriter for Notation<'_, '_> {
    fn conclusion(&mut self, id: NodeId) -> Statement {
        if matches!(self.node(id).judgment, Judgment::Program(_)) && self.program.main.is_none() {
            return Statement::of(Sort::Meta, "⊢ P");
        }
        self.templates.concluded(self, id)
    }

    fn premise(&mut self, id: NodeId, premise: PremiseId, nth: usize) -> Statement {
        if let (subtype_class::GHOST_ARGS, Judgment::Subtype(_, s, t)) = (premise, self.node(id).judgment)
            && let Some(class) = self.cx.types.class_of(s)
            && self.cx.types.class_of(t) != Some(class)
        {
            // A step up: what the ghost arguments become is what the declaration says.
            let mut out = Statement::default();
            self.class(&mut out, class);
            out.meta(" ∈ P");
            return out;
        }
        let bindings = match self.bindings.take() {
            Some(bindings) if bindings.node == id => bindings,
            _ => self.templates.bindings(self, id),
        };
        let out = self.templates.stated(self, &bindings, premise, nth);
        self.bindings = Some(bindings);
        out
    }

    fn substitution(&mut self, id: NodeId) -> Option<Statement> {
        Notation::substitution(self, id)
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

impl Derived for Cx<'_, Derivation<Judgment>> {
    fn shape(&self) -> &Shape {
        &self.heard
    }

    fn places(&self) -> Vec<Span> {
        places::places(self)
    }

    fn is_selectable(&self, id: NodeId) -> bool {
        places::is_selectable(self, self.heard.node(id).judgment)
    }

    fn writer(&self, limits: Limits) -> Box<dyn JudgmentWriter + '_> {
        Box::new(Notation::new(self, limits))
    }
}
