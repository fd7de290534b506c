//! The reference engine: section 8 of the calculus on persistent state, a function per rule.
//!
//! A state is a value: `Execution::step` gives a new one and leaves the old one as it was, so a caller that keeps the
//! states of a run can go back. Nothing here is clever, and nothing of the fast engine is used; `tests/agree.rs` holds
//! the two equal, event by event.
//!
//! | module | what it holds |
//! | --- | --- |
//! | this | one step, and the status of a thread |
//! | [`state`] | `⟨H; T⟩` |
//! | `canonical` | equality of states |
//! | `context` | evaluation contexts `C`, and the search for `C[r]` |
//! | `rules` | \[RED NEW\], \[RED INIT\]…, a function each |
//! | `show`, `names` | threads as terms, the redex marked; names of objects |
//! | `buffers` | weaker memory: a store buffer for each thread |
//! | [`owners`] | run-time owners, as ghosts |

mod buffers;
mod canonical;
mod context;
mod names;
pub mod owners;
mod rules;
mod show;
pub mod state;

pub use buffers::{Buffered, Order, Waiting};
pub use canonical::{ObjectPath, ThreadPath};
pub use context::{Binding, Env, Frame, GhostPath, Redex};
pub use names::Names;
pub use show::Term;
pub use state::{Object, State, Thread};

use crate::event::{Access, Event, Site};
use crate::options::{Locks, Semantics};
use crate::pending::{NextAccess, Status};
use crate::program::{ClassId, Tables};
use crate::value::{Exception, ObjectId, ThreadId, Value};
use context::Control;
use im::Vector;
use racefree_grammar::name::Name;
use std::sync::Arc;

/// A program and the semantics that it runs with.
#[derive(Clone, Copy)]
pub struct Execution<'p> {
    /// The resolved program.
    pub tables: &'p Tables,
    /// The semantics of the program.
    pub semantics: Semantics,
}

impl<'p> Execution<'p> {
    /// An execution of a program that can run.
    pub fn new(tables: &'p Tables, semantics: Semantics) -> Execution<'p> {
        Execution { tables, semantics }
    }

    /// The first state: the string literals, and the main thread.
    pub fn first(&self) -> State {
        let program = &self.tables.program;
        let literal = |&name: &Name| Object {
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

    /// Returns the place of the redex of a thread.
    pub fn site_of(&self, state: &State, thread: ThreadId) -> Option<Site> {
        let thread = state.threads.get(thread.index())?;
        Some(self.site(&thread.redex()?, thread))
    }

    /// The access that a thread is about to make (section 9.1).
    pub fn next_access(&self, state: &State, thread: ThreadId) -> Option<NextAccess> {
        let t = state.threads.get(thread.index())?;
        let redex = t.redex()?;
        let site = self.site(&redex, t);
        let field_of = |v: Value, fd: Name| {
            let object = v.object()?;
            Some((object, self.tables.field_of(state.object(object)?.class, fd)?.field))
        };
        let ((object, field), access) = match redex {
            Redex::Ref { recv, field, .. } => (field_of(recv, field)?, Access::Read),
            Redex::Assign { recv, field, .. } => (field_of(recv, field)?, Access::Write),
            Redex::InitWrite { object, field, .. } => ((object, field), Access::Init),
            _ => return None,
        };
        Some(NextAccess { object, field, access, site })
    }

    /// Returns the status of a thread: enabled, or the reason why not.
    pub fn status(&self, state: &State, thread: ThreadId) -> Status {
        let Some(t) = state.threads.get(thread.index()) else { return Status::Stuck };
        match t.control {
            Control::Value(v) if t.context.is_empty() => return Status::Finished(v),
            Control::Throw(x) if !t.context.iter().any(Frame::unwinds) => {
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

    /// One step of a thread: the next state, and the event. `None` if the thread cannot step ([`Execution::status`] has
    /// the reason).
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

    /// Returns the value that a ghost path denotes now; through `null` it denotes nothing.
    pub fn denote(&self, state: &State, path: &GhostPath) -> Option<Value> {
        path.fields.iter().try_fold(path.root, |v, &fd| {
            let object = state.heap.get(v.object()?.index())?;
            let at = self.tables.field_of(object.class, fd)?;
            object.fields.get(at.slot.index()).copied()
        })
    }

    /// The fields of an object with their values, by slot.
    pub fn fields(&self, state: &State, o: ObjectId) -> impl Iterator<Item = (&'p str, Value)> {
        let object = state.object(o);
        let fields = object.map_or(Vec::new(), |object| self.fields_of(object.class));
        let values: Vec<Value> = object.map_or(Vec::new(), |object| object.fields.iter().copied().collect());
        fields.into_iter().map(|f| self.tables.program.text(self.tables.fields[f.index()].name)).zip(values)
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
