//! Explicit locks along the ways through code: how often a lock is held at least where a statement begins. A block holds a lock as a whole only if it
//! gives it back nowhere in it.

use super::code::Code;
use super::effects::Effects;
use super::explicit::Taken;
use crate::tree::body::{Body, ExprNo, Form, Kind, Literal, Operator, StmtNo};
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use rustc_hash::{FxHashMap, FxHashSet};

/// A lock that is held in parts of a block alone.
pub(super) struct Flow {
    taken: Taken,
    held: Held,
}

/// Statements by what is held where they begin.
#[derive(Default)]
pub(super) struct Held {
    /// Least number of holds where a statement begins.
    entry: FxHashMap<StmtNo, u32>,
    /// The same where its test, or what it is about, is evaluated.
    test: FxHashMap<StmtNo, u32>,
    /// Statements that have others in them, and change the number in these.
    inside: FxHashSet<StmtNo>,
}

impl Held {
    /// Statements that begin without the lock.
    pub(super) fn without(&self) -> impl Iterator<Item = StmtNo> + '_ {
        self.entry.iter().filter(|(_, n)| **n == 0).map(|(s, _)| *s)
    }
}

/// The target of a jump.
#[derive(Clone, Copy, PartialEq, Eq)]
enum To {
    Return,
    Break(Option<Name>),
    Continue(Option<Name>),
    Yield,
}

/// A walk through code, with the number of holds of a lock.
struct Walk<'b, 'e> {
    body: &'b Body,
    effects: &'e Effects,
    held: Held,
    jumps: Vec<(To, u32)>,
    /// Least number since some place.
    least: u32,
    /// The findings are kept.
    records: bool,
    label: Option<Name>,
}

fn least(a: Option<u32>, b: Option<u32>) -> Option<u32> {
    match (a, b) {
        (Some(a), Some(b)) => Some(a.min(b)),
        (a, b) => a.or(b),
    }
}

