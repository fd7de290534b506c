//! The one constraint system (specification, section 3). The typing rules ask ([`racefree_typeck::open`]); here each question
//! becomes clauses over the literals of section 2, for the premise and the place that asked.
//!
//! | module | contents |
//! | --- | --- |
//! | this | the system as data |
//! | `builder` | variables, candidates, and their common meaning |
//! | `premises` | the table of section 3: the clauses of each premise |

mod builder;
mod premises;

use crate::clauses::{Clauses, Instance, Lit, Meaning, STRUCTURAL, Slot};
use crate::slots::{Place, Settings, Template};
use crate::symbolic::{Alternatives, Symbolic};
use builder::Builder;
use racefree_grammar::path::{Open, Path, Root};
use racefree_kernel::{Budget, Stopped};
use racefree_program::ClassId;
use racefree_typeck::Cx;
use racefree_typeck::open::{Note, Notes};

/// Breadth of the candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Breadth {
    /// Paths with fields are taken if their class is related to that of a lock of the program.
    Related,
    /// All.
    All,
}

/// The constraints on the annotations of a program.
pub struct System<'t> {
    /// The program with its slots.
    pub template: &'t Template,
    /// Context of the clauses' paths.
    pub cx: Cx<'t, Notes>,
    /// Clauses.
    pub clauses: Clauses,
    /// Meanings of the variables.
    pub meanings: Vec<Meaning>,
    /// The premises that clauses are for, in program order.
    pub instances: Vec<Instance>,
    /// The slots.
    pub slots: Vec<Slot>,
    /// Sets of mutually exclusive literals.
    pub at_most_one: Vec<Vec<Lit>>,
    /// `tl(C)` by the class's place in the program; a constant where it is decided.
    pub local: Vec<Lit>,
    /// `fin(f)`; a constant where it is decided.
    pub finals: Vec<Lit>,
    /// `gh(C,i)` by class.
    pub ghosts: Vec<Vec<Lit>>,
    /// Questions of the rules.
    pub notes: Vec<Note>,
    symbolic: Symbolic,
}

impl<'t> System<'t> {
    /// The constraints for a program with slots.
    ///
    /// # Errors
    ///
    /// The budget is over, or clauses would take more memory than they may.
    pub fn new(
        template: &'t Template,
        source: &str,
        settings: &'t Settings,
        breadth: Breadth,
        budget: &Budget,
    ) -> Result<System<'t>, Stopped> {
        Builder::new(template, source, settings).build(settings, breadth, budget)
    }

    /// Alternatives of a lock that the rules asked about.
    pub fn alternatives(&mut self, l: Path) -> Alternatives {
        self.symbolic.alternatives(&mut self.cx, &self.slots, self.template.first, l)
    }

    /// Excludes solutions with all of these literals.
    pub fn block(&mut self, lits: &[Lit]) {
        let clause: Vec<Lit> = lits.iter().map(|&l| !l).collect();
        self.clauses.add(STRUCTURAL, &clause);
    }

    /// The literal of a class.
    pub fn local_of(&self, class: ClassId) -> Lit {
        local_of(&self.cx, &self.local, class)
    }

    /// The text of a lock, new ghosts by the names that they are written with.
    pub fn text(&self, l: Path) -> String {
        let mut text = self.cx.types.paths.text(l, &self.template.program, "");
        if let Some(at) = text.find('@') {
            let end = text[at..].find('.').map_or(text.len(), |dot| at + dot);
            text.replace_range(at..end, "");
        }
        text
    }

    /// The place of the slot that a lock is made of.
    pub fn slot_in(&self, lock: Path) -> Option<Place> {
        let mut lock = lock;
        loop {
            match self.cx.types.paths.root(lock) {
                Root::Var(x) => {
                    let i = x.0.checked_sub(self.template.first.0)?;
                    return self.template.places.get(i as usize).copied();
                }
                Root::Open(n) => match self.cx.types.paths.open(n) {
                    Open::Delayed(base, _) => lock = *base,
                    Open::Agreed(..) => return None,
                },
                Root::Expr(_) => return None,
            }
        }
    }

    /// The slot of a field's guard, or of a method's requires set.
    pub fn slot_of(&self, place: Place) -> Option<usize> {
        // Places are few per declaration, but slots many.
        self.slots.iter().position(|slot| slot.place == place)
    }
}

fn local_of(cx: &Cx<'_, Notes>, local: &[Lit], class: ClassId) -> Lit {
    cx.classes.declared(class).map_or(Lit::FALSE, |i| local[i as usize])
}
