//! Making the runs: so many with a scheduler, or one of each trace (specification, section 6, step 1).

use super::Runs;
use super::instrument::Instrumented;
use super::seen::Seen;
use super::watcher::Watcher;
use crate::budget::{Budget, Stopped};
use racefree_explore::{Algorithm, Control, EachRun, Exploration, Options, explore};
use racefree_interp::drive::{Detectors, RunOptions, Watch, drive, drive_by};
use racefree_interp::machine::{Coarse, Machine};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::schedule::{Halt, Schedule, Scheduler, Stream};
use racefree_interp::{Lowered, Observer, ThreadId};
use rustc_hash::FxHashMap;
use std::cell::Cell;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};

/// How a run comes about: by the seed of its scheduler, or by who goes on at each scheduling point of the program.
#[derive(Clone, Debug)]
enum Way {
    Seed(u64),
    Choices(Arc<[ThreadId]>),
}

/// Runs that limits cut short, after which every schedule is looked for no more: a program that spins has no end of them.
const CUT: u64 = 100;

/// So many runs wait for a worker at most.
const WAITING: usize = 256;

/// What the runs have shown.
pub(super) struct Watched {
    pub seen: Seen,
    /// How many runs there were.
    pub runs: u64,
    /// Whether these were all there are, up to the order of independent steps.
    pub complete: bool,
    pub stopped: Option<Stopped>,
    /// Of every schedule: what goes wrong in some.
    pub exploration: Option<Exploration>,
    /// How each run that is kept came about.
    ways: FxHashMap<u64, Way>,
}

/// A run to be made, with its number.
type Job = (u64, Way);

/// Makes the runs of a program; the second one is that which shows its frames.
pub(super) fn watch(
    runs: &Runs,
    original: &Arc<Lowered>,
    instrumented: (&Instrumented, &Arc<Lowered>),
    constructor: bool,
    budget: &Budget,
    threads: usize,
) -> Watched {
    let (send, receive) = sync_channel(WAITING);
    let receive = Mutex::new(receive);
    let work = || {
        let (program, lowered) = instrumented;
        Worker { runs, budget, machine: Machine::new(lowered.clone(), runs.semantics, runs.limits) }
            .work(&mut Watcher::new(program, constructor), &receive)
    };
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.saturating_sub(1).max(1)).map(|_| scope.spawn(work)).collect();
        // Workers end when nothing can be sent any more.
        let exploration = match runs.explore {
            true => Some(every(runs, original, send, budget)),
            false => some(runs, send, budget),
        };
        let mut all = Watched {
            seen: Seen::default(),
            runs: 0,
            complete: exploration.as_ref().is_some_and(Exploration::complete),
            stopped: budget.stopped(),
            exploration,
            ways: FxHashMap::default(),
        };
        for worker in workers {
            let (seen, runs, ways) = worker.join().unwrap_or_else(|e| std::panic::resume_unwind(e));
            all.seen.join(seen);
            all.runs += runs;
            all.ways.extend(ways);
        }
        all
    })
}

/// So many runs by a scheduler.
fn some(runs: &Runs, send: SyncSender<Job>, budget: &Budget) -> Option<Exploration> {
    for run in 0..runs.runs {
        let way = Way::Seed(Stream::seed_of_run(runs.seed, run));
        if budget.stopped().is_some() || send.send((run, way)).is_err() {
            break;
        }
    }
    None
}

/// One run of each trace. They come in one order, whatever the number of threads is.
fn every(runs: &Runs, original: &Arc<Lowered>, send: SyncSender<Job>, budget: &Budget) -> Exploration {
    let control: Arc<Control> = Arc::default();
    let (stop, ends) = (control.clone(), budget.clone());
    let seen = (AtomicU64::new(0), AtomicU64::new(0));
    let each = EachRun::new(move |choices, cut| {
        let run = seen.0.fetch_add(1, Relaxed);
        let cuts = seen.1.fetch_add(u64::from(cut), Relaxed) + u64::from(cut);
        let over = ends.stopped().is_some() || cuts >= CUT;
        if over || send.send((run, Way::Choices(choices.into()))).is_err() {
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
    explore(original, &options)
}

/// Makes runs and watches them.
struct Worker<'a> {
    runs: &'a Runs,
    budget: &'a Budget,
    machine: Machine,
}

impl Worker<'_> {
    fn work(mut self, watcher: &mut Watcher<'_>, jobs: &Mutex<Receiver<Job>>) -> (Seen, u64, FxHashMap<u64, Way>) {
        let (mut seen, mut runs, mut ways) = (Seen::default(), 0, FxHashMap::default());
        let next = || jobs.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
        while let Some((run, way)) = next() {
            let made = watcher.made.clone();
            self.make(&way, watcher, Some(&made));
            runs += 1;
            if seen.add(run, watcher) {
                ways.insert(run, way);
            }
        }
        (seen, runs, ways)
    }

    /// Makes a run; `made` counts accesses and outermost acquires, if the program is the one that shows frames.
    fn make(&mut self, way: &Way, observer: &mut impl Observer, made: Option<&Cell<usize>>) {
        self.machine.reset();
        match way {
            Way::Choices(choices) => {
                let mut chosen = Chosen { choices, next: 0, last: 0, made };
                drive::<Coarse, _, _>(&mut self.machine, &mut chosen, observer);
            }
            &Way::Seed(seed) => {
                let Runs { scheduler, semantics, limits, .. } = *self.runs;
                let options = RunOptions { seed, scheduler, semantics, limits, ..RunOptions::default() };
                drive_by(&mut self.machine, &options, observer, &mut || self.budget.stopped().is_none());
            }
        }
    }
}

/// At each scheduling point of the program the thread that is known. The program that shows frames has more of them: there `this` is
/// handed on in initialisers, so that init-writes are points. A turn without an access or an acquire is not counted, then.
struct Chosen<'a> {
    choices: &'a [ThreadId],
    next: usize,
    last: usize,
    made: Option<&'a Cell<usize>>,
}

impl Scheduler for Chosen<'_> {
    fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
        let ready = machine.ready();
        if let (Some(made), Some(before)) = (self.made, self.next.checked_sub(1)) {
            // Unless it ended there, by an exception, or waits.
            let goes_on = self.choices.get(before).filter(|t| ready.contains(t));
            if let (true, Some(&t)) = (made.get() == self.last, goes_on) {
                return Ok(t);
            }
            self.last = made.get();
        }
        let chosen = self.choices.get(self.next).filter(|t| ready.contains(t)).copied();
        self.next += 1;
        chosen.or(ready.first().copied()).ok_or(Halt::EndOfSchedule)
    }
}

impl Watched {
    /// The schedule of a run that was kept, as a run of the program itself.
    pub(super) fn schedule(&self, run: u64, runs: &Runs, original: &Arc<Lowered>, budget: &Budget) -> Option<Schedule> {
        let machine = Machine::new(original.clone(), runs.semantics, runs.limits);
        let mut watch = Watch::new(Detectors::NONE, MonitorSet::NONE, false);
        Worker { runs, budget, machine }.make(self.ways.get(&run)?, &mut watch, None);
        Some(watch.schedule())
    }
}
