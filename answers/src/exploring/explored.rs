//! An exploration with all that belongs to it: the shortest schedules of what goes wrong, causes, cycles, outcomes.

use super::cycles::{self, Serial};
use super::outcomes::{self, By, End};
use super::{Searched, Shown, causes, owners, search, shown, words};
use crate::options::{self, Exploring, Monitoring, Watch};
use crate::running::{Again, Loaded};
use crate::source::Ending;
use racefree_explore::{Algorithm, Cut, Host, Options};
use racefree_interp::drive::Key;
use std::sync::Arc;

/// What is asked of an exploration beside the search.
#[derive(Clone, Copy, Debug)]
pub struct Wants {
    /// Which monitors watch.
    pub monitors: Monitoring,
    /// Which races are looked at.
    pub watch: Watch,
    /// At most so many findings get a shortest schedule; of the races of a cause the first alone. Without it, all of them do.
    pub most: Option<usize>,
    /// At most so many outcomes are listed,
    pub outcomes: usize,
    /// told apart by this,
    pub by: Option<By>,
    /// and each with a schedule.
    pub schedules: bool,
}

impl Default for Wants {
    fn default() -> Wants {
        let (monitors, watch) = (Monitoring::Auto, Watch::All);
        Wants { monitors, watch, most: None, outcomes: 10, by: None, schedules: true }
    }
}

/// An exploration with all that belongs to it.
pub struct Explored {
    /// The search.
    pub searched: Searched,
    /// What goes wrong, with schedules.
    pub all: Vec<Shown>,
    /// The races by what they come from.
    pub groups: Vec<(Key, Vec<Key>)>,
    /// What is known of blocks that are not serializable.
    pub serial: Serial,
    /// What outcomes are told apart by.
    pub by: By,
    /// Number of outcomes so told apart.
    pub different: usize,
    /// The most frequent of these.
    pub ends: Vec<End>,
    /// How it ended.
    pub ending: Ending,
    /// So many outcomes were asked for.
    pub(super) outcomes: usize,
}

/// With what a program is explored.
///
/// # Errors
///
/// A sentence that says what is wrong with a word.
pub fn options(loaded: &Loaded, asked: &Exploring, wants: &Wants, host: &Arc<dyn Host>) -> Result<Options, String> {
    if asked.algorithm == Some(Algorithm::Plain) && wants.by == Some(By::Output) {
        return Err("`plain` does not tell states apart by what was printed; `states` and `dpor` do".to_owned());
    }
    let monitors = options::monitors(wants.monitors, loaded.accepted, &loaded.rules);
    let options = options::explore_options(asked, &loaded.rules, monitors, host)?;
    Ok(Options { watched: options::watched(wants.watch, loaded), ..options })
}

impl Explored {
    /// Explores a program.
    pub fn new(loaded: &Loaded, asked: &Exploring, wants: &Wants, options: &Options) -> Explored {
        let again = Again::exploring(&loaded.source.name, asked, wants.monitors);
        let began = options.control.host.now();
        let options = &Options { outputs: matches!(wants.by, Some(By::Output | By::All)), ..options.clone() };
        let mut searched = search(&loaded.program, asked, options);
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
        let by = wants.by.unwrap_or_else(|| outcomes::usual(&searched.result.outcomes));
        let mut ends = outcomes::by(&searched.result.outcomes, by);
        let different = ends.len();
        ends.truncate(wants.outcomes.max(1));
        if wants.schedules {
            outcomes::schedules(loaded, &searched.options, &mut ends, by, took);
        }
        let witnesses = if keys.is_empty() { Vec::new() } else { shown::shorten(loaded, &searched, &keys) };
        let all = Shown::all(loaded, &searched.options, &again, &witnesses);
        let blocks: Vec<_> = all.iter().filter_map(|shown| cycles::block(&shown.key)).collect();
        let serial = Serial::of(loaded, &searched, &blocks);
        let ending = match searched.result.cut {
            Some(Cut::Interrupted) => Ending::Interrupted,
            _ if !found.is_empty() => Ending::Wrong,
            Some(_) => Ending::Budget,
            None => Ending::Fine,
        };
        Explored { searched, all, groups, serial, by, different, ends, ending, outcomes: wants.outcomes }
    }
}
