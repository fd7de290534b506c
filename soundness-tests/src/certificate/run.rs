//! The work of one shard, from its checkpoint on: every skeleton, its well-typed completions, and what becomes of each.

use super::{Claim, KEPT, Position, Shard, WrongProgram};
use crate::enumerate::{
    EnumerationBudget, Memory, Parts, Skeleton, TypedParts, Universe, Verdicts, complete, with_body, with_main,
};
use crate::judge::no_race;
use crate::tree::{Expr, Tree};
use crate::variant::Rules;
use racefree_explore::owners::breaches;
use racefree_explore::{Algorithm, Control, Cut, Found, Options, explore, unsound};
use racefree_grammar::ast::Dialect;
use racefree_interp::drive::Key;
use racefree_interp::machine::lower;
use racefree_interp::monitor::MonitorSet;
use racefree_interp::options::Limits;
use racefree_interp::schedule::Schedule;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// Why the work ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stop {
    /// The part is finished.
    Finished,
    /// The caller said so.
    Asked,
    /// The lists of bodies of a skeleton, by its number, take more memory than there may be.
    Memory(u64),
}

/// When work ends before it is finished.
pub struct Bounds<'a> {
    /// Returns true to stop, asked all the time. A main expression begun is then not counted.
    pub over: &'a dyn Fn() -> bool,
    /// Memory of all workers for lists of bodies.
    pub memory: &'a Memory,
    /// Stops an exploration.
    pub control: Arc<Control>,
    /// Progress of all workers together.
    pub progress: Arc<EnumerationCounts>,
}

/// Counts for the progress line, more recent than those of a [`Shard`].
#[derive(Default, Debug)]
pub struct EnumerationCounts {
    /// Skeletons whose well-typed bodies have been listed.
    pub skeletons: AtomicU64,
    /// Well-typed programs explored.
    pub explored: AtomicU64,
    /// Programs that go wrong.
    pub wrong: AtomicU64,
}

/// Goes on with a part until it is finished, or `go_on` says `false`, which is asked between main expressions, or it comes to one of
/// the bounds.
///
/// # Errors
///
/// A sentence that names the mistake in the claim.
pub fn work(
    claim: &Claim,
    part: &mut Shard,
    bounds: &Bounds<'_>,
    go_on: &mut dyn FnMut(&Shard) -> bool,
) -> Result<Stop, String> {
    let Some(position) = part.position else { return Ok(Stop::Finished) };
    let (universe, rules) = (claim.universe()?, claim.rules()?);
    let mut worker = Worker {
        universe,
        rules: &rules,
        part,
        go_on,
        bounds,
        options: Options { control: bounds.control.clone(), ..options(&rules) },
        skeleton: 0,
        before: 0,
        skip: position,
        starved: None,
        cut: false,
    };
    let mut stopped = false;
    universe.skeletons(&mut |skeleton| {
        stopped = !worker.skeleton(&skeleton);
        !stopped
    });
    if let Some(skeleton) = worker.starved {
        return Ok(Stop::Memory(skeleton));
    }
    if stopped {
        return Ok(Stop::Asked);
    }
    worker.part.position = None;
    Ok(Stop::Finished)
}

/// Options of explorations: every schedule, with the monitors that the system promises never to fire, until something
/// goes wrong that cannot in a well-typed program. If the system allows races, to the end.
pub(crate) fn options(rules: &Rules) -> Options {
    Options {
        algorithm: Algorithm::Dpor,
        semantics: rules.semantics,
        limits: Limits::default(),
        monitors: MonitorSet::named(rules.system.promises()),
        until_unsound: no_race(rules.system),
        outcomes: false,
        ..Options::default()
    }
}

struct Worker<'a> {
    universe: Universe,
    rules: &'a Rules,
    part: &'a mut Shard,
    go_on: &'a mut dyn FnMut(&Shard) -> bool,
    bounds: &'a Bounds<'a>,
    options: Options,
    /// The number of the next skeleton.
    skeleton: u64,
    /// Main expressions of the skeletons before.
    before: u64,
    /// Checkpoint of an earlier run.
    skip: Position,
    /// The skeleton for whose lists there was too little memory.
    starved: Option<u64>,
    /// An exploration was stopped.
    cut: bool,
}

/// Bound on the steps watched for owners in the traces of a program.
const WATCHED: u64 = 1_000_000;

/// Verdict on an element in a digest.
const ACCEPTED: u8 = 1;
const SOUND: u8 = 2;
const WRONG: u8 = 3;
const UNKNOWN: u8 = 4;

