//! The verdicts, in words and as objects.

use super::clients::{Client, ClientSearch};
use super::judge::{ErrorVerdict, JudgedError, Subject};
use super::reach::RUNS;
use crate::exploring::cycles::{self, CycleRecord, Serial};
use crate::exploring::json::ShownRecord;
use crate::exploring::{Searched, Shown, json, shown, words};
use crate::json::{Place, Places, VERSION};
use crate::options::{Exploring, Monitoring};
use crate::running::{Again, Loaded, Parsed};
use crate::source::count;
use racefree_grammar::Span;
use racefree_interp::drive::Key;
use racefree_kernel::{PremiseId, Report, TypeError};
use serde::Serialize;

/// Material of a report.
pub struct Told<'a> {
    /// The program.
    pub loaded: &'a Loaded,
    /// Search of its schedules.
    pub searched: &'a Searched,
    /// The verdicts.
    pub judged: &'a [JudgedError<'a>],
    /// Findings, with the shortest schedules.
    pub shown: &'a [Shown],
    /// Results of clients, for errors in classes that are harmless in this program.
    pub clients: &'a [WithClient],
    /// Search for clients.
    pub tried: Option<&'a ClientSearch>,
    /// Findings about blocks that are not serializable.
    pub serial: &'a Serial,
}

/// An error that is harmless in its program, with a client in which it is real.
pub struct WithClient {
    /// The error.
    error: (PremiseId, Span),
    /// The client's main expression.
    pub main: String,
    /// The program with it.
    pub loaded: Option<Loaded>,
    /// Finding with that client.
    pub shown: Option<Shown>,
}

impl WithClient {
    /// Finds the shortest schedule of what goes wrong with the client.
    pub fn new(error: (PremiseId, Span), client: Option<&Client>, exploring: &Exploring) -> WithClient {
        let Some(client) = client else { return WithClient { error, main: String::new(), loaded: None, shown: None } };
        let again = Again::exploring("client.rfj", exploring, Monitoring::Auto);
        let keys = [client.key.clone()];
        let witnesses = shown::shorten(&client.loaded, &client.searched, &keys);
        let shown = witnesses.first().map(|w| Shown::new(&client.loaded, &client.searched.options, &again, w));
        let Client { main, loaded, .. } = client;
        WithClient { error, main: main.clone(), loaded: Some(loaded.again()), shown }
    }

    /// Record of the client.
    pub fn json(&self) -> Option<ClientRecord> {
        let (Some(loaded), Some(shown)) = (&self.loaded, &self.shown) else { return None };
        let (main, program) = (self.main.clone(), loaded.source.text.clone());
        Some(ClientRecord { main, program, finding: json::named(loaded, shown) })
    }
}

/// A client in which an error is real, as an object.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct ClientRecord {
    /// Main expression of the client.
    pub main: String,
    /// Program with this main expression.
    pub program: String,
    /// Finding in that program.
    pub finding: ShownRecord,
}

/// A verdict, as an object.
#[derive(Serialize, Debug, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct VerdictRecord {
    /// `error`, `silenced` or `holds`.
    pub kind: &'static str,
    /// The rule.
    pub rule: Option<&'static str>,
    /// The premise.
    pub premise: Option<&'static str>,
    /// Message of the checker.
    pub message: Option<String>,
    /// Place of the error.
    pub span: Place,
    /// `real`, `false-alarm`, `unknown`, `real-with-client` or `not-in-this-program`.
    pub verdict: &'static str,
    /// Client in which the error is real.
    pub client: Option<ClientRecord>,
    /// Number of clients tried.
    pub clients: Option<usize>,
    /// Reasons for the verdict, in sentences.
    pub reasons: Vec<String>,
    /// Finding that shows the error.
    pub finding: Option<ShownRecord>,
    /// Cycle that breaks a claim of atomicity.
    pub violation: Option<CycleRecord>,
    /// True if the error is real by elimination: nothing else accounts for the finding.
    pub by_elimination: bool,
    /// Harmless breach of the locking discipline.
    pub discipline: Option<ShownRecord>,
    /// Places of other names under which the lock was held.
    pub same_object: Vec<Place>,
    /// Number of sampled runs that reach the place.
    pub sampled_runs_that_get_there: Option<u64>,
}

