//! guard: at a read or write of `o.fd` with guard `l`, the accessing thread holds the object that `l` denotes (`this` := o,
//! ghosts := o's); not at init-writes, nor at reads of final fields.

use super::Wrong;
use crate::observe::View;
use crate::program::FieldId;
use crate::value::{ObjectId, Value};

#[inline]
pub(super) fn at_access(view: View<'_>, object: ObjectId, field: FieldId, writes: bool) -> Option<Wrong> {
    let f = &view.program.tables.fields[field.index()];
    let guard = f.guard.as_ref()?;
    if f.is_final && !writes {
        return None;
    }
    if guard.is_this() {
        if view.heap.object(object).held_by(view.id) {
            return None;
        }
    } else if let Some(Value::Object(lock)) =
        view.heap.denote_path(&view.program.tables, guard, &[Value::Object(object)])
        && view.heap.object(lock).held_by(view.id)
    {
        return None;
    }
    Some(Wrong::Unguarded(field))
}
