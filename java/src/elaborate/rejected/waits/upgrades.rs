//! The lock for writers, asked for by who has the one for readers: a `ReentrantReadWriteLock` gives it to nobody while there is a reader.

use super::super::Judge;
use crate::tree::body::{Call, Kind, StmtNo};
use racefree_grammar::Span;

/// A call of `lock()` or `unlock()` of one half.
struct Half {
    /// The whole lock, as it is written.
    whole: String,
    writes: bool,
    locks: bool,
    at: Span,
}

impl Judge<'_, '_> {
    /// Warns of readers that ask for the lock of writers.
    pub(super) fn upgrades(&mut self) {
        let all = self.body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) => self.half(call),
            _ => None,
        });
        let halves: Vec<Half> = all.collect();
        if !halves.iter().any(|half| half.writes) {
            return;
        }
        for all in self.lists() {
            for (n, s) in all.iter().enumerate() {
                self.upgraded(*s, &all[n + 1..], &halves);
            }
        }
    }

    fn upgraded(&mut self, s: StmtNo, behind: &[StmtNo], halves: &[Half]) {
        let Some(taken) = self.call_of(s).and_then(|call| self.half(call)).filter(|own| own.locks && !own.writes)
        else {
            return;
        };
        let (Some(first), Some(last)) = (behind.first(), behind.last()) else { return };
        let rest = Span::new(self.statement_span(*first).start, self.statement_span(*last).end);
        let own = || halves.iter().filter(|half| half.whole == taken.whole && rest.contains(half.at));
        let Some(asked) = own().find(|half| half.writes && half.locks) else { return };
        if own().any(|half| !half.writes && !half.locks && half.at.end <= asked.at.start) {
            return;
        }
        let whole = &taken.whole;
        let message = format!(
            "`{whole}.writeLock()` waits for all readers to leave, and this thread is one: `{whole}.readLock().unlock()` has to come before"
        );
        self.warn_wait("waits_for_itself", asked.at, message, None);
    }

    /// `lock()` or `unlock()` of a half of a lock: of the call `readLock()`, or of a field that has it.
    fn half(&self, call: &Call) -> Option<Half> {
        let locks = match self.it.text(call.name) {
            "lock" => true,
            "unlock" => false,
            _ => return None,
        };
        let half = match self.kind(call.target?) {
            Kind::Call(_) => self.words(call.target?),
            Kind::Field { field, .. } => self.first_value(*field)?.to_owned(),
            _ => return None,
        };
        let (whole, writes) = match half.strip_suffix(".readLock()") {
            Some(whole) => (whole, false),
            None => (half.strip_suffix(".writeLock()")?, true),
        };
        Some(Half { whole: whole.trim_start_matches("this.").to_owned(), writes, locks, at: call.name_span })
    }
}