/// The verdicts on a program.
#[derive(Serialize, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema), schemars(rename = "explain"))]
pub struct ExplainRecord {
    /// The file.
    pub file: String,
    /// The version of the format.
    pub version: u32,
    /// The type system.
    pub system: &'static str,
    /// True if the program has no main expression.
    pub open: bool,
    /// Suggested main expression for an open program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suggestion: Option<Option<String>>,
    /// The verdicts.
    pub verdicts: Vec<VerdictRecord>,
    /// Extent of the exploration, if there was one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exploration: Option<json::Extent>,
}

/// The verdict in a word or two.
pub fn word(judged: &JudgedError<'_>, client: Option<&WithClient>) -> &'static str {
    match (&judged.item, &judged.verdict) {
        (Subject::Holds(_), ErrorVerdict::Real(_)) => "NOT TRUE",
        (Subject::Holds(_), ErrorVerdict::FalseAlarm) => "ALWAYS TRUE",
        (_, ErrorVerdict::Real(_)) => "REAL",
        (_, ErrorVerdict::FalseAlarm) if client.is_some_and(|c| c.shown.is_some()) => {
            "NOT IN THIS PROGRAM, REAL WITH THIS CLIENT"
        }
        (_, ErrorVerdict::FalseAlarm) if client.is_some() => "NOT IN THIS PROGRAM",
        (_, ErrorVerdict::FalseAlarm) => "FALSE ALARM",
        (_, ErrorVerdict::Unknown) => "UNKNOWN",
    }
}

/// The verdict as it stands in objects.
fn name(verdict: &ErrorVerdict, client: Option<&WithClient>) -> &'static str {
    match verdict {
        ErrorVerdict::FalseAlarm if client.is_some_and(|c| c.shown.is_some()) => "real-with-client",
        ErrorVerdict::FalseAlarm if client.is_some() => "not-in-this-program",
        ErrorVerdict::Real(_) => "real",
        ErrorVerdict::FalseAlarm => "false-alarm",
        ErrorVerdict::Unknown => "unknown",
    }
}

