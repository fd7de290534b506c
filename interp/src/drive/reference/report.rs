//! Result of a run on the reference engine, as data.

use super::Run;
use crate::detect::RawRace;
use crate::drive::RunOptions;
use crate::drive::report::{Deadlock, Race, RaceAccess, RunResult, RunStatus, Thrown, Waiters, Waits};
use crate::event::Site;
use crate::pending::Status;
use crate::reduction::{Execution, Frame, Names, State};
use crate::value::{ObjectId, ThreadId};
use racefree_grammar::ast::ExprId;
use racefree_grammar::span::Span;
use std::cell::LazyCell;
use std::ops::Deref;

impl Run<'_> {
    /// The result of the run.
    pub(super) fn result(self, options: &RunOptions, scheduler: String) -> RunResult {
        let names = LazyCell::new(|| Names::of(&self.execution, &self.state));
        let statuses = self.statuses();
        let looked_at = options.detectors.happens_before || options.detectors.adjacent;
        let races =
            if looked_at { self.order.races.iter().map(|r| self.race(r, &names)).collect() } else { Vec::new() };
        let over = statuses.iter().all(|s| matches!(s.1, Status::Finished(_) | Status::Ended(_)));
        let ready = statuses.iter().any(|s| s.1 == Status::Ready);
        let deadlock = cycle(&self.execution, &self.state, &names);
        let is_over = !ready && deadlock.is_none() && !self.execution.refuses(&self.state);
        let waiters = is_over.then(|| waiters(&self.execution, &self.state, &names)).flatten();
        let stuck = statuses.iter().filter(|s| s.1 == Status::Stuck);
        // A step that was tried has spoiled the state; its place is that of before.
        let tried = |t: ThreadId| self.stuck.iter().find(|stuck| stuck.0 == t).map(|stuck| stuck.1);
        let stuck: Vec<(ThreadId, Site)> =
            stuck.filter_map(|&(t, _)| Some((t, tried(t).unwrap_or_else(|| self.site(t))?))).collect();
        let status = match () {
            () if self.execution.refuses(&self.state) => RunStatus::NotRun,
            () if deadlock.is_some() => RunStatus::Deadlock,
            () if over && !self.ended.is_empty() => RunStatus::Exception,
            () if over => RunStatus::Finished,
            () if self.limit.is_some() || self.halted || ready => RunStatus::StepLimit,
            () if waiters.is_some() => RunStatus::Waiting,
            () => RunStatus::Stuck,
        };
        let text: String = self.state.output.iter().map(|&(_, v)| self.execution.show_value(&self.state, v)).collect();
        let fired = self.blocks.iter().flat_map(|blocks| &blocks.found);
        let monitors = fired.map(|fired| fired.in_words(self.program)).collect();
        let exceptions = self.ended.iter().filter_map(|ended| self.thrown(ended.thread, ended.steps)).collect();
        RunResult {
            seed: options.seed,
            scheduler,
            steps: self.steps,
            status,
            limit: self.limit,
            output: text.lines().map(str::to_owned).collect(),
            result: None,
            races,
            monitors,
            exceptions,
            deadlock,
            waiters,
            stuck,
            schedule: self.schedule,
            exit: self.state.halted,
            replay_error: self.replay_error,
        }
    }

    /// The name that a thread has in Java.
    fn name(&self, t: ThreadId) -> Option<String> {
        if t == ThreadId::MAIN {
            return Some("main".to_owned());
        }
        let run = &self.execution;
        let object = self.state.threads.get(t.index())?.object?;
        let object = self.state.object(object)?;
        let at = run.tables.field_of(object.class, run.tables.program.names.find("name")?)?;
        Some(run.show_value(&self.state, *object.fields.get(at.slot.index())?))
    }

    fn site(&self, t: ThreadId) -> Option<Site> {
        self.execution.shown_site_of(&self.state, t)
    }

    fn race(&self, raw: &RawRace, names: &Names) -> Race {
        let tables = self.execution.tables;
        let access = |a: crate::detect::RacyAccess| RaceAccess {
            thread: a.thread,
            access: a.access,
            span: a.site.span(&tables.program),
            site: a.site,
        };
        let whole = self.execution.whole_of(&self.state, raw.object);
        Race {
            field: self.execution.field_shown(&self.state, raw.object, raw.field),
            field_id: raw.field,
            object: names.object(whole),
            accesses: raw.accesses.map(access),
            detector: raw.detector,
            schedule: self.schedule.prefix(raw.steps),
        }
    }

    fn thrown(&self, thread: ThreadId, steps: u64) -> Option<Thrown> {
        let (_, at) = self.execution.uncaught(&self.state, thread)?;
        let site = Site::expr(at);
        Some(Thrown {
            thread,
            name: self.name(thread),
            exception: self.execution.uncaught_sort(&self.state, thread)?,
            what: self.execution.uncaught_text(&self.state, thread),
            span: site.span(&self.execution.tables.program),
            site,
            schedule: self.schedule.prefix(steps),
        })
    }
}

