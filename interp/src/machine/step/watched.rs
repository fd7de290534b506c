//! Telling the observer of steps, of the sorts that it wants to know of: unwanted sorts cost nothing.

use super::stepper::Stepper;
use super::tell::{tell, tell_built, tell_monitored, tell_touch};
use crate::event::{Access, Event, EventKind, Site};
use crate::machine::SchedulingPoints;
use crate::machine::observer::{Built, Observer, Order, Place, Touch, View};
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

impl<P: SchedulingPoints, O: Observer> Stepper<'_, '_, P, O> {
    /// The place of the current instruction.
    #[inline(always)]
    pub(super) fn site(&self) -> Site {
        Site::expr(self.code.sites[self.pc])
    }

    /// The observer, and its view.
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

    /// Tells of a local step.
    #[inline(always)]
    pub(super) fn tell_local(&mut self, regs: &[Value], kind: EventKind) {
        if O::EVENTS && O::LOCAL {
            self.tell_by(tell, regs, self.site(), kind);
        }
    }

    /// Tells of a let or a `holds`.
    #[inline(always)]
    pub(super) fn tell_let(&mut self, regs: &[Value], kind: EventKind) {
        if O::EVENTS && (O::LOCAL || O::BINDINGS && O::LETS) {
            self.tell_by(tell, regs, self.site(), kind);
        }
        self.tell_monitored(regs, self.site(), kind);
    }

    /// Tells of a call.
    #[inline(always)]
    pub(super) fn tell_binding(&mut self, regs: &[Value], site: impl Fn() -> Site, kind: EventKind) {
        if O::EVENTS && (O::LOCAL || O::BINDINGS) {
            self.tell_by(tell, regs, site(), kind);
        }
        self.tell_monitored(regs, site(), kind);
    }

    /// Tells of a step that monitors look at.
    #[inline(always)]
    fn tell_monitored(&mut self, regs: &[Value], site: Site, kind: EventKind) {
        if O::MONITORS {
            self.tell_by(tell_monitored, regs, site, kind);
        }
    }

    /// Tells of the ordering effect of the step.
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
        self.tell_monitored(regs, self.site(), kind);
    }

    /// Returns true if accesses to a field are of interest, which was decided when the program was lowered.
    #[inline(always)]
    pub(super) fn looks_at(&self, field: FieldId) -> bool {
        self.program.watched[field.index()]
    }

    /// Tells detectors of an access.
    #[inline(always)]
    pub(super) fn tell_touch(&mut self, Accessed { access, object, field, cell }: Accessed, site: Site) {
        if O::TOUCHES && self.looks_at(field) {
            let fixed = access == Access::Read && self.program.is_fixed(field);
            let (heap, syncs, steps) = (&*self.heap, &**self.syncs, self.n);
            let place = Place { heap, thread: self.id, cell, access, site: &site, fixed };
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
    pub(super) fn tell_access(&mut self, regs: &[Value], made: Accessed, site: Site, kind: EventKind) {
        let looked_at = self.looks_at(made.field);
        self.tell_touch(made, site);
        if O::EVENTS && O::ACCESSES {
            self.tell_by(tell, regs, site, kind);
        }
        if looked_at {
            self.tell_monitored(regs, site, kind);
        }
    }
}
