//! A run that is made step by step, on the reference engine: its state, the threads that can step, the reasons why others cannot.

use super::Loaded;
use crate::trace::Step;
use crate::trace::words::Words;
use racefree_explore::Options;
use racefree_explore::plain::{Points, Reference, access, faults};
use racefree_grammar::Span;
use racefree_interp::Status;
use racefree_interp::drive::Key;
use racefree_interp::event::Event;
use racefree_interp::options::{Limit, Limits, Semantics};
use racefree_interp::reduction::{Execution, Redex, State};
use racefree_interp::value::{ObjectId, ThreadId};

use super::state::{Fault, ObjectState};
use crate::trace::FieldValue;

/// Greatest number of reduction steps that are made as one.
const LONGEST: u64 = 20_000;

/// A run so far.
pub struct Steps<'a> {
    /// Tables that put it into words.
    pub words: Words<'a>,
    /// The state.
    pub state: State,
    /// Number of steps made.
    pub steps: u64,
    loaded: &'a Loaded,
    limits: Limits,
}

impl<'a> Steps<'a> {
    /// The beginning of a run.
    pub fn new(loaded: &'a Loaded, semantics: Semantics, limits: Limits) -> Steps<'a> {
        let run = Execution::new(&loaded.program.tables, semantics);
        Steps { words: Words::new(run, &loaded.source.text), state: run.first(), steps: 0, loaded, limits }
    }

    fn run(&self) -> Execution<'a> {
        self.words.run
    }

    /// The threads.
    pub fn threads(&self) -> impl Iterator<Item = ThreadId> + use<> {
        (0..self.state.threads.len() as u32).map(ThreadId)
    }

    /// Returns true if a thread can step.
    pub fn is_ready(&self, thread: ThreadId) -> bool {
        self.run().status(&self.state, thread) == Status::Ready
    }

    /// Makes a step of a thread. Returns the state before it and the event, or why there is none.
    pub fn advance(&mut self, thread: ThreadId) -> Result<(State, Event), String> {
        if self.steps >= self.limits.steps {
            return Err(format!("the run may have {} steps (--max-steps)", self.limits.steps));
        }
        let Some((next, event)) = self.run().step(&self.state, thread) else { return Err(self.why_not(thread)) };
        let limit = match () {
            () if next.threads.len() > self.limits.threads as usize => Some(Limit::Threads),
            () if next.heap.len() > self.limits.objects as usize => Some(Limit::Objects),
            () => None,
        };
        if let Some(limit) = limit {
            return Err(limit.message(&self.limits));
        }
        self.steps += 1;
        Ok((std::mem::replace(&mut self.state, next), event))
    }

    /// A step that was made, in words.
    pub fn told(&mut self, before: &State, event: &Event) -> Step {
        self.words.step(before, &self.state, event, self.steps)
    }

    /// Number of reduction steps that a thread makes as one: in Java those up to the next line, or to a step that other threads can see.
    pub fn stride(&self, thread: ThreadId) -> u64 {
        let tables = self.run().tables;
        let place = |state: &State| {
            // The end of a statement, of a constructor or a method is no place of its own.
            let redex = self.run().redex(state, thread)?;
            if matches!(redex, Redex::Seq { .. } | Redex::Built { .. } | Redex::Leave | Redex::Pass { .. }) {
                return None;
            }
            let span = self.run().site_of(state, thread)?.span(&tables.program);
            (span != Span::NONE && !tables.java.is_library(span)).then(|| self.words.places.line(span))
        };
        let (mut state, mut steps, line) = (self.state.clone(), 0, place(&self.state));
        while steps < LONGEST && self.run().may_step(&state, thread) {
            let Some((next, _)) = self.run().step(&state, thread) else { break };
            (state, steps) = (next, steps + 1);
            let Some(redex) = self.run().redex(&state, thread) else { break };
            let is_elsewhere = place(&state).is_some_and(|here| Some(here) != line);
            // Nobody is there to see the steps of the only thread.
            let is_seen = state.threads.len() > 1 && self.run().is_visible(&state, thread, &redex);
            if !tables.java.has_forms || is_elsewhere || is_seen {
                break;
            }
        }
        steps.max(1)
    }

    /// Returns true if the next step of a thread is one inside the library.
    pub fn is_inside(&self, thread: ThreadId) -> bool {
        let tables = self.run().tables;
        let site = self.run().site_of(&self.state, thread);
        site.is_some_and(|site| tables.java.is_library(site.span(&tables.program)))
    }

