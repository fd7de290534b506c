//! The result of an exploration: the object `explore` of the interface.

use super::cycles::{self, CycleRecord};
use super::outcomes::End;
use super::{Searched, Shown, causes, shown, words};
use crate::json::{Place, Places, VERSION};
use crate::options::By;
use crate::running::json::FindingRecord;
use crate::running::{Loaded, json};
use racefree_explore::Outcome;
use racefree_interp::drive::Key;
use schemars::JsonSchema;
use serde::Serialize;

/// Something that goes wrong, with a schedule.
#[derive(Serialize, JsonSchema, Debug)]
pub struct ShownRecord {
    /// The finding with the threads and objects of the run of its schedule; without one if that run was not made again in time.
    #[serde(flatten)]
    pub finding: Option<FindingRecord>,
    /// The finding without threads and objects, where that run was not made again.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unnamed: Option<UnnamedRecord>,
    /// `race`, `deadlock`, `exception`, `monitor` or `stuck`, where findings of all kinds stand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub kind: Option<&'static str>,
    /// The command line that shows it.
    pub command: String,
    /// The context switches of the schedule.
    pub switches: usize,
    /// Whether no schedule is shorter.
    pub shortest: bool,
}

/// Kind, field and places of a finding, as an exploration knows them without the run that shows it.
#[derive(Serialize, JsonSchema, Debug)]
pub struct UnnamedRecord {
    /// In words: `a race on Account.balance`.
    pub what: String,
    /// The places that it is about: of a race both accesses.
    pub places: Vec<Place>,
    /// The thread of each step up to it.
    pub schedule: Vec<u32>,
}

/// How an exploration went: what `explore` and `explain` say alike.
#[derive(Serialize, JsonSchema, Debug)]
pub struct Extent {
    /// `dpor`, `states`, `sync`, `dfs` or `plain`.
    pub algorithm: &'static str,
    /// Why this one.
    pub why: Option<String>,
    /// Whether every schedule was covered.
    pub complete: bool,
    /// What cut it short.
    pub cut: Option<&'static str>,
    /// The same in words.
    pub bound: Option<String>,
    /// Runs, or final states.
    pub executions: u64,
    /// Where states were explored, the traces that they stand for, if these were counted: no more than 2^64 - 1 are.
    pub traces: Option<u64>,
    /// Runs that ended before they were over.
    pub blocked: u64,
    /// Runs that were equivalent to others.
    pub redundant: u64,
    /// States.
    pub states: u64,
    /// Transitions.
    pub transitions: u64,
    /// Reduction steps.
    pub steps: u64,
}

/// How runs end.
#[derive(Serialize, JsonSchema, Debug)]
pub struct OutcomeRecord {
    /// What was printed; null where outcomes are not told apart by it, or the algorithm does not know.
    pub output: Option<Vec<String>>,
    /// How the main thread ended.
    pub result: Option<String>,
    /// So many final states, traces or schedules.
    pub count: u64,
    /// The traces that `count` final states stand for, if these were counted.
    pub traces: Option<u64>,
    /// The objects.
    pub heap: Vec<String>,
    /// How the threads ended.
    pub threads: Vec<String>,
}

/// An outcome by a projection.
#[derive(Serialize, JsonSchema, Debug)]
pub struct EndRecord {
    /// The outcome.
    #[serde(flatten)]
    pub outcome: OutcomeRecord,
    /// A schedule that ends so, if one was met.
    pub schedule: Option<String>,
}

/// The outcomes by a projection.
#[derive(Serialize, JsonSchema, Debug)]
pub struct Ends {
    /// What they are told apart by.
    pub by: &'static str,
    /// Number of different ones.
    pub different: usize,
    /// The most frequent of them.
    pub outcomes: Vec<EndRecord>,
}

/// What races come from.
#[derive(Serialize, JsonSchema, Debug)]
pub struct CauseRecord {
    /// `Class.field`
    pub field: String,
    /// The access that lacks the lock.
    pub access: Option<Place>,
    /// How many pairs of accesses race for it.
    pub races: usize,
}

/// An exploration.
#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "explore")]
pub struct ExploreRecord {
    /// The file.
    pub file: String,
    /// The version of the format.
    pub version: u32,
    /// The type system.
    pub system: &'static str,
    /// How it went.
    #[serde(flatten)]
    pub extent: Extent,
    /// The races.
    pub races: Vec<ShownRecord>,
    /// The deadlocks.
    pub deadlocks: Vec<ShownRecord>,
    /// The exceptions.
    pub exceptions: Vec<ShownRecord>,
    /// The monitors that fire.
    pub monitors: Vec<ShownRecord>,
    /// The stuck threads.
    pub stuck: Vec<ShownRecord>,
    /// The blocks that are not serializable.
    pub violations: Vec<CycleRecord>,
    /// How runs end,
    pub outcomes: Vec<OutcomeRecord>,
    /// in how many ways in all, what was printed left aside where `output` is null,
    pub different_outcomes: usize,
    /// and by a projection.
    pub outcomes_by: Ends,
    /// The races by what they come from.
    pub causes: Vec<CauseRecord>,
}

