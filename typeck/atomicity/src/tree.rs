//! Conditional atomicities (section 1): decision trees over the locks held, hash-consed, so that equal for all lock sets is equal
//! as a number. `;`, `*`, ⊔ are pointwise.

use crate::algebra::{self, Algebra};
use crate::locks::{Lock, Locks};
use indexmap::IndexMap;
use racefree_grammar::ast::Basic;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::cmp::Ordering;

/// An atomicity in normal form, by its number in [`Trees`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Tree(u32);

impl Tree {
    /// A basic atomicity.
    pub const fn basic(a: Basic) -> Tree {
        Tree(a as u32)
    }

    /// const
    pub const CONST: Tree = Tree::basic(Basic::Const);

    /// The end of an expression that has none, such as an exit: below every atomicity, and nothing comes after it. It is in no test.
    pub const NEVER: Tree = Tree(u32::MAX);

    /// The basic atomicity, if nothing is tested.
    pub fn as_basic(self) -> Option<Basic> {
        Basic::ALL.get(self.0 as usize).copied()
    }
}

/// `(held l ? then : otherwise)`
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Test {
    /// l
    pub lock: Lock,
    /// Atomicity if l is held.
    pub then: Tree,
    /// Atomicity if l is not held.
    pub otherwise: Tree,
}

/// Trees of more tests than this are cut, from the last lock on.
pub const MAX_TESTS: u32 = 64;

/// Outcome of a substitution in a test.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TestOutcome {
    /// A test of this lock.
    Lock(Lock),
    /// The branch for a lock that is held.
    Held,
    /// The branch for one that is not.
    Unheld,
    /// Both branches, joined: nothing can decide it.
    Either,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Op {
    Then,
    Join,
}

/// The table of all atomicities of a program.
pub struct Trees<'p> {
    /// The locks that are tested.
    pub locks: Locks<'p>,
    pub(crate) algebra: Algebra,
    /// The trees that are tests, each with the number of tests in it, written out.
    tests: IndexMap<Test, u32, FxBuildHasher>,
    memo: FxHashMap<(Op, Tree, Tree), Tree>,
    /// Number of cuts of trees.
    pub widened: u32,
}

const BASICS: u32 = Basic::ALL.len() as u32;

