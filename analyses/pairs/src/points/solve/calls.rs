//! Calls: a call enters a body for each object that it may be of. Of many objects, that slots have in common, calls go by way of one place: it has
//! the arguments of all calls of a method on these objects, and the results of all bodies.

use super::blocks::Blocks;
use super::{Objs, Solver};
use crate::facts::{BodyId, Callee};
use crate::objects::ObjId;
use crate::points::{Edge, EdgeKind, InstId};
use racefree_grammar::ast::{ExprId, List};
use racefree_grammar::name::Name;
use racefree_program::Predefined;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The calls of a method on many objects.
pub(super) struct Hub {
    /// The bodies in contexts that they enter.
    to: Vec<InstId>,
    /// The slots of the arguments and of the results.
    args: Rc<[u32]>,
    result: u32,
    /// Some of them make a string.
    string: bool,
}

/// All of them, by the number of the objects, the method and the number of arguments.
#[derive(Default)]
pub(super) struct Hubs {
    all: Vec<Hub>,
    numbers: FxHashMap<(u32, Name, usize), usize>,
    /// The calls that go by way of each.
    calls: Vec<(InstId, ExprId, usize)>,
    /// Number of their edges.
    pub(super) edges: usize,
}

impl Solver<'_, '_> {
    /// Calls of a method on new objects.
    pub(super) fn calls(&mut self, i: InstId, n: ExprId, method: Name, args: List, new: &Objs) {
        let Some(number) = new.number else {
            for (target, of) in self.targets(&new.all, method) {
                self.call(i, n, target, &of, args);
            }
            return;
        };
        let facts = self.facts;
        let key = (number, method, facts.program().list(args).len());
        let hub = match self.hubs.numbers.get(&key) {
            Some(&hub) => hub,
            None => self.hub(key, &new.all),
        };
        let Hub { ref to, args: ref slots, result, string } = self.hubs.all[hub];
        if to.is_empty() && !string {
            return;
        }
        self.hubs.edges += to.len();
        let slots = slots.clone();
        self.hubs.calls.push((i, n, hub));
        for (&to, &a) in slots.iter().zip(facts.program().list(args)) {
            if let Some(slot) = facts.node(a).slot {
                self.copy(self.points.place(i, slot) as u32, to);
            }
        }
        if let Some(slot) = facts.node(n).slot {
            self.copy(result, self.points.place(i, slot) as u32);
        }
        if string {
            self.string(i, n);
        }
    }

    fn hub(&mut self, key: (u32, Name, usize), objects: &Blocks) -> usize {
        let facts = self.facts;
        let args: Rc<[u32]> = (0..key.2).map(|_| self.new_slot(None, super::filter::ANY)).collect();
        let result = self.new_slot(None, super::filter::ANY);
        let (mut all, mut string) = (Vec::new(), false);
        for (target, of) in self.targets(objects, key.1) {
            string |= makes_string(target);
            let Callee::Body(body) = target else { continue };
            let entered = self.entered(body, &of);
            for &to in &entered {
                for (&y, &a) in facts.body(body).formals[1..].iter().zip(args.iter()) {
                    if let Some(slot) = facts.var(y).slot {
                        self.copy(a, self.points.place(to, slot) as u32);
                    }
                }
                if let Some(slot) = facts.body(body).root.and_then(|r| facts.node(r).slot) {
                    self.copy(self.points.place(to, slot) as u32, result);
                }
            }
            all.extend(entered);
        }
        let hub = self.hubs.all.len();
        self.hubs.all.push(Hub { to: all, args, result, string });
        self.hubs.numbers.insert(key, hub);
        hub
    }

    /// The bodies in contexts that some objects enter, which these have as `this`.
    fn entered(&mut self, body: BodyId, of: &Blocks) -> Vec<InstId> {
        let this = self.facts.var(self.facts.body(body).formals[0]).slot;
        if self.is_shared(body) {
            let to = self.reach(body, ObjId::EMPTY, None);
            let of = self.pool.set(of.clone());
            self.add_all_to(to, this, &of);
            return vec![to];
        }
        let each = of.iter().map(|h| {
            let to = self.reach(body, h, None);
            self.add_to(to, this, h);
            to
        });
        each.collect()
    }

    /// True for a body that all objects enter in one context: without contexts, and with them for what the library calls. It calls nearly every object
    /// from nearly everywhere, which would be most of the call graph.
    fn is_shared(&self, body: BodyId) -> bool {
        self.points.k == 0 || (self.given.is_some() && self.facts.callbacks.contains(&body))
    }

    fn call(&mut self, i: InstId, n: ExprId, target: Callee, of: &Blocks, args: List) {
        if makes_string(target) {
            self.string(i, n);
        }
        let Callee::Body(body) = target else { return };
        for to in self.entered(body, of) {
            // Other objects may have entered a shared body.
            if !self.is_shared(body) || self.once.insert((i, n, to)) {
                self.enter(i, n, to, args);
            }
        }
    }

    /// CE(n,c,b,c',call), and the rules for arguments and result.
    fn enter(&mut self, i: InstId, n: ExprId, to: InstId, args: List) {
        let facts = self.facts;
        let b = self.points.inst(to).body;
        self.edge(i, n, to, EdgeKind::Call);
        for (&y, &a) in facts.body(b).formals[1..].iter().zip(facts.program().list(args)) {
            self.copy_slots((i, facts.node(a).slot), (to, facts.var(y).slot));
        }
        let result = facts.body(b).root.and_then(|r| facts.node(r).slot);
        self.copy_slots((to, result), (i, facts.node(n).slot));
    }

    /// The edges of calls that go by way of hubs.
    pub(super) fn edges_of_hubs(&mut self) {
        let Hubs { all, mut calls, .. } = std::mem::take(&mut self.hubs);
        calls.sort_unstable();
        for calls in calls.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            if self.watch.over() {
                return;
            }
            let (from, node, _) = calls[0];
            let mut to: Vec<InstId> = calls.iter().flat_map(|call| all[call.2].to.iter().copied()).collect();
            to.sort_unstable();
            to.dedup();
            to.retain(|&to| !self.once.contains(&(from, node, to)));
            self.points.edges.extend(to.into_iter().map(|to| Edge { from, node, to, kind: EdgeKind::Call }));
        }
    }
}

/// True for the methods of texts that make one.
fn makes_string(target: Callee) -> bool {
    matches!(target, Callee::Predefined(Predefined::Substring | Predefined::Concat))
}
