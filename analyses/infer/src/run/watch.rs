//! Making the runs: some with a scheduler, or one of each trace (specification, section 6, step 1).

use super::Runs;
use super::seen::Seen;
use super::watcher::{Extent, Watcher};
use racefree_explore::{Algorithm, Control, EachRun, Exploration, Options, explore};
use racefree_interp::detect::HappensBefore;
use racefree_interp::drive::{Detectors, RunOptions, drive, drive_coarse, run_while, schedule_of};
use racefree_interp::machine::{Coarse, Machine};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::schedule::{Chosen, Schedule, Stream};
use racefree_interp::{Lowered, ThreadId};
use racefree_kernel::{Budget, Stopped};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// Origin of a run: the seed of its scheduler, or the thread chosen at each scheduling point.
#[derive(Clone, Debug)]
pub(super) enum RunSchedule {
    Seed(u64),
    Choices(Arc<[ThreadId]>),
}

/// Runs that limits cut short, after which every schedule is looked for no more: a program that spins has no end of them.
const CUT: u64 = 100;

/// Greatest number of runs that wait for a worker.
const WAITING: usize = 256;

/// Number of runs taken by a worker at once.
const AT_ONCE: u64 = 16;

/// Observations of the runs.
pub(crate) struct Watched {
    pub seen: Seen,
    /// True if these were all runs, up to the order of independent steps.
    pub complete: bool,
    pub stopped: Option<Stopped>,
    /// Exploration of every schedule, with its findings.
    pub exploration: Option<Exploration>,
}

/// A run to be made, with its number.
type Job = (u64, RunSchedule);

/// Makes the runs of a program that shows its scopes.
pub(crate) fn watch(runs: &Runs, program: &Arc<Lowered>, extent: Extent, budget: &Budget, threads: usize) -> Watched {
    let work = |next: &(dyn Fn() -> Option<Job> + Sync)| {
        let machine = Machine::new(program.clone(), runs.semantics, runs.limits);
        let (worker, watcher) = (Worker { runs, budget, machine }, Watcher::new(program, extent));
        worker.work(Seen::new(program), (watcher, extent.of_writes.then(HappensBefore::new)), next)
    };
    let (seen, exploration) = match runs.explore {
        true => every(runs, program, budget, threads, work),
        false => (some(runs, budget, threads, work), None),
    };
    let complete = exploration.as_ref().is_some_and(Exploration::complete);
    Watched { seen: seen.finish(), complete, stopped: budget.stopped(), exploration }
}

/// A number of runs by a scheduler. Workers take their numbers from one counter; this thread is the first of them.
fn some(
    runs: &Runs,
    budget: &Budget,
    threads: usize,
    work: impl Fn(&(dyn Fn() -> Option<Job> + Sync)) -> Seen + Sync,
) -> Seen {
    let counter = AtomicU64::new(0);
    let worker = || {
        // Numbers that were taken and not made.
        let taken = (AtomicU64::new(0), AtomicU64::new(0));
        work(&|| {
            let mut run = taken.0.load(Relaxed);
            if run == taken.1.load(Relaxed) {
                run = counter.fetch_add(AT_ONCE, Relaxed);
                taken.1.store(run + AT_ONCE, Relaxed);
            }
            taken.0.store(run + 1, Relaxed);
            let over = run >= runs.runs || budget.stopped().is_some();
            (!over).then(|| (run, RunSchedule::Seed(Stream::seed_of_run(runs.seed, run))))
        })
    };
    let more = (threads as u64).min(runs.runs.div_ceil(AT_ONCE)).saturating_sub(1);
    std::thread::scope(|scope| {
        let others: Vec<_> = (0..more).map(|_| scope.spawn(worker)).collect();
        let mut seen = worker();
        for other in others {
            seen.join(other.join().unwrap_or_else(|e| std::panic::resume_unwind(e)));
        }
        seen
    })
}

