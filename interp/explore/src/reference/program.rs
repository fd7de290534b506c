//! Transitions of a program with forms of Java, and what its threads are about to do. Steps are made by the reference engine, once for each
//! thread and each way in which what it looks at can be.

use super::known::{Known, Question};
use super::rows::{Changes, Parts, Row};
use super::{Burst, outcome_of};
use crate::options::Options;
use crate::plain::{About, Points, Reference, access, faults_about};
use crate::result::Outcome;
use racefree_grammar::ast::ExprId;
use racefree_interp::Status;
use racefree_interp::drive::Key;
use racefree_interp::event::{EventKind, Site};
use racefree_interp::machine::Lowered;
use racefree_interp::options::Limits;
use racefree_interp::program::MethodId;
use racefree_interp::reduction::{Execution, Look, Open, Piece, Redex, State, Touch, looks_of};
use racefree_interp::value::{Exception, ThreadId};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Steps that nobody can see, after which a thread rests all the same: it may never come to one that others see.
const LONGEST: u32 = 20_000;
/// The same for accesses that something keeps apart.
const MOST_USES: u32 = 1_000;
/// Numbers that a thread takes at once for its objects.
pub(super) const ROOM: u32 = 32;

/// Question about what a thread is about to do; others ask for its next steps, as two bits tell.
const ABOUT: u32 = 4;

/// A program, and what the searches over it have in common.
pub(crate) struct Program<'p> {
    pub(super) reference: Reference<'p>,
    pub(super) limits: Limits,
    /// The pieces whose accesses are points of choice, if others are none.
    open: Option<&'p Open>,
    parts: Parts,
    bursts: Known<Made>,
    positions: Known<Position>,
    outcomes: FxHashMap<Vec<u32>, Outcome>,
    /// The state in front of the first step, and its row.
    start: (Row, State),
    /// The state looked at last, and its row: the next one is made of it.
    bench: Option<(Row, State)>,
    looks: Vec<Look>,
}

/// The state after a transition, and how it came about.
pub(crate) struct Next {
    pub(crate) row: Row,
    pub(super) by: Vec<Burst>,
    /// The methods that were called.
    pub(super) called: Vec<u32>,
    /// A piece that is not used as was assumed.
    pub(super) opened: Option<Piece>,
}

/// Steps of a thread in a row, as they change any state that looks alike to it.
struct Made {
    changes: Changes,
    by: Option<Burst>,
    called: Vec<u32>,
}

/// The same as they are made.
struct Steps {
    state: State,
    by: Option<Burst>,
    called: Vec<u32>,
    opened: Option<Piece>,
}

/// A thread in a state.
pub(super) struct Position {
    about: About,
    /// The parts that its next step touches.
    pub(super) touches: Vec<Touch>,
    /// The exception that has ended it, and its place.
    uncaught: Option<(Exception, ExprId)>,
    has_joined: bool,
    has_ended: bool,
}

impl Position {
    /// Returns true if it may be enabled.
    pub(super) fn may_step(&self) -> bool {
        self.about.rest.is_none()
    }
}

impl Next {
    pub(super) fn new(row: Row) -> Next {
        Next { row, by: Vec::new(), called: Vec::new(), opened: None }
    }
}

impl<'p> Program<'p> {
    /// A program in which all steps that other threads can see are points of choice.
    pub(crate) fn new(program: &'p Lowered, options: &Options) -> Program<'p> {
        let reference = Reference::new(program, options, Points::Every);
        let (mut parts, first) = (Parts::default(), reference.execution.first().with_room(ROOM));
        Program {
            reference,
            limits: options.limits,
            open: None,
            start: (parts.row(reference.execution, &first), first),
            bench: None,
            parts,
            bursts: Known::default(),
            positions: Known::default(),
            outcomes: FxHashMap::default(),
            looks: Vec::new(),
        }
    }

    /// The same, but accesses to pieces that are not open are none, nor are the ends of critical sections.
    pub(super) fn with_open(program: &'p Lowered, options: &Options, open: &'p Open) -> Program<'p> {
        // Who asks what another thread is about can see each of its steps.
        let open = (!program.tables.java.asks_activity).then_some(open);
        Program { open, ..Program::new(program, options) }
    }

