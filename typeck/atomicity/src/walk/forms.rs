//! The forms of the dialect of Java in a walk: ways that end at an exit come together again behind its label.

use super::{Action, Visitor, Walk};
use crate::checker::FieldKind;
use crate::locks::Lock;
use crate::outside::Act;
use crate::theta;
use crate::tree::Tree;
use racefree_grammar::ast::{Basic, ExprId, Extended, List};
use racefree_grammar::name::Name;
use racefree_grammar::path::Root;
use racefree_grammar::span::Span;

impl<V: Visitor> Walk<'_, '_, '_, V> {
    /// Two ways come together, of which one or both may have gone elsewhere: this one, and the one walked last.
    pub(super) fn meet(&mut self, state: &mut V::State, gone: bool, other: V::State) {
        match (gone, self.gone) {
            (false, false) => *state = self.visitor.join(state.clone(), other),
            (true, false) => *state = other,
            (false, true) => self.gone = false,
            (true, true) => {}
        }
    }

    /// Walks through a form of the dialect.
    pub(super) fn extended(&mut self, e: ExprId, form: Extended, state: &mut V::State) {
        let program = self.cx.program;
        match form {
            Extended::LetVar { var, bound, body, .. } => {
                self.expr(bound, state);
                self.nameless(var, body, state);
            }
            Extended::Catch { var, body, .. } => self.nameless(var, body, state),
            Extended::Make { args, .. } | Extended::Delegate { args, .. } => {
                program.list(args).iter().for_each(|&arg| self.expr(arg, state));
                self.constructor(e, form, state);
            }
            Extended::Any { args, .. } => {
                program.list(args).iter().for_each(|&arg| self.expr(arg, state));
                self.outside(e, args, state);
            }
            Extended::Element { array, .. } | Extended::SetElement { array, .. } => {
                program.children(e).for_each(|child| self.expr(child, state));
                if let FieldKind::Guarded(all) = self.cx.element_kind(e, array) {
                    self.guarded(e, &all, matches!(form, Extended::SetElement { .. }), state);
                }
            }
            Extended::Label { label, body, .. } => {
                self.labels.push((label, None));
                self.expr(body, state);
                let exits = self.labels.pop().and_then(|(_, exits)| exits);
                if let Some(exits) = exits {
                    let gone = std::mem::take(&mut self.gone);
                    self.meet(state, gone, exits);
                }
            }
            Extended::Exit { label, value } => {
                value.into_iter().for_each(|value| self.expr(value, state));
                self.exit(label, state);
            }
            Extended::Throw(value) => {
                self.expr(value, state);
                self.gone = true;
            }
            Extended::Try { parts, finally } => self.tries(parts, finally, state),
            Extended::Locked { lock, body } => self.locked(e, lock, body, state),
            Extended::ClassConst(_)
            | Extended::SetVar { .. }
            | Extended::Cast { .. }
            | Extended::InstanceOf { .. }
            | Extended::NewArray { .. }
            | Extended::Length(_) => program.children(e).for_each(|child| self.expr(child, state)),
        }
    }

    /// The scope of a variable that names no lock.
    fn nameless(&mut self, x: Name, body: ExprId, state: &mut V::State) {
        let none = self.cx.trees.locks.paths.no_path();
        let hidden = self.names.bind(&mut self.cx.trees.locks.paths, x, none);
        self.expr(body, state);
        self.names.unbind(x, hidden);
    }

    fn exit(&mut self, label: Name, state: &mut V::State) {
        if self.gone {
            return;
        }
        self.gone = true;
        let Some(i) = self.labels.iter().rposition(|(known, _)| *known == label) else { return };
        let exits = match self.labels[i].1.take() {
            Some(exits) => self.visitor.join(exits, state.clone()),
            None => state.clone(),
        };
        self.labels[i].1 = Some(exits);
    }

    /// A clause begins behind some part of the body; what is behind `finally`, behind any of them. Exits out of the body run that too.
    fn tries(&mut self, parts: List, finally: bool, state: &mut V::State) {
        let of = self.cx.program.parts_of_try(parts, finally);
        let begin = state.clone();
        self.expr(of.body, state);
        let mut gone = std::mem::take(&mut self.gone);
        let thrown = self.visitor.join(begin, state.clone());
        for &catch in of.catches {
            let mut way = thrown.clone();
            self.expr(catch, &mut way);
            self.meet(state, gone, way);
            gone = std::mem::take(&mut self.gone);
        }
        if let Some(finally) = of.finally {
            self.expr(finally, state);
        }
        self.gone |= gone;
    }

    fn locked(&mut self, e: ExprId, lock: ExprId, body: ExprId, state: &mut V::State) {
        let path = self.cx.trees.locks.of(lock);
        let path = self.names.of_path(&mut self.cx.trees.locks.paths, path);
        if let Root::Expr(_) = self.cx.trees.locks.paths.root(path) {
            self.expr(lock, state);
        }
        let taken = self.cx.trees.locks.explicit(path).filter(|l| !self.held.contains(l));
        let Some(l) = taken else { return self.expr(body, state) };
        let span = self.cx.program.span(e);
        let takes = !self.cx.setting.has_lock_calls;
        if takes {
            self.make(state, Action::Acquires(l), Basic::Right, e, Span::new(span.start, span.start));
        }
        self.held.push(l);
        self.expr(body, state);
        self.held.pop();
        if takes {
            self.make(state, Action::Releases(l), Basic::Left, e, Span::new(span.end, span.end));
        }
    }

    /// The constructor of a new object, if it is more than a mover.
    fn constructor(&mut self, e: ExprId, form: Extended, state: &mut V::State) {
        let site = self.cx.made_by.get(&e).copied();
        let Some(a) = site else { return };
        let mover = self.at(a, &theta::Mapping::default());
        let action = if matches!(form, Extended::Make { .. }) { Action::Makes } else { Action::Calls };
        if mover > Basic::Mover {
            self.make(state, action, mover, e, self.cx.program.span(e));
        }
    }

    /// Code outside, if it is more than a mover.
    fn outside(&mut self, e: ExprId, args: List, state: &mut V::State) {
        let span = self.cx.program.span(e);
        let (action, mover) = match self.cx.act(e) {
            Act::Is(basic) => (Action::Outside, basic),
            Act::Assumed => (Action::Outside, Basic::Atomic),
            act @ (Act::Takes | Act::Gives) => {
                let lock = self.named_lock(args);
                if lock.is_some_and(|l| self.held.contains(&l)) {
                    return;
                }
                match (act, lock) {
                    (Act::Takes, Some(l)) => (Action::Acquires(l), Basic::Right),
                    (Act::Takes, None) => (Action::Outside, Basic::Right),
                    (_, Some(l)) => (Action::Releases(l), Basic::Left),
                    (_, None) => (Action::Outside, Basic::Left),
                }
            }
        };
        if mover > Basic::Mover {
            self.make(state, action, mover, e, span);
        }
    }

    fn named_lock(&mut self, args: List) -> Option<Lock> {
        let lock = self.cx.taken(args)?;
        let locks = &mut self.cx.trees.locks;
        match self.names.of(locks, lock) {
            crate::tree::TestOutcome::Lock(lock) => Some(lock),
            _ => None,
        }
    }
}

/// Atomicities of the constructors that expressions run.
pub(crate) type Made = rustc_hash::FxHashMap<ExprId, Tree>;
