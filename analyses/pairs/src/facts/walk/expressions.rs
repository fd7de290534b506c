//! The arms of the walk: the facts of each form of expression, in evaluation order.

use super::Walk;
use crate::facts::fresh::Use;
use crate::facts::{Access, BodyKind, Kind, LoopId, Node, Site, Slot, Target, Var};
use racefree_grammar::ast::{BinOp, Expr, ExprId, Extended, List, TypeId};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

impl Walk<'_> {
    /// Walks a node, and returns its slot; `as_` is the use of its value.
    pub(super) fn walk(&mut self, e: ExprId, as_: Use) -> Option<Slot> {
        if self.watch.over() {
            return None;
        }
        deep(|| {
            let (region, outermost_loop) = {
                let frame = self.frame();
                (frame.region, frame.loops.first().copied())
            };
            let slot = self.expression(e, as_);
            let frame = self.frame();
            let (body, order) = (frame.body, frame.order);
            frame.order += 1;
            let node = &mut self.facts.nodes[e.index()];
            *node = Node { body: Some(body), order, region, outermost_loop, slot, var: node.var };
            slot
        })
    }

    pub(super) fn expression(&mut self, e: ExprId, as_: Use) -> Option<Slot> {
        match self.program.expr(e) {
            Expr::Var(x) => self.variable(e, x, as_),
            Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Unit => None,
            Expr::Str(_) => {
                self.rule(e);
                self.own_slot()
            }
            Expr::New(ty) => {
                self.types(ty);
                self.rule(e);
                self.own_slot()
            }
            Expr::Field { recv, .. } if self.is_cell(recv) => self.walk(recv, Use::Harmless),
            Expr::Assign { recv, value, .. } if self.is_cell(recv) => {
                self.walk(recv, Use::Harmless);
                let value = self.walk(value, Use::Leaks);
                if value.is_some() {
                    self.rule(e);
                    self.facts.cells.insert(e);
                }
                value
            }
            Expr::Field { recv, field } => {
                let target = self.walk(recv, Use::Harmless);
                self.rule(e);
                self.uses(e, target);
                self.access(e, Kind::Read, field, recv);
                self.own_slot()
            }
            Expr::Assign { recv, field, value } => {
                let target = self.walk(recv, Use::Harmless);
                let value = self.walk(value, Use::Leaks);
                self.rule(e);
                self.uses(e, target);
                self.access(e, Kind::Write, field, recv);
                value
            }
            Expr::Call { recv, method, args } => {
                let target = match self.constructs(recv, method) {
                    Some(v) => {
                        let (order, loops) = self.at(v.1);
                        self.notes.construct(v.0, order, &loops, method);
                        self.walk(recv, Use::Harmless)
                    }
                    None => self.walk(recv, Use::Leaks),
                };
                for &a in self.program.list(args) {
                    self.walk(a, Use::Leaks);
                }
                self.rule(e);
                if let Some(class) = crate::java::cast(&self.facts, method) {
                    self.facts.casts.insert(e);
                    let slot = self.own_slot()?;
                    self.facts.only[slot.body.index()][slot.index as usize] = Some(class);
                    return Some(slot);
                }
                self.uses(e, target);
                self.own_slot()
            }
            Expr::Let { ty, var, bound, body } => self.let_(e, ty, var, bound, body),
            Expr::Sync { lock, body } => self.sync(e, lock, body),
            Expr::Fork(body) => {
                self.fork(e, body);
                None
            }
            Expr::Seq(list) => self.sequence(list),
            Expr::If { cond, then, otherwise } => {
                self.walk(cond, Use::Leaks);
                let a = self.walk(then, Use::Leaks);
                let b = otherwise.and_then(|otherwise| self.walk(otherwise, Use::Leaks));
                match (a, b) {
                    (Some(a), Some(b)) if a != b => {
                        self.rule(e);
                        self.own_slot()
                    }
                    (a, b) => a.or(b),
                }
            }
            Expr::While { cond, body } => {
                self.while_(cond, body);
                None
            }
            Expr::Print(of) => {
                self.walk(of, Use::Harmless);
                None
            }
            Expr::Assert(of) => {
                self.walk(of, Use::Leaks);
                None
            }
            // Its value is that of its body.
            Expr::Atomic(of) => self.walk(of, Use::Leaks),
            Expr::Holds(lock) => {
                self.path(lock, |walk, x, at| walk.mention(x, at));
                if self.holds {
                    self.held_from_here(lock);
                }
                None
            }
            Expr::Binary(op, left, right) => self.binary(e, op, left, right),
            Expr::Unary(_, of) => {
                self.walk(of, Use::Leaks);
                None
            }
            // Owners and moves are erased before a program runs.
            Expr::Move(_) | Expr::Special(_) | Expr::Qualified { .. } => None,
            // Static members have an object, there from the beginning. Every other form of Java is put into terms of these.
            Expr::Extended(Extended::ClassConst(_)) => {
                self.rule(e);
                self.own_slot()
            }
            Expr::Extended(_) => None,
        }
    }

    pub(super) fn binary(&mut self, e: ExprId, op: BinOp, left: ExprId, right: ExprId) -> Option<Slot> {
        let as_ = if matches!(op, BinOp::Eq | BinOp::Ne) { Use::Harmless } else { Use::Leaks };
        let a = self.walk(left, as_);
        let b = self.walk(right, as_);
        match op {
            // `true && e` is `e`, of any type.
            BinOp::And | BinOp::Or => b,
            BinOp::Add if a.is_some() && b.is_some() => {
                self.rule(e);
                self.uses(e, a);
                self.uses(e, b);
                self.own_slot()
            }
            _ => None,
        }
    }

    pub(super) fn sequence(&mut self, list: List) -> Option<Slot> {
        let (last, before) = self.program.list(list).split_last()?;
        let outer = self.frame().region;
        for &element in before {
            self.walk(element, Use::Harmless);
        }
        let value = self.walk(*last, Use::Leaks);
        // Locks named by a `holds` are held to the end of its block.
        self.frame().region = outer;
        value
    }

    /// The rest of the block holds the lock that a `holds` names.
    pub(super) fn held_from_here(&mut self, lock: ExprId) {
        let (b, outer) = {
            let frame = self.frame();
            (frame.body, frame.region)
        };
        let rest = self.region(b, Some(outer), Some(lock), None);
        self.frame().region = rest;
    }

    pub(super) fn let_(&mut self, e: ExprId, ty: TypeId, x: Name, bound: ExprId, scope: ExprId) -> Option<Slot> {
        self.types(ty);
        let slot = match self.cell(bound) {
            Some(slot) => Some(slot),
            None => {
                let value = self.walk(bound, Use::Leaks);
                self.bound_slot(e, ty, bound, value)
            }
        };
        let (body, depth) = {
            let frame = self.frame();
            (frame.body, frame.loops.len())
        };
        let v = self.var(Var { name: x, body, slot, bound: Some(bound), formal: None });
        self.facts.nodes[e.index()].var = Some(v);
        if let Expr::New(ty) = self.program.expr(bound)
            && self.facts.node(bound).body.is_some()
            && let Some(class) = self.facts.resolved.class_of_type(ty)
        {
            self.notes.let_new(v, class, depth);
        }
        let hidden = self.scope[x.index()].replace((v, self.frames.len() - 1));
        let value = self.walk(scope, Use::Leaks);
        self.scope[x.index()] = hidden;
        value
    }

    /// The slot of what a cell has, for a variable that is bound to a new one: its value is assigned, and nobody else has it, so it is no object.
    fn cell(&mut self, bound: ExprId) -> Option<Slot> {
        let Expr::New(ty) = self.program.expr(bound) else { return None };
        let class = self.facts.resolved.class_of_type(ty)?;
        let field = crate::java::value_of_cell(&self.facts, class)?;
        let slot = self.own_slot()?;
        self.facts.only[slot.body.index()][slot.index as usize] = self.facts.only(field);
        Some(slot)
    }

    /// True for a variable that is a cell.
    fn is_cell(&self, recv: ExprId) -> bool {
        let Expr::Var(x) = self.program.expr(recv) else { return false };
        let bound = self.scope[x.index()].and_then(|(v, _)| self.facts.var(v).bound);
        bound.is_some_and(|bound| {
            matches!(self.program.expr(bound), Expr::New(_)) && self.facts.node(bound).body.is_none()
        })
    }

    /// The slot of a variable: that of its value, or one for those of the value's objects that have the type.
    fn bound_slot(&mut self, e: ExprId, ty: TypeId, bound: ExprId, value: Option<Slot>) -> Option<Slot> {
        let class = self.facts.only(ty).filter(|_| !matches!(self.program.expr(bound), Expr::New(_)));
        let (Some(_), Some(class)) = (value, class) else { return value };
        self.rule(e);
        let slot = self.own_slot()?;
        self.facts.only[slot.body.index()][slot.index as usize] = Some(class);
        Some(slot)
    }

    pub(super) fn sync(&mut self, e: ExprId, lock: ExprId, body: ExprId) -> Option<Slot> {
        let held = self.walk(lock, Use::Harmless);
        let (b, outer) = {
            let frame = self.frame();
            (frame.body, frame.region)
        };
        let inner = self.region(b, Some(outer), Some(lock), Some(e));
        self.uses(e, held);
        self.frame().region = inner;
        let value = self.walk(body, Use::Leaks);
        let slot = value.and_then(|_| {
            self.rule(e);
            self.own_slot()
        });
        self.frame().region = outer;
        slot
    }

    pub(super) fn while_(&mut self, cond: ExprId, body: ExprId) {
        let l = LoopId(self.facts.loops.len() as u32);
        let first = self.frame().order;
        self.facts.loops.push((first, first));
        self.frame().loops.push(l);
        self.walk(cond, Use::Leaks);
        self.walk(body, Use::Harmless);
        self.frame().loops.pop();
        self.facts.loops[l.index()].1 = self.frame().order.saturating_sub(1);
    }

    pub(super) fn fork(&mut self, e: ExprId, body: ExprId) {
        self.rule(e);
        let b = self.begin(BodyKind::Fork(e), Some(e), Some(body));
        self.facts.forks.insert(e, b);
        self.walk_body(b, body);
    }

    pub(super) fn access(&mut self, e: ExprId, kind: Kind, field: Name, target: ExprId) {
        let body = self.frame().body;
        let access = Access {
            site: Site::Expr(e),
            body,
            kind,
            field,
            target: Target::Expr(target),
            fresh: false,
            constructs: false,
        };
        self.facts.accesses.push(access);
        let here = self.frames.len() - 1;
        if let Expr::Var(x) = self.program.expr(target)
            && let Some((v, frame)) = self.scope[x.index()]
            && frame == here
        {
            let number = self.facts.accesses.len() - 1;
            self.notes.access(v, number, &self.frames[frame].loops);
        }
    }
}
