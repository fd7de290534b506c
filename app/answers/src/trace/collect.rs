//! Trace of a schedule: the schedule is run once more, one step at a time.

use super::{End, FieldValue, HeldLock, Lane, Order, RaceMark, Step, Trace};
use crate::json::Places;
use racefree_grammar::Span;
use racefree_grammar::ast::Expr;
use racefree_interp::detect::RawRace;
use racefree_interp::drive::{RunOptions, end_steps, races, start_steps, step};
use racefree_interp::event::{Event, EventKind, Local, Site};
use racefree_interp::machine::{Lowered, Machine};
use racefree_interp::names;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::{ObjectId, ThreadId, Value};
use racefree_interp::{Pending, Status};
use std::collections::HashMap;
use std::sync::Arc;

/// Tables that put a machine's numbers into words.
pub struct Words<'a> {
    /// The source.
    pub text: &'a str,
    /// Places in it.
    pub places: Places<'a>,
    names: HashMap<ObjectId, String>,
}

impl<'a> Words<'a> {
    /// Tables for a source.
    pub fn new(text: &'a str) -> Words<'a> {
        Words { text, places: Places::new(text), names: HashMap::new() }
    }

    /// The name of an object.
    pub fn object(&mut self, machine: &Machine, object: ObjectId) -> String {
        self.names.entry(object).or_insert_with(|| machine.object_name(object)).clone()
    }

    /// A value; an object by its name, a string by its contents.
    pub fn value(&mut self, machine: &Machine, value: Value) -> String {
        match value {
            Value::Object(o) => match machine.state().heap.string(o) {
                Some(text) => format!("{text:?}"),
                None => self.object(machine, o),
            },
            other => machine.show(other),
        }
    }

    /// The source text at a place, in one line, at most 60 characters of it.
    pub fn snippet(&self, span: Span) -> String {
        let mut words = span.text(self.text).split_whitespace().collect::<Vec<_>>().join(" ");
        if words.chars().count() > 60 {
            words = words.chars().take(59).collect();
            words.push('…');
        }
        words
    }

    /// The locks that a thread holds, in the order in which they were taken.
    pub fn holds(&mut self, machine: &Machine, thread: ThreadId) -> Vec<HeldLock> {
        let program = &machine.program().tables.program;
        let mut locks: Vec<(ObjectId, HeldLock)> = Vec::new();
        for held in &machine.state().threads[thread.index()].syncs {
            let Some(o) = held.object else { continue };
            match locks.iter_mut().find(|l| l.0 == o) {
                Some(lock) => lock.1.count += 1,
                None => {
                    let line = self.places.line(program.span(held.site));
                    locks.push((o, HeldLock { object: self.object(machine, o), count: 1, line }));
                }
            }
        }
        locks.into_iter().map(|l| l.1).collect()
    }

    /// The redex of a step, as source text where there is some.
    fn redex(&mut self, machine: &Machine, event: &Event) -> String {
        match event.kind {
            EventKind::Release { object, .. } => format!("the end of synchronized {}", self.object(machine, object)),
            EventKind::Local(Local::Built) => "the end of new".to_owned(),
            _ => self.snippet(event.site.span(&machine.program().tables.program)),
        }
    }

    /// An event as data and in words.
    pub fn step(&mut self, machine: &Machine, event: &Event) -> Step {
        let program = machine.program();
        let span = event.site.span(&program.tables.program);
        let mut step = Step {
            step: machine.steps(),
            thread: event.thread.0,
            event: event.kind.name(),
            redex: self.redex(machine, event),
            span: Some(self.places.place(span)),
            holds: self.holds(machine, event.thread),
            ..Step::default()
        };
        self.tell(machine, event, &mut step);
        step
    }

    fn tell(&mut self, machine: &Machine, event: &Event, step: &mut Step) {
        let tables = &machine.program().tables;
        if let Some((object, field, _)) = event.kind.access() {
            step.object = Some(self.object(machine, object));
            step.field = Some(tables.program.text(tables.fields[field.index()].name).to_owned());
        }
        let place = format!("{}.{}", step.object.as_deref().unwrap_or(""), step.field.as_deref().unwrap_or(""));
        step.text = match event.kind {
            EventKind::Alloc { object, .. } => {
                let name = self.object(machine, object);
                step.fields = self.fields(machine, object);
                step.object = Some(name.clone());
                format!("new {name}")
            }
            EventKind::InitWrite { value, .. } => {
                let value = self.value(machine, value);
                step.value = Some(value.clone());
                format!("init {place} = {value}")
            }
            EventKind::Read { value, .. } => {
                let value = self.value(machine, value);
                step.value = Some(value.clone());
                format!("read {place} → {value}")
            }
            EventKind::Write { value, old, .. } => {
                let (value, old) = (self.value(machine, value), self.value(machine, old));
                (step.value, step.old) = (Some(value.clone()), Some(old.clone()));
                format!("write {place} = {value}, was {old}")
            }
            EventKind::Call { object, method } => {
                let name = self.value(machine, Value::Object(object));
                let method = tables.method_name(method).to_owned();
                let text = format!("call {name}.{method}");
                (step.object, step.method) = (Some(name), Some(method));
                text
            }
            EventKind::Acquire { object, count } => self.lock(machine, step, "acquire", object, count, 1),
            EventKind::Release { object, count } => self.lock(machine, step, "release", object, count, 0),
            EventKind::Fork { child } => {
                step.child = Some(child.0);
                format!("fork thread {child}")
            }
            EventKind::Print { value } => {
                let shown = self.value(machine, value);
                step.value = Some(shown.clone());
                format!("print {shown}")
            }
            EventKind::Assert => "assert true".to_owned(),
            EventKind::Begin { .. } => "begin an atomic block".to_owned(),
            EventKind::End { .. } => "end an atomic block".to_owned(),
            EventKind::Throw { exception } => {
                step.exception = Some(exception.name().to_owned());
                format!("throw {exception}")
            }
            EventKind::Join { child } => {
                step.child = Some(child.0);
                format!("thread {child} has ended")
            }
            EventKind::Wait { object, .. } => {
                let name = self.value(machine, Value::Object(object));
                let text = format!("wait for a notification of {name}");
                step.object = Some(name);
                text
            }
            EventKind::Notify { object, all } => {
                let name = self.value(machine, Value::Object(object));
                let text = format!(
                    "notify {} of {name}",
                    if all { "all threads in the wait set" } else { "a thread in the wait set" }
                );
                step.object = Some(name);
                text
            }
            EventKind::Local(local) => {
                step.event = "local";
                let site = event.site.as_expr().map(|e| tables.program.expr(e));
                match (local, site) {
                    (Local::Let, Some(Expr::Let { var, .. })) => format!("let {}", tables.program.text(var)),
                    (Local::Op | Local::Logic, _) => step.redex.clone(),
                    (Local::Built, _) => "built".to_owned(),
                    (Local::Seq, _) => "go on after ;".to_owned(),
                    (Local::NullLock, _) => "the lock null is free".to_owned(),
                    (local, _) => local.rule().trim_start_matches("RED ").to_lowercase(),
                }
            }
        };
    }

    fn lock(&mut self, machine: &Machine, step: &mut Step, verb: &str, o: ObjectId, count: u32, usual: u32) -> String {
        let name = self.object(machine, o);
        (step.object, step.count) = (Some(name.clone()), Some(count));
        if count == usual { format!("{verb} {name}") } else { format!("{verb} {name}, now held {count} times") }
    }

    /// The fields of an object.
    pub fn fields(&mut self, machine: &Machine, o: ObjectId) -> Vec<FieldValue> {
        let program = machine.program().clone();
        let heap = &machine.state().heap;
        let fields = program.fields_of(heap.object(o).class).iter().map(|f| &program.tables.fields[f.index()]);
        fields
            .map(|field| FieldValue {
                name: program.tables.program.text(field.name).to_owned(),
                value: self.value(machine, heap.cells[heap.cell(o, field.slot).index()]),
            })
            .collect()
    }

    /// Status of a thread at the end of the trace.
    pub fn end(&mut self, machine: &Machine, thread: ThreadId) -> End {
        let mut end = End { state: "ready", what: None, held_by: None, span: None, redex: None };
        match machine.status(thread) {
            Status::Ready => {}
            Status::Blocked { lock, owner } => {
                let name = self.object(machine, lock);
                (end.state, end.what, end.held_by) = ("blocked", Some(name), Some(owner.0));
            }
            Status::Finished(value) => (end.state, end.what) = ("finished", Some(self.value(machine, value))),
            Status::Ended(exception) => (end.state, end.what) = ("exception", Some(exception.name().to_owned())),
            Status::Stuck | Status::Waiting { .. } => end.state = "stuck",
        }
        let site = redex(machine, thread);
        if let Some(site) = site {
            let span = site.span(&machine.program().tables.program);
            let text = match next(machine, thread) {
                Some(event) => self.redex(machine, &event),
                None => self.snippet(span),
            };
            (end.span, end.redex) = (Some(self.places.place(span)), Some(text));
        }
        end
    }
}

/// The redex of a thread, if it has one: found by letting it step in a copy of the machine.
pub fn redex(machine: &Machine, thread: ThreadId) -> Option<Site> {
    match machine.pending(thread) {
        Pending::Access { site, .. } | Pending::Acquire { site, .. } => Some(site),
        Pending::Local | Pending::Release { .. } | Pending::Fork => next(machine, thread).map(|e| e.site),
        Pending::Nothing => None,
    }
}

/// The event of a thread's next step.
pub fn next(machine: &Machine, thread: ThreadId) -> Option<Event> {
    step(&mut machine.clone(), thread)
}

/// Runs a schedule, and keeps the first steps of it up to a bound.
pub fn collect(
    program: &Arc<Lowered>,
    text: &str,
    &RunOptions { semantics, limits, detectors, .. }: &RunOptions,
    schedule: &Schedule,
    most: usize,
) -> Trace {
    let mut machine = Machine::new(program.clone(), semantics, limits);
    let mut words = Words::new(text);
    let mut steps: Vec<Step> = Vec::new();
    start_steps(&mut machine);
    for thread in schedule.ids().take(most) {
        let Some(event) = step(&mut machine, thread) else { break };
        steps.push(words.step(&machine, &event));
    }
    end_steps(&mut machine);
    let forked = |t: u32| steps.iter().find(|s| s.child == Some(t)).map(|s| s.step);
    let lanes = (0..machine.state().threads.len() as u32).map(|t| Lane {
        thread: t,
        name: names::thread(machine.state(), ThreadId(t)),
        forked_at: forked(t),
        end: words.end(&machine, ThreadId(t)),
    });
    let threads = lanes.collect();
    let shown: Schedule = schedule.ids().take(steps.len()).collect();
    let raw = races(&mut Machine::new(program.clone(), semantics, limits), &shown, detectors);
    let races = raw.iter().map(|race| mark(&machine, &mut words, &steps, race)).collect::<Vec<_>>();
    for (i, race) in races.iter().enumerate() {
        for step in race.steps.iter().flatten() {
            // Steps are numbered from 1 without a gap.
            steps[*step as usize - 1].races.push(i);
        }
    }
    let orders = orders(&steps);
    Trace { threads, orders, races, total: schedule.steps(), steps }
}

/// Finds the two accesses of a race among the steps.
fn mark(machine: &Machine, words: &mut Words<'_>, steps: &[Step], race: &RawRace) -> RaceMark {
    let tables = &machine.program().tables;
    let object = words.object(machine, race.object);
    let name = tables.program.text(tables.fields[race.field.index()].name);
    let is = |step: &&Step, access: &racefree_interp::detect::RacyAccess| {
        let place = words.places.place(access.site.span(&tables.program));
        step.thread == access.thread.0
            && step.object.as_ref() == Some(&object)
            && step.field.as_deref() == Some(name)
            && step.span.is_some_and(|s| (s.line, s.column) == (place.line, place.column))
    };
    let (before, after) = steps.split_at((race.steps as usize).min(steps.len()));
    let [a, b] = &race.accesses;
    let find = |access| before.iter().rev().find(|s| is(s, access)).map(|s| s.step);
    let come = |access| after.iter().find(|s| is(s, access)).map(|s| s.step);
    let steps = match race.detector {
        racefree_interp::detect::Detector::Adjacent => [come(a), come(b)],
        _ => [find(a), find(b)],
    };
    RaceMark {
        field: tables.field_name(race.field),
        object,
        detector: race.detector.name(),
        steps,
        threads: [a.thread.0, b.thread.0],
    }
}

/// Forks with the first steps of the new threads, releases with the next acquires by other threads.
fn orders(steps: &[Step]) -> Vec<Order> {
    let mut orders = Vec::new();
    let mut forks: HashMap<u32, u64> = HashMap::new();
    let mut releases: HashMap<&str, (u32, u64)> = HashMap::new();
    for step in steps {
        if let Some(from) = forks.remove(&step.thread) {
            orders.push(Order { kind: "fork", from, to: step.step });
        }
        match (step.event, step.object.as_deref(), step.count) {
            ("fork", ..) => {
                forks.extend(step.child.map(|child| (child, step.step)));
            }
            ("release", Some(lock), Some(0)) => {
                releases.insert(lock, (step.thread, step.step));
            }
            ("acquire", Some(lock), Some(1)) => match releases.get(lock) {
                Some(&(thread, from)) if thread != step.thread => {
                    orders.push(Order { kind: "lock", from, to: step.step });
                }
                _ => {}
            },
            _ => {}
        }
    }
    orders
}
