//! P; E; ls ⊢ e & a.

use super::{Checker, Claimed, ThreadBody};
use crate::algebra::below;
use crate::judgment::Judgment;
use crate::locks::Lock;
use crate::rules::{
    atom_assert, atom_block, atom_fork, atom_holds, atom_if, atom_let, atom_op, atom_print, atom_seq, atom_sync,
    atom_value, atom_while,
};
use crate::theta::Step;
use crate::tree::{Put, Tree};
use racefree_grammar::ast::{Basic, BinOp, Expr, ExprId, List, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::stack::deep;
use racefree_kernel::{Evidence, PremiseId, Recorder, TypeError};

const MOVER: Tree = Tree::basic(Basic::Mover);

impl<'c, 'p, R: Recorder<Judgment>> Checker<'c, 'p, R> {
    /// P; E; ls ⊢ e & a
    pub(crate) fn expr(&mut self, e: ExprId) -> Tree {
        let a = match self.program.expr(e) {
            Expr::New(ty) => deep(|| self.atom_new(ty)),
            Expr::Field { recv, .. } => deep(|| self.atom_ref(e, recv)),
            Expr::Assign { recv, value, .. } => deep(|| self.atom_assign(e, recv, value)),
            Expr::Call { recv, args, .. } => deep(|| self.atom_invoke(e, recv, args)),
            Expr::Let { ty, var, bound, body } => deep(|| self.atom_let(ty, var, bound, body)),
            Expr::Sync { lock, body } => deep(|| self.atom_sync(lock, body)),
            Expr::Fork(body) => deep(|| self.atom_fork(e, body)),
            Expr::Atomic(body) => deep(|| self.atom_block(e, body)),
            Expr::Seq(list) => deep(|| self.atom_seq(list)),
            Expr::If { cond, then, otherwise } => deep(|| self.atom_if(cond, then, otherwise)),
            Expr::While { cond, body } => deep(|| self.atom_while(cond, body)),
            Expr::Binary(op, left, right) => deep(|| self.atom_op(e, op, left, right)),
            Expr::Print(value) => deep(|| self.atom_print(value)),
            Expr::Assert(cond) => deep(|| self.only(atom_assert::RULE, atom_assert::CONDITION, cond)),
            Expr::Unary(_, operand) => deep(|| self.only(atom_op::RULE, atom_op::OPERAND, operand)),
            Expr::Holds(_) => {
                self.recorder.open(atom_holds::RULE);
                Tree::CONST
            }
            Expr::Move(of) => match self.program.expr(of) {
                Expr::Field { recv, .. } => deep(|| self.atom_take(e, of, recv)),
                // A move is of the types alone.
                _ => {
                    self.recorder.open(atom_value::RULE);
                    Tree::CONST
                }
            },
            // Values; special and qualified owners occur in types alone.
            Expr::Var(_)
            | Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Null
            | Expr::Str(_)
            | Expr::Unit
            | Expr::Special(_)
            | Expr::Qualified { .. } => {
                self.recorder.open(atom_value::RULE);
                Tree::CONST
            }
        };
        self.recorder.close(|| Judgment::Expr(e, a));
        a
    }

    /// A premise that is P; E; ls ⊢ e & a, whatever a is.
    pub(crate) fn part(&mut self, premise: PremiseId, e: ExprId) -> Tree {
        self.recorder.premise(premise);
        self.expr(e)
    }

    fn only(&mut self, rule: racefree_kernel::RuleId, premise: PremiseId, e: ExprId) -> Tree {
        self.recorder.open(rule);
        self.part(premise, e)
    }

    /// \[ATOM LET\]  a₁; [e₁/x]a₂
    fn atom_let(&mut self, ty: TypeId, x: Name, bound: ExprId, body: ExprId) -> Tree {
        self.recorder.open(atom_let::RULE);
        let first = self.part(atom_let::BOUND, bound);
        let depth = self.scope.depth();
        self.scope.bind(x, crate::locks::class_of_type(self.classes(), ty));
        let then = self.part(atom_let::BODY, body);
        self.scope.leave(depth);
        let mut theta = Step::default();
        theta.vars.add(x, self.trees.locks.of(bound));
        let then = self.substitute(then, |locks, lock| theta.of(locks, lock));
        self.trees.then(first, then)
    }

    /// \[ATOM SYNC\]  S(e₁, a) = (held l ? a|l : right; a|l; left)
    fn atom_sync(&mut self, lock: ExprId, body: ExprId) -> Tree {
        self.recorder.open(atom_sync::RULE);
        let path = self.trees.locks.of(lock);
        let l = self.trees.locks.lock(path);
        // A lock that is no path is code that runs.
        let first = match self.trees.locks.paths.root(path) {
            Root::Var(_) => Tree::CONST,
            Root::Expr(_) | Root::Open(_) => self.quietly(|it| it.expr(lock)),
        };
        let body = self.part(atom_sync::BODY, body);
        let held = if self.all_held() { self.decided_as_held(body) } else { self.trees.holding(body, l) };
        let block = if self.choose(atom_sync::LOCK) {
            let begun = self.trees.then(Tree::basic(Basic::Right), held);
            let ended = self.trees.then(begun, Tree::basic(Basic::Left));
            self.choose_by(Put::Lock(l), held, ended)
        } else {
            held
        };
        self.trees.then(first, block)
    }

    /// The reading in which inside a synchronized block every lock is held.
    fn decided_as_held(&mut self, a: Tree) -> Tree {
        self.trees.rebuild(a, &mut |_, _| Put::Held)
    }

    /// Judges an expression without recording it: it is no part of the derivation.
    pub(crate) fn quietly<T>(&mut self, judge: impl FnOnce(&mut Self) -> T) -> T {
        self.recorder.pause();
        let outcome = judge(self);
        self.recorder.resume();
        outcome
    }

    /// \[ATOM FORK\]
    fn atom_fork(&mut self, e: ExprId, body: ExprId) -> Tree {
        self.recorder.open(atom_fork::RULE);
        let a = self.part(atom_fork::BODY, body);
        let atomicity = self.trees.at(a, |_| false);
        if self.counts {
            self.threads.push(ThreadBody { body, fork: Some(e), atomicity });
        }
        let empty = self.in_force(atom_fork::EMPTY);
        let looked_at = if empty {
            atomicity
        } else {
            let held = self.locks_at(e);
            self.trees.at(a, |l| held.contains(&l))
        };
        self.check(atom_fork::NO_ERROR, looked_at != Basic::Error, |it| {
            it.unguarded(atom_fork::NO_ERROR, it.program.span(e), body, "this thread")
        });
        let left = if self.choose(atom_fork::LEFT) { Basic::Left } else { Basic::Mover };
        self.choose(atom_fork::EMPTY);
        Tree::basic(if self.five_points() { Basic::Atomic } else { left })
    }

    /// \[ATOM BLOCK\]
    fn atom_block(&mut self, e: ExprId, body: ExprId) -> Tree {
        self.recorder.open(atom_block::RULE);
        let tree = self.part(atom_block::BODY, body);
        let locks = self.locks_at(e);
        let method = self.within.method().filter(|&m| {
            let method = &self.program.methods[m as usize];
            method.atomic && method.body == e
        });
        self.claim(Claimed {
            block: e,
            method,
            within: self.within,
            tree,
            locks,
            atomicity: Basic::Const,
            blame: None,
            counts: true,
        });
        tree
    }

    /// ⟦a⟧(ls) ⊑ atomic
    pub(crate) fn claim(&mut self, claim: Claimed) {
        let atomicity = self.trees.at(claim.tree, |l| claim.locks.contains(&l));
        let mut claim = Claimed { atomicity, ..claim };
        let holds = below(atomicity, Basic::Atomic);
        if self.counts && !holds {
            claim.blame = crate::blame::of_claim(self, &claim);
        }
        if claim.counts {
            self.check(atom_block::CLAIM, holds, |it| it.unclaimed(&claim));
        }
        if self.counts {
            self.claims.push(claim);
        }
    }

    /// \[ATOM SEQ\], \[ATOM HOLDS\]: what follows a `holds l` in the block is a|l.
    fn atom_seq(&mut self, list: List) -> Tree {
        self.recorder.open(atom_seq::RULE);
        let elements = self.program.list(list);
        let mut all: Vec<Tree> = Vec::with_capacity(elements.len());
        let mut taken: Vec<(usize, Lock)> = Vec::new();
        for &element in elements {
            if let Expr::Holds(lock) = self.program.expr(element) {
                let held = self.written_lock(lock, false);
                self.trusted.insert(lock, held);
                taken.push((all.len(), held));
            }
            all.push(self.part(atom_seq::ELEMENT, element));
        }
        self.choose(atom_seq::COMMIT);
        self.choose(atom_seq::STAR);
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
    fn atom_if(&mut self, cond: ExprId, then: ExprId, otherwise: Option<ExprId>) -> Tree {
        self.recorder.open(atom_if::RULE);
        let first = self.part(atom_if::CONDITION, cond);
        let one = self.part(atom_if::THEN, then);
        let in_force = self.in_force(atom_if::ELSE);
        let other = match otherwise {
            Some(e) => self.part(atom_if::ELSE, e),
            None => {
                self.choose(atom_if::ELSE);
                Tree::CONST
            }
        };
        let branches = if in_force { self.trees.join(one, other) } else { one };
        self.trees.then(first, branches)
    }

    /// \[ATOM WHILE\]  a₀; (a₁; a₀)*
    fn atom_while(&mut self, cond: ExprId, body: ExprId) -> Tree {
        self.recorder.open(atom_while::RULE);
        let first = self.part(atom_while::CONDITION, cond);
        let turn = self.part(atom_while::BODY, body);
        let turn = self.trees.then(turn, first);
        let turns = if self.choose(atom_while::LOOP) { self.trees.star(turn) } else { turn };
        self.trees.then(first, turns)
    }

    /// \[ATOM OP\]
    fn atom_op(&mut self, e: ExprId, op: BinOp, left: ExprId, right: ExprId) -> Tree {
        self.recorder.open(atom_op::RULE);
        let first = self.part(atom_op::OPERAND, left);
        let in_force = self.in_force(atom_op::RIGHT);
        let mut second = self.part(atom_op::RIGHT, right);
        if matches!(op, BinOp::And | BinOp::Or) {
            second = self.trees.join(second, Tree::CONST);
        }
        let made = op == BinOp::Add && self.types.is_string(e);
        let both = if in_force { self.trees.then(first, second) } else { first };
        if made { self.trees.then(both, MOVER) } else { both }
    }

    /// \[ATOM PRINT\]  a; mover
    fn atom_print(&mut self, value: ExprId) -> Tree {
        self.recorder.open(atom_print::RULE);
        let a = self.part(atom_print::VALUE, value);
        let output = if self.ordered_output() { Tree::basic(Basic::Atomic) } else { MOVER };
        self.trees.then(a, output)
    }

    /// A thread accesses a field without the guard.
    pub(crate) fn unguarded(
        &mut self,
        premise: PremiseId,
        at: racefree_grammar::span::Span,
        body: ExprId,
        what: &str,
    ) -> TypeError {
        let blame = crate::blame::of_expression(self, self.within, body, &[]);
        let mut error = TypeError::new(premise, at, format!("{what} accesses a field without holding its guard"));
        error.label = "the atomicity of what it does is error".to_owned();
        if let Some(blame) = blame {
            blame.tell("block", |span| self.place(span), &mut error);
        }
        error
    }

    /// A claim does not hold.
    fn unclaimed(&mut self, claim: &Claimed) -> TypeError {
        let what = match claim.method {
            Some(m) => format!("`{}`", self.method_name(m)),
            None => "this block".to_owned(),
        };
        let is = claim.atomicity.text();
        let message = format!("{what} is claimed to be atomic, and is {is}");
        let span = crate::report::claim_span(self.program, claim);
        let mut error = TypeError::new(atom_block::CLAIM, span, message);
        error.label = match claim.atomicity {
            Basic::Error => "an access in it lacks its guard".to_owned(),
            _ => "another thread may come between its steps".to_owned(),
        };
        if let Some(blame) = &claim.blame {
            let what = if claim.method.is_some() { "method" } else { "block" };
            blame.tell(what, |span| self.place(span), &mut error);
        }
        error
    }

    /// Records that a premise without a judgment of its own holds.
    pub(crate) fn given(&mut self, premise: PremiseId) {
        self.recorder.premise(premise);
        self.recorder.evidence(Evidence::Holds);
    }
}
