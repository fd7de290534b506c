//! θ: what the ghosts, the formal owners and the variables of a declaration stand for where it is used.

use crate::locks::{Kind, Lock, Locks};
use crate::tree::TestOutcome;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Root, Substitution};
use smallvec::SmallVec;

/// Meaning of a formal owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// `self`: `f$p` is p.
    Own,
    /// Another formal owner g: `f$p` is `g$p`.
    Formal(Name),
    /// Lock, or decided test, for every p.
    Is(TestOutcome),
}

/// [o/f], [p/x], put in at once.
#[derive(Clone, Default, Debug)]
pub struct Mapping {
    /// [o/f]
    pub formals: SmallVec<[(Name, Meaning); 2]>,
    /// [p/x]; of the base, the ghosts too
    pub vars: Substitution,
}

impl Mapping {
    /// Returns the meaning of a formal owner, if it is substituted.
    fn meaning(&self, f: Name) -> Option<Meaning> {
        self.formals.iter().find(|(g, _)| *g == f).map(|(_, meaning)| *meaning)
    }

    /// Substitutes in a lock; [`TestOutcome::Either`] if the result is no lock at all.
    pub fn of(&self, locks: &mut Locks<'_>, lock: Lock) -> TestOutcome {
        match locks.kind(lock) {
            Kind::Path(path) => {
                let path = locks.paths.substitute(path, &self.vars);
                TestOutcome::Lock(locks.lock(path))
            }
            Kind::Owned(f, path) => {
                let path = path.map(|path| locks.paths.substitute(path, &self.vars));
                means(locks, self.meaning(f).unwrap_or(Meaning::Formal(f)), path)
            }
        }
    }

    /// True if the root of a lock is substituted.
    fn puts(&self, locks: &Locks<'_>, lock: Lock) -> bool {
        match locks.kind(lock) {
            Kind::Path(path) => match locks.paths.root(path) {
                Root::Var(x) => self.vars.get(x).is_some(),
                Root::Expr(_) | Root::Open(_) => false,
            },
            Kind::Owned(f, _) => self.meaning(f).is_some(),
        }
    }
}

/// `f$p` for what f stands for and what p has become.
pub(crate) fn means(locks: &mut Locks<'_>, meaning: Meaning, path: Option<Path>) -> TestOutcome {
    match meaning {
        Meaning::Own => path.map_or(TestOutcome::Either, |path| TestOutcome::Lock(locks.lock(path))),
        Meaning::Formal(g) => TestOutcome::Lock(locks.owned(g, path)),
        Meaning::Is(put) => put,
    }
}

/// θ: at once, or by the literal reading the ghosts and formal owners first.
#[derive(Clone, Default, Debug)]
pub struct Theta {
    first: Mapping,
    second: Option<Mapping>,
}

impl Theta {
    /// [lᵢ/xᵢ], and at once or after that what is added.
    pub fn new(ghosts: Mapping, ghosts_first: bool) -> Theta {
        Theta { first: ghosts, second: ghosts_first.then(Mapping::default) }
    }

    /// [path/x]
    pub fn add(&mut self, x: Name, path: Path) {
        self.second.as_mut().unwrap_or(&mut self.first).vars.add(x, path);
    }

    /// True if the root of a lock is substituted.
    pub fn puts(&self, locks: &Locks<'_>, lock: Lock) -> bool {
        self.first.puts(locks, lock) || self.second.as_ref().is_some_and(|second| second.puts(locks, lock))
    }

    /// θl; [`TestOutcome::Either`] if that is no lock at all.
    pub fn of(&self, locks: &mut Locks<'_>, lock: Lock) -> TestOutcome {
        match (self.first.of(locks, lock), &self.second) {
            (TestOutcome::Lock(lock), Some(second)) => second.of(locks, lock),
            (put, _) => put,
        }
    }

    /// Joins both steps into one.
    pub fn at_once(mut self) -> Mapping {
        for &(x, l) in self.second.take().unwrap_or_default().vars.entries() {
            self.first.vars.add(x, l);
        }
        self.first
    }
}
