//! The definition: the typing rules as sections 4 to 7 of the calculus write them, each a function that looks at its premises in
//! their order. Every judgment is searched for naively, each time anew; nothing is remembered, nothing is found by a table.
//! `racefree check --model` judges by it.
//!
//! It shares the syntax tree, the ids of rules and premises, and the options with the checker, and nothing else, so that a mistake
//! would have to be made twice to stay hidden. `soundness-tests/tests/model.rs` holds the two equal: on the verdict, on the type of
//! the main expression, and on which premises fail where.
//!
//! | module | what it holds | fast |
//! | --- | --- | --- |
//! | `terms` | sections 2, 5.4: locks, types, the one substitution | `types`, [`racefree_grammar::path`] |
//! | `lookup` | section 5.4: \[CLASS INSTANTIATION\], \[FIELD …\], \[METHOD …\] | `lookup`, `classes` |
//! | `relations` | sections 5.2, 5.5, 5.6: environments, types, subtyping, sharing, final expressions, lock sets | `environments`, `sharing`, `finals` |
//! | `programs` | sections 4, 5.1, 5.3: predicates, classes, fields, methods | `predicates`, `program`, `members` |
//! | `expressions`, `language` | section 5.7, section 6 | `expressions`, `access`, `fork`, `example` |
//! | `side` | premises that a variant has of its own | `side` |
//!
//! A premise that does not hold is noted with the place that it is about, and the rule goes on as if it held: the paragraph
//! *Algorithm* of section 5. An error that leaves no type leaves [`Type::Unknown`], of which nothing follows.

mod expressions;
mod language;
mod lookup;
mod programs;
mod relations;
mod report;
mod side;
mod terms;

pub use report::check;
pub use terms::{Cn, Lock, Type};

use crate::options::{Options, Part};
use racefree_grammar::ast::{ExprId, Program};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{PremiseId, RuleId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::iter;

/// What the rules say of a program.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// t of ⊢ P : t; none for an open program.
    pub main: Option<Type>,
    /// The innermost premises of rules for expressions and declarations that do not hold, and what each is about.
    pub failed: BTreeSet<(PremiseId, Span)>,
    /// How often each rule for an expression or a declaration was applied.
    pub applied: BTreeMap<RuleId, u64>,
}

/// Whether ⊢ P : t for some t, by a set of rules; escapes do not count.
pub fn judge(program: &Program, options: &Options) -> Verdict {
    let model = Model::new(program, options, Notes::default());
    let main = model.prog();
    let Notes { failed, applied, .. } = model.notes.into_inner();
    Verdict { main, failed, applied }
}

/// Where an expression stands: P; E; ls ⊢ e : t with the least t.
#[derive(Clone, Debug)]
pub struct Standing {
    /// Those variables of E that are free in e.
    pub env: Vec<Bound>,
    /// ls
    pub locks: Vec<Lock>,
    /// t
    pub ty: Type,
}

/// The least type of every expression that runs, errors or not; what an error leaves unknown has no type.
pub fn types(program: &Program, options: &Options) -> BTreeMap<ExprId, Type> {
    let model = Model::new(program, options, Notes { standings: Some(BTreeMap::new()), ..Notes::default() });
    model.prog();
    let standings = model.notes.into_inner().standings.unwrap_or_default();
    standings.into_iter().map(|(e, standing)| (e, standing.ty)).collect()
}

/// Where every expression that runs stands, if ⊢ P : t for some t.
pub fn standings(program: &Program, options: &Options) -> Option<BTreeMap<ExprId, Standing>> {
    let notes = Notes { standings: Some(BTreeMap::new()), ..Notes::default() };
    let model = Model::new(program, options, notes);
    model.prog();
    let Notes { failed, standings, .. } = model.notes.into_inner();
    standings.filter(|_| failed.is_empty())
}

/// P, and the rules that it is read by.
struct Model<'p> {
    program: &'p Program,
    options: &'p Options,
    /// By WFClasses: the classes whose superclass is taken as unknown, one of each cycle.
    cut: Vec<Cn>,
    notes: RefCell<Notes>,
}

