//! Expressions as trees, and all that depends on their forms: the subexpressions of each, its bytes for a digest, and
//! the way to the grammar's syntax tree and back.

use super::build::{Builder, FIELDS, STRINGS};
use super::read::{Reader, all_of};
use super::{FieldName, MethodName, Path, Type, Var};
use racefree_grammar::ast::{self, BinOp, ExprId, List, UnOp};
use racefree_grammar::stack::deep;
use smallvec::{SmallVec, smallvec};
use std::ops::{Deref, DerefMut};

/// `e`
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)] // as in the grammar
pub enum Expr {
    Var(Var),
    Int(i32),
    Bool(bool),
    #[default]
    Null,
    Str(u8),
    Unit,
    New(Type),
    Field(Box<Expr>, FieldName),
    Assign(Box<Expr>, FieldName, Box<Expr>),
    Call(Box<Expr>, MethodName, Vec<Expr>),
    Let(Type, Var, Box<Expr>, Box<Expr>),
    Sync(Box<Expr>, Box<Expr>),
    Fork(Box<Expr>),
    Atomic(Box<Expr>),
    Seq(Vec<Expr>),
    If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    While(Box<Expr>, Box<Expr>),
    Print(Box<Expr>),
    Assert(Box<Expr>),
    /// A lock, as a path.
    Holds(Box<Expr>),
    Binary(BinOp, Box<Expr>, Box<Expr>),
    Unary(UnOp, Box<Expr>),
    /// `x--`, `e.fd--`
    Move(Box<Expr>),
}

/// The direct subexpressions, by reference: `Option::as_ref` and `iter`, or their mutable forms.
macro_rules! below {
    ($e:expr, $as_ref:ident, $iter:ident) => {
        match $e {
            Expr::Var(_) | Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Str(_) | Expr::Unit | Expr::New(_) => {
                ([None, None, None], Default::default())
            }
            Expr::Field(a, _)
            | Expr::Fork(a)
            | Expr::Atomic(a)
            | Expr::Print(a)
            | Expr::Assert(a)
            | Expr::Holds(a)
            | Expr::Unary(_, a)
            | Expr::Move(a) => ([Some(a), None, None], Default::default()),
            Expr::Assign(a, _, b)
            | Expr::Let(_, _, a, b)
            | Expr::Sync(a, b)
            | Expr::While(a, b)
            | Expr::Binary(_, a, b) => ([Some(a), Some(b), None], Default::default()),
            Expr::If(a, b, c) => ([Some(a), Some(b), c.$as_ref()], Default::default()),
            Expr::Call(a, _, args) => ([Some(a), None, None], args.$iter()),
            Expr::Seq(list) => ([None, None, None], list.$iter()),
        }
    };
}

impl Expr {
    /// The expression as a path, if it is one.
    pub fn path(&self) -> Option<Path> {
        match self {
            Expr::Var(x) => Some(Path::var(*x)),
            Expr::Field(e, fd) => {
                let mut path = e.path()?;
                path.fields.push(*fd);
                Some(path)
            }
            _ => None,
        }
    }

    /// The expressions right below.
    #[inline]
    pub fn children(&self) -> impl Iterator<Item = &Expr> {
        let (single, row) = below!(self, as_ref, iter);
        single.into_iter().flatten().map(Deref::deref).chain(row)
    }

    /// The expressions right below, to change.
    #[inline]
    pub fn children_mut(&mut self) -> impl Iterator<Item = &mut Expr> {
        let (single, row) = below!(self, as_mut, iter_mut);
        single.into_iter().flatten().map(DerefMut::deref_mut).chain(row)
    }

    /// The variable that it names, or binds.
    pub fn var(&self) -> Option<Var> {
        if let Expr::Var(x) | Expr::Let(_, x, ..) = self { Some(*x) } else { None }
    }

    /// The field that it names.
    pub fn field(&self) -> Option<FieldName> {
        if let Expr::Field(_, fd) | Expr::Assign(_, fd, _) = self { Some(*fd) } else { None }
    }

    /// Returns true for a constant or a variable: it does nothing, whatever its type.
    pub fn is_value(&self) -> bool {
        matches!(self, Expr::Var(_) | Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Str(_) | Expr::Unit)
    }

    /// The type that it writes.
    pub fn ty(&self) -> Option<&Type> {
        match self {
            Expr::New(t) | Expr::Let(t, ..) => Some(t),
            _ => None,
        }
    }

    /// The type that it writes, to change.
    pub fn ty_mut(&mut self) -> Option<&mut Type> {
        match self {
            Expr::New(t) | Expr::Let(t, ..) => Some(t),
            _ => None,
        }
    }

