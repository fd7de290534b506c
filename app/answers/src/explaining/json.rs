//! The verdicts as objects.

use super::clients::{Client, ClientSearch, WithClient};
use super::judge::{JudgedError, Subject};
use super::report::{Told, word};
use crate::exploring::cycles::CycleRecord;
use crate::exploring::json::{self, ShownRecord};
use crate::json::{Place, Places, VERSION};
use crate::running::{Loaded, Parsed};
use crate::source::count;
use racefree_interp::drive::Key;
use racefree_kernel::{Report, TypeError};

records! {
    /// A client in which an error is real, as an object.
    pub struct ClientRecord {
        /// Main expression of the client.
        pub main: String,
        /// Program with this main expression.
        pub program: String,
        /// Finding in that program.
        pub finding: ShownRecord,
    }

    /// A verdict, as an object.
    #[derive(Default)]
    pub struct VerdictRecord {
        /// `error`, `silenced`, `holds`, or `code` for an error of the code itself.
        pub kind: &'static str,
        /// The rule.
        pub rule: Option<&'static str>,
        /// The premise.
        pub premise: Option<&'static str>,
        /// Message of the checker.
        pub message: Option<String>,
        /// An edit that would mend it, in words, as `check` has it.
        pub help: Option<String>,
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
    #[cfg_attr(feature = "schemas", schemars(rename = "explain"))]
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
        /// Findings that no complaint is about, in words.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub others: Vec<String>,
        /// Extent of the exploration, if there was one.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub exploration: Option<json::Extent>,
    }
}

impl WithClient {
    /// Record of the client.
    pub fn json(&self) -> Option<ClientRecord> {
        let Client { main, loaded, shown } = self.client.as_ref()?;
        let (main, program) = (main.clone(), loaded.source.text.clone());
        Some(ClientRecord { main, program, finding: json::named(loaded, shown) })
    }
}

impl Told {
    /// The verdicts, as objects.
    pub fn verdicts(&self) -> Vec<VerdictRecord> {
        let Loaded { source, .. } = &self.loaded;
        let places = Places::new(&source.text);
        let finding = |key: &Key| self.find(key).map(|s| json::named(&self.loaded, s));
        let one = |j: &JudgedError| {
            let of = match &j.item {
                Subject::Error(error, false) => of_error(error, "error", &places),
                Subject::Error(error, true) => of_error(error, "silenced", &places),
                Subject::Holds(span) => {
                    VerdictRecord { kind: "holds", span: places.place(*span), ..VerdictRecord::default() }
                }
            };
            let client = self.client(j);
            VerdictRecord {
                verdict: word(j, client).1,
                client: client.and_then(WithClient::json),
                clients: client.map(|_| self.tried.as_ref().map_or(0, |t| t.clients)),
                reasons: self.reasons(j),
                finding: j.real().and_then(finding),
                violation: j.real().and_then(|key| self.find(key)?.violation(&self.loaded, &self.serial)),
                by_elimination: j.eliminated,
                discipline: j.discipline.as_ref().and_then(finding),
                same_object: j.names.iter().map(|s| places.place(*s)).collect(),
                sampled_runs_that_get_there: j.reached,
                ..of
            }
        };
        let of_code = self.of_code().into_iter().map(|of| VerdictRecord {
            kind: "code",
            rule: Some("JAVA CODE"),
            verdict: of.word().1,
            reasons: vec![self.reason_of_code(&of)],
            finding: of.finding.as_ref().and_then(finding),
            span: places.place(of.span),
            message: Some(of.message),
            ..VerdictRecord::default()
        });
        self.judged.iter().map(one).chain(of_code).collect()
    }

    /// The object `explain`.
    pub fn json(&self) -> ExplainRecord {
        let exploration = Some(json::extent(&self.loaded, &self.searched));
        ExplainRecord { verdicts: self.verdicts(), others: self.others(), exploration, ..nothing(&self.loaded) }
    }
}

/// Record of an error, without a verdict.
fn of_error(error: &TypeError, kind: &'static str, places: &Places<'_>) -> VerdictRecord {
    VerdictRecord {
        kind,
        rule: Some(racefree_systems::rule(error.premise.rule()).name),
        premise: Some(racefree_systems::premise(error.premise).name),
        message: Some(error.message.clone()),
        help: error.help.clone(),
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
        others: Vec::new(),
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
        others: Vec::new(),
        exploration: None,
    }
}

/// Record for a program without a main expression, its errors judged by clients.
pub fn library(parsed: &Parsed, tried: &ClientSearch) -> ExplainRecord {
    let none = || {
        let n = count(tried.clients as u64, "client");
        vec![format!("there is no main expression to judge by, and in none of {n} it goes wrong")]
    };
    let judged = |((_, verdict), client): ((&TypeError, VerdictRecord), &WithClient)| {
        let real = client.client.is_some();
        VerdictRecord {
            verdict: if real { "real-with-client" } else { "unknown" },
            client: client.json(),
            clients: Some(tried.clients),
            reasons: if real { Vec::new() } else { none() },
            ..verdict
        }
    };
    let verdicts =
        errors(parsed, &Places::new(&parsed.source.text)).into_iter().zip(&tried.found).map(judged).collect();
    let suggestion = tried.found.iter().find_map(|c| Some(c.client.as_ref()?.main.clone()));
    ExplainRecord { verdicts, ..open(parsed, suggestion) }
}
