//! Threads and tasks that `main` starts, and its waits for them: a `join`, the `get` of a task's future, the end of an executor, a latch that each
//! of them counts down in the end.

use super::Elaborator;
use super::tasks::Task;
use super::waited::{leaves, local_of};
use crate::tree::body::{Body, ExprNo, Form, Kind, LocalNo, Operator, StmtNo};
use racefree_grammar::Span;
use rustc_hash::{FxHashMap, FxHashSet};

/// A thread that runs, or a task of an executor. One with none of these variables nobody can wait for.
pub(super) struct Job {
    /// The variable that has it, or the array or the list of all; of a task, the same of its future.
    pub(super) by: Option<LocalNo>,
    /// The executor that runs it.
    pool: Option<LocalNo>,
    /// The latch that its code counts down in the end.
    pub(super) latch: Option<LocalNo>,
    /// The head of the loop over an index that has started it, once in each round.
    pub(super) head: Option<String>,
    /// The call that has started all elements of the array or list, in a loop over it.
    pub(super) of_all: Option<Span>,
}

/// Threads of `main`.
pub(super) struct Threads<'b> {
    pub(super) body: &'b Body,
    pub(super) running: Vec<Job>,
    /// Arrays of which a loop may assign an element again.
    pub(super) scattered: FxHashSet<LocalNo>,
    /// The array or the list that a variable's thread is put into.
    kept_in: FxHashMap<LocalNo, LocalNo>,
    /// Tasks of the threads that an array's elements are, by the array.
    tasks: FxHashMap<LocalNo, Task>,
    /// Executors that take no more tasks.
    closed: FxHashSet<LocalNo>,
    /// Calls that start a thread or a task, of those that were met.
    pub(super) starts: FxHashSet<ExprNo>,
    /// Lambdas that one thread runs, once.
    pub(super) once: Vec<Span>,
    /// Lambdas of loops over an index, with the variables that have it.
    pub(super) each: Vec<(Span, Vec<String>)>,
    /// Statements that run while there is no other thread.
    pub(super) alone: Vec<Span>,
}

/// Statements around another one.
#[derive(Clone, Default)]
pub(super) struct Around {
    /// The variable of a `for` over all, and what it goes over.
    pub(super) each: Option<(LocalNo, LocalNo)>,
    /// The head of a `for` over an index, and the index.
    pub(super) head: Option<String>,
    index: Option<(LocalNo, StmtNo)>,
    /// Number of loops.
    loops: usize,
    /// It may not run.
    pub(super) perhaps: bool,
    /// The loop around it may not run, or not to its end, or it may not run in each turn.
    pub(super) unsure: bool,
    /// It may run before what stands in front of it has ended: behind an exception.
    early: bool,
}

