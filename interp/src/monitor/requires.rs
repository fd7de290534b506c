//! requires: at a call, the thread holds every lock of the method's requires set.

use super::Wrong;
use crate::observe::View;
use crate::program::MethodId;
use crate::value::Value;

pub(super) fn at_call(view: View<'_>, method: MethodId) -> Option<Wrong> {
    let MethodId::Declared(m) = method else { return None };
    let callee = &view.program.methods[m as usize];
    let held = |lock: &crate::program::LockPath| match view.heap.denote_path(&view.program.tables, lock, view.regs) {
        Some(Value::Object(o)) => view.heap.holds(view.id, o),
        _ => false,
    };
    if callee.requires.iter().all(held) {
        return None;
    }
    Some(Wrong::Requires(method))
}
