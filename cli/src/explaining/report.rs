//! The verdicts, for people and for tools.

use super::clients::{Client, Tried};
use super::judge::{Judged, Subject, Verdict};
use super::reach::RUNS;
use crate::args::{Exploring, MonitorsArg, RunFormat};
use crate::diagnostics::Artist;
use crate::exploring::cycles::{self, Serial};
use crate::exploring::{Searched, Shown, json, shown, words};
use crate::json::{Places, VERSION};
use crate::running::program::Parsed;
use crate::running::{Again, Loaded, count};
use crate::terminal::Out;
use racefree_grammar::Span;
use racefree_interp::drive::Key;
use racefree_kernel::{PremiseId, TypeError};
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
    /// For errors in classes that are harmless in this program: what clients say.
    pub clients: &'a [WithClient],
    /// How they were looked for.
    pub tried: Option<&'a Tried>,
    /// What is known of blocks that are not serializable.
    pub serial: &'a Serial,
}

/// An error that is harmless in its program, and a client in which it is not.
pub struct WithClient {
    /// The error.
    error: (PremiseId, Span),
    /// The client's main expression.
    main: String,
    /// The program with it.
    loaded: Option<Loaded>,
    /// What goes wrong there.
    pub shown: Option<Shown>,
}

impl WithClient {
    /// Finds the shortest schedule of what goes wrong with the client.
    pub fn new(error: (PremiseId, Span), client: Option<&Client>, exploring: &Exploring) -> WithClient {
        let Some(client) = client else { return WithClient { error, main: String::new(), loaded: None, shown: None } };
        let again = Again::exploring("client.rfj", exploring, MonitorsArg::Auto);
        let keys = [client.key.clone()];
        let witnesses = shown::shorten(&client.loaded, &client.searched, &keys);
        let shown = witnesses.first().map(|w| Shown::new(&client.loaded, &client.searched.options, &again, w));
        let Client { main, loaded, .. } = client;
        WithClient { error, main: main.clone(), loaded: Some(loaded.again()), shown }
    }

    /// For people: the client and its schedule.
    fn draw(&self, out: &mut Out) -> io::Result<()> {
        let (Some(loaded), Some(shown)) = (&self.loaded, &self.shown) else { return Ok(()) };
        writeln!(out, "\nThe client, in the place of the main expression:\n")?;
        for line in self.main.lines() {
            writeln!(out, "    {line}")?;
        }
        writeln!(out)?;
        shown.draw(loaded, &Serial::default(), out)?;
        writeln!(out, "To see it, with the classes and that client in client.rfj:\n  {}", shown.command)
    }

    /// For tools.
    fn json(&self) -> Value {
        let (Some(loaded), Some(shown)) = (&self.loaded, &self.shown) else { return Value::Null };
        let mut finding = json::finding(loaded, shown);
        if finding.is_object() {
            finding["kind"] = json!(shown::kind(&shown.key));
        }
        json!({ "main": self.main, "program": loaded.source.text, "finding": finding })
    }
}

/// The verdict in a word or two.
fn word(judged: &Judged<'_>, client: Option<&WithClient>) -> &'static str {
    match (&judged.item, &judged.verdict) {
        (Subject::Holds(_), Verdict::Real(_)) => "NOT TRUE",
        (Subject::Holds(_), Verdict::FalseAlarm) => "ALWAYS TRUE",
        (_, Verdict::Real(_)) => "REAL",
        (_, Verdict::FalseAlarm) if client.is_some_and(|c| c.shown.is_some()) => {
            "NOT IN THIS PROGRAM, REAL WITH THIS CLIENT"
        }
        (_, Verdict::FalseAlarm) if client.is_some() => "NOT IN THIS PROGRAM",
        (_, Verdict::FalseAlarm) => "FALSE ALARM",
        (_, Verdict::Unknown) => "UNKNOWN",
    }
}

/// The verdict for tools.
fn name(verdict: &Verdict, client: Option<&WithClient>) -> &'static str {
    match verdict {
        Verdict::FalseAlarm if client.is_some_and(|c| c.shown.is_some()) => "real-with-client",
        Verdict::FalseAlarm if client.is_some() => "not-in-this-program",
        Verdict::Real(_) => "real",
        Verdict::FalseAlarm => "false-alarm",
        Verdict::Unknown => "unknown",
    }
}

