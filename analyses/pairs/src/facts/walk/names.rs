//! Names and their meanings: bindings, ghosts, the variables of written types, and the captures of forks.

use super::{Frame, Walk};
use crate::facts::fresh::{Leak, Use};
use crate::facts::{Access, GhostVar, Kind, LoopId, Site, Slot, Target, TypeVar, VarId};
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::name::Name;

impl Walk<'_> {
    /// A use of a variable, or of a ghost.
    pub(super) fn variable(&mut self, e: ExprId, x: Name, as_: Use) -> Option<Slot> {
        let Some((v, frame)) = self.scope[x.index()] else { return self.ghost_in_code(e, x) };
        self.facts.nodes[e.index()].var = Some(v);
        let elsewhere = frame + 1 < self.frames.len();
        self.capture(v, frame);
        if as_ == Use::Leaks || elsewhere {
            let Frame { order, loops, .. } = &self.frames[frame];
            self.notes.leak(v, *order, loops, Leak { in_type: false, in_fork: elsewhere });
        }
        self.facts.var(v).slot
    }

    /// The variable whose object a call constructs, with the frame that it is of: `this`, or a new object's.
    pub(super) fn constructs(&self, recv: ExprId, method: Name) -> Option<(VarId, usize)> {
        let Expr::Var(x) = self.program.expr(recv) else { return None };
        let here = self.scope[x.index()].filter(|(_, frame)| frame + 1 == self.frames.len())?;
        self.constructors.contains_key(&method).then_some(here)
    }

    /// The point that a frame is at.
    pub(super) fn at(&self, frame: usize) -> (u32, Vec<LoopId>) {
        (self.frames[frame].order, self.frames[frame].loops.clone())
    }

    /// The forks between a variable and its use capture it.
    pub(super) fn capture(&mut self, v: VarId, frame: usize) {
        for inner in self.frames[frame + 1..].iter().rev() {
            let Some(fork) = inner.fork else { continue };
            if !self.captured.insert((fork, v)) {
                return;
            }
            self.facts.captured.entry(fork).or_default().push(v);
        }
    }

    pub(super) fn capture_ghost(&mut self, ghost: GhostVar) {
        for inner in self.frames.iter().rev() {
            let Some(fork) = inner.fork else { return };
            let ghosts = self.facts.captured_ghosts.entry(fork).or_default();
            if ghosts.contains(&ghost) {
                return;
            }
            ghosts.push(ghost);
        }
    }

    pub(super) fn ghost_of(&self, x: Name) -> Option<GhostVar> {
        let class = self.class?;
        let declared = self.facts.resolved.decl(class)?;
        let ghosts = self.program.ghosts_of(&declared);
        self.facts.this_of(self.frames.last()?.body)?;
        ghosts.iter().rposition(|g| g.name == x).map(|i| GhostVar { class, index: i as u32 })
    }

    /// A use of a ghost variable in code, which reads the fields of its path.
    pub(super) fn ghost_in_code(&mut self, e: ExprId, x: Name) -> Option<Slot> {
        let ghost = self.ghost_of(x)?;
        self.capture_ghost(ghost);
        self.facts.ghosts.insert(e, ghost);
        self.rule(e);
        let body = self.frame().body;
        if let Some(this) = self.facts.this_of(body) {
            let slot = self.facts.var(this).slot;
            self.uses(e, slot);
        }
        for i in 0..self.path_fields.len() {
            let (field, target) = (self.path_fields[i], Target::Ghost(ghost));
            self.facts.accesses.push(Access {
                site: Site::Expr(e),
                body,
                kind: Kind::Read,
                field,
                target,
                fresh: false,
                constructs: false,
            });
        }
        self.own_slot()
    }

    /// The variables in a written type.
    pub(super) fn types(&mut self, ty: TypeId) {
        for i in 0..self.program.locks_of(ty).len() {
            let l = self.program.locks_of(ty)[i];
            self.path(l, |walk, x, at| {
                if let Some((v, frame)) = walk.scope[x.index()] {
                    let Frame { order, loops, .. } = &walk.frames[frame];
                    let in_fork = frame + 1 < walk.frames.len();
                    walk.notes.leak(v, *order, loops, Leak { in_type: true, in_fork });
                }
                walk.mention(x, at);
            });
        }
    }

    /// A variable that is named and not evaluated.
    pub(super) fn mention(&mut self, x: Name, at: ExprId) {
        if let Some((v, frame)) = self.scope[x.index()] {
            self.capture(v, frame);
            self.facts.type_vars.insert(at, TypeVar::Var(v));
        } else if let Some(ghost) = self.ghost_of(x) {
            self.capture_ghost(ghost);
            self.facts.type_vars.insert(at, TypeVar::Ghost(ghost));
        }
    }

    /// The variable that a path starts with.
    pub(super) fn path(&mut self, l: ExprId, tell: impl FnOnce(&mut Self, Name, ExprId)) {
        let mut at = l;
        loop {
            match self.program.expr(at) {
                Expr::Field { recv, .. } => at = recv,
                Expr::Var(x) => return tell(self, x, at),
                _ => return,
            }
        }
    }
}
