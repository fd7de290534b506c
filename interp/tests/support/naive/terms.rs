//! Terms: boxed trees, from expressions, and what is put in for variables.

use super::Naive;
use racefree_grammar::ast::{BinOp, Expr, ExprId, TypeKind, UnOp};
use racefree_grammar::name::Name;
use racefree_interp::{Exception, ObjectId, Value};

/// e, with the place it came from where an event needs it.
#[derive(Clone, Debug)]
pub(super) enum Term {
    Val(Value),
    Var(ExprId, Name),
    New(ExprId, Name, Vec<Term>),
    Ref(ExprId, Box<Term>, Name),
    Assign(ExprId, Box<Term>, Name, Box<Term>),
    Call(ExprId, Box<Term>, Name, Vec<Term>),
    Let(ExprId, Name, Box<Term>, Box<Term>),
    Sync(ExprId, Box<Term>, Box<Term>),
    InSync(ExprId, Option<usize>, Box<Term>),
    Init(usize, Vec<(usize, Term)>),
    Fork(ExprId, Box<Term>),
    Atomic(ExprId, Box<Term>),
    InAtomic(ExprId, Box<Term>),
    /// `e; e`
    Then(ExprId, Box<Term>, Box<Term>),
    If(ExprId, Box<Term>, Box<Term>, Box<Term>),
    While(ExprId, Box<Term>, Box<Term>),
    Print(ExprId, Box<Term>),
    Assert(ExprId, Box<Term>),
    Holds(ExprId),
    Bin(ExprId, BinOp, Box<Term>, Box<Term>),
    Un(ExprId, UnOp, Box<Term>),
    Throw(Exception),
}

impl Naive<'_> {
    pub(super) fn literals(&self) -> Vec<Name> {
        let mut all: Vec<Name> =
            self.p.exprs.iter().filter_map(|e| if let Expr::Str(s) = e { Some(*s) } else { None }).collect();
        all.sort();
        all.dedup();
        all
    }

    /// The tree of an expression.
    pub(super) fn term(&self, e: ExprId, literals: &[Name]) -> Term {
        let b = |e: ExprId| Box::new(self.term(e, literals));
        let void = || Box::new(Term::Val(Value::Void));
        match self.p.expr(e) {
            Expr::Var(x) => Term::Var(e, x),
            Expr::Int(n) => Term::Val(Value::Int(n)),
            Expr::Bool(v) => Term::Val(Value::Bool(v)),
            Expr::Null => Term::Val(Value::Null),
            Expr::Unit => Term::Val(Value::Void),
            Expr::Str(s) => {
                let number = literals.iter().position(|&l| l == s).expect("a literal of the program");
                Term::Val(Value::Object(ObjectId(number as u32)))
            }
            Expr::New(t) => {
                let TypeKind::Class { name, args } = self.p.ty(t).kind else { panic!("new of a class") };
                Term::New(e, name, self.p.list(args).iter().map(|&l| self.term(l, literals)).collect())
            }
            Expr::Field { recv, field } => Term::Ref(e, b(recv), field),
            Expr::Assign { recv, field, value } => Term::Assign(e, b(recv), field, b(value)),
            Expr::Call { recv, method, args } => {
                Term::Call(e, b(recv), method, self.p.list(args).iter().map(|&a| self.term(a, literals)).collect())
            }
            Expr::Let { var, bound, body, .. } => Term::Let(e, var, b(bound), b(body)),
            Expr::Sync { lock, body } => Term::Sync(e, b(lock), b(body)),
            Expr::Fork(body) => Term::Fork(e, b(body)),
            Expr::Atomic(body) => Term::Atomic(e, b(body)),
            Expr::Seq(list) => {
                let mut all = self.p.list(list).iter().rev().map(|&e| self.term(e, literals));
                let last = all.next().expect("a sequence has elements");
                all.fold(last, |rest, first| Term::Then(e, Box::new(first), Box::new(rest)))
            }
            Expr::If { cond, then, otherwise } => Term::If(e, b(cond), b(then), otherwise.map_or_else(void, b)),
            Expr::While { cond, body } => Term::While(e, b(cond), b(body)),
            Expr::Print(of) => Term::Print(e, b(of)),
            Expr::Assert(of) => Term::Assert(e, b(of)),
            Expr::Holds(_) => Term::Holds(e),
            Expr::Binary(op, l, r) => Term::Bin(e, op, b(l), b(r)),
            Expr::Unary(op, of) => Term::Un(e, op, b(of)),
            Expr::Move(_) | Expr::Special(_) | Expr::Qualified { .. } => panic!("owners are erased"),
        }
    }
}

