//! Tasks that wait in a pool for others of the same pool, where there are too few threads for all of them: those that are waited for never begin.

use super::super::Judge;
use super::super::steps::uses;
use crate::tree::body::{Call, ExprNo, Kind, LocalNo};
use crate::tree::{FieldNo, Member, MethodNo};
use racefree_grammar::{Edit, Fix, Span};
use std::collections::BTreeSet;

/// The variable of an executor, a barrier or a latch, which always has the same one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Own {
    Local(LocalNo),
    Field(FieldNo),
}

/// A number of parties: its value, and its text.
struct Number {
    value: usize,
    text: String,
}

/// Most calls from a task to the place where it waits.
const DEPTH: usize = 4;

impl Judge<'_, '_> {
    /// Warns of tasks that wait for what their own pool has no thread for.
    pub(super) fn pools(&mut self) {
        let text = self.it.java.sources.text();
        if !self.calls_something() || !text.contains("newSingleThread") && !text.contains("newFixedThreadPool") {
            return;
        }
        for n in 0..self.body.expressions.len() as u32 {
            let e = ExprNo(n);
            if let Some(pool) = self.waits_for_task(e) {
                self.waits_in_own_pool(e, pool);
            }
            self.meets_in_small_pool(e);
        }
    }

    /// The pool of the task that a call waits for: `f.get()`, `pool.submit(…).get()`, `pool.invokeAll(…)`.
    fn waits_for_task(&self, e: ExprNo) -> Option<Own> {
        let call = self.as_call(e)?;
        let target = call.target?;
        match self.it.text(call.name) {
            "invokeAll" | "invokeAny" => self.own(target),
            "get" | "join" => {
                let made = match *self.kind(target) {
                    Kind::Local(local) => self.body.locals[local.index()].value?,
                    _ => target,
                };
                let made = self.as_call(made)?;
                match self.it.text(made.name) {
                    "submit" => self.own(made.target?),
                    "supplyAsync" | "runAsync" => self.own(*made.arguments.get(1)?),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The final variable that an expression is.
    fn own(&self, e: ExprNo) -> Option<Own> {
        match *self.kind(e) {
            Kind::Local(local) => self.body.locals[local.index()].effectively_final.then_some(Own::Local(local)),
            Kind::Field { field, .. } => {
                self.it.java.fields[field.index()].modifiers.is_final().then_some(Own::Field(field))
            }
            _ => None,
        }
    }

    fn waits_in_own_pool(&mut self, e: ExprNo, pool: Own) {
        if self.threads_in(pool) != Some(1) {
            return;
        }
        let (at, place) = match self.as_call(e) {
            Some(call) => (call.name_span, self.span(e)),
            None => return,
        };
        if !self.is_run_by(pool, place) {
            return;
        }
        let (name, called) = (self.name_of_own(pool), self.it.java.sources.at(at).to_owned());
        let message = format!(
            "this task runs in `{name}`, whose one thread it keeps while `{called}` waits for another task there: that never begins, and both wait for ever"
        );
        let edit = Edit::replace(self.made_at(pool), "Executors.newCachedThreadPool()");
        let repair = Fix::guess("Give each task a thread: `Executors.newCachedThreadPool()`", vec![edit]);
        self.warn_wait("too_few_threads", at, message, Some(repair));
    }

    /// `barrier.await()` or `latch.await()` of tasks that are to meet, and too few threads for all.
    fn meets_in_small_pool(&mut self, e: ExprNo) {
        let Some(call) = self.as_call(e).filter(|call| self.it.text(call.name) == "await") else { return };
        let Some(target) = call.target else { return };
        let sort = self.it.last_name(self.ty(target)).to_owned();
        let Some(meeting) = self.own(target).filter(|_| matches!(&*sort, "CyclicBarrier" | "CountDownLatch")) else {
            return;
        };
        let (at, place, name) = (call.name_span, self.span(e), self.name_of_own(meeting));
        let Some(code) = self.task_around(place) else { return };
        // Others may come from elsewhere.
        if !self.is_used_in(meeting, code) {
            return;
        }
        let counts = format!("{name}.countDown()");
        if sort == "CountDownLatch" && !self.it.java.sources.at(code).contains(&counts) {
            return;
        }
        let Some(parties) = self.first_argument(meeting) else { return };
        let Some((pool, threads)) = self.pool_of_task(code) else { return };
        if threads >= parties.value {
            return;
        }
        let message = format!(
            "`{name}` waits for {} threads, and `{}` has {}: who comes first keeps its thread until the last one comes, which never begins",
            parties.value,
            self.name_of_own(pool),
            threads
        );
        let edit = Edit::replace(self.made_at(pool), format!("Executors.newFixedThreadPool({})", parties.text));
        let repair = Fix::new(format!("Have as many threads: `{}`", edit.text), vec![edit]);
        let is_known = self.is_known_at(pool, &parties.text);
        self.warn_wait("too_few_threads", at, message, is_known.then_some(repair));
    }

    /// Returns true for a variable that only some code uses, but for its declaration.
    fn is_used_in(&self, own: Own, code: Span) -> bool {
        let text = |span: Span| self.it.java.sources.at(span);
        match own {
            Own::Local(local) => {
                let is_it = |e: &Kind| matches!(e, Kind::Local(of) if *of == local);
                self.body.expressions.iter().filter(|e| is_it(&e.kind)).all(|e| code.contains(e.span))
            }
            Own::Field(field) => {
                let data = &self.it.java.fields[field.index()];
                let (file, _) = self.it.java.sources.place(data.name_span);
                let whole = self.it.java.sources.files()[file.index()].span;
                let name = self.it.text(data.name);
                uses(text(whole), name).len() == uses(text(code), name).len() + 1
            }
        }
    }

    /// The lambda around a place that a pool gets.
    fn task_around(&self, place: Span) -> Option<Span> {
        let lambdas = self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Lambda(_)));
        lambdas.map(|e| e.span).filter(|code| code.contains(place)).min_by_key(|code| code.end - code.start)
    }

    /// The pool that gets a lambda, itself or by a variable.
    fn pool_of_task(&self, code: Span) -> Option<(Own, usize)> {
        let given = self.body.expressions.iter().find_map(|e| match &e.kind {
            Kind::Call(call) if matches!(self.it.text(call.name), "submit" | "execute") => {
                let task = *call.arguments.first()?;
                let made = match *self.kind(task) {
                    Kind::Local(local) => self.body.locals[local.index()].value?,
                    _ => task,
                };
                (self.span(made) == code).then(|| self.own(call.target?))?
            }
            _ => None,
        })?;
        Some((given, self.threads_in(given)?))
    }

    /// Returns true for code that only tasks of a pool run, as far as some task does.
    fn is_run_by(&mut self, pool: Own, place: Span) -> bool {
        let codes = self.tasks_of(pool);
        if codes.iter().any(|code| code.contains(place)) {
            return true;
        }
        // A lambda that is no task runs elsewhere.
        let Some(around) = self.around(place).filter(|around| !around.is_in_lambda()) else { return false };
        let Own::Field(field) = pool else { return false };
        let class = self.it.java.fields[field.index()].class;
        let mut known: BTreeSet<u32> = BTreeSet::new();
        for member in self.it.java.classes[class.index()].members.clone() {
            let body = self.it.java.attribute(member);
            known.extend(self.with_body(&body, |other| other.methods_of_tasks(pool)));
        }
        let mut next: Vec<u32> = known.iter().copied().collect();
        for _ in 0..DEPTH {
            let mut added = Vec::new();
            for m in std::mem::take(&mut next) {
                let body = self.it.java.attribute(Member::Method(MethodNo(m)));
                let whole = self.it.java.methods[m as usize].span;
                added.extend(self.with_body(&body, |other| other.methods_called(whole)));
            }
            next = added.into_iter().filter(|m| known.insert(*m)).collect();
        }
        known.contains(&around.method.0)
    }

    /// The code of the tasks that a pool gets here.
    fn tasks_of(&self, pool: Own) -> Vec<Span> {
        let tasks = self.body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) => self.task_given(call, pool),
            _ => None,
        });
        let code = |e: ExprNo| match *self.kind(e) {
            Kind::Local(local) => self.body.locals[local.index()].value.map(|made| self.span(made)),
            _ => Some(self.span(e)),
        };
        tasks.filter_map(code).collect()
    }

    fn task_given(&self, call: &Call, pool: Own) -> Option<ExprNo> {
        match self.it.text(call.name) {
            "submit" | "execute" if self.own(call.target?) == Some(pool) => call.arguments.first().copied(),
            "supplyAsync" | "runAsync" if self.own(*call.arguments.get(1)?) == Some(pool) => {
                call.arguments.first().copied()
            }
            _ => None,
        }
    }

    fn methods_of_tasks(&self, pool: Own) -> Vec<u32> {
        self.tasks_of(pool).into_iter().flat_map(|code| self.methods_called(code)).collect()
    }

    /// Methods of the sources that code calls by itself, not in a lambda in it.
    fn methods_called(&self, code: Span) -> Vec<u32> {
        let lambdas: Vec<Span> = self
            .inside(code)
            .filter(|(_, e)| matches!(e.kind, Kind::Lambda(_)) && e.span != code)
            .map(|(_, e)| e.span)
            .collect();
        let own = |span: Span| !lambdas.iter().any(|lambda| lambda.contains(span));
        let called = self.inside(code).filter(|(_, e)| own(e.span)).filter_map(|(_, e)| match &e.kind {
            Kind::Call(call) => self.own_method(call),
            Kind::Reference(reference) if e.span == code => reference.callee.method(),
            _ => None,
        });
        called.filter(|m| self.it.java.methods[m.index()].has_body).map(|m| m.0).collect()
    }

    /// The number of threads of a pool that never gets more.
    fn threads_in(&self, pool: Own) -> Option<usize> {
        let made: String = self.made_text(pool)?.split_whitespace().collect();
        let made = made.strip_prefix("java.util.concurrent.").unwrap_or(&made);
        if made.starts_with("Executors.newSingleThread") && !made.contains("Scheduled") {
            return Some(1);
        }
        let given = made.strip_prefix("Executors.newFixedThreadPool(")?;
        let given = given.split([',', ')']).next()?;
        self.number(given)
    }

    /// The number that a barrier or a latch is made with.
    fn first_argument(&self, own: Own) -> Option<Number> {
        let text = self.made_text(own)?;
        let given = text.split_once('(')?.1.split([',', ')']).next()?.trim();
        Some(Number { value: self.number(given)?, text: given.to_owned() })
    }

    /// The value of a literal, or of a final variable that has one.
    pub(super) fn number(&self, text: &str) -> Option<usize> {
        if let Ok(n) = text.parse() {
            return Some(n);
        }
        let local = self.body.locals.iter().find(|local| self.it.text(local.name) == text && local.effectively_final);
        if let Some(value) = local.and_then(|local| local.value) {
            return self.words(value).parse().ok();
        }
        let fields = (0..self.it.java.fields.len() as u32).map(FieldNo);
        let mut named = fields.filter(|f| {
            let field = &self.it.java.fields[f.index()];
            field.modifiers.is_final() && self.it.text(field.name) == text
        });
        let (first, more) = (named.next()?, named.next());
        self.first_value(first).filter(|_| more.is_none())?.parse().ok()
    }

    fn made_text(&self, own: Own) -> Option<&str> {
        match own {
            Own::Local(local) => {
                self.body.locals[local.index()].value.map(|value| self.it.java.sources.at(self.span(value)).trim())
            }
            Own::Field(field) => self.first_value(field),
        }
    }

    /// The place of the call that makes a pool.
    fn made_at(&self, own: Own) -> Span {
        match own {
            Own::Local(local) => self.body.locals[local.index()].value.map_or(Span::NONE, |value| self.span(value)),
            Own::Field(field) => {
                let data = &self.it.java.fields[field.index()];
                let value = self.first_value(field).unwrap_or_default();
                let text = &self.it.java.sources.text()[data.name_span.end as usize..];
                let start = data.name_span.end + text.find(value).unwrap_or_default() as u32;
                Span::new(start, start + value.len() as u32)
            }
        }
    }

    /// Returns true for a number that has its value where a pool is made.
    fn is_known_at(&self, pool: Own, text: &str) -> bool {
        let local = self.body.locals.iter().find(|local| self.it.text(local.name) == text);
        match (pool, local) {
            (_, None) => true,
            (Own::Local(pool), Some(local)) => local.name_span.end <= self.body.locals[pool.index()].name_span.start,
            (Own::Field(_), Some(_)) => false,
        }
    }

    fn name_of_own(&self, own: Own) -> String {
        match own {
            Own::Local(local) => self.name_of(local).to_owned(),
            Own::Field(field) => self.it.text(self.it.java.fields[field.index()].name).to_owned(),
        }
    }
}
