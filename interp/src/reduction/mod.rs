//! The reference engine: section 8 of the calculus on persistent state, a function per rule.
//!
//! A state is a value: `Execution::step` gives a new one and leaves the old one as it was, so one that keeps the states of a
//! run can go back. Nothing here is clever, and nothing of the fast engine is used; `tests/agree.rs` holds the two equal, event by
//! event.
//!
//! | module | what it holds |
//! | --- | --- |
//! | this | `⟨H; T⟩`, one step |
//! | `canonical` | when two states are the same |
//! | `context` | evaluation contexts `C`, and how `C[r]` is found |
//! | `rules` | \[RED NEW\], \[RED INIT\]… |
//! | `show` | terms as text, the redex marked |

mod canonical;
mod context;
mod rules;
mod show;

pub use canonical::{ObjectPath, ThreadPath};
pub use context::{Binding, Env, Frame, GhostPath, Redex};
pub use show::Term;

use crate::event::{Event, Site};
use crate::ops::{Text, Texts};
use crate::options::{Locks, Semantics};
use crate::pending::Status;
use crate::program::{ClassId, Tables};
use crate::value::{Exception, ObjectId, ThreadId, Value};
use context::Control;
use im::Vector;
use std::sync::Arc;

/// An object `o` of `H`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Object {
    /// `cn`
    pub class: ClassId,
    /// `a₁…ₙ`
    pub ghosts: Arc<[GhostPath]>,
    /// The values of the fields, by slot.
    pub fields: Vector<Value>,
    /// How many of them are initialised.
    pub built: u32,
    /// The lock: its owner and count, or free.
    pub lock: Option<(ThreadId, u32)>,
    /// The thread that allocated it.
    pub thread: ThreadId,
    /// Which `new` of that thread made it, from 1; 0 for string literals.
    pub serial: u32,
    /// The contents, if it is a string.
    pub text: Option<Text>,
}

/// A thread of `T`: `C[e]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Thread {
    pub(crate) control: Control,
    /// `C`, from the outside in.
    pub context: Vector<Frame>,
    /// Who forked it.
    pub parent: ThreadId,
    /// Which fork of its parent it is, from 1; 0 for the main thread.
    pub fork: u32,
    pub(crate) forks: u32,
    pub(crate) allocs: u32,
}

/// `⟨H; T⟩` and the output.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// `H`
    pub heap: Vector<Object>,
    /// `T`
    pub threads: Vector<Thread>,
    /// What was printed, and by whom.
    pub output: Vector<(ThreadId, Value)>,
}

/// A program and the semantics that it runs with.
#[derive(Clone, Copy)]
pub struct Execution<'p> {
    /// The resolved program.
    pub tables: &'p Tables,
    /// What the program means.
    pub semantics: Semantics,
}

impl Texts for State {
    fn text(&self, value: Value) -> Option<&Text> {
        self.heap.get(value.object()?.index())?.text.as_ref()
    }
}

impl<'p> Execution<'p> {
    /// Of a program that can run.
    pub fn new(tables: &'p Tables, semantics: Semantics) -> Execution<'p> {
        Execution { tables, semantics }
    }

    /// The first state: the string literals, and the main thread.
    pub fn first(&self) -> State {
        let program = &self.tables.program;
        let literal = |&name: &racefree_grammar::name::Name| Object {
            class: ClassId::STRING,
            ghosts: Arc::new([]),
            fields: Vector::new(),
            built: 0,
            lock: None,
            thread: ThreadId::MAIN,
            serial: 0,
            text: Some(program.text(name).encode_utf16().collect()),
        };
        let control = program.main.map_or(Control::Value(Value::Void), |e| Control::Eval(e, Env::default()));
        let main = Thread { control, context: Vector::new(), parent: ThreadId::MAIN, fork: 0, forks: 0, allocs: 0 };
        let threads = Vector::unit(self.focus(main));
        State { heap: self.tables.literals.iter().map(literal).collect(), threads, output: Vector::new() }
    }

    /// The redex of a thread. `None` if it is a value, or has ended.
    pub fn redex(&self, state: &State, thread: ThreadId) -> Option<Redex> {
        state.threads.get(thread.index())?.redex()
    }

    /// Where the redex of a thread stands.
    pub fn site_of(&self, state: &State, thread: ThreadId) -> Option<Site> {
        let thread = state.threads.get(thread.index())?;
        Some(self.site(&thread.redex()?, thread))
    }

    /// Whether a thread can step, and why not.
    pub fn status(&self, state: &State, thread: ThreadId) -> Status {
        let Some(t) = state.threads.get(thread.index()) else { return Status::Stuck };
        match t.control {
            Control::Value(v) if t.context.is_empty() => return Status::Finished(v),
            Control::Throw(x) if t.context.iter().all(|f| !matches!(f, Frame::InSync { .. })) => {
                return Status::Ended(x);
            }
            Control::Value(_) | Control::Throw(_) | Control::Eval(..) => {}
        }
        if let Some(Redex::Acquire { lock: Value::Object(o), .. }) = t.redex()
            && let Some((owner, _)) = state.heap.get(o.index()).and_then(|o| o.lock)
            && (owner != thread || self.semantics.locks == Locks::Binary)
        {
            return Status::Blocked { lock: o, owner };
        }
        if self.step(state, thread).is_some() { Status::Ready } else { Status::Stuck }
    }

    /// One step of a thread: the next state, and the event. `None` if the thread cannot step ([`Execution::status`] says
    /// why).
    pub fn step(&self, state: &State, thread: ThreadId) -> Option<(State, Event)> {
        let mut next = state.clone();
        let event = self.reduce(&mut next, thread)?;
        let t = next.threads.get_mut(thread.index())?;
        *t = self.focus(t.clone());
        Some((next, event))
    }

    /// The exception that a thread has ended with.
    pub fn ended(&self, state: &State, thread: ThreadId) -> Option<Exception> {
        match self.status(state, thread) {
            Status::Ended(x) => Some(x),
            Status::Ready | Status::Blocked { .. } | Status::Finished(_) | Status::Stuck => None,
        }
    }

    /// What a ghost path denotes now; through `null` it denotes nothing.
    pub fn denote(&self, state: &State, path: &GhostPath) -> Option<Value> {
        path.fields.iter().try_fold(path.root, |v, &fd| {
            let object = state.heap.get(v.object()?.index())?;
            let at = self.tables.field_of(object.class, fd)?;
            object.fields.get(at.slot as usize).copied()
        })
    }

    /// A value as `print` shows it.
    pub fn show_value(&self, state: &State, v: Value) -> String {
        match v {
            Value::Void => "void".to_owned(),
            Value::Null => "null".to_owned(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) => n.to_string(),
            Value::Object(o) => match state.heap.get(o.index()) {
                Some(Object { text: Some(text), .. }) => String::from_utf16_lossy(text),
                Some(object) => self.tables.class_name(object.class).to_owned(),
                None => format!("?{}", o.0),
            },
        }
    }

    /// The locks that a thread holds, outermost first, as often as it holds them.
    pub fn held(&self, state: &State, thread: ThreadId) -> Vec<ObjectId> {
        let context = state.threads.get(thread.index()).map(|t| &t.context);
        let held = |f: &Frame| if let Frame::InSync { object, .. } = f { *object } else { None };
        context.into_iter().flatten().filter_map(held).collect()
    }
}
