//! P; E; ls ⊢ e & a.

use super::{Claimed, Thread};
use crate::algebra::{Algebra, is_atomic};
use crate::error::{Why, holds};
use crate::judgment::Judgment;
use crate::locks::Lock;
use crate::options::{ALL_HELD, FIVE_POINTS, ORDERED_OUTPUT};
use crate::reading::{Reading, Rule};
use crate::rules::{
    atom_assert, atom_block, atom_fork, atom_holds, atom_if, atom_let, atom_op, atom_print, atom_seq, atom_sync,
    atom_value, atom_while,
};
use crate::theta::Mapping;
use crate::tree::{TestOutcome, Tree};
use racefree_grammar::ast::{Basic, BinOp, Expr, ExprId, List, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::stack::deep;
use racefree_kernel::{PremiseId, RuleId};

const MOVER: Tree = Tree::basic(Basic::Mover);

impl<'r, 'c: 'r, 'p> Reading<'r, 'c, 'p> {
    /// P; E; ls ⊢ e & a
    pub(crate) fn expr(&mut self, e: ExprId) -> Tree {
        let a = match self.program.expr(e) {
            Expr::New(ty) => deep(|| self.atom_new(e, ty)),
            Expr::Field { recv, .. } => deep(|| self.atom_ref(e, recv)),
            Expr::Assign { recv, value, .. } => deep(|| self.atom_assign(e, recv, value)),
            Expr::Call { recv, args, .. } => deep(|| self.atom_invoke(e, recv, args)),
            Expr::Let { ty, var, bound, body } => deep(|| self.atom_let(e, (ty, var), bound, body)),
            Expr::Sync { lock, body } => deep(|| self.atom_sync(e, lock, body)),
            Expr::Fork(body) => deep(|| self.atom_fork(e, body)),
            Expr::Atomic(body) => deep(|| self.atom_block(e, body)),
            Expr::Seq(list) => deep(|| self.atom_seq(e, list)),
            Expr::If { cond, then, otherwise } => deep(|| self.atom_if(e, cond, then, otherwise)),
            Expr::While { cond, body } => deep(|| self.atom_while(e, cond, body)),
            Expr::Binary(op, left, right) => deep(|| self.atom_op(e, op, left, right)),
            Expr::Print(value) => deep(|| self.atom_print(e, value)),
            Expr::Assert(cond) => deep(|| self.only(e, atom_assert::RULE, atom_assert::CONDITION, cond)),
            Expr::Unary(_, operand) => deep(|| self.only(e, atom_op::RULE, atom_op::OPERAND, operand)),
            Expr::Holds(_) => self.value(e, atom_holds::RULE),
            Expr::Move(of) => match self.program.expr(of) {
                Expr::Field { recv, .. } => deep(|| self.atom_take(e, of, recv)),
                // A move is of the types alone.
                _ => self.value(e, atom_value::RULE),
            },
            // Values; special and qualified owners occur in types alone. Programs of the dialect of Java are not judged.
            Expr::Var(_)
            | Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Null
            | Expr::Str(_)
            | Expr::Unit
            | Expr::Special(_)
            | Expr::Qualified { .. }
            | Expr::Extended(_) => self.value(e, atom_value::RULE),
        };
        self.concludes(Judgment::Expr(e, a));
        a
    }

    /// A premise that is P; E; ls ⊢ e & a, whatever a is.
    pub(crate) fn part(&mut self, rule: &Rule<'r>, premise: PremiseId, e: ExprId) -> Tree {
        rule.premise(premise);
        self.expr(e)
    }

    /// A rule without premises.
    fn value(&self, e: ExprId, rule: RuleId) -> Tree {
        self.of(rule, e);
        Tree::CONST
    }

    /// A rule whose subject is its one operand.
    fn only(&mut self, e: ExprId, rule: RuleId, premise: PremiseId, operand: ExprId) -> Tree {
        let rule = self.of(rule, e);
        self.part(&rule, premise, operand)
    }

    /// \[ATOM LET\]  a₁; [e₁/x]a₂
    fn atom_let(&mut self, e: ExprId, (ty, x): (TypeId, Name), bound: ExprId, body: ExprId) -> Tree {
        let rule = self.of(atom_let::RULE, e);
        let first = self.part(&rule, atom_let::BOUND, bound);
        let depth = self.scope.depth();
        let class = self.classes().class_of_type(ty);
        self.scope.bind(x, class);
        let then = self.part(&rule, atom_let::BODY, body);
        self.scope.leave(depth);
        let mut theta = Mapping::default();
        theta.vars.add(x, self.trees.locks.of(bound));
        let then = self.substitute(then, |locks, lock| theta.of(locks, lock));
        self.trees.then(first, then)
    }

    /// \[ATOM SYNC\]  S(e₁, a) = (held l ? a|l : right; a|l; left)
    fn atom_sync(&mut self, e: ExprId, lock: ExprId, body: ExprId) -> Tree {
        let rule = self.of(atom_sync::RULE, e);
        let path = self.trees.locks.of(lock);
        let l = self.trees.locks.lock(path);
        // A lock that is no path is code that runs.
        let first = match self.trees.locks.paths.root(path) {
            Root::Var(_) => Tree::CONST,
            Root::Expr(_) | Root::Open(_) => self.quietly(|it| it.expr(lock)),
        };
        let body = self.part(&rule, atom_sync::BODY, body);
        // By the literal reading every lock is held inside.
        let held = if self.options.reads(ALL_HELD) {
            self.trees.rebuild(body, &mut |_, _| TestOutcome::Held)
        } else {
            self.trees.holding(body, l)
        };
        let block = if rule.in_force(atom_sync::LOCK) {
            let begun = self.trees.then(Tree::basic(Basic::Right), held);
            let ended = self.trees.then(begun, Tree::basic(Basic::Left));
            self.choose_by(TestOutcome::Lock(l), held, ended)
        } else {
            held
        };
        self.trees.then(first, block)
    }

    /// \[ATOM FORK\]
    fn atom_fork(&mut self, e: ExprId, body: ExprId) -> Tree {
        let rule = self.of(atom_fork::RULE, e);
        let a = self.part(&rule, atom_fork::BODY, body);
        let atomicity = self.trees.at(a, |_| false);
        if self.counts {
            let span = self.program.span(e);
            self.threads.push(Thread { fork: Some(e), span, atomicity });
        }
        let looked_at = if rule.in_force(atom_fork::EMPTY) {
            atomicity
        } else {
            let held = self.locks_at(e);
            self.trees.at(a, |l| held.contains(&l))
        };
        let unguarded = || Why::Unguarded { body, within: self.within };
        rule.check(atom_fork::NO_ERROR, || holds(looked_at != Basic::Error, unguarded));
        let left = if rule.in_force(atom_fork::LEFT) { Basic::Left } else { Basic::Mover };
        Tree::basic(if self.options.reads(FIVE_POINTS) { Basic::Atomic } else { left })
    }

    /// \[ATOM BLOCK\]
    fn atom_block(&mut self, e: ExprId, body: ExprId) -> Tree {
        let rule = self.of(atom_block::RULE, e);
        let tree = self.part(&rule, atom_block::BODY, body);
        let locks = self.locks_at(e);
        let method = self.within.method().filter(|&m| {
            let method = &self.program.methods[m as usize];
            method.atomic && method.body == e
        });
        self.claim(&rule, (e, method), tree, locks, true);
        tree
    }

    /// ⟦a⟧(ls) ⊑ atomic, of a block or a method as a whole; it counts if a premise asks for it.
    pub(super) fn claim(
        &mut self,
        rule: &Rule<'r>,
        (block, method): (ExprId, Option<u32>),
        tree: Tree,
        locks: Vec<Lock>,
        counts: bool,
    ) {
        let atomicity = self.trees.at(tree, |l| locks.contains(&l));
        let mut claim = Claimed { block, method, within: self.within, tree, locks, atomicity, blame: None, counts };
        let atomic = is_atomic(atomicity);
        if self.counts && !atomic {
            claim.blame = crate::blame::of_claim(self, &claim);
        }
        if counts {
            let span = crate::report::claim_span(self.program, &claim);
            let claimed = || holds(atomic, || Why::NotAtomic(Box::new(claim.clone())));
            rule.check_at(atom_block::CLAIM, span, claimed);
        }
        if self.counts {
            self.claims.push(claim);
        }
    }

    /// \[ATOM SEQ\], \[ATOM HOLDS\]: what follows a `holds l` in the block is a|l.
    fn atom_seq(&mut self, e: ExprId, list: List) -> Tree {
        let rule = self.of(atom_seq::RULE, e);
        let elements = self.program.list(list);
        let mut all: Vec<Tree> = Vec::with_capacity(elements.len());
        let mut taken: Vec<(usize, Lock)> = Vec::new();
        for &element in elements {
            if let Expr::Holds(lock) = self.program.expr(element) {
                let held = self.written_lock(lock, false);
                self.trusted.insert(lock, held);
                taken.push((all.len(), held));
            }
            all.push(self.part(&rule, atom_seq::ELEMENT, element));
        }
        self.trees.algebra = Algebra::by(|premise| rule.in_force(premise));
        let mut a = Tree::CONST;
        for (i, &element) in all.iter().enumerate().rev() {
            a = self.trees.then(element, a);
            while let Some((_, lock)) = taken.pop_if(|(at, _)| *at == i) {
                a = self.trees.holding(a, lock);
            }
        }
        a
    }

    /// \[ATOM IF\]  a₀; (a₁ ⊔ a₂)
    fn atom_if(&mut self, e: ExprId, cond: ExprId, then: ExprId, otherwise: Option<ExprId>) -> Tree {
        let rule = self.of(atom_if::RULE, e);
        let first = self.part(&rule, atom_if::CONDITION, cond);
        let one = self.part(&rule, atom_if::THEN, then);
        let (other, counts) = match otherwise {
            Some(e) => (self.part(&rule, atom_if::ELSE, e), self.in_force(atom_if::ELSE)),
            None => (Tree::CONST, rule.in_force(atom_if::ELSE)),
        };
        let branches = if counts { self.trees.join(one, other) } else { one };
        self.trees.then(first, branches)
    }

    /// \[ATOM WHILE\]  a₀; (a₁; a₀)*
    fn atom_while(&mut self, e: ExprId, cond: ExprId, body: ExprId) -> Tree {
        let rule = self.of(atom_while::RULE, e);
        let first = self.part(&rule, atom_while::CONDITION, cond);
        let turn = self.part(&rule, atom_while::BODY, body);
        let turn = self.trees.then(turn, first);
        let turns = if rule.in_force(atom_while::LOOP) { self.trees.star(turn) } else { turn };
        self.trees.then(first, turns)
    }

    /// \[ATOM OP\]
    fn atom_op(&mut self, e: ExprId, op: BinOp, left: ExprId, right: ExprId) -> Tree {
        let rule = self.of(atom_op::RULE, e);
        let first = self.part(&rule, atom_op::OPERAND, left);
        let in_force = self.in_force(atom_op::RIGHT);
        let mut second = self.part(&rule, atom_op::RIGHT, right);
        if matches!(op, BinOp::And | BinOp::Or) {
            second = self.trees.join(second, Tree::CONST);
        }
        let made = op == BinOp::Add && self.types.is_string(e);
        let both = if in_force { self.trees.then(first, second) } else { first };
        if made { self.trees.then(both, MOVER) } else { both }
    }

    /// \[ATOM PRINT\]  a; mover
    fn atom_print(&mut self, e: ExprId, value: ExprId) -> Tree {
        let rule = self.of(atom_print::RULE, e);
        let a = self.part(&rule, atom_print::VALUE, value);
        let output = if self.options.reads(ORDERED_OUTPUT) { Tree::basic(Basic::Atomic) } else { MOVER };
        self.trees.then(a, output)
    }
}
