//! Objects, packed and put in; equal ones are not touched.

use super::{NOTHING, ObjectName, Part, Workbench, put};
use crate::index::Packed;
use crate::machine::ready::Contenders;
use crate::machine::state::*;
use crate::ops::Texts;
use crate::program::ClassId;
use crate::value::{ObjectId, Value};
use racefree_grammar::name::Name;
use std::sync::atomic::AtomicU64;

impl Workbench {
    /// The objects that were changed or made since they were put in, each once.
    pub fn changes(&mut self, out: &mut Vec<(ObjectName, Part)>) {
        out.clear();
        let known = self.current.len();
        let mut touched = std::mem::take(&mut self.touched.0);
        touched.retain(|o| o.index() < known);
        touched.sort_unstable();
        touched.dedup();
        for object in touched.drain(..) {
            let new = self.pack_object(object);
            if new != self.current[object.index()] {
                self.current[object.index()] = new;
                out.push((self.names[object.index()], new));
            }
        }
        self.touched.0 = touched;
        for place in known..self.names.len() {
            let new = self.pack_object(ObjectId(place as u32));
            out.push((self.names[place], new));
        }
    }

    fn pack_object(&mut self, o: ObjectId) -> Part {
        let mut words = std::mem::take(&mut self.words);
        words.clear();
        let object = self.machine.state.heap.objects[o.index()];
        words.push(u64::from(self.names[o.index()].0) | u64::from(object.class.0) << 32);
        words.push(u64::from(object.owner.raw()) | u64::from(object.count) << 32);
        let fixed = u64::from(self.fixed(o));
        if object.class == ClassId::STRING {
            words.push(fixed);
        } else {
            words.push(u64::from(object.built) | fixed << 32);
            let size = self.machine.program.defaults[object.class.index()].len();
            let first = object.cells.index();
            words.extend(self.machine.state.heap.cells[first..first + size].iter().map(|&v| self.value(v)));
        }
        let id = Part(self.parts.intern(&words));
        self.words = words;
        id
    }

    /// Returns the constant part of an object, beside its class: its ghosts, or its text.
    pub(super) fn fixed(&mut self, o: ObjectId) -> u32 {
        let object = self.machine.state.heap.objects[o.index()];
        if object.class == ClassId::STRING { self.text_id(o) } else { self.ghosts_id(&object) }
    }

    fn text_id(&mut self, o: ObjectId) -> u32 {
        let Some(text) = self.machine.state.heap.text(Value::Object(o)) else { return NOTHING };
        if let Some(&id) = self.text_ids.get(text) {
            return id;
        }
        let id = self.texts.len() as u32;
        self.texts.push(text.clone());
        self.text_ids.insert(text.clone(), id);
        id
    }

