//! An observer behind a pointer, called dynamically: where speed does not matter, the machine is compiled once for all observers
//! instead of once for each.

use crate::event::{Event, EventKind, Local};
use crate::machine::observer::{Observer, Order, Place, Touch, View};
use crate::machine::state::CellId;
use crate::machine::{Lowered, NextCell};
use crate::pending::NextAccess;
use crate::value::{ThreadId, Value};

/// What [`Observer`] can do, for a pointer to one. Each method tells the observer only what it wants.
pub(super) trait Told {
    fn event(&mut self, view: View<'_>, event: &Event);
    fn touch<'a>(&mut self, place: Place<'a>, more: &dyn Fn() -> Touch<'a>);
    fn order(&mut self, thread: ThreadId, order: Order);
    fn doubt(&mut self, view: View<'_>, event: &Event);
    fn returned(&mut self, view: View<'_>, method: u32, value: Value);
    fn wants_returns(&self) -> bool;
    fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64);
    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: CellId, next: NextAccess, steps: u64);
    fn stuck(&mut self, view: View<'_>);
}

impl<O: Observer> Told for O {
    fn event(&mut self, view: View<'_>, event: &Event) {
        let wanted = match event.kind {
            EventKind::Read { .. } | EventKind::Write { .. } | EventKind::InitWrite { .. } => O::ACCESSES,
            EventKind::Call { .. } => O::LOCAL || O::BINDINGS,
            EventKind::Local(Local::Let | Local::Holds) => O::LOCAL || O::BINDINGS && O::LETS,
            EventKind::Alloc { .. }
            | EventKind::Acquire { .. }
            | EventKind::Release { .. }
            | EventKind::Fork { .. }
            | EventKind::Throw { .. } => true,
            _ => O::LOCAL,
        };
        if O::EVENTS && wanted {
            Observer::event(self, view, event);
        }
    }

    fn touch<'a>(&mut self, place: Place<'a>, more: &dyn Fn() -> Touch<'a>) {
        if O::TOUCHES {
            Observer::touch(self, place, more);
        }
    }

    fn order(&mut self, thread: ThreadId, order: Order) {
        if O::ORDERS {
            Observer::order(self, thread, order);
        }
    }

    fn doubt(&mut self, view: View<'_>, event: &Event) {
        if O::DOUBTS {
            Observer::doubt(self, view, event);
        }
    }

    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        let gives = || view.program.methods[method as usize].gives(view.heap, value, view.regs);
        if O::RETURNS && (O::LOCAL || O::EVERY_RETURN || !gives()) {
            Observer::returned(self, view, method, value);
        }
    }

    fn wants_returns(&self) -> bool {
        O::RETURNS && Observer::wants_returns(self)
    }

    fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64) {
        if O::RESTS {
            Observer::rest(self, program, thread, next, steps);
        }
    }

    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: CellId, next: NextAccess, steps: u64) {
        if O::RESTS {
            Observer::rest_before(self, program, thread, cell, next, steps);
        }
    }

    fn stuck(&mut self, view: View<'_>) {
        Observer::stuck(self, view);
    }
}

/// An observer that wants all there is, for the one behind it, which may want less; what changes the steps themselves is as that one
/// wants it.
pub(super) struct Behind<'o, const SELECTS: bool, const EVERY_RETURN: bool>(pub(super) &'o mut dyn Told);

impl<const SELECTS: bool, const EVERY_RETURN: bool> Observer for Behind<'_, SELECTS, EVERY_RETURN> {
    const TOUCHES: bool = true;
    const SELECTS: bool = SELECTS;
    const ORDERS: bool = true;
    const DOUBTS: bool = true;
    const RETURNS: bool = true;
    const EVERY_RETURN: bool = EVERY_RETURN;
    const RESTS: bool = true;

    fn event(&mut self, view: View<'_>, event: &Event) {
        self.0.event(view, event);
    }

    fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        self.0.touch(place, &more);
    }

    fn order(&mut self, thread: ThreadId, order: Order) {
        self.0.order(thread, order);
    }

    fn doubt(&mut self, view: View<'_>, event: &Event) {
        self.0.doubt(view, event);
    }

    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        self.0.returned(view, method, value);
    }

    fn wants_returns(&self) -> bool {
        self.0.wants_returns()
    }

    fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64) {
        self.0.rest(program, thread, next, steps);
    }

    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: CellId, next: NextAccess, steps: u64) {
        self.0.rest_before(program, thread, cell, next, steps);
    }
    fn stuck(&mut self, view: View<'_>) {
        self.0.stuck(view);
    }
}
