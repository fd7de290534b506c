//! The superinstructions of [`crate::machine::fast`]. Each says whether it was made, which it is if all is as usual.

use super::stepper::Stepper;
use super::watched::Accessed;
use super::{Step, Stop};
use crate::event::{Access, EventKind};
use crate::index::Packed;
use crate::machine::SchedulingPoints;
use crate::machine::code::*;
use crate::machine::fast::{FEW, FastAccess, Receiver, Sum, Tail, Then};
use crate::machine::observer::{Observer, Order};
use crate::machine::quick::{Keeper, Sorts};
use crate::machine::state::*;
use crate::program::MethodId;
use crate::value::{ObjectId, Value};
use racefree_grammar::ast::ExprId;

/// Puts an object and what is in the first `count` of these registers of one frame into the parameters of another.
#[inline(always)]
pub(super) fn few([a, b, c, d]: &[Near; FEW], count: u8) -> impl FnOnce(ObjectId, &Window, &mut [Value]) {
    // One by one: a loop over so few would become a call that copies memory.
    move |this, from, frame| {
        let [receiver, p, q, r, s, ..] = frame else { return };
        *receiver = Value::Object(this);
        if count > 0 {
            *p = from[*a];
            if count > 1 {
                *q = from[*b];
                if count > 2 {
                    *r = from[*c];
                    if count > 3 {
                        *s = from[*d];
                    }
                }
            }
        }
    }
}

