//! Threads and the heap in packed form, each by itself, under names that do not depend on the schedule.
//!
//! What a step does depends on the thread that makes it and on the heap alone, and it changes nothing else. So whoever
//! explores many schedules can keep each thread and each heap once, and ask a [`Workbench`] for a step of a thread on a
//! heap; equal states have equal parts.

mod heap;
mod thread;

use crate::event::{Event, EventKind};
use crate::machine::intern::Interner;
use crate::machine::state::*;
use crate::machine::{Lowered, Machine, Pending, Status};
use crate::observe::{Observer, View};
use crate::ops::Text;
use crate::options::{Limit, Limits, Semantics};
use crate::value::{ObjectId, ThreadId, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use thread::mentioned;

/// A thread by its name: 0 is the main thread, the others in the order in which the workbench met them. The machine of the
/// workbench has it as its [`ThreadId`].
pub type ThreadName = u32;
/// An object by its name: the literals first, the others in the order in which the workbench met them.
pub type ObjectName = u32;

const OBJECT: u64 = 2 << 32;
const INT: u64 = 1 << 32;

/// A machine for one thread at a time.
#[derive(Debug)]
pub struct Workbench {
    machine: Machine,
    loaded: ThreadName,
    /// The parent of each thread, and the number of the fork.
    threads: Vec<(ThreadName, u32)>,
    thread_names: FxHashMap<(ThreadName, u32), ThreadName>,
    /// The thread of each object, and the number of its `new`.
    objects: Vec<(ThreadName, u32)>,
    object_names: FxHashMap<(ThreadName, u32), ObjectName>,
    ghosts: Vec<Box<[u64]>>,
    ghost_ids: FxHashMap<Box<[u64]>, u32>,
    texts: Vec<Text>,
    text_ids: FxHashMap<Text, u32>,
    /// The contents of objects: name and class, owner and count, fields built and ghosts (of a string, its text), fields.
    contents: Interner,
    /// Those of the machine's objects, and the same in the order of their names, which is how a heap is packed.
    current: Vec<u32>,
    sorted: Vec<u32>,
    /// What the machine has of the heap that was put in last: objects, cells, ghost nodes and arguments, texts, and their
    /// length.
    base: [usize; 6],
    touched: Touched,
    /// The names of the machine's objects.
    names: Vec<ObjectName>,
    /// The machine's objects by name.
    places: Vec<u32>,
    /// For each code the registers that its result type mentions.
    returned: Vec<u64>,
    words: Vec<u64>,
}

/// The objects that steps have changed.
#[derive(Debug, Default)]
struct Touched(Vec<ObjectId>);

impl Observer for Touched {
    const LOCAL: bool = false;

    #[inline]
    fn event(&mut self, _: View<'_>, event: &Event) {
        if let EventKind::Write { object, .. }
        | EventKind::InitWrite { object, .. }
        | EventKind::Acquire { object, .. }
        | EventKind::Release { object, .. } = event.kind
        {
            self.0.push(object);
        }
    }
}

impl Workbench {
    /// A workbench for a program.
    pub fn new(program: Arc<Lowered>, semantics: Semantics, limits: Limits) -> Workbench {
        let literals = program.tables.literals.len() as u32;
        let returned = program.codes.iter().map(|code| mentioned(&program, code.what)).collect();
        let mut machine = Machine::new(program, semantics, limits);
        machine.state.ready.remove(0);
        Workbench {
            machine,
            loaded: 0,
            threads: vec![(0, 0)],
            thread_names: FxHashMap::default(),
            objects: (0..literals).map(|_| (0, 0)).collect(),
            object_names: FxHashMap::default(),
            ghosts: Vec::new(),
            ghost_ids: FxHashMap::default(),
            texts: Vec::new(),
            text_ids: FxHashMap::default(),
            contents: Interner::default(),
            current: Vec::new(),
            sorted: Vec::new(),
            base: [0; 6],
            touched: Touched::default(),
            names: Vec::new(),
            places: Vec::new(),
            returned,
            words: Vec::new(),
        }
    }

    /// Bytes in use for objects.
    pub fn memory(&self) -> usize {
        self.contents.memory()
    }

    /// The machine, with the thread and the heap that were put in last.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The parent of a thread, and the number of the fork, from 1.
    pub fn thread(&self, name: ThreadName) -> (ThreadName, u32) {
        self.threads[name as usize]
    }

    /// The thread that made an object, and the number of its `new`, from 1; a literal has number 0.
    pub fn object(&self, name: ObjectName) -> (ThreadName, u32) {
        self.objects[name as usize]
    }

    /// The name of an object of the machine.
    pub fn name_of(&self, object: ObjectId) -> ObjectName {
        self.names[object.index()]
    }

    /// Puts the first state in.
    pub fn load_first(&mut self) {
        self.machine.reset();
        self.machine.state.ready.remove(0);
        self.loaded = 0;
        self.fit_threads();
        self.names.clear();
        self.names.extend(0..self.machine.state.heap.objects.len() as u32);
        self.places.clear();
        self.places.extend(&self.names);
        self.current.clear();
        self.sorted.clear();
        self.touched.0.clear();
        self.base = [0; 6];
    }

    /// Puts a thread and a heap in.
    pub fn load(&mut self, thread: &[u64], heap: &[u32]) {
        self.load_heap(heap);
        self.load_thread(thread);
    }

    /// Whether the thread can step. A lock is one of the machine's objects; its owner is a thread's name.
    pub fn status(&self) -> Status {
        self.machine.status(ThreadId(self.loaded))
    }

    /// Whether the thread has ended.
    pub fn is_over(&self) -> bool {
        matches!(self.machine.state.threads[self.loaded as usize].life, Life::Finished(_) | Life::Ended(_))
    }

    /// The locks that are held, with their owners.
    pub fn held(&self) -> impl Iterator<Item = (ObjectName, ThreadName)> + '_ {
        let objects = self.machine.state.heap.objects.iter().zip(&self.names);
        objects.filter(|(o, _)| o.owner != NONE).map(|(o, &name)| (name, o.owner))
    }

    /// What the thread is about to do.
    pub fn pending(&self) -> Pending {
        self.machine.pending(ThreadId(self.loaded))
    }

    /// The name of the thread.
    pub fn loaded(&self) -> ThreadName {
        self.loaded
    }

    /// Lets the thread go on to its next scheduling point; with `settle`, up to its first. Returns the number of steps.
    pub fn go<const POINTS: u8, O: Observer>(&mut self, settle: bool, obs: &mut O) -> u64 {
        let thread = ThreadId(self.loaded);
        self.machine.steps = 0;
        self.machine.state.limit = None;
        // Nobody knows what was seen of the calls that the thread is in.
        self.machine.state.unclear = true;
        self.machine.state.ready.insert(self.loaded);
        let mut both = (&mut self.touched, obs);
        let (steps, _) = self.machine.run_thread::<POINTS, _>(thread, settle, &mut both);
        both.ran(thread, steps);
        self.machine.state.ready.remove(self.loaded);
        self.name_objects();
        steps
    }

    /// What was printed since the last call.
    pub fn printed(&mut self) -> std::vec::Drain<'_, (ThreadId, Value)> {
        self.machine.state.output.drain(..)
    }

    /// The limit that the last steps ran into.
    pub fn limit(&self) -> Option<Limit> {
        self.machine.state.limit
    }

    /// Takes the threads that were forked by the last steps, by name; [`Workbench::turn_to`] looks at one of them.
    pub fn forked(&mut self, into: &mut Vec<ThreadName>) {
        into.clear();
        while self.machine.state.threads.len() > self.threads.len() {
            let Some(child) = self.machine.state.threads.pop() else { break };
            self.machine.state.ready.forget_last();
            let name = (self.loaded, child.fork);
            let next = self.threads.len() as u32 + into.len() as u32;
            let named = *self.thread_names.entry(name).or_insert(next);
            into.push(named);
            self.machine.fresh.push(child);
        }
        // The last of `fresh` is the first one forked.
        into.reverse();
        for &name in into.iter() {
            let Some(child) = self.machine.fresh.pop() else { break };
            let index = name as usize;
            if index >= self.threads.len() {
                // Names given just now may be out of order.
                self.threads.resize(index + 1, (0, 0));
            }
            self.threads[index] = (self.loaded, child.fork);
            self.fit_threads();
            self.machine.state.threads[index] = child;
        }
    }

    /// From now on another thread of the machine is looked at; the heap stays.
    pub fn turn_to(&mut self, name: ThreadName) {
        self.loaded = name;
    }

    fn fit_threads(&mut self) {
        while self.machine.state.threads.len() < self.threads.len() {
            self.machine.state.threads.push(Thread::default());
            self.machine.state.ready.add_thread();
            let last = self.machine.state.threads.len() as u32 - 1;
            self.machine.state.ready.remove(last);
        }
    }

    /// Gives names to the objects made since.
    fn name_objects(&mut self) {
        for place in self.names.len()..self.machine.state.heap.objects.len() {
            let object = &self.machine.state.heap.objects[place];
            let key = (object.thread.0, object.serial);
            let next = self.objects.len() as u32;
            let name = *self.object_names.entry(key).or_insert(next);
            if name == next {
                self.objects.push(key);
            }
            self.names.push(name);
            if self.places.len() <= name as usize {
                self.places.resize(name as usize + 1, NONE);
            }
            self.places[name as usize] = place as u32;
        }
    }

    #[inline]
    fn value(&self, v: Value) -> u64 {
        match v {
            Value::Void => 0,
            Value::Null => 1,
            Value::Bool(b) => 2 + u64::from(b),
            Value::Int(n) => INT | u64::from(n as u32),
            Value::Object(o) => OBJECT | u64::from(self.names[o.index()]),
        }
    }

    #[inline]
    fn unvalue(&self, word: u64) -> Value {
        match word {
            0 => Value::Void,
            1 => Value::Null,
            2 | 3 => Value::Bool(word == 3),
            _ if word & OBJECT != 0 => Value::Object(ObjectId(self.places[word as u32 as usize])),
            _ => Value::Int(word as u32 as i32),
        }
    }
}
