//! A party of a phaser that leaves without saying so: whoever comes to the next phase waits for it for ever.

use super::super::Judge;
use crate::tree::body::{ExprNo, Form, Kind, LocalNo, StmtNo};
use racefree_grammar::{Edit, Fix, Span};

impl Judge<'_, '_> {
    /// Warns of ways out of a thread's code that leave a phaser waiting.
    pub(super) fn phases(&mut self) {
        for n in 0..self.body.expressions.len() as u32 {
            let e = ExprNo(n);
            if let Some((phaser, [])) = self.call_on(e, "arriveAndDeregister")
                && let Kind::Local(local) = *self.kind(phaser)
                && self.it.last_name(self.ty(phaser)) == "Phaser"
            {
                self.leaves_unsaid(local, self.span(e));
            }
        }
    }

    /// A `return` in front of the statement that deregisters, in the same function, where another wait of the function follows.
    fn leaves_unsaid(&mut self, phaser: LocalNo, says: Span) {
        let Some(code) = self.around(says).and_then(|around| around.lambda) else { return };
        let is_here = |at: Span| self.around(at).and_then(|around| around.lambda) == Some(code);
        let of = |name: &str| -> Vec<Span> {
            let calls = self.inside(code).filter_map(|(e, it)| {
                let (target, _) = self.call_on(e, name)?;
                matches!(self.kind(target), Kind::Local(of) if *of == phaser).then_some(it.span)
            });
            calls.collect()
        };
        let (said, waits) = (of("arriveAndDeregister"), of("arriveAndAwaitAdvance"));
        // In a `finally` it is said on every way, and more than one may belong together.
        let in_finally = self.body.statements.iter().any(|s| match &s.form {
            Form::Try { finally: Some(last), .. } => last.iter().any(|s| self.statement_span(*s).contains(says)),
            _ => false,
        });
        if in_finally || said.len() != 1 {
            return;
        }
        let all = (0..self.body.statements.len() as u32).map(StmtNo);
        let mut leaves = all.filter(|s| {
            let span = self.statement_span(*s);
            let is_between = code.contains(span) && span.end <= says.start && is_here(span);
            let waits_behind = waits.iter().any(|wait| span.end <= wait.start);
            matches!(self.body.statements[s.index()].form, Form::Return(_)) && is_between && waits_behind
        });
        let Some(leaves) = leaves.next() else { return };
        let (name, at) = (self.name_of(phaser).to_owned(), self.statement_span(leaves));
        let call = format!("{name}.arriveAndDeregister();");
        let is_in_block = self.body.statements.iter().any(|s| match &s.form {
            Form::Block(all) => all.contains(&leaves),
            _ => false,
        });
        let text = match is_in_block {
            true => Edit::insert(at.start, format!("{call}{}", self.between(at.start))),
            false => Edit::replace(at, format!("{{ {call} {} }}", self.it.java.sources.at(at))),
        };
        let message = format!(
            "this way out leaves `{name}` with a party that never comes again: whoever comes to the next phase waits for ever"
        );
        let fix = Fix::new(format!("Leave the phaser first: `{call}`"), vec![text]);
        self.warn_wait("too_few_threads", at, message, Some(fix));
    }
}
