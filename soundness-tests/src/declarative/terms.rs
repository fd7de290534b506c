//! Locks and types as trees; substitution; free variables.

use super::Reading;
use racefree_grammar::ast::{Expr, ExprId, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

/// `l`, or what was put into one: an expression as far as judgments about locks look into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Term {
    /// `x`
    Var(Name),
    /// `e.fd`
    Ref(Box<Term>, Name),
    /// Any other expression. It is in no lock set and no well-formed type, so one occurrence is enough of a name.
    Other(ExprId),
}

/// `t`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Type {
    Int,
    Boolean,
    Void,
    Null,
    /// `cn<l*>`
    Class(Name, Vec<Term>),
}

/// θ
pub(super) type Theta = Vec<(Name, Term)>;

impl Type {
    pub(crate) const fn object() -> Type {
        Type::Class(Name::OBJECT, Vec::new())
    }

    pub(super) const fn string() -> Type {
        Type::Class(Name::STRING, Vec::new())
    }

    pub(crate) fn is_class(&self) -> bool {
        matches!(self, Type::Class(..))
    }
}

/// θl, all at once.
pub(super) fn put(theta: &Theta, l: &Term) -> Term {
    match l {
        Term::Var(x) => theta.iter().find(|(y, _)| x == y).map_or_else(|| l.clone(), |(_, e)| e.clone()),
        Term::Ref(e, fd) => Term::Ref(Box::new(put(theta, e)), *fd),
        Term::Other(_) => l.clone(),
    }
}

/// θt
pub(super) fn put_type(theta: &Theta, t: &Type) -> Type {
    match t {
        Type::Class(cn, ls) => Type::Class(*cn, ls.iter().map(|l| put(theta, l)).collect()),
        t => t.clone(),
    }
}

impl Reading<'_> {
    /// An expression as a term.
    pub(super) fn term(&self, e: ExprId) -> Term {
        match self.program.expr(e) {
            Expr::Var(x) => Term::Var(x),
            Expr::Field { recv, field } => deep(|| Term::Ref(Box::new(self.term(recv)), field)),
            _ => Term::Other(e),
        }
    }

    /// A type as it is written.
    pub(super) fn written(&self, t: TypeId) -> Type {
        match self.program.ty(t).kind {
            TypeKind::Int => Type::Int,
            TypeKind::Boolean => Type::Boolean,
            TypeKind::Void => Type::Void,
            TypeKind::Class { name, args } => {
                Type::Class(name, self.program.list(args).iter().map(|&l| self.term(l)).collect())
            }
        }
    }

    /// FV(t)
    fn free_in_type(&self, t: TypeId, free: &mut Vec<Name>) {
        if let TypeKind::Class { args, .. } = self.program.ty(t).kind {
            for &l in self.program.list(args) {
                self.free(l, free);
            }
        }
    }

    /// FV(e), type annotations included (D9).
    pub(super) fn free(&self, e: ExprId, free: &mut Vec<Name>) {
        let program = self.program;
        deep(|| match program.expr(e) {
            Expr::Var(x) => free.push(x),
            Expr::Int(_) | Expr::Bool(_) | Expr::Null | Expr::Str(_) | Expr::Unit => {}
            Expr::New(c) => self.free_in_type(c, free),
            Expr::Field { recv, .. } => self.free(recv, free),
            Expr::Assign { recv, value, .. } => [recv, value].iter().for_each(|&e| self.free(e, free)),
            Expr::Call { recv, args, .. } => {
                self.free(recv, free);
                program.list(args).iter().for_each(|&e| self.free(e, free));
            }
            Expr::Let { ty, var, bound, body } => {
                self.free_in_type(ty, free);
                self.free(bound, free);
                let mut inner = Vec::new();
                self.free(body, &mut inner);
                free.extend(inner.into_iter().filter(|&x| x != var));
            }
            Expr::Seq(list) => program.list(list).iter().for_each(|&e| self.free(e, free)),
            Expr::If { cond, then, otherwise } => {
                [cond, then].iter().chain(&otherwise).for_each(|&e| self.free(e, free));
            }
            Expr::Sync { lock: a, body: b } | Expr::While { cond: a, body: b } | Expr::Binary(_, a, b) => {
                [a, b].iter().for_each(|&e| self.free(e, free));
            }
            Expr::Fork(a) | Expr::Print(a) | Expr::Assert(a) | Expr::Holds(a) | Expr::Unary(_, a) => {
                self.free(a, free);
            }
        });
    }
}