impl Told<'_> {
    fn find(&self, key: &Key) -> Option<&Shown> {
        self.shown.iter().find(|s| s.key == *key)
    }

    /// Result with a client for an item.
    pub fn client(&self, judged: &JudgedError<'_>) -> Option<&WithClient> {
        let Subject::Error(error, _) = judged.item else { return None };
        self.clients.iter().find(|c| c.error == (error.premise, error.span))
    }

    fn headline(&self, key: &Key) -> String {
        shown::headline(self.loaded, key)
    }

    /// Reasons for the verdict, in sentences.
    pub fn reasons(&self, judged: &JudgedError<'_>) -> Vec<String> {
        let JudgedError { verdict, discipline, names, reached, eliminated, unclear, item, why } = judged;
        let mut reasons = Vec::new();
        let covered = words::covered(self.searched);
        match verdict {
            ErrorVerdict::Real(key) => {
                let what = self.headline(key);
                reasons.push(match self.find(key) {
                    Some(shown) => format!("{what}, in a schedule of {}", shown.size()),
                    None => what,
                });
                reasons.extend(cycles::block(key).into_iter().flat_map(|block| self.serial.words(block)));
                if *eliminated {
                    reasons.push("nothing else that the checker complains of accounts for it".to_owned());
                }
            }
            ErrorVerdict::FalseAlarm if matches!(item, Subject::Holds(_)) => {
                reasons.push(format!("the lock is held whenever it is asserted: {covered}, which are all"));
            }
            ErrorVerdict::FalseAlarm => {
                let client = self.client(judged);
                if let (Some(shown), Some(loaded)) =
                    (client.and_then(|c| c.shown.as_ref()), client.and_then(|c| c.loaded.as_ref()))
                {
                    let what = shown::headline(loaded, &shown.key);
                    reasons.push(format!("{what}, in a schedule of {} with the client below", shown.size()));
                    reasons.push(format!(
                        "in this program nothing goes wrong here in any schedule: {covered}, which are all"
                    ));
                } else if client.is_some() {
                    let n = self.tried.map_or(0, |t| t.clients);
                    let time = if self.tried.is_some_and(|t| t.out_of_time) { ", when the time was over" } else { "" };
                    reasons.push(format!(
                        "and in none of {}{time}: {covered}, which are all of this program",
                        count(n as u64, "client")
                    ));
                } else {
                    reasons.push(format!("nothing goes wrong here in any schedule: {covered}, which are all"));
                }
            }
            ErrorVerdict::Unknown => {
                if let Some(bound) = words::bound(self.searched) {
                    reasons.push(format!(
                        "nothing was found to go wrong here, but the search was stopped {bound}, after {covered}"
                    ));
                }
            }
        }
        reasons.extend(why.clone());
        if !names.is_empty() {
            let places = Places::new(&self.loaded.source.text);
            let text = |span: &racefree_grammar::Span| {
                format!("`synchronized {}` (line {})", span.text(&self.loaded.source.text), places.line(*span))
            };
            let all: Vec<String> = names.iter().map(text).collect();
            reasons.push(format!(
                "same object, two names: whenever this runs the lock is held, taken by {}; the rules compare locks by how they are written",
                all.join(" and ")
            ));
        } else if *verdict == ErrorVerdict::FalseAlarm && *reached == Some(0) {
            reasons.push(format!("none of {RUNS} sampled runs gets here: perhaps nothing that runs does"));
        }
        if let Some(key) = discipline {
            reasons.push(format!(
                "the discipline is indeed broken ({}), but whatever other threads do is ordered before or after it by something else \
                 than that lock",
                self.headline(key)
            ));
        }
        if let Some(key) = unclear {
            let what = self.headline(key);
            reasons.push(format!(
                "{what} is possible, and it cannot be told whether this is to blame or another of the errors"
            ));
        }
        reasons
    }

    /// The schedule that shows it.
    pub fn command(&self, judged: &JudgedError<'_>) -> Option<&Shown> {
        let JudgedError { verdict, discipline, unclear, .. } = judged;
        match verdict {
            ErrorVerdict::Real(key) => self.find(key),
            _ => discipline.as_ref().or(unclear.as_ref()).and_then(|key| self.find(key)),
        }
    }

    /// Numbers of verdicts of each kind.
    pub fn counts(&self) -> String {
        let of = |is: fn(&ErrorVerdict) -> bool| self.judged.iter().filter(|j| is(&j.verdict)).count();
        let real = of(|v| matches!(v, ErrorVerdict::Real(_)));
        let (alarms, unknown) = (of(|v| *v == ErrorVerdict::FalseAlarm), of(|v| *v == ErrorVerdict::Unknown));
        let with = self.clients.iter().filter(|c| c.shown.is_some()).count();
        let without = self.clients.len() - with;
        let mut parts = vec![format!("{real} real")];
        if with > 0 {
            parts.push(format!("{with} real with a client"));
        }
        if without > 0 {
            parts.push(format!("{without} in no client"));
        }
        parts.push(count((alarms - self.clients.len().min(alarms)) as u64, "false alarm"));
        if unknown > 0 {
            parts.push(format!("{unknown} unknown"));
        }
        format!("of {}, {}", count(self.judged.len() as u64, "complaint"), parts.join(", "))
    }

    /// The verdicts, as objects.
    pub fn verdicts(&self) -> Vec<VerdictRecord> {
        let Loaded { source, .. } = self.loaded;
        let places = Places::new(&source.text);
        let finding = |key: &Key| self.find(key).map(|s| json::named(self.loaded, s));
        let violation = |key: &Key| {
            let (block, s) = (cycles::block(key)?, self.find(key)?);
            Some(cycles::json(self.loaded, block, &s.cycle, self.serial, &s.schedule))
        };
        let one = |j: &JudgedError<'_>| {
            let of = match j.item {
                Subject::Error(error, silenced) => {
                    of_error(error, if silenced { "silenced" } else { "error" }, &places)
                }
                Subject::Holds(span) => {
                    VerdictRecord { kind: "holds", span: places.place(span), ..VerdictRecord::default() }
                }
            };
            let real = if let ErrorVerdict::Real(key) = &j.verdict { Some(key) } else { None };
            let client = self.client(j);
            VerdictRecord {
                verdict: name(&j.verdict, client),
                client: client.and_then(WithClient::json),
                clients: client.map(|_| self.tried.map_or(0, |t| t.clients)),
                reasons: self.reasons(j),
                finding: real.and_then(finding),
                violation: real.and_then(violation),
                by_elimination: j.eliminated,
                discipline: j.discipline.as_ref().and_then(finding),
                same_object: j.names.iter().map(|s| places.place(*s)).collect(),
                sampled_runs_that_get_there: j.reached,
                ..of
            }
        };
        self.judged.iter().map(one).collect()
    }

    /// Each verdict in a line or two, with the place that it is on.
    pub fn lines(&self) -> Vec<(Span, String)> {
        let line = |j: &JudgedError<'_>| {
            let verdict = word(j, self.client(j));
            (j.item.span(), format!("{verdict}: {}", self.reasons(j).join("; ")))
        };
        self.judged.iter().map(line).collect()
    }

    /// The object `explain`.
    pub fn json(&self) -> ExplainRecord {
        let exploration = Some(json::extent(self.searched));
        ExplainRecord { verdicts: self.verdicts(), exploration, ..nothing(self.loaded) }
    }
}

