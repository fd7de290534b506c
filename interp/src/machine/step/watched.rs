//! Telling the observer of steps, of the sorts that it wants to know of: what it does not want costs nothing.

use super::stepper::Stepper;
use super::tell::{tell, tell_built, tell_doubt, tell_touch, tell_unkept};
use crate::event::{Access, Event, EventKind, Local, Site};
use crate::index::Packed;
use crate::machine::SchedulingPoints;
use crate::machine::code::*;
use crate::machine::fast::{FastAccess, Then};
use crate::machine::observer::{Built, Observer, Order, Place, Touch, Unkept, View};
use crate::machine::state::*;
use crate::program::FieldId;
use crate::value::{ObjectId, Value};

/// An access that was made, as observers are told of it.
#[derive(Clone, Copy)]
pub(super) struct Accessed {
    pub(super) access: Access,
    pub(super) object: ObjectId,
    pub(super) field: FieldId,
    pub(super) cell: CellId,
}

impl<P: SchedulingPoints, O: Observer, const COUNTED: bool> Stepper<'_, '_, P, O, COUNTED> {
    /// The place of the current instruction.
    #[inline(always)]
    pub(super) fn site(&self) -> Site {
        Site::expr(self.code.sites[self.pc])
    }

    /// The observer, and what it sees.
    #[inline(always)]
    pub(super) fn watched<'v>(&'v mut self, regs: &'v [Value]) -> (&'v mut O, View<'v>) {
        let view = View {
            program: self.program,
            semantics: *self.semantics,
            heap: self.heap,
            code: self.code,
            pc: self.pc(),
            regs,
            syncs: self.syncs,
            id: self.id,
            steps: self.n,
        };
        (self.obs, view)
    }

    /// Tells of an event in this way.
    #[inline(always)]
    pub(super) fn tell_by(
        &mut self,
        how: impl FnOnce(&mut O, View<'_>, &Event),
        regs: &[Value],
        site: Site,
        kind: EventKind,
    ) {
        let event = Event { thread: self.id, site, kind };
        let (obs, view) = self.watched(regs);
        how(obs, view, &event);
    }

    /// Tells of a step that others can see.
    #[inline(always)]
    pub(super) fn tell(&mut self, regs: &[Value], kind: EventKind) {
        if O::EVENTS {
            self.tell_by(tell, regs, self.site(), kind);
        }
    }

    /// The same in a superinstruction, into which the observer may be compiled.
    #[inline(always)]
    pub(super) fn tell_fast(&mut self, regs: &[Value], kind: EventKind) {
        if O::EVENTS {
            self.tell_by(O::event, regs, self.site(), kind);
        }
    }

    /// Tells of a local step.
    #[inline(always)]
    pub(super) fn tell_local(&mut self, regs: &[Value], kind: EventKind) {
        if O::EVENTS && O::LOCAL {
            self.tell_by(tell, regs, self.site(), kind);
        }
    }

    /// Tells of a let or a `holds`. It is `clear` if nothing can be wrong with it.
    #[inline(always)]
    pub(super) fn tell_let(&mut self, regs: &[Value], kind: EventKind, clear: bool) {
        if O::EVENTS && (O::LOCAL || O::BINDINGS && O::LETS) {
            self.tell_by(tell, regs, self.site(), kind);
        }
        if O::DOUBTS && !clear {
            self.doubt(regs, kind);
        }
    }

    /// Tells of a call and the like. It is `clear` if nothing can be wrong with it.
    #[inline(always)]
    pub(super) fn tell_binding(&mut self, regs: &[Value], site: impl Fn() -> Site, kind: EventKind, clear: bool) {
        if O::EVENTS && (O::LOCAL || O::BINDINGS) {
            self.tell_by(tell, regs, site(), kind);
        }
        if O::DOUBTS && !clear {
            self.tell_by(tell_doubt, regs, site(), kind);
        }
    }

    /// Tells of a step with which something may be wrong.
    #[inline(always)]
    pub(super) fn doubt(&mut self, regs: &[Value], kind: EventKind) {
        self.tell_by(tell_doubt, regs, self.site(), kind);
    }

    /// Tells of an access by a superinstruction with which something may be wrong; if not with the value, it is that the field is not
    /// kept as it is declared to be.
    #[inline(always)]
    pub(super) fn doubt_access(&mut self, regs: &[Value], how: &FastAccess, o: ObjectId, kind: EventKind) {
        let FastAccess { at, keeper, site, .. } = how;
        if keeper.is_certain() {
            let unkept = Unkept {
                thread: self.id,
                field: at.field,
                keeper: *keeper,
                maker: self.heap.object(o).thread,
                site: *site,
                steps: self.n,
            };
            tell_unkept(self.obs, unkept);
        } else {
            self.doubt(regs, kind);
        }
    }

    /// Tells what the step orders.
    #[inline(always)]
    pub(super) fn order(&mut self, order: Order) {
        if O::ORDERS {
            self.obs.order(self.id, order);
        }
    }

    /// Tells of an acquire or a release.
    #[inline(always)]
    pub(super) fn tell_lock(&mut self, regs: &[Value], kind: EventKind) {
        self.tell(regs, kind);
        if O::DOUBTS {
            self.doubt(regs, kind);
        }
    }

    /// Whether accesses to a field are of interest, which was decided when the program was lowered.
    #[inline(always)]
    pub(super) fn looks_at(&self, field: FieldId) -> bool {
        !O::SELECTS || self.program.fields[field.index()].watched
    }

    /// Tells detectors of an access.
    #[inline(always)]
    pub(super) fn tell_touch(&mut self, Accessed { access, object, field, cell }: Accessed, site: Site) {
        if O::TOUCHES && self.looks_at(field) {
            let fixed = access == Access::Read && self.program.is_fixed(field);
            let (heap, syncs, steps) = (&*self.heap, &**self.syncs, self.n);
            let place = Place { heap, thread: self.id, cell, access, site: &site, fixed, held: Packed::NONE };
            tell_touch(self.obs, place, || Touch { place, syncs, object, field, steps });
        }
    }

    /// Tells detectors of the init-writes of an object of these fields, which are about to be counted.
    #[inline(always)]
    pub(super) fn tell_built(&mut self, object: ObjectId, fields: &[FieldId]) {
        let (first, before) = (self.heap.object(object).cells, self.n);
        if fields.iter().all(|&field| self.looks_at(field)) {
            let (heap, syncs, thread, steps) = (&*self.heap, &**self.syncs, self.id, before);
            return tell_built(self.obs, Built { heap, thread, syncs, object, first, fields, steps });
        }
        for (number, &field) in (0..).zip(fields) {
            let made = Accessed { access: Access::Init, object, field, cell: CellId(first.0 + number) };
            self.n += 1;
            self.tell_touch(made, Site::field(field));
        }
        self.n = before;
    }

    /// Tells of an access.
    #[inline(always)]
    pub(super) fn tell_access(&mut self, regs: &[Value], made: Accessed, site: Site, kind: EventKind, clear: bool) {
        let looked_at = self.looks_at(made.field);
        self.tell_touch(made, site);
        if O::EVENTS && O::ACCESSES {
            self.tell_by(tell, regs, site, kind);
        }
        if O::DOUBTS && !clear && looked_at {
            self.tell_by(tell_doubt, regs, site, kind);
        }
    }

    /// Tells of an access by a superinstruction, into which the observer may be compiled; `fixed` and `held`
    /// are as in [`Place`]. Doubts come after it.
    #[inline(always)]
    pub(super) fn tell_fast_access(
        &mut self,
        regs: &[Value],
        made: Accessed,
        (fixed, held): (bool, Packed<ObjectId>),
        site: &Site,
        kind: EventKind,
    ) {
        let Accessed { access, object, field, cell } = made;
        if O::TOUCHES && self.looks_at(field) {
            // What is seldom asked for is not looked up before.
            let (heap, syncs, steps) = (&*self.heap, &*self.syncs, self.n);
            let place = Place { heap, thread: self.id, cell, access, site, fixed, held };
            self.obs.touch(place, || Touch { place, syncs, object, field, steps });
        }
        if O::EVENTS && O::ACCESSES {
            self.tell_by(O::event, regs, self.site(), kind);
        }
    }

    /// Tells of the let that a superinstruction has taken along.
    #[inline(always)]
    pub(super) fn hidden_let(&mut self, regs: &[Value], then: &Then, value: Value) {
        let doubt = O::DOUBTS && (then.asks | *self.unclear) && !then.lets.admits(self.heap, value);
        let told = O::EVENTS && O::BINDINGS && O::LETS && then.steps > 1;
        if (doubt || told)
            && let Some(&Instr::Let { ty, .. }) = self.code.instrs.get(self.pc + 1)
        {
            let doubt = doubt && !self.is_bound_well(regs, ty, value);
            *self.unclear |= doubt;
            (self.pc, self.n) = (self.pc + 1, self.n + 1);
            self.tell_let(regs, EventKind::Local(Local::Let), !doubt);
            self.n -= 1;
        }
    }
}
