//! All bodies of a size, or the well-typed ones among them: a statement that is ill typed in its context is in no well-typed
//! body, so it is left out before anything is built on it. The checker is asked about each statement once for each context,
//! wrapped so that it is in one.

use super::bodies::{Bodies, Head, Sort};
use super::budget::PIECE;
use super::node::Node;
use super::skeletons::Skeleton;
use super::slots::{Erased, ErasedEnv};
use crate::tree::{Expr, Path, Tree, Type, Var};
use crate::variant::Rules;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Part of the context of a statement: there is one for the body, and one for each fork around the statement.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct Group {
    /// Variables bound by lets, with their types.
    lets: Vec<(Var, Type)>,
    /// Locks taken.
    held: Vec<Path>,
}

/// Everything around a statement.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Context {
    /// Erased, as the lists of candidates need it.
    scope: ErasedEnv,
    /// None where no rules ask for them.
    groups: Vec<Group>,
}

fn path_bytes(path: &Path) -> usize {
    size_of::<Path>() + path.fields.len() + PIECE
}

impl Context {
    /// Bytes of its parts on the heap.
    fn bytes(&self) -> usize {
        let group = |g: &Group| {
            let args = |t: &Type| if let Type::Class(_, args) = t { args.iter().map(path_bytes).sum() } else { 0 };
            let lets: usize = g.lets.iter().map(|(_, t)| size_of::<(Var, Type)>() + args(t)).sum();
            size_of::<Group>() + lets + g.held.iter().map(path_bytes).sum::<usize>() + 2 * PIECE
        };
        size_of_val(&self.scope[..]) + self.groups.iter().map(group).sum::<usize>() + 2 * PIECE
    }

    fn with_let(&self, head: &Head) -> Context {
        let mut inner = Context { scope: head.scope.clone(), groups: self.groups.clone() };
        if let Some(group) = inner.groups.last_mut() {
            group.lets.push((head.x, head.ty));
        }
        inner
    }

    fn with_lock(&self, lock: &Path) -> Context {
        let mut inner = self.clone();
        if let Some(group) = inner.groups.last_mut()
            && let Err(at) = group.held.binary_search(lock)
        {
            group.held.insert(at, *lock);
        }
        inner
    }

    fn with_fork(&self) -> Context {
        let mut inner = self.clone();
        let group = (!self.groups.is_empty()).then(Group::default);
        inner.groups.extend(group);
        inner
    }

    /// An expression in this context: variables are `null`, the locks are taken. Only its typing matters.
    fn wrap(&self, e: Expr) -> Expr {
        let mut e = e;
        for (i, group) in self.groups.iter().enumerate().rev() {
            for lock in group.held.iter().rev() {
                e = Expr::Sync(Box::new(lock.expr()), Box::new(e));
            }
            for (x, t) in group.lets.iter().rev() {
                e = Expr::Let(*t, *x, Box::new(Expr::Null), Box::new(e));
            }
            if i > 0 {
                e = Expr::Fork(Box::new(e));
            }
        }
        e
    }
}

/// Bodies by context, size and sort.
type Lists = FxHashMap<(Context, usize, Sort), Rc<Vec<Rc<Node>>>>;

/// Lists bodies: of a method of a skeleton, or main expressions.
pub struct Typed<'a> {
    bodies: Bodies<'a>,
    /// The rules by which they are well typed; none for all bodies.
    rules: Option<&'a Rules>,
    skeleton: &'a Skeleton,
    /// The method, counted over all classes, and its result type; none for main expressions.
    method: Option<(usize, Erased)>,
    scope: ErasedEnv,
    lists: Lists,
}

