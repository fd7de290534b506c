//! All programs of at most n nodes over a signature, by skeleton, and by number.

use super::bodies::Bodies;
use super::budget::{EnumerationBudget, Memory};
use super::node::Node;
use super::signature::Signature;
use super::skeletons::{Skeleton, skeletons};
use super::slots::{Erased, ErasedEnv, Shapes};
use super::typed::Typed;
use crate::tree::{MethodName, Tree};
use crate::variant::Rules;
use std::rc::Rc;

/// The programs of at most n nodes over a signature.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Universe {
    /// Bounds on the programs.
    pub signature: Signature,
    /// n
    pub nodes: usize,
}

/// All that a skeleton can be completed by, or can to a well-typed program: lists of bodies by size, for each method and for the
/// main expression.
pub struct Parts {
    /// Bodies of size 1, 2, … of each method, in the order of classes and members.
    pub bodies: Verdicts,
    /// The main expressions of size 1, 2, ….
    pub mains: Vec<Vec<Rc<Node>>>,
    /// The nodes that are left beside the skeleton.
    pub budget: usize,
}

/// All that a skeleton can be completed by to a well-typed program.
pub struct TypedParts {
    /// The lists.
    pub parts: Parts,
    /// Number of programs that complete the skeleton, well typed or not.
    pub programs: u128,
}

/// Bodies of each method of a skeleton, by size.
pub type Verdicts = Vec<Vec<Vec<Rc<Node>>>>;

impl Universe {
    /// Calls `f` with every skeleton that leaves room for a main expression, in order, until it says `false`.
    pub fn skeletons(&self, f: &mut dyn FnMut(Skeleton) -> bool) {
        skeletons(&self.signature, self.nodes.saturating_sub(1), f);
    }

    /// The scope of each method's body, the number of ghosts in it, its number and its result type.
    fn scopes(&self, skeleton: &Skeleton) -> Vec<(ErasedEnv, usize, MethodName, Erased)> {
        let shapes = self.shapes(skeleton);
        let mut all = Vec::new();
        for (i, shape) in skeleton.shapes.iter().enumerate() {
            for m in &shape.methods {
                all.push((shapes.method_scope(i, m), shape.ghosts.len(), m.name, m.ret));
            }
        }
        all
    }

    fn shapes<'s>(&'s self, skeleton: &'s Skeleton) -> Shapes<'s> {
        Shapes { signature: &self.signature, classes: &skeleton.shapes }
    }

    /// The nodes that are left beside a skeleton, and the most that one body can have: each other one takes a node.
    fn budget(&self, skeleton: &Skeleton) -> (usize, usize) {
        let methods: usize = skeleton.shapes.iter().map(|s| s.methods.len()).sum();
        let budget = self.nodes.saturating_sub(skeleton.size);
        (budget, budget.saturating_sub(methods))
    }

    /// Completions of a skeleton.
    pub fn parts(&self, skeleton: &Skeleton) -> Parts {
        self.parts_until(skeleton, &EnumerationBudget::until(&|| false))
    }

    /// The same, if there is time enough; else what there was time for.
    pub fn parts_until(&self, skeleton: &Skeleton, limit: &EnumerationBudget<'_>) -> Parts {
        self.listed(skeleton, &mut self.makers(skeleton, None, limit))
    }

    /// Well-typed completions of a skeleton that is well typed by some rules. Ill-typed ones are counted without being
    /// listed. If the budget runs out, the lists are not complete.
    pub fn typed_parts(&self, skeleton: &Skeleton, rules: &Rules, limit: &EnumerationBudget<'_>) -> TypedParts {
        let (budget, most) = self.budget(skeleton);
        let mut makers = self.makers(skeleton, Some(rules), limit);
        let parts = self.listed(skeleton, &mut makers);
        let counted = |maker: &mut Typed<'_>| (1..=most).map(|size| maker.count(size)).collect();
        let mut counts: Vec<Vec<u128>> = makers.iter_mut().map(counted).collect();
        let mains = counts.pop().unwrap_or_default();
        let beside = ways(&counts, budget);
        let programs = mains.iter().enumerate().map(|(i, n)| n * beside.iter().take(budget - i).sum::<u128>()).sum();
        TypedParts { parts, programs }
    }

