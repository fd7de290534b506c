//! Findings of a search: its counts, and its errors, each once, with its place.

use crate::options::Options;
use crate::outcome::Outcomes;
use crate::result::{Cut, Exploration, Found, unsound};
use crate::space::{Space, Step};
use crate::state::race_key;
use racefree_interp::drive::Key;
use racefree_interp::machine::SchedulingPoints;
use racefree_interp::schedule::Schedule;
use rustc_hash::{FxHashMap, FxHashSet};

/// Counts of a search.
#[derive(Clone, Copy, Default, Debug)]
pub struct Counts {
    /// Complete runs, or final states.
    pub executions: u64,
    /// Executions in which a thread is blocked for ever.
    pub blocked: u64,
    /// Runs that ended because all enabled threads were asleep; with optimal reduction there is none.
    pub redundant: u64,
    /// States.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
    /// Reduction steps.
    pub steps: u64,
}

/// Findings of a search. The place of an error is a `W`: a schedule, or the means to make one when the search is over.
pub struct Findings<W> {
    /// Its counts.
    pub counts: Counts,
    /// The final states of runs.
    pub outcomes: Outcomes,
    /// The reason why it is not complete.
    pub cut: Option<Cut>,
    /// True if there is an error that cannot be in a well-typed program.
    pub unsound: bool,
    found: FxHashMap<Key, W>,
    races: KnownRaces,
}

impl<W> Default for Findings<W> {
    fn default() -> Findings<W> {
        Findings {
            counts: Counts::default(),
            outcomes: Outcomes::default(),
            cut: None,
            unsound: false,
            found: FxHashMap::default(),
            races: KnownRaces::default(),
        }
    }
}

/// Slots of the final states that are described, at most, for a search that was stopped.
const SO_FAR: usize = 20_000;

impl<W> Findings<W> {
    /// Notes an error and its place; only the first place of an error counts.
    pub fn note(&mut self, key: &Key, place: impl FnOnce() -> W) {
        self.unsound |= unsound(key);
        if !self.found.contains_key(key) {
            self.found.insert(key.clone(), place());
        }
    }

    /// Returns true if this error is known.
    pub fn knows(&self, key: &Key) -> bool {
        self.found.contains_key(key)
    }

    /// Two accesses race there.
    #[inline]
    pub fn race(&mut self, a: &Step, b: &Step, place: impl FnOnce() -> W) {
        if self.races.is_new(a, b) {
            self.note(&race_key(a, b), place);
        }
    }

    /// The result of the search; `schedule` leads to a place.
    pub fn conclude<P: SchedulingPoints>(
        self,
        options: &Options,
        space: &mut Space<P>,
        mut schedule: impl FnMut(&mut Space<P>, &Key, W) -> Schedule,
    ) -> Exploration {
        let Findings { counts, outcomes, cut, found, .. } = self;
        let Counts { executions, blocked, redundant, states, transitions, steps } = counts;
        let found = found.into_iter().filter(|(key, _)| options.looks_at(key));
        // A search that was stopped has not met all of them anyway, and is to be over soon.
        let most = if cut.is_some() { SO_FAR } else { usize::MAX };
        let memory = Space::memory(space);
        let found = found.map(|(key, place)| {
            let schedule = schedule(space, &key, place);
            Found { key, schedule }
        });
        let mut found: Vec<Found> = found.collect();
        found.sort_by(|a, b| a.key.cmp(&b.key));
        Exploration {
            cut,
            executions,
            blocked,
            redundant,
            states,
            transitions,
            steps,
            memory,
            found,
            ends: outcomes.different(),
            reached: space.reached().to_vec(),
            outcomes: if options.outcomes { outcomes.render(space, most) } else { Vec::new() },
            algorithm: options.algorithm,
            ..Exploration::default()
        }
    }
}

/// Field and places of a race.
type RaceSites = (u32, u32, u32);

/// Races that are known. Most states show the same few as those just before, so these are compared with first.
#[derive(Default)]
struct KnownRaces {
    recent: Vec<RaceSites>,
    all: FxHashSet<RaceSites>,
}

/// Number of recent races to compare with.
const RECENT: usize = 8;

impl KnownRaces {
    #[inline]
    fn is_new(&mut self, a: &Step, b: &Step) -> bool {
        let (first, second) = (a.site.number(), b.site.number());
        let race = (a.field.0, first.min(second), first.max(second));
        if self.recent.contains(&race) {
            return false;
        }
        if self.recent.len() >= RECENT {
            self.recent.clear();
        }
        self.recent.push(race);
        self.all.insert(race)
    }
}
