//! The reference engine: section 8 of the calculus on persistent state, a function per rule.
//!
//! A state is a value: `Execution::step` gives a new one and leaves the old one as it was, so a caller that keeps the
//! states of a run can go back. Nothing here is clever, and nothing of the fast engine is used; `tests/agree.rs` holds
//! the two equal, event by event.
//!
//! | module | what it holds |
//! | --- | --- |
//! | this | one step |
//! | `status` | the status of a thread |
//! | [`state`] | `⟨H; T⟩` |
//! | `canonical` | equality of states |
//! | `words`, `shape` | the same for programs with forms of Java |
//! | `context` | evaluation contexts `C`, and the search for `C[r]` |
//! | `redex` | the redexes `r` |
//! | `rules` | \[RED NEW\], \[RED INIT\]…, a function each |
//! | `show`, `names` | threads as terms, the redex marked; names of objects |
//! | `parts` | objects and threads of a state, and looks at them |
//! | `touch` | what a step of Java reads or changes |
//! | `apart` | accesses that locks, or the start and end of threads, keep apart |
//! | `buffers` | weaker memory: a store buffer for each thread |
//! | [`owners`] | run-time owners, as ghosts |

mod apart;
mod buffers;
mod canonical;
mod context;
mod names;
pub mod owners;
mod parts;
mod redex;
mod rules;
mod shape;
mod show;
pub mod state;
mod status;
mod touch;
mod words;

pub use apart::{Open, Piece, Use};
pub use buffers::{Buffered, Order, WaitingWrite};
pub use canonical::{ObjectPath, ThreadPath};
pub use context::{Binding, Env, Frame, GhostPath};
pub use names::Names;
pub use parts::{Look, Part, Parts, looks_of};
pub use redex::Redex;
pub use shape::Shape;
pub use show::Term;
pub use state::{Object, State, Thread};
pub use touch::Touch;
pub use words::Shaped;

