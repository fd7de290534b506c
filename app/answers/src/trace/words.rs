//! States and steps of the reference engine in words.

use super::{CallResult, End, FieldValue, HeldLock, Step};
use crate::json::Places;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, TypeKind};
use racefree_interp::Status;
use racefree_interp::event::{Event, EventKind, Local, Site};
use racefree_interp::program::{FieldId, MethodId};
use racefree_interp::reduction::{Execution, Frame, Names, State};
use racefree_interp::value::{ObjectId, ThreadId, Value};
use std::collections::HashMap;

/// Place of a step that no line of the program makes.
pub const LIBRARY: &str = "in the library";

/// Tables that put the numbers of a run into words.
pub struct Words<'a> {
    /// The source.
    pub text: &'a str,
    /// Places in it.
    pub places: Places<'a>,
    /// The program and its semantics.
    pub run: Execution<'a>,
    names: Names,
    /// Lines at which locks without a block were taken.
    taken: HashMap<ObjectId, u32>,
    /// Calls of the library that will give a value: the thread, the place, the number of the step.
    calls: Vec<(ThreadId, ExprId, u64)>,
    /// The locks that threads hold since their last step that took one or gave one back: a stack may be deep, and a heap large.
    held: HashMap<ThreadId, Vec<HeldLock>>,
}

