//! The answer for tools: the object `pairs` of the interface.

use super::answered::{Answered, ToldPair};
use super::lines::Lines;
use crate::json::{Places, VERSION};
use racefree_grammar::span::Span;
use racefree_kernel::Stopped;
use racefree_pairs::report::report;
use racefree_pairs::why::Why;
use racefree_pairs::{Pair, Stage};
use serde::ser::{Serialize, SerializeMap, Serializer};
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
        let mut object = pair(answered, &places, &lines, &ToldPair { left, stage, judged: None });
        let lines = why.lines.iter().map(|(depth, text)| format!("{}{text}", "  ".repeat(*depth)));
        object["why"] = json!(lines.collect::<Vec<_>>().join("\n"));
        object
    });
    object["pairs"] = all.collect();
    object
}

/// A pair.
fn pair(answered: &Answered<'_>, places: &Places<'_>, lines: &Lines<'_>, told: &ToldPair) -> Value {
    let left = &told.left;
    let place = |s: &Span| lines.json(places, *s);
    let access = |e| {
        let (kind, span) = answered.access(e);
        json!({ "kind": kind.name(), "span": lines.json(places, span) })
    };
    let threads: Vec<Value> = left
        .threads
        .iter()
        .map(|t| {
            let spawn = t.spawn.map(|f| answered.spawn(f).map_or(json!("main"), |s| place(&s)));
            let paths = [(&t.paths[0], left.pair.0), (&t.paths[1], left.pair.1)]
                .map(|(calls, e)| answered.path(calls, e).iter().map(place).collect::<Vec<_>>());
            json!({ "spawn": spawn, "paths": paths, "locks": t.locks })
        })
        .collect();
    let judged = told.judged.as_ref();
    let mut object = json!({
        "field": left.field,
        "stage": told.stage.name(),
        "accesses": [access(left.pair.0), access(left.pair.1)],
        "objects": left.objects.iter().map(|o| o.iter().map(place).collect::<Vec<_>>()).collect::<Vec<_>>(),
        "threads": threads,
        "verdict": judged.map(|j| j.verdict.name()),
        "why": judged.map(|j| j.why.clone()),
        "schedule": judged.and_then(|j| j.schedule.clone()),
        "command": judged.and_then(|j| j.command.clone()),
    });
    if let Some(most) = left.most_held.as_ref().filter(|_| answered.source.shown.is_some()) {
        let lock = answered.source.in_words(&most.lock);
        object["guard"] = json!({ "lock": lock, "held": most.with.len(), "of": most.with.len() + most.without.len() });
        for (access, e) in [left.pair.0, left.pair.1].into_iter().enumerate() {
            object["accesses"][access]["guarded"] = json!(most.with.contains(&e));
        }
    }
    object
}
