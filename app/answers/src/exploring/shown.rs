//! Findings of an exploration, run once more to show them.

use super::cycles::{self, CycleRecord, CycleStep, Serial};
use super::search::Searched;
use crate::json::Places;
use crate::problem::Problem;
use crate::running::{Again, Loaded, findings, replay};
use racefree_explore::{Found, Options, Witness, livelock, round, shortest};
use racefree_grammar::span::Span;
use racefree_interp::Exception;
use racefree_interp::drive::{self, Detectors, Effort, Finding, Key, RunOptions};
use racefree_interp::event::Site;
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_interp::options::Limits;
use racefree_interp::schedule::Schedule;
use racefree_interp::value::ThreadId;
use std::time::Duration;

/// Something that goes wrong, with a schedule in which it does.
pub struct Shown {
    /// Key of the finding.
    pub key: Key,
    /// The same with names of threads and objects, as they are in the run of the schedule.
    pub finding: Option<Finding>,
    /// The schedule.
    pub schedule: Schedule,
    /// True if none is shorter: none has fewer context switches, and none has as many and fewer steps.
    pub proved: bool,
    /// The command line that replays it.
    pub command: String,
    /// The cycle of transactions that it closes, if it does.
    pub cycle: Vec<CycleStep>,
}

impl Shown {
    /// The finding in a summary: an exception of Java and the object of a race have their names where they were seen again.
    pub fn headline(&self, loaded: &Loaded) -> String {
        match (&self.key, &self.finding) {
            (Key::Exception(Exception::Java, _) | Key::Race(..), Some(finding)) => findings::headline(loaded, finding),
            (key, _) => headline(loaded, key),
        }
    }
}

/// Greatest length of a schedule that is run again once the time is over.
const MOST_STEPS_LATE: u64 = 2_000;

/// Steps that are made again for all findings together; findings behind these are shown without names of threads and objects.
const MOST_STEPS: u64 = 200_000;

/// Options for replaying a schedule.
pub fn run_options(options: &Options, schedule: &Schedule) -> RunOptions {
    let limits = Limits { steps: schedule.steps() + options.limits.steps.max(1_000), ..options.limits };
    RunOptions { semantics: options.semantics, limits, monitors: MonitorSet::ALL, ..RunOptions::default() }
}

impl Shown {
    /// Runs the schedules once more, as long as there is time, and not too many.
    pub fn all(loaded: &Loaded, options: &Options, again: &Again<'_>, witnesses: &[Witness]) -> Vec<Shown> {
        let mut made = 0;
        let one = |witness: &Witness| {
            made += witness.schedule.steps();
            if made > MOST_STEPS || made > MOST_STEPS_LATE && options.control.is_over() {
                return Shown::briefly(again, witness);
            }
            Shown::new(loaded, options, again, witness)
        };
        witnesses.iter().map(one).collect()
    }

    /// Does not run the schedule.
    fn briefly(again: &Again<'_>, witness: &Witness) -> Shown {
        let Witness { key, schedule, proved, .. } = witness;
        let command = again.inline(None, needs_monitors(key), schedule);
        let (key, schedule) = (key.clone(), schedule.clone());
        Shown { key, finding: None, schedule, proved: *proved, command, cycle: Vec::new() }
    }

    /// Runs the schedule once more.
    pub fn new(loaded: &Loaded, options: &Options, again: &Again<'_>, witness: &Witness) -> Shown {
        let Witness { key, schedule, proved, .. } = witness;
        let run = run_options(options, schedule);
        let owners = match key {
            Key::Monitor(..) => crate::running::owners(run.monitors, loaded),
            _ => None,
        };
        let find = |detectors: Detectors| {
            let run = RunOptions { detectors, owners: owners.clone(), ..run.clone() };
            drive::replay(&loaded.program, &run, schedule).findings()
        };
        // The default detector knows one of several races that an access completes.
        let (usual, both) = (Detectors::default(), Detectors { adjacent: true, ..Detectors::default() });
        let same = |f: &Finding| f.key() == *key;
        let mut detectors = None;
        // A long schedule is not run again once the time is over; then nothing is called by the name that it has in that run.
        let late = schedule.steps() > MOST_STEPS_LATE && options.control.is_over();
        let mut finding = match key {
            _ if late => None,
            Key::Livelock(_, true) => round(&loaded.program, options, schedule).map(Finding::Livelock),
            Key::Livelock(_, false) => livelock(&loaded.program, options, schedule).map(Finding::Livelock),
            _ => find(usual).into_iter().find(same),
        };
        if !late && finding.is_none() && matches!(key, Key::Race(..)) {
            let all = find(both);
            let alike = |f: &&Finding| matches!((f.key(), key), (Key::Race(a, ..), Key::Race(b, ..)) if a == *b);
            finding = all.iter().find(|f| same(f)).or(all.iter().find(alike)).cloned();
            detectors = Some("happens-before,adjacent");
        }
        let (mut schedule, mut proved) = (schedule.clone(), *proved);
        // A race whose accesses are not next to each other may take fewer switches than one in which they are.
        if let (Some(race @ Finding::Race(_)), None, false) = (&finding, detectors, options.control.is_over()) {
            let run = run_options(options, &schedule);
            let mut go_on = || options.control.goes_on(options.algorithm);
            let short = drive::shorten_while(&loaded.program, &run, race, &schedule, Effort::default(), &mut go_on);
            let length = |s: &Schedule| (s.switches(), s.steps());
            if length(&short.schedule) < length(&schedule) {
                let again = drive::replay(&loaded.program, &run, &short.schedule).findings();
                if let Some(same) = again.into_iter().find(same) {
                    (schedule, proved, finding) = (short.schedule, false, Some(same));
                }
            }
        }
        let command = again.inline(detectors, needs_monitors(key), &schedule);
        let cycle = cycles::block(key).map(|block| cycles::cycle(loaded, options.semantics, &schedule, block));
        Shown { key: key.clone(), finding, schedule, proved, command, cycle: cycle.unwrap_or_default() }
    }

