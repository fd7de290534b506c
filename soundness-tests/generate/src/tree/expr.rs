//! Expressions as trees, and all that depends on their forms: the subexpressions of each, its bytes for a digest, and
//! the way to the grammar's syntax tree and back.

use super::build::{Builder, FIELDS, STRINGS};
use super::read::{Reader, all_of};
use super::{Fd, Mn, Part, Path, T, Var};
use racefree_grammar::ast::{BinOp, Expr, ExprId, List, UnOp};
use racefree_grammar::stack::deep;
use smallvec::{SmallVec, smallvec};
use std::ops::{Deref, DerefMut};

/// `e`
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs)] // as in the grammar
pub enum E {
    Var(Var),
    Int(i32),
    Bool(bool),
    #[default]
    Null,
    Str(u8),
    Unit,
    New(T),
    Field(Part, Fd),
    Assign(Part, Fd, Part),
    Call(Part, Mn, Vec<E>),
    Let(T, Var, Part, Part),
    Sync(Part, Part),
    Fork(Part),
    Atomic(Part),
    Seq(Vec<E>),
    If(Part, Part, Option<Part>),
    While(Part, Part),
    Print(Part),
    Assert(Part),
    /// A lock, as a path.
    Holds(Part),
    Bin(BinOp, Part, Part),
    Un(UnOp, Part),
    /// `x--`, `e.fd--`
    Move(Part),
}

/// The direct subexpressions, by reference: `Option::as_ref` and `iter`, or their mutable forms.
macro_rules! below {
    ($e:expr, $as_ref:ident, $iter:ident) => {
        match $e {
            E::Var(_) | E::Int(_) | E::Bool(_) | E::Null | E::Str(_) | E::Unit | E::New(_) => {
                ([None, None, None], Default::default())
            }
            E::Field(a, _)
            | E::Fork(a)
            | E::Atomic(a)
            | E::Print(a)
            | E::Assert(a)
            | E::Holds(a)
            | E::Un(_, a)
            | E::Move(a) => ([Some(a), None, None], Default::default()),
            E::Assign(a, _, b) | E::Let(_, _, a, b) | E::Sync(a, b) | E::While(a, b) | E::Bin(_, a, b) => {
                ([Some(a), Some(b), None], Default::default())
            }
            E::If(a, b, c) => ([Some(a), Some(b), c.$as_ref()], Default::default()),
            E::Call(a, _, args) => ([Some(a), None, None], args.$iter()),
            E::Seq(list) => ([None, None, None], list.$iter()),
        }
    };
}

impl E {
    /// The expression as a path, if it is one.
    pub fn path(&self) -> Option<Path> {
        match self {
            E::Var(x) => Some(Path::var(*x)),
            E::Field(e, fd) => {
                let mut path = e.path()?;
                path.fields.push(*fd);
                Some(path)
            }
            _ => None,
        }
    }

    /// The expressions right below.
    #[inline]
    pub fn children(&self) -> impl Iterator<Item = &E> {
        let (single, row) = below!(self, as_ref, iter);
        single.into_iter().flatten().map(Deref::deref).chain(row)
    }

    /// The expressions right below, to change.
    #[inline]
    pub fn children_mut(&mut self) -> impl Iterator<Item = &mut E> {
        let (single, row) = below!(self, as_mut, iter_mut);
        single.into_iter().flatten().map(DerefMut::deref_mut).chain(row)
    }

    /// The variable that it names, or binds.
    pub fn var(&self) -> Option<Var> {
        if let E::Var(x) | E::Let(_, x, ..) = self { Some(*x) } else { None }
    }

    /// The field that it names.
    pub fn field(&self) -> Option<Fd> {
        if let E::Field(_, fd) | E::Assign(_, fd, _) = self { Some(*fd) } else { None }
    }

    /// Returns true for a constant or a variable: it does nothing, whatever its type.
    pub fn is_value(&self) -> bool {
        matches!(self, E::Var(_) | E::Int(_) | E::Bool(_) | E::Null | E::Str(_) | E::Unit)
    }

    /// The type that it writes.
    pub fn ty(&self) -> Option<&T> {
        match self {
            E::New(t) | E::Let(t, ..) => Some(t),
            _ => None,
        }
    }

