//! Does a program go wrong? The oracle of all searches: first one run, which is cheap, and then every schedule.

use crate::variant::Rules;
use racefree_explore::{Algorithm, Budget, Cut, Exploration, Found};
use racefree_grammar::Program;
use racefree_interp::detect::Detector;
use racefree_interp::detect::HappensBefore;
use racefree_interp::drive::{Detectors, Key, RunOptions, drive, replay};
use racefree_interp::machine::state::Life;
use racefree_interp::machine::{Coarse, Lowered, Machine, lower};
use racefree_interp::monitor::{Monitor, MonitorSet, Monitors, Serializable};
use racefree_interp::options::{Limits, Locks, Semantics};
use racefree_interp::program::{LockPath, Ty};
use racefree_interp::schedule::{RoundRobin, Schedule};
use racefree_interp::value::ThreadId;
use racefree_kernel::System;
use std::sync::Arc;

/// Returns true if programs accepted by a system have no race.
pub fn no_race(system: &dyn System) -> bool {
    system.promises().contains(&"race")
}

/// Kind of failure: something that a well-typed program never does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Kind {
    /// A race by 9.2: a state with two conflicting accesses pending.
    Race,
    /// A thread that no rule applies to.
    Stuck,
    /// A thread waits for a lock that it has itself; with re-entrant locks that cannot be.
    #[strum(serialize = "waits for itself")]
    WaitsForItself,
    /// A monitor of 9.4 fires.
    Monitor,
}

impl Kind {
    /// Name in the output.
    pub fn name(self) -> &'static str {
        self.into()
    }

    /// Kind of a finding, if a well-typed program never shows it.
    pub fn of(key: &Key) -> Option<Kind> {
        match key {
            Key::Race(..) => Some(Kind::Race),
            Key::Stuck(_) => Some(Kind::Stuck),
            Key::Monitor(..) => Some(Kind::Monitor),
            Key::Deadlock(sites) if sites.len() == 1 => Some(Kind::WaitsForItself),
            Key::Deadlock(_) | Key::Waiting(_) | Key::Livelock(..) | Key::Exception(..) => None,
        }
    }
}

/// Verdict on a program from all of its schedules.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// Sound: no schedule goes wrong.
    Sound,
    /// Unknown: no explored schedule goes wrong, but not all were explored.
    Unknown(Cut),
    /// Something does.
    Wrong(Kind, Found),
}

/// Looks at runs. Its memory is used again from program to program.
pub struct Judge {
    semantics: Semantics,
    /// The monitors that must not fire.
    monitors: MonitorSet,
    /// True if there must be no race.
    no_race: bool,
    limits: Limits,
    /// Greatest number of states of an exploration.
    pub states: u64,
    /// Number of reduction steps made.
    pub steps: u64,
}

/// Greatest number of runs; beyond it, the algorithm on states is cheaper.
const RUNS: u64 = 500;

/// Small programs need no more.
const LIMITS: Limits = Limits { steps: 1_000, calls: 24, threads: 6, objects: 60 };

impl Judge {
    /// Judge for the semantics of these rules.
    pub fn new(rules: &Rules) -> Judge {
        let (monitors, no_race) = (MonitorSet::named(rules.system.promises()), no_race(rules.system));
        Judge { semantics: rules.semantics, monitors, no_race, limits: LIMITS, states: 2_000, steps: 0 }
    }

    /// Makes a program ready to run.
    pub fn lower(program: Program) -> Option<Arc<Lowered>> {
        lower(program).ok()
    }

