//! The verdicts, for people and for tools.

use super::judge::{Judged, Subject, Verdict};
use super::reach::RUNS;
use crate::args::RunFormat;
use crate::diagnostics::Artist;
use crate::exploring::{Searched, Shown, json, shown, words};
use crate::json::{Places, VERSION};
use crate::running::program::Parsed;
use crate::running::{Loaded, count};
use crate::terminal::Out;
use racefree_interp::drive::Key;
use racefree_systems::premise_name;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Everything there is to tell.
pub struct Told<'a> {
    /// The program.
    pub loaded: &'a Loaded,
    /// How its schedules were covered.
    pub searched: &'a Searched,
    /// The verdicts.
    pub judged: &'a [Judged<'a>],
    /// What goes wrong, with the shortest schedules.
    pub shown: &'a [Shown],
}

/// The verdict in a word or two.
fn word(judged: &Judged<'_>) -> &'static str {
    match (&judged.item, &judged.verdict) {
        (Subject::Holds(_), Verdict::Real(_)) => "NOT TRUE",
        (Subject::Holds(_), Verdict::FalseAlarm) => "ALWAYS TRUE",
        (_, Verdict::Real(_)) => "REAL",
        (_, Verdict::FalseAlarm) => "FALSE ALARM",
        (_, Verdict::Unknown) => "UNKNOWN",
    }
}

/// The verdict for tools.
fn name(verdict: &Verdict) -> &'static str {
    match verdict {
        Verdict::Real(_) => "real",
        Verdict::FalseAlarm => "false-alarm",
        Verdict::Unknown => "unknown",
    }
}

impl Told<'_> {
    fn find(&self, key: &Key) -> Option<&Shown> {
        self.shown.iter().find(|s| s.key == *key)
    }

    fn headline(&self, key: &Key) -> String {
        shown::headline(self.loaded, key)
    }

    /// Why the verdict is what it is: sentences.
    fn reasons(&self, judged: &Judged<'_>) -> Vec<String> {
        let Judged { verdict, discipline, names, reached, eliminated, unclear, item } = judged;
        let mut reasons = Vec::new();
        let covered = words::covered(self.searched);
        match verdict {
            Verdict::Real(key) => {
                let what = self.headline(key);
                reasons.push(match self.find(key) {
                    Some(shown) => format!("{what}, in a schedule of {}", shown.size()),
                    None => what,
                });
                if *eliminated {
                    reasons.push("nothing else that the checker complains of accounts for it".to_owned());
                }
            }
            Verdict::FalseAlarm if matches!(item, Subject::Holds(_)) => {
                reasons.push(format!("the lock is held whenever it is asserted: {covered}, which are all"));
            }
            Verdict::FalseAlarm => {
                reasons.push(format!("nothing goes wrong here in any schedule: {covered}, which are all"))
            }
            Verdict::Unknown => {
                if let Some(bound) = words::bound(self.searched) {
                    reasons.push(format!(
                        "nothing was found to go wrong here, but the search was stopped {bound}, after {covered}"
                    ));
                }
            }
        }
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
        } else if *verdict == Verdict::FalseAlarm && *reached == Some(0) {
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
    fn command(&self, judged: &Judged<'_>) -> Option<&Shown> {
        let Judged { verdict, discipline, unclear, .. } = judged;
        match verdict {
            Verdict::Real(key) => self.find(key),
            _ => discipline.as_ref().or(unclear.as_ref()).and_then(|key| self.find(key)),
        }
    }

    /// For people.
    pub fn human(&self, out: &mut Out) -> io::Result<()> {
        let Loaded { source, .. } = self.loaded;
        let mut drawn: Vec<&Key> = Vec::new();
        for judged in self.judged {
            let artist = Artist::new(&source.name, &source.text, out);
            match judged.item {
                Subject::Error(error, silenced) => artist.type_error(error, silenced, out)?,
                Subject::Holds(span) => {
                    let label = (span, "taken at its word".to_owned());
                    artist.problem("holds", "is this lock always held here?", &[label], &[], out)?;
                }
            }
            writeln!(out, "{}: {}", out.bold(word(judged)), self.reasons(judged).join(".\n  "))?;
            if let (Verdict::Real(key), Some(shown)) = (&judged.verdict, self.command(judged)) {
                if drawn.contains(&key) {
                    writeln!(out, "(drawn above)")?;
                } else {
                    drawn.push(key);
                    writeln!(out)?;
                    shown.draw(self.loaded, out)?;
                }
            }
            if let Some(shown) = self.command(judged) {
                let what = match judged.verdict {
                    Verdict::FalseAlarm => "To see the lock not being held",
                    Verdict::Real(_) | Verdict::Unknown => "To see it",
                };
                writeln!(out, "{what}:\n  {}", shown.command)?;
            }
            writeln!(out)?;
        }
        if let Some(note) = &self.searched.note {
            writeln!(out, "{note}")?;
        }
        let summary = format!("{}: {}; {}", source.name, self.counts(), words::completeness(self.searched));
        writeln!(out, "{}", out.bold(&summary))
    }

    fn counts(&self) -> String {
        let of = |is: fn(&Verdict) -> bool| self.judged.iter().filter(|j| is(&j.verdict)).count();
        let real = of(|v| matches!(v, Verdict::Real(_)));
        let (alarms, unknown) = (of(|v| *v == Verdict::FalseAlarm), of(|v| *v == Verdict::Unknown));
        let mut parts = vec![format!("{real} real"), count(alarms as u64, "false alarm")];
        if unknown > 0 {
            parts.push(format!("{unknown} unknown"));
        }
        format!("of {}, {}", count(self.judged.len() as u64, "complaint"), parts.join(", "))
    }

    /// For tools.
    pub fn json(&self, out: &mut Out) -> io::Result<()> {
        let Loaded { source, .. } = self.loaded;
        let places = Places::new(&source.text);
        let finding = |key: &Key| -> Value {
            let mut object = self.find(key).map_or(Value::Null, |s| json::finding(self.loaded, s));
            if object.is_object() {
                object["kind"] = json!(shown::kind(key));
            }
            object
        };
        let one = |j: &Judged<'_>| -> Value {
            let (kind, rule, premise, message) = match j.item {
                Subject::Error(error, silenced) => (
                    if silenced { "silenced" } else { "error" },
                    Some(racefree_systems::rule(error.premise.rule()).name),
                    Some(racefree_systems::premise(error.premise).name),
                    Some(error.message.as_str()),
                ),
                Subject::Holds(_) => ("holds", None, None, None),
            };
            json!({
                "kind": kind,
                "rule": rule,
                "premise": premise,
                "message": message,
                "span": places.place(j.item.span()),
                "verdict": name(&j.verdict),
                "reasons": self.reasons(j),
                "finding": if let Verdict::Real(key) = &j.verdict { finding(key) } else { Value::Null },
                "by_elimination": j.eliminated,
                "discipline": j.discipline.as_ref().map(finding),
                "same_object": j.names.iter().map(|s| places.place(*s)).collect::<Vec<_>>(),
                "sampled_runs_that_get_there": j.reached,
            })
        };
        let object = json!({
            "file": source.name,
            "version": VERSION,
            "open": false,
            "verdicts": self.judged.iter().map(one).collect::<Vec<_>>(),
            "exploration": json::extent(self.searched),
        });
        writeln!(out, "{object}")
    }
}

