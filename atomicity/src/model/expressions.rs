//! P; E; ls ⊢ e & a.

use super::atomicities::{A, Lock, Put};
use super::theta::{Step, Theta};
use super::{At, CONST, MOVER, Model};
use crate::algebra::below;
use crate::rules::{atom_block, atom_fork, atom_if, atom_op, atom_sync, atom_while};
use crate::system::{ALL_HELD, FIVE_POINTS, ORDERED_OUTPUT};
use racefree_grammar::ast::{Basic, BinOp, Expr, ExprId, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_typeck::model::Cn;

impl Model<'_> {
    /// P; E; ls ⊢ e & a
    pub(super) fn expr(&self, at: &At, e: ExprId) -> A {
        let part = |e| self.expr(at, e);
        deep(|| match self.program.expr(e) {
            Expr::New(ty) => self.atom_new(at, ty),
            Expr::Field { recv, field } => self.atom_ref(at, recv, field),
            Expr::Assign { recv, field, value } => self.atom_assign(at, recv, field, value),
            Expr::Call { recv, method, args } => self.atom_invoke(at, recv, method, self.program.list(args)),
            Expr::Move(of) => match self.program.expr(of) {
                Expr::Field { recv, field } => self.atom_take(at, recv, field),
                _ => CONST,
            },
            Expr::Let { ty, var, bound, body } => self.atom_let(at, ty, var, bound, body),
            Expr::Sync { lock, body } => self.atom_sync(at, lock, body),
            Expr::Fork(body) => self.atom_fork(at, e, body),
            Expr::Atomic(body) => self.atom_block(at, e, body),
            Expr::Seq(list) => self.atom_seq(at, self.program.list(list)),
            Expr::If { cond, then, otherwise } => self.atom_if(at, cond, then, otherwise),
            Expr::While { cond, body } => self.atom_while(at, cond, body),
            Expr::Binary(op, left, right) => self.atom_op(at, e, op, left, right),
            Expr::Print(value) if self.options.reads(ORDERED_OUTPUT) => self.all([part(value), A::Is(Basic::Atomic)]),
            Expr::Print(value) => self.all([part(value), MOVER]),
            Expr::Assert(e) | Expr::Unary(_, e) => part(e),
            // [ATOM VALUE], [ATOM HOLDS]
            Expr::Var(_)
            | Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Null
            | Expr::Str(_)
            | Expr::Unit
            | Expr::Holds(_)
            | Expr::Special(_)
            | Expr::Qualified { .. } => CONST,
        })
    }

    /// \[ATOM LET\]  a₁; [e₁/x]a₂
    fn atom_let(&self, at: &At, t: TypeId, x: Name, bound: ExprId, body: ExprId) -> A {
        let first = self.expr(at, bound);
        let then = self.expr(&at.and(x, self.class_of(t)), body);
        let theta = Theta(vec![Step { vars: vec![(x, self.path(bound))], formals: Vec::new() }]);
        self.all([first, self.substitute(at, &then, &theta)])
    }

    /// \[ATOM SYNC\]  S(e₁, a) = (held l ? a|l : right; a|l; left). A lock that is no path is code that runs.
    fn atom_sync(&self, at: &At, lock: ExprId, body: ExprId) -> A {
        let l = self.lock(lock);
        let first = if l.is_some() { CONST } else { self.expr(at, lock) };
        let a = self.expr(&at.holding(l.clone()), body);
        let held = match &l {
            _ if self.options.reads(ALL_HELD) => a.put(&|_| Put::Held),
            Some(l) => a.decided(l, true),
            None => a,
        };
        if !self.on(atom_sync::LOCK) {
            return self.all([first, held]);
        }
        let taken = self.all([A::Is(Basic::Right), held.clone(), A::Is(Basic::Left)]);
        self.all([first, self.test(at, l.map_or(Put::Either, Put::Lock), &held, &taken)])
    }

    /// \[ATOM FORK\]  left
    fn atom_fork(&self, at: &At, e: ExprId, body: ExprId) -> A {
        let a = self.expr(&at.empty(), body);
        let ls: &[Lock] = if self.on(atom_fork::EMPTY) { &[] } else { &at.held };
        self.premise(atom_fork::NO_ERROR, self.program.span(e), a.at(ls) != Basic::Error);
        match (self.options.reads(FIVE_POINTS), self.on(atom_fork::LEFT)) {
            (true, _) => A::Is(Basic::Atomic),
            (false, true) => A::Is(Basic::Left),
            (false, false) => MOVER,
        }
    }

    /// \[ATOM BLOCK\]
    fn atom_block(&self, at: &At, e: ExprId, body: ExprId) -> A {
        let a = self.expr(at, body);
        let whole = at.within.filter(|&m| self.program.methods[m].atomic && self.program.methods[m].body == e);
        self.claim(whole.map_or(self.program.span(e), |m| self.head(m)), &a, &at.held);
        a
    }

    /// ⟦a⟧(ls) ⊑ atomic
    pub(super) fn claim(&self, place: Span, a: &A, ls: &[Lock]) {
        self.premise(atom_block::CLAIM, place, below(a.at(ls), Basic::Atomic));
    }

    /// The head of a method up to its name.
    pub(super) fn head(&self, m: usize) -> Span {
        Span::new(self.program.methods[m].span.start, self.program.methods[m].name_span.end)
    }

    /// \[ATOM SEQ\]  a₁;…;aₙ, and \[ATOM HOLDS\]: what follows `holds l` is a|l
    fn atom_seq(&self, at: &At, es: &[ExprId]) -> A {
        // One after the other, and put together from the last on.
        let (mut of, mut at) = (Vec::new(), at.clone());
        for &e in es {
            let trusted =
                if let Expr::Holds(l) = self.program.expr(e) { self.written_lock(&at, l, false) } else { None };
            of.push((self.expr(&at, e), trusted.clone()));
            at = at.holding(trusted);
        }
        of.into_iter().rev().fold(CONST, |rest, (a, trusted)| {
            let all = a.then(self.algebra, &rest);
            trusted.map_or(all.clone(), |l| all.decided(&l, true))
        })
    }

    /// \[ATOM IF\]  a₀; (a₁ ⊔ a₂), no else: a₂ = const
    fn atom_if(&self, at: &At, cond: ExprId, then: ExprId, otherwise: Option<ExprId>) -> A {
        let (first, one) = (self.expr(at, cond), self.expr(at, then));
        let other = otherwise.map_or(CONST, |e| self.expr(at, e));
        self.all([first, if self.on(atom_if::ELSE) { one.join(&other) } else { one }])
    }

    /// \[ATOM WHILE\]  a₀; (a₁; a₀)*
    fn atom_while(&self, at: &At, cond: ExprId, body: ExprId) -> A {
        let (a0, a1) = (self.expr(at, cond), self.expr(at, body));
        let turn = a1.then(self.algebra, &a0);
        self.all([a0, if self.on(atom_while::LOOP) { turn.star(self.algebra) } else { turn }])
    }

    /// \[ATOM OP\]  a₁; a₂,  && ||: a₁; (a₂ ⊔ const),  + of strings: then mover
    fn atom_op(&self, at: &At, e: ExprId, op: BinOp, left: ExprId, right: ExprId) -> A {
        let (first, mut second) = (self.expr(at, left), self.expr(at, right));
        if matches!(op, BinOp::And | BinOp::Or) {
            second = second.join(&CONST);
        }
        let both = if self.on(atom_op::RIGHT) { self.all([first, second]) } else { first };
        let makes = op == BinOp::Add && self.beneath.class_of(e) == Some(Cn::String);
        if makes { self.all([both, MOVER]) } else { both }
    }
}
