//! Threads and objects in packed form, each by itself, under names that do not depend on the schedule.
//!
//! A step depends on the thread that makes it and on the objects that it looks at, and it changes nothing else. So an
//! exploration of many schedules can keep each thread and each object once, as a [`Part`] of states, ask a
//! [`Workbench`] for a step of a thread, and learn the objects that it depends on; equal states have equal parts.

mod heap;
mod thread;

use crate::event::{Event, EventKind};
use crate::index::Packed;
use crate::machine::intern::Interner;
use crate::machine::observer::{Observer, View};
use crate::machine::{FlatState, Lowered, Machine, SchedulingPoints};
use crate::ops::Text;
use crate::options::{Limit, Limits, Semantics};
use crate::pending::{Pending, Status};
use crate::value::{ObjectId, ThreadId, Value};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use thread::mentioned;

racefree_grammar::index! {
    /// A thread by its name: 0 is the main thread, the others in the order in which the workbench met them. The machine of the
    /// workbench has it as its [`ThreadId`].
    ThreadName;
    /// An object by its name: the literals first, the others in the order in which the workbench met them. The
    /// constants of an object go with its name: its class, its ghost arguments, its text.
    ObjectName;
    /// A thread or an object with all of its contents.
    Part;
}

impl ThreadName {
    /// The main thread.
    pub const MAIN: ThreadName = ThreadName(0);

    /// The thread, as the machine of the workbench has it.
    #[inline]
    pub fn id(self) -> ThreadId {
        ThreadId(self.0)
    }

    /// The name of a thread of that machine.
    #[inline]
    pub fn of(id: ThreadId) -> ThreadName {
        ThreadName(id.0)
    }
}

/// Stands for ghosts, or a text, that an object has not got.
const NOTHING: u32 = u32::MAX;

/// Marks a thread, in the first word of a part.
const THREAD: u64 = 1 << 63;
/// Life cycle of threads, in the second half of their first word.
const RUNNING: u64 = 0;
const FINISHED: u64 = 1;
const UNWINDING: u64 = 2;
const ENDED: u64 = 3;

const OBJECT: u64 = 2 << 32;
const INT: u64 = 1 << 32;

/// A machine for one thread at a time.
#[derive(Debug)]
pub struct Workbench {
    machine: Machine,
    most_threads: u32,
    loaded: ThreadName,
    /// The parent of each thread, and the number of the fork.
    threads: Vec<(ThreadName, u32)>,
    thread_names: FxHashMap<(ThreadName, u32), ThreadName>,
    /// The thread of each object, and the number of its `new`.
    objects: Vec<(ThreadName, u32)>,
    /// The same with class, and with ghosts or text.
    object_names: FxHashMap<(ThreadName, u32, u32, u32), ObjectName>,
    ghosts: Vec<Box<[u64]>>,
    ghost_ids: FxHashMap<Box<[u64]>, u32>,
    texts: Vec<Text>,
    text_ids: FxHashMap<Text, u32>,
    /// Objects: name and class, owner and count, fields built and ghosts (of a string, its text), fields. Threads.
    parts: Interner,
    /// The machine's objects, as they were put in.
    current: Vec<Part>,
    wanted: Vec<Part>,
    /// Sizes of the heap that was put in last: objects, cells, ghost nodes and arguments, texts, and their length.
    base: [usize; 6],
    touched: Touched,
    /// The names of the machine's objects.
    names: Vec<ObjectName>,
    /// The machine's objects by name.
    places: Vec<Packed<ObjectId>>,
    /// For each code the registers that its result type mentions.
    returned: Vec<u64>,
    words: Vec<u64>,
}

/// The objects that steps were about.
#[derive(Debug, Default)]
struct Touched(Vec<ObjectId>);

impl Observer for Touched {
    const LOCAL: bool = false;

