//! Threads and tasks whose end nothing waits for, in front of code that reads what they make: a `join` that is forgotten, beside another one or
//! not, and a pool that is told to end and not waited for.

use super::super::Judge;
use crate::tree::body::{Call, ExprNo, Form, Kind, LocalNo, StmtNo};
use crate::types::Shape;
use racefree_grammar::{Edit, Fix, Span};

/// Methods of a thread that say nothing about its end.
const OF_THREADS: &[&str] = &["start", "setName", "setPriority", "getName"];

/// Methods of a pool likewise.
const OF_POOLS: &[&str] = &["submit", "execute", "shutdown"];

/// Sort of what runs beside a method.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sort {
    Thread,
    /// Tasks of a pool.
    Pool,
    /// A task with its future.
    Future,
    /// Threads of an array or a list, which a loop starts.
    Several,
    /// Threads that count a latch down.
    Latch,
}

/// Something that runs beside the method.
pub(super) struct Job {
    pub(super) sort: Sort,
    pub(super) local: LocalNo,
    /// The statement behind which it can be waited for.
    pub(super) at: usize,
    /// The wait.
    pub(super) wait: String,
}

impl Judge<'_, '_> {
    /// Warns of threads that are read from and not waited for.
    pub(super) fn not_awaited(&mut self) {
        for all in self.lists() {
            let Some(first) = all.first() else { continue };
            // Few lists have one, and to find what is around them takes a walk of the body.
            let mut jobs: Vec<Job> = all.iter().enumerate().filter_map(|(n, s)| self.job(n, *s)).collect();
            jobs.extend(self.unheeded(&all));
            if jobs.is_empty() {
                continue;
            }
            let Some(around) = self.around(self.statement_span(*first)).filter(|around| !around.is_in_lambda()) else {
                continue;
            };
            let is_main = self.it.text(self.it.java.methods[around.method.index()].name) == "main";
            self.jobs_of(&all, &jobs, is_main);
        }
    }

    fn jobs_of(&mut self, all: &[StmtNo], jobs: &[Job], is_main: bool) {
        let (mut missing, others): (Vec<&Job>, Vec<&Job>) = jobs.iter().partition(|job| self.is_forgotten(job));
        // The end of the pool is that of each of its tasks.
        if missing.iter().any(|job| job.sort == Sort::Pool) {
            missing.retain(|job| job.sort != Sort::Future);
        }
        // Who counts a latch down is meant to be waited for by it.
        if missing.iter().any(|job| job.sort == Sort::Latch) {
            missing.retain(|job| job.sort == Sort::Latch);
        }
        let others: Vec<&Job> = others.into_iter().filter(|job| job.sort != Sort::Pool).collect();
        let joined = others.iter().filter_map(|job| self.joined_at(all, job.local)).max_by_key(|(at, _)| *at);
        if missing.is_empty() || joined.is_none() && !others.is_empty() {
            return;
        }
        let is_checked = missing.iter().any(|job| job.sort == Sort::Future && job.wait.ends_with(".get();"));
        if is_checked && joined.is_none() {
            return;
        }
        let started = missing.iter().chain(&others).map(|job| job.at).max().unwrap_or_default();
        let last = joined.map_or(started, |(at, _)| at);
        let behind = &all[last + 1..];
        let made: Vec<LocalNo> = missing.iter().flat_map(|job| self.involved(job)).collect();
        // Elsewhere than in `main`, what the threads of a method make may be meant for later; what only the method has is not.
        let is_own = |local: &LocalNo| {
            let is_job = jobs.iter().any(|job| job.local == *local);
            !is_job && !self.is_parameter(*local) && behind.iter().any(|s| self.returns(*s, *local))
        };
        if joined.is_none() && !is_main && !made.iter().any(is_own) {
            return;
        }
        let Some(read) = behind.iter().position(|s| self.reads_what_is_made(*s, &made)) else { return };
        let is_first = last >= started && self.are_quiet(behind);
        let ends = missing.iter().all(|job| self.involved_code(job).iter().all(|code| self.ends_by_itself(*code)));
        if !is_first || !ends {
            return;
        }
        let waits: Vec<&str> = missing.iter().map(|job| job.wait.as_str()).collect();
        let shown = |job: &&Job| match job.sort {
            Sort::Latch => format!("the threads that count `{}` down", self.name_of(job.local)),
            Sort::Thread | Sort::Pool | Sort::Future | Sort::Several => format!("`{}`", self.name_of(job.local)),
        };
        let names: Vec<String> = missing.iter().map(shown).collect();
        let (names, wait) = (names.join(" and "), waits.join(" "));
        let beside = if joined.is_some() { ", as it does for others," } else { "" };
        let message = format!(
            "this reads what {names} may still be at: nothing waits{beside} for the end, which `{}` does",
            wait.trim_end_matches(';')
        );
        let place = self.statement_span(behind[read]);
        let edits = self.edits_of_wait(joined.map(|(_, join)| join), place, &waits, (is_main, &missing));
        let counted = |job: &&Job| job.sort != Sort::Latch || self.is_counted(job.local);
        // Under a lock, the end of a thread that needs it never comes.
        let is_under = self
            .body
            .statements
            .iter()
            .any(|s| matches!(s.form, Form::Synchronized { .. }) && s.span.contains(place) && s.span != place)
            || all[..=last].iter().any(|s| self.it.java.sources.at(self.statement_span(*s)).contains(".lock()"));
        let is_sure = !is_under && missing.iter().all(counted);
        let repair = Fix::new(format!("Wait: `{wait}`"), edits).if_sure(is_sure);
        self.warn_wait("not_awaited", self.statement_span(behind[read]), message, Some(repair));
    }

