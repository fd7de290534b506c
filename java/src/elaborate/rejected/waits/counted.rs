//! A latch that waits for more counts than code can make: who awaits it waits for ever.

use super::super::Judge;
use crate::tree::body::{Call, ExprNo, Kind, LocalNo};
use racefree_grammar::{Edit, Fix};

impl Judge<'_, '_> {
    /// Warns of latches in variables that are never counted down to zero.
    pub(super) fn counted_too_little(&mut self) {
        for n in 0..self.body.locals.len() as u32 {
            self.counts_of(LocalNo(n));
        }
    }

    fn counts_of(&mut self, latch: LocalNo) {
        let it = &self.body.locals[latch.index()];
        if !it.effectively_final || self.it.last_name(it.ty.ty) != "CountDownLatch" {
            return;
        }
        let Some(Kind::New(new)) = it.value.map(|made| self.kind(made)) else { return };
        let Some(&given) = new.arguments.first() else { return };
        let Some(wanted) = self.number(&self.words(given)) else { return };
        let Some((counts, true)) = self.counts_at_most(latch).filter(|(counts, _)| *counts < wanted) else { return };
        let (name, at) = (self.name_of(latch).to_owned(), self.span(given));
        let come = match counts {
            0 => "nothing counts it down".to_owned(),
            1 => "code counts it down once at most".to_owned(),
            _ => format!("code counts it down {counts} times at most"),
        };
        let message = format!("`{name}` opens at the count of {wanted}, and {come}: who awaits it waits for ever");
        let fix = Fix::guess(format!("Make it for {counts}"), vec![Edit::replace(at, counts.to_string())]);
        self.warn_wait("too_few_threads", at, message, (counts > 0).then_some(fix));
    }

    /// The most counts that code makes, if all code with the latch is known, and true if some code awaits it however long.
    fn counts_at_most(&self, latch: LocalNo) -> Option<(usize, bool)> {
        let uses = (0..).map(ExprNo).zip(&self.body.expressions);
        let uses = uses.filter(|(_, e)| matches!(e.kind, Kind::Local(of) if of == latch)).map(|(e, _)| e);
        let (mut counts, mut is_awaited) = (0, false);
        for e in uses {
            let call: &Call = self.body.expressions.iter().find_map(|of| match &of.kind {
                Kind::Call(call) if call.target == Some(e) => Some(&**call),
                _ => None,
            })?;
            match self.it.text(call.name) {
                "countDown" => counts += self.times_at_most(call.name_span)?,
                "await" => is_awaited |= call.arguments.is_empty(),
                "getCount" | "toString" => {}
                _ => return None,
            }
        }
        Some((counts, is_awaited))
    }
}
