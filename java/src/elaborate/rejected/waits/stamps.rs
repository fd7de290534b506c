//! An optimistic read of a `StampedLock` whose stamp nobody validates: what it has read may be half of one write and half of another.

use super::super::Judge;
use crate::tree::body::{ExprNo, Kind};

impl Judge<'_, '_> {
    /// Warns of optimistic stamps that no `validate` is given.
    pub(super) fn optimistic_reads(&mut self) {
        for n in 0..self.body.expressions.len() as u32 {
            self.optimistic_read(ExprNo(n));
        }
    }

    fn optimistic_read(&mut self, e: ExprNo) {
        let Some(call) = self.as_call(e).filter(|call| self.it.text(call.name) == "tryOptimisticRead") else { return };
        let Some(lock) = call.target.filter(|of| self.it.last_name(self.ty(*of)) == "StampedLock") else { return };
        let at = call.name_span;
        // Code that is given the stamp may validate it.
        let is_used = (0..self.body.locals.len()).any(|n| {
            let is_it = |e: &ExprNo| matches!(self.kind(*e), Kind::Local(of) if of.index() == n);
            let is_stamp = self.body.locals[n].value == Some(e)
                || self.body.expressions.iter().any(|of| match of.kind {
                    Kind::Assign { target, value } => value == e && is_it(&target),
                    _ => false,
                });
            let is_given = self.body.expressions.iter().any(|of| match &of.kind {
                Kind::Call(call) => call.arguments.iter().any(is_it),
                _ => false,
            });
            is_stamp && is_given
        });
        let is_stored = self.body.locals.iter().any(|local| local.value == Some(e));
        if is_used || !is_stored {
            return;
        }
        let message = format!(
            "nothing asks `{0}.validate` for this stamp: a write in between goes unseen, and what is read is half old and half new; read again \
             under `{0}.readLock()` where `validate` says no",
            self.words(lock)
        );
        self.warn_wait("not_validated", at, message, None);
    }
}