/// Record of a finding.
pub fn finding(loaded: &Loaded, shown: &Shown) -> ShownRecord {
    let Loaded { source, program, .. } = loaded;
    let record = |finding| json::finding(&source.text, program, finding, &shown.schedule);
    let places = Places::new(&source.text);
    let unnamed = || UnnamedRecord {
        what: shown::headline(loaded, &shown.key),
        places: shown.spans(loaded).into_iter().map(|span| places.place(span)).collect(),
        schedule: json::ids(&shown.schedule),
    };
    ShownRecord {
        finding: shown.finding.as_ref().map(record),
        unnamed: shown.finding.is_none().then(unnamed),
        kind: None,
        command: shown.command.clone(),
        switches: shown.schedule.switches(),
        shortest: shown.proved,
    }
}

/// Record of a finding, with its kind.
pub fn named(loaded: &Loaded, shown: &Shown) -> ShownRecord {
    ShownRecord { kind: Some(shown::kind(&shown.key)), ..finding(loaded, shown) }
}

/// Record of the extent of an exploration.
pub fn extent(searched: &Searched) -> Extent {
    let Searched { result, note, .. } = searched;
    Extent {
        algorithm: result.algorithm.name(),
        why: note.clone(),
        complete: result.complete(),
        cut: result.cut.map(words::cut_name),
        bound: words::bound(searched),
        executions: result.executions,
        traces: result.traces,
        blocked: result.blocked,
        redundant: result.redundant,
        states: result.states,
        transitions: result.transitions,
        steps: result.steps,
    }
}

impl super::Explored {
    /// The object `explore`.
    pub fn json(&self, loaded: &Loaded) -> ExploreRecord {
        let of = |is: fn(&Key) -> bool| -> Vec<ShownRecord> {
            self.all.iter().filter(|s| is(&s.key)).map(|s| finding(loaded, s)).collect()
        };
        let violation = |s: &Shown| {
            let block = cycles::block(&s.key)?;
            Some(cycles::json(loaded, block, &s.cycle, &self.serial, &s.schedule))
        };
        let all = &self.searched.result.outcomes;
        ExploreRecord {
            file: loaded.source.name.clone(),
            version: VERSION,
            system: loaded.rules.system.name(),
            extent: extent(&self.searched),
            races: of(|k| matches!(k, Key::Race(..))),
            deadlocks: of(|k| matches!(k, Key::Deadlock(_))),
            exceptions: of(|k| matches!(k, Key::Exception(..))),
            monitors: of(|k| matches!(k, Key::Monitor(..))),
            stuck: of(|k| matches!(k, Key::Stuck(_))),
            violations: self.all.iter().filter_map(violation).collect(),
            outcomes: all.iter().take(self.outcomes).map(outcome).collect(),
            different_outcomes: all.len(),
            outcomes_by: ends(self.by, self.different, &self.ends),
            causes: causes(loaded, &self.groups),
        }
    }
}

fn outcome(outcome: &Outcome) -> OutcomeRecord {
    OutcomeRecord {
        output: outcome.output.clone(),
        result: result(outcome).map(str::to_owned),
        count: outcome.count,
        traces: outcome.traces,
        heap: outcome.heap.clone(),
        threads: outcome.threads.clone(),
    }
}

/// Result of the main thread.
pub fn result(outcome: &Outcome) -> Option<&str> {
    outcome.threads.iter().find_map(|t| t.strip_prefix("0: "))
}

fn ends(by: By, different: usize, ends: &[End]) -> Ends {
    let one = |end: &End| EndRecord { outcome: outcome(&end.outcome), schedule: end.schedule.clone() };
    Ends { by: by.name(), different, outcomes: ends.iter().map(one).collect() }
}

fn causes(loaded: &Loaded, groups: &[(Key, Vec<Key>)]) -> Vec<CauseRecord> {
    let places = Places::new(&loaded.source.text);
    let one = |(first, others): &(Key, Vec<Key>)| {
        let cause = causes::cause(loaded, first)?;
        Some(CauseRecord {
            field: loaded.program.tables.field_name(cause.field),
            access: cause.access.map(|span| places.place(span)),
            races: others.len() + 1,
        })
    };
    groups.iter().filter_map(one).collect()
}
