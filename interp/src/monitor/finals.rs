//! final: a final field is written once, by its init-write, and never read before.

use crate::observe::View;
use crate::program::FieldId;
use crate::value::ObjectId;

#[inline]
pub(super) fn at_read(view: View<'_>, object: ObjectId, field: FieldId) -> Option<String> {
    let f = &view.program.tables.fields[field.index()];
    // Fields are initialised in the order of their slots.
    if !f.is_final || f.slot < view.heap.object(object).built {
        return None;
    }
    Some(format!("the final field `{}` is read before it is initialised", view.program.tables.field_name(field)))
}

#[inline]
pub(super) fn at_write(view: View<'_>, field: FieldId) -> Option<String> {
    if !view.program.tables.fields[field.index()].is_final {
        return None;
    }
    Some(format!("the final field `{}` is assigned", view.program.tables.field_name(field)))
}
