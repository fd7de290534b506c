//! Expressions that share their parts: a list of all of one size holds those of smaller sizes only once.

use crate::tree::{ClassName, Expr, FieldName, MethodName, Path, Type, Var};
use std::rc::Rc;

/// An expression of the normal form.
#[derive(Debug)]
pub enum Node {
    /// `x`
    Var(Var),
    /// `1`
    One,
    /// `null`
    Null,
    /// `new C<L*>`
    New(ClassName, Vec<Path>),
    /// `V.f`
    Field(Rc<Node>, FieldName),
    /// `x--`, `V.f--`
    Move(Rc<Node>),
    /// `V.f = V`
    Assign(Rc<Node>, FieldName, Rc<Node>),
    /// `V.m(V*)`
    Call(Rc<Node>, MethodName, Vec<Rc<Node>>),
    /// `let t x = B in S`
    Let(Type, Var, Rc<Node>, Rc<Node>),
    /// `synchronized L in S`
    Sync(Path, Rc<Node>),
    /// `fork S`
    Fork(Rc<Node>),
    /// `R; S`
    Seq(Rc<Node>, Rc<Node>),
}

impl Node {
    /// Tree of the expression.
    pub fn tree(&self) -> Expr {
        let boxed = |n: &Rc<Node>| Box::new(n.tree());
        match self {
            Node::Var(x) => Expr::Var(*x),
            Node::One => Expr::Int(1),
            Node::Null => Expr::Null,
            Node::New(c, args) => Expr::New(Type::Class(*c, args[..].into())),
            Node::Field(e, fd) => Expr::Field(boxed(e), *fd),
            Node::Move(e) => Expr::Move(boxed(e)),
            Node::Assign(e, fd, v) => Expr::Assign(boxed(e), *fd, boxed(v)),
            Node::Call(e, mn, args) => Expr::Call(boxed(e), *mn, args.iter().map(|a| a.tree()).collect()),
            Node::Let(t, x, bound, body) => Expr::Let(*t, *x, boxed(bound), boxed(body)),
            Node::Sync(lock, body) => Expr::Sync(Box::new(lock.expr()), boxed(body)),
            Node::Fork(body) => Expr::Fork(boxed(body)),
            Node::Seq(first, rest) => {
                let mut list = vec![first.tree()];
                match rest.tree() {
                    Expr::Seq(more) => list.extend(more),
                    e => list.push(e),
                }
                Expr::Seq(list)
            }
        }
    }

    /// Number of forks.
    pub fn forks(&self) -> usize {
        match self {
            Node::Let(_, _, _, body) | Node::Sync(_, body) => body.forks(),
            Node::Fork(body) => 1 + body.forks(),
            Node::Seq(first, rest) => first.forks() + rest.forks(),
            _ => 0,
        }
    }
}