    /// Reason why a thread cannot step.
    pub fn why_not(&mut self, thread: ThreadId) -> String {
        if thread.index() >= self.state.threads.len() {
            return format!("there is no thread {thread}");
        }
        match self.run().status(&self.state, thread) {
            Status::Ready => format!("thread {thread} can step"),
            Status::Finished(_) => format!("thread {thread} has finished"),
            Status::Ended(exception) => {
                let thrown = self.run().uncaught_text(&self.state, thread);
                format!("thread {thread} has ended with {}", thrown.unwrap_or_else(|| exception.to_string()))
            }
            Status::Stuck => format!("thread {thread} is stuck: no reduction rule fits what it does next"),
            Status::Waiting { object } => {
                format!("thread {thread} waits for a notification of {}", self.words.object(&self.state, object))
            }
            Status::Blocked { owner, .. } if self.run().joins(&self.state, thread).is_some() => {
                format!("thread {thread} waits for the end of thread {owner}")
            }
            Status::Blocked { lock, owner } => {
                let name = self.words.object(&self.state, lock);
                let holds = self.words.holds(&self.state, owner);
                let taken = holds
                    .iter()
                    .find(|l| l.object == name && l.line > 0)
                    .map_or(String::new(), |l| format!(", taken at line {}", l.line));
                let program = &self.run().tables.program;
                let wanted = self.run().shown_site_of(&self.state, thread);
                let wanted = wanted.map(|site| self.words.places.line(site.span(program)));
                let at = wanted.map_or(String::new(), |line| format!(" at line {line}"));
                let held = if owner == thread { "it holds itself".to_owned() } else { format!("thread {owner} holds") };
                format!("thread {thread} waits{at} for the lock of {name}, which {held}{taken}")
            }
        }
    }

    /// Every object, its fields and its lock. Strings, numbers and objects of the library are of interest only as locks.
    pub fn heap(&mut self) -> Vec<ObjectState> {
        let state = self.state.clone();
        let all = (0..).map(ObjectId).zip(state.heap.iter());
        let shown = all.filter(|(_, object)| self.words.run.is_own_object(object) || object.lock.is_some());
        let shown: Vec<ObjectId> = shown.map(|(o, _)| o).collect();
        let one = |o: ObjectId| {
            let lock = state.object(o).and_then(|object| object.lock);
            ObjectState {
                name: self.words.object(&state, o),
                fields: self.fields(o),
                locked_by: lock.map(|l| l.0.0),
                count: lock.map_or(0, |l| l.1),
            }
        };
        shown.into_iter().map(one).collect()
    }

    fn fields(&mut self, o: ObjectId) -> Vec<FieldValue> {
        let is_own = self.state.object(o).is_some_and(|object| self.run().is_own_object(object));
        if is_own { self.words.fields(&self.state, o) } else { Vec::new() }
    }

    /// Faults of the state: races, a deadlock, stuck threads.
    pub fn faults(&mut self) -> Vec<Fault> {
        let options = Options { semantics: self.run().semantics, ..Options::default() };
        let reference = Reference::new(&self.loaded.program, &options, Points::Every);
        let tables = self.run().tables;
        let mut one = |(key, threads): (Key, Vec<ThreadId>)| {
            let who: Vec<String> = threads.iter().map(ThreadId::to_string).collect();
            let who = who.join(" and ");
            let message = match &key {
                Key::Race(field, ..) => {
                    let about = threads.first().and_then(|&t| access(&reference, &self.state, t));
                    let of = about.map(|a| self.words.object(&self.state, a.object));
                    let of = of.map_or_else(String::new, |object| format!(" of {object}"));
                    format!("RACE on {}{of}: threads {who} are about to access it", tables.field_name(*field))
                }
                Key::Deadlock(_) => format!("DEADLOCK: threads {who} wait for each other"),
                Key::Waiting(_) => format!("LOST NOTIFICATION: thread {who} waits for ever"),
                Key::Livelock(..) => format!("LIVELOCK: threads {who} go on for ever"),
                Key::Stuck(_) => format!("STUCK: thread {who}: no reduction rule fits what it does next"),
                Key::Exception(exception, _) => format!("EXCEPTION: {}", exception.name()),
                Key::Monitor(monitor, _) => format!("MONITOR: `{}` fires", monitor.name()),
            };
            let threads = threads.iter().map(|t| t.0).collect();
            Fault { kind: crate::exploring::shown::kind(&key), threads, message }
        };
        faults(&reference, &self.state).into_iter().map(&mut one).collect()
    }

    /// The output, line by line.
    pub fn output(&self) -> Vec<String> {
        let printed = self.state.output.iter().map(|&(_, v)| self.run().show_value(&self.state, v));
        match self.run().tables.java.has_forms {
            true => printed.collect::<String>().lines().map(str::to_owned).collect(),
            false => printed.collect(),
        }
    }

    /// Ending of the run in words, if no thread can step.
    pub fn over(&mut self) -> Option<&'static str> {
        let statuses: Vec<Status> = self.threads().map(|t| self.run().status(&self.state, t)).collect();
        if statuses.contains(&Status::Ready) {
            return None;
        }
        let rests = |s: &Status| matches!(s, Status::Blocked { .. } | Status::Stuck | Status::Waiting { .. });
        Some(match () {
            () if self.faults().iter().any(|fault| fault.kind == "deadlock") => "a deadlock",
            () if statuses.iter().any(rests) => "some threads are not finished",
            () => "the program is over",
        })
    }
}
