//! The interface through which the machine is watched: one trait, chosen statically, so that what is not watched costs
//! nothing. The machine knows of it only that; what watches is in [`crate::detect`], [`crate::monitor`] and
//! [`crate::observe`].

use super::code::{Code, Instr, Pc};
use super::{AccessNumber, Lowered, NextCell, state};
use crate::event::{Access, Event, Site};
use crate::options::Semantics;
use crate::pending::NextAccess;
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId, Value};
use racefree_grammar::ast::ExprId;

/// What an observer sees of the machine after a step of a thread.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The program.
    pub program: &'a Lowered,
    /// The semantics in force.
    pub semantics: Semantics,
    /// All objects.
    pub heap: &'a state::Heap,
    /// The code that the thread is in.
    pub code: &'a Code,
    /// The position of the current instruction.
    pub pc: Pc,
    /// The registers of the current frame.
    pub regs: &'a [Value],
    /// The `in_sync` frames of the thread, the innermost last.
    pub syncs: &'a [state::Held],
    /// The thread that stepped.
    pub id: ThreadId,
    /// How many steps the run has made, this one included.
    pub steps: u64,
}

impl<'a> View<'a> {
    /// Between steps.
    pub(crate) fn of_thread(
        program: &'a Lowered,
        semantics: Semantics,
        heap: &'a state::Heap,
        thread: &'a state::FlatThread,
        id: ThreadId,
        steps: u64,
    ) -> View<'a> {
        let (code, regs, syncs) = (program.code(thread.code), thread.window(), &thread.syncs);
        View { program, semantics, heap, code, pc: thread.pc, regs, syncs, id, steps }
    }

    /// The current instruction.
    pub(crate) fn instr(&self) -> Option<&'a Instr> {
        self.code.instrs.get(self.pc.index())
    }

    /// The redex.
    pub fn site(&self) -> Site {
        Site::expr(self.code.sites.get(self.pc.index()).copied().unwrap_or(racefree_grammar::ast::ExprId::new(0)))
    }
}

/// What a step orders (calculus, section 9.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// An outermost acquire: what comes is after the releases of the lock.
    Acquire(ObjectId),
    /// An outermost release: what was is before the next acquire of the lock.
    Release(ObjectId),
    /// A fork: what was is before all that the new thread does.
    Fork(ThreadId),
    /// An atomic block begins: no step of another thread is to come between those up to its end.
    Begin(ExprId),
    /// It ends.
    End(ExprId),
}

/// An access, as most race detectors see it mostly.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// All objects.
    pub heap: &'a state::Heap,
    /// The thread that accesses.
    pub thread: ThreadId,
    /// The field.
    pub cell: state::CellId,
    /// How.
    pub access: Access,
    /// Where.
    pub site: &'a Site,
    /// Whether it is a read of a field that is [fixed](Lowered::is_fixed), which conflicts with nothing but its init-write.
    pub fixed: bool,
}

impl Place<'_> {
    /// Whether the thread that accesses holds this lock.
    #[inline(always)]
    pub(crate) fn holds(&self, lock: ObjectId) -> bool {
        self.heap.object(lock).held_by(self.thread)
    }
}

/// An access, as a race detector sees it that looks closer.
#[derive(Clone, Copy, Debug)]
pub struct Touch<'a> {
    /// What is seen first.
    pub place: Place<'a>,
    /// The locks that the thread has taken and not given back, the innermost last.
    pub syncs: &'a [state::Held],
    /// The object.
    pub object: ObjectId,
    /// Its field.
    pub field: FieldId,
    /// How many steps the run has made, this one included.
    pub steps: u64,
}

/// An object whose fields have been initialised in one go: so many init-writes, in the order of the cells.
#[derive(Clone, Copy, Debug)]
pub struct Built<'a> {
    /// All objects.
    pub heap: &'a state::Heap,
    /// The thread that made it.
    pub thread: ThreadId,
    /// The locks that the thread has taken and not given back, the innermost last.
    pub syncs: &'a [state::Held],
    /// The object.
    pub object: ObjectId,
    /// Its first cell. Nobody has touched it or one after it before.
    pub first: state::CellId,
    /// Its fields.
    pub fields: &'a [FieldId],
    /// How many steps the run had made before.
    pub steps: u64,
}