    /// Returns true if one run, with turns of one step, shows something wrong: a happens-before race, a firing monitor,
    /// a thread that is stuck or waits for itself.
    pub fn fails_in_one_run(&mut self, program: &Arc<Lowered>) -> bool {
        let mut machine = Machine::new(program.clone(), self.semantics, self.limits);
        let monitors = Monitors::until_first(self.monitors.without(Monitor::Serializable));
        let watched = self.monitors.has(Monitor::Serializable) && program.has_blocks;
        let mut obs = (HappensBefore::new(), (monitors, watched.then(Serializable::until_first)));
        drive::<Coarse, _, _>(&mut machine, &mut RoundRobin::new(1), &mut obs);
        self.steps += machine.steps();
        self.no_race && !obs.0.races().is_empty()
            || !obs.1.0.found().is_empty()
            || obs.1.1.is_some_and(|monitor| !monitor.found().is_empty())
            || machine.state().threads.iter().any(|t| t.life == Life::Stuck)
            || self.semantics.locks == Locks::Binary && machine.deadlock().is_some_and(|d| d.cycle.len() == 1)
    }

    /// Explores every schedule until something goes wrong.
    pub fn explore(&mut self, program: &Arc<Lowered>) -> Verdict {
        self.explored(program).0
    }

    /// Explores every schedule for a race by 9.2, whatever else goes wrong.
    pub fn race(&mut self, program: &Arc<Lowered>) -> Option<Found> {
        match self.exploration(program, Algorithm::States, true, MonitorSet::NONE, true).0 {
            Verdict::Wrong(Kind::Race, found) => Some(found),
            _ => None,
        }
    }

    /// Explores every schedule until something goes wrong, and says what that took.
    ///
    /// Most programs do not go wrong, and that is shown most quickly by a run of each trace. The other runs differ from these in the
    /// order of steps alone that have nothing to do with each other, which the monitors cannot tell either (`blind_to_order`). All
    /// other programs are explored by states.
    pub fn explored(&mut self, program: &Arc<Lowered>) -> (Verdict, Exploration) {
        if self.no_race && self.semantics == Semantics::default() && blind_to_order(program) {
            let quick = self.explored_by(Algorithm::Dpor, program);
            if matches!(quick.0, Verdict::Sound) {
                return quick;
            }
        }
        self.explored_by(Algorithm::States, program)
    }

    /// The same by one algorithm; algorithms that follow runs take the verdict on one for that on all equivalent runs.
    pub fn explored_by(&mut self, algorithm: Algorithm, program: &Arc<Lowered>) -> (Verdict, Exploration) {
        let until_unsound = self.no_race && self.semantics.locks == Locks::Reentrant;
        self.exploration(program, algorithm, until_unsound, self.monitors, self.no_race)
    }

    fn exploration(
        &mut self,
        program: &Arc<Lowered>,
        algorithm: Algorithm,
        until_unsound: bool,
        monitors: MonitorSet,
        no_race: bool,
    ) -> (Verdict, Exploration) {
        let states = if algorithm == Algorithm::States { self.states } else { self.states.min(RUNS) };
        let options = racefree_explore::Options {
            algorithm,
            semantics: self.semantics,
            limits: self.limits,
            budget: Budget { states, ..Budget::default() },
            monitors,
            until_unsound,
            outcomes: false,
            ends: true,
            ..racefree_explore::Options::default()
        };
        let found = racefree_explore::explore(program, &options);
        self.steps += found.steps;
        let wrong = found.found.iter().filter_map(|f| Some((Kind::of(&f.key)?, f)));
        let wrong = wrong.filter(|(kind, _)| no_race || *kind != Kind::Race);
        let verdict = match wrong.min_by_key(|(k, f)| (*k, f.schedule.switches(), f.schedule.steps())) {
            Some((kind, f)) => Verdict::Wrong(kind, f.clone()),
            None => match found.cut {
                Some(cut) => Verdict::Unknown(cut),
                None => Verdict::Sound,
            },
        };
        (verdict, found)
    }

    /// Returns the failure of a program in some schedule, if there is one.
    pub fn goes_wrong(&mut self, program: Program) -> Option<(Kind, Found)> {
        self.failure(&Judge::lower(program)?, false)
    }

    /// A race of a lowered program, or its failure, with the finding.
    pub fn failure(&mut self, program: &Arc<Lowered>, race: bool) -> Option<(Kind, Found)> {
        if race {
            return self.race(program).map(|found| (Kind::Race, found));
        }
        match self.explore(program) {
            Verdict::Wrong(kind, found) => Some((kind, found)),
            _ => None,
        }
    }