use crate::event::{Access, Event, Site};
use crate::options::Semantics;
use crate::pending::NextAccess;
use crate::program::{ClassId, FieldId, Tables};
use crate::value::{ObjectId, ThreadId, Value};
use context::Control;
use im::Vector;
use racefree_grammar::ast::{ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;
use state::Origin;
use std::borrow::Cow;
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
            text: Some(program.text(name).encode_utf16().collect()),
            ..Object::blank(ClassId::STRING, ThreadId::MAIN)
        };
        let constant = |&class: &ClassId| {
            let fields = self.fields_of(class).into_iter().map(|f| self.first_value(f)).collect();
            let mut object = Object { fields, ..Object::blank(class, ThreadId::MAIN) };
            if class == ClassId::OBJECT {
                // Of a class that has nothing static.
                object.java_mut().origin = Origin::Implied;
            }
            object
        };
        let control = program.main.map_or(Control::Value(Value::Void), |e| Control::Eval(e, Env::default()));
        let main = Thread::new(control, ThreadId::MAIN, 0);
        let threads = Parts::unit(self.focused(main));
        let mut heap: Vec<Object> = self.tables.literals.iter().map(literal).collect();
        heap.extend(self.tables.java.constants.iter().map(constant));
        if self.tables.java.has_forms {
            heap.extend(self.zeros());
        }
        let heap = heap.into_iter().map(Arc::new).collect();
        let (output, errors) = (Vector::new(), Vector::new());
        State { heap, threads, output, errors, unnamed: 0, halted: None, over: false, room: 1 }
    }

    /// The redex of a thread. `None` if it is a value, or has ended.
    pub fn redex(&self, state: &State, thread: ThreadId) -> Option<Redex> {
        let t = state.threads.get(thread.index())?;
        if self.may_leave(state, thread) { Some(Redex::Over) } else { t.redex() }
    }

    /// Returns the place of the redex of a thread.
    pub fn site_of(&self, state: &State, thread: ThreadId) -> Option<Site> {
        let redex = self.redex(state, thread)?;
        Some(self.site(&redex, state.threads.get(thread.index())?))
    }

    /// The same, of code of the library the place at which the program calls it.
    pub fn shown_site_of(&self, state: &State, thread: ThreadId) -> Option<Site> {
        self.shown_site_at(state, thread, &self.redex(state, thread)?)
    }

    /// The same, of the thread's redex.
    pub fn shown_site_at(&self, state: &State, thread: ThreadId, redex: &Redex) -> Option<Site> {
        Some(self.shown_site(state, thread, self.site(redex, state.threads.get(thread.index())?)))
    }

    /// A place of a thread as the program's own text has it.
    pub fn shown_site(&self, state: &State, thread: ThreadId, site: Site) -> Site {
        let is_own = !self.tables.java.is_library(site.span(&self.tables.program));
        let Some(thread) = state.threads.get(thread.index()).filter(|_| !is_own) else { return site };
        let own = |at: ExprId| !self.tables.java.is_library(self.tables.program.span(at));
        let called = thread.context.iter().rev().find_map(|frame| match frame {
            Frame::Called { at } if own(*at) => Some(Site::expr(*at)),
            _ => None,
        });
        called.unwrap_or(site)
    }

    /// The access that a thread is about to make (section 9.1).
    pub fn next_access(&self, state: &State, thread: ThreadId) -> Option<NextAccess> {
        let t = state.threads.get(thread.index())?;
        let redex = t.redex()?;
        // The static initialiser of the class comes first.
        if self.used_class(state, thread, &redex).is_some() {
            return None;
        }
        let site = self.shown_site(state, thread, self.site(&redex, t));
        let (object, field, access) = self.access_of(state, &redex)?;
        // An access to a volatile field never races.
        if self.is_volatile(field) || self.tables.java.has_forms && self.is_settled(state, object, field) {
            return None;
        }
        if self.is_under_quiet(state, thread, self.site(&redex, t)) {
            return None;
        }
        Some(NextAccess { object, field, access, site })
    }

    /// Returns true for a volatile field; an element is none.
    pub fn is_volatile(&self, field: FieldId) -> bool {
        self.tables.program.fields.get(field.index()).is_some_and(|f| f.volatile)
    }

    /// Returns true for a final field of Java once the constructor has ended: no access to it races.
    pub(crate) fn is_settled(&self, state: &State, object: ObjectId, field: FieldId) -> bool {
        self.is_final(field) && !state.object(object).is_some_and(|o| o.java().making)
    }

    /// The access that a redex is.
    pub(crate) fn access_of(&self, state: &State, redex: &Redex) -> Option<(ObjectId, FieldId, Access)> {
        let field_of = |v: Value, fd: Name| {
            let object = v.object()?;
            Some((object, self.tables.field_of(state.object(object)?.class, fd)?.field))
        };
        let ((object, field), access) = match *redex {
            Redex::Ref { recv, field, .. } => (field_of(recv, field)?, Access::Read),
            Redex::Assign { recv, field, .. } => (field_of(recv, field)?, Access::Write),
            Redex::InitWrite { object, field, .. } => ((object, field), Access::Init),
            Redex::Java { at, ref done, .. } => return self.element_access(state, at, done),
            _ => return None,
        };
        Some((object, field, access))
    }

    /// One step of a thread: the next state, and the event. `None` if the thread cannot step ([`Execution::status`] has
    /// the reason).
    pub fn step(&self, state: &State, thread: ThreadId) -> Option<(State, Event)> {
        let mut next = state.clone();
        let event = self.reduce(&mut next, thread)?;
        self.focus(next.thread_mut(thread)?);
        Some((next, event))
    }

    /// One step of a thread in place. `None` if it cannot step; a state in which it was tried may then be spoiled.
    pub fn step_in_place(&self, state: &mut State, thread: ThreadId) -> Option<Event> {
        let redex = self.redex(state, thread)?;
        self.step_of(state, thread, redex)
    }

    /// The same, of the thread's redex.
    pub fn step_of(&self, state: &mut State, thread: ThreadId, redex: Redex) -> Option<Event> {
        let event = self.reduce_redex(state, thread, redex)?;
        self.focus(state.thread_mut(thread)?);
        Some(event)
    }

    /// The call of the library, at a place of the program, that the next step of a thread ends, and the value that it gives.
    pub fn returns(&self, state: &State, thread: ThreadId) -> Option<(ExprId, Value)> {
        if !self.tables.java.has_forms {
            return None;
        }
        let mut next = state.clone();
        let event = self.reduce(&mut next, thread)?;
        let t = next.thread_mut(thread)?;
        let is_library = |at: ExprId| self.tables.java.is_library(self.tables.program.span(at));
        let call = |frame: &Frame| if let Frame::Called { at } = frame { Some(*at) } else { None };
        let at = t.context.iter().rposition(|frame| call(frame).is_some_and(|at| !is_library(at)))?;
        let place = call(t.context.get(at)?)?;
        // The step is one of the library, or the call itself.
        let is_inside = event.site.as_expr().is_some_and(|site| is_library(site) || site == place);
        let mut found = None;
        self.focus_telling(t, &mut |depth, value| {
            if depth == at + 1 && found.is_none() {
                found = Some(value);
            }
        });
        found.filter(|_| is_inside).map(|value| (place, value))
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
    pub fn fields(&self, state: &State, o: ObjectId) -> impl Iterator<Item = (Cow<'p, str>, Value)> {
        let object = state.object(o);
        let is_array = object.is_some_and(|object| object.java().elem.is_some());
        let names: Vec<Cow<'p, str>> = match object {
            Some(object) if is_array => (0..object.fields.len()).map(|n| format!("[{n}]").into()).collect(),
            Some(object) => {
                let fields = self.fields_of(object.class).into_iter();
                fields.map(|f| self.tables.shown(self.tables.fields[f.index()].name).into()).collect()
            }
            None => Vec::new(),
        };
        let values: Vec<Value> = object.map_or(Vec::new(), |object| object.fields.iter().copied().collect());
        names.into_iter().zip(values)
    }

    /// Returns true for an object of the program itself: not a string, nor a number, nor one of a class of the library; nor an array that
    /// the library keeps its things in, the one of the arguments of a call, or the object that a lambda is.
    pub fn is_own_object(&self, object: &Object) -> bool {
        let part = object.java();
        let of_library = match part.elem {
            None if object.class == ClassId::OBJECT => part.origin != Origin::Written,
            None => self.tables.is_of_library(object.class) || self.tables.is_lambda(object.class),
            Some(elem) => match part.origin {
                Origin::Written => false,
                Origin::Implied | Origin::Part(_) => true,
                Origin::Library => self.holds_anything(elem),
            },
        };
        object.text.is_none() && !part.is_plain() && !of_library
    }

    /// Returns true if the elements of an array are of class `Object` or of one of the library.
    fn holds_anything(&self, elem: TypeId) -> bool {
        match self.tables.program.ty(elem).kind {
            TypeKind::Class { name, .. } => {
                let class = self.tables.classes.find(name);
                class.is_some_and(|class| class == ClassId::OBJECT || self.tables.is_of_library(class))
            }
            TypeKind::Int | TypeKind::Boolean | TypeKind::Void | TypeKind::Array { .. } => false,
        }
    }

    /// A value as `print` shows it.
    pub fn show_value(&self, state: &State, v: Value) -> String {
        match v {
            Value::Void => "void".to_owned(),
            Value::Null => "null".to_owned(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) => n.to_string(),
            Value::Object(o) => match state.object(o) {
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