fn threads(state: &State) -> impl Iterator<Item = ThreadId> + use<> {
    (0..state.threads.len() as u32).map(ThreadId)
}

/// A cycle of threads that each wait for what the next one has; or, if nobody can step, for what a thread has that has ended.
fn cycle(run: &Execution<'_>, state: &State, names: &impl Deref<Target = Names>) -> Option<Deadlock> {
    let waits_for = |t: ThreadId| match run.status(state, t) {
        Status::Blocked { lock, owner } => Some((lock, owner)),
        _ => None,
    };
    let found = threads(state).find_map(|first| {
        let next = |t: &ThreadId| waits_for(*t).map(|w| w.1).filter(|&owner| owner != first);
        let chain: Vec<ThreadId> = std::iter::successors(Some(first), next).take(state.threads.len()).collect();
        let closes = chain.last().and_then(|&last| waits_for(last)).is_some_and(|w| w.1 == first);
        (closes && !chain.iter().any(|&t| run.may_be_interrupted(state, t))).then_some(chain)
    });
    let orphan = || {
        let rests = |t| !matches!(run.status(state, t), Status::Ready | Status::Waiting { .. } | Status::Stuck);
        let blocked = threads(state).filter(|&t| waits_for(t).is_some()).collect::<Vec<_>>();
        (threads(state).all(rests) && !blocked.is_empty()).then_some(blocked)
    };
    let cycle: Vec<Waits> = found.or_else(orphan)?.into_iter().filter_map(|t| waits(run, state, names, t)).collect();
    Some(Deadlock { cycle })
}

/// The lock that a thread waits for, if it does.
fn waits(run: &Execution<'_>, state: &State, names: &impl Deref<Target = Names>, t: ThreadId) -> Option<Waits> {
    let Status::Blocked { lock, owner } = run.status(state, t) else { return None };
    let site = run.shown_site_of(state, t).unwrap_or(Site::expr(ExprId::new(0)));
    let program = &run.tables.program;
    Some(Waits {
        thread: t,
        waits_for: names.object(lock),
        held_by: owner,
        span: site.span(program),
        taken: taken(run, state, owner, lock).map_or(Span::NONE, |site| site.span(program)),
        site,
    })
}

/// The place at which a thread has taken a lock.
fn taken(run: &Execution<'_>, state: &State, owner: ThreadId, lock: ObjectId) -> Option<Site> {
    let thread = state.threads.get(owner.index())?;
    let at = thread.context.iter().find_map(|frame| match frame {
        Frame::InSync { at, object } if *object == Some(lock) => Some(Site::expr(*at)),
        _ => None,
    })?;
    (!run.tables.java.is_library(at.span(&run.tables.program))).then_some(at)
}

/// The threads that wait, some of them to be notified, in a state in which no thread can step.
fn waiters(run: &Execution<'_>, state: &State, names: &impl Deref<Target = Names>) -> Option<Waiters> {
    let is = |t: ThreadId, blocked: bool| match run.status(state, t) {
        Status::Waiting { .. } => true,
        _ => blocked && run.waits_for_lock(state, t),
    };
    let all = threads(state).filter(|&t| is(t, true)).filter_map(|t| Some((t, run.shown_site_of(state, t)?))).collect();
    let locks = threads(state).filter(|&t| run.waits_for_lock(state, t));
    let blocked = locks.filter_map(|t| waits(run, state, names, t)).collect();
    threads(state).any(|t| is(t, false)).then_some(Waiters { threads: all, blocked })
}
