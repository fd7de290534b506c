//! Observers put together: none, two, one that may be missing, and one that is borrowed.

use super::{Built, Observer, Order, Place, Rewind, Touch, View};
use crate::event::Event;
use crate::machine::state::CellId;
use crate::machine::{AccessNumber, Lowered, NextCell};
use crate::pending::NextAccess;
use crate::value::{ThreadId, Value};

/// The methods that only tell the parts of an observer, by `$tell`.
macro_rules! hand_on {
    ($tell:ident) => {
        fn start(&mut self, program: &Lowered) {
            $tell!(self, start(program));
        }

        #[inline(always)]
        fn event(&mut self, view: View<'_>, event: &Event) {
            $tell!(self, event(view, event));
        }

        #[inline(always)]
        fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
            $tell!(self, touch(place, more));
        }

        #[inline]
        fn built(&mut self, built: Built<'_>) {
            $tell!(self, built(built));
        }

        #[inline(always)]
        fn order(&mut self, thread: ThreadId, order: Order) {
            $tell!(self, order(thread, order));
        }

        #[inline(always)]
        fn monitored(&mut self, view: View<'_>, event: &Event) {
            $tell!(self, monitored(view, event));
        }

        #[inline]
        fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
            $tell!(self, returned(view, method, value));
        }

        #[inline(always)]
        fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64) {
            $tell!(self, rest(program, thread, next, steps));
        }

        fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: CellId, next: NextAccess, steps: u64) {
            $tell!(self, rest_before(program, thread, cell, next, steps));
        }

        #[inline(always)]
        fn ran(&mut self, thread: ThreadId, steps: u64) {
            $tell!(self, ran(thread, steps));
        }

        fn settled(&mut self, thread: ThreadId, steps: u64) {
            $tell!(self, settled(thread, steps));
        }

        fn stuck(&mut self, view: View<'_>) {
            $tell!(self, stuck(view));
        }
    };
}

/// Wishes of the one part of an observer.
macro_rules! wishes_of {
    ($part:ident) => {
        const EVENTS: bool = $part::EVENTS;
        const LOCAL: bool = $part::LOCAL;
        const BINDINGS: bool = $part::BINDINGS;
        const ACCESSES: bool = $part::ACCESSES;
        const TOUCHES: bool = $part::TOUCHES;
        const ORDERS: bool = $part::ORDERS;
        const MONITORS: bool = $part::MONITORS;
        const RETURNS: bool = $part::RETURNS;
        const RESTS: bool = $part::RESTS;
        const TURNS: bool = $part::TURNS;
    };
}

macro_rules! tell_both {
    ($both:ident, $what:ident($($of:ident),*)) => {
        $both.0.$what($($of),*);
        $both.1.$what($($of),*);
    };
}

macro_rules! tell_some {
    ($some:ident, $what:ident($($of:ident),*)) => {
        if let Some(one) = $some {
            one.$what($($of),*);
        }
    };
}

macro_rules! tell_borrowed {
    ($one:ident, $what:ident($($of:ident),*)) => {
        (**$one).$what($($of),*);
    };
}

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

    hand_on!(tell_both);

    #[inline]
    fn wants_returns(&self) -> bool {
        self.0.wants_returns() || self.1.wants_returns()
    }

    #[inline(always)]
    fn is_old(&self, number: AccessNumber) -> bool {
        self.0.is_old(number) && self.1.is_old(number)
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
    wishes_of!(O);
    hand_on!(tell_some);

    #[inline]
    fn wants_returns(&self) -> bool {
        self.as_ref().is_some_and(Observer::wants_returns)
    }

    #[inline]
    fn is_old(&self, number: AccessNumber) -> bool {
        self.as_ref().is_none_or(|o| o.is_old(number))
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
    wishes_of!(O);
    hand_on!(tell_borrowed);

    #[inline]
    fn wants_returns(&self) -> bool {
        (**self).wants_returns()
    }

    #[inline(always)]
    fn is_old(&self, number: AccessNumber) -> bool {
        (**self).is_old(number)
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
