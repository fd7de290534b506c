//! A body's steps in the order of evaluation, locks named as the block names them: what blame and cuts are read off. Calls are
//! followed, or are steps. Branches are walked one by one and joined; loops until nothing changes.

mod forms;

pub(crate) use forms::Made;

use crate::checker::{Checker, Enclosing, FieldKind, Needed};
use crate::locks::Lock;
use crate::names::Names;
use crate::options::{FIVE_POINTS, ORDERED_OUTPUT};
use crate::theta;
use crate::tree::{TestOutcome, Tree};
use racefree_grammar::ast::{Basic, BinOp, Expr, ExprId, TypeId};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use rustc_hash::FxHashMap;

/// Action of a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    /// Takes this lock.
    Acquires(Lock),
    /// Gives it back.
    Releases(Lock),
    /// Reads a field, whose guard or write guard is this.
    Reads(Option<Lock>),
    /// Writes one.
    Writes(Option<Lock>),
    /// Starts a thread.
    Forks,
    /// Calls a method that is not followed.
    Calls,
    /// Makes an object whose initialisers are more than movers.
    Makes,
    /// Runs code outside of the program.
    Outside,
    /// Prints, where the order of output counts.
    Prints,
}

/// A step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Step {
    pub(crate) action: Action,
    pub(crate) mover: Basic,
    pub(crate) span: Span,
    /// The expression.
    pub(crate) at: ExprId,
    /// The calls that it is in, the outermost first.
    pub(crate) calls: Vec<ExprId>,
    /// True if the step is in another turn of a loop.
    pub(crate) again: bool,
}

/// Visitor of the steps.
pub(crate) trait Visitor {
    /// State of the visitor at a point of the walk.
    type State: Clone + PartialEq;
    /// A step is made.
    fn step(&mut self, state: &mut Self::State, step: &Step);
    /// Two ways come together.
    fn join(&mut self, a: Self::State, b: Self::State) -> Self::State;
    /// True if the visitor needs no more steps.
    fn done(&self) -> bool;
    /// True if the walk follows calls.
    const FOLLOWS: bool;
}

/// Limits on the depth and the number of calls that are followed.
const DEPTH: usize = 12;
const CALLS: u32 = 2_000;
/// Limit on the turns of a loop.
const TURNS: usize = 8;
/// Limit on the expressions walked through for all blames of a program; claims after that have none.
pub(crate) const MOST: u64 = 20_000_000;

/// True if a test is decided as held, or its lock is held.
fn holds(held: &[Lock], lock: TestOutcome) -> bool {
    match lock {
        TestOutcome::Lock(lock) => held.contains(&lock),
        TestOutcome::Held => true,
        TestOutcome::Unheld | TestOutcome::Either => false,
    }
}

/// Flag `again` and state at the entry of a loop; state at its exit.
type Turns<S> = ((bool, S), S);

/// A walk through a body.
pub(crate) struct Walk<'w, 'c, 'p, V: Visitor> {
    cx: &'w mut Checker<'c, 'p>,
    pub(crate) visitor: V,
    /// The locks held, named as the block names them.
    held: Vec<Lock>,
    /// Substitution of the current body's variables, as its callers see them.
    names: Names,
    calls: Vec<ExprId>,
    /// The methods that the walk is in.
    inside: Vec<u32>,
    again: bool,
    followed: u32,
    /// The loops of the current body that were gone through: a loop in a loop is gone through again only if that may change something.
    loops: FxHashMap<ExprId, Vec<Turns<V::State>>>,
    /// True behind an exit: what follows is not reached.
    gone: bool,
    /// The labels around in the current body, with the states of their exits, joined.
    labels: Vec<(Name, Option<V::State>)>,
}

impl<'w, 'c, 'p, V: Visitor> Walk<'w, 'c, 'p, V> {
    pub(crate) fn new(cx: &'w mut Checker<'c, 'p>, within: Option<u32>, held: &[Lock], visitor: V) -> Self {
        let not_self = within.map_or_else(Vec::new, |m| cx.types.not_self(cx.owners[m as usize], Some(m)));
        if let Some(m) = within {
            cx.within = Enclosing::Method(m);
        }
        Walk {
            cx,
            visitor,
            held: held.to_vec(),
            names: Names::new(not_self),
            calls: Vec::new(),
            inside: within.into_iter().collect(),
            again: false,
            followed: 0,
            loops: FxHashMap::default(),
            gone: false,
            labels: Vec::new(),
        }
    }

    fn make(&mut self, state: &mut V::State, action: Action, mover: Basic, at: ExprId, span: Span) {
        if !self.visitor.done() {
            let step = Step { action, mover, span, at, calls: self.calls.clone(), again: self.again };
            self.visitor.step(state, &step);
        }
    }