    pub(super) fn execution(&self) -> Execution<'p> {
        self.reference.execution
    }

    /// A state as a row.
    pub(crate) fn row(&mut self, state: &State) -> Row {
        self.parts.row(self.reference.execution, state)
    }

    /// The state that a row is.
    pub(crate) fn state(&self, row: &Row) -> State {
        let mut state = self.start.1.clone();
        self.parts.turn(&mut state, &self.start.0, row);
        state
    }

    /// The same, made of the one that is on the bench.
    fn take_state(&mut self, row: &Row) -> State {
        match self.bench.take() {
            Some((from, mut state)) => {
                self.parts.turn(&mut state, &from, row);
                state
            }
            None => self.state(row),
        }
    }

    /// The first state, the main thread before its first step that others can see.
    pub(super) fn first(&mut self) -> Next {
        let mut next = Next::new(self.start.0.clone());
        self.go(&mut next, ThreadId::MAIN, true, false);
        next
    }

    /// A transition of a thread, if it can go on.
    pub(crate) fn transition(&mut self, row: &Row, thread: ThreadId) -> Option<Next> {
        let mut next = Next::new(row.clone());
        self.go(&mut next, thread, false, false);
        if next.opened.is_some() {
            return Some(next);
        }
        if next.by.is_empty() {
            return None;
        }
        let threads = row.threads().len();
        // Nobody else goes on by itself, if there is no new thread and no end that others wait for, or if that could be seen.
        let seen = self.reference.execution.tables.java.asks_activity;
        if !seen && (next.row.threads().len() > threads || self.position(&next.row, thread).has_ended) {
            self.settle(&mut next, threads);
        }
        Some(next)
    }

    /// Lets new threads, and those that waited for the end of another one, make the steps that nobody can see.
    fn settle(&mut self, next: &mut Next, before: usize) {
        let mut known = before;
        loop {
            let mut moved = false;
            let mut other = 0;
            while other < next.row.threads().len() {
                let id = ThreadId(other as u32);
                let is_new = other >= known;
                if next.opened.is_none() && (is_new || self.position(&next.row, id).has_joined) {
                    let bursts = next.by.len();
                    self.go(next, id, true, true);
                    moved |= next.by.len() > bursts;
                }
                other += 1;
            }
            known = next.row.threads().len();
            if !moved {
                return;
            }
        }
    }

    /// Lets a thread make its next step, unless it is to make `local` ones alone, and those after it that nobody can see.
    fn go(&mut self, next: &mut Next, thread: ThreadId, local: bool, settles: bool) {
        let question = Question::new(&next.row, thread, u32::from(local) | u32::from(settles) << 1);
        let made = match self.bursts.get(&question, &next.row) {
            Some(made) => {
                self.parts.change(&mut next.row, &made.changes);
                made
            }
            None => {
                let state = self.take_state(&next.row);
                let mut looks = std::mem::take(&mut self.looks);
                let steps = looks_of(&mut looks, || self.steps(&next.row, state, (thread, local, settles)));
                if steps.opened.is_some() {
                    next.opened = steps.opened;
                    return;
                }
                let changes = self.parts.changes(self.reference.execution, &next.row, &looks, &steps.state);
                let mut called = steps.called;
                called.sort_unstable();
                called.dedup();
                let made = Rc::new(Made { changes, by: steps.by, called });
                self.bursts.keep(question, &next.row, &looks, made.clone());
                self.looks = looks;
                self.parts.change(&mut next.row, &made.changes);
                self.bench = Some((next.row.clone(), steps.state));
                made
            }
        };
        next.by.extend(made.by);
        next.called.extend(&made.called);
    }

    /// The same, step by step.
    fn steps(&self, row: &Row, state: State, (thread, local, settles): (ThreadId, bool, bool)) -> Steps {
        let run = self.execution();
        let threads = row.threads().len();
        let mut made = Steps { state, by: None, called: Vec::new(), opened: None };
        let (mut steps, mut needed, mut uses, mut joins) = (0, 1, 0, 0);
        while steps < LONGEST && uses < MOST_USES {
            let Some(redex) = run.next_redex(&made.state, thread) else { break };
            let is_point = self.is_point(&mut made, thread, &redex, &mut uses);
            if (local || steps > 0) && is_point || made.opened.is_some() {
                break;
            }
            let Some(event) = run.step_of(&mut made.state, thread, redex) else {
                // No rule applies: the thread is stuck, and the state is that in front of the step.
                made.state = self.state(row);
                for _ in 0..steps {
                    run.step_in_place(&mut made.state, thread);
                }
                break;
            };
            steps += 1;
            if let EventKind::Call { method: MethodId::Declared(m), .. } = event.kind {
                made.called.push(m);
            }
            if let EventKind::Join { child } = event.kind {
                joins |= 1 << child.0.min(63);
            }
            // Nobody sees when a lock is given back, and yet others wait for it.
            if let EventKind::Fork { .. }
            | EventKind::Release { count: 0, .. }
            | EventKind::Wait { .. }
            | EventKind::Notify { .. } = event.kind
            {
                needed = steps;
            }
        }
        if steps > 0 {
            // Others need the threads that it starts.
            let settles = settles && made.state.threads.len() == threads;
            made.by = Some(Burst { thread, steps, needed, settles, joins });
        }
        made
    }

    /// Returns true if other threads may go on in front of a step. Counts accesses that need no such point.
    fn is_point(&self, made: &mut Steps, thread: ThreadId, redex: &Redex, uses: &mut u32) -> bool {
        let run = self.execution();
        if !run.is_visible(&made.state, thread, redex) {
            return false;
        }
        let Some(open) = self.open else { return true };
        match run.note_uses(&mut made.state, thread, redex, open) {
            Ok(true) => {
                *uses += 1;
                false
            }
            Ok(false) => !run.ends_section(&made.state, thread, redex),
            Err(piece) => {
                made.opened = Some(piece);
                true
            }
        }
    }

    /// The position of a thread.
    fn position(&mut self, row: &Row, thread: ThreadId) -> Rc<Position> {
        let question = Question::new(row, thread, ABOUT);
        if let Some(position) = self.positions.get(&question, row) {
            return position;
        }
        let (run, state) = (self.execution(), self.take_state(row));
        let mut looks = std::mem::take(&mut self.looks);
        let position = looks_of(&mut looks, || {
            let about = About { rest: run.rest(&state, thread), access: access(&self.reference, &state, thread) };
            let uncaught = run.uncaught(&state, thread).map(|(_, at)| at);
            let sort = run.uncaught_sort(&state, thread);
            Position {
                about,
                touches: if about.rest.is_none() { run.touches(&state, thread) } else { Vec::new() },
                uncaught: sort.zip(uncaught),
                has_joined: run.has_joined(&state, thread),
                has_ended: run.has_ended(&state, thread),
            }
        });
        let position = Rc::new(position);
        self.positions.keep(question, row, &looks, position.clone());
        self.looks = looks;
        self.bench = Some((row.clone(), state));
        position
    }

    /// The positions of all threads.
    pub(super) fn positions(&mut self, row: &Row) -> Vec<Rc<Position>> {
        row.threads().map(|t| self.position(row, t)).collect()
    }

    /// The state in words, what was printed among them, in memory that is used again.
    pub(super) fn key(&self, row: &Row, memory: Vec<u32>) -> Vec<u32> {
        self.parts.words(self.execution(), row, memory)
    }

    /// Returns true if anything was printed in a state that was met.
    pub(super) fn prints(&self) -> bool {
        self.parts.prints()
    }

    /// Pieces that were printed up to a state.
    pub(super) fn printed(&self, row: &Row) -> u32 {
        self.parts.pieces(row)
    }

    /// Errors in a state, with the threads that each is due to, but for threads that no rule applies to.
    pub(super) fn faults(&self, row: &Row, positions: &[Rc<Position>]) -> Vec<(Key, Vec<ThreadId>)> {
        let about: Vec<About> = positions.iter().map(|p| p.about).collect();
        let mut all = faults_about(&self.reference, &about, &|| self.state(row));
        for (thread, position) in row.threads().zip(positions) {
            if let Some((sort, at)) = position.uncaught {
                all.push((Key::Exception(sort, Site::expr(at)), vec![thread]));
            }
        }
        all
    }

    /// Returns true if a thread has come to something that does not run.
    pub(super) fn refuses(&self, positions: &[Rc<Position>]) -> bool {
        positions.iter().any(|p| p.uncaught.is_some_and(|(sort, _)| sort == Exception::NotRun))
    }

    /// The error of a thread that makes no transition: none, if it has ended, or waits.
    pub(super) fn stuck(&mut self, row: &Row, thread: ThreadId) -> Option<Key> {
        if !self.position(row, thread).may_step() {
            return None;
        }
        self.execution().shown_site_of(&self.state(row), thread).map(Key::Stuck)
    }

    /// The outcome of a run that ends in a state.
    pub(super) fn outcome(&mut self, row: &Row, positions: &[Rc<Position>]) -> Outcome {
        // The text of an exception depends on its object.
        if positions.iter().any(|p| matches!(p.about.rest, Some(Status::Ended(_)))) {
            return outcome_of(&self.reference, &self.state(row));
        }
        let end = |p: &Rc<Position>| match p.about.rest {
            Some(Status::Finished(_)) => 0,
            Some(Status::Blocked { .. }) => 1,
            Some(Status::Waiting { .. }) => 2,
            _ => 3,
        };
        let mut key = self.parts.ends(row);
        key.extend(positions.iter().map(end));
        if let Some(outcome) = self.outcomes.get(&key) {
            return outcome.clone();
        }
        let outcome = outcome_of(&self.reference, &self.state(row));
        self.outcomes.insert(key, outcome.clone());
        outcome
    }

    /// Bytes of what is known, about.
    pub(super) fn memory(&self) -> usize {
        self.parts.memory() + self.bursts.memory() + self.positions.memory()
    }
}
