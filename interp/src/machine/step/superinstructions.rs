//! The superinstructions of [`crate::machine::fast`]. Each says whether it was made, which it is if all is as usual.

use super::stepper::Stepper;
use super::watched::Accessed;
use super::{Step, Stop};
use crate::event::{Access, EventKind, Site};
use crate::index::Packed;
use crate::machine::SchedulingPoints;
use crate::machine::code::*;
use crate::machine::fast::Then;
use crate::machine::observer::{Observer, Order};
use crate::machine::quick::{Keeper, Sorts};
use crate::machine::state::*;
use crate::program::{ClassId, FieldAt, MethodId};
use crate::value::{ObjectId, Value};

/// A read or a write, of an object of a class from `from` up to `to`.
pub(super) struct FastAccess<'m> {
    pub(super) obj: Reg,
    pub(super) from: ClassId,
    pub(super) to: ClassId,
    pub(super) at: &'m FieldAt,
    pub(super) keeper: &'m Keeper,
    pub(super) site: &'m Site,
    pub(super) then: &'m Then,
}

/// Whether two values are the same, if that can be asked of them.
#[inline(always)]
pub(super) fn same(a: Value, b: Value) -> Option<bool> {
    match (a, b) {
        (Value::Int(a), Value::Int(b)) => Some(a == b),
        (Value::Object(a), Value::Object(b)) => Some(a == b),
        (Value::Bool(a), Value::Bool(b)) => Some(a == b),
        (Value::Null, Value::Null) => Some(true),
        (Value::Null, Value::Object(_)) | (Value::Object(_), Value::Null) => Some(false),
        _ => None,
    }
}

impl<P: SchedulingPoints, O: Observer, const COUNTED: bool> Stepper<'_, '_, P, O, COUNTED> {
    /// `v + v`, `v - v`
    #[inline(always)]
    pub(super) fn fast_sum(
        &mut self,
        regs: &mut [Value],
        dst: Reg,
        a: Reg,
        b: Reg,
        op: impl FnOnce(i32, i32) -> i32,
        then: &Then,
    ) -> bool {
        let (Value::Int(a), Value::Int(b)) = (regs[a], regs[b]) else { return false };
        let v = Value::Int(op(a, b));
        regs[dst] = v;
        self.n += 1;
        self.hidden_let(regs, then, v);
        true
    }

    /// The object of an access, if it is of a usual class.
    #[inline(always)]
    pub(super) fn fast_object(&self, regs: &[Value], access: &FastAccess<'_>) -> Option<(ObjectId, FlatObject)> {
        let o = regs[access.obj].object()?;
        let object = self.heap.objects[o.index()];
        (access.from <= object.class && object.class < access.to).then_some((o, object))
    }

    /// \[RED REF\]
    #[inline(always)]
    pub(super) fn fast_read(&mut self, regs: &mut [Value], access: FastAccess<'_>, dst: Reg) -> Step<bool> {
        let FastAccess { at, keeper, site, then, .. } = access;
        if self.rests() {
            return self.stop(Stop::Point);
        }
        let Some((o, object)) = self.fast_object(regs, &access) else { return Ok(false) };
        self.seen |= P::ACCESSES || P::SPANS;
        let cell = object.cell(at.slot);
        let v = self.heap.cells[cell.index()];
        regs[dst] = v;
        self.n += 1;
        let kind = EventKind::Read { object: o, field: at.field, value: v };
        self.tell_fast_access(regs, Accessed { access: Access::Read, object: o, field: at.field, cell }, site, kind);
        let clear = |stepper: &Self| {
            keeper.may_read(&object, at.slot, stepper.id)
                || stepper.obs.has_fired(*keeper, *site)
                || stepper.program.fields[at.field.index()].has_held_ghost(stepper.heap, o, stepper.id)
        };
        if O::DOUBTS && !clear(self) && self.looks_at(at.field) {
            self.doubt(regs, kind);
        }
        self.hidden_let(regs, then, v);
        Ok(true)
    }

    /// \[RED ASSIGN\]
    #[inline(always)]
    pub(super) fn fast_write(
        &mut self,
        regs: &mut [Value],
        access: FastAccess<'_>,
        dst: Reg,
        src: Reg,
        sorts: &Sorts,
    ) -> Step<bool> {
        let FastAccess { at, keeper, site, then, .. } = access;
        if self.rests() {
            return self.stop(Stop::Point);
        }
        let Some((o, object)) = self.fast_object(regs, &access) else { return Ok(false) };
        self.seen |= P::ACCESSES || P::SPANS;
        let v = regs[src];
        let cell = object.cell(at.slot);
        let old = std::mem::replace(&mut self.heap.cells[cell.index()], v);
        regs[dst] = v;
        self.n += 1;
        let kind = EventKind::Write { object: o, field: at.field, value: v, old };
        self.tell_fast_access(regs, Accessed { access: Access::Write, object: o, field: at.field, cell }, site, kind);
        let fits = |stepper: &Self| {
            sorts.has(v) || stepper.program.fields[at.field.index()].ty.admits(stepper.heap, v) || {
                let ty = &stepper.program.tables.fields[at.field.index()].ty;
                stepper.heap.is_at_once(v, ty, &[Value::Object(o)])
            }
        };
        let may = |stepper: &Self| {
            keeper.may_write(&object, stepper.id)
                || *keeper != Keeper::Built && stepper.obs.has_fired(*keeper, *site)
                || stepper.program.fields[at.field.index()].has_held_ghost(stepper.heap, o, stepper.id)
        };
        if O::DOUBTS && !(fits(self) && may(self)) && self.looks_at(at.field) {
            self.doubt(regs, kind);
        }
        self.hidden_let(regs, then, v);
        Ok(true)
    }

