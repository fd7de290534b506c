//! guard: at a read or write of `o.fd` with guard `l`, the accessing thread holds the object that `l` denotes (`this` := o,
//! ghosts := o's); not at init-writes, nor at reads of final fields.

use super::Wrong;
use crate::machine::quick::QuickGuard;
use crate::observe::View;
use crate::program::FieldId;
use crate::value::{ObjectId, Value};

#[inline(always)]
pub(super) fn at_access(view: View<'_>, object: ObjectId, field: FieldId, writes: bool) -> Option<Wrong> {
    let f = view.program.fields[field.index()];
    let held = match f.guard {
        QuickGuard::Unguarded => true,
        _ if f.is_final && !writes => true,
        QuickGuard::This => view.heap.holds(view.id, object),
        QuickGuard::Path => path_held(view, object, field),
    };
    (!held).then_some(Wrong::Unguarded(field))
}

fn path_held(view: View<'_>, object: ObjectId, field: FieldId) -> bool {
    let tables = &view.program.tables;
    let guard = tables.fields[field.index()].guard.as_ref();
    match guard.and_then(|guard| view.heap.denote_path(tables, guard, &[Value::Object(object)])) {
        Some(Value::Object(lock)) => view.heap.holds(view.id, lock),
        _ => false,
    }
}
