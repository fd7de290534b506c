//! Result of a run, as data: the objects `run`, RACE, MONITOR, EXCEPTION of the JSON output (interface, section JSON).

use crate::detect::{Detector, RawRace};
use crate::event::{Access, Site};
use crate::machine::Machine;
use crate::machine::state::{FlatThread, Life};
use crate::monitor::Violation;
use crate::names;
use crate::options::Limit;
use crate::program::FieldId;
use crate::schedule::{ReplayError, Schedule};
use crate::value::{Exception, ObjectId, ThreadId};
use racefree_grammar::span::Span;

use super::watch::Watch;

/// End of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum RunStatus {
    /// Every thread is finished.
    Finished,
    /// There is a wait-for cycle.
    Deadlock,
    /// Every thread is finished or ended by an exception, one at least by an exception.
    Exception,
    /// No thread can step, and some wait to be notified.
    Waiting,
    /// No thread can step, some are neither finished nor ended, and there is no cycle.
    Stuck,
    /// A thread came to what does not run, and the run stopped there.
    NotRun,
    /// A limit was reached ([`RunResult::limit`]), or the run was stopped at a finding or by the scheduler.
    StepLimit,
}

impl RunStatus {
    /// Its name in output.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// An access of a race.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RaceAccess {
    /// The thread.
    pub thread: ThreadId,
    /// Read, write or init-write.
    pub access: Access,
    /// Its place: the expression, or the declaration of the field for an init-write.
    pub span: Span,
    /// The same as a [`Site`].
    pub site: Site,
}

/// RACE
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Race {
    /// `Class.field`, the class being the declaring one.
    pub field: String,
    /// The field.
    pub field_id: FieldId,
    /// `Account#1`
    pub object: String,
    /// The earlier access, and the later one.
    pub accesses: [RaceAccess; 2],
    /// The detector that found it.
    pub detector: Detector,
    /// The schedule up to the second access (for [`Detector::Adjacent`]: up to the state with both pending).
    pub schedule: Schedule,
}

/// EXCEPTION
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thrown {
    /// The thread that ended.
    pub thread: ThreadId,
    /// Its name, if it has one (dialect of Java).
    pub name: Option<String>,
    /// The exception.
    pub exception: Exception,
    /// Class and message of the object, if it is one (dialect of Java).
    pub what: Option<String>,
    /// The place of the throw.
    pub span: Span,
    /// The same as a [`Site`].
    pub site: Site,
    /// The schedule up to the throw.
    pub schedule: Schedule,
}

/// One thread of a wait-for cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waits {
    /// The thread that waits.
    pub thread: ThreadId,
    /// The lock: `Account#1`.
    pub waits_for: String,
    /// The thread that owns it.
    pub held_by: ThreadId,
    /// The place at which it waits.
    pub span: Span,
    /// The place at which the holder took the lock.
    pub taken: Span,
    /// The place at which it waits, as a [`Site`].
    pub site: Site,
}

/// A wait-for cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Deadlock {
    /// The threads of the cycle, each with the one that it waits for.
    pub cycle: Vec<Waits>,
}

/// Threads that wait for ever: to be notified, and nobody is left who could do that, or for locks that are held for ever (dialect of Java).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Waiters {
    /// The threads, with the places at which they wait.
    pub threads: Vec<(ThreadId, Site)>,
    /// The locks of those among them that wait for one.
    pub blocked: Vec<Waits>,
}

/// Threads that go on for ever: in every schedule from some point on, in a program that can end, or in a fair one, though others end. A run never
/// shows it, a search does.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Livelock {
    /// The threads, with the first place that each comes back to.
    pub threads: Vec<(ThreadId, Site)>,
    /// Threads that wait meanwhile, with the places at which they do.
    pub waits: Vec<(ThreadId, Site)>,
    /// Another schedule may come to an end.
    pub can_end: bool,
}

/// The object `run`.
#[derive(Clone, Debug)]
pub struct RunResult {
    /// The seed.
    pub seed: u64,
    /// The scheduler, as it is written on the command line.
    pub scheduler: String,
    /// Reduction steps made.
    pub steps: u64,
    /// The end of the run.
    pub status: RunStatus,
    /// The limit that ended it.
    pub limit: Option<Limit>,
    /// The lines printed.
    pub output: Vec<String>,
    /// The value of the main thread, as `print` shows it, if it has finished.
    pub result: Option<String>,
    /// The races, once for each detector, field and pair of places.
    pub races: Vec<Race>,
    /// The monitors that fired, once for each place.
    pub monitors: Vec<Violation>,
    /// The threads that ended with an exception.
    pub exceptions: Vec<Thrown>,
    /// The first wait-for cycle.
    pub deadlock: Option<Deadlock>,
    /// The threads that wait for ever.
    pub waiters: Option<Waiters>,
    /// Stuck threads, with their places.
    pub stuck: Vec<(ThreadId, Site)>,
    /// The whole schedule.
    pub schedule: Schedule,
    /// The status that the program asked for (dialect of Java).
    pub exit: Option<i32>,
    /// The schedule did not fit (scheduler replay).
    pub replay_error: Option<ReplayError>,
}

