//! Variables without a value where they are used, and captured ones that are assigned more than once (JLS 16, 4.12.4).

use super::Judge;
use crate::attribute::Constant;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo, Operator};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::{FxHashMap, FxHashSet};

/// Most variables that are followed through one body.
const MOST: usize = 127;

/// The mark of a place that no code gets to: every variable has a value there.
const NOWHERE: u128 = u128::MAX;

/// Variables at a place, by bits: those that have a value, and those that may have one.
#[derive(Clone, Copy)]
pub(super) struct State {
    pub(super) has: u128,
    pub(super) may: u128,
}

impl State {
    pub(super) const NOWHERE: State = State { has: NOWHERE, may: 0 };

    pub(super) fn join(self, other: State) -> State {
        State { has: self.has & other.has, may: self.may | other.may }
    }
}

/// The target of a jump.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum To {
    Break(Option<Name>),
    Continue(Option<Name>),
    Yield,
}

/// A walk through code.
pub(super) struct Walk<'w, 'a, 'j> {
    judge: &'w mut Judge<'a, 'j>,
    pub(super) body: &'a Body,
    /// The bits of the variables that are declared without a value.
    bits: FxHashMap<LocalNo, u128>,
    /// The part of the body, and the number of lambdas around the place.
    part: u32,
    pub(super) lambdas: u32,
    /// Lambdas around the declaration of each variable.
    pub(super) declared: FxHashMap<LocalNo, u32>,
    pub(super) jumps: Vec<(To, State)>,
    pub(super) label: Option<Name>,
    /// Variables that were assigned so far.
    pub(super) assigned: u128,
    /// Variables that are assigned again.
    again: FxHashSet<LocalNo>,
    /// Uses of variables that may have no value, and assignments of final ones that may have one.
    empty: Vec<(Span, LocalNo)>,
    final_again: Vec<Span>,
}

impl Judge<'_, '_> {
    /// Judges the variables of a body.
    pub(super) fn variables(&mut self) {
        let body = self.body;
        let blank = body.statements.iter().filter_map(|s| match s.form {
            Form::Local { local, value: None } => Some(local),
            _ => None,
        });
        let bits: FxHashMap<LocalNo, u128> = blank.enumerate().map(|(n, l)| (l, 1 << n.min(MOST))).collect();
        if bits.len() >= MOST {
            return;
        }
        let captured = body.locals.iter().any(|l| l.captured && !l.effectively_final);
        let mut again = FxHashSet::default();
        if !bits.is_empty() {
            let mut walk = Walk {
                judge: self,
                body,
                bits: bits.clone(),
                part: 0,
                lambdas: 0,
                declared: FxHashMap::default(),
                jumps: Vec::new(),
                label: None,
                assigned: 0,
                again,
                empty: Vec::new(),
                final_again: Vec::new(),
            };
            for (n, part) in body.parts.iter().enumerate() {
                walk.part = n as u32;
                let start = State { has: 0, may: 0 };
                let behind = walk.list(&part.block, start);
                walk.all(part.value.as_slice(), behind);
                walk.jumps.clear();
            }
            let (empty, final_again) = (std::mem::take(&mut walk.empty), std::mem::take(&mut walk.final_again));
            again = std::mem::take(&mut walk.again);
            for (span, local) in empty {
                let name = self.it.text(body.locals[local.index()].name).to_owned();
                self.wrong(
                    span,
                    format!("`{name}` may have no value here: it is not assigned on every way to this place"),
                );
            }
            for span in final_again {
                self.wrong(span, "this is final, and may have a value already");
            }
        }
        if captured {
            self.captured(&bits, &again);
        }
    }

    /// Variables that a lambda or a class uses, and that are assigned more than once.
    fn captured(&mut self, blank: &FxHashMap<LocalNo, u128>, again: &FxHashSet<LocalNo>) {
        let body = self.body;
        let target = |kind: &Kind| match *kind {
            Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => Some(target),
            _ => None,
        };
        let targets = body.expressions.iter().filter_map(|e| match body.expressions[target(&e.kind)?.index()].kind {
            Kind::Local(local) => Some(local),
            _ => None,
        });
        let mut changed: FxHashSet<LocalNo> = targets.filter(|l| !blank.contains_key(l)).collect();
        changed.extend(again);
        let lambdas = body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Lambda(lambda) => Some((e.span, &lambda.captures, "lambda")),
            _ => None,
        });
        let classes = body.classes.iter().map(|c| (self.it.java.classes[c.class.index()].span, &c.locals, "class"));
        let mut found: FxHashMap<LocalNo, (Span, &str)> = FxHashMap::default();
        for (within, locals, what) in lambdas.chain(classes) {
            for local in locals.iter().filter(|l| changed.contains(l) && !body.locals[l.index()].is_final) {
                let is_use = |e: &&crate::tree::body::Expression| {
                    matches!(e.kind, Kind::Local(of) if of == *local) && within.contains(e.span)
                };
                let Some(at) = body.expressions.iter().filter(is_use).map(|e| e.span).min_by_key(|s| s.start) else {
                    continue;
                };
                let first = found.entry(*local).or_insert((at, what));
                if at.start < first.0.start {
                    *first = (at, what);
                }
            }
        }
        let mut found: Vec<_> = found.into_iter().collect();
        found.sort_by_key(|(_, (span, _))| span.start);
        for (local, (span, what)) in found {
            let name = self.it.text(body.locals[local.index()].name).to_owned();
            let message = format!(
                "`{name}` is assigned more than once: a {what} uses only variables of the code around it that keep one value"
            );
            self.wrong(span, message);
        }
    }
}

