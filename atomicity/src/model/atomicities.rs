//! Section 1: atomicities as values, each operation as it is defined, pointwise over the locks held.

use crate::algebra::{self, Algebra};
use crate::tree::MAX_TESTS;
use racefree_grammar::ast::Basic;
use std::cmp::Ordering;
use std::fmt;

/// A lock: `x.fd₁…fdₙ`, by name; over owners a formal owner too, `f$x.fd₁…fdₙ`, or `f` where that is one lock whatever follows. In the
/// order of the normal form, `this…` first and then name by name.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Lock {
    /// f
    pub owner: Option<String>,
    /// x, fd₁…fdₙ
    pub path: Vec<String>,
}

impl Lock {
    /// A path.
    pub fn path(path: Vec<String>) -> Lock {
        Lock { owner: None, path }
    }
}

impl Ord for Lock {
    fn cmp(&self, other: &Lock) -> Ordering {
        let names = |l: &Lock| l.owner.iter().chain(&l.path).map(|x| (x != "this", x.clone())).collect::<Vec<_>>();
        let key = |l: &Lock| (names(l), l.owner.is_some());
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Lock {
    fn partial_cmp(&self, other: &Lock) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Lock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let owner = self.owner.as_deref().unwrap_or_default();
        let mark = if self.owner.is_some() && !self.path.is_empty() { "$" } else { "" };
        write!(f, "{owner}{mark}{}", self.path.join("."))
    }
}

/// `a ::= α | (held l ? a : b)`, in normal form: no lock twice on a way, no test with two equal branches, locks in order.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum A {
    /// α
    Is(Basic),
    /// (held l ? a : b)
    Held(Lock, Box<A>, Box<A>),
}

impl fmt::Display for A {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            A::Is(basic) => f.write_str(basic.text()),
            A::Held(l, a, b) => write!(f, "(held {l} ? {a} : {b})"),
        }
    }
}

impl A {
    /// ⟦a⟧(ls)
    pub fn at(&self, ls: &[Lock]) -> Basic {
        match self {
            A::Is(basic) => *basic,
            A::Held(l, a, b) => if ls.contains(l) { a } else { b }.at(ls),
        }
    }

    /// The locks that are tested, in order.
    pub fn locks(&self) -> Vec<Lock> {
        let A::Held(l, a, b) = self else { return Vec::new() };
        let mut all: Vec<Lock> = [vec![l.clone()], a.locks(), b.locks()].concat();
        all.sort();
        all.dedup();
        all
    }

    /// a with every test of l decided.
    pub fn decided(&self, l: &Lock, held: bool) -> A {
        match self {
            A::Is(basic) => A::Is(*basic),
            A::Held(m, a, b) if m == l => if held { a } else { b }.decided(l, held),
            A::Held(m, a, b) => A::node(m.clone(), a.decided(l, held), b.decided(l, held)),
        }
    }

    /// (held l ? a : b), l coming before all that a and b test.
    fn node(l: Lock, a: A, b: A) -> A {
        if a == b { a } else { A::Held(l, Box::new(a), Box::new(b)) }
    }

    /// The atomicity that with the locks ls is f of what these are with ls. By cases, the first lock that one of them tests.
    fn pointwise(of: &[&A], f: &dyn Fn(&[Basic]) -> Basic) -> A {
        let Some(l) = of.iter().flat_map(|a| a.locks()).min() else {
            return A::Is(f(&of.iter().map(|a| a.at(&[])).collect::<Vec<_>>()));
        };
        let case = |held| {
            let of: Vec<A> = of.iter().map(|a| a.decided(&l, held)).collect();
            A::pointwise(&of.iter().collect::<Vec<_>>(), f)
        };
        A::node(l.clone(), case(true), case(false))
    }

    /// a; b, pointwise
    pub fn then(&self, algebra: Algebra, b: &A) -> A {
        A::pointwise(&[self, b], &|of| algebra.then(of[0], of[1])).bounded()
    }

    /// a ⊔ b, pointwise
    pub fn join(&self, b: &A) -> A {
        self.joined(b).bounded()
    }

    fn joined(&self, b: &A) -> A {
        A::pointwise(&[self, b], &|of| algebra::join(of[0], of[1]))
    }

    /// a*, pointwise
    pub fn star(&self, algebra: Algebra) -> A {
        A::pointwise(&[self], &|of| algebra.star(of[0]))
    }

    /// (held l ? a : b), whatever a and b test.
    pub fn test(l: &Lock, a: &A, b: &A) -> A {
        A::chosen(l, a, b).bounded()
    }

    fn chosen(l: &Lock, a: &A, b: &A) -> A {
        let (a, b) = (a.decided(l, true), b.decided(l, false));
        let first = a.locks().into_iter().chain(b.locks()).min().filter(|first| first < l);
        match first {
            None => A::node(l.clone(), a, b),
            Some(first) => {
                let case = |held| A::chosen(l, &a.decided(&first, held), &b.decided(&first, held));
                A::node(first.clone(), case(true), case(false))
            }
        }
    }

    /// Each test replaced: by one of another lock, by a branch, by both branches joined.
    pub fn put(&self, put: &dyn Fn(&Lock) -> Put) -> A {
        self.replaced(put).bounded()
    }

    fn replaced(&self, put: &dyn Fn(&Lock) -> Put) -> A {
        let A::Held(l, a, b) = self else { return self.clone() };
        match put(l) {
            Put::Lock(l) => A::chosen(&l, &a.replaced(put), &b.replaced(put)),
            Put::Held => a.replaced(put),
            Put::Unheld => b.replaced(put),
            Put::Either => a.replaced(put).joined(&b.replaced(put)),
        }
    }

    /// How many tests it has, written out.
    fn tests(&self) -> u32 {
        match self {
            A::Is(_) => 0,
            A::Held(_, a, b) => a.tests().saturating_add(b.tests()).saturating_add(1),
        }
    }

    /// Without tests beyond the bound, those of the last lock dropped first.
    fn bounded(self) -> A {
        let Some(last) = self.locks().pop().filter(|_| self.tests() > MAX_TESTS) else { return self };
        self.replaced(&|l| if *l == last { Put::Either } else { Put::Lock(l.clone()) }).bounded()
    }

    /// a ⊑ b: in every row of the truth table over the locks that they test.
    pub fn below(&self, b: &A) -> bool {
        let Some(l) = self.locks().into_iter().chain(b.locks()).min() else {
            return algebra::below(self.at(&[]), b.at(&[]));
        };
        [true, false].iter().all(|&held| self.decided(&l, held).below(&b.decided(&l, held)))
    }
}

/// What a test becomes.
#[derive(Clone, Debug)]
pub enum Put {
    /// A test of this lock.
    Lock(Lock),
    /// The branch for a lock that is held.
    Held,
    /// The branch for one that is not.
    Unheld,
    /// Both branches, joined.
    Either,
}