    /// Makers of the bodies of each method, and of main expressions.
    fn makers<'s>(
        &'s self,
        skeleton: &'s Skeleton,
        rules: Option<&'s Rules>,
        limit: &'s EnumerationBudget<'s>,
    ) -> Vec<Typed<'s>> {
        let methods = self.scopes(skeleton).into_iter().enumerate().map(|(m, (scope, ghosts, mn, ret))| {
            let makes = Bodies::new(self.shapes(skeleton), ghosts, scope.len(), mn, limit);
            Typed::new(makes, rules, skeleton, Some((m, ret)), scope)
        });
        let makes = Bodies::new(self.shapes(skeleton), 0, 0, MethodName::MAX, limit);
        methods.chain([Typed::new(makes, rules, skeleton, None, ErasedEnv::new())]).collect()
    }

    fn listed(&self, skeleton: &Skeleton, makers: &mut [Typed<'_>]) -> Parts {
        let (budget, most) = self.budget(skeleton);
        let list = |maker: &mut Typed<'_>| (1..=most).map(|size| maker.list(size)).collect();
        let mut bodies: Verdicts = makers.iter_mut().map(list).collect();
        let mains = bodies.pop().unwrap_or_default();
        Parts { bodies, mains, budget }
    }

    /// Number of programs whose skeleton is accepted.
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

    /// The program of a number below [`Universe::count`]. Skeletons before its own are counted.
    ///
    /// # Errors
    ///
    /// The lists of a skeleton take more memory than there may be.
    pub fn program(
        &self,
        k: u128,
        memory: &Memory,
        accepts: &mut dyn FnMut(&Tree) -> bool,
    ) -> Result<Option<Tree>, Starved> {
        let (mut left, mut found, mut starved) = (k, None, false);
        self.skeletons(&mut |skeleton| {
            if !accepts(&skeleton.tree) {
                return true;
            }
            let limit = EnumerationBudget::until(&|| false).within(memory);
            let parts = self.parts_until(&skeleton, &limit);
            if limit.starved() {
                starved = true;
                return false;
            }
            let here = parts.count();
            if left < here {
                found = parts.program(&skeleton, left);
                return false;
            }
            left -= here;
            true
        });
        if starved { Err(Starved) } else { Ok(found) }
    }
}

/// There is too little memory for lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Starved;

impl Parts {
    /// Numbers of choices of the bodies from number `from` on, by their nodes in all.
    fn ways(&self, from: usize) -> Vec<u128> {
        let lengths = |lists: &Vec<Vec<Rc<Node>>>| lists.iter().map(|l| l.len() as u128).collect::<Vec<u128>>();
        ways(&self.bodies.iter().skip(from).map(lengths).collect::<Vec<_>>(), self.budget)
    }

    /// Number of choices of all bodies beside a main expression of a size.
    pub fn beside(&self, main: usize) -> u128 {
        self.ways(0).iter().take((self.budget + 1).saturating_sub(main)).sum()
    }

    /// Number of programs that complete the skeleton.
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

    /// Bodies from number `from` on within a budget of nodes, by number.
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

    /// The main expressions, each with the nodes that it leaves for bodies.
    pub fn mains(&self) -> impl Iterator<Item = (&Rc<Node>, usize)> {
        let sizes = self.mains.iter().enumerate();
        sizes.flat_map(move |(i, list)| list.iter().map(move |main| (main, self.budget - (i + 1))))
    }

    /// Calls `f` with the bodies and the main expression of every completion.
    pub fn each(&self, f: &mut dyn FnMut(&[Rc<Node>], &Node)) {
        for (main, room) in self.mains() {
            Parts::products(&self.bodies, room, &mut |bodies| {
                f(bodies, main);
                true
            });
        }
    }

    /// Calls `f` with every choice of bodies from lists, within a budget of nodes, until it says `false`. Whether it never did.
    pub fn products(lists: &Verdicts, budget: usize, f: &mut dyn FnMut(&[Rc<Node>]) -> bool) -> bool {
        fn go(
            lists: &Verdicts,
            budget: usize,
            chosen: &mut Vec<Rc<Node>>,
            f: &mut dyn FnMut(&[Rc<Node>]) -> bool,
        ) -> bool {
            let Some(sizes) = lists.get(chosen.len()) else { return f(chosen) };
            for (i, list) in sizes.iter().enumerate().take(budget) {
                for body in list {
                    chosen.push(body.clone());
                    let on = go(lists, budget - i - 1, chosen, f);
                    chosen.pop();
                    if !on {
                        return false;
                    }
                }
            }
            true
        }
        go(lists, budget, &mut Vec::new(), f)
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
    Tree { classes: skeleton.tree.classes.clone(), main: main.tree(), dialect: skeleton.tree.dialect }
}

/// A skeleton with one body that is not trivial.
pub fn with_body(skeleton: &Skeleton, method: usize, body: &Node) -> Tree {
    let mut tree = skeleton.tree.clone();
    if let Some(m) = tree.classes.iter_mut().flat_map(|c| &mut c.methods).nth(method) {
        m.body = body.tree();
    }
    tree
}

/// Numbers of choices of one element from each list, by their nodes in all; `counts` has the numbers of elements of
/// sizes 1, 2, … for each list.
fn ways(counts: &[Vec<u128>], budget: usize) -> Vec<u128> {
    let mut ways = vec![0; budget + 1];
    ways[0] = 1;
    for sizes in counts.iter().rev() {
        let mut more = vec![0; budget + 1];
        for (i, count) in sizes.iter().enumerate() {
            for n in i + 1..=budget {
                more[n] += ways[n - i - 1] * count;
            }
        }
        ways = more;
    }
    ways
}
