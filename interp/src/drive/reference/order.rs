//! Happens-before of one run on the reference engine, by vector clocks: the order of section 9.3, with the edges that Java adds: volatile
//! fields, the end of a thread that another one has waited for, static initialisers.

use crate::detect::{Detector, RacyAccess, RawRace};
use crate::event::{Event, EventKind, Site};
use crate::program::{ClassId, FieldId};
use crate::reduction::{Execution, State};
use crate::value::{ObjectId, ThreadId};
use racefree_grammar::ast::Expr;
use rustc_hash::FxHashMap;

/// By thread the number of its steps that come before.
type Clock = Vec<u32>;

/// An access that a later one may race with.
#[derive(Clone, Copy)]
struct Seen {
    access: RacyAccess,
    time: u32,
}

/// The order so far.
#[derive(Default)]
pub(super) struct Order {
    clocks: Vec<Clock>,
    locks: FxHashMap<ObjectId, Clock>,
    volatiles: FxHashMap<(ObjectId, FieldId), Clock>,
    classes: FxHashMap<ObjectId, Clock>,
    /// The classes whose static initialisers a thread is in.
    initialising: FxHashMap<ThreadId, Vec<ObjectId>>,
    /// Of each cell the last write, and the reads since.
    cells: FxHashMap<(ObjectId, FieldId), Vec<Seen>>,
    pub(super) races: Vec<RawRace>,
}

fn join(into: &mut Clock, other: &[u32]) {
    if into.len() < other.len() {
        into.resize(other.len(), 0);
    }
    into.iter_mut().zip(other).for_each(|(mine, its)| *mine = (*mine).max(*its));
}

impl Order {
    fn clock(&mut self, t: ThreadId) -> &mut Clock {
        if self.clocks.len() <= t.index() {
            self.clocks.resize(t.index() + 1, Clock::new());
        }
        let clock = &mut self.clocks[t.index()];
        if clock.len() <= t.index() {
            clock.resize(t.index() + 1, 0);
            clock[t.index()] = 1;
        }
        clock
    }

    /// The clock of a thread, whose later steps are not in it.
    fn give(&mut self, t: ThreadId) -> Clock {
        let clock = self.clock(t);
        let given = clock.clone();
        clock[t.index()] += 1;
        given
    }

    /// Takes in a step, which led to this state; `site` is its place in the program's own text.
    pub(super) fn step(&mut self, run: &Execution<'_>, state: &State, event: &Event, site: Site, steps: u64) {
        let t = event.thread;
        match event.kind {
            EventKind::Acquire { object, .. }
            | EventKind::Release { object, count: 0 }
            | EventKind::Wait { lock: object, .. }
                if run.is_quiet(state, object) => {}
            EventKind::Acquire { object, .. } => {
                if let Some(lock) = self.locks.get(&object).cloned() {
                    join(self.clock(t), &lock);
                }
            }
            EventKind::Release { object, count: 0 } | EventKind::Wait { lock: object, .. } => {
                let given = self.give(t);
                self.locks.insert(object, given);
            }
            EventKind::Fork { child } => {
                let given = self.give(t);
                join(self.clock(child), &given);
            }
            EventKind::Join { child } => {
                let ended = self.give(child);
                join(self.clock(t), &ended);
            }
            // Every thread begins behind the first values of all variables.
            EventKind::InitWrite { value, .. } if run.is_zero(state, value) => {}
            EventKind::Read { .. } | EventKind::Write { .. } | EventKind::InitWrite { .. } => {
                if let Some((object, field, access)) = event.kind.access() {
                    let accessed = RacyAccess { thread: t, access, site };
                    match run.is_volatile(field) {
                        true => self.volatile(run, (object, field), event),
                        false if run.is_under_quiet(state, t, event.site) => {}
                        false => self.access(run, state, (object, field), accessed, steps),
                    }
                }
            }
            // The first use of a class comes behind its static initialiser (JLS 12.4.2).
            EventKind::Call { object, .. } if run.is_class(object) => {
                if let Some(class) = state.object(object).map(|o| o.class) {
                    self.uses(run, state, class, t);
                }
            }
            EventKind::Alloc { object, .. } => {
                if let Some(class) = state.object(object).map(|o| o.class) {
                    self.uses(run, state, class, t);
                }
            }
            EventKind::Release { .. }
            | EventKind::Call { .. }
            | EventKind::Print { .. }
            | EventKind::Assert
            | EventKind::Begin { .. }
            | EventKind::End { .. }
            | EventKind::Throw { .. }
            | EventKind::Notify { .. }
            | EventKind::Local(_) => {}
        }
        if let EventKind::Local(_) | EventKind::Throw { .. } = event.kind {
            self.initialise(run, state, t);
        }
    }

