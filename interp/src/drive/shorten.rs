//! Making the schedule of a failure short: fewest context switches first, then fewest steps.
//!
//! First all schedules with no switch, with one, with two…, as long as the budget lasts: Musuvathi, Qadeer, *Iterative
//! Context Bounding for Systematic Testing of Multithreaded Programs*, PLDI 2007. A schedule found so is the shortest.
//! If the budget runs out first, the schedule at hand is made shorter step by step: a stretch of a thread is left out,
//! or put beside another one of the same thread, as long as the run still fails.

use super::report::{Finding, Key};
use super::run::{ASK, drive_by, drive_while};
use super::watch::Watch;
use super::{Detectors, RunOptions};
use crate::detect::Detector;
use crate::machine::{Coarse, Lowered, Machine, Snapshot};
use crate::monitor::MonitorSet;
use crate::options::Limit;
use crate::schedule::{Halt, Schedule, Scheduler};
use crate::value::ThreadId;
use std::sync::Arc;

/// Effort of shortening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Maximum of reduction steps in all.
    pub steps: u64,
}

impl Default for Effort {
    fn default() -> Effort {
        Effort { steps: 3_000_000 }
    }
}

/// Approximate maximum of words in the states kept at a time.
const MOST_WORDS: usize = 1 << 25;
/// Number of words that are copied in the time of a reduction step.
const WORDS_A_STEP: u64 = 32;

/// A short schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shortened {
    /// The schedule, up to the failure.
    pub schedule: Schedule,
    /// True if every schedule with fewer context switches was tried, and none fails in this way.
    pub fewest_switches: bool,
    /// Reduction steps made in the search.
    pub steps: u64,
    /// True if the caller asked to stop; the schedule is as short as it was by then.
    pub interrupted: bool,
}

/// Looks for a shorter schedule that fails as `finding` does. `schedule` is that of the run that failed.
pub fn shorten(
    program: &Arc<Lowered>,
    options: &RunOptions,
    finding: &Finding,
    schedule: &Schedule,
    effort: Effort,
) -> Shortened {
    shorten_while(program, options, finding, schedule, effort, &mut || true)
}

/// [`shorten`] as long as `go_on` returns true; it is asked now and then.
pub fn shorten_while(
    program: &Arc<Lowered>,
    options: &RunOptions,
    finding: &Finding,
    schedule: &Schedule,
    effort: Effort,
    go_on: &mut dyn FnMut() -> bool,
) -> Shortened {
    let best = match finding {
        Finding::Race(r) => r.schedule.clone(),
        Finding::Exception(e) => e.schedule.clone(),
        Finding::Monitor(_)
        | Finding::Deadlock(_)
        | Finding::Waiting(_)
        | Finding::Livelock(_)
        | Finding::Stuck(..) => schedule.clone(),
    };
    if program.on_reference() {
        return Shortened { schedule: best, fewest_switches: false, steps: 0, interrupted: false };
    }
    let machine = Machine::new(program.clone(), options.semantics, options.limits);
    let (detectors, monitors) = match finding {
        Finding::Race(r) => {
            let only = Detectors::NONE;
            let detectors = match r.detector {
                Detector::Adjacent => Detectors { adjacent: true, ..only },
                Detector::HappensBefore => Detectors { happens_before: true, ..only },
                Detector::Lockset => Detectors { lockset: true, ..only },
            };
            (detectors, MonitorSet::NONE)
        }
        Finding::Monitor(v) => (Detectors::NONE, MonitorSet::NONE.with(v.monitor)),
        Finding::Deadlock(_)
        | Finding::Waiting(_)
        | Finding::Livelock(_)
        | Finding::Exception(_)
        | Finding::Stuck(..) => (Detectors::NONE, MonitorSet::NONE),
    };
    let watch = Watch::new(detectors, monitors, false);
    let (key, effort) = (finding.key(), effort.steps);
    let mut search = Search { machine, key, best, watch, effort, used: 0, asked: 0, go_on, interrupted: false };
    let fewest_switches = search.by_switches();
    if !fewest_switches {
        search.effort = search.effort.saturating_add(effort);
        search.by_stretches(options);
    }
    let Search { best, used, interrupted, .. } = search;
    Shortened { schedule: best, fewest_switches, steps: used, interrupted }
}

struct Search<'a> {
    machine: Machine,
    key: Key,
    best: Schedule,
    watch: Watch,
    effort: u64,
    used: u64,
    /// Steps used at the last call of `go_on`.
    asked: u64,
    go_on: &'a mut dyn FnMut() -> bool,
    interrupted: bool,
}

