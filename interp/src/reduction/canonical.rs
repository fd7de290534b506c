//! Equality of states. Threads and objects are numbered as a run meets them, so the numbers depend on the schedule;
//! section 8 names a thread by its parent and the number of the fork, an object by its thread and the number of the
//! `new`. And `[v/x]e` is `e` where x ∉ FV(e), so bindings of other variables in an environment are no part of the
//! term.

use super::context::{Binding, Control, Env, Frame, GhostPath};
use super::state::Init;
use super::{Execution, Object, State, Thread};
use crate::value::{ObjectId, ThreadId, Value};
use im::Vector;
use racefree_grammar::ast::{Expr, ExprId, Extended, TypeId, TypeKind};
use racefree_grammar::name::Name;
use std::collections::BTreeSet;
use std::sync::Arc;

/// A thread by its name: the numbers of the forks that lead to it, from the main thread on.
pub type ThreadPath = Vec<u32>;

/// An object by its name: the thread that made it, and the number of the `new` of that thread; for a string literal,
/// `Err` with its number.
pub type ObjectPath = Result<(ThreadPath, u32), u32>;

impl State {
    /// The name of a thread.
    pub fn thread_path(&self, thread: ThreadId) -> ThreadPath {
        let mut path = Vec::new();
        let mut at = thread;
        while let Some(t) = self.threads.get(at.index()).filter(|t| t.fork > 0) {
            path.push(t.fork);
            at = t.parent;
        }
        path.reverse();
        path
    }

    /// The name of an object.
    pub fn object_path(&self, object: ObjectId) -> ObjectPath {
        match self.heap.get(object.index()) {
            Some(o) if o.serial > 0 => Ok((self.thread_path(o.thread), o.serial)),
            _ => Err(object.0),
        }
    }
}

/// New numbers of threads and objects: their places in the order of their names.
struct Renumbering {
    threads: Vec<ThreadId>,
    objects: Vec<ObjectId>,
}

impl Renumbering {
    fn value(&self, v: &mut Value) {
        if let Value::Object(o) = v {
            self.object(o);
        }
    }

    fn object(&self, o: &mut ObjectId) {
        *o = self.objects.get(o.index()).copied().unwrap_or(*o);
    }

    fn thread(&self, t: &mut ThreadId) {
        *t = self.threads.get(t.index()).copied().unwrap_or(*t);
    }

    fn path(&self, path: &GhostPath) -> GhostPath {
        let mut path = path.clone();
        self.value(&mut path.root);
        path
    }

    /// An environment, with the variables that occur.
    fn env(&self, env: &mut Env, free: &BTreeSet<Name>) {
        let binding = |b: &Binding| match b {
            Binding::Value(v) => {
                let mut v = *v;
                self.value(&mut v);
                Binding::Value(v)
            }
            Binding::Ghost(path) => Binding::Ghost(Arc::new(self.path(path))),
            Binding::Cell(n) => Binding::Cell(*n),
        };
        *env = env.iter().filter(|(x, _)| free.contains(*x)).map(|(x, b)| (*x, binding(b))).collect();
    }
}

/// Returns, by position, the place of each element in the order of the names.
fn ranks<N: Ord>(names: Vec<N>) -> (Vec<usize>, Vec<u32>) {
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| names[a].cmp(&names[b]));
    let mut ranks = vec![0; names.len()];
    (0..).zip(&order).for_each(|(rank, &at)| ranks[at] = rank);
    (order, ranks)
}