    /// \[RED ACQUIRE\] of a free lock
    #[inline(always)]
    pub(super) fn fast_acquire(&mut self, regs: &[Value], lock: Reg) -> Step<bool> {
        let Value::Object(o) = regs[lock] else { return Ok(false) };
        let object = &mut self.heap.objects[o.index()];
        if !object.owner.is_none() {
            return Ok(false);
        }
        if self.seen {
            return self.stop_before(o);
        }
        self.seen = true;
        self.n += 1;
        // It was the thread's own wish that it fulfils, if it rested here.
        self.ready.forget_wish(self.id, o, object);
        if !object.contenders.is_empty() {
            self.ready.set_contenders(o, object.contenders, true);
        }
        (object.owner, object.count) = (Packed::some(self.id), 1);
        let again = O::DOUBTS && self.is_in_frame_of(o);
        self.syncs.push(Held { object: Some(o), site: self.code.sites[self.pc] });
        self.order(Order::Acquire(o));
        let kind = EventKind::Acquire { object: o, count: 1 };
        self.tell_fast(regs, kind);
        if again {
            self.doubt(regs, kind);
        }
        Ok(true)
    }

    /// Whether the thread is in an `in_sync` frame of a lock that does not count it: one semantics lets it.
    #[inline(always)]
    pub(super) fn is_in_frame_of(&self, o: ObjectId) -> bool {
        self.semantics.inner_release_frees && self.syncs.iter().any(|h| h.object == Some(o))
    }

    /// \[RED RELEASE\] of a lock that is held once
    #[inline(always)]
    pub(super) fn fast_release(&mut self, regs: &[Value]) -> bool {
        if P::RELEASES || self.n <= self.before {
            return false;
        }
        let Some(&Held { object: Some(o), .. }) = self.syncs.last() else { return false };
        let object = &mut self.heap.objects[o.index()];
        if object.count != 1 {
            return false;
        }
        (object.owner, object.count) = (Packed::NONE, 0);
        if !object.contenders.is_empty() {
            self.ready.set_contenders(o, object.contenders, false);
        }
        self.syncs.pop();
        self.given |= P::SPANS;
        self.n += 1;
        self.order(Order::Release(o));
        let kind = EventKind::Release { object: o, count: 0 };
        self.tell_fast(regs, kind);
        if O::DOUBTS && self.is_in_frame_of(o) {
            self.doubt(regs, kind);
        }
        true
    }

    /// \[RED LET\]: whether nobody is to be told of it.
    #[inline(always)]
    pub(super) fn is_clear_let(&self, then: &Then, value: Value) -> bool {
        !(O::EVENTS && O::BINDINGS && O::LETS) && (!O::DOUBTS || then.lets.admits(self.heap, value))
    }

    /// The object of a call, if it is of a usual class; the step is counted.
    #[inline(always)]
    pub(super) fn fast_callee(
        &mut self,
        regs: &[Value],
        recv: Reg,
        (from, to): (ClassId, ClassId),
    ) -> Option<ObjectId> {
        let Value::Object(o) = regs[recv] else { return None };
        let class = self.heap.objects[o.index()].class;
        if !(from <= class && class < to) || self.n >= self.slice {
            return None;
        }
        self.n += 1;
        Some(o)
    }

    /// \[RED INVOKE\] in tail position of the method that the frame is of
    #[inline(always)]
    pub(super) fn call_again(
        &mut self,
        regs: &mut [Value],
        recv: Reg,
        (from, to): (ClassId, ClassId),
        moves: Args,
        plain: bool,
        asks: &bool,
    ) -> bool {
        let Value::Object(o) = regs[recv] else { return false };
        if (!plain || O::EVERY_RETURN) && O::RETURNS && self.obs.wants_returns() || self.n >= self.slice {
            return false;
        }
        let class = self.heap.objects[o.index()].class;
        if !(from <= class && class < to) {
            return false;
        }
        self.n += 1;
        for &(to, from) in &self.code.moves[moves.range()] {
            regs[to] = regs[from];
        }
        // Parameters are what they were when they were looked at last, or of the same types.
        let clear = !O::DOUBTS || !(*asks | *self.unclear);
        if ((O::EVENTS && O::BINDINGS) || !clear)
            && let What::Method(m) = self.code.what
        {
            let callee = &self.program.methods[m as usize];
            let clear = clear || callee.allows(self.heap, self.id, regs);
            let site = self.site();
            *self.unclear |= !clear;
            self.pc = 0;
            let kind = EventKind::Call { object: o, method: MethodId::Declared(m) };
            self.tell_binding(regs, site, kind, clear);
        }
        self.pc = 0;
        true
    }
}
