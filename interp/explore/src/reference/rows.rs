//! States as rows of numbers: equal parts have one number, so that a state is a few hundred bytes, and two of them are compared number by number.

use crate::numbers::Numbers;
use racefree_interp::reduction::{Execution, Look, Object, Part, Parts as StateParts, Shape, Shaped, State, Thread};
use racefree_interp::value::{ObjectId, ThreadId, Value};
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::hash::Hash;
use std::rc::Rc;
use std::sync::Arc;

/// A state: numbers of its parts.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    objects: Vec<u32>,
    threads: Vec<u32>,
    /// All that was printed.
    output: u32,
    /// The parts that are neither.
    pub(super) others: (u32, Option<i32>, bool),
}

/// The changes that a thread makes to a state.
#[derive(Default)]
pub(super) struct Changes {
    objects: Vec<(u32, u32)>,
    new_objects: Vec<u32>,
    threads: Vec<(u32, u32)>,
    new_threads: Vec<u32>,
    /// Threads, values, and the numbers of these as text.
    output: Vec<(ThreadId, Value, u32)>,
    others: (u32, Option<i32>, bool),
}

/// The parts of one sort that were met, each with its shape; the words of that are one number.
struct Numbered<T> {
    numbers: FxHashMap<Arc<T>, u32>,
    parts: Vec<(Arc<T>, Shape)>,
}

impl<T> Default for Numbered<T> {
    fn default() -> Numbered<T> {
        Numbered { numbers: FxHashMap::default(), parts: Vec::new() }
    }
}

/// Output up to some text.
struct Printed {
    before: u32,
    thread: ThreadId,
    value: Value,
    /// The whole of it.
    text: u32,
    /// Number of the values.
    length: u32,
}

/// The parts of all states of a search.
pub(super) struct Parts {
    objects: Numbered<Object>,
    threads: Numbered<Thread>,
    words: Numbers<Box<[u32]>>,
    texts: Numbers<Rc<str>>,
    all_texts: Vec<Rc<str>>,
    /// Bytes of these.
    text_bytes: usize,
    printed: Vec<Printed>,
    by_last: FxHashMap<(u32, ThreadId, Value, u32), u32>,
}

impl Default for Parts {
    fn default() -> Parts {
        let mut parts = Parts {
            objects: Numbered::default(),
            threads: Numbered::default(),
            words: Numbers::default(),
            texts: Numbers::default(),
            all_texts: Vec::new(),
            text_bytes: 0,
            printed: Vec::new(),
            by_last: FxHashMap::default(),
        };
        let text = parts.text(String::new());
        parts.printed.push(Printed { before: 0, thread: ThreadId::MAIN, value: Value::Void, text, length: 0 });
        parts
    }
}

impl Row {
    /// The number of objects.
    pub(crate) fn objects(&self) -> usize {
        self.objects.len()
    }

    /// The threads.
    pub(crate) fn threads(&self) -> impl ExactSizeIterator<Item = ThreadId> + use<> {
        (0..self.threads.len() as u32).map(ThreadId)
    }

    /// The number of what stands at a place of the state.
    pub(super) fn found(&self, look: Look) -> u32 {
        match look {
            Look::Object(n) => self.objects.get(n as usize).copied().unwrap_or(u32::MAX),
            Look::Thread(n) => self.threads.get(n as usize).copied().unwrap_or(u32::MAX),
            Look::Objects => self.objects.len() as u32,
            Look::Threads => self.threads.len() as u32,
        }
    }

    /// Bytes, about.
    pub(super) fn memory(&self) -> usize {
        (self.objects.len() + self.threads.len()) * 4 + 100
    }
}

impl<T: Part + Eq + Hash> Numbered<T> {
    /// Makes the parts of these numbers those of other ones.
    fn turn(&self, parts: &mut StateParts<T>, from: &[u32], to: &[u32]) {
        let part = |number: u32| self.parts[number as usize].0.clone();
        parts.truncate(to.len());
        for (n, (old, new)) in from.iter().zip(to).enumerate() {
            if old != new {
                parts.set(n, part(*new));
            }
        }
        to.iter().skip(from.len()).for_each(|&number| parts.push_back(part(number)));
    }

    fn number(&mut self, part: &Arc<T>, words: &mut Numbers<Box<[u32]>>, shape: fn(&T) -> Shape) -> u32 {
        if let Some(&number) = self.numbers.get(part) {
            return number;
        }
        let number = self.parts.len() as u32;
        let mut shape = shape(part);
        shape.words = vec![words.of(shape.words.as_slice().into())];
        self.numbers.insert(part.clone(), number);
        self.parts.push((part.clone(), shape));
        number
    }
}

impl Parts {
    fn object(&mut self, object: &Arc<Object>) -> u32 {
        self.objects.number(object, &mut self.words, Shape::of_object)
    }

    fn thread(&mut self, thread: &Arc<Thread>) -> u32 {
        self.threads.number(thread, &mut self.words, Shape::of_thread)
    }

    fn text(&mut self, text: String) -> u32 {
        let text: Rc<str> = text.into();
        let number = self.texts.of(text.clone());
        if number as usize == self.all_texts.len() {
            self.text_bytes += text.len();
            self.all_texts.push(text);
        }
        number
    }

    /// A state as a row.
    pub(super) fn row(&mut self, run: Execution<'_>, state: &State) -> Row {
        let objects = state.heap.iter().map(|o| self.object(o)).collect();
        let threads = state.threads.iter().map(|t| self.thread(t)).collect();
        let mut row = Row { objects, threads, output: 0, others: state.others() };
        for &(thread, value) in &state.output {
            let text = self.text(run.show_value(state, value));
            row.output = self.output(row.output, (thread, value, text));
        }
        row
    }