    #[inline]
    fn event(&mut self, _: View<'_>, event: &Event) {
        if let EventKind::Read { object, .. }
        | EventKind::Write { object, .. }
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
        let mut machine = Machine::new(program, semantics, limits);
        machine.state.ready.threads.remove(ThreadId::MAIN);
        let program = &machine.program;
        Workbench {
            most_threads: limits.threads,
            loaded: ThreadName::MAIN,
            threads: vec![(ThreadName::MAIN, 0)],
            thread_names: FxHashMap::default(),
            objects: vec![(ThreadName::MAIN, 0); program.tables.literals.len()],
            object_names: FxHashMap::default(),
            ghosts: Vec::new(),
            ghost_ids: FxHashMap::default(),
            texts: Vec::new(),
            text_ids: FxHashMap::default(),
            parts: Interner::default(),
            current: Vec::new(),
            wanted: Vec::new(),
            base: [0; 6],
            touched: Touched::default(),
            names: Vec::new(),
            places: Vec::new(),
            returned: program.codes.iter().map(|code| mentioned(program, code.what)).collect(),
            words: Vec::new(),
            machine,
        }
    }

    /// Bytes in use for threads and objects.
    pub fn memory(&self) -> usize {
        self.parts.memory()
    }

    /// Forgets all threads and objects. Returns their old parts, so that some can be [kept](Workbench::keep).
    pub fn forget(&mut self) -> Interner {
        self.load_first();
        std::mem::take(&mut self.parts)
    }

    /// Keeps a forgotten thread or object.
    pub fn keep(&mut self, old: &Interner, part: Part) -> Part {
        Part(self.parts.intern(old.get(part.0)))
    }

    /// The machine, with the thread and the heap that were put in last.
    pub fn machine(&self) -> &Machine {
        &self.machine
    }

    /// The parent of a thread, and the number of the fork, from 1.
    pub fn thread(&self, name: ThreadName) -> (ThreadName, u32) {
        self.threads[name.index()]
    }

    /// The thread that made an object, and the number of its `new`, from 1; a literal has number 0.
    pub fn object(&self, name: ObjectName) -> (ThreadName, u32) {
        self.objects[name.index()]
    }

    /// The name of an object of the machine.
    pub fn name_of(&self, object: ObjectId) -> ObjectName {
        self.names[object.index()]
    }

    /// Puts the first state in.
    pub fn load_first(&mut self) {
        self.machine.reset();
        self.machine.state.ready.threads.remove(ThreadId::MAIN);
        self.loaded = ThreadName::MAIN;
        self.fit_threads();
        self.names.clear();
        let literals = 0..self.machine.state.heap.objects.len() as u32;
        self.names.extend(literals.clone().map(ObjectName));
        self.places.clear();
        self.places.extend(literals.map(ObjectId).map(Packed::some));
        self.current.clear();
        self.touched.0.clear();
        self.base = [0; 6];
    }

    /// Puts a thread and objects in; there are `threads` threads altogether.
    pub fn load(&mut self, thread: Part, objects: impl Iterator<Item = Part>, threads: usize) {
        // The machine has all threads that ever were, which is no reason to be close to the limit.
        let others = (self.threads.len() - threads.min(self.threads.len())) as u32;
        self.machine.limits.threads = self.most_threads.saturating_add(others);
        let mut wanted = std::mem::take(&mut self.wanted);
        wanted.clear();
        wanted.extend(objects);
        self.load_heap(&wanted);
        self.wanted = wanted;
        self.load_thread(thread);
    }

    /// Returns true if this is a thread, and has ended.
    pub fn has_ended(&self, part: Part) -> bool {
        let first = self.parts.get(part.0)[0];
        first & THREAD != 0 && matches!(first >> 32 & 0xff, FINISHED | ENDED)
    }

    /// The owner of the lock of an object.
    pub fn owner(&self, object: Part) -> Packed<ThreadName> {
        Packed::from_raw(self.parts.get(object.0)[1] as u32)
    }

    /// Returns the status of the thread. A lock is one of the machine's objects; its owner is a thread's name.
    pub fn status(&self) -> Status {
        self.machine.status(self.loaded.id())
    }

    /// Returns the pending step of the thread.
    pub fn pending(&self) -> Pending {
        self.machine.pending(self.loaded.id())
    }

    /// The name of the thread.
    pub fn loaded(&self) -> ThreadName {
        self.loaded
    }

