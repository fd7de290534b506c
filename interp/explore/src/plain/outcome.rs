//! Outcome of a run, in words: its final state under names that do not depend on the schedule.

use super::Reference;
use crate::result::Outcome;
use racefree_interp::Status;
use racefree_interp::reduction::{Object, State};
use racefree_interp::value::{ObjectId, ThreadId, Value};
use std::sync::Arc;

/// Describes a final state in words, its output left out.
pub fn outcome(reference: &Reference<'_>, state: &State) -> Outcome {
    let mut threads: Vec<(String, String)> = reference
        .threads(state)
        .map(|t| {
            let how = match reference.execution.status(state, t) {
                Status::Finished(v) => value(reference, state, v),
                Status::Ended(exception) => exception.name().to_owned(),
                Status::Blocked { .. } => "blocked".to_owned(),
                Status::Stuck | Status::Waiting { .. } | Status::Ready => "stuck".to_owned(),
            };
            (thread_name(state, t), how)
        })
        .collect();
    threads.sort();
    let tables = reference.execution.tables;
    let mut heap = Vec::new();
    for (number, object) in state.heap.iter().enumerate() {
        if object.text.is_some() || object.fields.is_empty() {
            continue;
        }
        // The name of the field in each slot.
        let fields = reference.fields_of(object.class).iter().zip(&object.fields).map(|(&field, &v)| {
            let full = tables.field_name(field);
            format!("{}: {}", full.rsplit('.').next().unwrap_or_default(), value(reference, state, v))
        });
        let fields = fields.collect::<Vec<_>>().join(", ");
        heap.push(format!("{} {{ {fields} }}", object_name(reference, state, ObjectId(number as u32))));
    }
    heap.sort();
    let threads = threads.into_iter().map(|(name, how)| format!("{name}: {how}")).collect();
    Outcome { heap, threads, output: None, count: 0, traces: None }
}

pub(super) fn value(reference: &Reference<'_>, state: &State, v: Value) -> String {
    match v {
        Value::Object(o) => match state.object(o) {
            Some(Object { text: Some(text), .. }) => format!("{:?}", String::from_utf16_lossy(text)),
            _ => object_name(reference, state, o),
        },
        Value::Void | Value::Null | Value::Bool(_) | Value::Int(_) => reference.execution.show_value(state, v),
    }
}

/// `0.2` for the second thread that the main thread forked.
fn thread_name(state: &State, thread: ThreadId) -> String {
    state.thread_path(thread).iter().fold("0".to_owned(), |name, fork| format!("{name}.{fork}"))
}

/// `Account#1@0.2` for the first Account that thread `0.2` makes.
pub(super) fn object_name(reference: &Reference<'_>, state: &State, object: ObjectId) -> String {
    let Some(o) = state.heap.get(object.index()) else { return "?".to_owned() };
    let earlier = |other: &&Arc<Object>| {
        other.class == o.class && other.thread == o.thread && other.serial != 0 && other.serial <= o.serial
    };
    let number = state.heap.iter().filter(earlier).count();
    let class = reference.execution.tables.class_name(o.class);
    match o.thread {
        ThreadId::MAIN => format!("{class}#{number}"),
        by => format!("{class}#{number}@{}", thread_name(state, by)),
    }
}
