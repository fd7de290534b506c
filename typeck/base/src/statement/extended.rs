//! Parts of the forms of the dialect of Java.

use super::syntax::{Part, Slots};
use super::{Notation, Sort};
use crate::types::Ty;
use racefree_grammar::ast::{Expr, ExprId, Extended, TypeId};
use racefree_kernel::template::Slot;
use std::rc::Rc;

impl<'p> Notation<'_, 'p> {
    /// The parts of a form, in the order in which its rule writes them.
    pub(super) fn extended_parts(&self, form: Extended) -> Slots<'p> {
        use Extended::*;
        let sub = |e: ExprId| Slot::One(Part::Expr(e));
        let ty = |t: TypeId| Slot::One(Part::Written(t, Rc::default()));
        let list = |args| Slot::list(self.program.list(args).iter().map(|&arg| Part::Expr(arg)));
        let element = || Slot::One(Part::Word(Sort::Member, "elem"));
        match form {
            ClassConst(_) => Vec::new(),
            LetVar { ty: t, var, bound, body } => vec![ty(t), self.variable_slot(var), sub(bound), sub(body)],
            SetVar { var, value } => match self.program.expr(var) {
                Expr::Var(x) => vec![self.variable_slot(x), sub(value)],
                _ => Vec::new(),
            },
            Make { ty: t, args, .. } => vec![ty(t), list(args)],
            Delegate { args, .. } => vec![list(args)],
            Any { ty: t, args } => vec![ty(t), list(args)],
            Cast { ty: t, value } => vec![ty(t), sub(value)],
            InstanceOf { ty: t, value } => vec![sub(value), ty(t)],
            NewArray { ty: t, length } => vec![ty(t), sub(length)],
            Element { array, .. } => vec![sub(array), element()],
            SetElement { array, value, .. } => vec![sub(array), element(), sub(value)],
            Length(array) => vec![sub(array)],
            Label { ty: t, label, body } => {
                vec![t.map(|t| Part::Written(t, Rc::default())).into(), self.variable_slot(label), sub(body)]
            }
            Exit { label, value } => vec![self.variable_slot(label), value.map(Part::Expr).into()],
            Throw(value) => vec![sub(value)],
            Try { parts, finally } => vec![sub(self.program.parts_of_try(parts, finally).body)],
            Catch { ty: t, var, body } => vec![ty(t), self.variable_slot(var), sub(body)],
            Locked { lock, body } => vec![sub(lock), sub(body)],
        }
    }

    /// The elements of an array type, and their guards.
    pub(super) fn array_parts(&self, ty: Ty) -> Slots<'p> {
        let Some((elem, guards)) = self.cx.types.elements(ty) else { return Vec::new() };
        vec![self.ty_slot(elem), Slot::list(guards.iter().map(|&path| Part::Path(path)))]
    }
}
