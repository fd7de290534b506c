//! The interface through which the machine is watched: one trait, chosen statically, so that unwatched steps cost
//! nothing. The machine knows only this trait; its implementations are in [`crate::detect`], [`crate::monitor`] and
//! [`crate::observe`].

use super::code::{Code, Instr, Pc};
use super::{AccessNumber, Lowered, NextCell, state};
use crate::event::{Access, Event, Site};
use crate::options::Semantics;
use crate::pending::NextAccess;
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId, Value};
use racefree_grammar::ast::ExprId;

/// View of the machine after a step of a thread.
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
    /// Number of steps of the run, this one included.
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

/// Ordering effect of a step (calculus, section 9.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// An outermost acquire: later steps are after the releases of the lock.
    Acquire(ObjectId),
    /// An outermost release: earlier steps are before the next acquire of the lock.
    Release(ObjectId),
    /// A fork: earlier steps are before all of the new thread.
    Fork(ThreadId),
    /// An atomic block begins: no step of another thread is to come between those up to its end.
    Begin(ExprId),
    /// The block begun last ends.
    End(ExprId),
}

/// An access, as most race detectors need it.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// All objects.
    pub heap: &'a state::Heap,
    /// The thread that accesses.
    pub thread: ThreadId,
    /// The field.
    pub cell: state::CellId,
    /// Read, write or init-write.
    pub access: Access,
    /// Its place.
    pub site: &'a Site,
    /// True for a read of a field that is [fixed](Lowered::is_fixed), which conflicts with nothing but its init-write.
    pub fixed: bool,
}

impl Place<'_> {
    /// Returns true if the thread that accesses holds this lock.
    #[inline(always)]
    pub(crate) fn holds(&self, lock: ObjectId) -> bool {
        self.heap.object(lock).held_by(self.thread)
    }
}

/// An access, for a race detector that looks closer.
#[derive(Clone, Copy, Debug)]
pub struct Touch<'a> {
    /// The access itself.
    pub place: Place<'a>,
    /// The locks that the thread holds, the innermost last.
    pub syncs: &'a [state::Held],
    /// The object.
    pub object: ObjectId,
    /// Its field.
    pub field: FieldId,
    /// Number of steps of the run, this one included.
    pub steps: u64,
}

/// An object whose fields have been initialised in one go: an init-write for each, in the order of the cells.
#[derive(Clone, Copy, Debug)]
pub struct Built<'a> {
    /// All objects.
    pub heap: &'a state::Heap,
    /// The thread that made it.
    pub thread: ThreadId,
    /// The locks that the thread holds, the innermost last.
    pub syncs: &'a [state::Held],
    /// The object.
    pub object: ObjectId,
    /// Its first cell. Nobody has touched it or one after it before.
    pub first: state::CellId,
    /// Its fields.
    pub fields: &'a [FieldId],
    /// Number of steps of the run before.
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
/// Observers are told of a step in several ways, each of which costs nothing if it is not wanted: as an [`Event`]; an
/// access as a [`Touch`]; its ordering effect as an [`Order`].
pub trait Observer {
    /// True to be told of events ([`Observer::event`]).
    const EVENTS: bool = true;
    /// True if all local steps are of interest too; it costs the shortcuts of the machine.
    const LOCAL: bool = true;
    /// True if calls, lets and `holds` are of interest, if not all local steps are.
    const BINDINGS: bool = false;
    /// True if lets and `holds` are, if calls are.
    const LETS: bool = Self::BINDINGS;
    /// True if reads, writes and init-writes are of interest as events.
    const ACCESSES: bool = true;
    /// True to be told of accesses ([`Observer::touch`]), but for those that the program is lowered to leave out
    /// ([`super::lower_watching`]).
    const TOUCHES: bool = false;
    /// True to be told of ordering effects ([`Observer::order`]).
    const ORDERS: bool = false;
    /// True to be told of the steps that monitors look at ([`Observer::monitored`]).
    const MONITORS: bool = false;
    /// True to be told of results of methods ([`Observer::returned`]).
    const RETURNS: bool = false;
    /// True to be told of the result of every method, also of one that calls another one last and whose frame is gone then.
    const EVERY_RETURN: bool = false;
    /// True to be told of threads that come to rest ([`Observer::rest`]).
    const RESTS: bool = false;
    /// True to be told of each turn by itself ([`Observer::ran`]), not of the turns together that a thread makes while
    /// it alone can step.
    const TURNS: bool = false;

    /// A run starts.
    fn start(&mut self, program: &Lowered) {
        let _ = program;
    }

    /// A thread made a step; the view is that after it. At a call the thread is in the callee already.
    fn event(&mut self, view: View<'_>, event: &Event) {
        let _ = (view, event);
    }

    /// A thread made an access; `more` has the details. This is compiled into the steps: unusual work is better done
    /// elsewhere, and asked for there.
    fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        let _ = (place, more);
    }

    /// A thread made an object and all of its init-writes, which are touches.
    fn built(&mut self, built: Built<'_>) {
        built.touch(self);
    }

    /// A thread made a step that is ordered with steps of others. This is compiled into the steps, too.
    fn order(&mut self, thread: ThreadId, order: Order) {
        let _ = (thread, order);
    }

    /// A thread made a step that a monitor of section 9.4 looks at: an access, acquire, release, call, let or `holds`.
    fn monitored(&mut self, view: View<'_>, event: &Event) {
        let _ = (view, event);
    }

    /// A method, an index of the program's methods, gives back a value; its frame still stands.
    fn returned(&mut self, view: View<'_>, method: u32, value: Value) {
        let _ = (view, method, value);
    }

    /// Returns true if returns are wanted in this run. Then frames that have nothing to do but to return are kept.
    fn wants_returns(&self) -> bool {
        Self::RETURNS
    }

    /// Returns true if a pending access of this number is never news, beside any other one: [`Observer::rest`] may be
    /// told that the thread is about to make none.
    fn is_old(&self, number: AccessNumber) -> bool {
        let _ = number;
        !Self::RESTS
    }

    /// A thread has come to its next scheduling point, or has ended, after `steps` steps of the run; `next` is its
    /// pending access, if it has one.
    fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64) {
        let _ = (program, thread, next, steps);
    }

    /// The same, if its pending access, of this cell, has no number.
    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: state::CellId, next: NextAccess, steps: u64) {
        let _ = (program, thread, cell, next, steps);
    }

    /// A thread made `steps` steps in a row.
    fn ran(&mut self, thread: ThreadId, steps: u64) {
        let _ = (thread, steps);
    }

    /// A thread made its first local steps; they could also come later.
    fn settled(&mut self, thread: ThreadId, steps: u64) {
        self.ran(thread, steps);
    }

    /// A thread turned out to be stuck.
    fn stuck(&mut self, view: View<'_>) {
        let _ = view;
    }

    /// Returns true if [`Observer::done`] is asked at all, in this run.
    fn stops(&self) -> bool {
        true
    }

    /// Returns true if the run may stop, since the observer has found all that it looks for.
    fn done(&self) -> bool {
        false
    }
}
