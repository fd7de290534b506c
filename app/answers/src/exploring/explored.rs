//! An exploration with all that belongs to it: the shortest schedules of what goes wrong, causes, cycles, outcomes.

use super::cycles::{self, Serial};
use super::outcomes::{self, ProjectedOutcome};
use super::{Beyond, Searched, Shown, causes, owners, search, shown, words};
use crate::options::{self, AlgorithmWord, By, ExploreOptions, MemoryWord, Monitoring};
use crate::running::{Again, Loaded};
use crate::source::Ending;
use racefree_explore::{Cut, Host, Options};
use racefree_interp::ThreadId;
use racefree_interp::drive::Key;
use racefree_interp::schedule::Schedule;
use std::sync::Arc;

/// An exploration with all that belongs to it.
pub struct Explored {
    /// The search.
    pub searched: Searched,
    /// Findings, with schedules.
    pub all: Vec<Shown>,
    /// Races, grouped by cause.
    pub groups: Vec<(Key, Vec<Key>)>,
    /// Findings about blocks that are not serializable.
    pub serial: Serial,
    /// Projection that tells outcomes apart.
    pub by: By,
    /// Number of outcomes so told apart.
    pub different: usize,
    /// The most frequent of these.
    pub ends: Vec<ProjectedOutcome>,
    /// Threads that end in no schedule, if no schedule comes to an end: those that a fair run does not end.
    pub endless: Vec<ThreadId>,
    /// Outcomes that need store buffers, if a memory model with them was asked for.
    pub beyond: Option<Beyond>,
    /// Ending of the exploration.
    pub ending: Ending,
    /// Number of outcomes asked for.
    pub(super) outcomes: usize,
}

impl ExploreOptions {
    /// The search of a program.
    pub fn options(&self, loaded: &Loaded, host: &Arc<dyn Host>) -> Result<Options, String> {
        if self.exploring.algorithm == AlgorithmWord::Plain && self.outcomes_by == Some(By::Output) {
            return Err("`plain` does not tell states apart by what was printed; `states` and `dpor` do".to_owned());
        }
        if self.exploring.algorithm == AlgorithmWord::Plain && self.monitors == Monitoring::All {
            return Err("no monitor watches `plain`, the definition; `states` and `dpor` have all of them".to_owned());
        }
        if self.monitors == Monitoring::All {
            loaded.on_machine("`--monitors all`")?;
        }
        let algorithm = self.exploring.algorithm;
        if !matches!(algorithm, AlgorithmWord::Auto | AlgorithmWord::Plain) {
            self.without_buffers(&format!("`--algorithm {algorithm}`"))?;
        }
        let monitors = options::monitors(self.monitors, loaded.accepted, &loaded.rules);
        let options = options::explore_options(&self.exploring, &loaded.rules, monitors, host)?;
        Ok(Options { watched: crate::running::watched(self.watch, loaded), ..options })
    }

    /// Refuses memory models with store buffers for what knows none.
    pub fn without_buffers(&self, what: &str) -> Result<(), String> {
        match self.memory_model {
            MemoryWord::Sc => Ok(()),
            model => Err(format!(
                "{what} knows no store buffers, which `--memory-model {model}` asks for; `auto` and `plain` do"
            )),
        }
    }
}

impl Explored {
    /// Explores a program.
    pub fn new(loaded: &Loaded, wants: &ExploreOptions, options: &Options) -> Explored {
        let again = Again::exploring(&loaded.source.name, &wants.exploring, wants.monitors);
        let began = options.control.host.now();
        let options = &Options { outputs: matches!(wants.outcomes_by, Some(By::Output | By::All)), ..options.clone() };
        let mut searched = search(&loaded.program, &wants.exploring, options);
        let took = options.control.host.now().saturating_sub(began);
        if let Some(breaches) = owners::breaches(loaded, options, owners::STEPS) {
            if !breaches.complete {
                let told = words::some_traces(breaches.traces);
                searched.note = Some(searched.note.map_or(told.clone(), |note| format!("{note}\n{told}")));
            }
            searched.result.found.extend(breaches.found);
        }
        let searched = searched;
        let found = &searched.result.found;
        let keys: Vec<Key> = found.iter().map(|f| f.key.clone()).collect();
        let groups = causes::by_cause(loaded, &keys);
        let keys: Vec<Key> = match wants.most {
            None => keys,
            Some(most) => groups.iter().take(most).map(|(first, _)| first.clone()).collect(),
        };
        let by = wants.outcomes_by.unwrap_or_else(|| match loaded.program.on_reference() {
            true => By::Output,
            false => outcomes::usual(&searched.result.outcomes),
        });
        let mut ends = outcomes::by(&searched.result.outcomes, by);
        let different = ends.len();
        ends.truncate(wants.outcomes.max(1));
        if !wants.no_schedules {
            outcomes::known(&searched.result, &mut ends, by);
            outcomes::schedules(loaded, &searched.options, &mut ends, by, took);
        }
        let witnesses = if keys.is_empty() { Vec::new() } else { shown::shorten(loaded, &searched, &keys) };
        let all = Shown::all(loaded, &searched.options, &again, &witnesses);
        let blocks: Vec<_> = all.iter().filter_map(|shown| cycles::block(&shown.key)).collect();
        let serial = Serial::of(loaded, &searched, &blocks);
        let beyond = Beyond::of(loaded, wants, options);
        let endless = endless(loaded, &searched);
        let ending = match searched.result.cut {
            Some(Cut::Interrupted) => Ending::Interrupted,
            _ if found.iter().any(|f| f.key.is_error()) || !endless.is_empty() => Ending::Wrong,
            Some(_) => Ending::Budget,
            None => Ending::Fine,
        };
        Explored {
            searched,
            all,
            groups,
            serial,
            by,
            different,
            ends,
            endless,
            beyond,
            ending,
            outcomes: wants.outcomes,
        }
    }
}

impl Explored {
    /// Number of outcomes to list.
    pub fn most_outcomes(&self) -> usize {
        self.outcomes.max(1)
    }
}

/// The threads that a fair run never ends, if it is known that no schedule comes to an end, and nothing is found that would end one.
pub fn endless(loaded: &Loaded, searched: &Searched) -> Vec<ThreadId> {
    let result = &searched.result;
    let runs_on = result.complete() && result.executions == 0;
    if !(runs_on || result.endless) || result.found.iter().any(|f| matches!(f.key, Key::Deadlock(_) | Key::Stuck(_))) {
        return Vec::new();
    }
    let livelock = racefree_explore::livelock(&loaded.program, &searched.options, &Schedule::default());
    livelock.map_or_else(Vec::new, |livelock| livelock.threads.into_iter().map(|(thread, _)| thread).collect())
}
