//! The dialect of Java: the rules for its forms (docs/java-calculus.md).

mod arrays;
mod constructors;
mod control;
mod fresh;
pub(crate) mod rules;
mod values;
mod why;

pub(crate) use control::{LabelInScope, LabelScope};
pub(crate) use fresh::Fresh;
pub(crate) use why::JavaWhy;

use crate::reading::{Here, Reading};
use crate::types::Ty;
use racefree_grammar::ast::{ExprId, Extended};

impl Reading<'_, '_> {
    /// P; E; ls ⊢ e : t for a form of the dialect of Java.
    pub(crate) fn extended(self, here: Here, e: ExprId, form: Extended) -> Ty {
        use Extended::*;
        match form {
            ClassConst(x) => self.exp_class(here, e, x),
            LetVar { ty, var, bound, body } => self.exp_let_var(here, e, (ty, var), (bound, body)),
            SetVar { var, value } => self.exp_set_var(here, e, var, value),
            Make { ty, constructor, args } => self.exp_new(here, e, ty, Some((constructor, self.program.list(args)))),
            Delegate { up, constructor, args } => self.exp_delegate(here, e, up, constructor, self.program.list(args)),
            Any { ty, args } => self.exp_any(here, e, ty, self.program.list(args)),
            Cast { ty, value } => self.exp_cast(here, e, ty, value),
            InstanceOf { ty, value } => self.exp_instanceof(here, e, ty, value),
            NewArray { ty, length } => self.exp_new_array(here, e, ty, length),
            Element { array, index } => self.element_ref(here, e, array, index),
            SetElement { array, index, value } => self.element_assign(here, e, (array, index), value),
            Length(array) => self.exp_length(here, e, array),
            Label { ty, label, body } => self.exp_label(here, e, (ty, label), body),
            Exit { label, value } => self.exp_exit(here, e, label, value),
            Throw(value) => self.exp_throw(here, e, value),
            Try { parts, finally } => self.exp_try(here, e, self.program.parts_of_try(parts, finally)),
            Catch { ty, var, body } => self.exp_catch(here, e, (ty, var), body),
            Locked { lock, body } => self.exp_locked(here, e, lock, body),
        }
    }
}