/// One run of each trace. Their order does not depend on the number of threads.
fn every(
    runs: &Runs,
    program: &Arc<Lowered>,
    budget: &Budget,
    threads: usize,
    work: impl Fn(&(dyn Fn() -> Option<Job> + Sync)) -> Seen + Sync,
) -> (Seen, Option<Exploration>) {
    let (send, receive) = sync_channel(WAITING);
    let receive = Mutex::new(receive);
    let worker = || work(&|| receive.lock().unwrap_or_else(PoisonError::into_inner).recv().ok());
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.saturating_sub(1).max(1)).map(|_| scope.spawn(worker)).collect();
        // Workers end when nothing can be sent any more.
        let exploration = traces(runs, program, send, budget);
        let mut seen = Seen::new(program);
        for worker in workers {
            seen.join(worker.join().unwrap_or_else(|e| std::panic::resume_unwind(e)));
        }
        (seen, Some(exploration))
    })
}

/// Sends one run of each trace to the workers.
fn traces(runs: &Runs, program: &Arc<Lowered>, send: SyncSender<Job>, budget: &Budget) -> Exploration {
    let control: Arc<Control> = Arc::default();
    let (stop, ends) = (control.clone(), budget.clone());
    let seen = (AtomicU64::new(0), AtomicU64::new(0));
    let each = EachRun::new(move |choices, cut| {
        let run = seen.0.fetch_add(1, Relaxed);
        let cuts = seen.1.fetch_add(u64::from(cut), Relaxed) + u64::from(cut);
        let over = ends.stopped().is_some() || cuts >= CUT;
        if over || send.send((run, RunSchedule::Choices(choices.into()))).is_err() {
            stop.interrupt.store(true, Relaxed);
        }
    });
    let options = Options {
        algorithm: Algorithm::Dpor,
        semantics: runs.semantics,
        limits: runs.limits,
        budget: racefree_explore::Budget { time: budget.left(), ..Default::default() },
        outcomes: false,
        control,
        each: Some(each),
        ..Options::default()
    };
    explore(program, &options)
}

/// Observers of a run: the watcher, and the race detector if it is wanted.
type Observers<'a> = (Watcher<'a>, Option<HappensBefore>);

/// Makes runs.
struct Worker<'a> {
    runs: &'a Runs,
    budget: &'a Budget,
    machine: Machine,
}

impl Worker<'_> {
    /// Makes runs as long as there are any, and watches them.
    fn work(mut self, mut seen: Seen, mut observers: Observers<'_>, next: &dyn Fn() -> Option<Job>) -> Seen {
        while let Some((run, way)) = next() {
            self.make(&way, &mut observers);
            let (watcher, detector) = &mut observers;
            let races = detector.as_ref().map_or(&[][..], HappensBefore::races);
            seen.add(run, &way, watcher, races, &self.machine.state().heap);
        }
        seen
    }

    /// Makes a run.
    fn make(&mut self, way: &RunSchedule, observers: &mut Observers<'_>) {
        self.machine.reset();
        match way {
            RunSchedule::Choices(choices) => {
                drive::<Coarse, _, _>(&mut self.machine, &mut Chosen::new(choices), observers);
            }
            &RunSchedule::Seed(seed) => {
                let options = self.runs.options(seed);
                drive_coarse(&mut self.machine, &options, observers, &mut || self.budget.stopped().is_none());
            }
        }
    }
}

impl Watched {
    /// The schedule of a run that was kept.
    pub(super) fn schedule(&self, run: u32, runs: &Runs, program: &Arc<Lowered>, budget: &Budget) -> Schedule {
        match self.seen.way(run) {
            RunSchedule::Choices(choices) => {
                schedule_of(&mut Machine::new(program.clone(), runs.semantics, runs.limits), choices)
            }
            &RunSchedule::Seed(seed) => {
                run_while(program, &runs.options(seed), &mut || budget.stopped().is_none()).schedule
            }
        }
    }
}

impl Runs {
    /// Options of the run of a seed, which nothing but its caller watches.
    fn options(&self, seed: u64) -> RunOptions {
        let &Runs { scheduler, semantics, limits, .. } = self;
        let (detectors, monitors) = (Detectors::NONE, MonitorSet::NONE);
        RunOptions { seed, scheduler, semantics, limits, detectors, monitors, ..RunOptions::default() }
    }
}
