//! The answer for tools: the object `pairs` of the interface.

use super::answered::{Answered, ToldPair};
use super::lines::{LinePlace, Lines};
use crate::json::{Places, VERSION};
use racefree_grammar::span::Span;
use racefree_kernel::Stopped;
use racefree_pairs::report::report;
use racefree_pairs::why::Why;
use racefree_pairs::{Pair, Stage};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::{Value, json};
use std::cell::Cell;

/// Object of a file, whose pairs are written one by one: together they may be larger than memory.
impl Serialize for Answered<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Value::Object(mut object) = object(self) else { return to.serialize_unit() };
        object.insert("pairs".to_owned(), Value::Null);
        let mut map = to.serialize_map(None)?;
        let pairs = Pairs { answered: self, written: Cell::new(0) };
        for (key, value) in &object {
            match key.as_str() {
                "pairs" => map.serialize_entry(key, &pairs)?,
                // Their number is known behind the pairs.
                NOT_LISTED | LIST_STOPPED => {}
                _ => map.serialize_entry(key, value)?,
            }
        }
        let left_out = self.total - self.known.len() as u64 - pairs.written.get();
        if left_out > 0 {
            map.serialize_entry(NOT_LISTED, &left_out)?;
        }
        if let Some(cut) =
            self.cut.or(self.is_late().then_some(Stopped::Time)).filter(|_| left_out > 0 || self.cut.is_some())
        {
            map.serialize_entry(LIST_STOPPED, cut.name())?;
        }
        map.end()
    }
}

/// Pairs that are counted alone, and the budget that ended the list.
const NOT_LISTED: &str = "not_listed";
const LIST_STOPPED: &str = "list_stopped";

struct Pairs<'a, 's> {
    answered: &'a Answered<'s>,
    written: Cell<u64>,
}

impl Serialize for Pairs<'_, '_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (answered, written) = (self.answered, &self.written);
        let (places, lines) = (Places::new(answered.text()), answered.source.lines());
        let all = answered.shown().inspect(|_| written.set(written.get() + 1));
        to.collect_seq(all.map(|told| pair(answered, &places, &lines, told)))
    }
}

/// Object of a file without its pairs.
fn object(answered: &Answered<'_>) -> Value {
    let analysis = &answered.analysis;
    let stages: Vec<Value> = analysis
        .stages
        .iter()
        .map(|c| json!({ "name": c.stage.name(), "pairs": c.pairs, "tuples": c.tuples }))
        .collect();
    let harness = answered.source.harness.as_ref().map(|h| json!({ "interface": h.interface, "calls": h.calls }));
    let mut object = json!({
        "file": answered.name,
        "version": VERSION,
        "system": answered.source.system,
        "mode": analysis.options.mode.name(),
        "k": analysis.k,
        "exact": analysis.exact,
        "complete": analysis.complete(),
        "harness": harness,
        "stages": stages,
        "bodies": analysis.sizes.bodies,
        "contexts": analysis.sizes.contexts,
        "objects": analysis.sizes.objects,
        "threads": analysis.sizes.threads,
        "assumptions": answered.assumptions,
    });
    if let Some((k, contexts)) = analysis.too_large {
        object["not_begun"] = json!({ "k": k, "contexts": contexts });
    }
    if let Some(stopped) = analysis.stopped {
        object["stopped"] = json!(stopped.why.name());
        object["stopped_in"] = json!(stopped.phase.name());
    }
    if !answered.known.is_empty() {
        object["known"] = json!(answered.known.len());
    }
    if answered.listed() != answered.total {
        object[NOT_LISTED] = json!(answered.total - answered.listed());
    }
    if let Some(cut) = answered.cut {
        object[LIST_STOPPED] = json!(cut.name());
    }
    object
}

