//! The result of an exploration: the object `explore` of the interface.

use super::beyond::BeyondRecord;
use super::cycles::CycleRecord;
use super::outcomes::ProjectedOutcome;
use super::{Searched, Shown, causes, shown, words};
use crate::json::{Place, Places, VERSION};
use crate::options::By;
use crate::running::json::FindingRecord;
use crate::running::{Loaded, json};
use racefree_explore::Outcome;
use racefree_grammar::Program;
use racefree_grammar::ast::Expr;
use racefree_grammar::ast::MethodKind;
use racefree_interp::drive::Key;
use racefree_interp::{Access, Site};

records! {
    /// A finding with its schedule.
    pub struct ShownRecord {
        /// Finding with the threads and objects of its run; absent if that run was not repeated in time.
        #[serde(flatten)]
        pub finding: Option<FindingRecord>,
        /// Finding without threads and objects, if its run was not repeated.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub unnamed: Option<UnnamedRecord>,
        /// `race`, `deadlock`, `waiting`, `exception`, `monitor` or `stuck`; absent in lists of one kind.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub kind: Option<&'static str>,
        /// Command line that shows the finding.
        pub command: String,
        /// Number of context switches in the schedule.
        pub switches: usize,
        /// True if no schedule is shorter.
        pub shortest: bool,
    }

    /// Kind, field and places of a finding, as an exploration knows them without the run that shows it.
    pub struct UnnamedRecord {
        /// Finding in words, as in `a race on Account.balance`.
        pub what: String,
        /// Places of the finding; for a race, both accesses.
        pub places: Vec<Place>,
        /// Field of a race, `Class.field`.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub field: Option<String>,
        /// Both accesses of a race.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub accesses: Option<[UnnamedAccess; 2]>,
        /// Thread of each step up to the finding.
        pub schedule: Vec<u32>,
    }

    /// An access whose thread is not known.
    pub struct UnnamedAccess {
        /// `read`, `write` or `init`.
        pub kind: &'static str,
        /// Place of the access.
        pub span: Place,
    }

    /// Extent of an exploration, in the answers to `explore` and `explain`.
    pub struct Extent {
        /// `dpor`, `states` or `plain`.
        pub algorithm: &'static str,
        /// Reason for this algorithm.
        pub why: Option<String>,
        /// True if every schedule was covered.
        pub complete: bool,
        /// Parts of the world that every run took one way, in sentences: the callers, the time, numbers at random.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub taken: Vec<String>,
        /// Bound that cut the exploration short.
        pub cut: Option<&'static str>,
        /// Bound in words.
        pub bound: Option<String>,
        /// Number of ends of the search: of traces by `dpor`, of final states by `states` and `plain`.
        pub executions: u64,
        /// Number of traces: those that were run, or those that the states stand for, if they were counted; at most 2^64 - 1.
        pub traces: Option<u64>,
        /// Number of runs cut off before they ended.
        pub blocked: u64,
        /// Number of runs equivalent to others.
        pub redundant: u64,
        /// Number of states; none of a search that follows runs.
        pub states: Option<u64>,
        /// Number of transitions.
        pub transitions: u64,
        /// Number of reduction steps.
        pub steps: u64,
    }

    /// An outcome: one way in which runs end.
    pub struct OutcomeRecord {
        /// Output; null if outcomes are not told apart by it, or the algorithm does not know it.
        pub output: Option<Vec<String>>,
        /// Result of the main thread.
        pub result: Option<String>,
        /// Number of final states, or traces, with this outcome.
        pub count: u64,
        /// Number of traces that the `count` final states stand for, if they were counted.
        pub traces: Option<u64>,
        /// Objects at the end.
        pub heap: Vec<String>,
        /// Endings of the threads.
        pub threads: Vec<String>,
    }

    /// An outcome by a projection.
    pub struct EndRecord {
        /// The outcome.
        #[serde(flatten)]
        pub outcome: OutcomeRecord,
        /// Number of those that `count` counts in which some thread waits for ever.
        pub waiting: u64,
        /// A schedule with this outcome, if one was found.
        pub schedule: Option<String>,
    }

    /// The outcomes by a projection.
    pub struct Ends {
        /// Projection that tells outcomes apart.
        pub by: &'static str,
        /// Number of different outcomes.
        pub different: usize,
        /// Most frequent outcomes.
        pub outcomes: Vec<EndRecord>,
    }

    /// A cause of races.
    pub struct CauseRecord {
        /// `Class.field`
        pub field: String,
        /// The access that lacks the lock.
        pub access: Option<Place>,
        /// Number of pairs of accesses that race because of it.
        pub races: usize,
    }

    /// A method that is not called, as JSON.
    pub struct UnreachedRecord {
        /// Name, as in `Account.deposit`.
        pub method: String,
        /// Place of its name.
        pub span: Place,
    }

    /// An exploration.
    #[cfg_attr(feature = "schemas", schemars(rename = "explore"))]
    pub struct ExploreRecord {
        /// The file.
        pub file: String,
        /// The version of the format.
        pub version: u32,
        /// The type system.
        pub system: &'static str,
        /// Extent of the exploration.
        #[serde(flatten)]
        pub extent: Extent,
        /// The races.
        pub races: Vec<ShownRecord>,
        /// The deadlocks.
        pub deadlocks: Vec<ShownRecord>,
        /// Threads that wait for ever to be notified; absent if there are none.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub waiting: Vec<ShownRecord>,
        /// Points from which no schedule ends, though others before them do; absent if there are none.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub livelocks: Vec<ShownRecord>,
        /// The exceptions.
        pub exceptions: Vec<ShownRecord>,
        /// The monitors that fire.
        pub monitors: Vec<ShownRecord>,
        /// The stuck threads.
        pub stuck: Vec<ShownRecord>,
        /// The blocks that are not serializable.
        pub violations: Vec<CycleRecord>,
        /// Outcomes of runs.
        pub outcomes: Vec<OutcomeRecord>,
        /// Number of different outcomes; the output is ignored where `output` is null.
        pub different_outcomes: usize,
        /// Outcomes by a projection.
        pub outcomes_by: Ends,
        /// Races by cause.
        pub causes: Vec<CauseRecord>,
        /// Threads that end in no schedule, if no schedule comes to an end.
        pub endless: Vec<u32>,
        /// The memory model: another one, such as Java's, allows more of a program with races.
        pub memory: &'static str,
        /// Outcomes that there are not under this model, and are with store buffers; absent if no model with these was asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub beyond: Option<BeyondRecord>,
        /// Methods that no schedule calls; if the exploration is not complete, that none has called so far.
        pub unreached: Vec<UnreachedRecord>,
    }
}

