//! holds: a `holds l` assertion is true.

use super::Wrong;
use crate::machine::code::Instr;
use crate::observe::View;
use crate::value::Value;

pub(super) fn asserted(view: View<'_>) -> Option<Wrong> {
    let Some(&Instr::Holds { path, .. }) = view.instr() else { return None };
    let path = view.code.paths.get(path.index())?;
    match view.heap.denote_path(&view.program.tables, path, view.regs) {
        Some(Value::Object(o)) if view.heap.holds(view.id, o) => None,
        _ => Some(Wrong::NotHeld),
    }
}