    /// The wait behind another one, or in front of what reads, with what becomes of interrupts.
    fn edits_of_wait(
        &self,
        joined: Option<Span>,
        read: Span,
        waits: &[&str],
        (is_main, missing): (bool, &[&Job]),
    ) -> Vec<Edit> {
        let wait = waits.join(" ");
        let before = |text: &str| Edit::insert(read.start, format!("{text}{}", self.between(read.start)));
        // Beside other waits, the exception is known.
        if let Some(join) = joined {
            return vec![self.behind(join, waits)];
        }
        if missing.iter().all(|job| job.sort == Sort::Future) {
            return vec![before(&wait)];
        }
        let mut edits = match self.throws_interrupts(read) {
            // Callers know of no exception.
            Some(_) if !is_main => {
                let e = self.fresh(&["e", "interrupted"]);
                let caught = "Thread.currentThread().interrupt();";
                vec![before(&format!("try {{ {wait} }} catch (InterruptedException {e}) {{ {caught} }}"))]
            }
            throws => [before(&wait)].into_iter().chain(throws).collect(),
        };
        edits.sort();
        edits
    }

    fn is_parameter(&self, local: LocalNo) -> bool {
        self.body.parts.iter().any(|part| part.parameters.contains(&local))
    }

    /// Returns true for a `return` of what is read from an object in a variable.
    fn returns(&self, s: StmtNo, local: LocalNo) -> bool {
        match self.body.statements[s.index()].form {
            Form::Return(Some(value)) => {
                let is_it = matches!(self.kind(value), Kind::Local(_));
                !is_it && !self.places_of(self.span(value), local).is_empty()
            }
            _ => false,
        }
    }