impl Built<'_> {
    /// The init-writes one by one.
    pub fn touch<O: Observer + ?Sized>(&self, obs: &mut O) {
        let &Built { heap, thread, syncs, object, first, fields, steps } = self;
        for (number, &field) in (0..).zip(fields) {
            let (cell, site) = (state::CellId(first.0 + number), Site::field(field));
            let place = Place { heap, thread, cell, access: Access::Init, site: &site, fixed: false };
            obs.touch(place, || Touch { place, syncs, object, field, steps: steps + u64::from(number) + 1 });
        }
    }
}

/// Watches a run of the machine. Every method does nothing unless it is overridden.
///
/// What a step is can be told in several ways, each of which costs nothing if it is not wanted: as an [`Event`]; an access
/// as a [`Touch`]; what it orders as an [`Order`]; and, to observers that look for what is wrong only, as an event that is left
/// out if it is clear from the declarations that nothing is.
pub trait Observer {
    /// Whether [`Observer::event`] wants to be called.
    const EVENTS: bool = true;
    /// Whether all local steps are of interest too; it costs the shortcuts of the machine.
    const LOCAL: bool = true;
    /// Whether calls, lets and `holds` are of interest, if not all local steps are.
    const BINDINGS: bool = false;
    /// Whether lets and `holds` are, if calls are.
    const LETS: bool = Self::BINDINGS;
    /// Whether reads, writes and init-writes are of interest as events.
    const ACCESSES: bool = true;
    /// Whether [`Observer::touch`] wants to be called.
    const TOUCHES: bool = false;
    /// Whether accesses to fields that the program is not lowered to watch ([`super::lower_watching`]) are of no interest.
    const SELECTS: bool = false;
    /// Whether [`Observer::order`] wants to be called.
    const ORDERS: bool = false;
    /// Whether [`Observer::doubt`] wants to be called.
    const DOUBTS: bool = false;
    /// Whether [`Observer::returned`] wants to be called.
    const RETURNS: bool = false;
    /// Whether it wants to be of every value that a method gives back, whatever its type is.
    const EVERY_RETURN: bool = false;
    /// Whether [`Observer::rest`] wants to be called.
    const RESTS: bool = false;
    /// Whether [`Observer::ran`] wants to be told of each turn by itself, not of those together that a thread makes while it alone can
    /// step.
    const TURNS: bool = false;

    /// A run starts.
    fn start(&mut self, program: &Lowered) {
        let _ = program;
    }

    /// A thread made a step; the view is that after it. At a call the thread is in the callee already.
    fn event(&mut self, view: View<'_>, event: &Event) {
        let _ = (view, event);
    }

    /// A thread made an access; `more` is what there is to know of it. This is compiled into the steps: what is not usual
    /// is better done elsewhere, and asked for there.
    fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        let _ = (place, more);
    }

    /// A thread made an object and all of its init-writes, which are touches.
    fn built(&mut self, built: Built<'_>) {
        built.touch(self);
    }

    /// A thread made a step that is ordered with those of others. This is compiled into the steps, too.
    fn order(&mut self, thread: ThreadId, order: Order) {
        let _ = (thread, order);
    }

    /// A thread made a step with which something may be wrong by section 9.4: any access, acquire, release, call, let or
    /// `holds`, unless it is clear that no monitor fires.
    fn doubt(&mut self, view: View<'_>, event: &Event) {
        let _ = (view, event);
    }

    /// A method, an index of the program's methods, gives back a value; its frame still stands. If not all local steps are of
    /// interest, values are left out that are clearly of the method's type.
    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        let _ = (view, method, value);
    }

    /// Whether returns are wanted in this run. If they are, frames that have nothing to do but to return are kept.
    fn wants_returns(&self) -> bool {
        Self::RETURNS
    }

    /// Whether nothing is news of a thread that is about to make this access, whatever others are about to do: [`Observer::rest`] may be
    /// told that it is about to make none.
    fn is_old(&self, number: AccessNumber) -> bool {
        let _ = number;
        !Self::RESTS
    }

    /// A thread has come to its next scheduling point, or has ended, and the run has made so many steps; `next` is the access
    /// that it is about to make, if it is about to make one.
    fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64) {
        let _ = (program, thread, next, steps);
    }

    /// The same, if it is about to make an access that has no number, of this cell.
    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: state::CellId, next: NextAccess, steps: u64) {
        let _ = (program, thread, cell, next, steps);
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

    /// Whether [`Observer::done`] is asked at all, in this run.
    fn stops(&self) -> bool {
        true
    }

    /// Whether what was looked for has been found, and the run may stop.
    fn done(&self) -> bool {
        false
    }
}