    /// Lets the thread go on to its next scheduling point; with `settle`, up to its first. Returns the number of steps.
    pub fn go<P: SchedulingPoints, O: Observer>(&mut self, settle: bool, obs: &mut O) -> u64 {
        let thread = self.loaded.id();
        self.machine.steps = 0;
        self.machine.state.limit = None;
        // It is not known which objects the open calls of the thread have looked at.
        self.machine.state.ready.threads.insert(thread);
        let mut both = (&mut self.touched, obs);
        self.machine.run_thread::<P, _>(thread, settle, 0, &mut both, &mut |_| None);
        let steps = self.machine.steps - self.machine.turn;
        both.ran(thread, steps);
        self.machine.spare.join(&mut self.machine.state.threads);
        // Wishes of other threads are not known.
        let FlatState { heap, ready, .. } = &mut self.machine.state;
        ready.forget_wishes(thread, &mut heap.objects);
        ready.threads.remove(thread);
        self.name_objects();
        steps
    }

    /// The objects put in that later steps were about or looked at; some may be named twice.
    pub fn footprint(&self, into: &mut Vec<ObjectName>) {
        into.clear();
        let touched = self.touched.0.iter().map(|o| o.index());
        let looks = self.machine.state.heap.looks.0.iter().enumerate();
        let looked = looks.flat_map(|(word, bits)| {
            let mut left = bits.load(Relaxed);
            std::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(word * 64 + bit)
            })
        });
        into.extend(touched.chain(looked).filter(|&o| o < self.current.len()).map(|o| self.names[o]));
    }

    /// Number of objects that steps have made since the thread was put in, and units of text.
    pub fn made(&self) -> (usize, usize) {
        let heap = &self.machine.state.heap;
        (heap.objects.len() - self.current.len(), heap.units - self.base[5])
    }

    /// Takes the values printed since the last call.
    pub fn printed(&mut self) -> std::vec::Drain<'_, (ThreadId, Value)> {
        self.machine.state.output.drain(..)
    }

    /// The limit that the last steps ran into.
    pub fn limit(&self) -> Option<Limit> {
        self.machine.state.limit
    }

    /// Looks at another thread of the machine from now on; the heap stays.
    pub fn turn_to(&mut self, name: ThreadName) {
        self.loaded = name;
    }

    /// Gives names to the objects made since.
    fn name_objects(&mut self) {
        for place in self.names.len()..self.machine.state.heap.objects.len() {
            let object = self.machine.state.heap.objects[place];
            let fixed = self.fixed(ObjectId(place as u32));
            let key = (ThreadName::of(object.thread), object.serial, object.class.0, fixed);
            let next = ObjectName(self.objects.len() as u32);
            let name = *self.object_names.entry(key).or_insert(next);
            if name == next {
                self.objects.push((key.0, key.1));
            }
            self.names.push(name);
            put(&mut self.places, name, ObjectId(place as u32));
        }
    }

    /// The object of the machine that has this name; it has one.
    #[inline]
    fn placed(&self, name: ObjectName) -> ObjectId {
        ObjectId(self.places[name.index()].raw())
    }

    #[inline]
    fn value(&self, v: Value) -> u64 {
        match v {
            Value::Void => 0,
            Value::Null => 1,
            Value::Bool(b) => 2 + u64::from(b),
            Value::Int(n) => INT | u64::from(n as u32),
            Value::Object(o) => OBJECT | u64::from(self.names[o.index()].0),
        }
    }

    #[inline]
    fn unvalue(&self, word: u64) -> Value {
        match word {
            0 => Value::Void,
            1 => Value::Null,
            2 | 3 => Value::Bool(word == 3),
            _ if word & OBJECT != 0 => Value::Object(self.placed(ObjectName(word as u32))),
            _ => Value::Int(word as u32 as i32),
        }
    }
}

/// The machine has the object of this name there.
fn put(places: &mut Vec<Packed<ObjectId>>, name: ObjectName, object: ObjectId) {
    if places.len() <= name.index() {
        places.resize(name.index() + 1, Packed::NONE);
    }
    places[name.index()] = Packed::some(object);
}
