//! Observers put together: none, two, one that may be missing, and one that is borrowed.

use super::{Built, Observer, Order, Place, Rewind, Touch, View};
use crate::event::Event;
use crate::machine::state::CellId;
use crate::machine::{AccessNumber, Lowered, NextCell};
use crate::pending::NextAccess;
use crate::value::{ThreadId, Value};

impl Rewind for () {}

impl<A: Rewind, B: Rewind> Rewind for (A, B) {
    #[inline]
    fn rewind(&mut self, to: &Self) {
        self.0.rewind(&to.0);
        self.1.rewind(&to.1);
    }
}

/// Watches nothing.
impl Observer for () {
    const EVENTS: bool = false;
    const LOCAL: bool = false;

    fn stops(&self) -> bool {
        false
    }
}

/// Watches through two observers.
impl<A: Observer, B: Observer> Observer for (A, B) {
    const EVENTS: bool = A::EVENTS || B::EVENTS;
    const LOCAL: bool = A::LOCAL || B::LOCAL;
    const BINDINGS: bool = (A::EVENTS && A::BINDINGS) || (B::EVENTS && B::BINDINGS);
    const LETS: bool = (A::EVENTS && A::LETS) || (B::EVENTS && B::LETS);
    const ACCESSES: bool = (A::EVENTS && A::ACCESSES) || (B::EVENTS && B::ACCESSES);
    const TOUCHES: bool = A::TOUCHES || B::TOUCHES;
    const ORDERS: bool = A::ORDERS || B::ORDERS;
    const MONITORS: bool = A::MONITORS || B::MONITORS;
    const RETURNS: bool = A::RETURNS || B::RETURNS;
    const EVERY_RETURN: bool = A::EVERY_RETURN || B::EVERY_RETURN;
    const RESTS: bool = A::RESTS || B::RESTS;
    const TURNS: bool = A::TURNS || B::TURNS;

    fn start(&mut self, program: &Lowered) {
        self.0.start(program);
        self.1.start(program);
    }

    #[inline(always)]
    fn event(&mut self, view: View<'_>, event: &Event) {
        if A::EVENTS {
            self.0.event(view, event);
        }
        if B::EVENTS {
            self.1.event(view, event);
        }
    }

    #[inline(always)]
    fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        self.0.touch(place, more);
        self.1.touch(place, more);
    }

    #[inline]
    fn built(&mut self, built: Built<'_>) {
        if A::TOUCHES {
            self.0.built(built);
        }
        if B::TOUCHES {
            self.1.built(built);
        }
    }

    #[inline(always)]
    fn order(&mut self, thread: ThreadId, order: Order) {
        self.0.order(thread, order);
        self.1.order(thread, order);
    }

    #[inline(always)]
    fn monitored(&mut self, view: View<'_>, event: &Event) {
        self.0.monitored(view, event);
        self.1.monitored(view, event);
    }

    #[inline]
    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        self.0.returned(view, method, value);
        self.1.returned(view, method, value);
    }

    #[inline]
    fn wants_returns(&self) -> bool {
        self.0.wants_returns() || self.1.wants_returns()
    }

    #[inline(always)]
    fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64) {
        self.0.rest(program, thread, next, steps);
        self.1.rest(program, thread, next, steps);
    }

    #[inline(always)]
    fn is_old(&self, number: AccessNumber) -> bool {
        self.0.is_old(number) && self.1.is_old(number)
    }

    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: CellId, next: NextAccess, steps: u64) {
        self.0.rest_before(program, thread, cell, next, steps);
        self.1.rest_before(program, thread, cell, next, steps);
    }

    #[inline(always)]
    fn ran(&mut self, thread: ThreadId, steps: u64) {
        self.0.ran(thread, steps);
        self.1.ran(thread, steps);
    }

    fn settled(&mut self, thread: ThreadId, steps: u64) {
        self.0.settled(thread, steps);
        self.1.settled(thread, steps);
    }

    fn stuck(&mut self, view: View<'_>) {
        self.0.stuck(view);
        self.1.stuck(view);
    }

    #[inline(always)]
    fn stops(&self) -> bool {
        self.0.stops() || self.1.stops()
    }

    #[inline(always)]
    fn done(&self) -> bool {
        self.0.done() || self.1.done()
    }
}

/// Watches if there is something to watch with.
impl<O: Observer> Observer for Option<O> {
    const EVENTS: bool = O::EVENTS;
    const LOCAL: bool = O::LOCAL;
    const BINDINGS: bool = O::BINDINGS;
    const ACCESSES: bool = O::ACCESSES;
    const TOUCHES: bool = O::TOUCHES;
    const ORDERS: bool = O::ORDERS;
    const MONITORS: bool = O::MONITORS;
    const RETURNS: bool = O::RETURNS;
    const RESTS: bool = O::RESTS;
    const TURNS: bool = O::TURNS;

