//! The lock for writers, asked for by who has the one for readers: a `ReentrantReadWriteLock` gives it to nobody while there is a reader.

use super::super::Judge;
use crate::tree::body::{Call, Form, Kind, StmtNo};
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

    /// Warns of calls with a `StampedLock` of methods that take it: it knows nobody, and waits for who has it already.
    pub(super) fn stamped_twice(&mut self) {
        for e in &self.body.expressions {
            let Kind::Call(call) = &e.kind else { continue };
            let Some(m) = self.own_method(call) else { continue };
            let callee = self.it.java.sources.at(self.it.java.methods[m.index()].span).to_owned();
            let Some((lock, writes)) = self.stamp_around(call.name_span) else { continue };
            let takes = |part: &str| callee.contains(&format!("{lock}.{part}()"));
            if takes("writeLock") || writes && takes("readLock") {
                let called = self.it.text(call.name).to_owned();
                let message = format!(
                    "`{called}` takes `{lock}`, which is held here: a `StampedLock` does not know who has it, and this waits for itself"
                );
                self.warn_wait("waits_for_itself", call.name_span, message, None);
            }
        }
    }

    /// The `StampedLock` whose stamp a `finally` around a place gives back, and true if writers have it.
    fn stamp_around(&self, at: Span) -> Option<(String, bool)> {
        self.body.statements.iter().filter(|s| s.span.contains(at)).find_map(|s| {
            let Form::Try { body, finally: Some(last), .. } = &s.form else { return None };
            let call = last.iter().find_map(|s| self.call_of(*s))?;
            let writes = match self.it.text(call.name) {
                "unlockWrite" => true,
                "unlockRead" => false,
                _ => return None,
            };
            let is_in = body.iter().any(|s| self.statement_span(*s).contains(at));
            Some((self.words(call.target.filter(|_| is_in)?).trim_start_matches("this.").to_owned(), writes))
        })
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
