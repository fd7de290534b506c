//! The observers of a run, put together at run time; each one that is missing costs a test per event.

use super::RunOptions;
use crate::detect::{Adjacent, HappensBefore, Lockset, RawRace};
use crate::event::{Event, EventKind, Site};
use crate::in_place::clone_in_place;
use crate::machine::state::CellId;
use crate::machine::{AccessNumber, Lowered, NextCell};
use crate::monitor::{Fired, Monitor, MonitorSet, Monitors, Serializable};
use crate::observe::{Built, Observer, Order, Place, Rewind, Touch, View};
use crate::pending::NextAccess;
use crate::program::FieldId;
use crate::schedule::Schedule;
use crate::value::{Exception, ThreadId};
use std::sync::Arc;

/// Race detectors of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Detectors {
    /// Section 9.2.
    pub adjacent: bool,
    /// Section 9.3.
    pub happens_before: bool,
    /// Eraser.
    pub lockset: bool,
}

impl Default for Detectors {
    fn default() -> Detectors {
        Detectors { adjacent: false, happens_before: true, lockset: false }
    }
}

impl Detectors {
    /// All three.
    pub const ALL: Detectors = Detectors { adjacent: true, happens_before: true, lockset: true };
    /// None.
    pub const NONE: Detectors = Detectors { adjacent: false, happens_before: false, lockset: false };
}

/// Steps that a thread made in a row.
#[derive(Clone, Copy, Debug)]
struct Burst {
    thread: ThreadId,
    steps: u64,
    /// Number of choices of the scheduler.
    choices: u32,
    /// The local steps at the start of the thread's life, which could also come later.
    settling: bool,
}

/// Stands for the number of steps until the steps that the thread makes in a row are over.
const NOT_YET: u64 = u64::MAX;

/// Keeps the schedule and the exceptions of a run.
#[derive(Default, Debug)]
pub(super) struct Recorder {
    stretches: Vec<Burst>,
    /// Thread, exception, place, and number of steps of the run after each throw.
    pub(super) thrown: Vec<(ThreadId, Exception, Site, u64)>,
    steps: u64,
}

clone_in_place!(Recorder { stretches, thrown, steps });

impl Recorder {
    /// Approximate number of words that it takes.
    pub(super) fn words(&self) -> usize {
        self.stretches.len() * 2
    }

    /// The schedule of the first `steps` steps. Local steps at the start of a thread's life are put off until it goes
    /// on; if it did not go on, they are kept for the threads for which `keep` returns true.
    pub(super) fn schedule(&self, steps: u64, keep: impl Fn(ThreadId) -> bool) -> Schedule {
        let mut schedule = Schedule::default();
        let mut waiting: Vec<(ThreadId, u64)> = Vec::new();
        let mut left = steps;
        for stretch in &self.stretches {
            let steps = stretch.steps.min(left);
            left -= steps;
            if steps == 0 {
                continue;
            }
            if stretch.settling {
                waiting.push((stretch.thread, steps));
                continue;
            }
            if let Some(at) = waiting.iter().position(|w| w.0 == stretch.thread) {
                let (thread, steps) = waiting.remove(at);
                schedule.push(thread, steps);
            }
            schedule.push(stretch.thread, steps);
        }
        waiting.into_iter().filter(|w| keep(w.0)).for_each(|(thread, steps)| schedule.push(thread, steps));
        schedule
    }

    /// The choices of the scheduler, those of one thread in a row counted.
    pub(super) fn choices(&self) -> Vec<(ThreadId, u32)> {
        let mut choices: Vec<(ThreadId, u32)> = Vec::new();
        for stretch in self.stretches.iter().filter(|s| !s.settling) {
            match choices.last_mut() {
                Some(last) if last.0 == stretch.thread => last.1 += stretch.choices,
                _ => choices.push((stretch.thread, stretch.choices)),
            }
        }
        choices
    }

