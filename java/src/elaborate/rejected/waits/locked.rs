//! Waits for the end of a thread or a task, with a lock that it needs to get there: both wait for ever.

use super::super::Judge;
use crate::tree::body::{Call, Form, Kind, LocalNo, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

impl Judge<'_, '_> {
    /// Warns of `t.join()` and `f.get()` under a lock that the thread or the task needs to end.
    pub(super) fn waits_under_locks(&mut self) {
        for e in &self.body.expressions {
            if let Kind::Call(call) = &e.kind {
                self.wait_under_lock(call);
            }
        }
    }

    fn wait_under_lock(&mut self, call: &Call) {
        let name = self.it.text(call.name).to_owned();
        let Some(local) = self.job_of(call).filter(|_| matches!(name.as_str(), "join" | "get")) else { return };
        let Some(around) = self.around(call.name_span) else { return };
        let Some(made) = self.body.locals[local.index()].value else { return };
        let code = self.inside(self.span(made)).find(|(_, e)| matches!(e.kind, Kind::Lambda(_))).map(|(_, e)| e.span);
        let Some(code) = code.filter(|code| !code.contains(call.name_span)) else { return };
        let called = self.inside(code).filter_map(|(_, e)| match &e.kind {
            Kind::Call(call) => self.lock_of(call),
            _ => None,
        });
        let blocks = self.body.statements.iter().filter(|s| code.contains(s.span)).filter_map(|s| match s.form {
            Form::Synchronized { lock, .. } => Some(self.words(lock)),
            _ => None,
        });
        let Some(lock) = called.chain(blocks).find(|lock| self.holds(&around, lock)) else { return };
        let (what, repair) = (if name == "join" { "thread" } else { "task" }, self.outside(call, &lock));
        let message =
            format!("`{name}` waits for a {what} that needs `{lock}`, which is held here: both wait for ever");
        self.warn_wait("lock_order", call.name_span, message, repair);
    }

    /// The variable of a thread, or of the future of a task, that a method without arguments is called on.
    fn job_of(&self, call: &Call) -> Option<LocalNo> {
        let target = call.target.filter(|_| call.arguments.is_empty())?;
        let Kind::Local(local) = *self.kind(target) else { return None };
        let is_one = self.body.locals[local.index()].effectively_final;
        let is_job = matches!(self.it.last_name(self.ty(target)), "Thread" | "Future" | "CompletableFuture");
        (is_one && is_job).then_some(local)
    }

    /// The wait behind the block of the lock, if it is the last statement there; or in front, if it is the first.
    fn outside(&self, call: &Call, lock: &str) -> Option<Fix> {
        let all = (0..self.body.statements.len() as u32).map(StmtNo);
        let wait = all.clone().find(|s| self.call_of(*s).is_some_and(|of| of.name_span == call.name_span))?;
        let (block, inner) = all
            .filter_map(|s| match &self.body.statements[s.index()].form {
                Form::Synchronized { lock: of, body } if body.contains(&wait) && self.words(*of) == lock => {
                    Some((s, body))
                }
                _ => None,
            })
            .next()?;
        let (whole, text) = (self.statement_span(block), self.it.java.sources.at(self.statement_span(wait)).to_owned());
        let title = format!("Wait without `{lock}`");
        if inner.last() == Some(&wait) && inner.len() > 1 {
            let declared = |s: &StmtNo| matches!(self.body.statements[s.index()].form, Form::Local { .. });
            let is_outer = !inner.iter().filter(|s| declared(s)).any(|s| {
                self.declared(*s).is_some_and(|(local, _)| !self.places_of(self.statement_span(wait), local).is_empty())
            });
            return is_outer.then(|| Fix::new(title, vec![self.without(wait), self.behind(whole, &[&text])]));
        }
        if inner.first() != Some(&wait) || inner.len() < 2 {
            return None;
        }
        let between = self.between(whole.start);
        let gone = Span::new(self.statement_span(wait).start, self.statement_span(inner[1]).start);
        Some(Fix::new(title, vec![Edit::insert(whole.start, format!("{text}{between}")), Edit::replace(gone, "")]))
    }
}
