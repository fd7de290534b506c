//! Two locks of one array, taken in the order of their numbers as a method has them: `forks[i]` and then `forks[(i + 1) % n]`. Threads that each
//! have the first of theirs wait for the next one's, in a ring.

use super::super::Judge;
use crate::tree::MethodNo;
use crate::tree::body::{ExprNo, Form, Kind, LocalNo, Operator, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

/// Words of code that takes such locks in an order, waits for none of them, or has another lock for all.
const ORDERED: &[&str] = &["Math.min", "Math.max", "compareTo(", "tryLock(", "acquire("];

/// A lock of an array or a list.
struct Part {
    all: String,
    index: Span,
    by: Option<LocalNo>,
}

/// Most locks of arrays that are looked at in one piece of code: one pair among them is told.
const MOST: usize = 24;

impl Judge<'_, '_> {
    /// Warns of methods that take two locks of one array in an order of their caller.
    pub(super) fn rings(&mut self) {
        let pairs: Vec<(ExprNo, ExprNo)> = self.nested_blocks().into_iter().chain(self.nested_calls()).collect();
        let found: Vec<(Part, Part, ExprNo)> = pairs
            .into_iter()
            .filter_map(|(outer, inner)| Some((self.part_of(outer, true)?, self.part_of(inner, true)?, inner)))
            .filter(|(first, second, _)| first.all == second.all && self.text(first.index) != self.text(second.index))
            .collect();
        // Code with two orders may choose between them.
        if let [(first, second, inner)] = &found[..] {
            self.ring(first, second, *inner);
        }
    }

    fn ring(&mut self, first: &Part, second: &Part, inner: ExprNo) {
        let at = self.span(inner);
        let Some(around) = self.around(at) else { return };
        let data = &self.it.java.methods[around.method.index()];
        let method = self.it.java.sources.at(data.span);
        let (turns, given) = ([first, second].iter().any(|part| self.text(part.index).contains('%')), &data.parameters);
        let is_given = |part: &Part| given.iter().any(|p| self.it.text(p.name) == self.text(part.index).trim());
        let is_exchanged = is_given(first) && is_given(second);
        let is_ordered = ORDERED.iter().any(|word| method.contains(word)) || !turns && self.compares(around.method);
        let is_gated = around.held.len() > 2 || data.modifiers.is_synchronized() && !around.is_in_lambda();
        if !(turns || is_exchanged) || is_gated || is_ordered {
            return;
        }
        let name = |part: &Part| format!("{}[{}]", part.all, self.text(part.index));
        let who = match turns {
            true => "threads that each have the first one wait for the next in a ring, for ever",
            false => {
                "a thread with the two numbers exchanged takes them in the other order, and each waits for the other for ever"
            }
        };
        let message = format!(
            "this takes the lock `{}` and then `{}`: {who}; the one with the smaller number comes first",
            name(first),
            name(second)
        );
        let repair = self.by_numbers(first, second);
        self.warn_wait("lock_order", at, message, repair);
    }

    /// The smaller number for the variable of the first lock, and the larger one for that of the second, if they are for locking alone.
    fn by_numbers(&self, first: &Part, second: &Part) -> Option<Fix> {
        let (a, b) = (self.text(first.index).to_owned(), self.text(second.index).to_owned());
        let is_lock = |local: LocalNo| {
            let uses = (0..).map(ExprNo).zip(&self.body.expressions);
            let mut uses = uses.filter(|(_, e)| matches!(e.kind, Kind::Local(of) if of == local)).map(|(e, _)| e);
            uses.all(|e| self.is_locked_by(e))
        };
        let is_plain =
            [first, second].iter().all(|part| part.by.is_some_and(is_lock) && self.is_plain(part.index, &[], false));
        let order = |by: &str| format!("Math.{by}({a}, {b})");
        let edits = vec![Edit::replace(first.index, order("min")), Edit::replace(second.index, order("max"))];
        is_plain.then(|| Fix::new("Take the lock with the smaller number first", edits))
    }

    /// Returns true for a place of a variable that is locked or unlocked there.
    fn is_locked_by(&self, e: ExprNo) -> bool {
        let by_block =
            self.body.statements.iter().any(|s| matches!(s.form, Form::Synchronized { lock, .. } if lock == e));
        let by_call = self.body.expressions.iter().any(|of| match &of.kind {
            Kind::Call(call) => call.target == Some(e) && matches!(self.it.text(call.name), "lock" | "unlock"),
            _ => false,
        });
        by_block || by_call
    }

    /// Locks of blocks, one in the other, in one function.
    fn nested_blocks(&self) -> Vec<(ExprNo, ExprNo)> {
        let all = self.body.statements.iter().filter_map(|s| match s.form {
            Form::Synchronized { lock, .. } if self.part_of(lock, true).is_some() => Some((lock, s.span)),
            _ => None,
        });
        let all: Vec<(ExprNo, Span)> = all.take(MOST).collect();
        let blocks = || all.iter().copied();
        let function = |at: Span| self.around(at).map(|around| (around.method, around.lambda));
        let inner = |outer: Span| blocks().filter(move |(_, span)| *span != outer && outer.contains(*span));
        blocks()
            .flat_map(|(lock, span)| inner(span).map(move |(of, at)| ((lock, span), (of, at))))
            .filter(|((_, span), (_, at))| function(*span) == function(*at))
            .map(|((lock, _), (of, _))| (lock, of))
            .collect()
    }

    /// `a.lock()` and a `b.lock()` behind it that no `a.unlock()` comes before.
    fn nested_calls(&self) -> Vec<(ExprNo, ExprNo)> {
        let called = |name: &str| {
            let all = (0..self.body.statements.len() as u32).map(StmtNo).filter_map(|s| {
                let Form::Expression(e) = self.body.statements[s.index()].form else { return None };
                let (of, given) = self.call_on(e, name)?;
                let is_part = given.is_empty() && self.part_of(of, true).is_some();
                (is_part && self.it.is_explicit_lock(self.ty(of))).then(|| (of, self.span(e)))
            });
            all.take(MOST).collect::<Vec<_>>()
        };
        let (locks, unlocks) = (called("lock"), called("unlock"));
        let function = |at: Span| self.around(at).map(|around| (around.method, around.lambda));
        let mut found = Vec::new();
        for &(first, from) in &locks {
            let given = unlocks.iter().filter(|(of, at)| self.words(*of) == self.words(first) && from.end <= at.start);
            let end = given.map(|(_, at)| at.start).min().unwrap_or(from.end);
            let between = locks.iter().filter(|(_, at)| from.end <= at.start && at.end <= end);
            found.extend(between.filter(|(_, at)| function(*at) == function(from)).map(|(second, _)| (first, *second)));
        }
        found
    }

    /// The part of an array or a list that a lock is, by a variable or not.
    fn part_of(&self, lock: ExprNo, by_variable: bool) -> Option<Part> {
        match *self.kind(lock) {
            Kind::Local(local) if by_variable && self.body.locals[local.index()].effectively_final => {
                let part = self.part_of(self.body.locals[local.index()].value?, false)?;
                Some(Part { by: Some(local), ..part })
            }
            Kind::Element { array, index } => Some(Part { all: self.words(array), index: self.span(index), by: None }),
            _ => None,
        }
    }

    /// Returns true for a method with a comparison: it may be that of the two numbers.
    fn compares(&self, method: MethodNo) -> bool {
        use Operator::{Greater, GreaterOrEqual, Less, LessOrEqual};
        let whole = self.it.java.methods[method.index()].span;
        self.inside(whole).any(|(_, e)| {
            matches!(e.kind, Kind::Binary { operator: Greater | GreaterOrEqual | Less | LessOrEqual, .. })
        })
    }

    fn text(&self, span: Span) -> &str {
        self.it.java.sources.at(span)
    }
}