    /// The thread that a statement starts, the task that it hands over, or the pool that it tells to end.
    fn job(&self, at: usize, s: StmtNo) -> Option<Job> {
        if let Some((local, value)) = self.declared(s) {
            let get = match self.it.last_name(self.body.locals[local.index()].ty.ty) {
                "CompletableFuture" => "join",
                "Future" => "get",
                _ => return None,
            };
            let call = self.as_call(value).filter(|call| !call.arguments.is_empty())?;
            let starts = ["submit", "runAsync", "supplyAsync"].contains(&self.it.text(call.name));
            let wait = format!("{}.{get}();", self.name_of(local));
            return starts.then_some(Job { sort: Sort::Future, local, at, wait });
        }
        let Some(call) = self.call_of(s) else { return self.started_by_loop(at, s) };
        let name = self.it.text(call.name);
        if name == "start" {
            let local = self.thread_of(call).filter(|local| self.body.locals[local.index()].value.is_some())?;
            return Some(Job { sort: Sort::Thread, local, at, wait: format!("{}.join();", self.name_of(local)) });
        }
        let Kind::Local(local) = *self.kind(call.target?) else { return None };
        let made = self.body.locals[local.index()].value?;
        let is_pool = self.it.last_name(self.ty(call.target?)) == "ExecutorService"
            && self.words(made).contains("Executors.new")
            && !self.words(made).contains("cheduled");
        if name != "shutdown" || !is_pool {
            return None;
        }
        let (file, _) = self.it.java.sources.place(call.name_span);
        let text = self.it.java.sources.at(self.it.java.sources.files()[file.index()].span);
        let is_known =
            ["*", "TimeUnit"].iter().any(|name| text.contains(&format!("import java.util.concurrent.{name};")));
        let unit = if is_known { "TimeUnit" } else { "java.util.concurrent.TimeUnit" };
        let wait = format!("{}.awaitTermination(1, {unit}.MINUTES);", self.name_of(local));
        Some(Job { sort: Sort::Pool, local, at, wait })
    }

    /// The array or the list of threads that a loop starts.
    fn started_by_loop(&self, at: usize, s: StmtNo) -> Option<Job> {
        let form = &self.body.statements[s.index()].form;
        let whole = self.statement_span(s);
        if !matches!(form, Form::For { .. } | Form::ForEach { .. }) {
            return None;
        }
        let mut starts = self.inside(whole).filter_map(|(e, _)| {
            let (of, given) = self.call_on(e, "start")?;
            (given.is_empty() && self.it.last_name(self.ty(of)) == "Thread").then_some(of)
        });
        let thread = starts.next().filter(|_| starts.next().is_none())?;
        let as_local = |e: ExprNo| if let Kind::Local(local) = *self.kind(e) { Some(local) } else { None };
        let local = match *self.kind(thread) {
            Kind::Element { array, .. } => as_local(array)?,
            Kind::Local(own) => match *form {
                Form::ForEach { local, over, .. } if local == own => as_local(over)?,
                _ => self.inside(whole).find_map(|(e, it)| match it.kind {
                    Kind::Assign { target, value } if as_local(value) == Some(own) => match *self.kind(target) {
                        Kind::Element { array, .. } => as_local(array),
                        _ => None,
                    },
                    _ => {
                        let (of, given) = self.call_on(e, "add")?;
                        (given.len() == 1 && as_local(given[0]) == Some(own)).then(|| as_local(of))?
                    }
                })?,
            },
            _ => return None,
        };
        let is_outer = self.body.locals[local.index()].name_span.end <= whole.start;
        let each = self.fresh(&["each", "thread", "one"]);
        let wait = format!("for (Thread {each} : {0}) {each}.join();", self.name_of(local));
        is_outer.then_some(Job { sort: Sort::Several, local, at, wait })
    }