    /// The type that it writes, to change.
    pub fn ty_mut(&mut self) -> Option<&mut T> {
        match self {
            E::New(t) | E::Let(t, ..) => Some(t),
            _ => None,
        }
    }

    /// Bytes of the expression without its type and its subexpressions: a number for the form, then its own parts.
    pub fn bytes(&self) -> SmallVec<[u8; 8]> {
        match self {
            E::Var(x) => smallvec![0, *x],
            E::Int(n) => [1].into_iter().chain(n.to_le_bytes()).collect(),
            E::Bool(b) => smallvec![2, u8::from(*b)],
            E::Null => smallvec![3],
            E::Str(s) => smallvec![4, *s],
            E::Unit => smallvec![5],
            E::New(_) => smallvec![6],
            E::Field(_, fd) => smallvec![7, *fd],
            E::Assign(_, fd, _) => smallvec![8, *fd],
            E::Call(_, mn, args) => smallvec![9, *mn, args.len() as u8],
            E::Let(_, x, _, _) => smallvec![10, *x],
            E::Sync(..) => smallvec![11],
            E::Fork(_) => smallvec![12],
            E::Seq(list) => smallvec![13, list.len() as u8],
            E::If(_, _, otherwise) => smallvec![14, u8::from(otherwise.is_some())],
            E::While(..) => smallvec![15],
            E::Print(_) => smallvec![16],
            E::Bin(op, _, _) => smallvec![17, *op as u8],
            E::Assert(_) => smallvec![18],
            E::Holds(_) => smallvec![19],
            E::Un(op, _) => smallvec![20, *op as u8],
            E::Atomic(_) => smallvec![21],
            E::Move(_) => smallvec![22],
        }
    }

    /// Number of tokens besides those of its parts, without brackets due to its position.
    pub fn words(&self) -> usize {
        match self {
            E::Seq(list) if list.is_empty() => 2,
            E::Seq(list) => list.len() - 1,
            E::Var(_) | E::Int(_) | E::Bool(_) | E::Null | E::Str(_) | E::New(_) => 1,
            E::Fork(_)
            | E::Atomic(_)
            | E::Print(_)
            | E::Assert(_)
            | E::Holds(_)
            | E::Un(..)
            | E::Bin(..)
            | E::Move(_) => 1,
            E::Unit | E::Field(..) | E::Sync(..) => 2,
            E::Assign(..) | E::While(..) | E::If(_, _, None) => 3,
            E::Call(_, _, args) => 4 + args.len().saturating_sub(1),
            E::Let(..) | E::If(..) => 4,
        }
    }

    /// Number of expressions in it, itself included.
    pub fn size(&self) -> usize {
        deep(|| 1 + self.children().map(E::size).sum::<usize>())
    }

    /// Calls `f` with every expression, from the outside in.
    pub fn walk<'e>(&'e self, f: &mut dyn FnMut(&'e E)) {
        f(self);
        for child in self.children() {
            deep(|| child.walk(f));
        }
    }

    /// Returns true if an expression in it is such a one, itself included.
    pub fn any(&self, is: impl Fn(&E) -> bool) -> bool {
        let mut found = false;
        self.walk(&mut |e| found |= is(e));
        found
    }

    /// Calls `f` with every expression, from the outside in, to change it.
    pub fn walk_mut(&mut self, f: &mut dyn FnMut(&mut E)) {
        f(self);
        deep(|| self.children_mut().for_each(|child| child.walk_mut(f)));
    }
}

impl Builder {
    pub(super) fn expr(&mut self, e: &E) -> ExprId {
        deep(|| self.expr_here(e))
    }

