//! Equality of the states of programs with forms of Java, as words: two states are written alike if they differ in numbers of objects, and in
//! objects that nothing leads to. [`Execution::canonical`] compares names instead, and keeps what is left behind.

use super::apart::{Use, bit};
use super::context::{Binding, Control, Env, Frame};
use super::state::{Init, JavaPart, Number};
use super::{Buffered, Execution, Object, State, Thread};
use crate::value::{ObjectId, ThreadId, Value};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use std::sync::Arc;

/// Writes a state.
struct Writer<'a> {
    run: Execution<'a>,
    state: &'a State,
    words: Vec<u32>,
    /// Places of threads in the order of their names.
    ranks: Vec<u32>,
    /// By object: its number in the order in which objects are met, from 1; 0 before that.
    met: Vec<u32>,
    open: Vec<ObjectId>,
    /// The environment written last.
    env: Option<Env>,
}

impl Execution<'_> {
    /// The state in words, what it has printed aside.
    pub fn words(&self, state: &State) -> Vec<u32> {
        self.words_in(state, Vec::new())
    }

    /// The same, in memory that is used again.
    pub fn words_in(&self, state: &State, mut memory: Vec<u32>) -> Vec<u32> {
        memory.clear();
        self.written(state, memory, |_, _| ())
    }

    /// The same with what waits in the buffers.
    pub fn buffered_words(&self, state: &Buffered) -> Vec<u32> {
        self.written(&state.memory, Vec::new(), |writer, order| {
            for (rank, t) in (0..).zip(order) {
                for write in state.buffer(ThreadId(*t)) {
                    writer.put(&[rank + 1, write.field.0]);
                    writer.reference(write.object);
                    writer.value(write.value);
                }
            }
            writer.put(&[0]);
        })
    }

    /// A state in words; `more` writes what belongs to it besides, given the threads in the order of their names.
    fn written(&self, state: &State, words: Vec<u32>, more: impl FnOnce(&mut Writer<'_>, &[u32])) -> Vec<u32> {
        let mut order: Vec<u32> = (0..state.threads.len() as u32).collect();
        // Threads that the main one started are in order.
        let is_in_order = |(n, t): (u32, &Arc<Thread>)| t.parent == ThreadId::MAIN && t.fork == n;
        if !(0..).zip(&state.threads).all(is_in_order) {
            order.sort_by_cached_key(|t| state.thread_path(ThreadId(*t)));
        }
        let mut ranks = vec![0; order.len()];
        (0..).zip(&order).for_each(|(rank, t)| ranks[*t as usize] = rank);
        let (met, open) = (vec![0; state.heap.len()], Vec::with_capacity(state.heap.len()));
        let mut writer = Writer { run: *self, state, words, ranks, met, open, env: None };
        let halted = state.halted.map_or(0, |status| 1 + status as u32);
        writer.words.extend([state.unnamed, halted, u32::from(state.over)]);
        for t in &order {
            writer.thread(&state.threads[*t as usize]);
        }
        more(&mut writer, &order);
        let first = self.tables.literals.len();
        for o in first..first + self.tables.java.constants.len() {
            let object = &state.heap[o];
            // Most of them have nothing; those that are written are told by their classes.
            let is_plain = object.java.as_deref().is_none_or(JavaPart::is_default);
            if !(object.fields.is_empty() && object.lock.is_none() && is_plain) {
                writer.object(object);
            }
        }
        writer.put(&[u32::MAX]);
        let mut at = 0;
        while let Some(&o) = writer.open.get(at) {
            at += 1;
            if let Some(object) = state.heap.get(o.index()) {
                writer.object(object);
            }
        }
        writer.words
    }
}