    /// The ghost arguments of an object: for each its root, the number of fields, and these.
    fn ghosts_id(&mut self, object: &FlatObject) -> u32 {
        let Some(first) = object.ghosts.get() else { return NOTHING };
        let program = &self.machine.program;
        let declared = program.tables.classes.declared(object.class);
        let count = declared.map_or(0, |d| program.tables.program.classes[d as usize].ghosts.len());
        let heap = &self.machine.state.heap;
        let (mut words, mut fields) = (Vec::new(), Vec::new());
        for k in 0..count {
            let mut node = heap.ghost_args[first.index() + k].path;
            fields.clear();
            let root = loop {
                match heap.ghost_nodes[node.index()] {
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

    pub(super) fn load_heap(&mut self, heap: &[Part]) {
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
        if heap.len() != objects || self.current.len() != objects || !self.patch(heap) {
            self.load_all(heap);
        }
        let looks = &mut self.machine.state.heap.looks.0;
        looks.clear();
        looks.resize_with(heap.len().div_ceil(64), AtomicU64::default);
    }

    /// Loads the objects that differ in a heap of the same objects. Returns true if it is one.
    fn patch(&mut self, heap: &[Part]) -> bool {
        for (place, &id) in heap.iter().enumerate() {
            let old = self.current[place];
            if id == old {
                continue;
            }
            let (new, old) = (self.parts.get(id.0), self.parts.get(old.0));
            // The same object with the same ghosts, or the same text.
            let string = (new[0] >> 32) as u32 == ClassId::STRING.0;
            let fixed = |words: &[u64]| if string { words[2] } else { words[2] >> 32 };
            if new[0] != old[0] || fixed(new) != fixed(old) {
                return false;
            }
            let object = self.machine.state.heap.objects[place];
            for (cell, &word) in new[3..].iter().enumerate() {
                let v = self.unvalue(word);
                self.machine.state.heap.cells[object.cells.index() + cell] = v;
            }
            let object = &mut self.machine.state.heap.objects[place];
            (object.owner, object.count) = (Packed::from_raw(new[1] as u32), (new[1] >> 32) as u32);
            if !string {
                object.built = new[2] as u32;
            }
            self.current[place] = id;
        }
        true
    }

    fn load_all(&mut self, ids: &[Part]) {
        let heap = &mut self.machine.state.heap;
        heap.objects.clear();
        heap.cells.clear();
        heap.ghost_nodes.clear();
        heap.ghost_args.clear();
        heap.texts.clear();
        heap.units = 0;
        self.names.clear();
        let program = self.machine.program.clone();
        // First the objects, then the references to them.
        for &id in ids {
            let words = self.parts.get(id.0);
            let (name, class) = (ObjectName(words[0] as u32), ClassId((words[0] >> 32) as u32));
            let (owner, count) = (Packed::from_raw(words[1] as u32), (words[1] >> 32) as u32);
            let (thread, serial) = self.objects[name.index()];
            let place = ObjectId(heap.objects.len() as u32);
            let (built, ghosts);
            let cells = CellId(heap.cells.len() as u32);
            if class == ClassId::STRING {
                (built, ghosts) = (0, Packed::from_raw(heap.texts.len() as u32));
                if let Some(contents) = self.texts.get(words[2] as usize) {
                    heap.units += contents.len();
                    heap.texts.push(contents.clone());
                }
            } else {
                (built, ghosts) = (words[2] as u32, Packed::from_raw((words[2] >> 32) as u32));
                heap.cells.extend_from_slice(&program.defaults[class.index()]);
            }
            let thread = thread.id();
            let contenders = Contenders::default();
            heap.objects.push(FlatObject { class, thread, serial, cells, built, owner, count, contenders, ghosts });
            self.names.push(name);
            put(&mut self.places, name, place);
        }
        for (place, &id) in ids.iter().enumerate() {
            let object = self.machine.state.heap.objects[place];
            for cell in 0..self.parts.get(id.0).len() - 3 {
                let v = self.unvalue(self.parts.get(id.0)[3 + cell]);
                self.machine.state.heap.cells[object.cells.index() + cell] = v;
            }
            // So far it has the names of the workbench.
            if object.class != ClassId::STRING
                && let Some(id) = object.ghosts.get()
            {
                self.machine.state.heap.objects[place].ghosts = Packed::some(self.load_ghosts(id.0));
            }
        }
        self.current.clear();
        self.current.extend_from_slice(ids);
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

    fn load_ghosts(&mut self, id: u32) -> GhostArg {
        let words = &self.ghosts[id as usize];
        let first = GhostArg(self.machine.state.heap.ghost_args.len() as u32);
        let mut at = 0;
        while at < words.len() {
            let root = self.unvalue(words[at]);
            let fields = words[at + 1] as usize;
            let heap = &mut self.machine.state.heap;
            heap.ghost_nodes.push(GhostNode::Root(root));
            for &fd in &words[at + 2..at + 2 + fields] {
                let before = GhostNodeId(heap.ghost_nodes.len() as u32 - 1);
                heap.ghost_nodes.push(GhostNode::Field(before, Name(fd as u32)));
            }
            heap.give(GhostNodeId(heap.ghost_nodes.len() as u32 - 1));
            at += 2 + fields;
        }
        first
    }
}
