//! Variables without a value where they are used, and captured ones that are assigned more than once (JLS 16, 4.12.4).

use super::Judge;
use super::ends::covers;
use crate::attribute::Constant;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo, Operator, StmtNo, Switch};
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
struct State {
    has: u128,
    may: u128,
}

impl State {
    const NOWHERE: State = State { has: NOWHERE, may: 0 };

    fn join(self, other: State) -> State {
        State { has: self.has & other.has, may: self.may | other.may }
    }
}

/// The target of a jump.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Break(Option<Name>),
    Continue(Option<Name>),
    Yield,
}

/// The sort of a loop.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turns {
    Tested,
    BodyFirst,
    /// Over elements, of which there may be none.
    Each,
}

/// A loop.
struct Loop<'l> {
    test: Option<ExprNo>,
    update: &'l [ExprNo],
    body: StmtNo,
    label: Option<Name>,
    sort: Turns,
}

/// A walk through code.
struct Walk<'w, 'a, 'j> {
    judge: &'w mut Judge<'a, 'j>,
    body: &'a Body,
    /// The bits of the variables that are declared without a value.
    bits: FxHashMap<LocalNo, u128>,
    /// The part of the body, and the number of lambdas around the place.
    part: u32,
    lambdas: u32,
    /// Lambdas around the declaration of each variable.
    declared: FxHashMap<LocalNo, u32>,
    jumps: Vec<(To, State)>,
    label: Option<Name>,
    /// Variables that were assigned so far.
    assigned: u128,
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

