//! Ways out of an expression that do not go on with what follows it: exits and exceptions, in programs of the dialect of Java. Each is kept
//! with what comes before it, as far as that is judged. A program of the calculus has none.

use crate::checker::Checker;
use crate::reading::{Reading, Rule};
use crate::tree::Tree;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_kernel::PremiseId;

impl<'p> Checker<'_, 'p> {
    /// The ways out from a mark on become what is made of them.
    pub(super) fn exits_become(&mut self, mark: usize, mut to: impl FnMut(&mut Self, Tree) -> Tree) {
        for i in mark..self.exits.len() {
            let way = self.exits[i].1;
            self.exits[i].1 = to(self, way);
        }
    }

    /// Something comes before the ways out from a mark on.
    pub(super) fn exits_after(&mut self, mark: usize, before: Tree) {
        self.exits_become(mark, |cx, way| cx.trees.then(before, way));
    }

    /// a ⊔ all ways out from a mark on: a part of any of them is ⊑ it.
    pub(super) fn with_exits(&mut self, mark: usize, a: Tree) -> Tree {
        (mark..self.exits.len()).fold(a, |a, i| {
            let way = self.exits[i].1;
            self.trees.join(a, way)
        })
    }

    /// The same, and none of them goes further.
    pub(super) fn closed(&mut self, mark: usize, a: Tree) -> Tree {
        let all = self.with_exits(mark, a);
        self.exits.truncate(mark);
        if all == Tree::NEVER { Tree::CONST } else { all }
    }

    /// a ⊔ the exits of a label from a mark on, which end there.
    pub(super) fn leaving(&mut self, mark: usize, label: Name, mut a: Tree) -> Tree {
        let mut i = mark;
        while i < self.exits.len() {
            if self.exits[i].0 == Some(label) {
                let (_, way) = self.exits.remove(i);
                a = self.trees.join(a, way);
            } else {
                i += 1;
            }
        }
        a
    }
}

impl<'r, 'c: 'r, 'p> Reading<'r, 'c, 'p> {
    /// before; a, for a premise P; E; ls ⊢ e & a.
    pub(super) fn then_part(&mut self, before: Tree, rule: &Rule<'r>, premise: PremiseId, e: ExprId) -> Tree {
        let mark = self.exits.len();
        let a = self.part(rule, premise, e);
        self.exits_after(mark, before);
        self.trees.then(before, a)
    }

    /// Several of them, one after the other.
    pub(super) fn then_parts(&mut self, before: Tree, rule: &Rule<'r>, premise: PremiseId, all: &[ExprId]) -> Tree {
        all.iter().fold(before, |before, &e| self.then_part(before, rule, premise, e))
    }
}