    /// Static initialisers come before the uses of their classes. The step of a thread may have left one.
    fn initialise(&mut self, run: &Execution<'_>, state: &State, t: ThreadId) {
        let now: Vec<ObjectId> = run.classes().filter(|&class| run.is_initialising(state, class, t)).collect();
        if now.is_empty() && self.initialising.get(&t).is_none_or(Vec::is_empty) {
            return;
        }
        let before = self.initialising.get(&t).cloned().unwrap_or_default();
        for class in before {
            let given = if now.contains(&class) { self.clock(t).clone() } else { self.give(t) };
            join(self.classes.entry(class).or_default(), &given);
        }
        self.initialising.insert(t, now);
    }

    /// A thread uses a class, and all that is initialised before it.
    fn uses(&mut self, run: &Execution<'_>, state: &State, class: ClassId, t: ThreadId) {
        run.tables.java.used_by(class).iter().for_each(|&holder| self.used(run, state, holder, t));
    }

    /// A thread uses a class, which another one may have initialised.
    fn used(&mut self, run: &Execution<'_>, state: &State, class: ObjectId, t: ThreadId) {
        if run.is_initialising(state, class, t) {
            return;
        }
        if let Some(done) = self.classes.get(&class).cloned() {
            join(self.clock(t), &done);
        }
    }

    /// A read of a volatile field comes behind all writes of it before, and so does a step that reads and writes at once; a write alone does not.
    fn volatile(&mut self, run: &Execution<'_>, at: (ObjectId, FieldId), event: &Event) {
        let t = event.thread;
        let is_plain = |site: Site| {
            let expr = site.as_expr().map(|e| run.tables.program.expr(e));
            matches!(expr, Some(Expr::Assign { .. }))
        };
        let writes = event.kind.access().is_some_and(|(.., access)| access.writes());
        if !(writes && is_plain(event.site)) {
            let before = self.volatiles.get(&at).cloned().unwrap_or_default();
            join(self.clock(t), &before);
        }
        if writes {
            let given = self.give(t);
            join(self.volatiles.entry(at).or_default(), &given);
        }
    }

    fn access(&mut self, run: &Execution<'_>, state: &State, at: (ObjectId, FieldId), this: RacyAccess, steps: u64) {
        let (object, field) = at;
        let t = this.thread;
        if run.is_class(object) {
            self.used(run, state, object, t);
        }
        if run.is_settled(state, object, field) {
            return;
        }
        let clock = self.clock(t).clone();
        let all = self.cells.entry(at).or_default();
        let is_before = |seen: &Seen| clock.get(seen.access.thread.index()).is_some_and(|time| seen.time <= *time);
        let races = |seen: &&Seen| {
            let conflicts = seen.access.access.writes() || this.access.writes();
            seen.access.thread != t && conflicts && !is_before(seen)
        };
        if let Some(earlier) = all.iter().find(races) {
            let accesses = [earlier.access, this];
            let field = run.tables.shown_field(field);
            let race = RawRace { object, field, accesses, detector: Detector::HappensBefore, steps };
            if self.races.iter().all(|known| known.key() != race.key()) {
                self.races.push(race);
            }
        }
        if this.access.writes() {
            all.clear();
        } else {
            all.retain(|seen| seen.access.access.writes() || seen.access.thread != t);
        }
        all.push(Seen { access: this, time: clock[t.index()] });
    }
}