    /// Kind of failure of a program under a written schedule; none, if the schedule does not fit the program.
    pub fn under(&mut self, program: &Arc<Lowered>, schedule: &str) -> Option<Kind> {
        let schedule = read(schedule).ok()?;
        let options = RunOptions {
            semantics: self.semantics,
            limits: self.limits,
            detectors: Detectors { happens_before: true, ..Detectors::default() },
            monitors: self.monitors,
            ..RunOptions::default()
        };
        let result = replay(program, &options, &schedule);
        let kinds = result.findings().into_iter().filter_map(|f| Kind::of(&f.key()));
        kinds.filter(|kind| self.no_race || *kind != Kind::Race).min()
    }

    /// Replays the schedule of an example and checks its claims.
    ///
    /// # Errors
    ///
    /// The claim that is false.
    pub fn replays(&mut self, program: &Arc<Lowered>, said: &crate::matrix::Example, race: bool) -> Result<(), String> {
        let schedule = read(&said.schedule)?;
        let options = RunOptions {
            semantics: self.semantics,
            limits: self.limits,
            detectors: Detectors::ALL,
            ..RunOptions::default()
        };
        let result = replay(program, &options, &schedule);
        if result.replay_error.is_some() {
            return Err("the schedule does not fit the program".to_owned());
        }
        let adjacent = result.races.iter().any(|r| r.detector == Detector::Adjacent && r.field == said.detail);
        let so = match said.kind.as_str() {
            "race" => adjacent,
            "stuck" => !result.stuck.is_empty(),
            "monitor" => result.monitors.iter().any(|v| v.monitor.name() == said.detail),
            _ => result.deadlock.as_ref().is_some_and(|d| d.cycle.len() == 1),
        };
        match so && (!race || adjacent) {
            true => Ok(()),
            false => Err(format!("the schedule {} does not show a {} ({})", said.schedule, said.kind, said.detail)),
        }
    }
}

/// Name of the field of a race, or of the monitor that fires.
pub fn detail(program: &Lowered, found: &Found) -> String {
    match &found.key {
        Key::Race(field, ..) => program.tables.field_name(*field),
        Key::Monitor(monitor, _) => monitor.name().to_owned(),
        _ => String::new(),
    }
}

/// A schedule as it is written: `0*12,1*3,0`.
fn read(text: &str) -> Result<Schedule, String> {
    let mut schedule = Schedule::default();
    for run in text.split(',').filter(|s| !s.is_empty()) {
        let (thread, steps) = run.split_once('*').unwrap_or((run, "1"));
        let (Ok(thread), Ok(steps)) = (thread.parse(), steps.parse()) else {
            return Err(format!("`{run}` is no part of a schedule"));
        };
        schedule.push(ThreadId(thread), steps);
    }
    Ok(schedule)
}

/// Returns true if monitors look at nothing that threads may change unseen: the paths in guards, in requires clauses
/// and in types go through final fields alone, and no other thread sees an object before these are set.
fn blind_to_order(program: &Lowered) -> bool {
    let tables = &program.tables;
    let open = |name| tables.fields.iter().any(|f| f.name == name && !f.is_final);
    let still = |l: &LockPath| !l.fields.iter().any(|&name| open(name));
    let ty = |t: &Ty| match t {
        Ty::Class(_, args) => args.iter().all(still),
        Ty::Int | Ty::Boolean | Ty::Void => true,
    };
    program.private_until_built.iter().all(|&private| private)
        && tables.fields.iter().all(|f| f.guard.iter().all(still) && ty(&f.ty))
        && tables.extends.iter().flatten().all(still)
        && program.methods.iter().all(|m| m.requires.iter().all(still) && m.params.iter().all(ty) && ty(&m.ret))
        && program.codes.iter().all(|c| c.paths.iter().all(still) && c.types.iter().all(ty))
}
