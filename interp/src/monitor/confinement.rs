//! confinement: a field that is neither guarded nor final is accessed only by the thread that allocated the object.

use crate::observe::View;
use crate::program::FieldId;
use crate::value::ObjectId;

#[inline]
pub(super) fn at_access(view: View<'_>, object: ObjectId, field: FieldId) -> Option<String> {
    let f = &view.program.tables.fields[field.index()];
    let owner = view.heap.object(object).thread;
    if f.guard.is_some() || f.is_final || owner == view.id {
        return None;
    }
    let name = view.program.tables.field_name(field);
    Some(format!("thread {} accesses `{name}`, unguarded, of an object that thread {owner} made", view.id))
}
