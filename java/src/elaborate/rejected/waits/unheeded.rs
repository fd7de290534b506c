//! Latches that threads count down, and that nothing awaits: nobody waits for the threads.

use super::super::Judge;
use super::ended::{Job, Sort};
use crate::elaborate::started::{Around, Threads};
use crate::tree::Origin;
use crate::tree::body::{Form, Kind, LocalNo, StmtNo};
use crate::types::Shape;

/// Methods that wait, for a latch or for the threads themselves.
const WAITS: &[&str] =
    &["await", "getCount", "awaitTermination", "close", "join", "get", "invokeAll", "acquire", "take", "sleep"];

impl Judge<'_, '_> {
    /// The latches of a list of statements that threads count down, if its method waits for nothing at all.
    pub(super) fn unheeded(&self, all: &[StmtNo]) -> Vec<Job> {
        let latches: Vec<LocalNo> = all
            .iter()
            .filter_map(|s| self.declared(*s))
            .map(|(local, _)| local)
            .filter(|l| self.is_latch(*l))
            .collect();
        if latches.is_empty() || self.waits_for_something() {
            return Vec::new();
        }
        let starts = |s: &StmtNo| {
            let calls = self.inside(self.statement_span(*s)).filter_map(|(_, e)| match &e.kind {
                Kind::Call(call) => Some(call),
                _ => None,
            });
            calls.into_iter().any(|call| self.it.is_start(self.body, call))
        };
        let Some(at) = all.iter().rposition(starts) else { return Vec::new() };
        let unheeded = latches.into_iter().filter(|latch| self.is_only_counted_down(*latch));
        unheeded
            .map(|local| Job { sort: Sort::Latch, local, at, wait: format!("{}.await();", self.name_of(local)) })
            .collect()
    }

    fn is_latch(&self, local: LocalNo) -> bool {
        let it = &self.body.locals[local.index()];
        it.effectively_final && it.value.is_some() && self.it.last_name(it.ty.ty) == "CountDownLatch"
    }

    /// Returns true for code that waits for threads outside of them.
    fn waits_for_something(&self) -> bool {
        let functions: Vec<_> =
            self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_))).map(|e| e.span).collect();
        let classes = self.body.classes.iter().map(|of| self.it.java.classes[of.class.index()].span);
        let elsewhere: Vec<_> = functions.into_iter().chain(classes).collect();
        let waits = self.body.expressions.iter().any(|e| match &e.kind {
            Kind::Call(call) => {
                WAITS.contains(&self.it.text(call.name)) && !elsewhere.iter().any(|code| code.contains(e.span))
            }
            _ => false,
        });
        let closes = |form: &Form| matches!(form, Form::Try { resources, .. } if !resources.is_empty());
        waits || self.body.statements.iter().any(|s| closes(&s.form))
    }

    /// Returns true for a latch that code counts down, or gives to objects of classes that do no more with it.
    fn is_only_counted_down(&self, latch: LocalNo) -> bool {
        let is_it = |e: crate::tree::body::ExprNo| matches!(self.kind(e), Kind::Local(of) if *of == latch);
        let (mut counts, mut known) = (0, 0);
        for e in &self.body.expressions {
            match &e.kind {
                Kind::Call(call) if call.target.is_some_and(is_it) => {
                    let is_down = self.it.text(call.name) == "countDown";
                    (counts, known) = (counts + usize::from(is_down), known + usize::from(is_down));
                }
                Kind::New(new) => {
                    let given = new.arguments.iter().filter(|e| is_it(**e)).count();
                    let is_known = given > 0 && self.only_counts_down(new.written.ty);
                    (counts, known) = (counts + usize::from(is_known), known + if is_known { given } else { 0 });
                }
                _ => {}
            }
        }
        let uses = self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Local(of) if of == latch)).count();
        counts > 0 && uses == known
    }

    /// Returns true for a class of the sources that counts a latch down and awaits none.
    fn only_counts_down(&self, ty: crate::types::Ty) -> bool {
        let Shape::Class(class, _) = self.it.java.types.shape(ty) else { return false };
        let it = &self.it.java.classes[class.index()];
        let text = self.it.java.sources.at(it.span);
        it.origin == Origin::Source && text.contains(".countDown()") && !text.contains(".await(")
    }

    /// Returns true for a latch that as many threads count down as it waits for: who awaits it goes on in the end.
    pub(super) fn is_counted(&self, latch: LocalNo) -> bool {
        let Some(part) = self.body.parts.first() else { return false };
        let mut threads = Threads::of(self.body);
        self.it.sequence(&mut threads, &part.block, &Around::default());
        self.it.is_counted_down(&threads, latch)
    }
}
