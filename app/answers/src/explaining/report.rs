//! The verdicts, in words.

use super::clients::{Client, ClientSearch, WithClient};
pub use super::json::ExplainRecord;
use super::judge::{ErrorVerdict, JudgedError, Subject};
use super::reach::RUNS;
use crate::exploring::cycles::{self, Serial};
use crate::exploring::{Searched, Shown, endless, shown, words};
use crate::json::Places;
use crate::running::Loaded;
use crate::source::{Ending, count};
use racefree_explore::Cut;
use racefree_grammar::Span;
use racefree_interp::Exception;
use racefree_interp::drive::Key;

/// Material of a report.
pub struct Told {
    /// The program.
    pub loaded: Loaded,
    /// Search of its schedules.
    pub searched: Searched,
    /// The verdicts.
    pub judged: Vec<JudgedError>,
    /// Findings, with the shortest schedules.
    pub shown: Vec<Shown>,
    /// Search for clients, for errors in classes that are harmless in this program.
    pub tried: Option<ClientSearch>,
    /// Findings about blocks that are not serializable.
    pub serial: Serial,
}

/// The verdict in a word or two, and as it stands in objects.
pub fn word(judged: &JudgedError, client: Option<&WithClient>) -> (&'static str, &'static str) {
    match (&judged.item, &judged.verdict, client.map(|c| c.client.is_some())) {
        (Subject::Holds(_), ErrorVerdict::Real(_), _) => ("NOT TRUE", "real"),
        (Subject::Holds(_), ErrorVerdict::FalseAlarm, _) => ("ALWAYS TRUE", "false-alarm"),
        (_, ErrorVerdict::Real(_), _) => ("REAL", "real"),
        (_, ErrorVerdict::FalseAlarm, Some(true)) => ("NOT IN THIS PROGRAM, REAL WITH THIS CLIENT", "real-with-client"),
        (_, ErrorVerdict::FalseAlarm, Some(false)) => ("NOT IN THIS PROGRAM", "not-in-this-program"),
        (_, ErrorVerdict::FalseAlarm, None) => ("FALSE ALARM", "false-alarm"),
        (_, ErrorVerdict::Unknown, _) => ("UNKNOWN", "unknown"),
    }
}

impl Told {
    pub(super) fn find(&self, key: &Key) -> Option<&Shown> {
        self.shown.iter().find(|s| s.key == *key)
    }

    fn clients(&self) -> &[WithClient] {
        self.tried.as_ref().map_or(&[], |tried| &tried.found)
    }

    /// Result with a client for an item.
    pub fn client(&self, judged: &JudgedError) -> Option<&WithClient> {
        let error = judged.item.error()?;
        self.clients().iter().find(|c| c.error == (error.premise, error.span))
    }

    pub(super) fn headline(&self, key: &Key) -> String {
        self.find(key).map_or_else(|| shown::headline(&self.loaded, key), |shown| shown.headline(&self.loaded))
    }