/// Record of an error, without a verdict.
fn of_error(error: &TypeError, kind: &'static str, places: &Places<'_>) -> VerdictRecord {
    VerdictRecord {
        kind,
        rule: Some(racefree_systems::rule(error.premise.rule()).name),
        premise: Some(racefree_systems::premise(error.premise).name),
        message: Some(error.message.clone()),
        span: places.place(error.span),
        ..VerdictRecord::default()
    }
}

/// Record for a program without errors.
pub fn nothing(loaded: &Loaded) -> ExplainRecord {
    ExplainRecord {
        file: loaded.source.name.clone(),
        version: VERSION,
        system: loaded.rules.system.name(),
        open: false,
        suggestion: None,
        verdicts: Vec::new(),
        exploration: None,
    }
}

/// The errors of a program without a main expression, in their order.
fn errors<'p>(parsed: &'p Parsed, places: &Places<'_>) -> Vec<(&'p TypeError, VerdictRecord)> {
    let Report { errors, silenced, .. } = &parsed.report;
    let all = errors.iter().map(|e| (e, "error")).chain(silenced.iter().map(|e| (e, "silenced")));
    all.map(|(e, kind)| (e, VerdictRecord { verdict: "unknown", ..of_error(e, kind, places) })).collect()
}

/// Record for a program without a main expression.
pub fn open(parsed: &Parsed, suggestion: Option<String>) -> ExplainRecord {
    let unknown = |(_, verdict): (&TypeError, VerdictRecord)| VerdictRecord {
        reasons: vec!["there is no main expression to judge by".to_owned()],
        ..verdict
    };
    let verdicts = errors(parsed, &Places::new(&parsed.source.text)).into_iter().map(unknown);
    ExplainRecord {
        file: parsed.source.name.clone(),
        version: VERSION,
        system: parsed.rules.system.name(),
        open: true,
        suggestion: Some(suggestion),
        verdicts: verdicts.collect(),
        exploration: None,
    }
}

/// Record for a program without a main expression, its errors judged by clients.
pub fn library(parsed: &Parsed, clients: &[WithClient], tried: &ClientSearch) -> ExplainRecord {
    let none = || {
        let n = count(tried.clients as u64, "client");
        vec![format!("there is no main expression to judge by, and in none of {n} it goes wrong")]
    };
    let judged = |((_, verdict), client): ((&TypeError, VerdictRecord), &WithClient)| {
        let real = client.shown.is_some();
        VerdictRecord {
            verdict: if real { "real-with-client" } else { "unknown" },
            client: client.json(),
            clients: Some(tried.clients),
            reasons: if real { Vec::new() } else { none() },
            ..verdict
        }
    };
    let verdicts = errors(parsed, &Places::new(&parsed.source.text)).into_iter().zip(clients).map(judged).collect();
    let suggestion = clients.iter().find(|c| c.shown.is_some()).map(|c| c.main.clone());
    ExplainRecord { verdicts, ..open(parsed, suggestion) }
}