impl Told<'_> {
    fn find(&self, key: &Key) -> Option<&Shown> {
        self.shown.iter().find(|s| s.key == *key)
    }

    /// What clients say of an item.
    fn client(&self, judged: &Judged<'_>) -> Option<&WithClient> {
        let Subject::Error(error, _) = judged.item else { return None };
        self.clients.iter().find(|c| c.error == (error.premise, error.span))
    }

    fn headline(&self, key: &Key) -> String {
        shown::headline(self.loaded, key)
    }

    /// Why the verdict is what it is: sentences.
    fn reasons(&self, judged: &Judged<'_>) -> Vec<String> {
        let Judged { verdict, discipline, names, reached, eliminated, unclear, item, why } = judged;
        let mut reasons = Vec::new();
        let covered = words::covered(self.searched);
        match verdict {
            Verdict::Real(key) => {
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
            Verdict::FalseAlarm if matches!(item, Subject::Holds(_)) => {
                reasons.push(format!("the lock is held whenever it is asserted: {covered}, which are all"));
            }
            Verdict::FalseAlarm => {
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
            Verdict::Unknown => {
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
            let client = self.client(judged);
            let mut reasons = self.reasons(judged);
            let found = client.is_some_and(|c| c.shown.is_some());
            if client.is_some() && !found && !reasons.is_empty() {
                // `NOT IN THIS PROGRAM, and in none of N clients`
                let first = reasons.remove(0);
                let rest: String = reasons.iter().map(|r| format!(".\n  {r}")).collect();
                writeln!(out, "{}, {first}{rest}", out.bold(word(judged, client)))?;
            } else {
                writeln!(out, "{}: {}", out.bold(word(judged, client)), reasons.join(".\n  "))?;
            }
            if let Some(client) = client {
                client.draw(out)?;
            }
            if let (Verdict::Real(key), Some(shown)) = (&judged.verdict, self.command(judged)) {
                if drawn.contains(&key) {
                    writeln!(out, "(drawn above)")?;
                } else {
                    drawn.push(key);
                    writeln!(out)?;
                    shown.draw(self.loaded, self.serial, out)?;
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

    /// The verdicts, for tools.
    pub fn verdicts(&self) -> Vec<Value> {
        let Loaded { source, .. } = self.loaded;
        let places = Places::new(&source.text);
        let finding = |key: &Key| -> Value {
            let mut object = self.find(key).map_or(Value::Null, |s| json::finding(self.loaded, s));
            if object.is_object() {
                object["kind"] = json!(shown::kind(key));
            }
            object
        };
        let violation = |key: &Key| match (cycles::block(key), self.find(key)) {
            (Some(block), Some(s)) => cycles::json(self.loaded, block, &s.cycle, self.serial, &s.schedule),
            _ => Value::Null,
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
                "verdict": name(&j.verdict, self.client(j)),
                "client": self.client(j).map_or(Value::Null, WithClient::json),
                "clients": self.client(j).map(|_| self.tried.map_or(0, |t| t.clients)),
                "reasons": self.reasons(j),
                "finding": if let Verdict::Real(key) = &j.verdict { finding(key) } else { Value::Null },
                "violation": if let Verdict::Real(key) = &j.verdict { violation(key) } else { Value::Null },
                "by_elimination": j.eliminated,
                "discipline": j.discipline.as_ref().map(finding),
                "same_object": j.names.iter().map(|s| places.place(*s)).collect::<Vec<_>>(),
                "sampled_runs_that_get_there": j.reached,
            })
        };
        self.judged.iter().map(one).collect()
    }

    /// Each verdict in a line or two, with the place that it is on.
    pub fn lines(&self) -> Vec<(Span, String)> {
        let line = |j: &Judged<'_>| {
            let verdict = word(j, self.client(j));
            (j.item.span(), format!("{verdict}: {}", self.reasons(j).join("; ")))
        };
        self.judged.iter().map(line).collect()
    }

    /// For tools.
    pub fn json(&self, out: &mut Out) -> io::Result<()> {
        let object = json!({
            "file": self.loaded.source.name,
            "version": VERSION,
            "system": self.loaded.rules.system.name(),
            "open": false,
            "verdicts": self.verdicts(),
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
            let system = loaded.rules.system.name();
            let nothing = json!({ "file": name, "version": VERSION, "system": system, "open": false, "verdicts": [] });
            writeln!(out, "{nothing}")
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
            "system": parsed.rules.system.name(),
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

/// A program without a main expression, its errors judged by clients.
pub fn library(
    parsed: &Parsed,
    errors: &[&TypeError],
    clients: &[WithClient],
    tried: &Tried,
    format: RunFormat,
    out: &mut Out,
) -> io::Result<()> {
    let (source, places) = (&parsed.source, Places::new(&parsed.source.text));
    let verdict = |client: &WithClient| if client.shown.is_some() { "real-with-client" } else { "unknown" };
    if format == RunFormat::Json {
        let silenced = parsed.report.errors.len();
        let one = |(i, (error, client)): (usize, (&&TypeError, &WithClient))| {
            json!({
                "kind": if i < silenced { "error" } else { "silenced" },
                "rule": racefree_systems::rule(error.premise.rule()).name,
                "premise": racefree_systems::premise(error.premise).name,
                "message": error.message,
                "span": places.place(error.span),
                "verdict": verdict(client),
                "client": client.json(),
                "clients": tried.clients,
                "reasons": match client.shown {
                    Some(_) => Vec::new(),
                    None => vec![format!("there is no main expression to judge by, and in none of {} it goes wrong", count(tried.clients as u64, "client"))],
                },
            })
        };
        let object = json!({
            "file": source.name,
            "version": VERSION,
            "system": parsed.rules.system.name(),
            "open": true,
            "suggestion": clients.iter().find(|c| c.shown.is_some()).map(|c| c.main.as_str()),
            "verdicts": errors.iter().zip(clients).enumerate().map(one).collect::<Vec<_>>(),
        });
        return writeln!(out, "{object}");
    }
    let artist = Artist::new(&source.name, &source.text, out);
    for (error, client) in errors.iter().zip(clients) {
        artist.type_error(error, false, out)?;
        match &client.shown {
            Some(shown) => {
                let what = client.loaded.as_ref().map_or_else(String::new, |l| shown::headline(l, &shown.key));
                writeln!(out, "{}: {what}, in a schedule of {}", out.bold("REAL WITH THIS CLIENT"), shown.size())?;
                client.draw(out)?;
            }
            None => {
                let n = count(tried.clients as u64, "client");
                writeln!(out, "{}: [{}] goes wrong in none of {n}", out.bold("UNKNOWN"), premise_name(error.premise))?;
            }
        }
        writeln!(out)?;
    }
    let real = clients.iter().filter(|c| c.shown.is_some()).count();
    let summary = format!(
        "{}: no main expression; of {}, {real} real with a client; {} tried",
        source.name,
        count(errors.len() as u64, "complaint"),
        count(tried.clients as u64, "client"),
    );
    writeln!(out, "{}", out.bold(&summary))
}
