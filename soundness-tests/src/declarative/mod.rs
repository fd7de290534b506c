//! The typing rules once more, as sections 4 and 5 of the calculus write them: each judgment is a relation that is searched
//! naively, each time anew. Nothing is remembered, nothing is found by a table; \[EXP SUB\] is a search over *all* types that an
//! expression has, where the checker goes by the least one. It shares the syntax tree with the checker and nothing else, so
//! that a mistake would have to be made twice to stay hidden.
//!
//! | module | what it holds |
//! | --- | --- |
//! | `terms` | locks and types as trees, substitution, free variables |
//! | `lookup` | section 5.4: \[CLASS INSTANTIATION\], \[FIELD …\], \[METHOD …\] |
//! | `relations` | sections 5.2, 5.5, 5.6: types, subtyping, sharing, final expressions, lock sets |
//! | `programs` | sections 4, 5.1, 5.3: predicates, classes, fields, methods |
//! | `expressions`, `language` | section 5.7, section 6 |

mod expressions;
mod language;
mod lookup;
mod programs;
mod relations;
pub(crate) mod terms;

use racefree_grammar::ast::{ExprId, Program, TypeId};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use terms::{Term, Type};

/// The rule set to read by.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    /// Premises taken as holding, as `RULE/premise`.
    pub off: BTreeSet<String>,
    /// D1: `this` is in scope in the superclass.
    pub super_may_mention_this: bool,
    /// D3: a call substitutes the receiver only.
    pub invoke_substitutes_this_only: bool,
    /// D11: the ghosts are substituted first, then the rest.
    pub substitute_in_two_steps: bool,
    /// Section 7: initialisers hold the lock of `this`, which is a variable there.
    pub constructor_holds_lock: bool,
}

/// What the rules say of a program.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// Whether ⊢ P : t for some t.
    pub derivable: bool,
    /// The innermost premises that fail, where one does.
    pub refused: BTreeSet<String>,
    /// Whether a type is written that means nothing (its class is not declared, or once too often, or has other ghosts). Then
    /// more is refused, for what follows from that.
    pub meaningless: bool,
    /// How often each rule of a declaration or an expression was applied and concluded.
    pub applied: BTreeMap<&'static str, u64>,
}

/// Whether ⊢ P : t for some t, by a set of rules.
pub fn judge(program: &Program, rules: &Rules) -> Verdict {
    let reading = Reading { program, rules, notes: RefCell::default() };
    let derivable = reading.program();
    let notes = reading.notes.take();
    let types = (0..program.types.len()).map(|t| reading.written(TypeId(t as u32)));
    let meaningless =
        notes.refused.contains("PROG/class-once") || !types.into_iter().all(|t| reading.means_something(&t));
    Verdict { derivable, refused: notes.refused, meaningless, applied: notes.applied }
}

/// Where an expression stands: P; E; ls ⊢ e : t with the least t.
#[derive(Clone, Debug)]
pub(crate) struct Point {
    /// E
    pub(crate) env: Env,
    /// ls
    pub(crate) locks: Locks,
    /// t
    pub(crate) ty: Type,
}

/// Every expression that runs with where it stands and only those variables in E that are free in it, if ⊢ P : t for some t.
pub(crate) fn points(program: &Program, rules: &Rules) -> Option<BTreeMap<ExprId, Point>> {
    let notes = Notes { points: Some(BTreeMap::new()), ..Notes::default() };
    let reading = Reading { program, rules, notes: RefCell::new(notes) };
    let derivable = reading.program();
    let mut points = reading.notes.take().points.filter(|_| derivable)?;
    for (&e, point) in &mut points {
        let mut free = Vec::new();
        reading.free(e, &mut free);
        point.env.retain(|b| free.contains(&b.x));
    }
    Some(points)
}

/// What is noted on the way; it has no influence on any judgment.
#[derive(Default)]
struct Notes {
    refused: BTreeSet<String>,
    applied: BTreeMap<&'static str, u64>,
    /// Final expressions being looked at, one inside the other: a derivation that needs itself is none.
    asked: Vec<Term>,
    /// Where expressions stand, if that is wanted.
    points: Option<BTreeMap<ExprId, Point>>,
}

/// P, and the rules.
struct Reading<'p> {
    program: &'p Program,
    rules: &'p Rules,
    notes: RefCell<Notes>,
}

/// `t x` or `ghost t x`.
#[derive(Clone, Debug)]
pub(crate) struct Bound {
    pub(crate) ty: Type,
    pub(crate) x: racefree_grammar::name::Name,
    pub(crate) ghost: bool,
}

/// E
type Env = Vec<Bound>;

/// ls
type Locks = Vec<Term>;

impl Reading<'_> {
    fn is_off(&self, premise: &str) -> bool {
        self.rules.off.contains(premise)
    }

    /// A premise of a rule for an expression or declaration; a failure is noted.
    fn premise(&self, name: &'static str, holds: impl FnOnce() -> bool) -> bool {
        if self.is_off(name) || holds() {
            return true;
        }
        self.refuse(name)
    }

    /// A premise of a judgment that is only asked for.
    fn asked(&self, name: &'static str, holds: impl FnOnce() -> bool) -> bool {
        self.is_off(name) || holds()
    }

    fn refuse(&self, name: &'static str) -> bool {
        self.notes.borrow_mut().refused.insert(name.to_owned());
        false
    }

    fn stands(&self, e: ExprId, env: &Env, locks: &Locks, ty: Option<&Type>) {
        if let (Some(points), Some(ty)) = (&mut self.notes.borrow_mut().points, ty) {
            points.insert(e, Point { env: env.clone(), locks: locks.clone(), ty: ty.clone() });
        }
    }

    fn concluded(&self, rule: &'static str) {
        *self.notes.borrow_mut().applied.entry(rule).or_default() += 1;
    }
}
