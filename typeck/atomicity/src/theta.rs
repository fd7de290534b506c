//! θ: what the ghosts, the formal owners and the variables of a declaration stand for where it is used.

use crate::locks::{Kind, Lock, Locks};
use crate::tree::TestOutcome;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Paths, Root, Step, Substitution};
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
    /// [p/y.fd₁…], for the path of a subclass's ghost that a superclass's ghost is.
    pub paths: SmallVec<[(Path, Path); 1]>,
}

/// Replacement of a path of which `from` is the beginning.
pub(crate) fn prefixed(paths: &mut Paths, path: Path, from: Path, to: Path) -> Option<Path> {
    let (mut at, mut fields) = (path, SmallVec::<[Name; 4]>::new());
    while paths.len(at) > paths.len(from)
        && let Step::Field(before, field) = paths.step(at)
    {
        fields.push(field);
        at = before;
    }
    (at == from).then(|| fields.into_iter().rev().fold(to, |path, field| paths.field(path, field)))
}

impl Mapping {
    /// Returns the meaning of a formal owner, if it is substituted.
    fn meaning(&self, f: Name) -> Option<Meaning> {
        self.formals.iter().find(|(g, _)| *g == f).map(|(_, meaning)| *meaning)
    }

    /// Substitutes in a lock; [`TestOutcome::Either`] if the result is no lock at all.
    pub fn of(&self, locks: &mut Locks<'_>, lock: Lock) -> TestOutcome {
        let of_path = |paths: &mut Paths, path| match self.of_prefix(paths, path) {
            Some(put) => put,
            None => paths.substitute(path, &self.vars),
        };
        substituted(locks, lock, of_path, |f| self.meaning(f))
    }

    fn of_prefix(&self, paths: &mut Paths, path: Path) -> Option<Path> {
        self.paths.iter().find_map(|&(from, to)| prefixed(paths, path, from, to))
    }

    /// True if the beginning of a lock is substituted.
    fn puts(&self, locks: &mut Locks<'_>, lock: Lock) -> bool {
        match locks.kind(lock) {
            Kind::Path(path) if self.of_prefix(&mut locks.paths, path).is_some() => true,
            Kind::Path(path) => match locks.paths.root(path) {
                Root::Var(x) => self.vars.get(x).is_some(),
                Root::Expr(_) | Root::Open(_) => false,
            },
            Kind::Owned(f, _) => self.meaning(f).is_some(),
        }
    }
}

/// A lock, its path and its formal owner substituted: `f$p` for what f stands for and what p has become.
pub(crate) fn substituted(
    locks: &mut Locks<'_>,
    lock: Lock,
    mut of_path: impl FnMut(&mut Paths, Path) -> Path,
    meaning: impl FnOnce(Name) -> Option<Meaning>,
) -> TestOutcome {
    let (f, path) = match locks.kind(lock) {
        Kind::Path(path) => (None, Some(of_path(&mut locks.paths, path))),
        Kind::Owned(f, path) => (Some(f), path.map(|path| of_path(&mut locks.paths, path))),
    };
    match f.map_or(Meaning::Own, |f| meaning(f).unwrap_or(Meaning::Formal(f))) {
        Meaning::Own => path.map_or(TestOutcome::Either, |path| TestOutcome::Lock(locks.lock(path))),
        Meaning::Formal(g) => TestOutcome::Lock(locks.owned(g, path)),
        Meaning::Is(put) => put,
    }
}

/// θ: at once, or by the literal reading the ghosts and formal owners first. The steps are put in one after the other.
#[derive(Clone, Debug)]
pub struct Theta(SmallVec<[Mapping; 1]>);

impl Theta {
    /// [lᵢ/xᵢ], and at once or after that what is added.
    pub fn new(ghosts: Mapping, ghosts_first: bool) -> Theta {
        Theta(std::iter::once(ghosts).chain(ghosts_first.then(Mapping::default)).collect())
    }

    /// [path/x]
    pub fn add(&mut self, x: Name, path: Path) {
        self.0.iter_mut().last().into_iter().for_each(|last| last.vars.add(x, path));
    }

    /// True if the beginning of a lock is substituted.
    pub fn puts(&self, locks: &mut Locks<'_>, lock: Lock) -> bool {
        self.0.iter().any(|step| step.puts(locks, lock))
    }

    /// θl; [`TestOutcome::Either`] if that is no lock at all.
    pub fn of(&self, locks: &mut Locks<'_>, lock: Lock) -> TestOutcome {
        self.0.iter().fold(TestOutcome::Lock(lock), |put, step| match put {
            TestOutcome::Lock(lock) => step.of(locks, lock),
            decided => decided,
        })
    }

    /// Joins the steps into one.
    pub fn at_once(self) -> Mapping {
        let mut steps = self.0.into_iter();
        let mut all = steps.next().unwrap_or_default();
        for step in steps {
            step.vars.entries().iter().for_each(|&(x, l)| all.vars.add(x, l));
            all.paths.extend(step.paths);
        }
        all
    }
}
