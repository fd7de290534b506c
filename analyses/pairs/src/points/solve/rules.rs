//! The rules of nodes, one arm each, applied to new objects in the slot that the rule looks at.

use super::Solver;
use super::flows::Flow;
use crate::facts::{BodyId, Callee, GhostVar, Slot};
use crate::objects::ObjId;
use crate::points::{Edge, EdgeKind, FieldKey, InstId, Made};
use racefree_grammar::ast::{Expr, ExprId, Extended, TypeKind};
use racefree_grammar::forms;
use racefree_program::{ClassId, Predefined};

impl Solver<'_, '_> {
    /// Applies the rule of a node, for new objects in the slot that it looks at, or for the first time.
    pub(super) fn apply(&mut self, i: InstId, n: ExprId, objects: &[ObjId], first: bool) {
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
            Expr::Call { method, args, .. } => {
                let mut known: Option<(ClassId, Option<Callee>)> = None;
                for &h in objects {
                    if self.watch.over() {
                        return;
                    }
                    let class = self.points.objects.class(h);
                    let (_, target) = match known {
                        Some(same) if same.0 == class => same,
                        _ => *known.insert((class, facts.target(class, method))),
                    };
                    match target {
                        Some(Callee::Body(b)) => self.call(i, n, b, h, facts.program().list(args)),
                        Some(Callee::Predefined(Predefined::Substring | Predefined::Concat)) => self.string(i, n),
                        Some(Callee::Predefined(_)) | None => {}
                    }
                }
            }
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
                let string = |set: &[ObjId]| set.iter().any(|&h| self.points.objects.class(h) == ClassId::STRING);
                if string(self.points.node(facts, i, left)) && string(self.points.node(facts, i, right)) {
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

    pub(super) fn add_to(&mut self, i: InstId, slot: Option<Slot>, h: ObjId) {
        if let Some(slot) = slot {
            let at = self.points.place(i, slot) as u32;
            self.add(at, h);
        }
    }

    /// CE(n,c,b,c',kind), if it is new.
    pub(super) fn edge(&mut self, from: InstId, node: ExprId, to: InstId, kind: EdgeKind) -> bool {
        let new = self.edges.insert((from, node, to));
        if new {
            self.points.edges.push(Edge { from, node, to, kind });
        }
        new
    }

    /// CE(n,c,b,ctx(h),call), VP(y0(b),ctx(h),h), and the rules for arguments and result.
    pub(super) fn call(&mut self, i: InstId, n: ExprId, b: BodyId, h: ObjId, args: &[ExprId]) {
        let facts = self.facts;
        // The library calls nearly every object from nearly everywhere: with contexts, that would be most of the call graph.
        let open = self.given.is_some() && facts.callbacks.contains(&b);
        let context = if open { ObjId::EMPTY } else { self.points.context_of(h) };
        let to = self.reach(b, context, None);
        if self.edge(i, n, to, EdgeKind::Call) {
            for (&y, &a) in facts.body(b).formals[1..].iter().zip(args) {
                self.copy_slots((i, facts.node(a).slot), (to, facts.var(y).slot));
            }
            let result = facts.body(b).root.and_then(|r| facts.node(r).slot);
            self.copy_slots((to, result), (i, facts.node(n).slot));
        }
        self.add_to(to, facts.var(facts.body(b).formals[0]).slot, h);
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
