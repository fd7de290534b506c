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
use racefree_kernel::{Derivation, Node, NodeId, Tree};

/// What a piece of a statement is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// Punctuation, blanks and words.
    Plain,
    /// A keyword of the language, `int` and its like among them.
    Keyword,
    /// A variable, ghost or `this`.
    Variable,
    /// A class.
    Class,
    /// A field or method.
    Member,
    /// A literal.
    Literal,
    /// What belongs to the judgment and not to the program: `P`, `⊢`, `∈`, `E₁`, `∅`.
    Meta,
    /// `…`, for what is left out.
    Omitted,
}

/// A judgment or side condition as text.
#[derive(Clone, Default, Debug)]
pub struct Statement {
    text: String,
    /// Each piece with where it ends.
    pieces: Vec<(Kind, u32)>,
}

impl Statement {
    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The pieces in order.
    pub fn pieces(&self) -> impl Iterator<Item = (Kind, &str)> {
        let mut start = 0;
        self.pieces.iter().map(move |&(kind, end)| {
            let piece = &self.text[start..end as usize];
            start = end as usize;
            (kind, piece)
        })
    }

    /// Number of characters.
    pub fn width(&self) -> usize {
        self.text.chars().count()
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Appends a piece.
    pub fn push(&mut self, kind: Kind, text: &str) {
        self.text.push_str(text);
        let end = self.text.len() as u32;
        match self.pieces.last_mut() {
            Some(last) if last.0 == kind => last.1 = end,
            _ if text.is_empty() => {}
            _ => self.pieces.push((kind, end)),
        }
    }

    /// Appends another statement.
    pub fn append(&mut self, other: &Statement) {
        other.pieces().for_each(|(kind, text)| self.push(kind, text));
    }

    /// In lines of at most `first` characters, then `others`, broken at blanks. A longer word has a line of its own.
    pub fn wrap(&self, first: usize, others: usize) -> Vec<Statement> {
        let mut lines = vec![Statement::default()];
        let (mut used, mut room) = (0, first);
        // A word is what stands between two blanks, of whatever pieces.
        let mut word = Statement::default();
        let mut flush = |word: &mut Statement, lines: &mut Vec<Statement>| {
            let width = word.width();
            if used > 0 && used + width > room {
                lines.push(Statement::default());
                (used, room) = (0, others);
            }
            if let Some(line) = lines.last_mut() {
                line.append(word);
            }
            used += width;
            *word = Statement::default();
        };
        for (kind, text) in self.pieces() {
            for part in text.split_inclusive(' ') {
                word.push(kind, part);
                if part.ends_with(' ') {
                    flush(&mut word, &mut lines);
                }
            }
        }
        flush(&mut word, &mut lines);
        lines
    }

    fn plain(&mut self, text: &str) {
        self.push(Kind::Plain, text);
    }

    fn keyword(&mut self, text: &str) {
        self.push(Kind::Keyword, text);
    }

    fn meta(&mut self, text: &str) {
        self.push(Kind::Meta, text);
    }

    fn omitted(&mut self) {
        self.push(Kind::Omitted, "…");
    }

    fn truncate(&mut self, point: (usize, usize)) {
        self.text.truncate(point.0);
        self.pieces.truncate(point.1);
        if let Some(last) = self.pieces.last_mut() {
            last.1 = point.0 as u32;
        }
    }

    fn point(&self) -> (usize, usize) {
        (self.text.len(), self.pieces.len())
    }
}

/// How long the parts of a statement may be, in characters.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// An expression.
    pub expression: usize,
    /// An environment; a longer one goes by a name.
    pub environment: usize,
    /// A lock set, a type or a list of locks.
    pub locks: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { expression: 60, environment: 36, locks: 40 }
    }
}

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

    fn node(&self, id: NodeId) -> &'c Node<Judgment> {
        self.derivation().node(id)
    }
}