impl<'a> Typed<'a> {
    /// Lists for a method of a skeleton that is well typed by the rules, or for its main expression.
    pub fn new(
        bodies: Bodies<'a>,
        rules: Option<&'a Rules>,
        skeleton: &'a Skeleton,
        method: Option<(usize, Erased)>,
        scope: ErasedEnv,
    ) -> Typed<'a> {
        Typed { bodies, rules, skeleton, method, scope, lists: Lists::default() }
    }

    fn sort(&self) -> Sort {
        self.method.map_or(Sort::Statements, |(_, result)| Sort::Results(result))
    }

    /// All bodies of a size.
    pub fn list(&mut self, size: usize) -> Vec<Rc<Node>> {
        let groups = self.rules.map(|_| Group::default()).into_iter().collect();
        let context = Context { scope: self.scope.clone(), groups };
        let candidates = self.sequence(&context, size, &self.sort());
        // The parts are well typed; whether the whole has the type that is wanted is still to be seen.
        let accepted = |node: &&Rc<Node>| self.rules.is_none() || self.accepts(node.tree());
        candidates.iter().filter(accepted).cloned().collect()
    }

    /// Number of bodies of a size, well typed or not.
    pub fn count(&mut self, size: usize) -> u128 {
        let (scope, sort) = (self.scope.clone(), self.sort());
        self.bodies.count(&scope, size, &sort).iter().sum()
    }

    fn accepts(&self, body: Expr) -> bool {
        if self.bodies.limit.is_over() {
            return false;
        }
        let mut tree: Tree = self.skeleton.tree.clone();
        match self.method {
            None => tree.main = body,
            Some((m, _)) => {
                if let Some(method) = tree.classes.iter_mut().flat_map(|c| &mut c.methods).nth(m) {
                    method.body = body;
                }
            }
        }
        self.rules.is_none_or(|rules| rules.accepts(&tree.program()))
    }

    /// Returns true if a statement is well typed in a context, whatever its value is.
    fn fits(&self, context: &Context, e: impl FnOnce() -> Expr) -> bool {
        if self.rules.is_none() {
            return true;
        }
        let statement = context.wrap(e());
        let body = match self.method {
            None => statement,
            Some((m, _)) => {
                let method = self.skeleton.tree.classes.iter().flat_map(|c| &c.methods).nth(m);
                Expr::Seq(vec![statement, method.map_or(Expr::Null, |m| m.body.clone())])
            }
        };
        self.accepts(body)
    }

    fn sequence(&mut self, context: &Context, size: usize, sort: &Sort) -> Rc<Vec<Rc<Node>>> {
        if self.bodies.limit.ran_out() {
            return Rc::default();
        }
        let key = (context.clone(), size, sort.clone());
        if let Some(known) = self.lists.get(&key) {
            return known.clone();
        }
        let scope = &context.scope;
        let last = self.bodies.last(scope, size, sort);
        let mut all: Vec<Rc<Node>> = last.into_iter().filter(|node| self.fits(context, || node.tree())).collect();
        let mut known = all.len();
        let forks = self.bodies.shapes.signature.forks;
        if *sort == Sort::Statements && size >= 2 && forks > 0 {
            let bodies = self.sequence(&context.with_fork(), size - 1, sort);
            all.extend(bodies.iter().filter(|b| b.forks() < forks).map(|b| Rc::new(Node::Fork(b.clone()))));
        }
        for (lock, _, cost) in self.bodies.shapes.locks(scope).into_iter().filter(|(_, _, cost)| cost + 2 <= size) {
            if self.fits(context, || Expr::Sync(Box::new(lock.expr()), Box::new(Expr::Int(1)))) {
                let bodies = self.sequence(&context.with_lock(&lock), size - 1 - cost, sort);
                all.extend(bodies.iter().map(|b| Rc::new(Node::Sync(lock, b.clone()))));
            }
        }
        for first in 1..size.saturating_sub(1) {
            let firsts = self.sequence(context, first, &Sort::Statements);
            if firsts.is_empty() {
                continue;
            }
            let rests = self.sequence(context, size - 1 - first, sort);
            for a in firsts.iter().filter(|n| !matches!(***n, Node::Seq(..) | Node::Let(..))) {
                if self.bodies.limit.is_over() {
                    break;
                }
                let left = forks - a.forks();
                let fitting = rests.iter().filter(|b| b.forks() <= left);
                all.extend(fitting.map(|b| Rc::new(Node::Seq(a.clone(), b.clone()))));
                self.bodies.limit.grown(all.len() - known);
                known = all.len();
            }
        }
        for head in self.bodies.heads(scope, size) {
            if self.bodies.limit.is_over() {
                break;
            }
            let (x, ty, bound) = (head.x, head.ty, &head.bound);
            if self.fits(context, || Expr::Let(ty, x, Box::new(bound.tree()), Box::new(Expr::Int(1)))) {
                let bodies = self.sequence(&context.with_let(&head), head.room, sort);
                all.extend(bodies.iter().map(|b| Rc::new(Node::Let(ty, x, bound.clone(), b.clone()))));
            }
        }
        self.bodies.limit.grown(all.len() - known);
        self.bodies.limit.kept::<(Context, usize, Sort)>(key.0.bytes());
        let all = Rc::new(all);
        self.lists.insert(key, all.clone());
        all
    }
}
