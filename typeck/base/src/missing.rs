//! Facts about a lock that is needed and not held, for its error.

use crate::error::Missing;
use crate::explain::NAMED;
use crate::reading::{Here, Reading};
use crate::types::Ty;
use racefree_grammar::ast::Expr;
use racefree_grammar::path::{Path, Root, Step};

impl Reading<'_, '_> {
    /// Facts about a lock that is not held.
    #[cold]
    pub fn missing(self, here: Here, lock: Path) -> Missing {
        self.quiet().missing_here(here, lock)
    }
}

impl Reading<'_, '_> {
    fn missing_here(self, here: Here, lock: Path) -> Missing {
        let env = here.env;
        let held: Vec<Path> = self.locks.borrow().elements(here.ls.id).take(NAMED).map(|held| held.lock).collect();
        let needed = self.is_final(env, lock);
        let (mut aliases, mut bound) = (0, 0);
        for (i, l) in held.into_iter().enumerate() {
            bound |= u8::from(self.is_bound_to(here, l, lock) || self.is_bound_to(here, lock, l)) << i;
            // Different text, and yet the types are related.
            if let (Ok(t), Ok(s)) = (&needed, self.is_final(env, l)) {
                let related = self.below(env, s, *t) || self.below(env, *t, s);
                aliases |= u8::from(related && s != Ty::OBJECT && *t != Ty::OBJECT) << i;
            }
        }
        let root = match self.root(lock) {
            Root::Var(x) => self.lookup(env, x),
            Root::Expr(_) | Root::Open(_) => None,
        };
        let (ghost, local) = root.map_or((false, false), |b| (b.ghost, b.bound.is_some()));
        Missing { lock, is_final: needed.is_ok(), aliases, bound, ghost, local }
    }

    /// Returns true if a let bound one variable to the other.
    fn is_bound_to(self, here: Here, x: Path, y: Path) -> bool {
        let (of_x, of_y) = (self.types.borrow().paths.step(x), self.types.borrow().paths.step(y));
        let (Step::Root(Root::Var(x)), Step::Root(Root::Var(y))) = (of_x, of_y) else { return false };
        let bound = self.lookup(here.env, x).and_then(|binding| binding.bound);
        bound.is_some_and(|e| self.program.expr(e) == Expr::Var(y))
    }
}