    fn add(&mut self, thread: ThreadId, steps: u64, settling: bool) {
        match self.stretches.last_mut() {
            Some(last) if last.thread == thread && last.settling == settling => {
                last.steps += steps;
                last.choices += 1;
            }
            _ => self.stretches.push(Burst { thread, steps, choices: 1, settling }),
        }
        self.steps += steps;
        for thrown in self.thrown.iter_mut().rev().take_while(|t| t.3 == NOT_YET) {
            thrown.3 = self.steps;
        }
    }
}

impl Observer for Recorder {
    const LOCAL: bool = false;
    const TURNS: bool = true;

    fn start(&mut self, _: &Lowered) {
        self.stretches.clear();
        self.thrown.clear();
        self.steps = 0;
    }

    #[inline]
    fn event(&mut self, _: View<'_>, event: &Event) {
        if let EventKind::Throw { exception } = event.kind {
            self.thrown.push((event.thread, exception, event.site, NOT_YET));
        }
    }

    #[inline]
    fn ran(&mut self, thread: ThreadId, steps: u64) {
        self.add(thread, steps, false);
    }

    fn settled(&mut self, thread: ThreadId, steps: u64) {
        // The main thread has no parent to wait for.
        self.add(thread, steps, thread != ThreadId::MAIN);
    }

    fn stops(&self) -> bool {
        false
    }
}

/// Everything that can watch a run.
#[derive(Debug)]
pub struct Watch {
    pub(super) happens_before: Option<HappensBefore>,
    pub(super) adjacent: Option<Adjacent>,
    pub(super) lockset: Option<Lockset>,
    pub(super) monitors: Option<Monitors>,
    pub(super) serializable: Option<Serializable>,
    pub(super) recorder: Recorder,
    /// The fields whose accesses are looked at; none: all.
    watched: Option<Arc<[bool]>>,
    /// True if accesses go to more than detectors: to the monitor of blocks, for which even proved fields count.
    special: bool,
}

clone_in_place!(Watch { happens_before, adjacent, lockset, monitors, serializable, recorder, watched, special });

impl Rewind for Watch {}

impl Watch {
    /// The observers of these detectors and monitors; with `stop`, up to their first finding.
    pub fn new(detectors: Detectors, monitors: MonitorSet, stop: bool) -> Watch {
        let hb = if stop { HappensBefore::until_first } else { HappensBefore::new };
        let adjacent = if stop { Adjacent::until_first } else { Adjacent::new };
        let watch = if stop { Monitors::until_first } else { Monitors::new };
        let serializable = if stop { Serializable::until_first } else { Serializable::default };
        Watch {
            happens_before: detectors.happens_before.then(hb),
            adjacent: detectors.adjacent.then(adjacent),
            lockset: detectors.lockset.then(Lockset::new),
            monitors: (monitors.without(Monitor::Serializable) != MonitorSet::NONE).then(|| watch(monitors)),
            serializable: monitors.has(Monitor::Serializable).then(serializable),
            recorder: Recorder::default(),
            watched: None,
            special: false,
        }
    }

    /// Restricts accesses to the watched fields: the others are known to be free of races, and the program is lowered
    /// to omit them, unless it has blocks. Locks and forks still count, unless no field is left. Blocks are restricted
    /// in the same way; if none is left, the monitor is dropped.
    #[must_use]
    pub fn of(mut self, options: &RunOptions) -> Watch {
        let watched = options.watched.as_ref();
        let blocks = options.blocks.as_ref();
        self.serializable = self.serializable.filter(|_| options.looks_at_blocks()).map(|monitor| monitor.only(blocks));
        if watched.is_some_and(|fields| !fields.contains(&true)) {
            (self.happens_before, self.adjacent, self.lockset) = (None, None, None);
        }
        self.watched = watched.cloned();
        self
    }

    /// Returns true if accesses to a field are looked at.
    #[inline]
    fn looks_at(&self, field: FieldId) -> bool {
        self.watched.as_ref().is_none_or(|fields| fields.get(field.index()).copied().unwrap_or(true))
    }

    /// All races, by detector.
    pub fn races(&self) -> impl Iterator<Item = &RawRace> {
        let adjacent = self.adjacent.iter().flat_map(|d| d.races());
        let happens_before = self.happens_before.iter().flat_map(|d| d.races());
        let all = adjacent.chain(happens_before).chain(self.lockset.iter().flat_map(|d| d.races()));
        all.filter(|race| self.looks_at(race.field))
    }

