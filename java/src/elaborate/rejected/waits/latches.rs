//! A latch that is counted down in front of the work that others wait for by it: they go on before it is done.

use super::super::Judge;
use super::super::steps::{changes, uses};
use crate::tree::Origin;
use crate::tree::body::{Call, ExprNo, Form, Kind, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

impl Judge<'_, '_> {
    /// Warns of latches that are counted down too early.
    pub(super) fn latches(&mut self) {
        for all in self.lists() {
            for (n, s) in all.iter().enumerate() {
                self.latch(*s, &all[n + 1..]);
            }
        }
        for s in 0..self.body.statements.len() {
            self.skipped_by_exceptions(s);
        }
    }

    /// A latch that is counted down behind code whose exceptions are caught: who waits for it then waits for ever.
    fn skipped_by_exceptions(&mut self, s: usize) {
        let body = self.body;
        let whole = &body.statements[s];
        let Form::Try { body: all, catches, finally: None, .. } = &whole.form else { return };
        let Some((last, before)) = all.split_last() else { return };
        let Some((own, at)) = self.counts_down(*last) else { return };
        let latch = self.words(own);
        let calls = |s: &StmtNo| {
            self.inside(self.statement_span(*s)).any(|(_, e)| matches!(e.kind, Kind::Call(_) | Kind::New(_)))
        };
        let is_caught = catches.iter().flat_map(|catch| &catch.types).any(|of| {
            let name = self.it.java.sources.at(of.span);
            !name.ends_with("InterruptedException") && !name.ends_with("BrokenBarrierException")
        });
        let call = format!("{latch}.countDown()");
        let is_only = self.it.java.sources.text().matches(&call).count() == 1;
        if !before.iter().any(calls) || !is_caught || !is_only {
            return;
        }
        let message = format!(
            "an exception that is caught here leaves `{latch}` as it is, and who waits for it waits for ever: the place of `{call}` is a `finally`"
        );
        let edits = vec![self.without(*last), Edit::insert(whole.span.end, format!(" finally {{ {call}; }}"))];
        let fix = Fix::new(format!("Move `{call}` to a `finally`"), edits);
        self.warn_wait("count_down_without_finally", at, message, Some(fix));
    }

    fn latch(&mut self, s: StmtNo, behind: &[StmtNo]) {
        let Some((own, at)) = self.counts_down(s) else { return };
        let Some(last) = behind.last() else { return };
        let rest = Span::new(self.statement_span(behind[0]).start, self.statement_span(*last).end);
        let text = self.it.java.sources.at(rest);
        // A thread that waits itself behind it has only said that it is ready.
        let waits = ["await(", "wait(", "take(", "countDown(", "acquire(", "while", "sleep("];
        let leaves = self
            .body
            .statements
            .iter()
            .filter(|s| rest.contains(s.span))
            .any(|s| matches!(s.form, Form::Return(_) | Form::Throw(_) | Form::Break(_) | Form::Continue(_)));
        if leaves || waits.iter().any(|word| text.contains(word)) {
            return;
        }
        let Some(name) =
            self.changed_behind(rest).into_iter().find(|name| !name.is_empty() && self.is_awaited_for(at, name))
        else {
            return;
        };
        let latch = self.words(own);
        let message = format!(
            "`{latch}` is counted down in front of the work: who waits for it goes on while `{name}` is not written yet; the end of the work is its place"
        );
        let call = format!("{latch}.countDown();");
        let edits = vec![self.without(s), self.behind(self.statement_span(*last), &[&call])];
        self.warn_wait(
            "early_count_down",
            at,
            message,
            Some(Fix::new(format!("Move `{call}` behind the work"), edits)),
        );
    }

    /// The latch that a statement counts down, and the place of the call.
    fn counts_down(&self, s: StmtNo) -> Option<(ExprNo, Span)> {
        let call = self.call_of(s)?;
        let own = call.target?;
        let is_latch = self.it.last_name(self.ty(own)) == "CountDownLatch";
        (is_latch && self.it.text(call.name) == "countDown").then_some((own, call.name_span))
    }

    /// Names of fields and variables that code gives a value, or whose objects it changes, by its methods too.
    fn changed_behind(&self, rest: Span) -> Vec<String> {
        let mut names = Vec::new();
        let text = self.it.java.sources.at(rest);
        for (_, e) in self.inside(rest) {
            match &e.kind {
                Kind::Field { field, .. } => {
                    let name = self.it.text(self.it.java.fields[field.index()].name);
                    names.extend(changes(text, name).then(|| name.to_owned()));
                }
                Kind::Local(local) => {
                    let name = self.name_of(*local);
                    let is_outer = self.body.locals[local.index()].name_span.end <= rest.start;
                    names.extend((is_outer && changes(text, name)).then(|| name.to_owned()));
                }
                Kind::Call(call) => names.extend(self.changed_by(call)),
                _ => {}
            }
        }
        names
    }

    /// Names that a call of a method of the sources changes: those of its fields, and that of its object.
    fn changed_by(&self, call: &Call) -> Vec<String> {
        let Some(m) = self.own_method(call) else { return Vec::new() };
        let method = &self.it.java.methods[m.index()];
        let text = self.it.java.sources.at(method.span);
        let body = text.split_once('{').map_or("", |(_, body)| body);
        let fields = self.it.java.fields.iter().filter(|field| field.class == method.class);
        let names: Vec<String> = fields
            .map(|field| self.it.text(field.name))
            .filter(|name| changes(body, name))
            .map(str::to_owned)
            .collect();
        let object = call.target.filter(|_| !names.is_empty()).map(|of| self.words(of));
        names.into_iter().chain(object).collect()
    }

    /// Returns true for a name that code of the same file uses behind its wait for a latch, and behind no other wait.
    fn is_awaited_for(&self, at: Span, name: &str) -> bool {
        let (file, _) = self.it.java.sources.place(at);
        let of = &self.it.java.sources.files()[file.index()];
        let methods = self
            .it
            .java
            .methods
            .iter()
            .filter(|m| m.has_body && of.span.contains(m.span) && of.origin == Origin::Source);
        methods.map(|m| self.it.java.sources.at(m.span)).any(|text| {
            let Some((_, behind)) = text.split_once(".await()") else { return false };
            let used = uses(behind, name).first().copied();
            used.is_some_and(|used| !["join(", ".get()", "await"].iter().any(|wait| behind[..used].contains(wait)))
        })
    }
}