/// A failure of a run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// A race.
    Race(Race),
    /// A deadlock.
    Deadlock(Deadlock),
    /// A thread ended with an exception.
    Exception(Thrown),
    /// A monitor fired.
    Monitor(Violation),
    /// Threads wait for ever to be notified.
    Waiting(Waiters),
    /// Threads go on for ever.
    Livelock(Livelock),
    /// A thread is stuck.
    Stuck(ThreadId, Site),
}

impl Finding {
    /// Returns true for an error of the program, and not a place that does not run.
    pub fn is_error(&self) -> bool {
        !matches!(self, Finding::Exception(thrown) if !thrown.exception.is_error())
    }
}

/// Identity of a failure: equal keys are the same failure.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Key {
    /// Field and places.
    Race(FieldId, Site, Site),
    /// The places where the threads of the cycle wait, sorted.
    Deadlock(Vec<Site>),
    /// The places at which threads wait for ever to be notified, sorted.
    Waiting(Vec<Site>),
    /// The places that threads come back to for ever, sorted; true if another schedule may come to an end.
    Livelock(Vec<Site>, bool),
    /// Exception and place.
    Exception(Exception, Site),
    /// Monitor and place.
    Monitor(crate::monitor::Monitor, Site),
    /// Place.
    Stuck(Site),
}

impl Key {
    /// Returns true for an error of the program, and not a place that does not run.
    pub fn is_error(&self) -> bool {
        !matches!(self, Key::Exception(exception, _) if !exception.is_error())
    }
}

/// The places of these threads.
fn sorted(threads: &[(ThreadId, Site)]) -> Vec<Site> {
    let mut sites: Vec<Site> = threads.iter().map(|t| t.1).collect();
    sites.sort_unstable();
    sites
}

impl Finding {
    /// Returns the key that equal failures share.
    pub fn key(&self) -> Key {
        match self {
            Finding::Race(r) => {
                let [a, b] = [r.accesses[0].site, r.accesses[1].site];
                Key::Race(r.field_id, a.min(b), a.max(b))
            }
            Finding::Deadlock(d) => {
                let mut sites: Vec<Site> = d.cycle.iter().map(|w| w.site).collect();
                sites.sort_unstable();
                Key::Deadlock(sites)
            }
            Finding::Waiting(waiters) => Key::Waiting(sorted(&waiters.threads)),
            Finding::Livelock(livelock) => Key::Livelock(sorted(&livelock.threads), livelock.can_end),
            Finding::Exception(e) => Key::Exception(e.exception, e.site),
            Finding::Monitor(v) => Key::Monitor(v.monitor, v.site),
            Finding::Stuck(_, site) => Key::Stuck(*site),
        }
    }

    /// Its kind, in output.
    pub fn kind(&self) -> &'static str {
        match self {
            Finding::Race(_) => "race",
            Finding::Deadlock(_) => "deadlock",
            Finding::Waiting(_) => "waiting",
            Finding::Livelock(_) => "livelock",
            Finding::Exception(_) => "exception",
            Finding::Monitor(_) => "monitor",
            Finding::Stuck(..) => "stuck",
        }
    }
}

impl RunResult {
    /// All failures: races, monitors, the deadlock, exceptions, stuck threads. Alarms of the lockset detector are not
    /// among them: they can be false.
    pub fn findings(&self) -> Vec<Finding> {
        let races = self.races.iter().filter(|r| r.detector != Detector::Lockset).cloned().map(Finding::Race);
        let monitors = self.monitors.iter().cloned().map(Finding::Monitor);
        let deadlock = self.deadlock.iter().cloned().map(Finding::Deadlock);
        let waiting = self.waiters.iter().cloned().map(Finding::Waiting);
        let exceptions = self.exceptions.iter().cloned().map(Finding::Exception);
        let stuck = self.stuck.iter().map(|&(t, s)| Finding::Stuck(t, s));
        races.chain(monitors).chain(deadlock).chain(waiting).chain(exceptions).chain(stuck).collect()
    }