    /// Bytes of the expression without its type and its subexpressions: a number for the form, then its own parts.
    pub fn bytes(&self) -> SmallVec<[u8; 8]> {
        match self {
            Expr::Var(x) => smallvec![0, *x],
            Expr::Int(n) => [1].into_iter().chain(n.to_le_bytes()).collect(),
            Expr::Bool(b) => smallvec![2, u8::from(*b)],
            Expr::Null => smallvec![3],
            Expr::Str(s) => smallvec![4, *s],
            Expr::Unit => smallvec![5],
            Expr::New(_) => smallvec![6],
            Expr::Field(_, fd) => smallvec![7, *fd],
            Expr::Assign(_, fd, _) => smallvec![8, *fd],
            Expr::Call(_, mn, args) => smallvec![9, *mn, args.len() as u8],
            Expr::Let(_, x, _, _) => smallvec![10, *x],
            Expr::Sync(..) => smallvec![11],
            Expr::Fork(_) => smallvec![12],
            Expr::Seq(list) => smallvec![13, list.len() as u8],
            Expr::If(_, _, otherwise) => smallvec![14, u8::from(otherwise.is_some())],
            Expr::While(..) => smallvec![15],
            Expr::Print(_) => smallvec![16],
            Expr::Binary(op, _, _) => smallvec![17, *op as u8],
            Expr::Assert(_) => smallvec![18],
            Expr::Holds(_) => smallvec![19],
            Expr::Unary(op, _) => smallvec![20, *op as u8],
            Expr::Atomic(_) => smallvec![21],
            Expr::Move(_) => smallvec![22],
        }
    }

    /// Number of tokens besides those of its parts, without brackets due to its position.
    pub fn words(&self) -> usize {
        match self {
            Expr::Seq(list) if list.is_empty() => 2,
            Expr::Seq(list) => list.len() - 1,
            Expr::Var(_) | Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Str(_) | Expr::New(_) => 1,
            Expr::Fork(_)
            | Expr::Atomic(_)
            | Expr::Print(_)
            | Expr::Assert(_)
            | Expr::Holds(_)
            | Expr::Unary(..)
            | Expr::Binary(..)
            | Expr::Move(_) => 1,
            Expr::Unit | Expr::Field(..) | Expr::Sync(..) => 2,
            Expr::Assign(..) | Expr::While(..) | Expr::If(_, _, None) => 3,
            Expr::Call(_, _, args) => 4 + args.len().saturating_sub(1),
            Expr::Let(..) | Expr::If(..) => 4,
        }
    }

    /// Number of expressions in it, itself included.
    pub fn size(&self) -> usize {
        deep(|| 1 + self.children().map(Expr::size).sum::<usize>())
    }

    /// Calls `f` with every expression, from the outside in.
    pub fn walk<'e>(&'e self, f: &mut dyn FnMut(&'e Expr)) {
        f(self);
        for child in self.children() {
            deep(|| child.walk(f));
        }
    }

    /// Returns true if an expression in it is such a one, itself included.
    pub fn any(&self, is: impl Fn(&Expr) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= is(e));
        found
    }

    /// Calls `f` with every expression, from the outside in, to change it.
    pub fn walk_mut(&mut self, f: &mut dyn FnMut(&mut Expr)) {
        f(self);
        deep(|| self.children_mut().for_each(|child| child.walk_mut(f)));
    }
}

impl Builder {
    pub(super) fn expr(&mut self, e: &Expr) -> ExprId {
        deep(|| self.expr_here(e))
    }

