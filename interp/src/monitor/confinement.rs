//! confinement: a field that is neither guarded nor final is accessed only by the thread that allocated the object.

use super::Wrong;
use crate::observe::View;
use crate::program::FieldId;
use crate::value::ObjectId;

pub(super) fn at_access(view: View<'_>, object: ObjectId, field: FieldId) -> Option<Wrong> {
    let f = &view.program.tables.fields[field.index()];
    let owner = view.heap.object(object).thread;
    (f.guard.is_none() && !f.is_final && owner != view.id).then_some(Wrong::Unconfined(field, owner))
}