/// Whether a comparison holds, which does so `when` ([`crate::machine::fast::Fast::Compare`]).
#[inline(always)]
pub(super) fn compares(a: i32, b: i32, when: u8) -> bool {
    let order = u32::from(a >= b) + u32::from(a > b);
    when >> order & 1 != 0
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
    /// What `v + v` or `v - v` gives
    #[inline(always)]
    pub(super) fn fast_sum(&mut self, regs: &mut Window, dst: Near, sum: i32, then: &Then) -> Step {
        let v = Value::Int(sum);
        regs[dst] = v;
        self.n += 1;
        self.hidden_let(regs, then, v);
        self.go_on(then, 1)
    }

    /// The sum that comes before a call, if there is one.
    #[inline(always)]
    pub(super) fn sum_first(&mut self, regs: &mut Window, first: &Option<Sum>) -> bool {
        if let Some(Sum { dst, a, by, steps, call }) = first {
            let Value::Int(x) = regs[*a] else { return false };
            regs[*dst] = Value::Int(x.wrapping_add(*by));
            self.n += u64::from(*steps);
            self.pc = call.index();
        }
        true
    }

    /// The object of an access, if it is of a usual class.
    #[inline(always)]
    fn fast_object(&self, regs: &Window, access: &FastAccess) -> Option<(ObjectId, FlatObject)> {
        let o = regs[access.obj].object()?;
        let object = *self.heap.objects.get(o.index())?;
        access.classes.has(object.class).then_some((o, object))
    }

    /// \[RED REF\]
    #[inline(always)]
    pub(super) fn fast_read<const FIXED: bool>(
        &mut self,
        regs: &mut Window,
        access: &FastAccess,
        dst: &Near,
    ) -> Step<bool> {
        let FastAccess { at, keeper, held, site, then, .. } = access;
        if !FIXED && self.rests() {
            return self.stop(Stop::Point);
        }
        let Some((o, object)) = self.fast_object(regs, access) else { return Ok(false) };
        let cell = object.cell(at.slot);
        let Some(&v) = self.heap.cells.get(cell.index()) else { return Ok(false) };
        if !FIXED && (P::ACCESSES || P::SPANS) {
            self.saw();
        }
        let held = self.held_guard((*keeper, *held), o, &object);
        let kept = O::DOUBTS && (!held.is_none() || keeper.may_read(&object, at.slot, self.id));
        regs[*dst] = v;
        self.n += 1;
        let kind = EventKind::Read { object: o, field: at.field, value: v };
        let made = Accessed { access: Access::Read, object: o, field: at.field, cell };
        self.tell_fast_access(regs, made, (FIXED, held), site, kind);
        if O::DOUBTS && !kept && !self.is_kept(access, o, false) && self.looks_at(at.field) {
            self.doubt_access(regs, access, o, kind);
        }
        self.hidden_let(regs, then, v);
        Ok(true)
    }

    /// \[RED ASSIGN\]
    #[inline(always)]
    pub(super) fn fast_write(
        &mut self,
        regs: &mut Window,
        access: &FastAccess,
        dst: &Near,
        src: &Near,
        (sorts, asks): (&Sorts, &bool),
    ) -> Step<bool> {
        let FastAccess { at, keeper, held, site, then, .. } = access;
        if self.rests() {
            return self.stop(Stop::Point);
        }
        let Some((o, object)) = self.fast_object(regs, access) else { return Ok(false) };
        let (cell, v) = (object.cell(at.slot), regs[*src]);
        let Some(place) = self.heap.cells.get_mut(cell.index()) else { return Ok(false) };
        let old = std::mem::replace(place, v);
        if P::ACCESSES || P::SPANS {
            self.saw();
        }
        let held = self.held_guard((*keeper, *held), o, &object);
        let kept = O::DOUBTS && (!held.is_none() || keeper.may_write(&object, self.id));
        regs[*dst] = v;
        self.n += 1;
        let kind = EventKind::Write { object: o, field: at.field, value: v, old };
        let made = Accessed { access: Access::Write, object: o, field: at.field, cell };
        self.tell_fast_access(regs, made, (false, held), site, kind);
        let clear = O::DOUBTS && !(*asks | *self.unclear);
        let fits = |stepper: &Self| {
            clear || sorts.has(v) || stepper.program.fields[at.field.index()].admits(stepper.heap, o, v)
        };
        if O::DOUBTS && !fits(self) {
            *self.unclear = true;
            if self.looks_at(at.field) {
                self.doubt(regs, kind);
            }
        } else if O::DOUBTS && !kept && !self.is_kept(access, o, true) && self.looks_at(at.field) {
            self.doubt_access(regs, access, o, kind);
        }
        self.hidden_let(regs, then, v);
        Ok(true)
    }

    /// The lock that guards a field, if the thread clearly holds it and somebody asks.
    #[inline(always)]
    fn held_guard(&self, (keeper, held): (Keeper, bool), o: ObjectId, object: &FlatObject) -> Packed<ObjectId> {
        let guard = match keeper {
            _ if !O::DOUBTS => None,
            Keeper::Holder => return if object.owner.is(self.id) { Packed::some(o) } else { Packed::NONE },
            Keeper::Ghost if held && !*self.unclear => return object.guard,
            Keeper::Ghost => object.guard.get(),
            Keeper::Maker | Keeper::Built | Keeper::Path => None,
        };
        guard.filter(|&lock| self.heap.holds(self.id, lock)).into()
    }

    /// Whether an access is fine though the keeper did not say so at once: the thread clearly holds the guard, which is a path, or it is
    /// known that it does not.
    #[inline(always)]
    fn is_kept(&self, access: &FastAccess, o: ObjectId, writes: bool) -> bool {
        let FastAccess { at, keeper, site, .. } = access;
        let field = &self.program.fields[at.field.index()];
        if *keeper >= Keeper::Ghost && field.has_held_guard(self.heap, o, self.id) {
            return true;
        }
        // More than one thing may be wrong with a write of a final field.
        !(writes && *keeper == Keeper::Built) && self.obs.has_fired(*keeper, *site)
    }

    /// \[RED ACQUIRE\] of a free lock
    #[inline(always)]
    pub(super) fn fast_acquire(&mut self, regs: &Window, lock: Near, site: &ExprId) -> Step<bool> {
        let Value::Object(o) = regs[lock] else { return Ok(false) };
        if self.heap.objects.get(o.index()).is_none_or(|object| !object.owner.is_none()) {
            return Ok(false);
        }
        if self.turn.is_over() {
            return self.stop_before(o);
        }
        self.saw();
        self.n += 1;
        let object = &mut self.heap.objects[o.index()];
        // It was the thread's own wish that it fulfils, if it rested here.
        self.ready.forget_wish(self.id, o, object);
        (object.owner, object.count) = (Packed::some(self.id), 1);
        if !object.contenders.is_empty() {
            self.ready.block(o, object.contenders);
            self.look_around();
        }
        let again = O::DOUBTS && self.is_in_frame_of(o);
        self.syncs.push(Held { object: Some(o), site: *site });
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
    pub(super) fn fast_release(&mut self, regs: &Window) -> bool {
        if P::RELEASES || self.n <= *self.before {
            return false;
        }
        let Some(held) = self.syncs.pop() else { return false };
        let object = held.object.map(|o| (o, &mut self.heap.objects[o.index()]));
        let Some((o, object)) = object.filter(|(_, object)| object.count == 1) else {
            self.syncs.push(held);
            return false;
        };
        (object.owner, object.count) = (Packed::NONE, 0);
        if !object.contenders.is_empty() {
            self.ready.unblock(o, object.contenders);
            self.turn.alone(false);
        }
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
        let clear = !O::DOUBTS || !(then.asks | *self.unclear) || then.lets.admits(self.heap, value);
        !(O::EVENTS && O::BINDINGS && O::LETS) && clear
    }

    /// The object of a call, if it is of a usual class and there is time for calls.
    #[inline(always)]
    pub(super) fn fast_receiver(&self, regs: &Window, on: &Receiver) -> Option<ObjectId> {
        let Value::Object(o) = regs[on.reg] else { return None };
        if self.n >= self.slice {
            return None;
        }
        if !on.sure {
            let object = self.heap.objects.get(o.index())?;
            if !on.classes.has(object.class) {
                return None;
            }
        }
        Some(o)
    }

    /// \[RED INVOKE\] in tail position of the method that the frame is of
    #[inline(always)]
    pub(super) fn call_again(
        &mut self,
        regs: &mut Window,
        on: &Receiver,
        moves: Args,
        tail: Tail,
        asks: &bool,
    ) -> bool {
        if !self.goes(tail) {
            return false;
        }
        let Some(o) = self.fast_receiver(regs, on) else { return false };
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
            self.tell_binding(regs, || site, kind, clear);
        }
        self.pc = 0;
        true
    }
}
