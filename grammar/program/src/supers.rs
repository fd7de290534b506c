//! Java's `super.m(…)` in the calculus: a call on `this`, or on the object around the code, cast to a class above. No other receiver of a
//! call is such a cast, so the form is the meaning: the method is looked up from that class, whatever overrides it.

use crate::classes::{ClassId, Classes};
use racefree_grammar::ast::{Expr, ExprId, Extended, Program, TypeId, TypeKind};
use racefree_grammar::name::Name;

/// Beginning of the names of the fields that have the object around the code.
const AROUND: &str = "this$";

impl Classes {
    /// The class from which a call on a receiver, in code of a class, looks up its method; none, if it does so from the object's own class.
    pub fn super_of(&self, program: &Program, own: ClassId, recv: ExprId) -> Option<ClassId> {
        let Expr::Extended(Extended::Cast { ty, value }) = program.expr(recv) else { return None };
        let (above, of) = (self.of_type(program, ty)?, self.around(program, own, value)?);
        (above != of && self.below(of, above)).then_some(above)
    }

    fn of_type(&self, program: &Program, ty: TypeId) -> Option<ClassId> {
        let TypeKind::Class { name, .. } = program.ty(ty).kind else { return None };
        self.find(name)
    }

    /// The class of `this`, or of an object around it.
    fn around(&self, program: &Program, own: ClassId, mut path: ExprId) -> Option<ClassId> {
        let mut fields = Vec::new();
        while let Expr::Field { recv, field } = program.expr(path) {
            fields.push(field);
            path = recv;
        }
        let start = (program.expr(path) == Expr::Var(Name::THIS)).then_some(own);
        fields.iter().rev().try_fold(start?, |class, &field| {
            let declared = self.ancestors(class).filter_map(|c| self.declaration(program, c));
            let mut all = declared.flat_map(|c| c.fields.indices()).map(|f| &program.fields[f]);
            let is_around = program.text(field).starts_with(AROUND);
            self.of_type(program, all.find(|f| is_around && f.name == field)?.ty)
        })
    }
}
