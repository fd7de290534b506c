//! Blame (section 6): the first pair of steps that cannot be in one block, and which locks would help.

use crate::algebra::{Algebra, is_atomic, join};
use crate::checker::{Checker, Claimed, Enclosing};
use crate::locks::Lock;
use crate::tree::Tree;
use crate::walk::{Action, MOST, Step, Visitor, Walk};
use racefree_grammar::ast::{Basic, Expr, ExprId};
use racefree_grammar::span::Span;
use racefree_typeck::Sentences;

/// A step that is blamed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blamed {
    /// Basic atomicity of the step.
    pub mover: Basic,
    /// Action of the step, in words.
    pub what: String,
    /// Span of the step.
    pub span: Span,
    /// The calls that lead to it, the outermost first.
    pub calls: Vec<Span>,
    /// True if the step is in another turn of a loop.
    pub again: bool,
}

/// Why a block is not atomic.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blame {
    /// Step with which the block last left the right movers; none for an access without its guard.
    pub first: Option<Blamed>,
    /// The first step that cannot come after that.
    pub second: Blamed,
    /// A smallest set of locks with which the block is atomic, and what it is then; none if there is no such set.
    pub help: Option<(Vec<String>, Basic)>,
}

/// The walk up to a point: what it composes to, and where it last left the right movers.
#[derive(Clone, PartialEq)]
struct Prefix {
    so_far: Basic,
    left: Option<Step>,
}

#[derive(Default)]
struct Search {
    found: Option<(Option<Step>, Step)>,
}

impl Visitor for Search {
    type State = Prefix;
    const FOLLOWS: bool = true;

    fn step(&mut self, way: &mut Prefix, step: &Step) {
        let next = Algebra::default().then(way.so_far, step.mover);
        let moves_right = |a| matches!(a, Basic::Const | Basic::Mover | Basic::Right);
        if next >= Basic::Cmpd {
            let first = way.left.take().or_else(|| (step.mover == Basic::Cmpd).then(|| step.clone()));
            self.found = Some((first.filter(|_| next == Basic::Cmpd), step.clone()));
        } else if moves_right(way.so_far) && !moves_right(next) {
            way.left = Some(step.clone());
        }
        way.so_far = next;
    }

    fn join(&mut self, a: Prefix, b: Prefix) -> Prefix {
        Prefix { so_far: join(a.so_far, b.so_far), left: a.left.or(b.left) }
    }

    fn done(&self) -> bool {
        self.found.is_some()
    }
}

/// The blame of an expression of a method, evaluated with some locks held.
pub(crate) fn of_expression<'c, 'p>(
    cx: &mut Checker<'c, 'p>,
    within: Enclosing,
    body: ExprId,
    held: &[Lock],
) -> Option<Blame> {
    let mut walk = Walk::new(cx, within.method(), held, Search::default());
    let mut way = Prefix { so_far: Basic::Const, left: None };
    walk.expr(body, &mut way);
    let (first, second) = walk.visitor.found?;
    if cx.walked > MOST {
        return None;
    }
    let first = first.map(|step| blamed(cx, &step));
    Some(Blame { first, second: blamed(cx, &second), help: None })
}

/// The blame of a claim that does not hold.
pub(crate) fn of_claim<'c, 'p>(cx: &mut Checker<'c, 'p>, claim: &Claimed) -> Option<Blame> {
    let mut blame = of_expression(cx, claim.within, claim.block, &claim.locks)?;
    blame.help = help(cx, claim.tree, &claim.locks).map(|locks| {
        let is = cx.trees.at(claim.tree, |l| claim.locks.contains(&l) || locks.contains(&l));
        (locks.into_iter().map(|l| cx.trees.locks.text(l, cx.source)).collect(), is)
    });
    Some(blame)
}

/// A smallest set L with ⟦a⟧(ls ∪ L) ⊑ atomic. All locks that a tests are in scope.
fn help<'c, 'p>(cx: &Checker<'c, 'p>, a: Tree, held: &[Lock]) -> Option<Vec<Lock>> {
    let Some(test) = cx.trees.test_of(a) else {
        return a.as_basic().filter(|&basic| is_atomic(basic)).map(|_| Vec::new());
    };
    let then = help(cx, test.then, held);
    if held.contains(&test.lock) {
        return then;
    }
    let then = then.map(|mut locks| {
        locks.insert(0, test.lock);
        locks
    });
    match (then, help(cx, test.otherwise, held)) {
        (Some(a), Some(b)) => Some(if a.len() <= b.len() { a } else { b }),
        (a, b) => a.or(b),
    }
}

