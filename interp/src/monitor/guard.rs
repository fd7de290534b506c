//! guard: at a read or write of `o.fd` with guard `l`, the accessing thread holds the object that `l` denotes (`this` := o,
//! ghosts := o's); not at init-writes, nor at reads of final fields.

use super::Wrong;
use crate::observe::View;
use crate::program::FieldId;
use crate::value::{ObjectId, Value};

pub(super) fn at_access(view: View<'_>, object: ObjectId, field: FieldId, writes: bool) -> Option<Wrong> {
    let tables = &view.program.tables;
    let f = &tables.fields[field.index()];
    let guard = f.guard.as_ref().filter(|_| writes || !f.is_final)?;
    match view.heap.denote_path(tables, guard, &[Value::Object(object)]) {
        Some(Value::Object(lock)) if view.heap.holds(view.id, lock) => None,
        _ => Some(Wrong::Unguarded(field)),
    }
}