/// What is noted on the way. No judgment goes by it, but that one that needs itself does not hold.
#[derive(Default)]
struct Notes {
    failed: BTreeSet<(PremiseId, Span)>,
    applied: BTreeMap<RuleId, u64>,
    /// The final fields whose types are being looked at, one for the sake of the other.
    asked: Vec<(Lock, Name)>,
    /// Where expressions stand, if that is wanted.
    standings: Option<BTreeMap<ExprId, Standing>>,
}

/// The outcome of a judgment that another one asks for: what it yields, or which part of the premise it is that does not hold.
type Asked<T = ()> = Result<T, Part>;

fn only_if(holds: bool) -> Asked {
    if holds { Ok(()) } else { Err(Part::Rest) }
}

/// `t x` or `ghost t x`
#[derive(Clone, Debug)]
pub struct Bound {
    /// t
    pub ty: Type,
    /// x
    pub x: Name,
    /// Whether it is a ghost.
    pub ghost: bool,
}

/// E: \[ENV EMPTY\], or what it extends and more.
#[derive(Default)]
struct Environment<'e> {
    before: Option<&'e Environment<'e>>,
    bounds: Vec<Bound>,
}

impl Environment<'_> {
    /// E, t₁ x₁, …, tₙ xₙ
    fn and(&self, bounds: Vec<Bound>) -> Environment<'_> {
        Environment { before: Some(self), bounds }
    }

    fn push(&mut self, bound: Bound) {
        self.bounds.push(bound);
    }

    /// The bindings, the last first.
    fn bindings(&self) -> impl Iterator<Item = &Bound> {
        iter::successors(Some(self), |env| env.before).flat_map(|env| env.bounds.iter().rev())
    }

    /// E(x)
    fn get(&self, x: Name) -> Option<&Bound> {
        self.bindings().find(|b| b.x == x)
    }
}

/// ls: what it extends, and more.
#[derive(Default)]
struct LockSet<'e> {
    before: Option<&'e LockSet<'e>>,
    locks: Vec<Lock>,
}

impl LockSet<'_> {
    fn of(locks: Vec<Lock>) -> LockSet<'static> {
        LockSet { before: None, locks }
    }

    /// ls ∪ {l₁, …, lₙ}
    fn and(&self, locks: Vec<Lock>) -> LockSet<'_> {
        LockSet { before: Some(self), locks }
    }

    fn push(&mut self, l: Lock) {
        self.locks.push(l);
    }

    fn elements(&self) -> impl Iterator<Item = &Lock> {
        iter::successors(Some(self), |ls| ls.before).flat_map(|ls| &ls.locks)
    }
}

impl<'p> Model<'p> {
    fn new(program: &'p Program, options: &'p Options, notes: Notes) -> Model<'p> {
        let mut model = Model { program, options, cut: Vec::new(), notes: RefCell::new(notes) };
        model.cut = model.cycles();
        model
    }

    /// A premise of a judgment that is only asked for. It may be taken as holding, for whatever reason it does not.
    fn require(&self, premise: PremiseId, judgment: impl FnOnce() -> Asked) -> Asked {
        if self.options.only.is_none() && self.options.takes(premise, Part::Rest) {
            return Ok(());
        }
        judgment().or_else(|part| if self.options.takes(premise, part) { Ok(()) } else { Err(part) })
    }

    /// A premise of the rule for an expression or a declaration. That it does not hold is noted.
    fn premise(&self, premise: PremiseId, place: Span, judgment: impl FnOnce() -> Asked) {
        if self.require(premise, judgment).is_err() {
            self.notes.borrow_mut().failed.insert((premise, place));
        }
    }

    /// A rule concludes.
    fn conclude<T>(&self, rule: RuleId, conclusion: T) -> T {
        *self.notes.borrow_mut().applied.entry(rule).or_default() += 1;
        conclusion
    }

    /// P; E; ls ⊢ e : t is so, and is noted where that is wanted.
    fn stands(&self, env: &Environment<'_>, ls: &LockSet<'_>, e: ExprId, ty: &Type) {
        let Some(standings) = &mut self.notes.borrow_mut().standings else { return };
        let free = self.program.free_variables(e);
        let env = env.bindings().filter(|b| free.contains(&b.x)).cloned().collect();
        standings.insert(e, Standing { env, locks: ls.elements().cloned().collect(), ty: ty.clone() });
    }
}
