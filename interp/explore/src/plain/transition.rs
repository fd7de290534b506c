//! Transitions: a step of the reference semantics, or as many as go on between two scheduling points.

use crate::options::Options;
use racefree_grammar::ast::Expr;
use racefree_interp::Status;
use racefree_interp::event::Event;
use racefree_interp::machine::Lowered;
use racefree_interp::options::{Limit, Limits, Locks};
use racefree_interp::program::{ClassId, FieldId};
use racefree_interp::reduction::{Execution, Frame, Redex, State};
use racefree_interp::value::{ObjectId, ThreadId, Value};

/// Scheduling points: the moments at which another thread may go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Points {
    /// Before every step: the definition.
    Every,
    /// Before accesses, outermost acquires and releases, as [`racefree_interp::machine::Atoms`] has it: a transition is
    /// one such step and the steps after it that no other thread can see, forks among them. These can be moved before
    /// the steps of other threads in between, so nothing is missed, and there are far fewer states.
    Visible,
}

/// Number of steps in a row that no other thread can see, after which a thread rests at the next `new`, call or loop.
const SLICE: u64 = 500;

/// A program under the reference semantics.
#[derive(Clone, Copy)]
pub struct Reference<'p> {
    /// The semantics.
    pub execution: Execution<'p>,
    program: &'p Lowered,
    limits: Limits,
    points: Points,
}

/// A transition of a thread: its steps in one go.
#[derive(Clone)]
pub struct Transition {
    /// The state after it.
    pub state: State,
    /// Its steps; others than the thread make some if it forks.
    pub events: Vec<Event>,
    /// Number of steps of the thread itself.
    pub steps: u64,
    /// A limit that is passed in the state.
    pub limit: Option<Limit>,
}

impl<'p> Reference<'p> {
    /// The reference semantics of a program.
    pub fn new(program: &'p Lowered, options: &Options, points: Points) -> Reference<'p> {
        let execution = Execution::new(&program.tables, options.semantics);
        Reference { execution, program, limits: options.limits, points }
    }

    /// The fields of the objects of a class, by slot.
    pub fn fields_of(&self, class: ClassId) -> &'p [FieldId] {
        self.program.fields_of(class)
    }

    /// The threads of a state.
    pub fn threads(&self, state: &State) -> impl Iterator<Item = ThreadId> + use<> {
        (0..state.threads.len() as u32).map(ThreadId)
    }

    /// The threads of a state that can go on.
    pub fn enabled(&self, state: &State) -> Vec<ThreadId> {
        self.threads(state).filter(|&t| self.execution.status(state, t) == Status::Ready).collect()
    }

    /// The first state, the main thread before its first scheduling point.
    pub fn first(&self) -> Transition {
        let mut first = Transition { state: self.execution.first(), events: Vec::new(), steps: 0, limit: None };
        self.settle(&mut first, ThreadId::MAIN);
        first
    }

    /// A transition of a thread, if it can go on.
    pub fn transition(&self, state: &State, thread: ThreadId) -> Option<Transition> {
        let mut done = Transition { state: state.clone(), events: Vec::new(), steps: 0, limit: None };
        let alone = self.is_local(state, thread) && !self.is_fork(state, thread);
        if !self.step(&mut done, thread) {
            return None;
        }
        if self.points == Points::Visible {
            // A thread that rested before a step that only it can see makes no other.
            while self.is_local(&done.state, thread) && !(alone && self.is_fork(&done.state, thread)) {
                if done.steps >= SLICE && self.may_loop(&done.state, thread) || !self.step(&mut done, thread) {
                    break;
                }
            }
            for child in state.threads.len()..done.state.threads.len() {
                self.settle(&mut done, ThreadId(child as u32));
            }
        }
        done.limit = self.limit(&done.state);
        Some(done)
    }

    /// The limit that is passed in a state.
    pub(super) fn limit(&self, state: &State) -> Option<Limit> {
        match () {
            () if state.threads.len() > self.limits.threads as usize => Some(Limit::Threads),
            () if state.heap.len() > self.limits.objects as usize => Some(Limit::Objects),
            () => None,
        }
    }

    /// A new thread goes on to its first scheduling point. What is printed first has run first, so it waits before that.
    fn settle(&self, done: &mut Transition, thread: ThreadId) {
        let steps = done.steps;
        let rests = |state: &State| {
            matches!(self.execution.redex(state, thread), Some(Redex::Print { .. })) || self.is_fork(state, thread)
        };
        while self.points == Points::Visible && self.is_local(&done.state, thread) && !rests(&done.state) {
            let too_long = done.steps - steps >= SLICE && self.may_loop(&done.state, thread);
            if too_long || !self.step(done, thread) {
                break;
            }
        }
        done.steps = steps;
    }

    /// One step of a thread, if there is one.
    fn step(&self, done: &mut Transition, thread: ThreadId) -> bool {
        let Some((state, event)) = self.execution.step(&done.state, thread) else { return false };
        done.state = state;
        done.events.push(event);
        done.steps += 1;
        true
    }

    /// Returns true if the next step of a thread is one that no other thread can see, or a fork.
    fn is_local(&self, state: &State, thread: ThreadId) -> bool {
        let object = |o: ObjectId| state.heap.get(o.index());
        let lock = |o: ObjectId| object(o).and_then(|o| o.lock);
        let freed = |o: ObjectId| self.execution.semantics.inner_release_frees || lock(o).is_none_or(|l| l.1 <= 1);
        let reentrant = self.execution.semantics.locks == Locks::Reentrant;
        match self.execution.redex(state, thread) {
            None | Some(Redex::Assign { .. }) => false,
            Some(Redex::Ref { recv, field, .. }) => {
                let object = recv.object().and_then(object);
                let at = object.and_then(|o| self.program.tables.field_of(o.class, field));
                at.is_some_and(|at| self.program.is_fixed(at.field))
            }
            Some(Redex::InitWrite { object: o, .. }) => {
                object(o).is_some_and(|o| self.program.private_until_built[o.class.index()])
            }
            Some(Redex::Acquire { lock: Value::Object(o), .. }) => reentrant && lock(o).is_some_and(|l| l.0 == thread),
            Some(Redex::Release { object: Some(o), .. }) => !freed(o),
            Some(Redex::Unwind { .. }) => {
                let innermost = state.threads.get(thread.index()).and_then(|t| {
                    t.context.iter().rev().find_map(|f| match f {
                        Frame::InSync { object, .. } => Some(*object),
                        Frame::InAtomic { .. } => Some(None),
                        _ => None,
                    })
                });
                innermost.flatten().is_none_or(|o| !freed(o))
            }
            Some(_) => true,
        }
    }

    fn is_fork(&self, state: &State, thread: ThreadId) -> bool {
        self.is_whole(state, thread, |e| matches!(e, Expr::Fork(_)))
    }

    /// Returns true if the next step is one that every endless computation comes back to.
    fn may_loop(&self, state: &State, thread: ThreadId) -> bool {
        self.is_whole(state, thread, |e| !matches!(e, Expr::Fork(_) | Expr::Holds(_)))
            || matches!(self.execution.redex(state, thread), Some(Redex::Invoke { .. }))
    }

    fn is_whole(&self, state: &State, thread: ThreadId, is: impl Fn(Expr) -> bool) -> bool {
        match self.execution.redex(state, thread) {
            Some(Redex::Whole { at, .. }) => is(self.execution.tables.program.expr(at)),
            _ => false,
        }
    }
}
