//! Observers: detectors, monitors and recorders watch a run through one trait, chosen statically, so that what is not
//! watched costs nothing.

use crate::event::{Event, Site};
use crate::machine::{Lowered, Machine, Semantics, state};
use crate::value::{ThreadId, Value};

/// What an observer sees of the machine after a step of a thread.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The program.
    pub program: &'a Lowered,
    /// The semantics in force.
    pub semantics: Semantics,
    /// All objects.
    pub heap: &'a state::Heap,
    /// The thread that stepped.
    pub thread: &'a state::Thread,
    /// Its number.
    pub id: ThreadId,
    /// The cell ([`state::Heap::cells`]) of the field, if the step was an access.
    pub cell: usize,
    /// How many steps the run has made, this one included.
    pub steps: u64,
}

impl<'a> View<'a> {
    /// The code that the thread is in, and the position of the current instruction.
    #[inline]
    pub(crate) fn at(&self) -> (&'a crate::machine::code::Code, usize) {
        (self.program.code(self.thread.code), self.thread.pc as usize)
    }

    /// The redex.
    pub(crate) fn site(&self) -> Site {
        let (code, pc) = self.at();
        Site::expr(code.sites.get(pc).copied().unwrap_or(racefree_grammar::ast::ExprId(0)))
    }
}

/// Watches a run of the machine. Every method does nothing unless it is overridden.
pub trait Observer {
    /// Whether [`Observer::event`] wants to be called.
    const EVENTS: bool = true;
    /// Whether all local steps are of interest too; it costs the shortcuts of the machine.
    const LOCAL: bool = true;
    /// Whether calls, lets and `holds` are of interest, if not all local steps are.
    const BINDINGS: bool = false;
    /// Whether those of them are of interest with which something may be wrong, if not all are: a call that requires nothing
    /// and gets what is clearly of the declared types is left out, and so is such a let.
    const DOUBTS: bool = false;
    /// Whether [`Observer::returned`] wants to be called, for results that are not clearly of the declared type.
    const RETURNS: bool = false;
    /// Whether [`Observer::rest`] wants to be called.
    const RESTS: bool = false;

    /// A run starts.
    fn start(&mut self, program: &Lowered) {
        let _ = program;
    }

    /// A thread made a step; the view is that after it. At a call the thread is in the callee already.
    fn event(&mut self, view: View<'_>, event: &Event) {
        let _ = (view, event);
    }

    /// A method, an index of the program's methods, gives back a value that is not clearly of its type; its frame still stands.
    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        let _ = (view, method, value);
    }

    /// Whether returns are wanted in this run. If they are, frames that have nothing to do but to return are kept.
    fn wants_returns(&self) -> bool {
        Self::RETURNS
    }

    /// A thread has come to its next scheduling point, or has ended.
    fn rest(&mut self, machine: &Machine, thread: ThreadId) {
        let _ = (machine, thread);
    }

    /// A thread made `steps` steps in a row.
    fn ran(&mut self, thread: ThreadId, steps: u64) {
        let _ = (thread, steps);
    }

    /// A thread made the local steps that it begins with; they could as well come later.
    fn settled(&mut self, thread: ThreadId, steps: u64) {
        self.ran(thread, steps);
    }

    /// A thread turned out to be stuck.
    fn stuck(&mut self, view: View<'_>) {
        let _ = view;
    }

    /// Whether what was looked for has been found, and the run may stop.
    fn done(&self) -> bool {
        false
    }
}

/// An observer that can go back to what it had seen before.
pub trait Rewind: Observer + Clone {
    /// Is as `to` again, in memory that is there already.
    #[inline]
    fn rewind(&mut self, to: &Self) {
        self.clone_from(to);
    }
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
}

/// Watches through two observers.
impl<A: Observer, B: Observer> Observer for (A, B) {
    const EVENTS: bool = A::EVENTS || B::EVENTS;
    const LOCAL: bool = A::LOCAL || B::LOCAL;
    const BINDINGS: bool = A::BINDINGS || B::BINDINGS;
    const DOUBTS: bool = A::DOUBTS || B::DOUBTS;
    const RETURNS: bool = A::RETURNS || B::RETURNS;
    const RESTS: bool = A::RESTS || B::RESTS;

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
    fn rest(&mut self, machine: &Machine, thread: ThreadId) {
        self.0.rest(machine, thread);
        self.1.rest(machine, thread);
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
    fn done(&self) -> bool {
        self.0.done() || self.1.done()
    }
}

/// Watches if there is something to watch with.
impl<O: Observer> Observer for Option<O> {
    const EVENTS: bool = O::EVENTS;
    const LOCAL: bool = O::LOCAL;
    const BINDINGS: bool = O::BINDINGS;
    const DOUBTS: bool = O::DOUBTS;
    const RETURNS: bool = O::RETURNS;
    const RESTS: bool = O::RESTS;

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
    fn rest(&mut self, machine: &Machine, thread: ThreadId) {
        if let Some(o) = self {
            o.rest(machine, thread);
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

    fn done(&self) -> bool {
        self.as_ref().is_some_and(Observer::done)
    }
}

/// Watches through a reference.
impl<O: Observer> Observer for &mut O {
    const EVENTS: bool = O::EVENTS;
    const LOCAL: bool = O::LOCAL;
    const BINDINGS: bool = O::BINDINGS;
    const DOUBTS: bool = O::DOUBTS;
    const RETURNS: bool = O::RETURNS;
    const RESTS: bool = O::RESTS;

    fn start(&mut self, program: &Lowered) {
        (**self).start(program);
    }

    #[inline(always)]
    fn event(&mut self, view: View<'_>, event: &Event) {
        (**self).event(view, event);
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
    fn rest(&mut self, machine: &Machine, thread: ThreadId) {
        (**self).rest(machine, thread);
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
    fn done(&self) -> bool {
        (**self).done()
    }
}