    /// Walks through an expression.
    pub(crate) fn expr(&mut self, e: ExprId, state: &mut V::State) {
        self.cx.walked += u64::from(V::FOLLOWS);
        if self.gone || self.visitor.done() || V::FOLLOWS && self.cx.walked > MOST {
            return;
        }
        let program = self.cx.program;
        deep(|| match program.expr(e) {
            Expr::Seq(list) => {
                let depth = self.held.len();
                for &element in program.list(list) {
                    self.expr(element, state);
                    if let Expr::Holds(lock) = program.expr(element) {
                        let lock = self.cx.trusted.get(&lock).map(|&l| self.names.of(&mut self.cx.trees.locks, l));
                        self.held.extend(if let Some(TestOutcome::Lock(lock)) = lock { Some(lock) } else { None });
                    }
                }
                self.held.truncate(depth);
            }
            Expr::Let { var, bound, body, .. } => {
                self.expr(bound, state);
                let path = self.cx.trees.locks.of(bound);
                let hidden = self.names.bind(&mut self.cx.trees.locks.paths, var, path);
                self.expr(body, state);
                self.names.unbind(var, hidden);
            }
            Expr::Sync { lock, body } => self.sync(e, lock, body, state),
            Expr::Fork(_) => {
                let mover = if self.cx.options.reads(FIVE_POINTS) { Basic::Atomic } else { Basic::Left };
                self.make(state, Action::Forks, mover, e, program.span(e));
            }
            Expr::If { cond, then, otherwise } => {
                self.expr(cond, state);
                let mut other = state.clone();
                self.expr(then, state);
                let gone = std::mem::take(&mut self.gone);
                otherwise.into_iter().for_each(|otherwise| self.expr(otherwise, &mut other));
                self.meet(state, gone, other);
            }
            Expr::Binary(BinOp::And | BinOp::Or, left, right) => {
                self.expr(left, state);
                let other = state.clone();
                self.expr(right, state);
                let gone = std::mem::take(&mut self.gone);
                self.meet(state, gone, other);
            }
            Expr::While { cond, body } => {
                self.expr(cond, state);
                self.turns(e, (cond, body), state);
            }
            Expr::Field { recv, .. } => {
                self.expr(recv, state);
                self.access(e, recv, false, state);
            }
            Expr::Assign { recv, value, .. } => {
                self.expr(recv, state);
                self.expr(value, state);
                self.access(e, recv, true, state);
            }
            Expr::Move(of) => {
                if let Expr::Field { recv, .. } = program.expr(of) {
                    self.expr(recv, state);
                    self.access(e, recv, false, state);
                    self.access(e, recv, true, state);
                }
            }
            Expr::Call { recv, args, .. } => {
                self.expr(recv, state);
                program.list(args).iter().for_each(|&arg| self.expr(arg, state));
                self.call(e, recv, state);
            }
            Expr::New(ty) => self.new_object(e, ty, state),
            Expr::Print(value) => {
                self.expr(value, state);
                if self.cx.options.reads(ORDERED_OUTPUT) {
                    self.make(state, Action::Prints, Basic::Atomic, e, program.span(e));
                }
            }
            Expr::Extended(form) => self.extended(e, form, state),
            Expr::Var(_) | Expr::Atomic(_) | forms!(literal | operator | owned) => {
                program.children(e).for_each(|child| self.expr(child, state))
            }
        });
    }

    /// The turns of a loop, until nothing changes.
    fn turns(&mut self, e: ExprId, (cond, body): (ExprId, ExprId), state: &mut V::State) {
        let (before, entered) = (self.again, (self.again, state.clone()));
        let known = self.loops.get(&e).and_then(|all| all.iter().find(|(with, _)| *with == entered));
        if let Some((_, left)) = known {
            *state = left.clone();
            return;
        }
        for _ in 0..TURNS {
            let mut turn = state.clone();
            self.expr(body, &mut turn);
            self.expr(cond, &mut turn);
            self.again = true;
            if std::mem::take(&mut self.gone) {
                // No turn ends.
                break;
            }
            let joined = self.visitor.join(state.clone(), turn);
            if joined == *state || self.visitor.done() {
                break;
            }
            *state = joined;
        }
        self.again = before;
        self.loops.entry(e).or_default().push((entered, state.clone()));
    }

    /// The initialisers of a new object, if they are more than movers.
    fn new_object(&mut self, e: ExprId, ty: TypeId, state: &mut V::State) {
        let program = self.cx.program;
        let Some(class) = self.cx.classes().class_of_type(ty) else { return };
        let ghosts = self.cx.made.get(&ty).cloned().unwrap_or_default();
        let mover = self.at(self.cx.inits[class.index()], &ghosts);
        if mover > Basic::Mover {
            self.make(state, Action::Makes, mover, e, program.span(e));
        }
    }

    /// ⟦θa⟧ with the locks held here.
    fn at(&mut self, a: Tree, theta: &theta::Mapping) -> Basic {
        let decided = self.cx.trees.rebuild(a, &mut |locks, lock| {
            let here = theta.of(locks, lock);
            let here = self.names.of_put(locks, here);
            if holds(&self.held, here) { TestOutcome::Held } else { TestOutcome::Unheld }
        });
        self.cx.trees.at(decided, |_| false)
    }