/// The sort of an access, by its expression; an initialiser is any other one.
fn access(program: &Program, site: Site) -> Access {
    match site.as_expr().map(|e| program.expr(e)) {
        Some(Expr::Field { .. }) => Access::Read,
        Some(Expr::Assign { .. }) => Access::Write,
        _ => Access::Init,
    }
}

/// Record of a finding.
pub fn finding(loaded: &Loaded, shown: &Shown) -> ShownRecord {
    let Loaded { source, program, .. } = loaded;
    let record = |finding| json::finding(&source.text, program, finding, &shown.schedule);
    let places = Places::new(&source.text);
    let tables = &program.tables;
    let unnamed_access = |site: Site| UnnamedAccess {
        kind: access(&tables.program, site).name(),
        span: places.place(site.span(&tables.program)),
    };
    let race = match shown.key {
        Key::Race(field, a, b) => Some((tables.field_name(field), [unnamed_access(a), unnamed_access(b)])),
        _ => None,
    };
    let (field, accesses) = race.unzip();
    let unnamed = || UnnamedRecord {
        what: shown::headline(loaded, &shown.key),
        places: shown.spans(loaded).into_iter().map(|span| places.place(span)).collect(),
        field,
        accesses,
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

/// Record of the extent of an exploration of a program.
pub fn extent(loaded: &Loaded, searched: &Searched) -> Extent {
    let Searched { result, note, .. } = searched;
    // One word has one number: a search that follows runs knows no states.
    let counts_states = result.algorithm.keeps_states();
    Extent {
        algorithm: result.algorithm.name(),
        why: note.clone(),
        complete: result.complete(),
        taken: loaded.taken.iter().map(|one| one.way.clone()).collect(),
        cut: result.cut.map(words::cut_name),
        bound: words::bound(searched),
        executions: result.executions,
        traces: result.traces.or_else(|| (!counts_states).then_some(result.executions)),
        blocked: result.blocked,
        redundant: result.redundant,
        states: counts_states.then_some(result.states),
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
        let all = &self.searched.result.outcomes;
        ExploreRecord {
            file: loaded.source.name.clone(),
            version: VERSION,
            system: loaded.rules.system.name(),
            extent: extent(loaded, &self.searched),
            races: of(|k| matches!(k, Key::Race(..))),
            deadlocks: of(|k| matches!(k, Key::Deadlock(_))),
            waiting: of(|k| matches!(k, Key::Waiting(_))),
            livelocks: of(|k| matches!(k, Key::Livelock(..))),
            exceptions: of(|k| matches!(k, Key::Exception(..))),
            monitors: of(|k| matches!(k, Key::Monitor(..))),
            stuck: of(|k| matches!(k, Key::Stuck(_))),
            violations: self.all.iter().filter_map(|shown| shown.violation(loaded, &self.serial)).collect(),
            outcomes: all.iter().take(self.outcomes).map(outcome).collect(),
            different_outcomes: all.len(),
            outcomes_by: ends(self.by, self.different, &self.ends),
            causes: causes(loaded, &self.groups),
            endless: self.endless.iter().map(|thread| thread.0).collect(),
            memory: "sequential-consistency",
            beyond: self.beyond.as_ref().map(|beyond| beyond.json(loaded, self.outcomes)),
            unreached: unreached(loaded, &self.searched),
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

fn ends(by: By, different: usize, ends: &[ProjectedOutcome]) -> Ends {
    let one = |end: &ProjectedOutcome| EndRecord {
        outcome: outcome(&end.outcome),
        waiting: end.waiting,
        schedule: end.schedule.clone(),
    };
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

/// Returns true if the name of a method stands at its place, in front of its parameters.
fn is_declared(loaded: &Loaded, method: &str, span: racefree_grammar::Span) -> bool {
    let name = method.rsplit('.').next().unwrap_or(method);
    let rest = loaded.source.text.get(span.start as usize..).and_then(|text| text.strip_prefix(name));
    rest.is_some_and(|rest| rest.trim_start().starts_with('('))
}

/// Methods of a program that a search has not seen called, in the order of the text.
pub fn unreached(loaded: &Loaded, searched: &Searched) -> Vec<UnreachedRecord> {
    let (tables, places) = (&loaded.program.tables, Places::new(&loaded.source.text));
    let (methods, reached) = (&tables.program.methods, &searched.result.reached);
    // In Java the methods that somebody has written: not those that the compiler makes for records and enums.
    let is_own = |m: &usize| {
        let (java, span) = (&tables.java, methods[*m].name_span);
        let plain = tables.program.kind_of(&methods[*m]) == MethodKind::Plain;
        !java.has_forms || plain && !java.is_library(span) && is_declared(loaded, &tables.declared_method(*m), span)
    };
    let mut all: Vec<usize> = (0..reached.len()).filter(|&m| !reached[m]).filter(is_own).collect();
    all.sort_by_key(|&m| methods[m].name_span.start);
    let one = |m| UnreachedRecord { method: tables.declared_method(m), span: places.place(methods[m].name_span) };
    all.into_iter().map(one).collect()
}