    /// Reasons for the verdict, in sentences.
    pub fn reasons(&self, judged: &JudgedError) -> Vec<String> {
        let JudgedError { verdict, discipline, names, reached, eliminated, unclear, item, why, due: _ } = judged;
        let mut reasons = Vec::new();
        let covered = words::covered(&self.searched);
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
                if let Some(Client { loaded, shown, .. }) = client.and_then(|c| c.client.as_ref()) {
                    let what = shown::headline(loaded, &shown.key);
                    reasons.push(format!("{what}, in a schedule of {} with the client below", shown.size()));
                    reasons.push(format!(
                        "in this program nothing goes wrong here in any schedule: {covered}, which are all"
                    ));
                } else if client.is_some() {
                    let n = self.tried.as_ref().map_or(0, |t| t.clients);
                    let time = if self.tried.as_ref().is_some_and(|t| t.out_of_time) {
                        ", when the time was over"
                    } else {
                        ""
                    };
                    reasons.push(format!(
                        "and in none of {}{time}: {covered}, which are all of this program",
                        count(n as u64, "client")
                    ));
                } else {
                    reasons.push(format!("nothing goes wrong here in any schedule: {covered}, which are all"));
                }
            }
            ErrorVerdict::Unknown => {
                if let Some(bound) = words::bound(&self.searched) {
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
    pub fn command(&self, judged: &JudgedError) -> Option<&Shown> {
        let JudgedError { verdict, discipline, unclear, .. } = judged;
        match verdict {
            ErrorVerdict::Real(key) => self.find(key),
            _ => discipline.as_ref().or(unclear.as_ref()).and_then(|key| self.find(key)),
        }
    }

    /// Ending of the search.
    pub fn ending(&self) -> Ending {
        let has = |is: fn(&ErrorVerdict) -> bool| self.judged.iter().any(|j| is(&j.verdict));
        match () {
            () if self.searched.result.cut == Some(Cut::Interrupted) => Ending::Interrupted,
            () if has(|v| matches!(v, ErrorVerdict::Real(_))) => Ending::Wrong,
            () if self.clients().iter().any(|c| c.client.is_some()) => Ending::Wrong,
            () if !self.others().is_empty() || self.of_code().iter().any(|of| of.finding.is_some()) => Ending::Wrong,
            () if has(|v| *v == ErrorVerdict::Unknown) => Ending::Budget,
            // Without a complaint the search is all that is known.
            () if self.judged.is_empty() && self.searched.result.cut.is_some() => Ending::Budget,
            () => Ending::Fine,
        }
    }

    /// Findings that no complaint is about, in words: races on other fields, threads that wait for ever, exceptions.
    pub fn others(&self) -> Vec<String> {
        let judged = || {
            self.judged.iter().flat_map(|j| j.real().into_iter().chain(&j.due).chain(&j.discipline).chain(&j.unclear))
        };
        let fields: Vec<_> =
            judged().filter_map(|key| if let Key::Race(field, ..) = key { Some(field) } else { None }).collect();
        // An object that others change at the same time throws exceptions where it is used.
        let raced: Vec<_> =
            judged().flat_map(|key| if let Key::Race(_, a, b) = key { vec![*a, *b] } else { Vec::new() }).collect();
        let of_code: Vec<Key> = self.of_code().into_iter().filter_map(|of| of.finding).collect();
        let endless = endless(&self.loaded, &self.searched);
        let mut found: Vec<String> = (!endless.is_empty()).then(|| words::never_ends(&endless)).into_iter().collect();
        for key in self.searched.result.found.iter().map(|found| &found.key) {
            let is_known = match key {
                // A place that does not run ends the search, which says so.
                Key::Monitor(..) | Key::Exception(Exception::NotRun, _) => true,
                // In the calculus a race has a complaint: an error, or a `holds` that is not true.
                Key::Race(..) if !self.loaded.program.on_reference() => true,
                Key::Race(field, ..) => fields.contains(&field) || judged().any(|known| known == key),
                Key::Exception(_, site) if raced.contains(site) => true,
                Key::Exception(..) if of_code.contains(key) => true,
                other => judged().any(|key| key == other),
            };
            let words = self.headline(key);
            if !is_known && !found.contains(&words) {
                found.push(words);
            }
        }
        found
    }

    /// Numbers of verdicts of each kind, and of what no complaint is about.
    pub fn counts(&self) -> String {
        match self.others().len() {
            0 => self.counts_of_complaints(),
            n => format!("{}, {} besides", self.counts_of_complaints(), count(n as u64, "finding")),
        }
    }

    fn counts_of_complaints(&self) -> String {
        let of_code = self.of_code().len() as u64;
        match (self.judged.is_empty(), of_code) {
            (false, _) => {}
            (true, 0) => return "no complaint".to_owned(),
            (true, n) => return format!("{} of the code", count(n, "error")),
        }
        let of = |is: fn(&ErrorVerdict) -> bool| self.judged.iter().filter(|j| is(&j.verdict)).count();
        let real = of(|v| matches!(v, ErrorVerdict::Real(_)));
        let (alarms, unknown) = (of(|v| *v == ErrorVerdict::FalseAlarm), of(|v| *v == ErrorVerdict::Unknown));
        let clients = self.clients();
        let with = clients.iter().filter(|c| c.client.is_some()).count();
        let without = clients.len() - with;
        let mut parts = vec![format!("{real} real")];
        if with > 0 {
            parts.push(format!("{with} real with a client"));
        }
        if without > 0 {
            parts.push(format!("{without} in no client"));
        }
        parts.push(count((alarms - clients.len().min(alarms)) as u64, "false alarm"));
        if unknown > 0 {
            parts.push(format!("{unknown} unknown"));
        }
        format!("of {}, {}", count(self.judged.len() as u64, "complaint"), parts.join(", "))
    }

    /// Each verdict in a line or two, with the place that it is on.
    pub fn lines(&self) -> Vec<(Span, String)> {
        let line = |j: &JudgedError| {
            let (verdict, _) = word(j, self.client(j));
            (j.item.span(), format!("{verdict}: {}", self.reasons(j).join("; ")))
        };
        let of_code = self.of_code().into_iter();
        let of_code = of_code.map(|of| (of.span, format!("{}: {}", of.word().0, self.reason_of_code(&of))));
        self.judged.iter().map(line).chain(of_code).collect()
    }
}
