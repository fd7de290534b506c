//! Exits and exceptions: out to the next layer that has something to do. Exceptions are objects; those that a rule throws are made by it.

use super::forms::LOCAL;
use super::{Reduced, receiver, thread};
use crate::event::{EventKind, Site};
use crate::program::{ClassId, MethodId};
use crate::reduction::context::{Binding, Control, Frame};
use crate::reduction::state::Init;
use crate::reduction::{Execution, Object, State, Thread};
use crate::value::{Exception, Fault, ObjectId, ThreadId, Value};
use im::Vector;
use racefree_grammar::ast::{Expr, ExprId, Extended};

/// Steps of a `toString` for a message.
const LONGEST_TEXT: u32 = 20_000;

/// Event of a throw of an object.
const THROW: EventKind = EventKind::Throw { exception: Exception::Java };

impl Execution<'_> {
    /// `throw o`
    pub(super) fn red_throw_object(&self, state: &mut State, i: ThreadId, at: ExprId, exception: Value) -> Reduced {
        let object = receiver(exception)?;
        let at = self.shown_site(state, i, Site::expr(at)).as_expr().unwrap_or(at);
        let part = state.object_mut(object).ok_or(Fault::Stuck)?.java_mut();
        part.thrown.get_or_insert(at);
        let thread = thread(state, i)?;
        thread.context.pop_back();
        thread.control = Control::Thrown(object);
        Ok(THROW)
    }

    /// The redex throws a new exception of a class of the library.
    pub(super) fn throws(
        &self,
        state: &mut State,
        i: ThreadId,
        at: ExprId,
        class: &str,
        message: Option<String>,
    ) -> Reduced {
        let class = self.library_class(class).ok_or(Fault::Stuck)?;
        let object = self.exception(state, i, class, message)?;
        let at = self.shown_site(state, i, Site::expr(at)).as_expr().unwrap_or(at);
        state.object_mut(object).ok_or(Fault::Stuck)?.java_mut().thrown = Some(at);
        let thread = thread(state, i)?;
        thread.context.pop_back();
        thread.control = Control::Thrown(object);
        Ok(THROW)
    }

    fn library_class(&self, name: &str) -> Option<ClassId> {
        self.tables.classes.find(self.tables.program.names.find(name)?)
    }

    fn exception(
        &self,
        state: &mut State,
        i: ThreadId,
        class: ClassId,
        message: Option<String>,
    ) -> Result<ObjectId, Fault> {
        let object = self.allocate(state, i, class);
        if let Some(message) = message {
            let text = self.text(state, i, &message);
            let slot = self.tables.program.names.find("message").and_then(|m| self.tables.field_of(class, m));
            let slot = slot.ok_or(Fault::Stuck)?.slot;
            state.object_mut(object).ok_or(Fault::Stuck)?.fields.set(slot.index(), text);
        }
        Ok(object)
    }

    /// Java's exception for one of the calculus.
    pub(super) fn thrown(&self, state: &mut State, i: ThreadId, site: Site, exception: Exception) -> Option<Reduced> {
        let at = site.as_expr().unwrap_or(ExprId::new(0));
        let (class, message) = match exception {
            Exception::NullPointer => ("NullPointerException", self.null_message(at)),
            Exception::DivisionByZero => ("ArithmeticException", Some("/ by zero".to_owned())),
            Exception::AssertionFailed => ("AssertionError", None),
            Exception::IndexOutOfRange => ("StringIndexOutOfBoundsException", None),
            Exception::Java | Exception::NotRun => return None,
        };
        self.library_class(class)?;
        Some(self.throws(state, i, at, class, message))
    }

    /// `throw o`, `exit a v`: out to the next layer that has something to do.
    pub(super) fn red_leave(&self, state: &mut State, i: ThreadId) -> Reduced {
        let control = thread(state, i)?.control.clone();
        // An ill-typed exit may have no label around it.
        let is_label =
            |frame: &Frame| matches!((frame, &control), (Frame::Label { label }, Control::Exit(a, _)) if label == a);
        if matches!(control, Control::Exit(..)) && !thread(state, i)?.context.iter().any(is_label) {
            return Err(Fault::Stuck);
        }
        let refused = matches!(control, Control::Thrown(o) if self.is_refusal(state, o));
        while let Some(frame) = thread(state, i)?.context.pop_back() {
            match (frame, &control) {
                (Frame::Finally { .. } | Frame::Catching { .. }, _) if refused => {}
                (Frame::Scope { .. }, _) => drop(thread(state, i)?.cells.pop_back()),
                (Frame::Label { label }, Control::Exit(a, v)) if label == *a => {
                    thread(state, i)?.control = Control::Value(*v);
                    return LOCAL;
                }
                (Frame::InSync { object, .. }, _) => return self.release(state, object),
                (Frame::InAtomic { at }, _) => return Ok(EventKind::End { block: at }),
                (Frame::Finally { body, env, .. }, _) => {
                    let thread = thread(state, i)?;
                    thread.context.push_back(Frame::Behind { then: Box::new(control) });
                    thread.control = Control::Eval(body, env);
                    return LOCAL;
                }
                (Frame::Catching { at, mut env }, &Control::Thrown(o)) => {
                    if let Some((var, body)) = self.clause(state, at, o) {
                        env.insert(var, Binding::Value(Value::Object(o)));
                        thread(state, i)?.control = Control::Eval(body, env);
                        return LOCAL;
                    }
                }
                (Frame::Static { object, .. }, &Control::Thrown(o)) => {
                    state.object_mut(object).ok_or(Fault::Stuck)?.java_mut().init = Init::Failed;
                    self.stored(state, object, Value::Object(o));
                    thread(state, i)?.control = self.in_initialiser(state, i, o)?;
                    return LOCAL;
                }
                _ => {}
            }
        }
        LOCAL
    }

    /// Returns true for the exception of what does not run: no code of the program catches it.
    fn is_refusal(&self, state: &State, o: ObjectId) -> bool {
        let refusal = self.tables.java.refusal;
        refusal.is_some() && state.object(o).map(|object| object.class) == refusal
    }

    /// Returns true if a thread has come to something that does not run.
    pub fn refuses(&self, state: &State) -> bool {
        let refused = |t| self.uncaught_sort(state, ThreadId(t)) == Some(Exception::NotRun);
        self.tables.java.refusal.is_some() && (0..state.threads.len() as u32).any(refused)
    }

    /// The sort of the exception that has ended a thread.
    pub fn uncaught_sort(&self, state: &State, i: ThreadId) -> Option<Exception> {
        let (o, _) = self.uncaught(state, i)?;
        Some(if self.is_refusal(state, o) { Exception::NotRun } else { Exception::Java })
    }

    /// The clause of a `try` that catches an object: its variable and its body.
    fn clause(&self, state: &State, at: ExprId, o: ObjectId) -> Option<(racefree_grammar::name::Name, ExprId)> {
        let program = &self.tables.program;
        let Expr::Extended(Extended::Try { parts, finally }) = program.expr(at) else { return None };
        program.parts_of_try(parts, finally).catches.iter().find_map(|&clause| match program.expr(clause) {
            Expr::Extended(Extended::Catch { ty, var, body }) => {
                self.is_of(state, Value::Object(o), ty).then_some((var, body))
            }
            _ => None,
        })
    }

    /// The error of who uses a class whose initialiser has failed.
    pub(super) fn uninitialised(&self, state: &mut State, i: ThreadId, class: &str) -> Reduced {
        let at = thread(state, i)?.redex().and_then(|redex| self.site(&redex, state.threads.get(i.index())?).as_expr());
        let error = self.library_class("NoClassDefFoundError").ok_or(Fault::Stuck)?;
        let object = self.exception(state, i, error, Some(format!("Could not initialize class {class}")))?;
        state.object_mut(object).ok_or(Fault::Stuck)?.java_mut().thrown = at;
        thread(state, i)?.control = Control::Thrown(object);
        Ok(THROW)
    }

    /// A new exception of a class of the library, thrown at a place.
    pub(super) fn made_exception(&self, state: &mut State, i: ThreadId, at: ExprId, class: &str) -> Option<ObjectId> {
        let object = self.exception(state, i, self.library_class(class)?, None).ok()?;
        let at = self.shown_site(state, i, Site::expr(at)).as_expr().unwrap_or(at);
        state.object_mut(object)?.java_mut().thrown = Some(at);
        Some(object)
    }

    /// The exception that one of a static initialiser becomes: an error stays itself.
    fn in_initialiser(&self, state: &mut State, i: ThreadId, o: ObjectId) -> Result<Control, Fault> {
        let own = state.object(o).ok_or(Fault::Stuck)?.class;
        let is_error = self.library_class("Error").is_some_and(|error| self.tables.classes.below(own, error));
        let wrapper = self.library_class("ExceptionInInitializerError").filter(|_| !is_error);
        let Some(class) = wrapper else { return Ok(Control::Thrown(o)) };
        let thrown = state.object(o).and_then(|o| o.java().thrown);
        let object = self.exception(state, i, class, None)?;
        let cause = self.tables.program.names.find("cause").and_then(|name| self.tables.field_of(class, name));
        let wrapper = state.object_mut(object).ok_or(Fault::Stuck)?;
        wrapper.java_mut().thrown = thrown;
        if let Some(at) = cause {
            wrapper.fields.set(at.slot.index(), Value::Object(o));
        }
        Ok(Control::Thrown(object))
    }

    /// A value behind a constructor, in a `finally` or behind one, or behind a static initialiser.
    pub(super) fn red_pass(&self, state: &mut State, i: ThreadId, value: Value) -> Reduced {
        match thread(state, i)?.context.pop_back() {
            Some(Frame::Finally { body, env, .. }) => {
                let thread = thread(state, i)?;
                thread.context.push_back(Frame::Behind { then: Box::new(Control::Value(value)) });
                thread.control = Control::Eval(body, env);
            }
            Some(Frame::Behind { then }) => thread(state, i)?.control = *then,
            Some(Frame::Making { object }) => {
                state.object_mut(object).ok_or(Fault::Stuck)?.java_mut().making = false;
                thread(state, i)?.control = Control::Value(Value::Object(object));
            }
            Some(Frame::Static { object, then }) => {
                state.object_mut(object).ok_or(Fault::Stuck)?.java_mut().init = Init::Done;
                thread(state, i)?.control = *then;
            }
            _ => return Err(Fault::Stuck),
        }
        LOCAL
    }

    /// The exception that a thread throws just now: its class by its simple name, and its message.
    pub fn thrown_text(&self, state: &State, i: ThreadId) -> Option<String> {
        let Control::Thrown(o) = state.threads.get(i.index())?.control else { return None };
        let object = state.object(o)?;
        Some(self.with_message(state, object, self.tables.class_name(object.class).to_owned()))
    }

    /// The exception that has ended a thread: the object, and the place at which it was thrown.
    pub fn uncaught(&self, state: &State, i: ThreadId) -> Option<(ObjectId, ExprId)> {
        let t = state.threads.get(i.index())?;
        match t.control {
            Control::Thrown(o) if !t.context.iter().any(Frame::unwinds) => {
                Some((o, state.object(o)?.java().thrown.unwrap_or(ExprId::new(0))))
            }
            _ => None,
        }
    }

    /// The text that `toString` makes of an exception whose class has one of its own, or of the message: it runs on a copy of the state.
    fn described(&self, state: &State, i: ThreadId, o: ObjectId) -> Option<String> {
        let class = state.object(o)?.class;
        let names = &self.tables.program.names;
        let own = |name: &str| {
            let found = self.tables.method_of(class, names.find(name)?)?;
            let MethodId::Declared(m) = found else { return None };
            let place = self.tables.program.methods.get(m as usize)?.span;
            Some((m, self.tables.java.is_library(place)))
        };
        let text = own("toString")?;
        let speaks = |name: &str| own(name).is_some_and(|(_, is_library)| !is_library);
        if text.1 && !speaks("getMessage") && !speaks("getLocalizedMessage") {
            return None;
        }
        let mut state = State { halted: None, ..state.clone() };
        let env = self.this_and_ghosts(&state, o, self.tables.method_owner[text.0 as usize]);
        let thread = state.thread_mut(i)?;
        thread.context = Vector::new();
        thread.control = Control::Eval(self.tables.program.methods[text.0 as usize].body, env);
        self.focus(thread);
        for _ in 0..LONGEST_TEXT {
            if !self.may_step(&state, i) {
                break;
            }
            self.step_in_place(&mut state, i)?;
        }
        match state.threads.get(i.index())?.as_ref() {
            Thread { control: Control::Value(v), context, .. } if context.is_empty() => {
                Some(self.show_value(&state, *v))
            }
            _ => None,
        }
    }

    /// The class and the message of the exception that has ended a thread, as Java prints them.
    pub fn uncaught_text(&self, state: &State, i: ThreadId) -> Option<String> {
        let (o, _) = self.uncaught(state, i)?;
        let object = state.object(o)?;
        if let Some(text) = self.described(state, i, o) {
            return Some(text);
        }
        let class = if self.is_refusal(state, o) { "not run".to_owned() } else { self.qualified(object.class) };
        Some(self.with_message(state, object, class))
    }

    /// The name of an exception with its message.
    fn with_message(&self, state: &State, object: &Object, class: String) -> String {
        let message = self.tables.program.names.find("message").and_then(|m| self.tables.field_of(object.class, m));
        let message = message.and_then(|at| object.fields.get(at.slot.index()).copied()).unwrap_or(Value::Null);
        match message {
            Value::Null => class,
            text => format!("{class}: {}", self.show_value(state, text)),
        }
    }
}
