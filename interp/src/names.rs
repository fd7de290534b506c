//! Names of threads and objects that do not depend on the schedule (calculus, section 8): a thread is its parent and the
//! number of the fork, an object its thread and the number of the `new`.

use crate::machine::{FlatState, Lowered};
use crate::value::{ObjectId, ThreadId};

/// `0` for the main thread, `0.2` for the second thread that it forked, `0.2.1` for the first that that one forked.
fn thread(state: &FlatState, thread: ThreadId) -> String {
    let mut forks = Vec::new();
    let mut at = thread;
    while let Some(t) = state.threads.get(at.index())
        && t.fork > 0
    {
        forks.push(t.fork);
        at = t.parent;
    }
    let mut name = "0".to_owned();
    for fork in forks.into_iter().rev() {
        name.push('.');
        name.push_str(&fork.to_string());
    }
    name
}

/// `Account#1` for the first Account that the main thread makes, `Account#1@0.2` for the first that thread `0.2` makes;
/// a string literal is its text.
pub fn object(program: &Lowered, state: &FlatState, object: ObjectId) -> String {
    let heap = &state.heap;
    let Some(o) = heap.objects.get(object.index()) else { return format!("?{}", object.0) };
    if o.serial == 0 {
        return format!("{:?}", heap.string(object).unwrap_or_default());
    }
    let same = |other: &&crate::machine::state::FlatObject| {
        other.class == o.class && other.thread == o.thread && other.serial != 0 && other.serial <= o.serial
    };
    let number = heap.objects[..=object.index()].iter().filter(same).count();
    let class = program.tables.class_name(o.class);
    match o.thread {
        ThreadId::MAIN => format!("{class}#{number}"),
        by => format!("{class}#{number}@{}", thread(state, by)),
    }
}