    fn expr_here(&mut self, e: &E) -> ExprId {
        let new = match e {
            E::Var(x) => Expr::Var(self.var(*x)),
            E::Int(n) => Expr::Int(*n),
            E::Bool(b) => Expr::Bool(*b),
            E::Null => Expr::Null,
            E::Str(s) => Expr::Str(self.p.names.intern(STRINGS[*s as usize % STRINGS.len()])),
            E::Unit => Expr::Unit,
            E::New(t) => Expr::New(self.ty(t)),
            E::Field(e, fd) => Expr::Field { recv: self.expr(e), field: self.field(*fd) },
            E::Assign(e, fd, value) => {
                Expr::Assign { recv: self.expr(e), field: self.field(*fd), value: self.expr(value) }
            }
            E::Call(e, mn, args) => {
                let (recv, args) = (self.expr(e), self.exprs(args));
                Expr::Call { recv, method: self.method(*mn), args }
            }
            E::Let(t, x, bound, body) => {
                Expr::Let { ty: self.ty(t), var: self.var(*x), bound: self.expr(bound), body: self.expr(body) }
            }
            E::Sync(lock, body) => Expr::Sync { lock: self.expr(lock), body: self.expr(body) },
            E::Fork(body) => Expr::Fork(self.expr(body)),
            E::Atomic(body) => Expr::Atomic(self.expr(body)),
            E::Seq(list) => match &list[..] {
                [] => Expr::Unit,
                [e] => return self.expr(e),
                list => Expr::Seq(self.exprs(list)),
            },
            E::If(cond, then, otherwise) => {
                let (cond, then) = (self.expr(cond), self.expr(then));
                Expr::If { cond, then, otherwise: otherwise.as_ref().map(|e| self.expr(e)) }
            }
            E::While(cond, body) => Expr::While { cond: self.expr(cond), body: self.expr(body) },
            E::Print(e) => Expr::Print(self.expr(e)),
            E::Assert(e) => Expr::Assert(self.expr(e)),
            E::Holds(e) => Expr::Holds(self.expr(e)),
            E::Un(op, e) => Expr::Unary(*op, self.expr(e)),
            E::Move(e) => Expr::Move(self.expr(e)),
            E::Bin(op, left, right) => Expr::Binary(*op, self.expr(left), self.expr(right)),
        };
        self.add(new)
    }
}

impl Reader<'_> {
    fn exprs(&self, list: List) -> Option<Vec<E>> {
        self.p.list(list).iter().map(|&e| self.expr(e)).collect()
    }

    fn boxed(&self, e: ExprId) -> Option<Part> {
        self.expr(e).map(Part::new)
    }

    pub(super) fn expr(&self, e: ExprId) -> Option<E> {
        deep(|| self.expr_here(e))
    }

    fn expr_here(&self, e: ExprId) -> Option<E> {
        let field = |name| self.in_row(&FIELDS, name);
        Some(match self.p.expr(e) {
            Expr::Var(x) => E::Var(self.var(x)?),
            Expr::Int(n) => E::Int(n),
            Expr::Bool(b) => E::Bool(b),
            Expr::Null => E::Null,
            Expr::Str(s) => E::Str(self.in_row(&STRINGS, s)?),
            Expr::Unit => E::Unit,
            Expr::New(t) => E::New(self.ty(t)?),
            Expr::Field { recv, field: fd } => E::Field(self.boxed(recv)?, field(fd)?),
            Expr::Assign { recv, field: fd, value } => E::Assign(self.boxed(recv)?, field(fd)?, self.boxed(value)?),
            Expr::Call { recv, method, args } => E::Call(self.boxed(recv)?, self.method(method)?, self.exprs(args)?),
            Expr::Let { ty, var, bound, body } => {
                E::Let(self.ty(ty)?, self.var(var)?, self.boxed(bound)?, self.boxed(body)?)
            }
            Expr::Sync { lock, body } => E::Sync(self.boxed(lock)?, self.boxed(body)?),
            Expr::Fork(body) => E::Fork(self.boxed(body)?),
            Expr::Atomic(body) => E::Atomic(self.boxed(body)?),
            Expr::Seq(list) => E::Seq(self.exprs(list)?),
            Expr::If { cond, then, otherwise } => {
                E::If(self.boxed(cond)?, self.boxed(then)?, all_of(otherwise, |e| self.boxed(e))?)
            }
            Expr::While { cond, body } => E::While(self.boxed(cond)?, self.boxed(body)?),
            Expr::Print(e) => E::Print(self.boxed(e)?),
            Expr::Binary(op, left, right) => E::Bin(op, self.boxed(left)?, self.boxed(right)?),
            Expr::Assert(e) => E::Assert(self.boxed(e)?),
            Expr::Holds(e) => E::Holds(self.boxed(e)?),
            Expr::Unary(op, e) => E::Un(op, self.boxed(e)?),
            Expr::Move(e) => E::Move(self.boxed(e)?),
            Expr::Special(_) | Expr::Qualified { .. } | Expr::Extended(_) => return None,
        })
    }
}
