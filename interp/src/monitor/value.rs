//! value: every value stored in a field, bound to a variable, passed or returned has its declared type, ghost arguments
//! compared as the objects that they denote.

use super::Wrong;
use crate::machine::code::Instr;
use crate::machine::state::GhostStart;
use crate::observe::View;
use crate::program::{FieldId, MethodId, Ty};
use crate::value::{ObjectId, Value};

/// A value stored in a field.
pub(super) fn stored(view: View<'_>, object: ObjectId, field: FieldId, value: Value) -> Option<Wrong> {
    let ty = &view.program.tables.fields[field.index()].ty;
    (!conforms(view, value, ty, &[Value::Object(object)])).then_some(Wrong::Stored(field))
}

/// A value bound to a let variable.
pub(super) fn bound(view: View<'_>) -> Option<Wrong> {
    let Some(&Instr::Let { dst, ty, .. }) = view.instr() else { return None };
    (!conforms(view, view.regs[dst], &view.code.types[ty.index()], view.regs)).then_some(Wrong::Bound)
}

/// The arguments of a call; the thread is in the callee already.
pub(super) fn passed(view: View<'_>, method: MethodId) -> Option<Wrong> {
    let MethodId::Declared(m) = method else { return None };
    let callee = &view.program.methods[m as usize];
    let args = view.regs.get(1..)?;
    let wrong = callee.params.iter().zip(args).position(|(ty, value)| !conforms(view, *value, ty, view.regs))?;
    Some(Wrong::Passed(method, wrong + 1))
}

/// The result of a method, whose frame still stands.
pub(super) fn returned(view: View<'_>, method: u32, value: Value) -> Option<Wrong> {
    let callee = &view.program.methods[method as usize];
    let conforms = conforms(view, value, &callee.ret, view.regs);
    (!conforms).then_some(Wrong::Returned(MethodId::Declared(method)))
}

/// Returns true if a value has a type, the variables of the type being in `regs`.
fn conforms(view: View<'_>, value: Value, ty: &Ty, regs: &[Value]) -> bool {
    match (ty, value) {
        (Ty::Void, _) => true,
        (Ty::Int, v) => matches!(v, Value::Int(_)),
        (Ty::Boolean, v) => matches!(v, Value::Bool(_)),
        (Ty::Class(..), Value::Null) => true,
        (Ty::Class(class, args), Value::Object(o)) => {
            if !view.program.tables.classes.below(view.heap.object(o).class, *class) {
                return false;
            }
            let tables = &view.program.tables;
            args.iter().enumerate().all(|(i, arg)| {
                let declared = view.heap.denote_path(tables, arg, regs);
                let has = view.heap.ghost(tables, o, *class, i as u32).and_then(|(start, fields)| {
                    let first = match start {
                        GhostStart::Value(v) => v,
                        GhostStart::Node(node) => view.heap.denote(tables, node)?,
                    };
                    fields.into_iter().try_fold(first, |v, fd| view.heap.field_value(tables, v, fd))
                });
                declared == has
            })
        }
        (Ty::Class(..), Value::Void | Value::Bool(_) | Value::Int(_)) => false,
    }
}
