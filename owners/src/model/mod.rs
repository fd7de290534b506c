//! The definition: section 2 of `owners.md` as relations, each rule a function that looks at its premises in their order. Every
//! judgment is searched for naively, each time anew; nothing is remembered, nothing is found by a table. `racefree check --model`
//! judges by it.
//!
//! It shares the syntax tree, the ids of rules and premises, and the options with the checker, and nothing else, so that a mistake
//! would have to be made twice to stay hidden; what a path and the name of a class are is the model of the base's. The test
//! `owners_model` of `soundness-tests` holds the two equal: on the verdict, on the type of the main expression, and on which premises
//! fail where.
//!
//! | module | what it holds | fast |
//! | --- | --- | --- |
//! | `terms` | section 1: owners, types, the one substitution θ | [`crate::owner`] |
//! | `lookup` | members, superclasses, what is written read in its scope | `signature`, [`crate::typing`] |
//! | `relations` | ⊢ t, ⊢owner, ⊢lock, ⊢final, l ∈ ls, s <: t, e ⇐ t | `judgments` |
//! | `programs`, `overriding` | \[PROG\], \[CLASS\], \[FIELD\], \[METHOD\] | `declarations` |
//! | `expressions`, `calls`, `language` | P; E; D; ls ⊢ e : t \[owned\] ▹ M | `expressions`, `access` |
//! | `typed` | what these say of each expression, for systems that build on this one | [`crate::typed`] |
//!
//! A premise that does not hold is noted with the place that it is about, and the rule goes on as if it held. An error that leaves
//! no type leaves [`Type::Unknown`], of which nothing follows.

mod calls;
mod expressions;
mod language;
mod lookup;
mod overriding;
mod programs;
mod relations;
mod terms;
mod typed;

pub use terms::{Owner, Type};
pub use typed::{FieldOf, Typed, typed};

use crate::typing::Mode;
use racefree_grammar::ast::{ExprId, Program, Special};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_kernel::{Options, PremiseId, Report, RuleId, TypeError, report};
use racefree_typeck::model::{Cn, Lock};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What the rules say of a program.
#[derive(Clone, Debug, Default)]
pub struct Verdict {
    /// t of ⊢ P : t, as it is written; none for an open program.
    pub main: Option<String>,
    /// The innermost premises of rules for expressions and declarations that do not hold, and what each is about.
    pub failed: BTreeSet<(PremiseId, Span)>,
    /// How often each rule for an expression or a declaration was applied.
    pub applied: BTreeMap<RuleId, u64>,
}

/// Whether ⊢ P : t for some t, by a set of rules; escapes do not count.
pub fn judge(program: &Program, options: &Options) -> Verdict {
    let model = Model::new(program, options);
    let main = model.prog().map(|t| t.text(program));
    let Notes { failed, applied, .. } = model.notes.into_inner();
    Verdict { main, failed, applied }
}

/// Judges a program that `source` was parsed to. What is known of an error is the premise, and what it is about; of the fields that
/// are not proved, nothing.
pub fn check(program: &Program, source: &str, options: &Options) -> Report {
    let Verdict { main, failed, .. } = judge(program, options);
    let errors = failed.into_iter().map(error).collect();
    report::sort_out(&crate::Eprfj, program, source, options, errors, Vec::new(), main)
}

fn error((premise, span): (PremiseId, Span)) -> TypeError {
    let declared = crate::rules::BOOK.premise(premise);
    let message = format!("the premise does not hold: {}", declared.statement);
    TypeError {
        label: "it is about this".to_owned(),
        notes: vec![declared.why.to_owned()],
        ..TypeError::new(premise, span, message)
    }
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
    /// The final paths whose types are being looked at, one for the sake of the other.
    asked: Vec<Lock>,
    /// So many threads were put for thisThread.
    threads: u32,
    /// What was concluded of each expression, where that is kept.
    values: Option<BTreeMap<ExprId, Value>>,
}

/// The outcome of a judgment that another one asks for.
type Asked<T = ()> = Result<T, ()>;

fn only_if(holds: bool) -> Asked {
    if holds { Ok(()) } else { Err(()) }
}

