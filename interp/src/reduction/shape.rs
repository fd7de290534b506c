//! A thread or an object in words, by itself: where it tells of other threads and objects there are holes, for each state to fill.

use super::apart::Use;
use super::context::{Binding, Control, Env, Frame};
use super::state::{Init, JavaPart, Number};
use super::{Object, Thread};
use crate::value::{ObjectId, ThreadId, Value};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;

/// A thread or an object in words, with holes where other threads and objects stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shape {
    /// The words, but for those in the holes. They tell of each hole in front of it.
    pub words: Vec<u32>,
    pub(super) holes: Vec<Hole>,
}

/// A place of a shape where the state decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Hole {
    Object(ObjectId),
    Thread(ThreadId),
    /// A set of threads, as bits.
    Threads(u64),
    /// Accesses, in the order of their threads.
    Uses(Box<[Use]>),
}

impl Shape {
    /// A thread in words.
    pub fn of_thread(thread: &Thread) -> Shape {
        let mut writer = Writer::default();
        writer.thread(thread);
        writer.shape
    }

    /// A value in words.
    pub(super) fn of_value(value: Value) -> Shape {
        let mut writer = Writer::default();
        writer.value(value);
        writer.shape
    }

    /// An object in words.
    pub fn of_object(object: &Object) -> Shape {
        let mut writer = Writer::default();
        match object.java().number {
            Some(Number::Long(n)) => writer.put(&[4, n as u32, (n >> 32) as u32]),
            Some(Number::Double(n)) => writer.put(&[5, n as u32, (n >> 32) as u32]),
            Some(Number::Char(c)) => writer.put(&[6, u32::from(c)]),
            Some(Number::Float(n)) => writer.put(&[9, n]),
            None => writer.object(object),
        }
        writer.shape
    }
}

impl Object {
    /// Returns true for a number.
    pub fn is_number(&self) -> bool {
        self.java().number.is_some()
    }

    /// Returns true for the object of a class that has anything.
    pub fn is_root(&self) -> bool {
        let is_plain = self.java.as_deref().is_none_or(JavaPart::is_default);
        !(self.fields.is_empty() && self.lock.is_none() && is_plain)
    }
}

/// Writes a part.
#[derive(Default)]
struct Writer {
    shape: Shape,
    /// The environment written last.
    env: Option<Env>,
}

impl Writer {
    fn put(&mut self, words: &[u32]) {
        self.shape.words.extend_from_slice(words);
    }

    fn value(&mut self, v: Value) {
        match v {
            Value::Void => self.put(&[0]),
            Value::Null => self.put(&[1]),
            Value::Bool(b) => self.put(&[2, u32::from(b)]),
            Value::Int(n) => self.put(&[3, n as u32]),
            Value::Object(o) => {
                self.put(&[8]);
                self.reference(o);
            }
        }
    }

    fn reference(&mut self, o: ObjectId) {
        self.shape.holes.push(Hole::Object(o));
    }

    fn rank(&mut self, t: ThreadId) {
        self.shape.holes.push(Hole::Thread(t));
    }

    fn env(&mut self, env: &Env) {
        if self.env.as_ref().is_some_and(|last| last.ptr_eq(env)) {
            return self.put(&[u32::MAX]);
        }
        self.put(&[env.len() as u32]);
        for (name, binding) in env {
            self.put(&[name.index() as u32]);
            match binding {
                Binding::Value(v) => self.value(*v),
                Binding::Cell(n) => self.put(&[9, *n]),
                Binding::Ghost(path) => {
                    self.put(&[10, path.fields.len() as u32]);
                    self.value(path.root);
                    path.fields.iter().for_each(|f| self.put(&[f.index() as u32]));
                }
            }
        }
        self.env = Some(env.clone());
    }

    fn at(&mut self, code: u32, at: ExprId) {
        self.put(&[code, at.number()]);
    }

    fn name(&mut self, code: u32, name: Name) {
        self.put(&[code, name.index() as u32]);
    }

    fn thread(&mut self, t: &Thread) {
        if t.context.is_empty() && matches!(t.control, Control::Value(_)) {
            return self.put(&[100, u32::from(t.interrupted)]);
        }
        let marks = u32::from(t.ending) | u32::from(t.daemon) << 1 | u32::from(t.interrupted) << 2;
        self.put(&[101, marks, t.cells.len() as u32, t.context.len() as u32]);
        self.value(t.object.map_or(Value::Null, Value::Object));
        self.value(t.locals);
        self.shape.holes.push(Hole::Threads(t.joined));
        // Each cell has its scope, in the same order.
        let scopes = t.context.iter().filter_map(|frame| match frame {
            Frame::Scope { read } => Some(*read),
            _ => None,
        });
        for (v, read) in t.cells.iter().zip(scopes) {
            self.value(if read { *v } else { Value::Void });
        }
        t.context.iter().for_each(|frame| self.frame(frame));
        self.control(&t.control);
    }

