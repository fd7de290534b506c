//! Statements, for the variables that have a value behind them: branches, loops, jumps, `try`.

use super::assigned::{State, To, Walk};
use super::ends::covers;
use crate::tree::body::{ExprNo, Form, StmtNo, Switch};
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

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
impl Walk<'_, '_, '_> {
    /// The states of jumps to here, which end.
    pub(super) fn joined(&mut self, since: usize, is: impl Fn(To) -> bool) -> Option<State> {
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

    pub(super) fn list(&mut self, all: &[StmtNo], state: State) -> State {
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
            Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. } => {
                self.loop_of(s, label, state)
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

    fn loop_of(&mut self, s: StmtNo, label: Option<Name>, state: State) -> State {
        let body = self.body;
        match &body.statements[s.index()].form {
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
            _ => state,
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
    pub(super) fn switch(&mut self, switch: &Switch, state: State) -> State {
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