impl<'b> Walk<'b, '_> {
    fn list(&mut self, list: &[StmtNo], n: u32) -> Option<u32> {
        let mut now = Some(n);
        for &s in list {
            now = Some(deep(|| self.statement(s, now?))?);
        }
        now
    }

    /// The number behind an expression, or behind other code that jumps nowhere.
    fn through(&mut self, span: Span, n: u32) -> u32 {
        let mut now = n;
        for by in self.effects.within(span) {
            now = now.saturating_add_signed(by);
            self.least = self.least.min(now);
        }
        now
    }

    fn of_expression(&mut self, e: ExprNo, n: u32) -> u32 {
        self.through(self.body.expressions[e.index()].span, n)
    }

    fn begins(&mut self, s: StmtNo, n: u32) {
        if self.records {
            let entry = self.held.entry.entry(s).or_insert(n);
            *entry = n.min(*entry);
        }
    }

    fn tests(&mut self, s: StmtNo, n: u32) {
        if self.records {
            let test = self.held.test.entry(s).or_insert(n);
            *test = n.min(*test);
        }
    }

    /// The numbers of jumps to here, which end.
    fn joined(&mut self, since: usize, is: impl Fn(To) -> bool) -> Option<u32> {
        let mut joined = None;
        let mut i = since;
        while i < self.jumps.len() {
            if is(self.jumps[i].0) {
                joined = least(joined, Some(self.jumps.swap_remove(i).1));
            } else {
                i += 1;
            }
        }
        joined
    }

    fn statement(&mut self, s: StmtNo, n: u32) -> Option<u32> {
        let statement = &self.body.statements[s.index()];
        let (span, label) = (statement.span, self.label.take());
        self.begins(s, n);
        self.least = self.least.min(n);
        let has_parts = !matches!(
            statement.form,
            Form::Local { .. } | Form::Expression(_) | Form::Return(_) | Form::Throw(_) | Form::Yield(_)
        );
        if has_parts && self.effects.within(span).next().is_some() {
            self.held.inside.insert(s);
        }
        match &statement.form {
            Form::Block(list) => self.list(list, n),
            Form::If { test, yes, no } => {
                self.tests(s, n);
                let (then, otherwise) = self.branches(*test, n);
                let yes = deep(|| self.statement(*yes, then));
                match no {
                    Some(no) => least(yes, deep(|| self.statement(*no, otherwise))),
                    None => least(yes, Some(otherwise)),
                }
            }
            Form::While { test, body } => self.loops(s, (Some(*test), &[], *body), label, n, false),
            Form::DoWhile { body, test } => self.loops(s, (Some(*test), &[], *body), label, n, true),
            Form::For { init, test, update, body } => {
                let n = self.list(init, n)?;
                self.loops(s, (*test, update, *body), label, n, false)
            }
            Form::ForEach { over, body, .. } => {
                let n = self.of_expression(*over, n);
                self.loops(s, (None, &[], *body), label, n, false).or(Some(n))
            }
            Form::Labeled { label, body } => {
                self.label = Some(*label);
                let since = self.jumps.len();
                let out = deep(|| self.statement(*body, n));
                let left = self.joined(since, |to| to == To::Break(Some(*label)));
                least(out, left)
            }
            Form::Break(label) => self.jumps(To::Break(*label), n),
            Form::Continue(label) => self.jumps(To::Continue(*label), n),
            Form::Return(_) | Form::Yield(_) | Form::Throw(_) => {
                let out = self.through(span, n);
                match statement.form {
                    Form::Return(_) => self.jumps(To::Return, out),
                    Form::Yield(_) => self.jumps(To::Yield, out),
                    _ => None,
                }
            }
            Form::Synchronized { body, .. } => self.list(body, n),
            Form::Try { resources, body, catches, finally } => {
                let (before, since) = (std::mem::replace(&mut self.least, n), self.jumps.len());
                let inner = resources.iter().fold(n, |n, resource| self.of_expression(resource.value, n));
                let mut out = self.list(body, inner).map(|n| self.closed(resources.len(), s, n));
                // An exception comes from anywhere in it.
                let thrown = self.least;
                for catch in catches {
                    let caught = self.list(&catch.body, thrown);
                    out = least(out, caught);
                }
                if let Some(list) = finally {
                    let began = self.least;
                    self.list(list, began);
                    // The findings are those of the worst way to it; the number behind it is that of the others too.
                    let records = std::mem::replace(&mut self.records, false);
                    out = out.and_then(|n| self.list(list, n));
                    for i in since..self.jumps.len() {
                        let (to, n) = self.jumps[i];
                        let all = self.jumps.len();
                        let behind = self.list(list, n).unwrap_or(0);
                        self.jumps.truncate(all);
                        self.jumps[i] = (to, behind);
                    }
                    self.records = records;
                }
                self.least = self.least.min(before);
                out
            }
            Form::Switch(switch) => {
                self.tests(s, n);
                let n = self.of_expression(switch.value, n);
                let (mut out, mut falls, since) = (None, None, self.jumps.len());
                for case in &switch.cases {
                    let begin = if switch.arrows { n } else { least(Some(n), falls).unwrap_or(n) };
                    falls = self.list(&case.body, begin);
                    if switch.arrows {
                        out = least(out, falls);
                    }
                }
                let has_default = switch.cases.iter().any(|case| case.is_default);
                out = least(out, if switch.arrows { None } else { falls });
                out = if has_default { out } else { least(out, Some(n)) };
                let left = self.joined(since, |to| matches!(to, To::Break(None) | To::Yield));
                least(out, left)
            }
            Form::Local { .. }
            | Form::Class(_)
            | Form::Expression(_)
            | Form::Assert { .. }
            | Form::Delegate { .. }
            | Form::Note(_)
            | Form::Empty
            | Form::NotUnderstood => Some(self.through(span, n)),
        }
    }

    /// Resources that are closed may give a lock back.
    fn closed(&mut self, resources: usize, s: StmtNo, n: u32) -> u32 {
        let by = if resources == 0 { 0 } else { self.effects.closes(s) };
        n.saturating_add_signed(by)
    }

    fn jumps(&mut self, to: To, n: u32) -> Option<u32> {
        self.jumps.push((to, n));
        None
    }

    /// The numbers where a test is true, and where it is false.
    fn branches(&mut self, test: ExprNo, n: u32) -> (u32, u32) {
        if let Kind::Unary { operator: Operator::Not, operand } = self.body.expressions[test.index()].kind {
            let (yes, no) = deep(|| self.branches(operand, n));
            return (no, yes);
        }
        let behind = self.of_expression(test, n);
        (behind + u32::from(self.effects.tries.contains(&test)), behind)
    }

    fn loops(
        &mut self,
        s: StmtNo,
        (test, update, body): (Option<ExprNo>, &[ExprNo], StmtNo),
        label: Option<Name>,
        n: u32,
        body_first: bool,
    ) -> Option<u32> {
        let is_always = |e: ExprNo| match self.body.expressions[e.index()].kind {
            Kind::Literal(Literal::Boolean(value)) => value,
            _ => false,
        };
        let is_each = matches!(self.body.statements[s.index()].form, Form::ForEach { .. });
        let endless = test.map_or(!is_each, is_always);
        let mut head = n;
        loop {
            let since = self.jumps.len();
            let (yes, no) = match test {
                Some(test) if !body_first => {
                    self.tests(s, head);
                    self.branches(test, head)
                }
                _ => (head, head),
            };
            self.tests(s, head);
            let mut out = deep(|| self.statement(body, yes));
            let named = |to: Option<Name>| to.is_none() || to == label;
            let turned = self.joined(since, |to| matches!(to, To::Continue(to) if named(to)));
            out = least(out, turned);
            for e in update {
                out = out.map(|n| self.of_expression(*e, n));
            }
            let mut behind = Some(no);
            if body_first {
                behind = out;
                if let (Some(test), Some(n)) = (test, out) {
                    self.tests(s, n);
                    let (again, done) = self.branches(test, n);
                    (out, behind) = (Some(again), Some(done));
                }
            }
            if let Some(n) = out {
                self.tests(s, n);
            }
            let left = self.joined(since, |to| matches!(to, To::Break(to) if named(to)));
            match out {
                // The number falls from turn to turn, and no further than to none.
                Some(n) if n < head => head = n,
                _ => return if endless { left } else { least(behind, left) },
            }
        }
    }
}