impl Writer<'_> {
    fn put(&mut self, words: &[u32]) {
        self.words.extend_from_slice(words);
    }

    fn rank(&self, t: ThreadId) -> u32 {
        self.ranks.get(t.index()).copied().unwrap_or(u32::MAX)
    }

    fn value(&mut self, v: Value) {
        match v {
            Value::Void => self.put(&[0]),
            Value::Null => self.put(&[1]),
            Value::Bool(b) => self.put(&[2, u32::from(b)]),
            Value::Int(n) => self.put(&[3, n as u32]),
            Value::Object(o) => match self.state.object(o).and_then(|object| object.java().number) {
                Some(Number::Long(n)) => self.put(&[4, n as u32, (n >> 32) as u32]),
                Some(Number::Double(n)) => self.put(&[5, n as u32, (n >> 32) as u32]),
                Some(Number::Char(c)) => self.put(&[6, u32::from(c)]),
                Some(Number::Float(n)) => self.put(&[9, n]),
                None => self.reference(o),
            },
        }
    }

    fn reference(&mut self, o: ObjectId) {
        let constants = self.run.tables.literals.len() + self.run.tables.java.constants.len();
        if o.index() < constants {
            return self.put(&[7, o.0]);
        }
        let Some(number) = self.met.get_mut(o.index()) else { return self.put(&[8, 0]) };
        if *number == 0 {
            self.open.push(o);
            *number = self.open.len() as u32;
        }
        let number = *number;
        self.put(&[8, number]);
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
                    path.fields.iter().for_each(|f| self.words.push(f.index() as u32));
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
        self.env = None;
        if t.context.is_empty() && matches!(t.control, Control::Value(_)) {
            return self.put(&[100, u32::from(t.interrupted)]);
        }
        let marks = u32::from(t.ending) | u32::from(t.daemon) << 1 | u32::from(t.interrupted) << 2;
        self.put(&[101, marks, t.cells.len() as u32, t.context.len() as u32]);
        self.value(t.object.map_or(Value::Null, Value::Object));
        self.value(t.locals);
        let joined = self.ranks_of(t.joined);
        self.put(&joined);
        t.cells.iter().for_each(|v| self.value(*v));
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
            Frame::Scope => self.put(&[42]),
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
            self.put(&[self.rank(owner), count]);
        }
        if let Some(text) = &object.text {
            self.words.push(text.len() as u32);
            self.words.extend(text.iter().map(|unit| u32::from(*unit)));
        }
        for path in object.ghosts.iter() {
            self.value(path.root);
            path.fields.iter().for_each(|f| self.words.push(f.index() as u32));
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
            Init::Running(t) => 3 + self.rank(t),
        };
        let elem = part.elem.map_or(0, |t| t.number() + 1);
        let flags = u32::from(part.escaped) | u32::from(part.making) << 1 | u32::from(part.told) << 2;
        let thrown = part.thrown.map_or(0, |e| e.number() + 1);
        self.put(&[flags, init, elem, thrown, part.runs.map_or(0, |t| self.rank(t) + 1), part.waiters.len() as u32]);
        part.waiters.iter().for_each(|t| self.words.push(self.ranks.get(t.index()).copied().unwrap_or(u32::MAX)));
        self.words.push(part.notes.len() as u32);
        self.words.extend(&part.notes);
        self.uses(&part.uses);
    }

    fn uses(&mut self, uses: &[Use]) {
        self.words.push(uses.len() as u32);
        let mut uses: Vec<&Use> = uses.iter().collect();
        uses.sort_by_key(|used| (used.field, self.rank(used.thread), used.forks));
        for used in uses {
            let field = used.field.map_or(0, |field| field.0 + 1);
            let locks = used.locks.len() as u32;
            self.put(&[field, self.rank(used.thread), used.forks, u32::from(used.writes), locks]);
            used.locks.iter().for_each(|&lock| self.reference(lock));
        }
    }

    /// A set of threads by their ranks.
    fn ranks_of(&self, threads: u64) -> [u32; 2] {
        let of =
            |(t, rank): (usize, &u32)| if threads & bit(ThreadId(t as u32)) == 0 { 0 } else { bit(ThreadId(*rank)) };
        let ranks = if threads == 0 { 0 } else { self.ranks.iter().enumerate().map(of).fold(0, |all, one| all | one) };
        [ranks as u32, (ranks >> 32) as u32]
    }
}