    /// Returns true if no race, fired monitor or stuck thread was found: a well-typed program has none.
    pub fn is_sound(&self) -> bool {
        self.races.iter().all(|r| r.detector == Detector::Lockset) && self.monitors.is_empty() && self.stuck.is_empty()
    }
}

impl Machine {
    /// A race with names instead of numbers.
    fn race(&self, raw: &RawRace, watch: &Watch) -> Race {
        let tables = &self.program().tables;
        let access = |a: crate::detect::RacyAccess| RaceAccess {
            thread: a.thread,
            access: a.access,
            span: a.site.span(&tables.program),
            site: a.site,
        };
        Race {
            field: tables.field_name(raw.field),
            field_id: raw.field,
            object: self.object_name(raw.object),
            accesses: raw.accesses.map(access),
            detector: raw.detector,
            schedule: watch.recorder.schedule(raw.steps, |t| raw.accesses.iter().any(|a| a.thread == t)),
        }
    }

    /// The name of an object, independent of the schedule.
    pub fn object_name(&self, object: ObjectId) -> String {
        names::object(self.program(), self.state(), object)
    }

    /// The wait-for cycle, if there is one.
    pub fn deadlock(&self) -> Option<Deadlock> {
        let program = &self.program().tables.program;
        let cycle = self.wait_cycle(self.state().cycle?)?;
        let waits = |&(thread, lock, owner): &(ThreadId, ObjectId, ThreadId)| {
            let site = match self.pending(thread) {
                crate::pending::Pending::Acquire { site, .. } => site,
                _ => Site::expr(racefree_grammar::ast::ExprId::new(0)),
            };
            let holder = &self.state().threads[owner.index()];
            let taken = holder.syncs.iter().find(|h| h.object == Some(lock)).map(|h| Site::expr(h.site));
            Waits {
                thread,
                waits_for: self.object_name(lock),
                held_by: owner,
                span: site.span(program),
                taken: taken.map_or(Span::NONE, |s| s.span(program)),
                site,
            }
        };
        Some(Deadlock { cycle: cycle.iter().map(waits).collect() })
    }

    /// The threads that are stuck, with their places.
    pub(super) fn stuck(&self) -> impl Iterator<Item = (ThreadId, Site)> {
        let site = |t: &FlatThread| Site::expr(self.program().code(t.code).sites[t.pc.index()]);
        let threads = (0..).map(ThreadId).zip(&self.state().threads);
        threads.filter(|(_, t)| t.life == Life::Stuck).map(move |(id, t)| (id, site(t)))
    }

    /// The result of the run that the machine has made under the eyes of `watch`.
    pub(super) fn result(&self, watch: &Watch, seed: u64, scheduler: String, halted: bool) -> RunResult {
        let program = &self.program().tables.program;
        let state = self.state();
        let schedule = watch.schedule();
        let deadlock = self.deadlock();
        let lives = || state.threads.iter().map(|t| t.life);
        let ended = lives().any(|l| matches!(l, Life::Ended(_)));
        let over = lives().all(|l| matches!(l, Life::Ended(_) | Life::Finished(_)));
        let status = match () {
            () if deadlock.is_some() => RunStatus::Deadlock,
            () if over && ended => RunStatus::Exception,
            () if over => RunStatus::Finished,
            () if state.limit.is_some() || halted || !self.ready().is_empty() => RunStatus::StepLimit,
            () => RunStatus::Stuck,
        };
        let thrown = watch.recorder.thrown.iter().map(|&(thread, exception, site, steps)| Thrown {
            thread,
            name: None,
            exception,
            what: None,
            span: site.span(program),
            site,
            schedule: watch.recorder.schedule(steps, |t| t == thread),
        });
        RunResult {
            seed,
            scheduler,
            steps: self.steps(),
            status,
            limit: state.limit,
            output: self.output(),
            result: match state.threads[0].life {
                Life::Finished(v) => Some(self.show(v)),
                Life::Running | Life::Unwinding(_) | Life::Ended(_) | Life::Stuck => None,
            },
            races: watch.races().map(|r| self.race(r, watch)).collect(),
            monitors: watch.violations().iter().map(|v| v.in_words(self.program())).collect(),
            exceptions: thrown.collect(),
            deadlock,
            waiters: None,
            stuck: self.stuck().collect(),
            schedule,
            exit: None,
            replay_error: None,
        }
    }
}