impl Code<'_, '_, '_> {
    /// Locks held in statements that begin with so many holds of a lock, and the least number behind them and at each `return`.
    pub(super) fn held_in(&self, list: &[StmtNo], effects: &Effects, n: u32) -> (Held, Option<u32>) {
        let mut walk = Walk {
            body: self.body,
            effects,
            held: Held::default(),
            jumps: Vec::new(),
            least: n,
            records: true,
            label: None,
        };
        let out = walk.list(list, n);
        let returned = walk.joined(0, |to| to == To::Return);
        (walk.held, least(out, returned))
    }

    /// Begins to hold a lock in the parts of code in which it is held.
    pub(super) fn flows(&mut self, taken: Taken, held: Held) {
        self.flows.push(Flow { taken, held });
    }

    /// Locks that a statement holds from its beginning to its end, of those that others in its block do not.
    pub(super) fn held_by(&self, s: StmtNo) -> Vec<Taken> {
        let holds = |flow: &&Flow| flow.held.entry.get(&s).is_some_and(|n| *n > 0) && !flow.held.inside.contains(&s);
        self.flows.iter().filter(holds).map(|flow| flow.taken.clone()).collect()
    }

    /// The test of the statement that is elaborated, with the locks that are held in it.
    pub(super) fn tested(&mut self, test: ExprId) -> ExprId {
        let Some(s) = self.current.filter(|_| !self.flows.is_empty()) else { return test };
        let holds = |flow: &&Flow| flow.held.inside.contains(&s) && flow.held.test.get(&s).is_some_and(|n| *n > 0);
        let taken: Vec<Taken> = self.flows.iter().filter(holds).map(|flow| flow.taken.clone()).collect();
        self.holding(&taken, test)
    }
}