/// The object of a file with the pairs that were asked about alone, each with its explanation.
pub fn explained(answered: &Answered<'_>, found: &[(Pair, Why)]) -> Value {
    let mut object = object(answered);
    let places = Places::new(answered.text());
    let asked: Vec<Pair> = found.iter().map(|f| f.0).collect();
    let lines = answered.source.lines();
    let lefts = report(&answered.analysis, &|span| lines.line(span), &asked, &|fork| answered.source.spawn(fork));
    let all = lefts.left.into_iter().zip(found).map(|(left, (p, why))| {
        let stage = answered.analysis.stage_of(*p).unwrap_or(Stage::Original);
        let mut object = json!(pair(answered, &places, &lines, &ToldPair { left, stage, judged: None }));
        let lines = why.lines.iter().map(|(depth, text)| format!("{}{text}", "  ".repeat(*depth)));
        object["why"] = json!(lines.collect::<Vec<_>>().join("\n"));
        object
    });
    object["pairs"] = all.collect();
    object
}

/// An access, its keys in the order of the alphabet as in every object.
#[derive(Serialize)]
struct AccessRecord<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    guarded: Option<bool>,
    kind: &'static str,
    span: LinePlace<'a>,
}

/// The lock that most accesses of a field hold.
#[derive(Serialize)]
struct Guard {
    held: usize,
    lock: String,
    of: usize,
}

/// The beginning of a thread.
#[derive(Serialize)]
#[serde(untagged)]
enum Spawn<'a> {
    Main(&'static str),
    At(LinePlace<'a>),
}

/// Two threads that make the accesses.
#[derive(Serialize)]
struct ThreadsRecord<'a> {
    locks: &'a [Vec<String>; 2],
    paths: [Vec<LinePlace<'a>>; 2],
    spawn: [Spawn<'a>; 2],
}

/// A pair.
#[derive(Serialize)]
struct PairRecord<'a> {
    accesses: [AccessRecord<'a>; 2],
    command: Option<&'a str>,
    field: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    guard: Option<Guard>,
    objects: Vec<Vec<LinePlace<'a>>>,
    schedule: Option<&'a Value>,
    stage: &'static str,
    threads: Vec<ThreadsRecord<'a>>,
    verdict: Option<&'static str>,
    why: Option<&'a str>,
}

/// The record of a pair.
fn pair<'a, 's: 'a>(
    answered: &'a Answered<'_>,
    places: &Places<'_>,
    lines: &Lines<'s>,
    told: &'a ToldPair,
) -> PairRecord<'a> {
    let left = &told.left;
    let place = |s: &Span| lines.json(places, *s);
    let most = left.most_held.as_ref().filter(|_| answered.source.shown.is_some());
    let access = |e| {
        let (kind, span) = answered.access(e);
        let guarded = most.map(|most| most.with.contains(&e));
        AccessRecord { guarded, kind: kind.name(), span: place(&span) }
    };
    let threads = left.threads.iter().map(|t| ThreadsRecord {
        locks: &t.locks,
        paths: [(&t.paths[0], left.pair.0), (&t.paths[1], left.pair.1)]
            .map(|(calls, e)| answered.path(calls, e).iter().map(place).collect()),
        spawn: t.spawn.map(|f| answered.spawn(f).map_or(Spawn::Main("main"), |s| Spawn::At(place(&s)))),
    });
    let judged = told.judged.as_ref();
    PairRecord {
        accesses: [access(left.pair.0), access(left.pair.1)],
        command: judged.and_then(|j| j.command.as_deref()),
        field: &left.field,
        guard: most.map(|most| Guard {
            held: most.with.len(),
            lock: answered.source.in_words(&most.lock),
            of: most.with.len() + most.without.len(),
        }),
        objects: left.objects.iter().map(|o| o.iter().map(place).collect()).collect(),
        schedule: judged.and_then(|j| j.schedule.as_ref()),
        stage: told.stage.name(),
        threads: threads.collect(),
        verdict: judged.map(|j| j.verdict.name()),
        why: judged.map(|j| j.why.as_str()),
    }
}
