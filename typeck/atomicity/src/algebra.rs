//! The basic atomicities as an algebra (section 1): order, join, sequential composition, iteration. A variant of the rules changes
//! two entries of the table.

use crate::rules::atom_seq;
use racefree_grammar::ast::Basic;
use racefree_kernel::PremiseId;

/// `;` and `*`, as the rules in force say.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Algebra {
    /// True if a step that commits may follow one that has committed: the off reading of ATOM SEQ/commit.
    pub commits_twice: bool,
    /// atomic* = atomic: the off reading of ATOM SEQ/star.
    pub repeats_atomic: bool,
}

impl Algebra {
    /// As the premises in force say.
    pub(crate) fn by(in_force: impl Fn(PremiseId) -> bool) -> Algebra {
        Algebra { commits_twice: !in_force(atom_seq::COMMIT), repeats_atomic: !in_force(atom_seq::STAR) }
    }
}

use Basic::{Atomic, Cmpd, Const, Error, Left, Mover, Right};

/// a ⊑ b: const ⊑ mover ⊑ left, right ⊑ atomic ⊑ cmpd ⊑ error.
pub fn below(a: Basic, b: Basic) -> bool {
    // The order of the declaration, but that left and right are beside each other.
    a == b || a < b && (a, b) != (Left, Right)
}

/// a ⊑ atomic
pub(crate) fn is_atomic(a: Basic) -> bool {
    below(a, Atomic)
}

/// a ⊔ b
pub fn join(a: Basic, b: Basic) -> Basic {
    match (below(a, b), below(b, a)) {
        (true, _) => b,
        (_, true) => a,
        _ => Atomic,
    }
}

impl Algebra {
    /// a; b
    pub fn then(self, a: Basic, b: Basic) -> Basic {
        match (a, b) {
            (Error, _) | (_, Error) => Error,
            (Cmpd, _) | (_, Cmpd) => Cmpd,
            (Const, b) => b,
            (a, Const) => a,
            (Mover, b) => b,
            (a, Mover) => a,
            (Left | Atomic, Right | Atomic) if self.commits_twice => Atomic,
            (Left | Atomic, Right | Atomic) => Cmpd,
            (Left, Left) => Left,
            (Right, Right) => Right,
            (Right | Atomic, Left) | (Right, Atomic) => Atomic,
        }
    }

    /// a*: the least x with const ⊑ x, a ⊑ x, x; a ⊑ x.
    pub fn star(self, a: Basic) -> Basic {
        match a {
            Atomic if !self.repeats_atomic => self.then(Atomic, Atomic),
            a => a,
        }
    }
}
