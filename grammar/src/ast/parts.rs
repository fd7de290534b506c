//! Parts of expressions: the one place in which the forms are taken apart. Operations that treat all forms alike
//! (searching, counting, renaming, comparing, free variables) are written with it and know no form.

use super::{Expr, ExprId, List, Program, TypeId, TypeKind};
use crate::name::Name;

/// Transformation of the parts of an expression by [`Expr::map`], called in source order; that is the order of
/// evaluation too. By default a part stays as it is.
pub trait Mapper {
    /// A type that the expression writes: `new c`, `let t x`.
    fn ty(&mut self, t: TypeId) -> TypeId {
        t
    }
    /// A sub-expression.
    fn child(&mut self, e: ExprId) -> ExprId {
        e
    }
    /// A row of sub-expressions; it comes after every single one.
    fn list(&mut self, list: List) -> List {
        list
    }
    /// A variable that the expression binds, in its last child.
    fn binder(&mut self, x: Name) -> Name {
        x
    }
    /// A variable that the expression is.
    fn var(&mut self, x: Name) -> Name {
        x
    }
    /// The name of a member, or the text of a literal.
    fn label(&mut self, x: Name) -> Name {
        x
    }
}

impl Expr {
    /// The same form with other parts.
    #[inline]
    pub fn map(self, to: &mut impl Mapper) -> Expr {
        match self {
            Expr::Var(x) => Expr::Var(to.var(x)),
            Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Unit => self,
            Expr::Str(text) => Expr::Str(to.label(text)),
            Expr::New(ty) => Expr::New(to.ty(ty)),
            Expr::Field { recv, field } => Expr::Field { recv: to.child(recv), field: to.label(field) },
            Expr::Assign { recv, field, value } => {
                Expr::Assign { recv: to.child(recv), field: to.label(field), value: to.child(value) }
            }
            Expr::Call { recv, method, args } => {
                Expr::Call { recv: to.child(recv), method: to.label(method), args: to.list(args) }
            }
            Expr::Let { ty, var, bound, body } => {
                Expr::Let { ty: to.ty(ty), bound: to.child(bound), var: to.binder(var), body: to.child(body) }
            }
            Expr::Sync { lock, body } => Expr::Sync { lock: to.child(lock), body: to.child(body) },
            Expr::Fork(body) => Expr::Fork(to.child(body)),
            Expr::Atomic(body) => Expr::Atomic(to.child(body)),
            Expr::Seq(list) => Expr::Seq(to.list(list)),
            Expr::If { cond, then, otherwise } => Expr::If {
                cond: to.child(cond),
                then: to.child(then),
                otherwise: otherwise.map(|otherwise| to.child(otherwise)),
            },
            Expr::While { cond, body } => Expr::While { cond: to.child(cond), body: to.child(body) },
            Expr::Print(value) => Expr::Print(to.child(value)),
            Expr::Assert(cond) => Expr::Assert(to.child(cond)),
            Expr::Holds(lock) => Expr::Holds(to.child(lock)),
            Expr::Binary(op, left, right) => Expr::Binary(op, to.child(left), to.child(right)),
            Expr::Unary(op, operand) => Expr::Unary(op, to.child(operand)),
            Expr::Move(from) => Expr::Move(to.child(from)),
            Expr::Special(_) => self,
            Expr::Qualified { formal, path } => Expr::Qualified { formal: to.label(formal), path: to.child(path) },
            Expr::Extended(form) => Expr::Extended(form.map(to)),
        }
    }
}

/// The parts of an expression.
#[derive(Clone, Copy, Debug)]
pub struct Parts<'p> {
    /// The type that it writes, before its children.
    pub ty: Option<TypeId>,
    /// The variable that it binds, in its last child.
    pub binds: Option<Name>,
    single: [ExprId; MOST],
    singles: u8,
    row: &'p [ExprId],
}

/// The most children that a form has beside a row of them.
const MOST: usize = 3;

impl<'p> Parts<'p> {
    /// The sub-expressions, in the order of evaluation.
    #[inline]
    pub fn children(self) -> impl DoubleEndedIterator<Item = ExprId> + 'p {
        self.single.into_iter().take(self.singles.into()).chain(self.row.iter().copied())
    }

    /// The last sub-expression: what [`Parts::binds`] is bound in.
    #[inline]
    pub fn last(self) -> Option<ExprId> {
        self.children().next_back()
    }
}

/// Puts the parts down.
struct Collect<'p> {
    program: &'p Program,
    parts: Parts<'p>,
}

impl Mapper for Collect<'_> {
    #[inline]
    fn ty(&mut self, t: TypeId) -> TypeId {
        self.parts.ty = Some(t);
        t
    }

    #[inline]
    fn child(&mut self, e: ExprId) -> ExprId {
        self.parts.single[self.parts.singles as usize] = e;
        self.parts.singles += 1;
        e
    }

    #[inline]
    fn list(&mut self, list: List) -> List {
        self.parts.row = self.program.list(list);
        list
    }

    #[inline]
    fn binder(&mut self, x: Name) -> Name {
        self.parts.binds = Some(x);
        x
    }
}

impl Program {
    /// The parts of an expression.
    #[inline]
    pub fn parts(&self, e: ExprId) -> Parts<'_> {
        let parts = Parts { ty: None, binds: None, single: [ExprId::new(0); MOST], singles: 0, row: &[] };
        let mut collect = Collect { program: self, parts };
        self.expr(e).map(&mut collect);
        collect.parts
    }

    /// The sub-expressions of an expression, in the order of evaluation.
    #[inline]
    pub fn children(&self, e: ExprId) -> impl DoubleEndedIterator<Item = ExprId> + '_ {
        self.parts(e).children()
    }

    /// The locks that a written type names: its ghost arguments; of an array, those of its elements and their guards.
    #[inline]
    pub fn locks_of(&self, t: TypeId) -> &[ExprId] {
        match self.ty(t).kind {
            TypeKind::Class { args: locks, .. } | TypeKind::Array { locks, .. } => self.list(locks),
            TypeKind::Int | TypeKind::Boolean | TypeKind::Void => &[],
        }
    }

    /// An expression and all that are in it, each before its children; the locks in written types are not among them.
    pub fn within(&self, e: ExprId) -> impl Iterator<Item = ExprId> + '_ {
        let mut todo = vec![e];
        std::iter::from_fn(move || {
            let e = todo.pop()?;
            todo.extend(self.children(e).rev());
            Some(e)
        })
    }
}
