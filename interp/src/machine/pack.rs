//! Threads and the heap in packed form, each by itself, under names that do not depend on the schedule.
//!
//! What a step does depends on the thread that makes it and on the heap alone, and it changes nothing else. So whoever
//! explores many schedules can keep each thread and each heap once, and ask a [`Workbench`] for a step of a thread on a
//! heap; equal states have equal parts.

use super::code::What;
use super::intern::Interner;
use super::state::*;
use super::{Lowered, Machine, Pending, Status};
use crate::event::{Event, EventKind};
use crate::observe::{Observer, View};
use crate::ops::{Text, Texts};
use crate::options::{Limit, Limits, Semantics};
use crate::program::{ClassId, Root, Ty};
use crate::value::{Exception, ObjectId, ThreadId, Value};
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;
use std::sync::Arc;

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

    fn value(&self, v: Value) -> u64 {
        match v {
            Value::Void => 0,
            Value::Null => 1,
            Value::Bool(b) => 2 + u64::from(b),
            Value::Int(n) => INT | u64::from(n as u32),
            Value::Object(o) => OBJECT | u64::from(self.names[o.index()]),
        }
    }

    fn unvalue(&self, word: u64) -> Value {
        match word {
            0 => Value::Void,
            1 => Value::Null,
            2 | 3 => Value::Bool(word == 3),
            _ if word & OBJECT != 0 => Value::Object(ObjectId(self.places[word as u32 as usize])),
            _ => Value::Int(word as u32 as i32),
        }
    }

    /// The thread, packed. Two that are told apart only by dead variables are the same.
    pub fn pack_thread(&self, out: &mut Vec<u64>) {
        out.clear();
        let thread = &self.machine.state.threads[self.loaded as usize];
        let (life, value) = match thread.life {
            // Whether somebody has noticed yet that it is stuck does not matter.
            Life::Running | Life::Stuck => (0, 0),
            Life::Finished(v) => (1, self.value(v)),
            Life::Unwinding(x) => (2, x as u64),
            Life::Ended(x) => (3, x as u64),
        };
        out.push(u64::from(self.loaded) | life << 32 | u64::from(thread.unusual) << 40);
        out.push(value);
        if matches!(life, 1 | 3) {
            return;
        }
        out.push(u64::from(thread.allocs) | u64::from(thread.forks) << 32);
        out.push(thread.syncs.len() as u64 | (thread.frames.len() as u64) << 32);
        for held in &thread.syncs {
            let object = held.object.map_or(NONE, |o| self.names[o.index()]);
            out.push(u64::from(object) | u64::from(held.site.0) << 32);
        }
        if life == 2 {
            return;
        }
        // From the current frame outwards; a caller's result register is written before it is read.
        let (mut code, mut pc, mut base) = (thread.code, thread.pc, thread.base as usize);
        let mut result = None;
        for frame in thread.frames.iter().rev().map(Some).chain([None]) {
            out.push(u64::from(code.0) | u64::from(pc) << 32);
            out.push(u64::from(result.unwrap_or(NONE)));
            let piece = self.machine.program.code(code);
            let live = piece.live.get(pc as usize).map(|live| live | self.returned[code.0 as usize]);
            let regs = &thread.regs[base..base + piece.constants as usize];
            for (reg, &v) in regs.iter().enumerate() {
                let dead = live.is_some_and(|live| live >> reg & 1 == 0) || result == Some(reg as u32);
                out.push(if dead { 0 } else { self.value(v) });
            }
            if let Some(f) = frame {
                (base, code, pc, result) = (f.base as usize, f.code, f.pc, Some(f.dst));
            }
        }
    }

    fn load_thread(&mut self, words: &[u64]) {
        let name = words[0] as u32;
        self.loaded = name;
        self.fit_threads();
        let mut thread = std::mem::take(&mut self.machine.state.threads[name as usize]);
        let (parent, fork) = self.threads[name as usize];
        (thread.parent, thread.fork) = (ThreadId(parent), fork);
        thread.unusual = words[0] >> 40 & 1 == 1;
        thread.frames.clear();
        thread.regs.clear();
        thread.syncs.clear();
        thread.base = 0;
        let exception = match words[1] {
            0 => Exception::NullPointer,
            1 => Exception::DivisionByZero,
            2 => Exception::AssertionFailed,
            _ => Exception::IndexOutOfRange,
        };
        let life = words[0] >> 32 & 0xff;
        thread.life = match life {
            0 => Life::Running,
            1 => Life::Finished(self.unvalue(words[1])),
            2 => Life::Unwinding(exception),
            _ => Life::Ended(exception),
        };
        if matches!(life, 0 | 2) {
            (thread.allocs, thread.forks) = (words[2] as u32, (words[2] >> 32) as u32);
            let (syncs, frames) = (words[3] as u32 as usize, (words[3] >> 32) as usize);
            for &word in &words[4..4 + syncs] {
                let name = word as u32;
                let object = (name != NONE).then(|| ObjectId(self.places[name as usize]));
                thread.syncs.push(Held { object, site: ExprId((word >> 32) as u32) });
            }
            if life == 0 {
                self.load_frames(&mut thread, &words[4 + syncs..], frames);
            }
        }
        self.machine.state.threads[name as usize] = thread;
    }

    fn load_frames(&self, thread: &mut Thread, words: &[u64], frames: usize) {
        // Where each frame's words begin, from the innermost; they are laid down from the outermost.
        let mut starts = Vec::with_capacity(frames + 1);
        let mut at = 0;
        for _ in 0..=frames {
            starts.push(at);
            at += 2 + self.machine.program.codes[words[at] as u32 as usize].constants as usize;
        }
        for (depth, &at) in starts.iter().rev().enumerate() {
            let (code, pc) = (super::code::CodeId(words[at] as u32), (words[at] >> 32) as u32);
            let piece = self.machine.program.code(code);
            let base = thread.regs.len();
            thread.regs.extend_from_slice(&piece.template);
            let count = piece.constants as usize;
            for (reg, &word) in thread.regs[base..base + count].iter_mut().zip(&words[at + 2..]) {
                *reg = self.unvalue(word);
            }
            if depth == frames {
                (thread.code, thread.pc, thread.base) = (code, pc, base as u32);
            } else {
                thread.frames.push(Frame { code, pc, base: base as u32, dst: words[at + 1] as u32 });
            }
        }
    }

    /// The heap, packed: the contents of the objects, by number, in the order of their names.
    pub fn pack_heap(&mut self, out: &mut Vec<u32>) {
        let known = self.current.len();
        let mut touched = std::mem::take(&mut self.touched.0);
        for object in touched.drain(..).filter(|o| o.index() < known) {
            let old = self.current[object.index()];
            let new = self.pack_object(object.0);
            if new != old {
                self.current[object.index()] = new;
                if let Some(at) = self.sorted.iter().position(|&id| id == old) {
                    self.sorted[at] = new;
                }
            }
        }
        self.touched.0 = touched;
        for place in known..self.names.len() {
            let new = self.pack_object(place as u32);
            self.current.push(new);
            let name = self.names[place];
            let named = |id: &u32| self.contents.get(*id)[0] as u32;
            let at = match self.sorted.last() {
                Some(last) if named(last) > name => self.sorted.partition_point(|id| named(id) < name),
                _ => self.sorted.len(),
            };
            self.sorted.insert(at, new);
        }
        out.clear();
        out.extend_from_slice(&self.sorted);
    }

    fn pack_object(&mut self, place: u32) -> u32 {
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        let object = self.machine.state.heap.objects[place as usize];
        words.push(u64::from(self.names[place as usize]) | u64::from(object.class.0) << 32);
        words.push(u64::from(object.owner) | u64::from(object.count) << 32);
        if object.class == ClassId::STRING {
            words.push(u64::from(self.text_id(place)));
        } else {
            let ghosts = self.ghosts_id(&object);
            words.push(u64::from(object.built) | u64::from(ghosts) << 32);
            let size = self.machine.program.defaults[object.class.index()].len();
            let first = object.cells as usize;
            words.extend(self.machine.state.heap.cells[first..first + size].iter().map(|&v| self.value(v)));
        }
        let id = self.contents.intern(&words);
        self.words = words;
        id
    }

    fn text_id(&mut self, place: u32) -> u32 {
        let Some(text) = self.machine.state.heap.text(Value::Object(ObjectId(place))) else { return NONE };
        if let Some(&id) = self.text_ids.get(text) {
            return id;
        }
        let id = self.texts.len() as u32;
        self.texts.push(text.clone());
        self.text_ids.insert(text.clone(), id);
        id
    }

    /// The ghost arguments of an object: for each its root, the number of fields, and these.
    fn ghosts_id(&mut self, object: &Object) -> u32 {
        if object.ghosts == NONE {
            return NONE;
        }
        let program = &self.machine.program;
        let declared = program.tables.classes.get(object.class).declared;
        let count = declared.map_or(0, |d| program.tables.program.classes[d as usize].ghosts.len());
        let heap = &self.machine.state.heap;
        let (mut words, mut fields) = (Vec::new(), Vec::new());
        for k in 0..count {
            let mut node = heap.ghost_args[object.ghosts as usize + k];
            fields.clear();
            let root = loop {
                match heap.ghost_nodes[node as usize] {
                    GhostNode::Root(v) => break v,
                    GhostNode::Field(before, fd) => {
                        fields.push(u64::from(fd.0));
                        node = before;
                    }
                }
            };
            words.push(self.value(root));
            words.push(fields.len() as u64);
            words.extend(fields.iter().rev());
        }
        let words = words.into_boxed_slice();
        if let Some(&id) = self.ghost_ids.get(&words) {
            return id;
        }
        let id = self.ghosts.len() as u32;
        self.ghosts.push(words.clone());
        self.ghost_ids.insert(words, id);
        id
    }

    fn load_heap(&mut self, heap: &[u32]) {
        self.touched.0.clear();
        // Objects made since are gone.
        let [objects, cells, nodes, args, texts, units] = self.base;
        let state = &mut self.machine.state.heap;
        state.objects.truncate(objects);
        state.cells.truncate(cells);
        state.ghost_nodes.truncate(nodes);
        state.ghost_args.truncate(args);
        state.texts.truncate(texts);
        state.units = units;
        self.names.truncate(objects);
        self.current.truncate(objects);
        if heap.len() == objects && self.current.len() == objects && self.patch(heap) {
            self.sorted.clear();
            self.sorted.extend_from_slice(heap);
            return;
        }
        self.load_all(heap);
    }

    /// Loads what is different in a heap of the same objects. Returns whether it is one.
    fn patch(&mut self, heap: &[u32]) -> bool {
        for (place, &id) in heap.iter().enumerate() {
            let old = self.current[place];
            if id == old {
                continue;
            }
            let (new, old) = (self.contents.get(id), self.contents.get(old));
            // The same object with the same ghosts, or the same text.
            let string = (new[0] >> 32) as u32 == ClassId::STRING.0;
            let fixed = |words: &[u64]| if string { words[2] } else { words[2] >> 32 };
            if new[0] != old[0] || fixed(new) != fixed(old) {
                return false;
            }
            let object = self.machine.state.heap.objects[place];
            for (cell, &word) in new[3..].iter().enumerate() {
                let v = self.unvalue(word);
                self.machine.state.heap.cells[object.cells as usize + cell] = v;
            }
            let object = &mut self.machine.state.heap.objects[place];
            (object.owner, object.count) = (new[1] as u32, (new[1] >> 32) as u32);
            if !string {
                object.built = new[2] as u32;
            }
            self.current[place] = id;
        }
        true
    }

    fn load_all(&mut self, ids: &[u32]) {
        let heap = &mut self.machine.state.heap;
        heap.objects.clear();
        heap.cells.clear();
        heap.ghost_nodes.clear();
        heap.ghost_args.clear();
        heap.texts.clear();
        heap.text_owner = 0;
        heap.units = 0;
        self.names.clear();
        let program = self.machine.program.clone();
        // First the objects, then what points at them.
        for &id in ids {
            let words = self.contents.get(id);
            let (name, class) = (words[0] as u32, ClassId((words[0] >> 32) as u32));
            let (owner, count) = (words[1] as u32, (words[1] >> 32) as u32);
            let (thread, serial) = self.objects[name as usize];
            let place = heap.objects.len() as u32;
            let (mut built, mut ghosts, mut text) = (0, NONE, NONE);
            let cells = heap.cells.len() as u32;
            if class == ClassId::STRING {
                text = heap.texts.len() as u32;
                if let Some(contents) = self.texts.get(words[2] as usize) {
                    heap.units += contents.len();
                    heap.texts.push(contents.clone());
                }
            } else {
                (built, ghosts) = (words[2] as u32, (words[2] >> 32) as u32);
                heap.cells.extend_from_slice(&program.defaults[class.index()]);
            }
            let thread = ThreadId(thread);
            let contenders = 0;
            heap.objects.push(Object { class, thread, serial, cells, built, owner, count, contenders, ghosts, text });
            self.names.push(name);
            if self.places.len() <= name as usize {
                self.places.resize(name as usize + 1, NONE);
            }
            self.places[name as usize] = place;
        }
        for (place, &id) in ids.iter().enumerate() {
            let object = self.machine.state.heap.objects[place];
            for cell in 0..self.contents.get(id).len() - 3 {
                let v = self.unvalue(self.contents.get(id)[3 + cell]);
                self.machine.state.heap.cells[object.cells as usize + cell] = v;
            }
            if object.ghosts != NONE {
                self.machine.state.heap.objects[place].ghosts = self.load_ghosts(object.ghosts);
            }
        }
        self.current.clear();
        self.current.extend_from_slice(ids);
        self.sorted.clear();
        self.sorted.extend_from_slice(ids);
        let heap = &self.machine.state.heap;
        self.base = [
            heap.objects.len(),
            heap.cells.len(),
            heap.ghost_nodes.len(),
            heap.ghost_args.len(),
            heap.texts.len(),
            heap.units,
        ];
    }

    fn load_ghosts(&mut self, id: u32) -> u32 {
        let words = &self.ghosts[id as usize];
        let first = self.machine.state.heap.ghost_args.len() as u32;
        let mut at = 0;
        while at < words.len() {
            let root = self.unvalue(words[at]);
            let fields = words[at + 1] as usize;
            let heap = &mut self.machine.state.heap;
            heap.ghost_nodes.push(GhostNode::Root(root));
            for &fd in &words[at + 2..at + 2 + fields] {
                let before = heap.ghost_nodes.len() as u32 - 1;
                heap.ghost_nodes.push(GhostNode::Field(before, Name(fd as u32)));
            }
            heap.ghost_args.push(heap.ghost_nodes.len() as u32 - 1);
            at += 2 + fields;
        }
        first
    }
}

/// The registers that the result type of a method mentions: a monitor looks at them when it returns.
fn mentioned(program: &Lowered, what: What) -> u64 {
    let What::Method(m) = what else { return 0 };
    let Ty::Class(_, args) = &program.methods[m as usize].ret else { return 0 };
    let bit = |reg: u32| if reg < 64 { 1u64 << reg } else { 0 };
    args.iter().fold(0, |mask, path| match path.root {
        Root::Reg(reg) => mask | bit(reg),
        Root::Ghost { this, .. } => mask | bit(this),
    })
}
