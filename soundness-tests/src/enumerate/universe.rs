//! All programs of at most n nodes over a signature, by skeleton, and by number.

use super::bodies::{Bodies, Statements};
use super::node::Node;
use super::signature::Signature;
use super::skeletons::{Skeleton, skeletons};
use super::slots::{Erased, Shapes};
use crate::tree::{Mn, Tree, Var};
use std::rc::Rc;

/// The programs of at most n nodes over a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Universe {
    /// What may occur.
    pub signature: Signature,
    /// n
    pub nodes: usize,
}

/// All that a skeleton can be completed by: lists of bodies by size, for each method and for the main expression.
pub struct Parts {
    /// For each method, in the order of classes and members: its bodies of size 1, 2, ….
    pub bodies: Vec<Vec<Statements>>,
    /// The main expressions of size 1, 2, ….
    pub mains: Vec<Statements>,
    /// The nodes that are left beside the skeleton.
    pub budget: usize,
}

/// Which bodies and main expressions of a skeleton are well typed.
pub type Verdicts = Vec<Vec<Vec<Rc<Node>>>>;

impl Universe {
    /// Calls `f` with every skeleton that leaves room for a main expression, in order, until it says `false`.
    pub fn skeletons(&self, f: &mut dyn FnMut(Skeleton) -> bool) {
        skeletons(&self.signature, self.nodes.saturating_sub(1), f);
    }

    /// What a skeleton can be completed by.
    pub fn parts(&self, skeleton: &Skeleton) -> Parts {
        let shapes = || Shapes { signature: &self.signature, classes: &skeleton.shapes };
        let methods: usize = skeleton.shapes.iter().map(|s| s.methods.len()).sum();
        let budget = self.nodes.saturating_sub(skeleton.size);
        // The main expression and every other body take a node at least.
        let most = budget.saturating_sub(methods);
        let mut bodies = Vec::new();
        for (i, shape) in skeleton.shapes.iter().enumerate() {
            for m in &shape.methods {
                let mut scope = shapes().class_scope(i);
                let known = scope.len();
                scope.extend(m.params.iter().enumerate().map(|(j, &t)| ((known + j) as Var, t)));
                let mut makes = Bodies::new(shapes(), shape.ghosts.len(), scope.len(), m.name);
                bodies.push((1..=most).map(|size| makes.results(&scope, size, m.ret)).collect());
            }
        }
        let mut makes = Bodies::new(shapes(), 0, 0, Mn::MAX);
        let mains = (1..=most).map(|size| makes.statements(&Vec::<(Var, Erased)>::new(), size)).collect();
        Parts { bodies, mains, budget }
    }

    /// How many programs there are whose skeleton is accepted.
    pub fn count(&self, accepts: &mut dyn FnMut(&Tree) -> bool) -> u128 {
        let mut count = 0;
        self.skeletons(&mut |skeleton| {
            if accepts(&skeleton.tree) {
                count += self.parts(&skeleton).count();
            }
            true
        });
        count
    }

    /// The program of a number below [`Universe::count`]. Skeletons before its own are counted, not listed.
    pub fn program(&self, k: u128, accepts: &mut dyn FnMut(&Tree) -> bool) -> Option<Tree> {
        let (mut left, mut found) = (k, None);
        self.skeletons(&mut |skeleton| {
            if !accepts(&skeleton.tree) {
                return true;
            }
            let parts = self.parts(&skeleton);
            let here = parts.count();
            if left < here {
                found = parts.program(&skeleton, left);
                return false;
            }
            left -= here;
            true
        });
        found
    }
}

impl Parts {
    /// For each number of nodes, how many ways there are to choose the bodies from number `from` on with so many nodes.
    fn ways(&self, from: usize) -> Vec<u128> {
        let mut ways = vec![0; self.budget + 1];
        ways[0] = 1;
        for lists in self.bodies.iter().skip(from).rev() {
            let mut more = vec![0; self.budget + 1];
            for (i, list) in lists.iter().enumerate() {
                for n in 0..=self.budget {
                    if n > i {
                        more[n] += ways[n - i - 1] * list.len() as u128;
                    }
                }
            }
            ways = more;
        }
        ways
    }

    /// For a main expression of a size, the number of ways to choose all bodies beside it.
    pub fn beside(&self, main: usize) -> u128 {
        self.ways(0).iter().take((self.budget + 1).saturating_sub(main)).sum()
    }

    /// How many programs complete the skeleton.
    pub fn count(&self) -> u128 {
        let by_size = self.mains.iter().enumerate().map(|(i, list)| list.len() as u128 * self.beside(i + 1));
        by_size.sum()
    }

    /// The completion of a number below [`Parts::count`].
    fn program(&self, skeleton: &Skeleton, k: u128) -> Option<Tree> {
        let mut left = k;
        for (i, list) in self.mains.iter().enumerate() {
            let beside = self.beside(i + 1);
            let here = beside * list.len() as u128;
            if left >= here {
                left -= here;
                continue;
            }
            let main = list.get((left / beside) as usize)?;
            let mut bodies = Vec::new();
            self.choose(0, self.budget - (i + 1), left % beside, &mut bodies)?;
            return Some(complete(skeleton, &bodies, main));
        }
        None
    }

    /// The bodies from number `from` on with at most so many nodes, by number.
    fn choose(&self, from: usize, budget: usize, k: u128, bodies: &mut Vec<Rc<Node>>) -> Option<()> {
        let Some(lists) = self.bodies.get(from) else { return Some(()) };
        let rest = self.ways(from + 1);
        let mut left = k;
        for (i, list) in lists.iter().enumerate().take(budget) {
            let after: u128 = rest.iter().take(budget - i).sum();
            let here = after * list.len() as u128;
            if left >= here {
                left -= here;
                continue;
            }
            bodies.push(list.get((left / after) as usize)?.clone());
            return self.choose(from + 1, budget - i - 1, left % after, bodies);
        }
        None
    }

    /// Every choice of bodies from lists of well-typed ones with at most so many nodes.
    pub fn products(lists: &Verdicts, budget: usize, f: &mut dyn FnMut(&[Rc<Node>])) {
        fn go(lists: &Verdicts, budget: usize, chosen: &mut Vec<Rc<Node>>, f: &mut dyn FnMut(&[Rc<Node>])) {
            let Some(sizes) = lists.get(chosen.len()) else { return f(chosen) };
            for (i, list) in sizes.iter().enumerate().take(budget) {
                for body in list {
                    chosen.push(body.clone());
                    go(lists, budget - i - 1, chosen, f);
                    chosen.pop();
                }
            }
        }
        go(lists, budget, &mut Vec::new(), f);
    }
}

/// A skeleton with bodies, in the order of its methods, and a main expression.
pub fn complete(skeleton: &Skeleton, bodies: &[Rc<Node>], main: &Node) -> Tree {
    let mut tree = with_main(skeleton, main);
    let methods = tree.classes.iter_mut().flat_map(|c| &mut c.methods);
    methods.zip(bodies).for_each(|(m, body)| m.body = body.tree());
    tree
}

/// A skeleton with trivial bodies and a main expression.
pub fn with_main(skeleton: &Skeleton, main: &Node) -> Tree {
    Tree { classes: skeleton.tree.classes.clone(), main: main.tree() }
}

/// A skeleton with one body that is not trivial.
pub fn with_body(skeleton: &Skeleton, method: usize, body: &Node) -> Tree {
    let mut tree = skeleton.tree.clone();
    if let Some(m) = tree.classes.iter_mut().flat_map(|c| &mut c.methods).nth(method) {
        m.body = body.tree();
    }
    tree
}