    /// The monitors that fired.
    pub fn violations(&self) -> Vec<Fired> {
        let serializable = self.serializable.iter().flat_map(|m| m.found());
        self.monitors.iter().flat_map(|m| m.found()).chain(serializable).copied().collect()
    }

    /// Handles an access that goes to more than detectors. Returns true if detectors look at it.
    #[cold]
    #[inline(never)]
    fn closer(&mut self, touch: Touch<'_>) -> bool {
        if let Some(serializable) = &mut self.serializable {
            serializable.access(touch);
        }
        self.looks_at(touch.field)
    }

    /// The schedule so far.
    pub fn schedule(&self) -> Schedule {
        self.recorder.schedule(u64::MAX, |_| true)
    }
}

impl Observer for Watch {
    const LOCAL: bool = false;
    const TURNS: bool = true;
    const ACCESSES: bool = false;
    const TOUCHES: bool = true;
    const ORDERS: bool = true;
    const MONITORS: bool = true;
    const RETURNS: bool = true;
    const RESTS: bool = true;

    fn start(&mut self, program: &Lowered) {
        self.happens_before.start(program);
        self.adjacent.start(program);
        self.lockset.start(program);
        self.monitors.start(program);
        self.serializable.start(program);
        self.recorder.start(program);
        self.special = self.serializable.is_some() && program.has_blocks;
    }

    // It is big, and put together at run time anyway.
    #[inline(never)]
    fn event(&mut self, view: View<'_>, event: &Event) {
        self.recorder.event(view, event);
    }

    #[inline]
    fn touch<'a>(&mut self, place: Place<'a>, more: impl Fn() -> Touch<'a> + Copy) {
        if self.special && !self.closer(more()) {
            return;
        }
        self.happens_before.touch(place, more);
        self.lockset.touch(place, more);
    }

    fn built(&mut self, built: Built<'_>) {
        if self.special {
            return built.touch(self);
        }
        self.happens_before.built(built);
        self.lockset.built(built);
    }

    fn order(&mut self, thread: ThreadId, order: Order) {
        self.happens_before.order(thread, order);
        if self.special {
            self.serializable.order(thread, order);
        }
    }

    fn monitored(&mut self, view: View<'_>, event: &Event) {
        let field = match event.kind {
            EventKind::Read { field, .. } | EventKind::Write { field, .. } | EventKind::InitWrite { field, .. } => {
                field
            }
            _ => return self.monitors.monitored(view, event),
        };
        if self.looks_at(field) {
            self.monitors.monitored(view, event);
        }
    }

    fn returned(&mut self, view: View<'_>, method: u32, value: crate::value::Value) {
        self.monitors.returned(view, method, value);
    }

    #[inline]
    fn wants_returns(&self) -> bool {
        self.monitors.wants_returns()
    }

    #[inline]
    fn rest(&mut self, program: &Lowered, thread: ThreadId, next: Option<NextCell>, steps: u64) {
        self.adjacent.rest(program, thread, next, steps);
    }

    #[inline]
    fn is_old(&self, number: AccessNumber) -> bool {
        self.adjacent.is_old(number)
    }

    fn rest_before(&mut self, program: &Lowered, thread: ThreadId, cell: CellId, next: NextAccess, steps: u64) {
        self.adjacent.rest_before(program, thread, cell, next, steps);
    }

    fn ran(&mut self, thread: ThreadId, steps: u64) {
        self.recorder.ran(thread, steps);
        self.serializable.ran(thread, steps);
    }

    fn settled(&mut self, thread: ThreadId, steps: u64) {
        self.recorder.settled(thread, steps);
        self.serializable.settled(thread, steps);
    }

    fn stuck(&mut self, view: View<'_>) {
        self.monitors.stuck(view);
    }

    fn stops(&self) -> bool {
        self.happens_before.stops() || self.adjacent.stops() || self.monitors.stops() || self.serializable.stops()
    }

    fn done(&self) -> bool {
        self.happens_before.done() || self.adjacent.done() || self.monitors.done() || self.serializable.done()
    }
}
