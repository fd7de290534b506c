//! Latches that each thread counts down as the last that it does: who awaits one comes behind all of them.

use super::Elaborator;
use super::started::{Job, Threads};
use super::waited::local_of;
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo, StmtNo};
use racefree_grammar::Span;

impl Elaborator<'_> {
    /// The latch that a task's code counts down in the end, whatever happens before; nothing else in it does.
    pub(super) fn latch_of(&self, body: &Body, code: Span) -> Option<LocalNo> {
        let form = |s: &StmtNo| &body.statements[s.index()].form;
        let mut last = self.statements_of(body, code)?.last()?;
        while let Form::Try { finally: Some(all), .. } | Form::Block(all) = form(last) {
            last = all.last()?;
        }
        let counts = |e: ExprNo| match &body.expressions[e.index()].kind {
            Kind::Call(call) if self.text(call.name) == "countDown" => local_of(body, call.target?),
            _ => None,
        };
        let (Form::Expression(e) | Form::Return(Some(e))) = form(last) else { return None };
        let latch = counts(*e).filter(|latch| body.locals[latch.index()].effectively_final)?;
        let inside =
            (0..body.expressions.len() as u32).map(ExprNo).filter(|e| code.contains(body.expressions[e.index()].span));
        (inside.filter(|e| counts(*e) == Some(latch)).count() == 1).then_some(latch)
    }

    /// The statements of a lambda, or of a method of a class in code, by their place.
    pub(super) fn statements_of<'b>(&self, body: &'b Body, code: Span) -> Option<&'b [StmtNo]> {
        let lambda = body.expressions.iter().find_map(|e| match &e.kind {
            Kind::Lambda(lambda) if e.span == code => Some(&lambda.body[..]),
            _ => None,
        });
        lambda.or_else(|| {
            let place = |s: &StmtNo| body.statements[s.index()].span;
            let is_it = |all: &[StmtNo]| match (all.first(), all.last()) {
                (Some(first), Some(last)) => Span::new(place(first).start, place(last).end) == code,
                _ => false,
            };
            body.parts.iter().map(|part| &part.block[..]).find(|block| is_it(block))
        })
    }

    /// All that count a latch down have ended, if there are as many as it counts.
    pub(super) fn counted_down(&self, threads: &mut Threads<'_>, latch: LocalNo) {
        if self.is_counted_down(threads, latch) {
            threads.running.retain(|job| job.latch != Some(latch));
        }
    }

    /// Returns true for a latch that as many running threads count down as it counts, and nothing else does.
    pub(super) fn is_counted_down(&self, threads: &Threads<'_>, latch: LocalNo) -> bool {
        let body = threads.body;
        let value = body.locals[latch.index()].value.map(|value| &body.expressions[value.index()].kind);
        let Some(Kind::New(new)) = value else { return false };
        let Some(&number) = new.arguments.first() else { return false };
        let number = self.java.sources.at(body.expressions[number.index()].span).trim();
        let own: Vec<&Job> = threads.running.iter().filter(|job| job.latch == Some(latch)).collect();
        let calls = body.expressions.iter().filter(|e| match &e.kind {
            Kind::Call(call) => {
                let of = call.target.and_then(|target| local_of(body, target));
                self.text(call.name) == "countDown" && of == Some(latch)
            }
            _ => false,
        });
        let is_all = match own[..] {
            [Job { head: Some(head), .. }] => {
                let from = head.split_once("=0;").and_then(|(_, rest)| rest.split_once('<'));
                from.is_some_and(|(_, rest)| rest.split(';').next() == Some(number))
            }
            _ => own.iter().all(|job| job.head.is_none()) && number.parse() == Ok(own.len()),
        };
        is_all && calls.count() == own.len()
    }
}
