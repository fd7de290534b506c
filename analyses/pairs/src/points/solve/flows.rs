//! Loads and stores: each object of a slot has its field copied to another slot, or that copied to the field. Of slots that have become one, most
//! of these are the same, so that they are kept once.

use super::blocks::Blocks;
use super::{Objs, Solver};
use crate::facts::BodyKind;
use crate::points::{FieldKey, InstId};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::forms;
use std::rc::Rc;

/// A load or a store, without the slot of its objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Flow {
    pub(super) field: FieldKey,
    /// The slot that is loaded to, or stored.
    pub(super) slot: u32,
    pub(super) stores: bool,
}

/// Slots that have become one.
#[derive(Default)]
pub(super) struct Members {
    pub(super) all: Vec<u32>,
    /// Members that other rules look at.
    pub(super) others: Vec<u32>,
    pub(super) flows: Vec<Flow>,
}

impl Solver<'_, '_> {
    /// True for a load or a store, but for one of the cell of a variable.
    pub(super) fn is_flow(&self, n: ExprId) -> bool {
        match self.facts.program().expr(n) {
            Expr::Field { .. } => true,
            Expr::Assign { .. } => !self.facts.cells.contains(&n),
            forms!(literal | block | operator | owned | extended) | Expr::Var(_) | Expr::New(_) | Expr::Call { .. } => {
                false
            }
        }
    }

    /// The load or store that a node is; none, if its value is never an object.
    pub(super) fn flow(&self, i: InstId, n: ExprId) -> Option<Flow> {
        let facts = self.facts;
        let (field, slot, stores) = match facts.program().expr(n) {
            Expr::Field { field, .. } => (field, facts.node(n).slot, false),
            Expr::Assign { field, value, .. } if self.is_flow(n) => (field, facts.node(value).slot, true),
            forms!(literal | member | block | operator | owned | extended) | Expr::Var(_) | Expr::New(_) => {
                return None;
            }
        };
        Some(Flow { field: FieldKey::field(field), slot: self.points.place(i, slot?) as u32, stores })
    }

    /// Applies a load or a store to new objects.
    pub(super) fn carry(&mut self, flow: Flow, objects: &Objs) {
        self.since += 1;
        let fields = match objects.number {
            Some(number) => self.common(number, flow, &objects.all),
            None => self.fields_of(flow.field, &objects.all).into(),
        };
        for &field in fields.iter() {
            match flow.stores {
                true => self.copy(flow.slot, field),
                false => self.copy(field, flow.slot),
            }
        }
    }

    /// The slots of a field of some objects; fields of many objects have become one.
    fn fields_of(&mut self, field: FieldKey, objects: &Blocks) -> Vec<u32> {
        let having = field.name().map(|name| self.having(objects, name));
        let mut fields = Vec::new();
        for h in having.as_ref().unwrap_or(objects).iter() {
            if self.watch.over() {
                break;
            }
            let of_field = self.field(h, field);
            let of_field = self.points.joined[of_field as usize];
            if fields.last() != Some(&of_field) {
                fields.push(of_field);
            }
        }
        fields
    }

    /// Slots that stand for a field of many objects, one for each type of it: other slots have the same objects.
    fn common(&mut self, number: u32, flow: Flow, objects: &Blocks) -> Rc<[u32]> {
        let key = (number, flow.field, flow.stores);
        if let Some(known) = self.fields.get(&key) {
            return known.clone();
        }
        let fields = self.fields_of(flow.field, objects);
        let mut fields: Vec<(u32, u32)> = fields.into_iter().map(|field| (self.takes[field as usize], field)).collect();
        fields.sort_unstable();
        fields.dedup();
        let mut slots = Vec::new();
        for fields in fields.chunk_by(|a, b| a.0 == b.0) {
            if let [(_, one)] = *fields {
                slots.push(one);
                continue;
            }
            let slot = self.new_slot(None, fields[0].0);
            for &(_, field) in fields {
                match flow.stores {
                    true => self.copy(slot, field),
                    false => self.copy(field, slot),
                }
            }
            slots.push(slot);
        }
        let slots: Rc<[u32]> = slots.into();
        self.fields.insert(key, slots.clone());
        slots
    }

    /// A load or a store from now on, of a slot that may be one with others.
    pub(super) fn keep_flow(&mut self, slot: u32, flow: Flow) {
        if let Some(members) = self.members.get_mut(&self.points.joined[slot as usize]) {
            members.flows.push(flow);
        }
    }

    /// A slot as one of several that become one.
    pub(super) fn member(&self, slot: u32) -> Members {
        let facts = self.facts;
        let mut flows = self.path_loads.get(&slot).cloned().unwrap_or_default();
        let mut others = false;
        if let Some(owner) = self.owners[slot as usize] {
            let (body, context) = (self.points.inst(owner.inst).body, self.points.inst(owner.inst).context);
            others = owner.index == 0 && matches!(facts.body(body).kind, BodyKind::Init(_));
            for &n in &facts.users[body.index()][owner.index as usize] {
                if !self.is_flow(n) {
                    others = true;
                    continue;
                }
                let Some(of) = facts.node(n).body else { continue };
                let user = if of == body { Some(owner.inst) } else { self.points.by_key.get(&(of, context)).copied() };
                let user = user.filter(|&user| self.points.live(facts, user, facts.node(n).region));
                flows.extend(user.and_then(|user| self.flow(user, n)));
            }
        }
        Members { all: vec![slot], others: if others { vec![slot] } else { Vec::new() }, flows }
    }
}
