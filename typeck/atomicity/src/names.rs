//! Names that the locks of a body have outside: the substitutions of lets and calls on the way to a place, as one that
//! is undone when a scope ends. So a walk through nested lets costs no more than their number.

use crate::locks::{Lock, Locks};
use crate::theta::{Mapping, Meaning, prefixed, substituted};
use crate::tree::TestOutcome;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Paths, Root};
use rustc_hash::FxHashMap;

/// θ, by variable and by formal owner.
#[derive(Default)]
pub(crate) struct Names {
    put: FxHashMap<Name, Path>,
    /// θ of paths that begin with one.
    paths: Vec<(Path, Path)>,
    formals: FxHashMap<Name, Meaning>,
    /// The formal owners that are never `self` where the names are used.
    not_self: Vec<Name>,
}

impl Names {
    /// None are put in yet, for a place where these formal owners are never `self`.
    pub(crate) fn new(not_self: Vec<Name>) -> Names {
        Names { not_self, ..Names::default() }
    }

    /// θ of a call, the caller's names being these.
    pub(crate) fn of_call(&self, locks: &mut Locks<'_>, theta: &Mapping) -> Names {
        let mut names = Names::new(self.not_self.clone());
        for &(x, path) in theta.vars.entries() {
            let path = self.of_path(&mut locks.paths, path);
            names.put.insert(x, path);
        }
        names.paths.extend(theta.paths.iter().map(|&(from, to)| (from, self.of_path(&mut locks.paths, to))));
        for &(f, meaning) in &theta.formals {
            let meaning = match meaning {
                Meaning::Formal(g) => self.formals.get(&g).copied().unwrap_or(meaning),
                Meaning::Is(TestOutcome::Lock(lock)) => Meaning::Is(self.of(locks, lock)),
                Meaning::Own | Meaning::Is(_) => meaning,
            };
            names.formals.insert(f, meaning);
        }
        names
    }

    /// From now on `x` is θ of a path. What it was so far is given back, for [`Names::unbind`].
    pub(crate) fn bind(&mut self, paths: &mut Paths, x: Name, path: Path) -> Option<Path> {
        let path = self.of_path(paths, path);
        self.put.insert(x, path)
    }

    /// The scope of `x` ends.
    pub(crate) fn unbind(&mut self, x: Name, hidden: Option<Path>) {
        match hidden {
            Some(path) => self.put.insert(x, path),
            None => self.put.remove(&x),
        };
    }

    /// θ of a path.
    pub(crate) fn of_path(&self, paths: &mut Paths, path: Path) -> Path {
        if let Some(put) = self.paths.iter().find_map(|&(from, to)| prefixed(paths, path, from, to)) {
            return put;
        }
        let Root::Var(x) = paths.root(path) else { return path };
        match self.put.get(&x) {
            Some(&put) => paths.with_fields_of(put, path),
            None => path,
        }
    }

    /// θ of a lock; [`TestOutcome::Either`] if that is no lock at all.
    pub(crate) fn of(&self, locks: &mut Locks<'_>, lock: Lock) -> TestOutcome {
        match substituted(locks, lock, |paths, path| self.of_path(paths, path), |f| self.formals.get(&f).copied()) {
            TestOutcome::Lock(lock) => TestOutcome::Lock(locks.named(lock, &self.not_self)),
            put => put,
        }
    }

    /// θ of what a lock has become already.
    pub(crate) fn of_put(&self, locks: &mut Locks<'_>, put: TestOutcome) -> TestOutcome {
        if let TestOutcome::Lock(lock) = put { self.of(locks, lock) } else { put }
    }
}

/// The first characters of a text, and `…` for others.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((i, _)) => format!("{}…", &text[..i]),
        None => text.to_owned(),
    }
}