impl<'a> Words<'a> {
    /// Tables for a program and its source.
    pub fn new(run: Execution<'a>, text: &'a str) -> Words<'a> {
        Words {
            text,
            places: Places::new(text),
            run,
            names: Names::default(),
            taken: HashMap::new(),
            calls: Vec::new(),
            held: HashMap::new(),
        }
    }

    /// Forgets the names of the run so far, before another one.
    pub fn forget(&mut self) {
        (self.names, self.taken, self.calls) = (Names::default(), HashMap::new(), Vec::new());
        self.held.clear();
    }

    /// The names of the objects of a state.
    pub fn names(&mut self, state: &State) -> &Names {
        self.names.learn(&self.run, state);
        &self.names
    }

    /// The name of an object; a string by its contents.
    pub fn object(&mut self, state: &State, object: ObjectId) -> String {
        self.names(state).object(object)
    }

    /// A value; an object by its name, a string by its contents.
    pub fn value(&mut self, state: &State, value: Value) -> String {
        match value {
            Value::Object(o) => self.object(state, o),
            other => self.run.show_value(state, other),
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

    fn span(&self, site: Site) -> Span {
        site.span(&self.run.tables.program)
    }

    /// The line of a place; 0 in the library.
    fn line(&self, site: Site) -> u32 {
        if self.is_library(site) { 0 } else { self.places.line(self.span(site)) }
    }

    /// Returns true for a place in the library.
    fn is_library(&self, site: Site) -> bool {
        self.run.tables.java.is_library(self.span(site))
    }

    /// The locks that a thread holds, in the order in which they were taken; at last those that no block will give back.
    pub fn holds(&mut self, state: &State, thread: ThreadId) -> Vec<HeldLock> {
        let mut locks: Vec<(ObjectId, HeldLock)> = Vec::new();
        let context = state.threads.get(thread.index()).map(|t| &t.context);
        for frame in context.into_iter().flatten() {
            let &Frame::InSync { at, object: Some(o) } = frame else { continue };
            if self.run.is_quiet(state, o) {
                continue;
            }
            match locks.iter_mut().find(|l| l.0 == o) {
                Some(lock) => lock.1.count += 1,
                None => {
                    let site = self.run.shown_site(state, thread, Site::expr(at));
                    let line = self.line(site);
                    locks.push((o, HeldLock { object: self.object(state, o), count: 1, line }));
                }
            }
        }
        if self.run.tables.java.has_forms {
            for (o, object) in (0..).map(ObjectId).zip(state.heap.iter()) {
                let count = object.lock.filter(|l| l.0 == thread).map_or(0, |l| l.1);
                if count > 0 && !self.run.is_quiet(state, o) && !locks.iter().any(|l| l.0 == o) {
                    let line = self.taken.get(&o).copied().unwrap_or_default();
                    locks.push((o, HeldLock { object: self.object(state, o), count, line }));
                }
            }
        }
        locks.into_iter().map(|l| l.1).collect()
    }

    /// The locks that the thread of a step holds after it.
    fn holds_after(&mut self, after: &State, event: &Event) -> Vec<HeldLock> {
        let changes =
            matches!(event.kind, EventKind::Acquire { .. } | EventKind::Release { .. } | EventKind::Wait { .. });
        if !changes && let Some(locks) = self.held.get(&event.thread) {
            return locks.clone();
        }
        let locks = self.holds(after, event.thread);
        self.held.insert(event.thread, locks.clone());
        locks
    }

    /// The redex of a step, as source text where there is some.
    fn redex(&mut self, state: &State, event: &Event, site: Site) -> String {
        match event.kind {
            EventKind::Release { object, .. } => format!("the end of synchronized {}", self.object(state, object)),
            EventKind::Local(Local::Built) => "the end of new".to_owned(),
            _ if self.is_library(site) => LIBRARY.to_owned(),
            _ => self.snippet(self.span(site)),
        }
    }

    /// A step between two states as data and in words; `number` is its number.
    pub fn step(&mut self, before: &State, after: &State, event: &Event, number: u64) -> Step {
        let site = self.run.shown_site(before, event.thread, event.site);
        let span = self.span(site);
        if let EventKind::Acquire { object, count: 1 } = event.kind {
            self.taken.insert(object, self.line(site));
        }
        let mut step = Step {
            step: number,
            thread: event.thread.0,
            event: event.kind.name(),
            redex: self.redex(after, event, site),
            span: (!self.is_library(site)).then(|| self.places.place(span)),
            holds: self.holds_after(after, event),
            inside: self.is_inside(after, event),
            ..Step::default()
        };
        self.tell(after, event, &mut step);
        self.tell_result(before, after, event, &mut step);
        step
    }

    /// Takes note of a call of the library, and of the value that one gives.
    fn tell_result(&mut self, before: &State, after: &State, event: &Event, step: &mut Step) {
        let tables = self.run.tables;
        if let (EventKind::Call { method: MethodId::Declared(m), .. }, Some(at)) = (event.kind, event.site.as_expr()) {
            let method = &tables.program.methods[m as usize];
            let gives = tables.program.ty(method.ret).kind != TypeKind::Void;
            if !step.inside && gives && tables.java.is_library(method.name_span) {
                self.calls.push((event.thread, at, step.step));
            }
        }
        let Some((at, value)) = self.run.returns(before, event.thread) else { return };
        let Some(call) = self.calls.iter().rposition(|call| (call.0, call.1) == (event.thread, at)) else { return };
        let (.., number) = self.calls[call];
        // An exception has ended the calls inside.
        let mut inner = self.calls.split_off(call).into_iter().filter(|call| call.0 != event.thread).collect();
        self.calls.append(&mut inner);
        step.result = Some(CallResult { call: number, value: self.value(after, value) });
    }

    /// Returns true for a step of Java's that its source does not have: inside the library, or of the object that a lambda is.
    fn is_inside(&self, state: &State, event: &Event) -> bool {
        let tables = self.run.tables;
        let is_lambda = |o: ObjectId| state.object(o).is_some_and(|object| tables.is_lambda(object.class));
        let is_implied = |at: ExprId| tables.java.names.implied.contains(&at);
        let is_of_library = |field: FieldId| {
            let declared = tables.program.fields.get(field.index());
            declared.is_some_and(|field| tables.java.is_library(field.name_span))
        };
        match event.kind {
            EventKind::Print { .. } | EventKind::Fork { .. } => false,
            EventKind::Alloc { object, .. } => {
                self.is_library(event.site) || is_lambda(object) || event.site.as_expr().is_some_and(is_implied)
            }
            EventKind::Call { method, .. } => {
                self.is_library(event.site) || tables.is_beginning(method) || self.is_unwritten(method, event.site)
            }
            kind => {
                let hides = |(object, field, _)| is_lambda(object) || is_of_library(field);
                self.is_library(event.site) || kind.access().is_some_and(hides)
            }
        }
    }

    /// Returns true for a call of the library whose name does not stand at its place: of `==` of two boxes, of `C.class`.
    fn is_unwritten(&self, method: MethodId, site: Site) -> bool {
        let MethodId::Declared(m) = method else { return false };
        let tables = self.run.tables;
        let (method, owner) = (&tables.program.methods[m as usize], tables.method_owner[m as usize]);
        let class = tables.program.text(tables.classes.get(owner).name);
        // Classes beside those of Java.
        class.starts_with("Racefree") && !self.span(site).text(self.text).contains(tables.shown(method.name))
    }

    /// The name of a field; of an array's element its number.
    pub fn field_name(&self, field: FieldId) -> String {
        let tables = self.run.tables;
        match racefree_interp::program::element_number(field) {
            Some(n) => format!("[{n}]"),
            None => tables.shown(tables.fields[field.index()].name).to_owned(),
        }
    }

    fn tell(&mut self, state: &State, event: &Event, step: &mut Step) {
        let tables = self.run.tables;
        if let Some((object, field, _)) = event.kind.access() {
            step.object = Some(self.object(state, object));
            step.field = Some(self.field_name(field));
        }
        let point = if step.field.as_ref().is_some_and(|f| f.starts_with('[')) { "" } else { "." };
        let place = format!("{}{point}{}", step.object.as_deref().unwrap_or(""), step.field.as_deref().unwrap_or(""));
        step.text = match event.kind {
            EventKind::Alloc { object, .. } => {
                let name = self.object(state, object);
                step.fields = self.fields(state, object);
                step.object = Some(name.clone());
                format!("new {name}")
            }
            EventKind::InitWrite { value, .. } => {
                let value = self.value(state, value);
                step.value = Some(value.clone());
                format!("init {place} = {value}")
            }
            EventKind::Read { value, .. } => {
                let value = self.value(state, value);
                step.value = Some(value.clone());
                format!("read {place} → {value}")
            }
            EventKind::Write { value, old, .. } => {
                let (value, old) = (self.value(state, value), self.value(state, old));
                (step.value, step.old) = (Some(value.clone()), Some(old.clone()));
                format!("write {place} = {value}, was {old}")
            }
            EventKind::Call { object, method } => {
                let name = self.value(state, Value::Object(object));
                let is_beside = state.object(object).is_some_and(|object| tables.stands_beside(object.class));
                let method = tables.method_name(method).to_owned();
                // Of `wait` and `notify` the object is the first argument.
                let text = if is_beside { method.clone() } else { format!("call {name}.{method}") };
                (step.object, step.method) = (Some(name), Some(method));
                text
            }
            EventKind::Acquire { object, count } => self.lock(state, step, "acquire", object, count, 1),
            EventKind::Release { object, count } => self.lock(state, step, "release", object, count, 0),
            EventKind::Fork { child } => {
                step.child = Some(child.0);
                format!("fork thread {child}")
            }
            EventKind::Print { value } => {
                let shown = self.value(state, value);
                step.value = Some(shown.clone());
                format!("print {shown}")
            }
            EventKind::Assert => "assert true".to_owned(),
            EventKind::Begin { .. } => "begin an atomic block".to_owned(),
            EventKind::End { .. } => "end an atomic block".to_owned(),
            EventKind::Throw { exception } => {
                let thrown = self.run.thrown_text(state, event.thread);
                let thrown = thrown.unwrap_or_else(|| exception.name().to_owned());
                step.exception = Some(thrown.clone());
                format!("throw {thrown}")
            }
            EventKind::Join { child } => {
                step.child = Some(child.0);
                format!("thread {child} has ended")
            }
            EventKind::Wait { object, .. } => {
                let name = self.value(state, Value::Object(object));
                let text = format!("wait for a notification of {name}");
                step.object = Some(name);
                text
            }
            EventKind::Notify { object, all } => {
                let name = self.value(state, Value::Object(object));
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
                    (Local::Let, Some(Expr::Let { var, .. })) => format!("let {}", tables.shown(var)),
                    _ if tables.java.has_forms => step.redex.clone(),
                    (Local::Op | Local::Logic, _) => step.redex.clone(),
                    (Local::Built, _) => "built".to_owned(),
                    (Local::Seq, _) => "go on after ;".to_owned(),
                    (Local::NullLock, _) => "the lock null is free".to_owned(),
                    (local, _) => local.rule().trim_start_matches("RED ").to_lowercase(),
                }
            }
        };
    }

    fn lock(&mut self, state: &State, step: &mut Step, verb: &str, o: ObjectId, count: u32, usual: u32) -> String {
        let name = self.object(state, o);
        (step.object, step.count) = (Some(name.clone()), Some(count));
        if count == usual { format!("{verb} {name}") } else { format!("{verb} {name}, now held {count} times") }
    }

    /// The fields of an object.
    pub fn fields(&mut self, state: &State, o: ObjectId) -> Vec<FieldValue> {
        let fields: Vec<(String, Value)> = self.run.fields(state, o).map(|(n, v)| (n.into_owned(), v)).collect();
        fields.into_iter().map(|(name, value)| FieldValue { name, value: self.value(state, value) }).collect()
    }

    /// Status of a thread at the end of the trace.
    pub fn end(&mut self, state: &State, thread: ThreadId) -> End {
        let mut end = End { state: "ready", what: None, held_by: None, span: None, redex: None };
        let mut goes_on = true;
        match self.run.status(state, thread) {
            Status::Ready => {}
            Status::Blocked { owner, .. } if self.run.joins(state, thread).is_some() => {
                (end.state, end.held_by) = ("blocked", Some(owner.0));
            }
            Status::Blocked { lock, owner } => {
                let name = self.object(state, lock);
                (end.state, end.what, end.held_by) = ("blocked", Some(name), Some(owner.0));
            }
            Status::Waiting { object } => {
                (end.state, end.what) = ("waiting", Some(self.object(state, object)));
            }
            Status::Finished(value) => {
                goes_on = false;
                // A thread of Java has no value.
                let value = if self.run.tables.java.has_forms { Value::Void } else { value };
                (end.state, end.what) = ("finished", Some(self.value(state, value)));
            }
            Status::Ended(exception) => {
                goes_on = false;
                let thrown = self.run.uncaught_text(state, thread);
                end.state = "exception";
                end.what = Some(thrown.unwrap_or_else(|| exception.name().to_owned()));
            }
            Status::Stuck => end.state = "stuck",
        }
        if let Some(site) = self.run.shown_site_of(state, thread).filter(|_| goes_on) {
            let next = self.run.step(state, thread).map(|next| next.1);
            let text = match next.filter(|event| !self.is_library(event.site)) {
                Some(event) => self.redex(state, &event, site),
                None => self.snippet(self.span(site)),
            };
            end.span = (!self.is_library(site)).then(|| self.places.place(self.span(site)));
            end.redex = Some(text).filter(|_| end.span.is_some());
        }
        end
    }
}
