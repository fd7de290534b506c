//! A watcher that misses something: what the tests of watchers have to notice.

use racefree_interp::NextAccess;
use racefree_interp::machine::state::CellId;
use racefree_interp::machine::{AccessNumber, NextCell};
use racefree_interp::observe::{Order, Place, Touch};
use racefree_interp::value::Value;
use racefree_interp::{Event, Lowered, Observer, ThreadId, View};

/// Ways of telling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Told {
    Touch,
    Order,
    Monitored,
    Returned,
    Rest,
    RestBefore,
    Stuck,
}

/// Tells a watcher all but some of the things that are told in one way.
pub struct Less<O> {
    pub watcher: O,
    pub way: Told,
    /// So many are told first.
    pub first: u64,
    /// So many after them are not.
    pub misses: u64,
    /// Something was left out.
    pub missed: bool,
}

impl<O> Less<O> {
    fn hears(&mut self, way: Told) -> bool {
        if way != self.way || self.misses == 0 {
            return true;
        }
        if self.first > 0 {
            self.first -= 1;
            return true;
        }
        self.misses -= 1;
        self.missed = true;
        false
    }
}

impl<O: Observer> Observer for Less<O> {
    const EVENTS: bool = O::EVENTS;
    const LOCAL: bool = O::LOCAL;
    const TOUCHES: bool = O::TOUCHES;
    const ORDERS: bool = O::ORDERS;
    const MONITORS: bool = O::MONITORS;
    const RETURNS: bool = O::RETURNS;
    const RESTS: bool = O::RESTS;

    fn start(&mut self, program: &Lowered) {
        self.watcher.start(program);
    }

    fn event(&mut self, view: View<'_>, event: &Event) {
        self.watcher.event(view, event);
    }

    fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        if self.hears(Told::Touch) {
            self.watcher.touch(place, more);
        }
    }

    fn order(&mut self, thread: ThreadId, order: Order) {
        // Threads are counted by their forks.
        if matches!(order, Order::Fork(_)) || self.hears(Told::Order) {
            self.watcher.order(thread, order);
        }
    }

    fn monitored(&mut self, view: View<'_>, event: &Event) {
        if self.hears(Told::Monitored) {
            self.watcher.monitored(view, event);
        }
    }

    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        if self.hears(Told::Returned) {
            self.watcher.returned(view, method, value);
        }
    }

    fn wants_returns(&self) -> bool {
        self.watcher.wants_returns()
    }

    fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64) {
        // A thread that leaves is told with what comes next.
        let next = if next.is_some() && !self.hears(Told::Rest) { None } else { next };
        self.watcher.rest(program, thread, next, steps);
    }

    fn is_old(&self, number: AccessNumber) -> bool {
        self.watcher.is_old(number)
    }

    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: CellId, next: NextAccess, steps: u64) {
        if self.hears(Told::RestBefore) {
            self.watcher.rest_before(program, thread, cell, next, steps);
        } else {
            self.watcher.rest(program, thread, None, steps);
        }
    }

    fn stuck(&mut self, view: View<'_>) {
        if self.hears(Told::Stuck) {
            self.watcher.stuck(view);
        }
    }
}
