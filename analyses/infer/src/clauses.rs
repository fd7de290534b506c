//! Clauses as data: literals, clauses with the premise of each, and the meanings of variables.

use racefree_grammar::path::Path;
use racefree_grammar::span::Span;
use racefree_kernel::PremiseId;

/// A literal: twice a variable, and one more for its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Lit(pub u32);

impl Lit {
    /// Constant true. Variable 0 is for the two constants.
    pub const TRUE: Lit = Lit(0);
    /// Constant false.
    pub const FALSE: Lit = Lit(1);

    /// The literal of a variable.
    pub fn of(var: u32) -> Lit {
        Lit(var * 2)
    }

    /// The variable.
    pub fn var(self) -> u32 {
        self.0 / 2
    }

    /// Returns true if it holds under these values of the variables.
    pub fn holds(self, values: &[bool]) -> bool {
        self == Lit::TRUE || self != Lit::FALSE && values[self.var() as usize] != self.is_negative()
    }

    /// Returns true if it is one of the two constants.
    pub fn is_constant(self) -> bool {
        self.var() == 0
    }

    /// Returns true if it is a negation.
    pub fn is_negative(self) -> bool {
        self.0 % 2 == 1
    }
}

impl std::ops::Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(self.0 ^ 1)
    }
}

/// Meaning of a variable (specification, section 2). Classes, fields and methods are named by their index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Meaning {
    /// A constant.
    Constant,
    /// `tl(C)`
    Local(u32),
    /// `fin(f)`
    Final(u32),
    /// `g(f,l)`, `r(m,l)` or `a(o,i,l)`: the slot, and the candidate's place in its order.
    Choice(u32, u32),
    /// `gh(C,i)`
    Ghost(u32, u32),
    /// A conjunction of two others.
    Both(Lit, Lit),
    /// Two symbolic locks differ.
    Differ,
}

/// A premise at a place: the subject of an error.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Instance {
    /// The place.
    pub span: Span,
    /// The premise.
    pub premise: PremiseId,
}

/// A slot with its candidates; the variables of these follow one another.
#[derive(Clone, Debug)]
pub struct Slot {
    /// Place that the slot stands for.
    pub place: crate::slots::Place,
    /// The candidates, in order.
    pub candidates: Vec<Path>,
    /// The variable of the first.
    pub first: u32,
}

impl Slot {
    /// The literal of a candidate.
    pub fn lit(&self, i: usize) -> Lit {
        Lit::of(self.first + i as u32)
    }

    /// The literals with their locks, in order.
    pub fn choices(&self) -> impl Iterator<Item = (Lit, Path)> + '_ {
        self.candidates.iter().enumerate().map(|(i, &l)| (self.lit(i), l))
    }
}

/// Tag of a clause that comes from no premise.
pub const STRUCTURAL: u32 = u32::MAX;

/// Clauses, one after the other.
#[derive(Clone, Debug, Default)]
pub struct Clauses {
    lits: Vec<Lit>,
    ends: Vec<u32>,
    tags: Vec<u32>,
}

impl Clauses {
    /// Adds one for an instance, or [`STRUCTURAL`]. One that holds anyway is left out.
    pub fn add(&mut self, tag: u32, clause: &[Lit]) {
        if clause.contains(&Lit::TRUE) {
            return;
        }
        let start = self.lits.len();
        self.lits.extend(clause.iter().copied().filter(|&l| l != Lit::FALSE));
        self.lits[start..].sort_unstable();
        let mut kept = start;
        for i in start..self.lits.len() {
            if i > start && self.lits[i] == self.lits[kept - 1] {
                continue;
            }
            if kept > start && self.lits[i] == !self.lits[kept - 1] {
                self.lits.truncate(start);
                return;
            }
            self.lits[kept] = self.lits[i];
            kept += 1;
        }
        self.lits.truncate(kept);
        self.ends.push(kept as u32);
        self.tags.push(tag);
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns true if there are no clauses.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The literals of a clause, sorted.
    pub fn get(&self, i: usize) -> &[Lit] {
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.lits[start as usize..self.ends[i] as usize]
    }

    /// The instance that a clause is for; none if it says what literals mean.
    pub fn tag(&self, i: usize) -> Option<u32> {
        Some(self.tags[i]).filter(|&tag| tag != STRUCTURAL)
    }

    /// All of them.
    pub fn iter(&self) -> impl Iterator<Item = (&[Lit], Option<u32>)> {
        (0..self.len()).map(|i| (self.get(i), self.tag(i)))
    }

    /// Number of literals in all clauses.
    pub fn size(&self) -> usize {
        self.lits.len()
    }
}