impl<'p> Trees<'p> {
    /// None but the basic ones.
    pub fn new(locks: Locks<'p>, algebra: Algebra) -> Trees<'p> {
        Trees { locks, algebra, tests: IndexMap::default(), memo: FxHashMap::default(), widened: 0 }
    }

    /// The test that a tree begins with; none of a basic one.
    #[inline]
    pub fn test_of(&self, a: Tree) -> Option<Test> {
        self.tests.get_index(a.0.checked_sub(BASICS)? as usize).map(|(test, _)| *test)
    }

    fn size(&self, a: Tree) -> u32 {
        a.0.checked_sub(BASICS).filter(|_| a != Tree::NEVER).map_or(0, |i| self.tests[i as usize])
    }

    /// A test of a lock that comes before all that its branches test.
    fn node(&mut self, lock: Lock, then: Tree, otherwise: Tree) -> Tree {
        if then == otherwise {
            return then;
        }
        let size = 1 + self.size(then).saturating_add(self.size(otherwise)).min(u32::MAX - 1);
        Tree(BASICS + self.tests.insert_full(Test { lock, then, otherwise }, size).0 as u32)
    }

    /// The branches of a tree for a lock that comes before or is the first that it tests.
    pub(crate) fn branches(&self, a: Tree, lock: Lock) -> (Tree, Tree) {
        match self.test_of(a) {
            Some(test) if test.lock == lock => (test.then, test.otherwise),
            _ => (a, a),
        }
    }

    /// The first lock that one of two trees tests.
    pub(crate) fn first(&self, a: Tree, b: Tree) -> Option<Lock> {
        match (self.test_of(a).map(|t| t.lock), self.test_of(b).map(|t| t.lock)) {
            (Some(a), Some(b)) => Some(if self.locks.compare(a, b) == Ordering::Greater { b } else { a }),
            (a, b) => a.or(b),
        }
    }

    fn apply(&mut self, op: Op, a: Tree, b: Tree) -> Tree {
        if a == Tree::NEVER || b == Tree::NEVER {
            return if op == Op::Join && a == Tree::NEVER {
                b
            } else if op == Op::Join {
                a
            } else {
                Tree::NEVER
            };
        }
        if let (Some(a), Some(b)) = (a.as_basic(), b.as_basic()) {
            return Tree::basic(match op {
                Op::Then => self.algebra.then(a, b),
                Op::Join => algebra::join(a, b),
            });
        }
        match (a.as_basic(), b.as_basic()) {
            (Some(Basic::Const), _) => return b,
            (_, Some(Basic::Const)) => return a,
            _ if op == Op::Join && a == b => return a,
            _ => {}
        }
        if let Some(&known) = self.memo.get(&(op, a, b)) {
            return known;
        }
        let Some(lock) = self.first(a, b) else { return a };
        let ((a1, a0), (b1, b0)) = (self.branches(a, lock), self.branches(b, lock));
        let (then, otherwise) = (self.apply(op, a1, b1), self.apply(op, a0, b0));
        let both = self.node(lock, then, otherwise);
        self.memo.insert((op, a, b), both);
        both
    }

    /// a; b
    pub fn then(&mut self, a: Tree, b: Tree) -> Tree {
        let both = self.apply(Op::Then, a, b);
        self.bounded(both)
    }

    /// a ⊔ b
    pub fn join(&mut self, a: Tree, b: Tree) -> Tree {
        let both = self.apply(Op::Join, a, b);
        self.bounded(both)
    }

    /// a*
    pub fn star(&mut self, a: Tree) -> Tree {
        if a == Tree::NEVER {
            return Tree::CONST;
        }
        if let Some(basic) = a.as_basic() {
            return Tree::basic(self.algebra.star(basic));
        }
        let Some(test) = self.test_of(a) else { return a };
        let (then, otherwise) = (self.star(test.then), self.star(test.otherwise));
        self.node(test.lock, then, otherwise)
    }

    /// (held l ? then : otherwise), whatever the branches test.
    pub fn test(&mut self, lock: Lock, then: Tree, otherwise: Tree) -> Tree {
        let tree = self.choose(lock, then, otherwise);
        self.bounded(tree)
    }

    fn choose(&mut self, lock: Lock, then: Tree, otherwise: Tree) -> Tree {
        if then == otherwise {
            return then;
        }
        match self.first(then, otherwise) {
            Some(first) if self.locks.compare(first, lock) == Ordering::Less => {
                let ((t1, t0), (o1, o0)) = (self.branches(then, first), self.branches(otherwise, first));
                let (held, unheld) = (self.choose(lock, t1, o1), self.choose(lock, t0, o0));
                self.node(first, held, unheld)
            }
            _ => {
                let (then, otherwise) = (self.branches(then, lock).0, self.branches(otherwise, lock).1);
                self.node(lock, then, otherwise)
            }
        }
    }

    /// Each test replaced: substitution, a|l, ⟦a⟧ and dropping are all of this form.
    pub fn rebuild(&mut self, a: Tree, put: &mut impl FnMut(&mut Locks<'p>, Lock) -> TestOutcome) -> Tree {
        let tree = self.rebuilt(a, put, &mut FxHashMap::default());
        self.bounded(tree)
    }

    /// `done` are the trees that are rebuilt already: trees share their parts.
    fn rebuilt(
        &mut self,
        a: Tree,
        put: &mut impl FnMut(&mut Locks<'p>, Lock) -> TestOutcome,
        done: &mut FxHashMap<Tree, Tree>,
    ) -> Tree {
        let Some(test) = self.test_of(a) else { return a };
        if let Some(&known) = done.get(&a) {
            return known;
        }
        let tree = match put(&mut self.locks, test.lock) {
            TestOutcome::Held => self.rebuilt(test.then, put, done),
            TestOutcome::Unheld => self.rebuilt(test.otherwise, put, done),
            TestOutcome::Either => {
                let (then, otherwise) = (self.rebuilt(test.then, put, done), self.rebuilt(test.otherwise, put, done));
                self.apply(Op::Join, then, otherwise)
            }
            TestOutcome::Lock(lock) => {
                let (then, otherwise) = (self.rebuilt(test.then, put, done), self.rebuilt(test.otherwise, put, done));
                self.choose(lock, then, otherwise)
            }
        };
        done.insert(a, tree);
        tree
    }

    /// a|l
    pub fn holding(&mut self, a: Tree, lock: Lock) -> Tree {
        self.rebuild(a, &mut |_, l| if l == lock { TestOutcome::Held } else { TestOutcome::Lock(l) })
    }

    /// ⟦a⟧(ls)
    pub fn at(&self, a: Tree, held: impl Fn(Lock) -> bool) -> Basic {
        let mut at = a;
        while let Some(test) = self.test_of(at) {
            at = if held(test.lock) { test.then } else { test.otherwise };
        }
        if at == Tree::NEVER { Basic::Const } else { at.as_basic().unwrap_or(Basic::Error) }
    }

    /// a ⊑ b, for all lock sets.
    pub fn below(&mut self, a: Tree, b: Tree) -> bool {
        self.apply(Op::Join, a, b) == b
    }

    /// Every lock that is tested, in order.
    pub fn tested(&mut self, a: Tree) -> Vec<Lock> {
        let (mut todo, mut found, mut seen) = (vec![a], Vec::new(), rustc_hash::FxHashSet::default());
        while let Some(at) = todo.pop() {
            if let Some(test) = self.test_of(at).filter(|_| seen.insert(at)) {
                found.push(test.lock);
                todo.extend([test.then, test.otherwise]);
            }
        }
        found.sort_by(|&a, &b| self.locks.compare(a, b));
        found.dedup();
        found
    }

    /// Without tests beyond [`MAX_TESTS`], those of the last lock dropped first.
    fn bounded(&mut self, a: Tree) -> Tree {
        let mut a = a;
        while self.size(a) > MAX_TESTS {
            let Some(last) = self.tested(a).pop() else { return a };
            let put = &mut |_: &mut _, l| if l == last { TestOutcome::Either } else { TestOutcome::Lock(l) };
            a = self.rebuilt(a, put, &mut FxHashMap::default());
            self.widened += 1;
        }
        a
    }

    /// Returns a tree as a value of its own, with its locks as texts.
    pub fn show(&self, a: Tree, source: &str) -> Shown {
        let Some(test) = self.test_of(a) else { return Shown::Basic(self.at(a, |_| false)) };
        Shown::Held {
            lock: self.locks.text(test.lock, source),
            then: Box::new(self.show(test.then, source)),
            otherwise: Box::new(self.show(test.otherwise, source)),
        }
    }
}

/// An atomicity as a reader sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shown {
    /// α
    Basic(Basic),
    /// `(held l ? a : b)`
    Held {
        /// l
        lock: String,
        /// a
        then: Box<Shown>,
        /// b
        otherwise: Box<Shown>,
    },
}

impl std::fmt::Display for Shown {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Shown::Basic(basic) => f.write_str(basic.text()),
            Shown::Held { lock, then, otherwise } => write!(f, "(held {lock} ? {then} : {otherwise})"),
        }
    }
}