/// A program that the checker has no complaint about.
pub fn nothing(loaded: &Loaded, format: RunFormat, out: &mut Out) -> io::Result<()> {
    let name = &loaded.source.name;
    match format {
        RunFormat::Json => {
            writeln!(out, "{}", json!({ "file": name, "version": VERSION, "open": false, "verdicts": [] }))
        }
        RunFormat::Human if out.quiet => Ok(()),
        RunFormat::Human => {
            writeln!(out, "{name}: well typed, nothing silenced and nothing assumed: there is nothing to explain")
        }
    }
}

/// A program without a main expression.
pub fn open(parsed: &Parsed, suggestion: Option<&str>, format: RunFormat, out: &mut Out) -> io::Result<()> {
    let (source, report) = (&parsed.source, &parsed.report);
    let name = &source.name;
    if format == RunFormat::Json {
        let places = Places::new(&source.text);
        let errors = report.errors.iter().map(|e| (e, "error")).chain(report.silenced.iter().map(|e| (e, "silenced")));
        let one = |(e, kind): (&racefree_kernel::TypeError, &str)| {
            json!({
                "kind": kind,
                "rule": racefree_systems::rule(e.premise.rule()).name,
                "premise": racefree_systems::premise(e.premise).name,
                "message": e.message,
                "span": places.place(e.span),
                "verdict": "unknown",
                "reasons": ["there is no main expression to judge by"],
            })
        };
        let object = json!({
            "file": name,
            "version": VERSION,
            "open": true,
            "suggestion": suggestion,
            "verdicts": errors.map(one).collect::<Vec<_>>(),
        });
        return writeln!(out, "{object}");
    }
    let places = Places::new(&source.text);
    for error in report.errors.iter().chain(&report.silenced) {
        writeln!(
            out,
            "UNKNOWN: [{}] line {}: {}",
            premise_name(error.premise),
            places.line(error.span),
            error.message
        )?;
    }
    let summary = format!(
        "{name}: no main expression to judge by: whether an error goes wrong depends on what a client does with these classes"
    );
    writeln!(out, "{}", out.bold(&summary))?;
    match suggestion {
        Some(main) => writeln!(out, "A main expression could be, for example:\n\n{main}\n"),
        None => writeln!(
            out,
            "A main expression makes objects and lets two threads use them: let C x = new C in {{ fork {{ … }}; … }}"
        ),
    }
}
