//! Ghosts of an object: the objects that their paths may denote, those of superclasses by substitution.

use super::Solver;
use super::flows::Flow;
use crate::facts::{Facts, GhostVar, TypeVar};
use crate::objects::ObjId;
use crate::points::{FieldKey, InstId};
use racefree_grammar::ast::{Expr, ExprId};
use racefree_grammar::name::Name;
use racefree_program::ClassId;

impl Solver<'_, '_> {
    /// Keeps for a ghost of an object the objects that its path may denote.
    pub(super) fn keep(&mut self, h: ObjId, ghost: GhostVar, path: Option<u32>) {
        if let Some(path) = path {
            let to = self.field(h, FieldKey::ghost(self.facts, ghost));
            self.copy(path, to);
        }
    }

    /// Returns the slot of the objects that a path in a written type may denote.
    pub(super) fn path(&mut self, i: InstId, l: ExprId) -> Option<u32> {
        let (root, fields) = path_of(self.facts, l)?;
        let start = match *self.facts.type_vars.get(&root)? {
            TypeVar::Var(v) => self.points.place(i, self.facts.var(v).slot?) as u32,
            TypeVar::Ghost(ghost) => {
                let this = self.facts.this_of(self.points.inst(i).body)?;
                let this = self.points.place(i, self.facts.var(this).slot?) as u32;
                self.load_path(this, FieldKey::ghost(self.facts, ghost))
            }
        };
        Some(fields.into_iter().fold(start, |at, f| self.load_path(at, FieldKey::field(f))))
    }

    pub(super) fn load_path(&mut self, from: u32, f: FieldKey) -> u32 {
        let to = self.new_slot(None, super::filter::ANY);
        let flow = Flow { field: f, slot: to, stores: false };
        self.path_loads.entry(from).or_default().push(flow);
        self.keep_flow(from, flow);
        let set = self.pool.numbered(self.sets[self.points.joined(from as usize)].clone());
        self.carry(flow, &set);
        to
    }

    /// The ghosts of superclasses, by substitution.
    pub(super) fn superclass_ghosts(&mut self, h: ObjId, class: ClassId) {
        for GivenPath { to, from, fields } in given_to_superclasses(self.facts, class) {
            let start = match from {
                Some(ghost) => self.field(h, FieldKey::ghost(self.facts, ghost)),
                None => {
                    let slot = self.new_slot(None, super::filter::ANY);
                    self.add(slot, h);
                    slot
                }
            };
            let path = fields.into_iter().fold(start, |at, f| self.load_path(at, FieldKey::field(f)));
            self.keep(h, to, Some(path));
        }
    }
}

/// A path that a class gives its superclass for a ghost.
pub(in crate::points) struct GivenPath {
    /// The superclass's ghost.
    pub(in crate::points) to: GhostVar,
    /// The class's ghost that the path starts with; none if that is `this`.
    pub(in crate::points) from: Option<GhostVar>,
    pub(in crate::points) fields: Vec<Name>,
}

/// The paths that a class and those above it give their superclasses, the lowest first.
pub(in crate::points) fn given_to_superclasses(facts: &Facts<'_>, class: ClassId) -> Vec<GivenPath> {
    let (program, resolved) = (facts.program(), &facts.resolved);
    let mut found = Vec::new();
    for class in resolved.ancestors(class) {
        let (Some(decl), Some(above)) = (resolved.decl(class), resolved.get(class).superclass()) else { break };
        for (index, &l) in decl.extends.map_or(&[][..], |t| program.locks_of(t)).iter().enumerate() {
            let Some((root, fields)) = path_of(facts, l) else { continue };
            let Expr::Var(x) = program.expr(root) else { continue };
            let ghost = program.ghosts_of(&decl).iter().rposition(|ghost| ghost.name == x);
            if ghost.is_some() || x == Name::THIS {
                let from = ghost.map(|index| GhostVar { class, index: index as u32 });
                found.push(GivenPath { to: GhostVar { class: above, index: index as u32 }, from, fields });
            }
        }
    }
    found
}

/// A path taken apart: the variable that it starts with, and its fields.
pub(in crate::points) fn path_of(facts: &Facts<'_>, l: ExprId) -> Option<(ExprId, Vec<Name>)> {
    let mut fields = Vec::new();
    let mut at = l;
    loop {
        match facts.program().expr(at) {
            Expr::Field { recv, field } => {
                fields.push(field);
                at = recv;
            }
            Expr::Var(_) => {
                fields.reverse();
                return Some((at, fields));
            }
            _ => return None,
        }
    }
}