impl<'a> Walk<'_, 'a, '_> {
    /// The bit of a variable of this part.
    fn bit(&self, local: LocalNo) -> Option<u128> {
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

    fn all(&mut self, all: &[ExprNo], state: State) -> State {
        all.iter().fold(state, |state, e| deep(|| self.expr(*e, state)))
    }

    fn is_boolean(&self, e: ExprNo) -> bool {
        self.body.expressions[e.index()].ty == Ty::BOOLEAN
    }

    /// The state behind an expression.
    fn expr(&mut self, e: ExprNo, state: State) -> State {
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
    fn test(&mut self, e: ExprNo, state: State) -> (State, State) {
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
            // Which values a switch assigns where it is true is not followed: all that it assigns.
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

    /// The states of jumps to here, which end.
    fn joined(&mut self, since: usize, is: impl Fn(To) -> bool) -> Option<State> {
        let mut joined: Option<State> = None;
        let mut i = since;
        while i < self.jumps.len() {
            if is(self.jumps[i].0) {
                let state = self.jumps.swap_remove(i).1;
                joined = Some(joined.map_or(state, |other| other.join(state)));
            } else {
                i += 1;
            }
        }
        joined
    }

    fn jump(&mut self, to: To, state: State) -> State {
        self.jumps.push((to, state));
        State::NOWHERE
    }

    fn list(&mut self, all: &[StmtNo], state: State) -> State {
        all.iter().fold(state, |state, s| deep(|| self.statement(*s, state)))
    }

    fn statement(&mut self, s: StmtNo, state: State) -> State {
        let (body, label) = (self.body, self.label.take());
        match &body.statements[s.index()].form {
            &Form::Local { local, value: None } => {
                self.declared.insert(local, self.lambdas);
                let bit = self.bit(local).unwrap_or_default();
                State { has: state.has & !bit, may: state.may & !bit }
            }
            &Form::Local { value: Some(value), .. } => self.expr(value, state),
            Form::Expression(e) => self.expr(*e, state),
            Form::Block(all) => self.list(all, state),
            &Form::If { test, yes, no } => {
                let (then, otherwise) = self.test(test, state);
                let yes = deep(|| self.statement(yes, then));
                yes.join(no.map_or(otherwise, |no| deep(|| self.statement(no, otherwise))))
            }
            &Form::While { test, body } => {
                self.loops(&Loop { test: Some(test), update: &[], body, label, sort: Turns::Tested }, state)
            }
            &Form::DoWhile { body, test } => {
                self.loops(&Loop { test: Some(test), update: &[], body, label, sort: Turns::BodyFirst }, state)
            }
            Form::For { init, test, update, body } => {
                let state = self.list(init, state);
                self.loops(&Loop { test: *test, update, body: *body, label, sort: Turns::Tested }, state)
            }
            &Form::ForEach { over, body, .. } => {
                let state = self.expr(over, state);
                self.loops(&Loop { test: None, update: &[], body, label, sort: Turns::Each }, state)
            }
            Form::Labeled { label, body } => {
                self.label = Some(*label);
                let since = self.jumps.len();
                let out = deep(|| self.statement(*body, state));
                let left = self.joined(since, |to| to == To::Break(Some(*label)));
                left.map_or(out, |left| out.join(left))
            }
            Form::Break(label) => self.jump(To::Break(*label), state),
            Form::Continue(label) => self.jump(To::Continue(*label), state),
            Form::Yield(e) => {
                let behind = self.expr(*e, state);
                self.jump(To::Yield, behind)
            }
            Form::Return(e) => {
                self.all(e.as_slice(), state);
                State::NOWHERE
            }
            Form::Throw(e) => {
                self.expr(*e, state);
                State::NOWHERE
            }
            Form::Synchronized { lock, body } => {
                let state = self.expr(*lock, state);
                self.list(body, state)
            }
            Form::Try { .. } => self.tries(s, state),
            Form::Switch(switch) => {
                let since = self.jumps.len();
                let out = self.switch(switch, state);
                let left = self.joined(since, |to| matches!(to, To::Break(None)));
                left.map_or(out, |left| out.join(left))
            }
            &Form::Assert { test, message } => {
                let (yes, no) = self.test(test, state);
                self.all(message.as_slice(), no);
                State { has: state.has, may: yes.may | state.may }
            }
            Form::Delegate { outer, arguments, .. } => {
                let all: Vec<ExprNo> = outer.iter().chain(arguments).copied().collect();
                self.all(&all, state)
            }
            Form::Class(_) | Form::Note(_) | Form::Empty | Form::NotUnderstood => state,
        }
    }

    fn loops(&mut self, of: &Loop<'_>, state: State) -> State {
        let mut head = state;
        loop {
            let since = self.jumps.len();
            let (yes, no) = match (of.sort, of.test) {
                (Turns::Tested, Some(test)) => self.test(test, head),
                (Turns::Each, _) => (head, head),
                (Turns::Tested | Turns::BodyFirst, _) => (head, State::NOWHERE),
            };
            let mut out = deep(|| self.statement(of.body, yes));
            let is_own = |label: Option<Name>| label.is_none() || label == of.label;
            if let Some(turned) = self.joined(since, |to| matches!(to, To::Continue(label) if is_own(label))) {
                out = out.join(turned);
            }
            out = self.all(of.update, out);
            let mut behind = no;
            if let (Some(test), Turns::BodyFirst) = (of.test, of.sort) {
                (out, behind) = self.test(test, out);
            }
            let left = self.joined(since, |to| matches!(to, To::Break(None)));
            // Variables that a turn may assign may have a value in the next one.
            if out.may & !head.may != 0 {
                head.may |= out.may;
                self.jumps.truncate(since);
                continue;
            }
            return left.map_or(behind, |left| behind.join(left));
        }
    }

    fn tries(&mut self, s: StmtNo, state: State) -> State {
        let body = self.body;
        let Form::Try { resources, body: inner, catches, finally } = &body.statements[s.index()].form else {
            return state;
        };
        let (before, since) = (std::mem::take(&mut self.assigned), self.jumps.len());
        let opened = resources.iter().fold(state, |state, resource| self.expr(resource.value, state));
        let mut out = self.list(inner, opened);
        // An exception comes from anywhere in it.
        let thrown = State { has: state.has, may: state.may | self.assigned };
        for catch in catches {
            let caught = self.list(&catch.body, thrown);
            out = out.join(caught);
        }
        if let Some(list) = finally {
            let begun = State { has: state.has, may: state.may | self.assigned };
            let behind = self.list(list, begun);
            out = State { has: out.has | behind.has, may: out.may | behind.may };
            for (_, jump) in &mut self.jumps[since..] {
                *jump = State { has: jump.has | behind.has, may: jump.may | behind.may };
            }
        }
        self.assigned |= before;
        out
    }

    /// The state behind a switch, but for jumps.
    fn switch(&mut self, switch: &Switch, state: State) -> State {
        let state = deep(|| self.expr(switch.value, state));
        let (mut out, mut falls) = (State::NOWHERE, State::NOWHERE);
        for case in &switch.cases {
            let guarded = match case.guard {
                Some(guard) => deep(|| self.test(guard, state)).0,
                None => state,
            };
            let begin = if switch.arrows { guarded } else { guarded.join(falls) };
            falls = self.list(&case.body, begin);
            if switch.arrows {
                out = out.join(falls);
            }
        }
        if !switch.arrows {
            out = falls;
        }
        if covers(self.body, switch) { out } else { out.join(state) }
    }
}