/// `t x`
#[derive(Clone, Debug)]
struct Bound {
    ty: Type,
    x: Name,
    /// Not a value.
    ghost: bool,
}

/// A variable of E, by its place there: with ENV X/fresh off, two may have one name.
type Var = (usize, Name);

/// E: variables and formals in scope; and of the class around, which names are formals.
#[derive(Clone, Default)]
struct Env {
    bounds: Vec<Bound>,
    /// The formals in scope.
    formals: Vec<Name>,
    /// Those of the class around: such a name means that, in scope or not.
    of_class: Vec<Name>,
    /// The formals f with f$p ≡ f (D-O13).
    not_self: Vec<Name>,
}

impl Env {
    /// E, t x
    fn and(&self, ty: Type, x: Name, ghost: bool) -> Env {
        let mut inner = self.clone();
        inner.bounds.push(Bound { ty, x, ghost });
        inner
    }

    /// The variable that a name means, and its place.
    fn get(&self, x: Name) -> Option<(usize, &Bound)> {
        self.bounds.iter().enumerate().rev().find(|(_, b)| b.x == x)
    }

    /// Whether a name that is no variable is a formal.
    fn is_formal(&self, f: Name) -> bool {
        self.formals.contains(&f) || self.of_class.contains(&f)
    }

    /// [k/thisThread]E
    fn seen_by_another(&self, k: u32) -> Env {
        let mut inner = self.clone();
        inner.bounds.iter_mut().for_each(|b| b.ty = b.ty.of_thread(k));
        inner
    }
}

/// ls
type Locks = Vec<(Owner, Mode)>;

/// ls₀
fn ls0() -> Locks {
    vec![
        (Owner::THIS_THREAD, Mode::Write),
        (Owner::UNIQUE, Mode::Write),
        (Owner::Special(Special::Readonly), Mode::Read),
    ]
}

/// E; D; ls: where an expression stands.
#[derive(Clone)]
struct At {
    env: Env,
    moved: BTreeSet<Var>,
    ls: Locks,
}

impl At {
    /// With D ∪ M.
    fn after(&self, moves: &BTreeSet<Var>) -> At {
        let mut at = self.clone();
        at.moved.extend(moves);
        at
    }

    /// With ls ∪ {l:m}.
    fn holding(&self, l: Owner, mode: Mode) -> At {
        let mut at = self.clone();
        at.ls.push((l, mode));
        at
    }
}

/// t \[owned\] ▹ M
#[derive(Clone, Debug)]
struct Value {
    ty: Type,
    owned: bool,
    moves: BTreeSet<Var>,
}

impl Value {
    fn new(ty: Type, owned: bool) -> Value {
        Value { ty, owned, moves: BTreeSet::new() }
    }

    /// With what other parts of the expression moved.
    fn moving(mut self, more: &BTreeSet<Var>) -> Value {
        self.moves.extend(more);
        self
    }
}

impl<'p> Model<'p> {
    fn new(program: &'p Program, options: &'p Options) -> Model<'p> {
        let mut model = Model { program, options, cut: Vec::new(), notes: RefCell::default() };
        model.cut = model.cycles();
        model
    }

    /// Whether a premise is switched off.
    fn off(&self, premise: PremiseId) -> bool {
        self.options.off.is_off(premise)
    }

    /// A premise of a judgment that is only asked for.
    fn require(&self, premise: PremiseId, judgment: impl FnOnce() -> Asked) -> Asked {
        if self.off(premise) { Ok(()) } else { judgment() }
    }

    /// A premise of the rule for an expression or a declaration. That it does not hold is noted; whether it does, or is off.
    fn premise(&self, premise: PremiseId, place: Span, judgment: impl FnOnce() -> Asked) -> bool {
        let holds = self.require(premise, judgment).is_ok();
        if !holds {
            self.notes.borrow_mut().failed.insert((premise, place));
        }
        holds
    }

    /// A rule concludes.
    fn conclude<T>(&self, rule: RuleId, conclusion: T) -> T {
        *self.notes.borrow_mut().applied.entry(rule).or_default() += 1;
        conclusion
    }
}
