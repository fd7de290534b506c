//! States with store buffers as a few numbers each: what is known of a state that was gone on from.

use crate::numbers::Numbers;
use crate::plain::Reference;
use racefree_interp::machine::Lowered;
use racefree_interp::program::FieldId;
use racefree_interp::reduction::{Buffered, Object, ObjectPath, State, Thread, ThreadPath, WaitingWrite};
use racefree_interp::value::{ThreadId, Value};
use std::sync::Arc;

/// A value by name.
#[derive(PartialEq, Eq, Hash)]
enum Named {
    Object(ObjectPath),
    Other(Value),
}

/// The writes of a thread that wait, by names.
type NamedBuffer = (ThreadPath, Vec<(ObjectPath, FieldId, Named)>);

/// Packs states under names that do not depend on the schedule. Two states are packed alike exactly if they have the same memory and threads,
/// the same writes wait, and the same was printed; of Java but for what nothing leads to.
pub(super) struct Packing<'p> {
    reference: Reference<'p>,
    java: bool,
    threads: Numbers<Arc<Thread>>,
    objects: Numbers<Arc<Object>>,
    buffers: Numbers<NamedBuffer>,
    outputs: Numbers<Vec<String>>,
}

impl<'p> Packing<'p> {
    pub(super) fn new(reference: Reference<'p>, program: &Lowered) -> Packing<'p> {
        Packing {
            reference,
            java: program.on_reference(),
            threads: Numbers::default(),
            objects: Numbers::default(),
            buffers: Numbers::default(),
            outputs: Numbers::default(),
        }
    }

    /// A state; of a write that is open whose, and its place.
    pub(super) fn pack(&mut self, state: &Buffered, open: Option<(ThreadId, usize)>) -> Box<[u32]> {
        let execution = self.reference.execution;
        let output = self.outputs.of(self.output(&state.memory));
        let mut packed = if self.java {
            execution.buffered_words(state)
        } else {
            let State { heap, threads, .. } = execution.canonical(&state.memory);
            let mut all = vec![threads.len() as u32];
            all.extend(threads.iter().map(|thread| self.threads.of(thread.clone())));
            all.extend(heap.iter().map(|object| self.objects.of(object.clone())));
            let mut waits = self.waits(state);
            waits.sort_by(|a, b| a.0.cmp(&b.0));
            all.push(waits.len() as u32);
            all.extend(waits.into_iter().map(|buffer| self.buffers.of(buffer)));
            all
        };
        packed.push(output);
        packed.extend(open.into_iter().flat_map(|(thread, place)| [thread.0, place as u32]));
        packed.into()
    }

    fn waits(&self, state: &Buffered) -> Vec<NamedBuffer> {
        let memory = &state.memory;
        let named = |v: Value| v.object().map_or(Named::Other(v), |o| Named::Object(memory.object_path(o)));
        let write = |w: &WaitingWrite| (memory.object_path(w.object), w.field, named(w.value));
        let buffer = |t| (memory.thread_path(t), state.buffer(t).map(write).collect::<Vec<_>>());
        self.reference.threads(memory).map(buffer).filter(|(_, all)| !all.is_empty()).collect()
    }

    /// The lines printed; of a program of the calculus sorted.
    pub(super) fn output(&self, state: &State) -> Vec<String> {
        let mut output: Vec<String> =
            state.output.iter().map(|(_, v)| self.reference.execution.show_value(state, *v)).collect();
        if !self.java {
            output.sort();
        }
        output
    }
}