impl Execution<'_> {
    /// The state as it is in every run that comes to it, the order of output left aside: two states are the same up to names
    /// and substitutions without effect exactly if this gives the same. It is a state of its own, in which steps can be made.
    pub fn canonical(&self, state: &State) -> State {
        let threads = (0..state.threads.len()).map(|t| state.thread_path(ThreadId(t as u32))).collect();
        let objects = (0..state.heap.len()).map(|o| state.object_path(ObjectId(o as u32))).collect();
        let ((thread_order, threads), (object_order, objects)) = (ranks(threads), ranks::<ObjectPath>(objects));
        let new = Renumbering {
            threads: threads.into_iter().map(ThreadId).collect(),
            objects: objects.into_iter().map(ObjectId).collect(),
        };
        let heap = object_order.iter().filter_map(|&o| state.heap.get(o)).map(|o| canonical_object(o, &new));
        let threads =
            thread_order.iter().filter_map(|&t| state.threads.get(t)).map(|t| Arc::new(self.canonical_thread(t, &new)));
        let (output, errors) = (Vector::new(), Vector::new());
        State {
            heap: heap.map(Arc::new).collect(),
            threads: threads.collect(),
            output,
            errors,
            unnamed: state.unnamed,
            room: state.room,
            halted: state.halted,
            over: state.over,
        }
    }

    fn canonical_thread(&self, thread: &Thread, new: &Renumbering) -> Thread {
        let mut thread = thread.clone();
        new.thread(&mut thread.parent);
        // An exception on its way out looks for locks and blocks alone.
        if matches!(thread.control, Control::Throw(_)) {
            thread.context.retain(Frame::unwinds);
        }
        self.canonical_control(&mut thread.control, new);
        thread.cells.iter_mut().for_each(|v| new.value(v));
        thread.object.iter_mut().for_each(|o| new.object(o));
        new.value(&mut thread.locals);
        thread.locks.iter_mut().for_each(|o| new.object(o));
        thread.locks.sort_unstable();
        thread.room = (0, 0);
        thread.context.iter_mut().for_each(|frame| self.canonical_frame(frame, new));
        // The counters matter only to names that are still to be given.
        if thread.context.is_empty() && !matches!(thread.control, Control::Eval(..)) {
            (thread.forks, thread.allocs) = (0, 0);
        }
        thread
    }

    fn canonical_control(&self, control: &mut Control, new: &Renumbering) {
        match control {
            Control::Eval(e, env) => new.env(env, &self.free(&[*e])),
            Control::Value(v) | Control::Exit(_, v) => new.value(v),
            Control::Throw(_) => {}
            Control::Thrown(object) => new.object(object),
            Control::Waiting(waiting) => {
                new.object(&mut waiting.set);
                new.object(&mut waiting.lock);
            }
        }
    }

    fn canonical_frame(&self, frame: &mut Frame, new: &Renumbering) {
        let free = self.free_beside(frame);
        match frame {
            Frame::Assign { recv: v, .. } | Frame::Right { left: v, .. } => new.value(v),
            Frame::Operands { done, env, .. } => {
                done.iter_mut().for_each(|v| new.value(v));
                new.env(env, &free);
            }
            Frame::Argument { recv, done, env, .. } => {
                new.value(recv);
                done.iter_mut().for_each(|v| new.value(v));
                new.env(env, &free);
            }
            Frame::InSync { object, .. } => object.iter_mut().for_each(|o| new.object(o)),
            Frame::Init { object, .. } | Frame::Making { object } => new.object(object),
            Frame::Static { object, then } => {
                new.object(object);
                self.canonical_control(then, new);
            }
            Frame::Behind { then } => self.canonical_control(then, new),
            Frame::Ghost { path, .. } => *path = Arc::new(new.path(path)),
            Frame::AssignTo { env, .. }
            | Frame::Catching { env, .. }
            | Frame::Finally { env, .. }
            | Frame::Receiver { env, .. }
            | Frame::Let { env, .. }
            | Frame::Sync { env, .. }
            | Frame::Left { env, .. }
            | Frame::Logic { env, .. }
            | Frame::Seq { env, .. }
            | Frame::Again { env, .. }
            | Frame::If { env, .. } => new.env(env, &free),
            Frame::Ref { .. }
            | Frame::InAtomic { .. }
            | Frame::Unary { .. }
            | Frame::SetVar { .. }
            | Frame::Scope { .. }
            | Frame::Label { .. }
            | Frame::Called { .. }
            | Frame::Print { .. }
            | Frame::Assert { .. } => {}
        }
    }

    /// The free variables of the parts beside the hole of a layer.
    fn free_beside(&self, frame: &Frame) -> BTreeSet<Name> {
        let program = &self.tables.program;
        match *frame {
            Frame::AssignTo { value: e, .. }
            | Frame::Sync { body: e, .. }
            | Frame::Left { right: e, .. }
            | Frame::Logic { right: e, .. }
            | Frame::Again { at: e, .. } => self.free(&[e]),
            Frame::Receiver { at, .. } => self.free(self.args(at)),
            Frame::Argument { at, ref done, .. } => self.free(self.args(at).get(done.len() + 1..).unwrap_or_default()),
            Frame::Let { at, .. } => match program.expr(at) {
                Expr::Let { ty, var, body, .. } => {
                    let mut free = self.free(&[body]);
                    free.remove(&var);
                    free.extend(self.free_in_type(ty));
                    free
                }
                _ => BTreeSet::new(),
            },
            Frame::Seq { at, next, .. } => match program.expr(at) {
                Expr::Seq(list) => self.free(program.list(list).get(next..).unwrap_or_default()),
                _ => BTreeSet::new(),
            },
            Frame::If { at, .. } => match program.expr(at) {
                Expr::If { then, otherwise, .. } => {
                    let mut free = self.free(&[then]);
                    free.extend(otherwise.map(|e| self.free(&[e])).unwrap_or_default());
                    free
                }
                // The test of a loop: its body and the loop come after it.
                _ => self.free(&[at]),
            },
            Frame::Operands { at, ref done, .. } => {
                let after = (done.len() + 1..).map_while(|n| self.operand(at, n));
                let mut free = self.free(&after.collect::<Vec<_>>());
                if let Expr::Extended(Extended::LetVar { var, body, .. }) = program.expr(at) {
                    free.extend(self.free(&[body]).into_iter().filter(|x| *x != var));
                }
                free
            }
            Frame::Catching { at, .. } => self.free(&[at]),
            Frame::Finally { body, .. } => self.free(&[body]),
            Frame::Ref { .. }
            | Frame::SetVar { .. }
            | Frame::Scope { .. }
            | Frame::Label { .. }
            | Frame::Called { .. }
            | Frame::Making { .. }
            | Frame::Behind { .. }
            | Frame::Static { .. }
            | Frame::Assign { .. }
            | Frame::InSync { .. }
            | Frame::InAtomic { .. }
            | Frame::Init { .. }
            | Frame::Right { .. }
            | Frame::Unary { .. }
            | Frame::Print { .. }
            | Frame::Assert { .. }
            | Frame::Ghost { .. } => BTreeSet::new(),
        }
    }

    fn free(&self, expressions: &[ExprId]) -> BTreeSet<Name> {
        expressions.iter().flat_map(|&e| self.tables.program.free_variables(e)).collect()
    }

    fn free_in_type(&self, ty: TypeId) -> BTreeSet<Name> {
        let program = &self.tables.program;
        match program.ty(ty).kind {
            TypeKind::Class { args, .. } => self.free(program.list(args)),
            TypeKind::Int | TypeKind::Boolean | TypeKind::Void | TypeKind::Array { .. } => BTreeSet::new(),
        }
    }
}

fn canonical_object(object: &Object, new: &Renumbering) -> Object {
    let mut object = object.clone();
    object.ghosts = object.ghosts.iter().map(|path| new.path(path)).collect();
    object.fields.iter_mut().for_each(|v| new.value(v));
    object.lock.iter_mut().for_each(|(owner, _)| new.thread(owner));
    new.thread(&mut object.thread);
    if object.java.is_some() {
        let part = object.java_mut();
        part.waiters.iter_mut().for_each(|t| new.thread(t));
        part.runs.iter_mut().for_each(|t| new.thread(t));
        if let Init::Running(t) = &mut part.init {
            new.thread(t);
        }
    }
    object
}
