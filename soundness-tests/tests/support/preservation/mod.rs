//! Preservation: the invariants R1–R9 of the states that a well-typed program reaches, looked at after every step on the states
//! of the reference engine.
//!
//! Two traps. `synchronized p.l in e` has taken the object that `p.l` denotes, so locks and ghost arguments are compared by what
//! they denote in the store. And after substitution an object of a thread-local class may be where its static type is a
//! shared one; so static types are kept: they are those of the program's expressions, and a frame knows its expression.
//!
//! | module | contents |
//! | --- | --- |
//! | `typing` | denotations of run-time locks and types, and the typing of values |
//! | `heap` | R1, R5, R8, R9 |
//! | `frames` | R2, R3, R4, R6, R7 |
//! | `schedules` | random schedules, and all of a small program |

mod frames;
mod heap;
mod schedules;
mod typing;

use racefree_grammar::ast::{ExprId, Program};
use racefree_interp::reduction::{Execution, State};
use racefree_interp::{Event, Lowered, Semantics};
use racefree_typeck::Options;
use racefree_typeck::values::{Standing, standings};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

pub use schedules::{all_schedules, random_schedule};

/// The invariants.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, strum::VariantArray)]
pub enum Invariant {
    /// R1: every field value conforms to its declared type.
    Fields,
    /// R2: every variable of every frame conforms to its type.
    Variables,
    /// R3: every pending value fits where it goes.
    Pending,
    /// R4: the static lock set of the current point is really held.
    LockSets,
    /// R5: a lock's count is the number of its `in_sync` frames, all of its one owner; a new thread holds nothing.
    Counts,
    /// R6: the next access is guarded as declared.
    Guards,
    /// R7: a reference at a thread-local static type stays with the thread that made the object.
    Confinement,
    /// R8: final fields and final paths never change.
    Finals,
    /// R9: objects have their class's fields.
    Shapes,
}

impl Invariant {
    /// All of them.
    pub const ALL: &[Invariant] = <Invariant as strum::VariantArray>::VARIANTS;

    /// `R1`…`R9`
    pub fn name(self) -> &'static str {
        ["R1", "R2", "R3", "R4", "R5", "R6", "R7", "R8", "R9"][self as usize]
    }
}

impl fmt::Display for Invariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An invariant that does not hold.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Broken {
    /// The invariant.
    pub invariant: Invariant,
    /// Description of the violation, in a few words.
    pub detail: String,
}

/// Number of checks of each invariant.
#[derive(Clone, Copy, Default, Debug)]
pub struct Exercised {
    /// Number of checks by invariant.
    pub checks: [u64; 9],
    /// Number of comparisons of ghost arguments with two objects.
    pub ghosts: u64,
    /// States looked at.
    pub states: u64,
}

impl Exercised {
    /// Number of checks of an invariant.
    pub fn of(&self, invariant: Invariant) -> u64 {
        self.checks[invariant as usize]
    }

    /// Adds the checks of another run.
    pub fn add(&mut self, other: &Exercised) {
        self.checks.iter_mut().zip(other.checks).for_each(|(a, b)| *a += b);
        self.ghosts += other.ghosts;
        self.states += other.states;
    }
}

/// A well-typed program, ready to have its states looked at.
pub struct Preservation<'p> {
    /// Its meaning.
    pub run: Execution<'p>,
    program: &'p Program,
    standings: BTreeMap<ExprId, Standing>,
    notes: RefCell<(Exercised, BTreeSet<Broken>)>,
}

impl<'p> Preservation<'p> {
    /// Invariants of a program that is well typed by a set of rules; `None` if it is not.
    pub fn new(program: &'p Lowered, options: &Options, semantics: Semantics) -> Option<Preservation<'p>> {
        let run = Execution::new(&program.tables, semantics);
        let standings = standings(&program.tables.program, options)?;
        Some(Preservation { run, program: &program.tables.program, standings, notes: RefCell::default() })
    }

    /// Checks a state. Returns the broken invariants, in order.
    pub fn state(&self, state: &State) -> BTreeSet<Broken> {
        self.notes.borrow_mut().0.states += 1;
        self.heap(state);
        self.frames(state);
        std::mem::take(&mut self.notes.borrow_mut().1)
    }

    /// Looks at a step: R8, and that a new thread holds nothing.
    pub fn step(&self, before: &State, event: &Event, after: &State) -> BTreeSet<Broken> {
        self.finals(before, event, after);
        self.new_thread(event, after);
        std::mem::take(&mut self.notes.borrow_mut().1)
    }

    /// Checks so far.
    pub fn exercised(&self) -> Exercised {
        self.notes.borrow().0
    }

    /// An invariant is looked at, with something to look at.
    fn hold(&self, invariant: Invariant, holds: bool, detail: impl FnOnce() -> String) {
        let mut notes = self.notes.borrow_mut();
        notes.0.checks[invariant as usize] += 1;
        if !holds {
            notes.1.insert(Broken { invariant, detail: detail() });
        }
    }
}
