//! The rules of nodes, one arm each, applied to new objects in the slot that the rule looks at.

use super::flows::Flow;
use super::pool::Set;
use super::{Objs, Solver};
use crate::facts::{GhostVar, Slot};
use crate::objects::ObjId;
use crate::points::{Edge, EdgeKind, FieldKey, InstId, Made};
use racefree_grammar::ast::{Expr, ExprId, Extended, TypeKind};
use racefree_grammar::forms;
use racefree_program::ClassId;

impl Solver<'_, '_> {
    /// Applies the rule of a node, for new objects in the slot that it looks at, or for the first time.
    pub(super) fn apply(&mut self, i: InstId, n: ExprId, objects: &Objs, first: bool) {
        let facts = self.facts;
        let own = facts.node(n).slot;
        match facts.program().expr(n) {
            // One that is locked is seen without contexts.
            Expr::Str(_) if self.given.is_some() => {}
            Expr::Str(text) => {
                let h = self.points.objects.literal(text);
                self.add_to(i, own, h);
            }
            Expr::New(ty) => self.new_object(i, n, ty),
            Expr::Field { .. } => {
                let flow = self.flow(i, n);
                flow.into_iter().for_each(|flow| self.carry(flow, objects));
            }
            Expr::Assign { recv, value, .. } if facts.cells.contains(&n) => {
                self.copy_slots((i, facts.node(value).slot), (i, facts.node(recv).slot));
            }
            Expr::Assign { .. } => {
                let flow = self.flow(i, n);
                flow.into_iter().for_each(|flow| self.carry(flow, objects));
            }
            Expr::Call { recv, .. } if facts.casts.contains(&n) => {
                self.copy_slots((i, facts.node(recv).slot), (i, own));
            }
            Expr::Call { method, args, .. } => self.calls(i, n, method, args, objects),
            Expr::Fork(_) => {
                if let Some(&b) = facts.forks.get(&n) {
                    let to = self.reach(b, self.points.inst(i).context, Some(i));
                    self.edge(i, n, to, EdgeKind::Fork);
                }
            }
            Expr::Let { bound, .. } => {
                let var = facts.node(n).var.and_then(|v| facts.var(v).slot);
                self.copy_slots((i, facts.node(bound).slot), (i, var));
            }
            Expr::Sync { body, .. } => self.copy_slots((i, facts.node(body).slot), (i, own)),
            Expr::If { then, otherwise, .. } => {
                self.copy_slots((i, facts.node(then).slot), (i, own));
                if let Some(otherwise) = otherwise {
                    self.copy_slots((i, facts.node(otherwise).slot), (i, own));
                }
            }
            Expr::Binary(_, left, right) => {
                let is_string = |h: ObjId| self.points.objects.class(h) == ClassId::STRING;
                let string = |n: ExprId| self.node(i, n).is_some_and(|set| set.iter().any(is_string));
                if string(left) && string(right) {
                    self.string(i, n);
                }
            }
            Expr::Var(_) => {
                let (Some(&ghost), Some(own)) = (facts.ghosts.get(&n), own) else { return };
                let to = self.points.place(i, own) as u32;
                self.carry(Flow { field: FieldKey::ghost(facts, ghost), slot: to, stores: false }, objects);
            }
            Expr::Extended(Extended::ClassConst(name)) => {
                let h = self.points.objects.constant(name, facts.statics(name));
                self.add_to(i, own, h);
            }
            forms!(literal | block | operator | owned | extended) => {
                debug_assert!(!first, "a rule for a node that has none")
            }
        }
    }

    pub(super) fn add_all_to(&mut self, i: InstId, slot: Option<Slot>, objects: &Set) {
        if let Some(slot) = slot {
            let at = self.points.place(i, slot) as u32;
            self.add_all(at, objects);
        }
    }

    pub(super) fn add_to(&mut self, i: InstId, slot: Option<Slot>, h: ObjId) {
        if let Some(slot) = slot {
            let at = self.points.place(i, slot) as u32;
            self.add(at, h);
        }
    }

    /// CE(n,c,b,c',kind)
    pub(super) fn edge(&mut self, from: InstId, node: ExprId, to: InstId, kind: EdgeKind) {
        self.points.edges.push(Edge { from, node, to, kind });
    }

    pub(super) fn make(&mut self, i: InstId, n: ExprId, class: ClassId) -> ObjId {
        let h = match &mut self.given {
            Some((given, first)) if given.contains(&class) => {
                let first = *first.get_or_insert(n);
                self.points.objects.heap(first, ObjId::EMPTY, given[0])
            }
            _ => self.points.objects.heap(n, self.points.inst(i).context, class),
        };
        if self.points.made.len() <= h.index() {
            self.points.made.resize(h.index() + 1, None);
        }
        match &mut self.points.made[h.index()] {
            Some(made) => made.several |= made.by != (i, n),
            made => *made = Some(Made { by: (i, n), several: false }),
        }
        self.add_to(i, self.facts.node(n).slot, h);
        h
    }

    /// A string that an operation makes.
    pub(super) fn string(&mut self, i: InstId, n: ExprId) {
        self.make(i, n, ClassId::STRING);
    }

    pub(super) fn new_object(&mut self, i: InstId, n: ExprId, ty: racefree_grammar::ast::TypeId) {
        let facts = self.facts;
        let TypeKind::Class { name, args } = facts.program().ty(ty).kind else { return };
        let Some(class) = facts.resolved.find(name).filter(|&c| c != ClassId::STRING) else { return };
        let h = self.make(i, n, class);
        for (index, &l) in facts.program().list(args).iter().enumerate() {
            let path = self.path(i, l);
            self.keep(h, GhostVar { class, index: index as u32 }, path);
        }
        if self.points.made[h.index()].is_some_and(|m| m.by == (i, n)) {
            self.superclass_ghosts(h, class);
        }
        let inits = self.inits.entry(class).or_insert_with(|| facts.inits_of(class).into()).clone();
        for &b in inits.iter() {
            let to = self.reach(b, self.points.context_of(h), None);
            self.edge(i, n, to, EdgeKind::New);
            self.add_to(to, facts.var(facts.body(b).formals[0]).slot, h);
        }
    }
}
