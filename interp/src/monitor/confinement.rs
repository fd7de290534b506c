//! confinement: a field that is neither guarded nor final is accessed only by the thread that allocated the object.

use super::Wrong;
use crate::machine::quick::QuickGuard;
use crate::observe::View;
use crate::program::FieldId;
use crate::value::ObjectId;

#[inline(always)]
pub(super) fn at_access(view: View<'_>, object: ObjectId, field: FieldId) -> Option<Wrong> {
    let f = view.program.fields[field.index()];
    if f.guard != QuickGuard::Unguarded || f.is_final {
        return None;
    }
    let owner = view.heap.object(object).thread;
    if owner == view.id {
        return None;
    }
    Some(Wrong::Unconfined(field, owner))
}