    fn start(&mut self, program: &Lowered) {
        self.iter_mut().for_each(|o| o.start(program));
    }

    #[inline]
    fn event(&mut self, view: View<'_>, event: &Event) {
        if let Some(o) = self {
            o.event(view, event);
        }
    }

    #[inline]
    fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        if let Some(o) = self {
            o.touch(place, more);
        }
    }

    #[inline]
    fn built(&mut self, built: Built<'_>) {
        if let Some(o) = self {
            o.built(built);
        }
    }

    #[inline]
    fn order(&mut self, thread: ThreadId, order: Order) {
        if let Some(o) = self {
            o.order(thread, order);
        }
    }

    #[inline]
    fn monitored(&mut self, view: View<'_>, event: &Event) {
        if let Some(o) = self {
            o.monitored(view, event);
        }
    }

    #[inline]
    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        if let Some(o) = self {
            o.returned(view, method, value);
        }
    }

    #[inline]
    fn wants_returns(&self) -> bool {
        self.as_ref().is_some_and(Observer::wants_returns)
    }

    #[inline]
    fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64) {
        if let Some(o) = self {
            o.rest(program, thread, next, steps);
        }
    }

    #[inline]
    fn is_old(&self, number: AccessNumber) -> bool {
        self.as_ref().is_none_or(|o| o.is_old(number))
    }

    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: CellId, next: NextAccess, steps: u64) {
        if let Some(o) = self {
            o.rest_before(program, thread, cell, next, steps);
        }
    }

    fn ran(&mut self, thread: ThreadId, steps: u64) {
        if let Some(o) = self {
            o.ran(thread, steps);
        }
    }

    fn settled(&mut self, thread: ThreadId, steps: u64) {
        if let Some(o) = self {
            o.settled(thread, steps);
        }
    }

    fn stuck(&mut self, view: View<'_>) {
        if let Some(o) = self {
            o.stuck(view);
        }
    }

    fn stops(&self) -> bool {
        self.as_ref().is_some_and(Observer::stops)
    }

    fn done(&self) -> bool {
        self.as_ref().is_some_and(Observer::done)
    }
}

/// Watches through a reference.
impl<O: Observer> Observer for &mut O {
    const EVENTS: bool = O::EVENTS;
    const LOCAL: bool = O::LOCAL;
    const BINDINGS: bool = O::BINDINGS;
    const ACCESSES: bool = O::ACCESSES;
    const TOUCHES: bool = O::TOUCHES;
    const ORDERS: bool = O::ORDERS;
    const MONITORS: bool = O::MONITORS;
    const RETURNS: bool = O::RETURNS;
    const RESTS: bool = O::RESTS;
    const TURNS: bool = O::TURNS;

    fn start(&mut self, program: &Lowered) {
        (**self).start(program);
    }

    #[inline(always)]
    fn event(&mut self, view: View<'_>, event: &Event) {
        (**self).event(view, event);
    }

    #[inline(always)]
    fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        (**self).touch(place, more);
    }

    #[inline]
    fn built(&mut self, built: Built<'_>) {
        (**self).built(built);
    }

    #[inline(always)]
    fn order(&mut self, thread: ThreadId, order: Order) {
        (**self).order(thread, order);
    }

    #[inline(always)]
    fn monitored(&mut self, view: View<'_>, event: &Event) {
        (**self).monitored(view, event);
    }

    #[inline]
    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        (**self).returned(view, method, value);
    }

    #[inline]
    fn wants_returns(&self) -> bool {
        (**self).wants_returns()
    }

    #[inline(always)]
    fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64) {
        (**self).rest(program, thread, next, steps);
    }

    #[inline(always)]
    fn is_old(&self, number: AccessNumber) -> bool {
        (**self).is_old(number)
    }

    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: CellId, next: NextAccess, steps: u64) {
        (**self).rest_before(program, thread, cell, next, steps);
    }

    #[inline(always)]
    fn ran(&mut self, thread: ThreadId, steps: u64) {
        (**self).ran(thread, steps);
    }

    fn settled(&mut self, thread: ThreadId, steps: u64) {
        (**self).settled(thread, steps);
    }

    fn stuck(&mut self, view: View<'_>) {
        (**self).stuck(view);
    }

    #[inline(always)]
    fn stops(&self) -> bool {
        (**self).stops()
    }

    #[inline(always)]
    fn done(&self) -> bool {
        (**self).done()
    }
}
