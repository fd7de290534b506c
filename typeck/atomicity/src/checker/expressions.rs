//! P; E; ls ⊢ e & a.

use super::{Checker, Claimed, Thread};
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
use smallvec::SmallVec;

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
            Expr::Extended(form) => deep(|| self.extended(e, form)),
            // Values; special and qualified owners occur in types alone.
            Expr::Var(_)
            | Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Null
            | Expr::Str(_)
            | Expr::Unit
            | Expr::Special(_)
            | Expr::Qualified { .. } => self.value(e, atom_value::RULE),
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
    pub(super) fn value(&self, e: ExprId, rule: RuleId) -> Tree {
        self.of(rule, e);
        Tree::CONST
    }

    /// A rule whose subject is its one operand.
    pub(super) fn only(&mut self, e: ExprId, rule: RuleId, premise: PremiseId, operand: ExprId) -> Tree {
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
        let mark = self.exits.len();
        let then = self.part(&rule, atom_let::BODY, body);
        self.scope.leave(depth);
        let mut theta = Mapping::default();
        theta.vars.add(x, self.trees.locks.of(bound));
        let then = self.substitute(then, |locks, lock| theta.of(locks, lock));
        self.exits_become(mark, |cx, way| {
            let way = cx.substitute(way, |locks, lock| theta.of(locks, lock));
            cx.trees.then(first, way)
        });
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
        let mark = self.exits.len();
        let body = self.part(&rule, atom_sync::BODY, body);
        let is_step = rule.in_force(atom_sync::LOCK);
        let block = self.synchronized(l, body, is_step);
        self.exits_become(mark, |cx, way| {
            let way = cx.synchronized(l, way, is_step);
            cx.trees.then(first, way)
        });
        self.trees.then(first, block)
    }

    /// \[ATOM FORK\]
    fn atom_fork(&mut self, e: ExprId, body: ExprId) -> Tree {
        let rule = self.of(atom_fork::RULE, e);
        let mark = self.exits.len();
        let a = self.part(&rule, atom_fork::BODY, body);
        let a = self.closed(mark, a);
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
        let mark = self.exits.len();
        let tree = self.part(&rule, atom_block::BODY, body);
        let all = self.with_exits(mark, tree);
        let locks = self.locks_at(e);
        let method = self.within.method().filter(|&m| {
            let method = &self.program.methods[m as usize];
            method.atomic && method.body == e
        });
        self.claim(&rule, (e, method), all, locks, true);
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
        let mut a = Tree::CONST;
        let mut taken: SmallVec<[Lock; 1]> = SmallVec::new();
        for &element in elements {
            let mark = self.exits.len();
            let next = self.part(&rule, atom_seq::ELEMENT, element);
            let holding = |cx: &mut Checker<'c, 'p>, a| taken.iter().fold(a, |a, &lock| cx.trees.holding(a, lock));
            let next = holding(self.cx, next);
            self.exits_become(mark, |cx, way| {
                let way = holding(cx, way);
                cx.trees.then(a, way)
            });
            a = self.trees.then(a, next);
            if let Expr::Holds(lock) = self.program.expr(element) {
                let held = self.written_lock(lock, false);
                self.trusted.insert(lock, held);
                taken.push(held);
            }
        }
        self.trees.algebra = Algebra::by(|premise| rule.in_force(premise));
        a
    }

    /// \[ATOM IF\]  a₀; (a₁ ⊔ a₂)
    fn atom_if(&mut self, e: ExprId, cond: ExprId, then: ExprId, otherwise: Option<ExprId>) -> Tree {
        let rule = self.of(atom_if::RULE, e);
        let first = self.part(&rule, atom_if::CONDITION, cond);
        let mark = self.exits.len();
        let one = self.part(&rule, atom_if::THEN, then);
        let (other, counts) = match otherwise {
            Some(e) => (self.part(&rule, atom_if::ELSE, e), self.in_force(atom_if::ELSE)),
            None => (Tree::CONST, rule.in_force(atom_if::ELSE)),
        };
        self.exits_after(mark, first);
        let branches = if counts { self.trees.join(one, other) } else { one };
        self.trees.then(first, branches)
    }

    /// \[ATOM WHILE\]  a₀; (a₁; a₀)*
    fn atom_while(&mut self, e: ExprId, cond: ExprId, body: ExprId) -> Tree {
        let rule = self.of(atom_while::RULE, e);
        let before = self.exits.len();
        let first = self.part(&rule, atom_while::CONDITION, cond);
        let mark = self.exits.len();
        let body = self.part(&rule, atom_while::BODY, body);
        let turn = self.trees.then(body, first);
        let turns = if rule.in_force(atom_while::LOOP) { self.trees.star(turn) } else { turn };
        let all = self.trees.then(first, turns);
        // A way out is behind some turns, whole ones; one of the condition may be the first step.
        self.exits_after(mark, all);
        let again = self.trees.then(all, body);
        for i in before..mark {
            let way = self.exits[i].1;
            let later = self.trees.then(again, way);
            self.exits[i].1 = self.cx.trees.join(way, later);
        }
        all
    }

    /// \[ATOM OP\]
    fn atom_op(&mut self, e: ExprId, op: BinOp, left: ExprId, right: ExprId) -> Tree {
        let rule = self.of(atom_op::RULE, e);
        let first = self.part(&rule, atom_op::OPERAND, left);
        let in_force = self.in_force(atom_op::RIGHT);
        let mark = self.exits.len();
        let mut second = self.part(&rule, atom_op::RIGHT, right);
        self.exits_after(mark, first);
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

impl<'p> Checker<'_, 'p> {
    /// S(l, a) = (held l ? a|l : right; a|l; left), or a|l where taking a lock is no step.
    fn synchronized(&mut self, l: Lock, a: Tree, is_step: bool) -> Tree {
        // By the literal reading every lock is held inside.
        let held = if self.options.reads(ALL_HELD) {
            self.trees.rebuild(a, &mut |_, _| TestOutcome::Held)
        } else {
            self.trees.holding(a, l)
        };
        if !is_step {
            return held;
        }
        let ended = self.around(held);
        self.choose_by(TestOutcome::Lock(l), held, ended)
    }
}
