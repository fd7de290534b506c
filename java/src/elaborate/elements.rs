//! Types of the elements of arrays, with their locks.

use super::code::Code;
use super::types::Sort;
use crate::tree::ClassNo;
use crate::tree::body::ExprNo;
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId, TypeId, TypeKind};

impl Code<'_, '_, '_> {
    /// The type of an array's elements, with its locks.
    pub(super) fn element_type(&mut self, array: ExprNo, span: Span) -> Option<TypeId> {
        let own = self.expression(array).ty;
        let of = self.type_of_value(array, own, span);
        self.inner_type(of)
    }

    /// The type of the elements of an array type.
    pub(super) fn inner_type(&self, array: TypeId) -> Option<TypeId> {
        match self.it.out.program.ty(array).kind {
            TypeKind::Array { elem, .. } => Some(elem),
            _ => None,
        }
    }

    /// The type of a member of a class, seen at an object of it: ghosts become the arguments of the object's type.
    pub(super) fn seen_from(&mut self, member: TypeId, class: ClassNo, object: ExprNo, span: Span) -> Option<TypeId> {
        let own = self.expression(object).ty;
        let ghosts = self.it.ghosts_of(class);
        if ghosts.is_empty() || self.it.sort(own) != Sort::Class(class) {
            return None;
        }
        let of = self.type_of_value(object, own, span);
        let program = &self.it.out.program;
        let (TypeKind::Class { name, args }, TypeKind::Class { args: given, .. }) =
            (program.ty(member).kind, program.ty(of).kind)
        else {
            return None;
        };
        let given = program.list(given);
        let put = |&lock: &ExprId| match program.expr(lock) {
            Expr::Var(x) => ghosts.iter().position(|ghost| ghost.name == x).and_then(|i| given.get(i).copied()),
            _ => None,
        };
        let arguments: Vec<ExprId> = program.list(args).iter().map(put).collect::<Option<_>>()?;
        Some(self.it.out.class_type(name, &arguments, span))
    }
}
