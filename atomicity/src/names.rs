//! What variables are for who stands outside: the substitutions of lets and calls on the way to a place, as one that is undone when
//! a scope ends. So a walk through nested lets costs no more than their number.

use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Paths, Root, Substitution};
use rustc_hash::FxHashMap;

/// θ, by variable.
#[derive(Default)]
pub(crate) struct Names {
    put: FxHashMap<Name, Path>,
}

impl Names {
    /// θ of a call, the caller's names being these.
    pub(crate) fn of_call(&self, paths: &mut Paths, theta: &Substitution) -> Names {
        let mut names = Names::default();
        for &(x, path) in theta.entries() {
            let path = self.of(paths, path);
            names.set(x, Some(path));
        }
        names
    }

    fn set(&mut self, x: Name, path: Option<Path>) -> Option<Path> {
        match path {
            Some(path) => self.put.insert(x, path),
            None => self.put.remove(&x),
        }
    }

    /// From now on `x` is θ of a path. What it was so far is given back, for [`Names::unbind`].
    pub(crate) fn bind(&mut self, paths: &mut Paths, x: Name, path: Path) -> Option<Path> {
        let path = self.of(paths, path);
        self.set(x, Some(path))
    }

    /// The scope of `x` ends.
    pub(crate) fn unbind(&mut self, x: Name, hidden: Option<Path>) {
        self.set(x, hidden);
    }

    /// θ of a path.
    pub(crate) fn of(&self, paths: &mut Paths, path: Path) -> Path {
        let Root::Var(x) = paths.root(path) else { return path };
        match self.put.get(&x) {
            Some(&put) => paths.with_fields_of(put, path),
            None => path,
        }
    }
}