pub(super) fn val(t: &Term) -> Value {
    match t {
        Term::Val(v) => *v,
        _ => panic!("{t:?} is no value"),
    }
}

/// C[throw X], C without in_sync
pub(super) fn bare_throw(t: &Term) -> Option<Exception> {
    let mut path = t;
    loop {
        path = match path {
            Term::Throw(x) => return Some(*x),
            Term::Ref(_, e, _) | Term::Let(_, _, e, _) | Term::Sync(_, e, _) | Term::Then(_, e, _) => e,
            Term::If(_, e, ..) | Term::Print(_, e) | Term::Assert(_, e) | Term::Un(_, _, e) => e,
            Term::Init(_, fields) => &fields.first()?.1,
            Term::Assign(_, e, _, v) | Term::Bin(_, _, e, v) => {
                if matches!(**e, Term::Val(_)) {
                    v
                } else {
                    e
                }
            }
            Term::Call(_, e, _, args) if matches!(**e, Term::Val(_)) => {
                args.iter().find(|a| !matches!(a, Term::Val(_)))?
            }
            Term::Call(_, e, ..) => e,
            _ => return None,
        };
    }
}

/// A path that was put in for a variable stands where the variable stood.
fn placed(path: &Term, at: ExprId) -> Term {
    match path {
        Term::Ref(_, e, fd) => Term::Ref(at, Box::new(placed(e, at)), *fd),
        other => other.clone(),
    }
}

/// [by/x]e; `by` is closed, so nothing can be captured.
pub(super) fn subst(e: &Term, x: Name, by: &Term) -> Term {
    let s = |e: &Term| Box::new(subst(e, x, by));
    match e {
        Term::Val(_) | Term::Throw(_) | Term::Holds(_) => e.clone(),
        Term::Var(at, y) => {
            if *y == x {
                placed(by, *at)
            } else {
                e.clone()
            }
        }
        Term::New(at, c, args) => Term::New(*at, *c, args.iter().map(|a| subst(a, x, by)).collect()),
        Term::Ref(at, e, fd) => Term::Ref(*at, s(e), *fd),
        Term::Assign(at, e, fd, v) => Term::Assign(*at, s(e), *fd, s(v)),
        Term::Call(at, e, mn, args) => Term::Call(*at, s(e), *mn, args.iter().map(|a| subst(a, x, by)).collect()),
        Term::Let(at, y, e, body) => Term::Let(*at, *y, s(e), if *y == x { body.clone() } else { s(body) }),
        Term::Sync(at, e, body) => Term::Sync(*at, s(e), s(body)),
        Term::InSync(at, o, e) => Term::InSync(*at, *o, s(e)),
        Term::Init(o, fields) => Term::Init(*o, fields.iter().map(|(f, e)| (*f, subst(e, x, by))).collect()),
        Term::Fork(at, e) => Term::Fork(*at, s(e)),
        Term::Atomic(at, e) => Term::Atomic(*at, s(e)),
        Term::InAtomic(at, e) => Term::InAtomic(*at, s(e)),
        Term::Then(at, a, b) => Term::Then(*at, s(a), s(b)),
        Term::If(at, c, a, b) => Term::If(*at, s(c), s(a), s(b)),
        Term::While(at, c, b) => Term::While(*at, s(c), s(b)),
        Term::Print(at, e) => Term::Print(*at, s(e)),
        Term::Assert(at, e) => Term::Assert(*at, s(e)),
        Term::Bin(at, op, a, b) => Term::Bin(*at, *op, s(a), s(b)),
        Term::Un(at, op, e) => Term::Un(*at, *op, s(e)),
    }
}
