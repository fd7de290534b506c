//! final: a final field is written once, by its init-write, and never read before.

use super::Wrong;
use crate::observe::View;
use crate::program::FieldId;
use crate::value::ObjectId;

#[inline(always)]
pub(super) fn at_read(view: View<'_>, object: ObjectId, field: FieldId) -> Option<Wrong> {
    let f = view.program.fields[field.index()];
    // Fields are initialised in the order of their slots.
    if !f.is_final || f.slot < view.heap.object(object).built {
        return None;
    }
    Some(Wrong::ReadEarly(field))
}

#[inline(always)]
pub(super) fn at_write(view: View<'_>, field: FieldId) -> Option<Wrong> {
    if !view.program.fields[field.index()].is_final {
        return None;
    }
    Some(Wrong::AssignedFinal(field))
}
