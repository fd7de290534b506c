//! `racefree run --trace terms`: a run as a sequence of programs. The schedule is run once more in the reference engine
//! ([`racefree_interp::reduction`]), which has each thread as a term `C[r]`.

mod text;

use super::{Ran, TraceLook};
use crate::page;
use racefree_answers::trace::{FieldValue, Title, Trace, cut};
use racefree_interp::event::EventKind;
use racefree_interp::reduction::{Execution, Names, State, Term};
use racefree_interp::value::{ObjectId, ThreadId, Value};
use racefree_interp::{Event, Status};
use serde::Serialize;
use serde_json::json;
use std::collections::BTreeMap;

/// Greatest number of bytes of terms kept; the rest is left out, and reported as left out.
const MOST_BYTES: usize = 8 << 20;

/// A thread of a state.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct ThreadTerm {
    /// Its number.
    pub thread: u32,
    /// The term in three parts: before the redex, the redex, and after it.
    pub term: [String; 3],
    /// Why it cannot step, in words; nothing if it can.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub rests: String,
}

/// An object of a state.
#[derive(Serialize, Clone, PartialEq, Eq, Debug)]
pub struct ObjectTerm {
    /// Its name.
    pub name: String,
    /// Its fields.
    pub fields: Vec<FieldValue>,
    /// Its lock, in words; nothing if it is free.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub lock: String,
}

/// A state, as far as it is not as the one before.
#[derive(Serialize, Debug, Default)]
pub struct StateTerms {
    /// The rule that led to it; none for the first.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
    /// The threads that are different.
    pub threads: Vec<ThreadTerm>,
    /// The objects that are.
    pub objects: Vec<ObjectTerm>,
}

/// State of the writer: the terms shown last.
struct Terms<'a> {
    run: Execution<'a>,
    names: Names,
    /// Greatest number of characters of a term shown.
    most: usize,
    /// The threads and objects as they were last shown.
    threads: BTreeMap<u32, ThreadTerm>,
    objects: BTreeMap<ObjectId, ObjectTerm>,
    bytes: usize,
}

/// The states of a run, at most one for each of the steps that the trace has, and the first.
fn collect(ran: Ran<'_>, trace: &mut Trace, most: usize) -> Vec<StateTerms> {
    let Ran { tables, semantics, schedule, .. } = ran;
    let run = Execution::new(tables, semantics);
    let (threads, objects) = (BTreeMap::new(), BTreeMap::new());
    let mut terms = Terms { run, names: Names::default(), most, threads, objects, bytes: 0 };
    let mut state = run.first();
    let mut states = vec![terms.look(&state, None)];
    for thread in schedule.ids().take(trace.steps.len()) {
        if terms.bytes > MOST_BYTES {
            break;
        }
        let redex = run.redex(&state, thread);
        let Some((next, event)) = run.step(&state, thread) else { break };
        let rule = redex.map(|redex| redex.rule(&event.kind));
        state = next;
        states.push(StateTerms { rule, ..terms.look(&state, Some(&event)) });
    }
    trace.steps.truncate(states.len() - 1);
    states
}

impl Terms<'_> {
    /// Changes in a state since the one before it, after this event.
    fn look(&mut self, state: &State, event: Option<&Event>) -> StateTerms {
        self.names.learn(&self.run, state);
        let mut new = StateTerms::default();
        for i in (0..state.threads.len() as u32).map(ThreadId) {
            let rests = self.rests(self.run.status(state, i));
            let before = self.threads.get(&i.0);
            let same = before.filter(|_| event.is_some_and(|e| e.thread != i));
            let term = match same {
                Some(same) if same.rests == rests => continue,
                Some(same) => same.term.clone(),
                None => parts(&self.run.term(state, &self.names, i).abridged(self.most)),
            };
            new.threads.push(ThreadTerm { thread: i.0, term, rests });
        }
        for o in changed(state, event) {
            if let Some(object) = self.object(state, o)
                && self.objects.get(&o) != Some(&object)
            {
                new.objects.push(object.clone());
                self.objects.insert(o, object);
            }
        }
        for thread in &new.threads {
            self.bytes += thread.term.iter().map(String::len).sum::<usize>() + 64;
            self.threads.insert(thread.thread, thread.clone());
        }
        self.bytes += new.objects.len() * 128;
        new
    }

    fn rests(&self, status: Status) -> String {
        match status {
            Status::Ready => String::new(),
            Status::Blocked { lock, owner } => {
                format!("waits for {}, which thread {owner} holds", self.names.object(lock))
            }
            Status::Finished(_) => "finished".to_owned(),
            Status::Ended(exception) => format!("ended with {exception}"),
            Status::Stuck | Status::Waiting { .. } => "is stuck".to_owned(),
        }
    }

    /// An object; none if it is a string whose lock is free.
    fn object(&self, state: &State, o: ObjectId) -> Option<ObjectTerm> {
        let object = state.object(o)?;
        let lock = match object.lock {
            None => String::new(),
            Some((owner, 1)) => format!("locked by thread {owner}"),
            Some((owner, count)) => format!("locked by thread {owner}, {count} times"),
        };
        if object.text.is_some() && lock.is_empty() && !self.objects.contains_key(&o) {
            return None;
        }
        let fields = self.run.fields(state, o).map(|(name, value)| FieldValue {
            name: name.into_owned(),
            value: match value {
                Value::Object(o) => self.names.object(o),
                other => self.run.show_value(state, other),
            },
        });
        Some(ObjectTerm { name: self.names.object(o), fields: fields.collect(), lock })
    }
}

/// The objects that may be different after an event.
fn changed(state: &State, event: Option<&Event>) -> Vec<ObjectId> {
    match event.map(|e| e.kind) {
        None => (0..state.heap.len() as u32).map(ObjectId).collect(),
        Some(
            EventKind::Alloc { object, .. }
            | EventKind::InitWrite { object, .. }
            | EventKind::Write { object, .. }
            | EventKind::Acquire { object, .. }
            | EventKind::Release { object, .. },
        ) => vec![object],
        Some(
            EventKind::Read { .. }
            | EventKind::Call { .. }
            | EventKind::Fork { .. }
            | EventKind::Print { .. }
            | EventKind::Assert
            | EventKind::Begin { .. }
            | EventKind::End { .. }
            | EventKind::Throw { .. }
            | EventKind::Join { .. }
            | EventKind::Wait { .. }
            | EventKind::Notify { .. }
            | EventKind::Local(_),
        ) => Vec::new(),
    }
}

fn parts(term: &Term) -> [String; 3] {
    term.parts().map(str::to_owned)
}

/// A term on one line, the redex between `⟦` and `⟧`.
pub fn marked<S: AsRef<str>>(term: &[S; 3]) -> String {
    let [before, redex, after] = term.each_ref().map(AsRef::as_ref);
    if redex.is_empty() { before.to_owned() } else { format!("{before}⟦{redex}⟧{after}") }
}

/// The states as text.
pub fn text(ran: Ran<'_>, mut trace: Trace, look: TraceLook) -> String {
    let states = collect(ran, &mut trace, (look.width - text::INDENT) * text::LINES);
    text::render(&states, &trace, look)
}

/// The states as a page.
pub fn html(ran: Ran<'_>, mut trace: Trace, title: &Title<'_>) -> String {
    let states = collect(ran, &mut trace, 2_000);
    let Trace { steps, races, .. } = &trace;
    let mut data = json!({ "page": "terms", "title": title, "steps": steps, "races": races, "states": states });
    data["cut"] = json!(cut(&trace));
    page::app(&format!("{} · racefree terms", title.file), &data.to_string())
}