    /// Makes a state that is one row to be another one.
    pub(super) fn turn(&self, state: &mut State, from: &Row, to: &Row) {
        self.objects.turn(&mut state.heap, &from.objects, &to.objects);
        self.threads.turn(&mut state.threads, &from.threads, &to.threads);
        if from.output != to.output {
            let mut output = Vec::new();
            let mut at = to.output;
            while at != 0 {
                let Printed { before, thread, value, .. } = self.printed[at as usize];
                output.push((thread, value));
                at = before;
            }
            state.output = output.into_iter().rev().collect();
        }
        state.set_others(to.others);
    }

    /// Number of all that was printed, and the names of the threads.
    pub(super) fn ends(&self, row: &Row) -> Vec<u32> {
        let born = row.threads.iter().map(|&n| &self.threads.parts[n as usize].0);
        let text = self.printed[row.output as usize].text;
        [text].into_iter().chain(born.flat_map(|t| [t.parent.0, t.fork])).collect()
    }

    /// Number of the values that were printed.
    pub(super) fn pieces(&self, row: &Row) -> u32 {
        self.printed[row.output as usize].length
    }

    /// Returns true if a state was met in which something was printed.
    pub(super) fn prints(&self) -> bool {
        self.printed.len() > 1
    }

    fn output(&mut self, before: u32, (thread, value, text): (ThreadId, Value, u32)) -> u32 {
        let next = self.printed.len() as u32;
        let number = *self.by_last.entry((before, thread, value, text)).or_insert(next);
        if number == next {
            let before_it = &self.all_texts[self.printed[before as usize].text as usize];
            let text = self.text(format!("{before_it}{}", self.all_texts[text as usize]));
            let length = self.printed[before as usize].length + 1;
            self.printed.push(Printed { before, thread, value, text, length });
        }
        number
    }

    /// The changes of a thread that has looked at these parts of a state, and has left another one behind.
    pub(super) fn changes(&mut self, run: Execution<'_>, row: &Row, looks: &[Look], to: &State) -> Changes {
        let mut changes = Changes { others: to.others(), ..Changes::default() };
        for &look in looks {
            match look {
                Look::Object(n) => {
                    let Some(&old) = row.objects.get(n as usize) else { continue };
                    let object = &to.heap[n as usize];
                    if !Arc::ptr_eq(object, &self.objects.parts[old as usize].0) {
                        let number = self.object(object);
                        changes.objects.extend((number != old).then_some((n, number)));
                    }
                }
                Look::Thread(n) => {
                    let Some(&old) = row.threads.get(n as usize) else { continue };
                    let thread = &to.threads[n as usize];
                    if !Arc::ptr_eq(thread, &self.threads.parts[old as usize].0) {
                        let number = self.thread(thread);
                        changes.threads.extend((number != old).then_some((n, number)));
                    }
                }
                Look::Objects | Look::Threads => {}
            }
        }
        changes.new_objects = (row.objects.len()..to.heap.len()).map(|n| self.object(&to.heap[n])).collect();
        changes.new_threads = (row.threads.len()..to.threads.len()).map(|n| self.thread(&to.threads[n])).collect();
        let known = self.printed[row.output as usize].length;
        for &(thread, value) in to.output.iter().skip(known as usize) {
            let text = self.text(run.show_value(to, value));
            changes.output.push((thread, value, text));
        }
        changes
    }

    /// Makes changes.
    pub(super) fn change(&mut self, row: &mut Row, changes: &Changes) {
        changes.objects.iter().for_each(|&(n, object)| row.objects[n as usize] = object);
        row.objects.extend(&changes.new_objects);
        changes.threads.iter().for_each(|&(n, thread)| row.threads[n as usize] = thread);
        row.threads.extend(&changes.new_threads);
        for &printed in &changes.output {
            row.output = self.output(row.output, printed);
        }
        row.others = changes.others;
    }

    /// The state in words.
    pub(super) fn words(&self, run: Execution<'_>, row: &Row, memory: Vec<u32>) -> Vec<u32> {
        let mut words = run.words_of(&RowParts { parts: self, row }, memory);
        words.push(self.printed[row.output as usize].text);
        words
    }

    /// Bytes, about.
    pub(super) fn memory(&self) -> usize {
        (self.objects.parts.len() + self.threads.parts.len()) * 600 + self.text_bytes
    }
}

/// A row with its parts.
struct RowParts<'a> {
    parts: &'a Parts,
    row: &'a Row,
}

impl Shaped for RowParts<'_> {
    fn objects(&self) -> usize {
        self.row.objects.len()
    }

    fn threads(&self) -> u32 {
        self.row.threads.len() as u32
    }

    fn born(&self, t: ThreadId) -> (ThreadId, u32) {
        let thread = &self.parts.threads.parts[self.row.threads[t.index()] as usize].0;
        (thread.parent, thread.fork)
    }

    fn thread(&self, t: ThreadId) -> Cow<'_, Shape> {
        Cow::Borrowed(&self.parts.threads.parts[self.row.threads[t.index()] as usize].1)
    }

    fn object(&self, o: ObjectId) -> Cow<'_, Shape> {
        Cow::Borrowed(&self.parts.objects.parts[self.row.objects[o.index()] as usize].1)
    }

    fn others(&self) -> [u32; 3] {
        let (unnamed, halted, over) = self.row.others;
        [unnamed, halted.map_or(0, |status| 1 + status as u32), u32::from(over)]
    }

    fn is_number(&self, o: ObjectId) -> bool {
        self.parts.objects.parts[self.row.objects[o.index()] as usize].0.is_number()
    }

    fn is_root(&self, o: ObjectId) -> bool {
        self.parts.objects.parts[self.row.objects[o.index()] as usize].0.is_root()
    }
}
