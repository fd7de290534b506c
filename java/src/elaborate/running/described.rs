//! `C.class` in runs: as a lock it is the object of the class, as a value a description of it, like `getClass()`.

use crate::elaborate::code::Code;
use crate::tree::MethodNo;
use crate::tree::body::{ExprNo, Expression, Kind};
use crate::types::{Shape, Ty};
use racefree_grammar::ast::{Expr, ExprId};

impl Code<'_, '_, '_> {
    /// An expression, of `C.class` the description of the class: as a value it is its lock.
    pub(in crate::elaborate) fn described(&mut self, e: ExprNo) -> ExprId {
        let Expression { span, kind, .. } = self.expression(e).clone();
        let Kind::ClassConstant(written) = kind else { return self.expr(e) };
        let name = match self.it.java.types.shape(written.ty) {
            Shape::Class(class, _) => self.it.binary_name(class),
            _ => return self.refused(Ty::UNKNOWN, span, "a description of this class does not run"),
        };
        let name = self.it.intern(&name);
        let text = self.it.out.expr(Expr::Str(name), span);
        self.helper_of("RacefreeObject", "described", &[text], span)
    }

    /// Returns true for `C.class` in a run where a description of the class is wanted, and not its lock.
    pub(in crate::elaborate) fn is_description(&mut self, e: ExprNo, to: Ty) -> bool {
        let is_constant = self.it.options.run && matches!(self.expression(e).kind, Kind::ClassConstant(_));
        is_constant && self.it.type_text(to).is_some_and(|name| name == "Class")
    }

    /// Returns true for `C.class` that a run passes to a method of the library, which wants the class unless it asks for its lock.
    pub(in crate::elaborate) fn passes_description(&mut self, method: MethodNo, argument: ExprNo) -> bool {
        let method = &self.it.java.methods[method.index()];
        let (class, name) = (method.class, method.name);
        let is_constant = self.it.options.run && matches!(self.expression(argument).kind, Kind::ClassConstant(_));
        is_constant && self.it.is_of_library(class) && self.it.text(name) != "holdsLock"
    }
}
