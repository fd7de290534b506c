//! Expressions that share their parts: a list of all of one size holds those of smaller sizes only once.

use crate::tree::{Cn, E, Fd, Mn, Part, Path, T, Var};
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
    New(Cn, Vec<Path>),
    /// `V.f`
    Field(Rc<Node>, Fd),
    /// `x--`, `V.f--`
    Move(Rc<Node>),
    /// `V.f = V`
    Assign(Rc<Node>, Fd, Rc<Node>),
    /// `V.m(V*)`
    Call(Rc<Node>, Mn, Vec<Rc<Node>>),
    /// `let t x = B in S`
    Let(T, Var, Rc<Node>, Rc<Node>),
    /// `synchronized L in S`
    Sync(Path, Rc<Node>),
    /// `fork S`
    Fork(Rc<Node>),
    /// `R; S`
    Seq(Rc<Node>, Rc<Node>),
}

impl Node {
    /// Tree of the expression.
    pub fn tree(&self) -> E {
        let boxed = |n: &Rc<Node>| Part::new(n.tree());
        match self {
            Node::Var(x) => E::Var(*x),
            Node::One => E::Int(1),
            Node::Null => E::Null,
            Node::New(c, args) => E::New(T::Class(*c, args[..].into())),
            Node::Field(e, fd) => E::Field(boxed(e), *fd),
            Node::Move(e) => E::Move(boxed(e)),
            Node::Assign(e, fd, v) => E::Assign(boxed(e), *fd, boxed(v)),
            Node::Call(e, mn, args) => E::Call(boxed(e), *mn, args.iter().map(|a| a.tree()).collect()),
            Node::Let(t, x, bound, body) => E::Let(*t, *x, boxed(bound), boxed(body)),
            Node::Sync(lock, body) => E::Sync(Part::new(lock.expr()), boxed(body)),
            Node::Fork(body) => E::Fork(boxed(body)),
            Node::Seq(first, rest) => {
                let mut list = vec![first.tree()];
                match rest.tree() {
                    E::Seq(more) => list.extend(more),
                    e => list.push(e),
                }
                E::Seq(list)
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