impl Worker<'_> {
    fn mine(&self, number: u64) -> bool {
        number % self.part.of == self.part.shard
    }

    /// Completes a skeleton. Returns true to go on.
    fn skeleton(&mut self, skeleton: &Skeleton) -> bool {
        let number = self.skeleton;
        self.skeleton += 1;
        if number < self.skip.skeletons {
            self.before = self.skip.before;
            return true;
        }
        let resumed = number == self.skip.skeletons && self.skip.mains > 0;
        let accepted = self.rules.accepts(&skeleton.tree.program());
        // Counts up to the checkpoint: no half main expressions; a skeleton counts with its first main expression.
        let mut kept = (self.part.tally.clone(), self.part.wrong.clone());
        if !accepted {
            self.counted(skeleton, accepted, number, resumed);
        }
        let mut mains = 0;
        if accepted {
            // The budget outlives the lists.
            let limit = EnumerationBudget::until(self.bounds.over).within(self.bounds.memory);
            let TypedParts { parts, programs } = self.universe.typed_parts(skeleton, self.rules, &limit);
            if limit.ran_out() {
                // A skeleton is counted only when its lists are complete.
                self.skeleton = number;
                self.starved = limit.starved().then_some(number);
                return false;
            }
            self.bounds.progress.skeletons.fetch_add(1, Relaxed);
            self.counted(skeleton, accepted, number, resumed);
            if self.mine(number) && !resumed {
                self.part.tally.programs += programs as u64;
                self.bodies(skeleton, &parts.bodies);
            }
            for (main, room) in parts.mains() {
                mains += 1;
                if (resumed && mains <= self.skip.mains) || !self.mine(self.before + mains - 1) {
                    continue;
                }
                self.part.tally.digest.program(b'm', &with_main(skeleton, main), ACCEPTED);
                let all = Parts::products(&parts.bodies, room, &mut |chosen| {
                    self.well_typed(&complete(skeleton, chosen, main));
                    !self.cut && !(self.bounds.over)()
                });
                if !all {
                    (self.part.tally, self.part.wrong) = kept;
                    return false;
                }
                self.part.position = Some(Position { skeletons: number, before: self.before, mains });
                kept = (self.part.tally.clone(), self.part.wrong.clone());
                if !(self.go_on)(self.part) {
                    return false;
                }
            }
        }
        self.before += mains;
        self.part.position = Some(Position { skeletons: number + 1, before: self.before, mains: 0 });
        // Skeletons without programs of this part may be many.
        (self.go_on)(self.part)
    }

    fn counted(&mut self, skeleton: &Skeleton, accepted: bool, number: u64, resumed: bool) {
        if self.mine(number) && !resumed {
            self.part.tally.skeletons += 1;
            self.part.tally.well_typed_skeletons += u64::from(accepted);
            self.part.tally.digest.program(b's', &skeleton.tree, u8::from(accepted));
        }
    }

    /// The well-typed bodies of each method, for the digest.
    fn bodies(&mut self, skeleton: &Skeleton, bodies: &Verdicts) {
        for (m, sizes) in bodies.iter().enumerate() {
            for body in sizes.iter().flatten() {
                self.part.tally.digest.program(b'b', &with_body(skeleton, m, body), ACCEPTED);
            }
        }
    }

    fn well_typed(&mut self, tree: &Tree) {
        self.part.tally.well_typed += 1;
        self.bounds.progress.explored.fetch_add(1, Relaxed);
        let written = tree.program();
        let owners = (tree.dialect == Dialect::Owners).then(|| Arc::new(written.clone()));
        let verdict = match lower(written) {
            // Well-typed programs should be able to run.
            Err(_) => UNKNOWN,
            Ok(program) => {
                let found = explore(&program, &self.options);
                let tally = &mut self.part.tally;
                tally.threads += u64::from(tree.roots().iter().any(|root| root.any(|e| matches!(e, Expr::Fork(_)))));
                tally.contended += u64::from(found.executions > 1 || found.blocked > 0);
                tally.traces += found.executions;
                self.cut |= found.cut == Some(Cut::Interrupted);
                match self.verdict(tree, &found.found, found.complete()) {
                    // Owners are no part of the erasure, which was explored.
                    SOUND => owners.map_or(SOUND, |written| {
                        let watched = breaches(&program, &written, &self.options, WATCHED);
                        self.verdict(tree, &watched.found, watched.complete)
                    }),
                    other => other,
                }
            }
        };
        match verdict {
            WRONG => {
                self.part.tally.wrong += 1;
                self.bounds.progress.wrong.fetch_add(1, Relaxed);
            }
            UNKNOWN => self.part.tally.unknown += 1,
            _ => {}
        }
        self.part.tally.digest.program(b'p', tree, verdict);
    }

    fn verdict(&mut self, tree: &Tree, found: &[Found], complete: bool) -> u8 {
        let may_race = !no_race(self.rules.system);
        let mut wrong = found.iter().filter(|f| unsound(&f.key) && !(may_race && matches!(f.key, Key::Race(..))));
        let Some(wrong) = wrong.next() else { return if complete { SOUND } else { UNKNOWN } };
        let kept = &mut self.part.wrong;
        let (kind, schedule) = (kind(&wrong.key).to_owned(), written(&wrong.schedule));
        kept.push(WrongProgram { tokens: tree.tokens(), program: tree.source(), kind, schedule });
        kept.sort();
        kept.truncate(KEPT);
        WRONG
    }
}

/// Kind of a finding.
pub fn kind(key: &Key) -> &'static str {
    match key {
        Key::Race(..) => "race",
        Key::Monitor(..) => "monitor",
        Key::Stuck(_) => "stuck",
        Key::Deadlock(_) => "deadlock",
        Key::Waiting(_) => "waiting",
        Key::Livelock(..) => "livelock",
        Key::Exception(..) => "exception",
    }
}

/// `0*12,1*3,0`
pub fn written(schedule: &Schedule) -> String {
    let run = |&(thread, steps): &(racefree_interp::ThreadId, u64)| match steps {
        1 => thread.to_string(),
        n => format!("{thread}*{n}"),
    };
    schedule.runs().iter().map(run).collect::<Vec<_>>().join(",")
}