impl Walk<'_, '_, '_> {
    /// The bit of a variable of this part.
    pub(super) fn bit(&self, local: LocalNo) -> Option<u128> {
        let bit = *self.bits.get(&local)?;
        (self.body.locals[local.index()].part == self.part).then_some(bit)
    }

    fn assign(&mut self, target: ExprNo, state: State, reads: bool) -> State {
        let it = &self.body.expressions[target.index()];
        let (span, local) = match it.kind {
            Kind::Local(local) => (it.span, local),
            _ => return state,
        };
        let Some(bit) = self.bit(local) else {
            self.again.insert(local);
            return state;
        };
        let elsewhere = self.declared.get(&local).is_some_and(|own| *own < self.lambdas);
        if reads || elsewhere || state.may & bit != 0 {
            self.again.insert(local);
            if self.body.locals[local.index()].is_final && !self.final_again.contains(&span) {
                self.final_again.push(span);
            }
        }
        self.assigned |= bit;
        State { has: state.has | bit, may: state.may | bit }
    }

    fn read(&mut self, e: ExprNo, state: State) {
        let it = &self.body.expressions[e.index()];
        let Kind::Local(local) = it.kind else { return };
        let is_empty = self.bit(local).is_some_and(|bit| state.has & bit == 0);
        if is_empty && !self.empty.iter().any(|(_, known)| *known == local) {
            self.empty.push((it.span, local));
        }
    }

    pub(super) fn all(&mut self, all: &[ExprNo], state: State) -> State {
        all.iter().fold(state, |state, e| deep(|| self.expr(*e, state)))
    }

    fn is_boolean(&self, e: ExprNo) -> bool {
        self.body.expressions[e.index()].ty == Ty::BOOLEAN
    }

    /// The state behind an expression.
    pub(super) fn expr(&mut self, e: ExprNo, state: State) -> State {
        let body = self.body;
        match &body.expressions[e.index()].kind {
            Kind::Local(_) => {
                self.read(e, state);
                state
            }
            &Kind::Assign { target, value } => {
                let state = self.target(target, state);
                let state = deep(|| self.expr(value, state));
                self.assign(target, state, false)
            }
            &Kind::Compound { target, value, .. } => {
                let state = deep(|| self.expr(target, state));
                let state = deep(|| self.expr(value, state));
                self.assign(target, state, true)
            }
            &Kind::Step { target, .. } => {
                let state = deep(|| self.expr(target, state));
                self.assign(target, state, true)
            }
            Kind::Binary { operator: Operator::And | Operator::Or, .. }
            | Kind::Unary { operator: Operator::Not, .. } => {
                let (yes, no) = self.test(e, state);
                yes.join(no)
            }
            Kind::Conditional { .. } if self.is_boolean(e) => {
                let (yes, no) = self.test(e, state);
                yes.join(no)
            }
            &Kind::Conditional { test, yes, no } => {
                let (then, otherwise) = deep(|| self.test(test, state));
                let yes = deep(|| self.expr(yes, then));
                yes.join(deep(|| self.expr(no, otherwise)))
            }
            Kind::Switch(switch) => {
                let (since, label) = (self.jumps.len(), self.label.take());
                self.switch(switch, state);
                let yields = self.joined(since, |to| to == To::Yield);
                self.label = label;
                yields.unwrap_or(State::NOWHERE)
            }
            Kind::Lambda(lambda) => {
                let (jumps, label, assigned) = (std::mem::take(&mut self.jumps), self.label.take(), self.assigned);
                self.lambdas += 1;
                self.list(&lambda.body, state);
                self.lambdas -= 1;
                (self.jumps, self.label, self.assigned) = (jumps, label, assigned);
                state
            }
            kind => {
                let parts = kind.parts();
                self.all(&parts, state)
            }
        }
    }

    /// The parts of a variable that is assigned; itself it is not read.
    fn target(&mut self, target: ExprNo, state: State) -> State {
        match self.body.expressions[target.index()].kind {
            Kind::Local(_) => state,
            _ => deep(|| self.expr(target, state)),
        }
    }

    /// The states where a condition is true, and where it is false.
    pub(super) fn test(&mut self, e: ExprNo, state: State) -> (State, State) {
        let body = self.body;
        if let Some(Constant::Boolean(value)) = self.judge.it.java.constant(body, e) {
            return if value { (state, State::NOWHERE) } else { (State::NOWHERE, state) };
        }
        match body.expressions[e.index()].kind {
            Kind::Unary { operator: Operator::Not, operand } => {
                let (yes, no) = deep(|| self.test(operand, state));
                (no, yes)
            }
            Kind::Binary { operator: Operator::And, left, right } => {
                let (yes, no) = deep(|| self.test(left, state));
                let (both, second) = deep(|| self.test(right, yes));
                (both, no.join(second))
            }
            Kind::Binary { operator: Operator::Or, left, right } => {
                let (yes, no) = deep(|| self.test(left, state));
                let (second, neither) = deep(|| self.test(right, no));
                (yes.join(second), neither)
            }
            Kind::Conditional { test, yes, no } if self.is_boolean(e) => {
                let (then, otherwise) = deep(|| self.test(test, state));
                let (a, b) = (deep(|| self.test(yes, then)), deep(|| self.test(no, otherwise)));
                (a.0.join(b.0), a.1.join(b.1))
            }
            // A switch that is true counts as one that assigns all that some case of it assigns.
            Kind::Switch(_) => {
                let before = std::mem::take(&mut self.assigned);
                let behind = deep(|| self.expr(e, state));
                let behind = State { has: behind.has | self.assigned, ..behind };
                self.assigned |= before;
                (behind, behind)
            }
            _ => {
                let behind = self.expr(e, state);
                (behind, behind)
            }
        }
    }
}