    fn control(&mut self, control: &Control) {
        match control {
            Control::Eval(e, env) => {
                self.at(0, *e);
                self.env(env);
            }
            Control::Value(v) => {
                self.put(&[1]);
                self.value(*v);
            }
            Control::Throw(x) => self.put(&[2, *x as u32]),
            Control::Thrown(o) => {
                self.put(&[3]);
                self.reference(*o);
            }
            Control::Exit(label, v) => {
                self.name(4, *label);
                self.value(*v);
            }
            Control::Waiting(waiting) => {
                let marks = u32::from(waiting.timed) | u32::from(waiting.left) << 1;
                self.put(&[5, waiting.at.number(), waiting.count, marks]);
                self.reference(waiting.set);
                self.reference(waiting.lock);
            }
        }
    }

    fn values(&mut self, values: &[Value]) {
        self.put(&[values.len() as u32]);
        values.iter().for_each(|v| self.value(*v));
    }

    fn frame(&mut self, frame: &Frame) {
        match frame {
            Frame::Ref { at, .. } => self.at(20, *at),
            Frame::AssignTo { at, env, .. } => self.in_env(21, *at, env),
            Frame::Assign { at, recv, .. } => {
                self.at(22, *at);
                self.value(*recv);
            }
            Frame::Receiver { at, env } => self.in_env(23, *at, env),
            Frame::Argument { at, recv, done, env } => {
                self.in_env(24, *at, env);
                self.value(*recv);
                self.values(done);
            }
            Frame::Let { at, env } => self.in_env(25, *at, env),
            Frame::Sync { at, env, .. } => self.in_env(26, *at, env),
            Frame::InSync { at, object } => {
                self.at(27, *at);
                self.value(object.map_or(Value::Null, Value::Object));
            }
            Frame::InAtomic { at } => self.at(28, *at),
            Frame::Init { at, object, next, .. } => {
                self.at(29, *at);
                self.put(&[*next as u32]);
                self.reference(*object);
            }
            Frame::Left { at, env, .. } => self.in_env(30, *at, env),
            Frame::Right { at, left } => {
                self.at(31, *at);
                self.value(*left);
            }
            Frame::Logic { at, env, .. } => self.in_env(32, *at, env),
            Frame::Unary { at } => self.at(33, *at),
            Frame::Seq { at, next, env } => {
                self.in_env(34, *at, env);
                self.put(&[*next as u32]);
            }
            Frame::Again { at, env } => self.in_env(35, *at, env),
            Frame::If { at, env } => self.in_env(36, *at, env),
            Frame::Print { at } => self.at(37, *at),
            Frame::Assert { at } => self.at(38, *at),
            Frame::Ghost { at, path, next } => {
                self.at(39, *at);
                self.put(&[*next as u32]);
                self.value(path.root);
            }
            Frame::Operands { at, done, env } => {
                self.in_env(40, *at, env);
                self.values(done);
            }
            Frame::SetVar { at, cell } => self.put(&[41, at.number(), *cell]),
            Frame::Scope { .. } => self.put(&[42]),
            Frame::Making { object } => {
                self.put(&[43]);
                self.reference(*object);
            }
            Frame::Called { at } => self.at(44, *at),
            Frame::Label { label } => self.name(45, *label),
            Frame::Catching { at, env } => self.in_env(46, *at, env),
            Frame::Finally { at, env, .. } => self.in_env(47, *at, env),
            Frame::Behind { then } => {
                self.put(&[48]);
                self.control(then);
            }
            Frame::Static { object, then } => {
                self.put(&[49]);
                self.reference(*object);
                self.control(then);
            }
        }
    }

    fn in_env(&mut self, code: u32, at: ExprId, env: &Env) {
        self.at(code, at);
        self.env(env);
    }

    fn object(&mut self, object: &Object) {
        let parts = u32::from(object.lock.is_some()) | u32::from(object.text.is_some()) << 1;
        let java = object.java.as_deref().filter(|part| !part.is_default());
        let parts = parts | u32::from(java.is_some()) << 2;
        self.put(&[object.class.0, (object.fields.len() as u32) << 3 | parts]);
        object.fields.iter().for_each(|v| self.value(*v));
        if let Some((owner, count)) = object.lock {
            self.put(&[count]);
            self.rank(owner);
        }
        if let Some(text) = &object.text {
            self.put(&[text.len() as u32]);
            self.shape.words.extend(text.iter().map(|unit| u32::from(*unit)));
        }
        for path in object.ghosts.iter() {
            self.value(path.root);
            path.fields.iter().for_each(|f| self.put(&[f.index() as u32]));
        }
        if let Some(part) = java {
            self.part(part);
        }
    }

    fn part(&mut self, part: &JavaPart) {
        let init = match part.init {
            Init::Never => 0,
            Init::Done => 1,
            Init::Failed => 2,
            Init::Running(t) => {
                self.rank(t);
                3
            }
        };
        let elem = part.elem.map_or(0, |t| t.number() + 1);
        let flags = u32::from(part.escaped) | u32::from(part.making) << 1 | u32::from(part.told) << 2;
        let thrown = part.thrown.map_or(0, |e| e.number() + 1);
        self.put(&[flags, init, elem, thrown, u32::from(part.runs.is_some()), part.waiters.len() as u32]);
        part.runs.iter().chain(&part.waiters).for_each(|t| self.rank(*t));
        self.put(&[part.notes.len() as u32]);
        self.put(&part.notes);
        self.put(&[part.uses.len() as u32]);
        if !part.uses.is_empty() {
            self.shape.holes.push(Hole::Uses(part.uses.as_slice().into()));
        }
    }
}
