//! Classes of expressions by declared types alone: for lookups where no type system has judged, in every system alike.

use crate::{ClassId, MethodId, Resolved};
use racefree_grammar::ast::{Expr, ExprId, Extended, TypeId, TypeKind};

impl Resolved<'_> {
    /// Class of a written type, if it is that of a class.
    pub fn class_of_type(&self, t: TypeId) -> Option<ClassId> {
        match self.program.ty(t).kind {
            TypeKind::Class { name, .. } => self.find(name),
            TypeKind::Int | TypeKind::Boolean | TypeKind::Void | TypeKind::Array { .. } => None,
        }
    }

    /// Class of the type that the rules give to an expression, as far as declared types say; `class` has those of its parts. None for a
    /// variable, which only its scope knows.
    pub fn declared_class(&self, e: ExprId, class: &mut dyn FnMut(ExprId) -> Option<ClassId>) -> Option<ClassId> {
        match self.program.expr(e) {
            Expr::New(t) => self.class_of_type(t),
            Expr::Str(_) => Some(ClassId::STRING),
            Expr::Field { recv, field } | Expr::Assign { recv, field, .. } => {
                let (_, f) = self.field(class(recv)?, field)?;
                self.class_of_type(self.program.fields[f.index()].ty)
            }
            Expr::Call { recv, method, .. } => match self.method(class(recv)?, method)? {
                (_, MethodId::Declared(m)) => self.class_of_type(self.program.methods[m as usize].ret),
                (_, MethodId::Predefined(_)) => None,
            },
            Expr::Let { body, .. } | Expr::Sync { body, .. } | Expr::Atomic(body) => class(body),
            Expr::Move(from) => class(from),
            Expr::Seq(list) => self.program.list(list).last().and_then(|&last| class(last)),
            Expr::If { then, otherwise, .. } => {
                let branches = (class(then), otherwise.and_then(&mut *class));
                let (Some(one), Some(other)) = branches else { return branches.0.or(branches.1) };
                self.ancestors(one).find(|&above| self.below(other, above))
            }
            Expr::Extended(form) => self.declared_class_of(form, class),
            // `+` may be one of strings, which have no members that a program declares.
            Expr::Var(_)
            | Expr::Int(_)
            | Expr::Bool(_)
            | Expr::Null
            | Expr::Unit
            | Expr::Fork(_)
            | Expr::While { .. }
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Holds(_)
            | Expr::Binary(..)
            | Expr::Unary(..)
            | Expr::Special(_)
            | Expr::Qualified { .. } => None,
        }
    }

    /// The same for a form of the dialect of Java.
    fn declared_class_of(&self, form: Extended, class: &mut dyn FnMut(ExprId) -> Option<ClassId>) -> Option<ClassId> {
        use Extended::*;
        match form {
            Make { ty, .. } | Any { ty, .. } | Cast { ty, .. } | Label { ty: Some(ty), .. } => self.class_of_type(ty),
            LetVar { body, .. } | Locked { body, .. } | Catch { body, .. } => class(body),
            SetVar { value, .. } | SetElement { value, .. } => class(value),
            Try { parts, finally } => class(self.program.parts_of_try(parts, finally).body),
            ClassConst(_)
            | Delegate { .. }
            | InstanceOf { .. }
            | NewArray { .. }
            | Element { .. }
            | Length(_)
            | Label { ty: None, .. }
            | Exit { .. }
            | Throw(_) => None,
        }
    }
}