/// A point of a run to go back to, and the thread that is to step there.
struct Point {
    state: Snapshot,
    watch: Watch,
    thread: ThreadId,
    switches: usize,
    /// Approximate number of words that it takes.
    words: usize,
}

/// Points to go back to, the last first.
#[derive(Default)]
struct Checkpoints {
    stack: Vec<Point>,
    /// Memory of all of them.
    words: usize,
}

impl Checkpoints {
    fn push(&mut self, point: Point) {
        self.words += point.words;
        self.stack.push(point);
    }

    fn pop(&mut self) -> Option<Point> {
        let point = self.stack.pop()?;
        self.words -= point.words;
        Some(point)
    }
}

impl Search<'_> {
    /// Returns true if the budget is used up, or the caller asks to stop.
    fn is_over(&mut self) -> bool {
        if self.used - self.asked >= ASK && !self.interrupted {
            self.asked = self.used;
            self.interrupted = !(self.go_on)();
        }
        self.interrupted || self.used > self.effort
    }

    /// The schedule of the run so far up to the failure, if it has failed in the way looked for.
    fn failed(machine: &Machine, watch: &Watch, key: &Key) -> Option<Schedule> {
        let schedule = |steps, keep: &dyn Fn(ThreadId) -> bool| Some(watch.recorder.schedule(steps, keep));
        match key {
            Key::Race(field, a, b) => {
                let race = watch.races().find(|r| r.key() == (*field, *a, *b))?;
                schedule(race.steps, &|t| race.accesses.iter().any(|a| a.thread == t))
            }
            Key::Monitor(monitor, site) => {
                let v = watch.violations().into_iter().find(|v| v.monitor == *monitor && v.site == *site)?;
                schedule(v.steps, &|t| t == v.thread)
            }
            Key::Exception(exception, site) => {
                let thrown = watch.recorder.thrown.iter().find(|t| t.1 == *exception && t.2 == *site)?;
                schedule(thrown.3, &|t| t == thrown.0)
            }
            Key::Deadlock(_) => {
                let deadlock = machine.deadlock()?;
                let in_cycle = |t: ThreadId| deadlock.cycle.iter().any(|w| w.thread == t);
                (Finding::Deadlock(deadlock.clone()).key() == *key).then(|| schedule(u64::MAX, &in_cycle))?
            }
            // The machine runs no program in which threads are notified, and no run shows a livelock.
            Key::Waiting(_) | Key::Livelock(..) => None,
            Key::Stuck(site) => {
                let (stuck, _) = machine.stuck().find(|s| s.1 == *site)?;
                schedule(u64::MAX, &|t| t == stuck)
            }
        }
    }

    fn keep(&mut self, schedule: Schedule) -> bool {
        let cost = |s: &Schedule| (s.switches(), s.steps());
        let better = cost(&schedule) < cost(&self.best);
        if better {
            self.best = schedule;
        }
        better
    }

    /// Tries all schedules with no switch, one, two… Returns true if it came to as many as the best one has.
    fn by_switches(&mut self) -> bool {
        let mut switches = 0;
        while switches <= self.best.switches() {
            if !self.with_switches(switches) {
                return false;
            }
            if self.best.switches() <= switches {
                return true;
            }
            switches += 1;
        }
        true
    }

    /// Tries all schedules with at most `most` switches. Returns true if the budget was enough.
    fn with_switches(&mut self, most: usize) -> bool {
        self.machine.reset();
        let mut watch = self.watch.clone();
        self.machine.start::<Coarse, _>(&mut watch);
        self.used += self.machine.steps();
        let mut points = Checkpoints::default();
        self.branch(&mut points, &watch, None, most);
        while let Some(point) = points.pop() {
            self.machine.restore(&point.state);
            let (mut watch, thread) = (point.watch, point.thread);
            loop {
                if self.is_over() {
                    return false;
                }
                let steps = self.machine.advance::<Coarse, _>(thread, &mut watch);
                self.used += steps + 1;
                if let Some(schedule) = Self::failed(&self.machine, &watch, &self.key) {
                    self.keep(schedule);
                    break;
                }
                let over = self.machine.state().limit.is_some() || self.machine.steps() >= self.machine.limits().steps;
                // A longer run with as many switches is of no use.
                let beyond = point.switches == self.best.switches() && self.machine.steps() >= self.best.steps();
                if over || beyond {
                    break;
                }
                if point.switches < most {
                    self.branch(&mut points, &watch, Some((thread, point.switches)), most);
                }
                if !self.machine.ready().contains(thread) {
                    break;
                }
            }
        }
        true
    }

    /// Notes every way to switch away from the current thread here.
    fn branch(&mut self, points: &mut Checkpoints, watch: &Watch, from: Option<(ThreadId, usize)>, most: usize) {
        let switches = from.map_or(0, |f| f.1 + 1);
        if switches > most {
            return;
        }
        let state = self.machine.state();
        // Open calls count: a thread may have a hundred thousand of them.
        let of_threads = state.threads.iter().map(|t| 64 + t.frames.len() * 4 + t.regs.len() * 2).sum::<usize>();
        let of_heap = state.heap.cells.len() * 8 + state.heap.objects.len() * 8;
        let words = of_threads + of_heap + watch.recorder.words();
        if points.words.saturating_add(words) > MOST_WORDS {
            self.used = self.effort + 1;
            return;
        }
        // The last is gone into first.
        let threads: Vec<ThreadId> = self.machine.ready().iter().collect();
        for thread in threads.into_iter().rev() {
            if from.is_none_or(|f| f.0 != thread) {
                let mut state = Snapshot::default();
                self.machine.snapshot(&mut state);
                points.push(Point { state, watch: watch.clone(), thread, switches, words });
                // To copy a large state takes as long as many steps.
                self.used += words as u64 / WORDS_A_STEP;
            }
        }
    }

    /// Leaves out stretches, or moves them to another one of the same thread, as long as that helps.
    fn by_stretches(&mut self, options: &RunOptions) {
        let Some(mut plan) = self.plan(options) else { return };
        let mut improved = true;
        while improved && !self.is_over() {
            improved = false;
            let mut i = plan.len();
            while i > 0 && !self.is_over() {
                i -= 1;
                // To copy a long plan takes as long as many steps.
                self.used += 3 * plan.len() as u64 / WORDS_A_STEP;
                for candidate in variants(&plan, i) {
                    if let Some(schedule) = self.attempt(&candidate)
                        && self.keep(schedule)
                    {
                        plan = candidate;
                        improved = true;
                        break;
                    }
                }
                i = i.min(plan.len());
            }
        }
    }

    /// The choices that led to the failure at first.
    fn plan(&mut self, options: &RunOptions) -> Option<Vec<(ThreadId, u32)>> {
        let mut again = Machine::new(self.machine.program().clone(), options.semantics, options.limits);
        let mut watch = self.watch.clone();
        drive_by(&mut again, options, &mut watch, self.go_on);
        self.used += again.steps();
        self.interrupted |= again.state().limit == Some(Limit::Interrupted);
        (!self.interrupted).then(|| watch.recorder.choices())
    }

    /// Runs a plan; a thread that cannot step when it is its turn loses it. Returns the schedule up to the failure, if it fails.
    fn attempt(&mut self, plan: &[(ThreadId, u32)]) -> Option<Schedule> {
        struct Planned<'a> {
            plan: &'a [(ThreadId, u32)],
            at: usize,
            used: u32,
        }
        impl Scheduler for Planned<'_> {
            fn pick(&mut self, machine: &Machine) -> Result<ThreadId, Halt> {
                loop {
                    let &(thread, n) = self.plan.get(self.at).ok_or(Halt::Quit)?;
                    if self.used < n && machine.ready().contains(thread) {
                        self.used += 1;
                        return Ok(thread);
                    }
                    (self.at, self.used) = (self.at + 1, 0);
                }
            }
        }
        self.machine.reset();
        let mut watch = self.watch.clone();
        let mut planned = Planned { plan, at: 0, used: 0 };
        drive_while::<Coarse, _, _>(&mut self.machine, &mut planned, &mut watch, self.go_on);
        self.used += self.machine.steps() + 1;
        self.interrupted |= self.machine.state().limit == Some(Limit::Interrupted);
        Self::failed(&self.machine, &watch, &self.key)
    }
}

/// A plan with stretch `i` left out, or joined to the next or the last one of its thread.
fn variants(plan: &[(ThreadId, u32)], i: usize) -> Vec<Vec<(ThreadId, u32)>> {
    let Some(&(thread, n)) = plan.get(i) else { return Vec::new() };
    let without = || {
        let mut rest: Vec<(ThreadId, u32)> = Vec::with_capacity(plan.len());
        for &(t, k) in plan[..i].iter().chain(&plan[i + 1..]) {
            match rest.last_mut() {
                Some(last) if last.0 == t => last.1 += k,
                _ => rest.push((t, k)),
            }
        }
        rest
    };
    let mut all = vec![without()];
    let mut joined = |to: Option<usize>| {
        if let Some(to) = to {
            let mut more = plan.to_vec();
            more[to].1 += n;
            more.remove(i);
            all.push(more);
        }
    };
    joined(plan[..i].iter().rposition(|s| s.0 == thread));
    joined(plan[i + 1..].iter().position(|s| s.0 == thread).map(|k| i + 1 + k));
    all
}