/// An expression as it is written; of a call without its arguments.
fn called<'c, 'p>(cx: &Checker<'c, 'p>, e: ExprId) -> String {
    match cx.program.expr(e) {
        Expr::Call { recv, method, args } => {
            let args = if args.len == 0 { "" } else { "…" };
            format!("`{}.{}({args})`", cx.text(cx.program.span(recv)), cx.program.text(method))
        }
        _ => format!("`{}`", cx.text(cx.program.span(e))),
    }
}

/// A step in words.
fn blamed<'c, 'p>(cx: &Checker<'c, 'p>, step: &Step) -> Blamed {
    let lock = |l: Lock| format!("`{}`", cx.trees.locks.text(l, cx.source));
    let here = called(cx, step.at);
    let target = match cx.program.expr(step.at) {
        Expr::Assign { recv, field, .. } => {
            format!("`{}.{}`", cx.text(cx.program.span(recv)), cx.program.text(field))
        }
        _ => here.clone(),
    };
    let without = |guard: Option<Lock>| match guard {
        Some(l) if step.mover == Basic::Error => format!(" without holding its guard {}", lock(l)),
        Some(l) if step.mover == Basic::Atomic => format!(", which others may access: {} guards writes only", lock(l)),
        _ => ", which others may access".to_owned(),
    };
    let does = match step.action {
        Action::Acquires(l) => format!("acquires {}", lock(l)),
        Action::Releases(l) => format!("releases {}", lock(l)),
        Action::Reads(guard) => format!("reads {target}{}", without(guard)),
        Action::Writes(guard) => format!("writes {target}{}", without(guard)),
        Action::Forks => "forks a thread".to_owned(),
        Action::Calls => format!("calls {here}, which is {}", step.mover.text()),
        Action::Makes => format!("runs the initialisers of {here}"),
        Action::Outside => format!("runs {here}, which is {}", kind(step.mover)),
        Action::Prints => "prints".to_owned(),
    };
    let what = match step.calls.first() {
        Some(&call) => format!("{} {does}", called(cx, call)),
        None => does,
    };
    let calls = step.calls.iter().map(|&call| cx.program.span(call)).collect();
    Blamed { mover: step.mover, what, span: step.span, calls, again: step.again }
}

/// A basic atomicity as the kind of a step.
fn kind(mover: Basic) -> &'static str {
    match mover {
        Basic::Left => "left mover",
        Basic::Right => "right mover",
        Basic::Atomic => "no mover",
        Basic::Const | Basic::Mover | Basic::Cmpd | Basic::Error => mover.text(),
    }
}

impl Blame {
    /// Adds the blame to the sentences about a block, or a method; `place` says where a step is, as `3:42`.
    pub(crate) fn tell(&self, what: &str, place: impl Fn(Span) -> String, mut said: Sentences) -> Sentences {
        let mut tell = |nth: &str, step: &Blamed, then: &str| {
            let again = if step.again { ", again in the next turn" } else { "" };
            let text = format!("{nth}: {} ({}, {}{again}): {then}", step.what, kind(step.mover), place(step.span));
            said.related.push((step.span, text));
            said.related.extend(step.calls.iter().map(|&call| (call, format!("{nth}: called from here"))));
        };
        if let Some(first) = &self.first {
            let then = match first.mover {
                Basic::Left => "only left movers may follow",
                _ => "only left movers may follow what is no mover",
            };
            tell("first", first, then);
        }
        let then = match self.second.mover {
            Basic::Error => "another thread may access it at the same time",
            _ => "another thread may come between",
        };
        tell("second", &self.second, then);
        if let Some((locks, is)) = &self.help {
            let locks: Vec<String> = locks.iter().map(|l| format!("`{l}`")).collect();
            let around = if self.first.is_some() { "both" } else { "it" };
            let with = if locks.len() == 1 { "it" } else { "them" };
            let locks = locks.join(" and ");
            said.help = Some(format!("hold {locks} around {around}: with {with} the {what} is {}", is.text()));
        }
        said
    }
}