    fn expr_here(&mut self, e: &Expr) -> ExprId {
        let new = match e {
            Expr::Var(x) => ast::Expr::Var(self.var(*x)),
            Expr::Int(n) => ast::Expr::Int(*n),
            Expr::Bool(b) => ast::Expr::Bool(*b),
            Expr::Null => ast::Expr::Null,
            Expr::Str(s) => ast::Expr::Str(self.p.names.intern(STRINGS[*s as usize % STRINGS.len()])),
            Expr::Unit => ast::Expr::Unit,
            Expr::New(t) => ast::Expr::New(self.ty(t)),
            Expr::Field(e, fd) => ast::Expr::Field { recv: self.expr(e), field: self.field(*fd) },
            Expr::Assign(e, fd, value) => {
                ast::Expr::Assign { recv: self.expr(e), field: self.field(*fd), value: self.expr(value) }
            }
            Expr::Call(e, mn, args) => {
                let (recv, args) = (self.expr(e), self.exprs(args));
                ast::Expr::Call { recv, method: self.method(*mn), args }
            }
            Expr::Let(t, x, bound, body) => {
                ast::Expr::Let { ty: self.ty(t), var: self.var(*x), bound: self.expr(bound), body: self.expr(body) }
            }
            Expr::Sync(lock, body) => ast::Expr::Sync { lock: self.expr(lock), body: self.expr(body) },
            Expr::Fork(body) => ast::Expr::Fork(self.expr(body)),
            Expr::Atomic(body) => ast::Expr::Atomic(self.expr(body)),
            Expr::Seq(list) => match &list[..] {
                [] => ast::Expr::Unit,
                [e] => return self.expr(e),
                list => ast::Expr::Seq(self.exprs(list)),
            },
            Expr::If(cond, then, otherwise) => {
                let (cond, then) = (self.expr(cond), self.expr(then));
                ast::Expr::If { cond, then, otherwise: otherwise.as_ref().map(|e| self.expr(e)) }
            }
            Expr::While(cond, body) => ast::Expr::While { cond: self.expr(cond), body: self.expr(body) },
            Expr::Print(e) => ast::Expr::Print(self.expr(e)),
            Expr::Assert(e) => ast::Expr::Assert(self.expr(e)),
            Expr::Holds(e) => ast::Expr::Holds(self.expr(e)),
            Expr::Unary(op, e) => ast::Expr::Unary(*op, self.expr(e)),
            Expr::Move(e) => ast::Expr::Move(self.expr(e)),
            Expr::Binary(op, left, right) => ast::Expr::Binary(*op, self.expr(left), self.expr(right)),
        };
        self.add(new)
    }
}

impl Reader<'_> {
    fn exprs(&self, list: List) -> Option<Vec<Expr>> {
        self.p.list(list).iter().map(|&e| self.expr(e)).collect()
    }

    fn boxed(&self, e: ExprId) -> Option<Box<Expr>> {
        self.expr(e).map(Box::new)
    }

    pub(super) fn expr(&self, e: ExprId) -> Option<Expr> {
        deep(|| self.expr_here(e))
    }

    fn expr_here(&self, e: ExprId) -> Option<Expr> {
        let field = |name| self.in_row(&FIELDS, name);
        Some(match self.p.expr(e) {
            ast::Expr::Var(x) => Expr::Var(self.var(x)?),
            ast::Expr::Int(n) => Expr::Int(n),
            ast::Expr::Bool(b) => Expr::Bool(b),
            ast::Expr::Null => Expr::Null,
            ast::Expr::Str(s) => Expr::Str(self.in_row(&STRINGS, s)?),
            ast::Expr::Unit => Expr::Unit,
            ast::Expr::New(t) => Expr::New(self.ty(t)?),
            ast::Expr::Field { recv, field: fd } => Expr::Field(self.boxed(recv)?, field(fd)?),
            ast::Expr::Assign { recv, field: fd, value } => {
                Expr::Assign(self.boxed(recv)?, field(fd)?, self.boxed(value)?)
            }
            ast::Expr::Call { recv, method, args } => {
                Expr::Call(self.boxed(recv)?, self.method(method)?, self.exprs(args)?)
            }
            ast::Expr::Let { ty, var, bound, body } => {
                Expr::Let(self.ty(ty)?, self.var(var)?, self.boxed(bound)?, self.boxed(body)?)
            }
            ast::Expr::Sync { lock, body } => Expr::Sync(self.boxed(lock)?, self.boxed(body)?),
            ast::Expr::Fork(body) => Expr::Fork(self.boxed(body)?),
            ast::Expr::Atomic(body) => Expr::Atomic(self.boxed(body)?),
            ast::Expr::Seq(list) => Expr::Seq(self.exprs(list)?),
            ast::Expr::If { cond, then, otherwise } => {
                Expr::If(self.boxed(cond)?, self.boxed(then)?, all_of(otherwise, |e| self.boxed(e))?)
            }
            ast::Expr::While { cond, body } => Expr::While(self.boxed(cond)?, self.boxed(body)?),
            ast::Expr::Print(e) => Expr::Print(self.boxed(e)?),
            ast::Expr::Binary(op, left, right) => Expr::Binary(op, self.boxed(left)?, self.boxed(right)?),
            ast::Expr::Assert(e) => Expr::Assert(self.boxed(e)?),
            ast::Expr::Holds(e) => Expr::Holds(self.boxed(e)?),
            ast::Expr::Unary(op, e) => Expr::Unary(op, self.boxed(e)?),
            ast::Expr::Move(e) => Expr::Move(self.boxed(e)?),
            ast::Expr::Special(_) | ast::Expr::Qualified { .. } | ast::Expr::Extended(_) => return None,
        })
    }
}
