//! final: a final field is written once, by its init-write, and never read before.

use super::Wrong;
use crate::observe::View;
use crate::program::FieldId;
use crate::value::ObjectId;

pub(super) fn at_read(view: View<'_>, object: ObjectId, field: FieldId) -> Option<Wrong> {
    let f = &view.program.tables.fields[field.index()];
    // Fields are initialised in the order of their slots.
    (f.is_final && f.slot.0 >= view.heap.object(object).built).then_some(Wrong::ReadEarly(field))
}

pub(super) fn at_write(view: View<'_>, field: FieldId) -> Option<Wrong> {
    view.program.tables.fields[field.index()].is_final.then_some(Wrong::AssignedFinal(field))
}