    /// Calls of methods on a variable; none, if it is used otherwise.
    pub(super) fn calls_on(&self, local: LocalNo) -> Option<Vec<&Call>> {
        let is_it = |e: ExprNo| matches!(self.kind(e), Kind::Local(of) if *of == local);
        let calls = self.body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) if call.target.is_some_and(is_it) => Some(&**call),
            _ => None,
        });
        let calls: Vec<&Call> = calls.collect();
        let declared = self.body.locals[local.index()].name_span;
        let uses = self.body.expressions.iter().filter(|e| matches!(e.kind, Kind::Local(of) if of == local));
        let others = uses.filter(|e| {
            e.span != declared && !calls.iter().any(|call| call.target.is_some_and(|of| self.span(of) == e.span))
        });
        // A field of the thread, which is read, is no way to wait.
        let is_field = |span: Span| {
            let behind = self.it.java.sources.text()[span.end as usize..].trim_start();
            behind.starts_with('.')
        };
        others.map(|e| e.span).all(is_field).then_some(calls)
    }

    /// Returns true for a thread that only starts, and for a pool that only gets tasks whose futures nobody has.
    fn is_forgotten(&self, job: &Job) -> bool {
        if job.sort == Sort::Latch {
            return true;
        }
        let class = self.own_class(job.local);
        let is_known = |call: &&Call| {
            let name = self.it.text(call.name);
            match job.sort {
                Sort::Thread => {
                    OF_THREADS.contains(&name) || class && self.own_method(call).is_some() && self.is_quiet_call(call)
                }
                Sort::Pool => OF_POOLS.contains(&name) && (name != "submit" || self.is_statement(call)),
                Sort::Future | Sort::Latch => false,
                Sort::Several => matches!(name, "add" | "size" | "get"),
            }
        };
        // A thread of the array that code waits for, or asks.
        let asks = |e: &Kind| match e {
            Kind::Call(call) => {
                let is_thread = call.target.is_some_and(|of| self.it.last_name(self.ty(of)) == "Thread");
                is_thread && !OF_THREADS.contains(&self.it.text(call.name))
            }
            _ => false,
        };
        let calls = match job.sort {
            Sort::Several => self.calls_on_several(job.local),
            Sort::Thread | Sort::Pool | Sort::Future | Sort::Latch => self.calls_on(job.local),
        };
        calls.is_some_and(|calls| calls.iter().all(is_known))
            && (job.sort != Sort::Several || !self.body.expressions.iter().any(|e| asks(&e.kind)))
    }

    /// Calls of methods on a variable of an array or list; none, if others have it.
    fn calls_on_several(&self, local: LocalNo) -> Option<Vec<&Call>> {
        let is_it = |e: ExprNo| matches!(self.kind(e), Kind::Local(of) if *of == local);
        let mut passed = self.body.expressions.iter().flat_map(|e| match &e.kind {
            Kind::Call(call) => call.arguments.clone(),
            Kind::New(new) => new.arguments.clone(),
            Kind::Assign { value, .. } => vec![*value],
            _ => Vec::new(),
        });
        if passed.any(is_it) || self.body.locals[local.index()].captured {
            return None;
        }
        let calls = self.body.expressions.iter().filter_map(|e| match &e.kind {
            Kind::Call(call) if call.target.is_some_and(is_it) => Some(&**call),
            _ => None,
        });
        Some(calls.collect())
    }

    fn own_class(&self, local: LocalNo) -> bool {
        matches!(self.it.java.types.shape(self.body.locals[local.index()].ty.ty), Shape::Class(..))
    }

    /// Returns true for a call whose value nobody has.
    fn is_statement(&self, call: &Call) -> bool {
        self.body.statements.iter().any(|s| match s.form {
            Form::Expression(e) => self.as_call(e).is_some_and(|of| of.name_span == call.name_span),
            _ => false,
        })
    }

    /// The last of some statements with a wait for a thread or a task, and the innermost such statement.
    fn joined_at(&self, all: &[StmtNo], local: LocalNo) -> Option<(usize, Span)> {
        let is_wait = |e: ExprNo| {
            ["join", "get"].iter().any(|name| {
                let call = self.call_on(e, name).filter(|(_, given)| given.is_empty());
                call.is_some_and(|(of, _)| matches!(self.kind(of), Kind::Local(of) if *of == local))
            })
        };
        let waits = |s: &StmtNo| match self.body.statements[s.index()].form {
            Form::Expression(e) | Form::Local { value: Some(e), .. } => {
                self.inside(self.span(e)).any(|(e, _)| is_wait(e))
            }
            _ => false,
        };
        let wait = (0..self.body.statements.len() as u32)
            .map(StmtNo)
            .filter(waits)
            .map(|s| self.statement_span(s))
            .next_back()?;
        Some((all.iter().position(|s| self.statement_span(*s).contains(wait))?, wait))
    }
}