    /// Length of the schedule, and whether it is proved the shortest.
    pub fn size(&self) -> String {
        let size = replay::size(&self.schedule);
        if self.proved { format!("{size}; none is shorter") } else { size }
    }

    /// Problem in words; `serial` has the findings about blocks.
    pub fn problem(&self, loaded: &Loaded, serial: &Serial) -> Problem {
        if let Some(block) = cycles::block(&self.key) {
            return cycles::problem(loaded, block, &self.cycle, serial);
        }
        if let Some(finding) = &self.finding {
            return findings::problem(loaded, finding);
        }
        let labels = self.spans(loaded).into_iter().map(|span| (span, "here".to_owned())).collect();
        Problem::new(kind(&self.key), headline(loaded, &self.key), labels)
    }

    /// The block that is not serializable, if that is what goes wrong.
    pub fn violation(&self, loaded: &Loaded, serial: &Serial) -> Option<CycleRecord> {
        Some(cycles::json(loaded, cycles::block(&self.key)?, &self.cycle, serial, &self.schedule))
    }

    /// The places that it is about.
    pub fn spans(&self, loaded: &Loaded) -> Vec<Span> {
        let sites: Vec<Site> = match &self.key {
            Key::Race(_, a, b) => vec![*a, *b],
            Key::Deadlock(sites) | Key::Waiting(sites) | Key::Livelock(sites, _) => sites.clone(),
            Key::Exception(_, site) | Key::Monitor(_, site) | Key::Stuck(site) => vec![*site],
        };
        sites.iter().map(|site| site.span(&loaded.program.tables.program)).collect()
    }
}

/// Returns true for a finding of the monitors that a run has to be told to watch with.
fn needs_monitors(key: &Key) -> bool {
    matches!(key, Key::Monitor(m, _) if !matches!(m, Monitor::Holds | Monitor::Serializable))
}

/// Bound on the states searched for shortest schedules; a state includes the thread that ran last.
const STATES: u64 = 300_000;
/// Time limit of that search.
const TIME: Duration = Duration::from_secs(20);

/// Looks for the shortest schedules of findings; one not shortened in time keeps its schedule.
pub fn shorten(loaded: &Loaded, searched: &Searched, keys: &[Key]) -> Vec<Witness> {
    let mut options = searched.options.clone();
    options.control = options.control.another();
    options.budget.states = STATES;
    options.budget.steps = u64::MAX;
    options.budget.time = Some(options.budget.time.map_or(TIME, |t| t.min(TIME)));
    let known = |key: &Key| searched.result.found.iter().find(|f| f.key == *key);
    // One thread alone has one run.
    let is_alone = |key: &&Key| {
        let of_main = |f: &Found| f.schedule.ids().all(|thread| thread == ThreadId::MAIN);
        loaded.program.on_reference() && known(key).is_some_and(of_main)
    };
    // No state shows a livelock by itself.
    let of_states = |key: &&Key| !matches!(key, Key::Livelock(..)) && !is_alone(key);
    let of_states: Vec<Key> = keys.iter().filter(of_states).cloned().collect();
    let mut witnesses = shortest(&loaded.program, &options, &of_states);
    for found in keys.iter().filter_map(known) {
        if witnesses.iter().all(|w| w.key != found.key) {
            let (schedule, key) = (found.schedule.clone(), found.key.clone());
            let (switches, steps) = (schedule.switches(), schedule.steps());
            witnesses.push(Witness { key, schedule, switches, steps, proved: false });
        }
    }
    witnesses.sort_by(|a, b| a.key.cmp(&b.key));
    witnesses
}

/// The kind of a finding, in output.
pub fn kind(key: &Key) -> &'static str {
    match key {
        Key::Race(..) => "race",
        Key::Deadlock(_) => "deadlock",
        Key::Waiting(_) => "waiting",
        Key::Livelock(..) => "livelock",
        Key::Exception(Exception::NotRun, _) => "not run",
        Key::Exception(..) => "exception",
        Key::Monitor(..) => "monitor",
        Key::Stuck(_) => "stuck",
    }
}

/// `a race on Account.balance`
pub fn headline(loaded: &Loaded, key: &Key) -> String {
    match key {
        Key::Race(field, ..) => format!("a race on {}", loaded.program.tables.field_name(*field)),
        Key::Deadlock(_) => "a deadlock".to_owned(),
        Key::Waiting(sites) => findings::waiting(loaded, sites).to_owned(),
        Key::Livelock(..) => "a livelock".to_owned(),
        Key::Exception(Exception::NotRun, site) => {
            let line = Places::new(&loaded.source.text).line(site.span(&loaded.program.tables.program));
            format!("what does not run in line {line}")
        }
        Key::Exception(Exception::Java, site) => {
            let line = Places::new(&loaded.source.text).line(site.span(&loaded.program.tables.program));
            format!("an exception that nobody catches, thrown in line {line}")
        }
        Key::Exception(exception, _) => format!("the exception {}", exception.name()),
        Key::Monitor(monitor, _) => match cycles::block(key) {
            Some(block) => cycles::headline(loaded, block),
            None => format!("a violation of the monitor `{}`", monitor.name()),
        },
        Key::Stuck(_) => "a stuck thread".to_owned(),
    }
}