    fn sync(&mut self, e: ExprId, lock: ExprId, body: ExprId, state: &mut V::State) {
        let path = self.cx.trees.locks.of(lock);
        let path = self.names.of_path(&mut self.cx.trees.locks.paths, path);
        if let Root::Expr(_) = self.cx.trees.locks.paths.root(path) {
            self.expr(lock, state);
        }
        let l = self.cx.trees.locks.lock(path);
        if self.held.contains(&l) {
            return self.expr(body, state);
        }
        let span = self.cx.program.span(e);
        let ends = self.method_end(e).unwrap_or(span.end);
        let begins = Span::new(span.start, (span.start + "synchronized".len() as u32).min(span.end));
        self.make(state, Action::Acquires(l), Basic::Right, e, begins);
        self.held.push(l);
        self.expr(body, state);
        self.held.pop();
        self.make(state, Action::Releases(l), Basic::Left, e, Span::new(ends.saturating_sub(1), ends));
    }

    /// Returns the end of the method that is synchronized by this expression.
    fn method_end(&self, e: ExprId) -> Option<u32> {
        let program = self.cx.program;
        let method = &program.methods[*self.inside.last()? as usize];
        let whole = match program.expr(method.body) {
            Expr::Atomic(inner) if method.atomic => inner,
            _ => method.body,
        };
        (method.synchronized && whole == e).then_some(method.span.end)
    }

    fn access(&mut self, e: ExprId, recv: ExprId, writes: bool, state: &mut V::State) {
        let (guard, mover, unheld) = match self.cx.field_kind(e, recv) {
            None | Some(FieldKind::Final) => return,
            Some(FieldKind::Local) => (TestOutcome::Held, Basic::Mover, Basic::Mover),
            Some(FieldKind::Plain) => (TestOutcome::Held, Basic::Atomic, Basic::Atomic),
            Some(FieldKind::Guarded(all)) => return self.guarded(e, &all, writes, state),
            Some(FieldKind::WriteGuarded(l)) if writes => (l, Basic::Atomic, Basic::Error),
            Some(FieldKind::WriteGuarded(l)) => (l, Basic::Mover, Basic::Atomic),
        };
        let guard = self.names.of_put(&mut self.cx.trees.locks, guard);
        let mover = if holds(&self.held, guard) { mover } else { unheld };
        let guard = if let TestOutcome::Lock(l) = guard { Some(l) } else { None };
        let action = if writes { Action::Writes(guard) } else { Action::Reads(guard) };
        self.make(state, action, mover, e, self.cx.program.span(e));
    }

    /// An access of what some guards guard, which are all needed.
    fn guarded(&mut self, e: ExprId, all: &[Needed], writes: bool, state: &mut V::State) {
        let locks = &mut self.cx.trees.locks;
        let put: Vec<_> = all.iter().map(|n| (self.names.of_put(locks, n.lock), n.to_read)).collect();
        let put: Vec<_> =
            put.into_iter().map(|(lock, read)| (lock, read.map(|read| self.names.of_put(locks, read)))).collect();
        let is_held = |&(lock, read): &(TestOutcome, Option<TestOutcome>)| {
            holds(&self.held, lock) || !writes && read.is_some_and(|read| holds(&self.held, read))
        };
        let missing = put.iter().find(|needed| !is_held(needed));
        let mover = if missing.is_none() { Basic::Mover } else { Basic::Error };
        let guard = missing.or(put.first()).map(|needed| needed.0);
        let guard = if let Some(TestOutcome::Lock(l)) = guard { Some(l) } else { None };
        let action = if writes { Action::Writes(guard) } else { Action::Reads(guard) };
        self.make(state, action, mover, e, self.cx.program.span(e));
    }

    fn call(&mut self, e: ExprId, recv: ExprId, state: &mut V::State) {
        let targets = self.cx.targets(e, recv);
        if targets.is_empty() {
            return;
        }
        let before = state.clone();
        let mut after: Option<V::State> = None;
        for (m, theta) in targets {
            let mut way = before.clone();
            let a = self.cx.of_method(m);
            self.followed += 1;
            let follow = V::FOLLOWS
                && self.cx.declared[m as usize].is_none()
                && !self.cx.setting.methods.contains_key(&m)
                && !self.inside.contains(&m)
                && self.calls.len() < DEPTH
                && self.followed < CALLS;
            if follow {
                let names = self.names.of_call(&mut self.cx.trees.locks, &theta);
                let outer = std::mem::replace(&mut self.names, names);
                let loops = std::mem::take(&mut self.loops);
                self.calls.push(e);
                self.inside.push(m);
                let within = std::mem::replace(&mut self.cx.within, Enclosing::Method(m));
                let labels = std::mem::take(&mut self.labels);
                self.expr(self.cx.program.methods[m as usize].body, &mut way);
                (self.gone, self.labels, self.cx.within) = (false, labels, within);
                self.inside.pop();
                self.calls.pop();
                (self.names, self.loops) = (outer, loops);
            } else {
                let mover = self.at(a, &theta);
                if mover > Basic::Mover {
                    self.make(&mut way, Action::Calls, mover, e, self.cx.program.span(e));
                }
            }
            after = Some(match after {
                None => way,
                Some(other) => self.visitor.join(other, way),
            });
        }
        *state = after.unwrap_or(before);
    }
}
