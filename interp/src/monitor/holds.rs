//! holds: a `holds l` assertion is true.

use super::Wrong;
use crate::machine::code::Instr;
use crate::observe::View;
use crate::value::Value;

pub(super) fn asserted(view: View<'_>) -> Option<Wrong> {
    let (code, pc) = view.at();
    let Some(&Instr::Holds { path, .. }) = code.instrs.get(pc) else { return None };
    let path = code.paths.get(path as usize)?;
    match view.heap.denote_path(&view.program.tables, path, view.thread.window()) {
        Some(Value::Object(o)) if view.heap.holds(view.id, o) => None,
        _ => Some(Wrong::NotHeld),
    }
}
