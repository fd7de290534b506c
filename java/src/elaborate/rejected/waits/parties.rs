//! A barrier for more threads than come: all who come wait for ever.

use super::super::Judge;
use crate::tree::body::{ExprNo, Form, Kind, LocalNo};
use racefree_grammar::{Edit, Fix, Span};

/// Methods that wait for the others.
const MEETS: &[&str] = &["await", "arriveAndAwaitAdvance"];

impl Judge<'_, '_> {
    /// Warns of barriers in variables for more threads than code starts.
    pub(super) fn parties(&mut self) {
        for n in 0..self.body.locals.len() as u32 {
            self.parties_of(LocalNo(n));
        }
    }

    fn parties_of(&mut self, barrier: LocalNo) {
        let it = &self.body.locals[barrier.index()];
        let sort = self.it.last_name(it.ty.ty);
        if !it.effectively_final || !matches!(sort, "CyclicBarrier" | "Phaser") {
            return;
        }
        let Some(Kind::New(new)) = it.value.map(|made| self.kind(made)) else { return };
        let Some(&given) = new.arguments.first() else { return };
        let Some(parties) = self.number_of(given) else { return };
        let Some(come) = self.comers(barrier).filter(|come| *come > 0 && *come < parties) else { return };
        let (name, at) = (self.name_of(barrier).to_owned(), self.span(given));
        let message = format!(
            "`{name}` is for {parties} threads, and {}: who comes waits for ever",
            if come == 1 { "one comes".to_owned() } else { format!("{come} come") }
        );
        let fix = Fix::guess(format!("Make it for {come}"), vec![Edit::replace(at, come.to_string())]);
        self.warn_wait("too_few_threads", at, message, Some(fix));
    }

    /// The number of threads that come to a barrier; none, if it is not known.
    fn comers(&self, barrier: LocalNo) -> Option<usize> {
        let uses = (0..).map(ExprNo).zip(&self.body.expressions);
        let uses = uses.filter(|(_, e)| matches!(e.kind, Kind::Local(of) if of == barrier)).map(|(e, _)| e);
        let (mut come, mut known) = (0, Vec::new());
        for e in uses {
            let meets = self.body.expressions.iter().any(|of| match &of.kind {
                Kind::Call(call) => call.target == Some(e) && MEETS.contains(&self.it.text(call.name)),
                _ => false,
            });
            let lambda = self.innermost_lambda(self.span(e));
            match lambda {
                _ if !meets => return None,
                // A thread comes once for each round.
                Some(code) if known.contains(&code) => {}
                Some(code) => {
                    come += self.threads_with(code)?;
                    known.push(code);
                }
                None => {
                    come += usize::from(!known.contains(&Span::NONE));
                    known.push(Span::NONE);
                }
            }
        }
        // Code of a class may be another thread's.
        self.body.classes.is_empty().then_some(come)
    }

    fn innermost_lambda(&self, at: Span) -> Option<Span> {
        let all = self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_)) && e.span.contains(at));
        all.map(|e| e.span).min_by_key(|span| span.end - span.start)
    }

    /// The number of threads that get a lambda.
    fn threads_with(&self, code: Span) -> Option<usize> {
        let is_it = |e: &ExprNo| match *self.kind(*e) {
            Kind::Local(local) => self.body.locals[local.index()].value.is_some_and(|made| self.span(made) == code),
            _ => self.span(*e) == code,
        };
        let mut threads = 0;
        let (mut uses, mut given) = (0, 0);
        for e in &self.body.expressions {
            match &e.kind {
                Kind::New(new) if self.it.last_name(e.ty) == "Thread" && new.arguments.iter().any(is_it) => {
                    given += 1;
                    threads += self.turns_around(e.span, code)?;
                }
                Kind::Call(call)
                    if matches!(self.it.text(call.name), "submit" | "execute" | "startVirtualThread")
                        && call.arguments.iter().any(is_it) =>
                {
                    given += 1;
                    threads += self.turns_around(e.span, code)?;
                }
                Kind::Local(local) => {
                    let value = self.body.locals[local.index()].value;
                    uses += usize::from(value.is_some_and(|made| self.span(made) == code));
                }
                _ => {}
            }
        }
        (given > 0 && (uses == 0 || uses == given)).then_some(threads)
    }

    /// The number of turns of the one loop around a place, if it is in none or in one that counts up to a number.
    fn turns_around(&self, at: Span, code: Span) -> Option<usize> {
        let is_loop = |form: &Form| {
            matches!(form, Form::While { .. } | Form::DoWhile { .. } | Form::For { .. } | Form::ForEach { .. })
        };
        let around = |s: &&crate::tree::body::Statement| s.span.contains(at) && !code.contains(s.span);
        let may_not = |form: &Form| matches!(form, Form::If { .. } | Form::Switch(_));
        if self.body.statements.iter().filter(around).any(|s| may_not(&s.form)) {
            return None;
        }
        let mut loops = self.body.statements.iter().filter(around).filter(|s| is_loop(&s.form));
        let Some(own) = loops.next() else { return Some(1) };
        let Form::For { body: inner, .. } = own.form else { return None };
        let head = Span::new(own.span.start, self.statement_span(inner).start);
        let head: String = self.it.java.sources.at(head).split_whitespace().collect();
        let bound = head.split_once("=0;")?.1.split_once('<')?.1.split_once(';')?.0.to_owned();
        let steps = head.ends_with("++)");
        loops.next().is_none().then(|| self.number(&bound)).filter(|_| steps)?
    }

    fn number_of(&self, e: ExprNo) -> Option<usize> {
        self.number(&self.words(e))
    }
}