impl Elaborator<'_> {
    /// Takes note of the statements of a block that run alone, of the threads that they start, and of those that they wait for.
    pub(super) fn sequence(&self, threads: &mut Threads<'_>, all: &[StmtNo], around: &Around) {
        for &s in all {
            let (known, was_alone) = (threads.starts.len(), threads.running.is_empty());
            self.threads_of(threads, s, around);
            if was_alone && threads.starts.len() == known && !around.early && around.loops == 0 {
                threads.alone.push(threads.body.statements[s.index()].span);
            }
        }
    }

    fn threads_of(&self, threads: &mut Threads<'_>, s: StmtNo, around: &Around) {
        let body = threads.body;
        let perhaps = Around { perhaps: true, unsure: true, ..around.clone() };
        let looped = Around { loops: around.loops + 1, ..perhaps.clone() };
        match &body.statements[s.index()].form {
            &Form::Expression(e) => {
                self.threads_of_call(threads, e, None, around);
                self.results_in(threads, e, around);
            }
            &Form::Local { local, value: Some(value) } => {
                let own = Some(local).filter(|local| body.locals[local.index()].effectively_final);
                self.threads_of_call(threads, value, own, around);
                self.results_in(threads, value, around);
            }
            Form::Block(all) | Form::Synchronized { body: all, .. } => self.sequence(threads, all, around),
            &Form::Labeled { body, .. } => self.threads_of(threads, body, around),
            &Form::If { test, yes, no } => {
                // `if (pool.awaitTermination(…))` begins with the wait; the other branch is that of a wait which was too short.
                let waits = !self.java.sources.at(body.expressions[test.index()].span).contains('!');
                if waits {
                    self.terminated(threads, test, around);
                }
                [Some(yes), no].into_iter().flatten().for_each(|s| self.sequence(threads, &[s], &perhaps));
                self.terminated(threads, test, around);
            }
            &Form::While { test, body } => {
                self.threads_of(threads, body, &looped);
                self.terminated(threads, test, around);
            }
            &Form::DoWhile { body, .. } => self.threads_of(threads, body, &looped),
            Form::For { init, body: inner, .. } => {
                let span = Span::new(body.statements[s.index()].span.start, body.statements[inner.index()].span.start);
                let head: String = self.java.sources.at(span).split_whitespace().collect();
                let index = match init[..] {
                    [one] => match body.statements[one.index()].form {
                        Form::Local { local, .. } => Some((local, *inner)),
                        _ => None,
                    },
                    _ => None,
                };
                let unsure = around.perhaps || leaves(body, *inner) || !self.has_fixed_bound(body, &head);
                self.threads_of(threads, *inner, &Around { head: Some(head), index, each: None, unsure, ..looped });
                threads.leave(*inner);
            }
            &Form::ForEach { local, over, body: inner, .. } => {
                let each = local_of(body, over).map(|over| (local, over));
                let unsure = around.perhaps || leaves(body, inner);
                self.threads_of(threads, inner, &Around { each, head: None, index: None, unsure, ..looped });
                threads.leave(inner);
            }
            Form::Try { resources, body: all, catches, finally } => {
                // Nobody interrupts who waits; what else is caught may have come before.
                let types = catches.iter().flat_map(|c| &c.types);
                let is_sure = types.map(|t| self.java.sources.at(t.span)).all(|t| t.ends_with("InterruptedException"));
                let waits = all.iter().take_while(|s| is_sure || self.only_waits(body, **s)).count();
                let (first, rest) = all.split_at(waits);
                self.sequence(threads, first, around);
                self.sequence(threads, rest, &perhaps);
                for pool in resources.iter().filter_map(|resource| resource.local) {
                    threads.running.retain(|job| job.pool != Some(pool));
                }
                let behind = Around { early: true, ..around.clone() };
                self.sequence(threads, finally.as_deref().unwrap_or_default(), &behind);
                let caught = catches.iter().flat_map(|c| &c.body);
                caught.for_each(|s| self.threads_of(threads, *s, &Around { early: true, ..perhaps.clone() }));
            }
            _ => {}
        }
    }

    /// Results of tasks that an expression waits for, wherever in it.
    fn results_in(&self, threads: &mut Threads<'_>, e: ExprNo, around: &Around) {
        let body = threads.body;
        let span = body.expressions[e.index()].span;
        let mut inside: Vec<_> = body.expressions.iter().filter(|part| span.contains(part.span)).collect();
        let elsewhere: Vec<Span> = inside.iter().filter(|e| is_elsewhere(&e.kind)).map(|e| e.span).collect();
        inside.retain(|part| !elsewhere.iter().any(|code| code.contains(part.span)));
        for part in inside {
            let Kind::Call(call) = &part.kind else { continue };
            if !matches!(self.text(call.name), "get" | "join") || !call.arguments.is_empty() {
                continue;
            }
            let Some(target) = call.target else { continue };
            let is_future = |of: LocalNo| self.last_name(body.locals[of.index()].ty.ty).ends_with("Future");
            match self.all_of(body, target) {
                Some(all) => all.iter().for_each(|one| self.joined(threads, *one, around)),
                None if local_of(body, target).is_some_and(is_future) => self.joined(threads, target, around),
                None => {}
            }
        }
    }

    /// The futures of `CompletableFuture.allOf(a, b)`, or of a variable that is that.
    fn all_of<'b>(&self, body: &'b Body, e: ExprNo) -> Option<&'b [ExprNo]> {
        match &body.expressions[e.index()].kind {
            Kind::Call(call) => (self.text(call.name) == "allOf").then_some(&call.arguments[..]),
            Kind::Local(of) => {
                let local = &body.locals[of.index()];
                let value = local.value.filter(|_| local.effectively_final)?;
                let is_call = matches!(body.expressions[value.index()].kind, Kind::Call(_));
                if is_call { self.all_of(body, value) } else { None }
            }
            _ => None,
        }
    }

    /// The wait for the end of an executor in a condition: `if (!pool.awaitTermination(…))`.
    fn terminated(&self, threads: &mut Threads<'_>, test: ExprNo, around: &Around) {
        let body = threads.body;
        let span = body.expressions[test.index()].span;
        let inside = (0..).map(ExprNo).zip(&body.expressions).filter(|(_, e)| span.contains(e.span));
        for (e, _) in inside {
            if matches!(&body.expressions[e.index()].kind, Kind::Call(call) if self.text(call.name) == "awaitTermination")
            {
                self.threads_of_call(threads, e, None, around);
            }
        }
    }

    /// A call, whose value a variable may get.
    fn threads_of_call(&self, threads: &mut Threads<'_>, e: ExprNo, own: Option<LocalNo>, around: &Around) {
        let body = threads.body;
        match &body.expressions[e.index()].kind {
            &Kind::Assign { target, value } => {
                let array = local_of(body, target);
                if around.perhaps && !self.is_of_turn(body, target, around) {
                    threads.scattered.extend(array);
                }
                if let (Some(array), Some(thread)) = (array, local_of(body, value)) {
                    threads.kept_in.insert(thread, array);
                }
                if let (Some(array), Some(task)) = (array, self.task_in(body, value)) {
                    threads.tasks.insert(array, task);
                }
                if matches!(&body.expressions[value.index()].kind, Kind::Call(_)) {
                    self.threads_of_call(threads, value, array, around);
                }
            }
            Kind::Call(call) if self.is_task(body, call) => {
                threads.starts.insert(e);
                let pool = call.target.and_then(|target| local_of(body, target));
                let pool = pool.filter(|pool| body.locals[pool.index()].effectively_final);
                let task = call.arguments.first().and_then(|task| self.task_of(body, *task));
                self.started(threads, Job::new(own, pool, around), task, around);
            }
            Kind::Call(call) if self.is_started_with(body, call) => {
                threads.starts.insert(e);
                let pool = call.arguments.get(1).and_then(|pool| local_of(body, *pool));
                let pool = pool.filter(|pool| body.locals[pool.index()].effectively_final);
                let task = call.arguments.first().and_then(|task| self.task_of(body, *task));
                self.started(threads, Job::new(own, pool, around), task, around);
            }
            Kind::Call(call) => {
                let of = call.target.and_then(|target| local_of(body, target));
                match (self.text(call.name), of, &call.arguments[..]) {
                    ("start", of, []) => {
                        threads.starts.insert(e);
                        let made = call.target.and_then(|target| self.task_in(body, target));
                        let task = made.or_else(|| self.task_in(body, body.locals[of?.index()].value?));
                        let task = task.or_else(|| threads.tasks.get(&of?).copied());
                        let all = around.each.filter(|(each, _)| of == Some(*each)).map_or(of, |(_, all)| Some(all));
                        let all = all.filter(|of| body.locals[of.index()].effectively_final);
                        let again = all.is_none_or(|all| threads.running.iter().any(|job| job.by == Some(all)));
                        let by = all.filter(|_| !again);
                        let mut job = Job::new(by, None, around);
                        let is_each = around.each.is_some_and(|(each, _)| of == Some(each)) && around.loops == 1;
                        job.of_all = is_each.then(|| body.expressions[e.index()].span);
                        self.started(threads, job, task, around);
                    }
                    ("join", Some(_), []) => {
                        call.target.into_iter().for_each(|target| self.joined(threads, target, around))
                    }
                    ("add", Some(list), &[one]) => match &body.expressions[one.index()].kind {
                        Kind::Call(_) => self.threads_of_call(threads, one, Some(list), around),
                        _ => _ = local_of(body, one).map(|thread| threads.kept_in.insert(thread, list)),
                    },
                    ("shutdown", Some(pool), []) if !around.perhaps => _ = threads.closed.insert(pool),
                    ("awaitTermination", Some(pool), _)
                        if !around.perhaps && threads.closed.contains(&pool) && !self.is_short_wait(body, call) =>
                    {
                        threads.running.retain(|job| job.pool != Some(pool));
                    }
                    ("close", Some(pool), []) if !around.perhaps => {
                        threads.running.retain(|job| job.pool != Some(pool));
                    }
                    ("await", Some(latch), []) if !around.perhaps => self.counted_down(threads, latch),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// A thread or a task begins to run some code, if that is known.
    fn started(&self, threads: &mut Threads<'_>, mut job: Job, task: Option<Task>, around: &Around) {
        let body = threads.body;
        job.latch = task.and_then(|task| task.latch);
        if let Some(code) = task.and_then(|task| task.code) {
            if !around.perhaps && !threads.once.contains(&code) {
                threads.once.push(code);
            } else if let Some((index, inner)) = around.index.filter(|_| around.loops == 1) {
                let within = body.statements[inner.index()].span;
                let own = self.own_indices(body, index, within);
                if within.contains(code) && !threads.each.iter().any(|(known, _)| *known == code) {
                    threads.each.push((code, own));
                }
            }
        }
        threads.running.push(job);
    }

    /// Variables of a loop that have its index, if that has another value in each round.
    fn own_indices(&self, body: &Body, index: LocalNo, within: Span) -> Vec<String> {
        let is_it = |e: ExprNo| matches!(body.expressions[e.index()].kind, Kind::Local(of) if of == index);
        let changes = body.expressions.iter().filter(|e| match e.kind {
            Kind::Assign { target, .. } | Kind::Compound { target, .. } | Kind::Step { target, .. } => is_it(target),
            _ => false,
        });
        let mut places = changes.map(|e| e.span);
        let (first, second) = (places.next(), places.next());
        let steps = |span: Span| {
            let text = self.java.sources.at(span);
            text.contains("++") || text.contains("--")
        };
        if second.is_some() || !first.is_some_and(|at| !within.contains(at) && steps(at)) {
            return Vec::new();
        }
        let copies = body.locals.iter().filter(|local| {
            local.effectively_final && within.contains(local.name_span) && local.value.is_some_and(is_it)
        });
        copies.map(|local| self.java.sources.at(local.name_span).to_owned()).collect()
    }
}

/// Returns true for a part that may not run where it stands, or not at all.
fn is_elsewhere(kind: &Kind) -> bool {
    let chooses = matches!(kind, Kind::Binary { operator: Operator::And | Operator::Or, .. });
    chooses || matches!(kind, Kind::Lambda(_) | Kind::Conditional { .. } | Kind::New(_))
}

impl Job {
    fn new(by: Option<LocalNo>, pool: Option<LocalNo>, around: &Around) -> Job {
        Job { by, pool, latch: None, head: around.head.clone(), of_all: None }
    }
}

impl Threads<'_> {
    /// None are started yet.
    pub(super) fn of(body: &Body) -> Threads<'_> {
        let (kept_in, tasks) = (FxHashMap::default(), FxHashMap::default());
        let (closed, starts, scattered) = (FxHashSet::default(), FxHashSet::default(), FxHashSet::default());
        let (running, once, each, alone) = Default::default();
        Threads { body, running, scattered, kept_in, tasks, closed, starts, once, each, alone }
    }

    /// Nobody waits for a variable's thread behind the loop that declares it, unless it is kept.
    fn leave(&mut self, inner: StmtNo) {
        let body = self.body;
        let span = body.statements[inner.index()].span;
        let kept_in = &self.kept_in;
        for job in &mut self.running {
            let Some(local) = job.by.filter(|l| span.contains(body.locals[l.index()].name_span)) else { continue };
            job.by = kept_in.get(&local).copied().filter(|kept| body.locals[kept.index()].effectively_final);
        }
    }
}
