//! The result of an exploration, for tools: the object `explore` of the interface.

use super::cycles::{self, Serial};
use super::outcomes::End;
use super::{Searched, Shown, causes, words};
use crate::args::ByArg;
use crate::json::Places;
use crate::json::VERSION;
use crate::running::{Loaded, json};
use racefree_explore::Outcome;
use racefree_interp::drive::Key;
use serde_json::{Map, Value, json};

/// What one finding is.
pub fn finding(loaded: &Loaded, shown: &Shown) -> Value {
    let Loaded { source, program, .. } = loaded;
    let mut object = match &shown.finding {
        Some(finding) => json::finding(&source.text, program, finding, &shown.schedule),
        None => Value::Object(Map::new()),
    };
    object["command"] = json!(shown.command);
    object["switches"] = json!(shown.schedule.switches());
    object["shortest"] = json!(shown.proved);
    object
}

/// How an exploration went: what `explore` and `explain` say alike.
pub fn extent(searched: &Searched) -> Value {
    let Searched { result, note, .. } = searched;
    json!({
        "algorithm": result.algorithm.name(),
        "why": note,
        "complete": result.complete(),
        "cut": result.cut.map(words::cut_name),
        "bound": words::bound(searched),
        "executions": result.executions,
        "blocked": result.blocked,
        "redundant": result.redundant,
        "states": result.states,
        "transitions": result.transitions,
        "steps": result.steps,
    })
}

/// The object `explore`.
pub fn explore(loaded: &Loaded, searched: &Searched, shown: &[Shown], serial: &Serial, outcomes: usize) -> Value {
    let of = |is: fn(&Key) -> bool| -> Value {
        shown.iter().filter(|s| is(&s.key)).map(|s| finding(loaded, s)).collect::<Vec<_>>().into()
    };
    let mut object = extent(searched);
    let all = &searched.result.outcomes;
    object["file"] = json!(loaded.source.name);
    object["version"] = json!(VERSION);
    object["system"] = json!(loaded.rules.system.name());
    object["races"] = of(|k| matches!(k, Key::Race(..)));
    object["deadlocks"] = of(|k| matches!(k, Key::Deadlock(_)));
    object["exceptions"] = of(|k| matches!(k, Key::Exception(..)));
    object["monitors"] = of(|k| matches!(k, Key::Monitor(..)));
    let violation = |s: &Shown| Some(cycles::json(loaded, cycles::block(&s.key)?, &s.cycle, serial, &s.schedule));
    object["violations"] = shown.iter().filter_map(violation).collect::<Vec<_>>().into();
    object["stuck"] = of(|k| matches!(k, Key::Stuck(_)));
    object["outcomes"] = all.iter().take(outcomes).map(outcome).collect::<Vec<_>>().into();
    object["different_outcomes"] = json!(all.len());
    object
}

fn outcome(outcome: &Outcome) -> Value {
    json!({
        "output": outcome.output,
        "result": result(outcome),
        "count": outcome.count,
        "heap": outcome.heap,
        "threads": outcome.threads,
    })
}

/// How the main thread ended.
pub fn result(outcome: &Outcome) -> Option<&str> {
    outcome.threads.iter().find_map(|t| t.strip_prefix("0: "))
}

/// The outcomes by what they are told apart by, each with a schedule that ends so, if one was met.
pub fn ends(by: ByArg, ends: &[End]) -> Value {
    let name = match by {
        ByArg::Output => "output",
        ByArg::Heap => "heap",
        ByArg::Threads => "threads",
        ByArg::All => "all",
    };
    let one = |end: &End| {
        let mut object = outcome(&end.outcome);
        object["schedule"] = json!(end.schedule);
        object
    };
    json!({ "by": name, "outcomes": ends.iter().map(one).collect::<Vec<_>>() })
}

/// The races by what they come from: the field, the access that lacks its lock, and how many pairs of accesses race for it.
pub fn causes(loaded: &Loaded, groups: &[(Key, Vec<Key>)]) -> Value {
    let places = Places::new(&loaded.source.text);
    let one = |(first, others): &(Key, Vec<Key>)| {
        let cause = causes::cause(loaded, first)?;
        Some(json!({
            "field": loaded.program.tables.field_name(cause.field),
            "access": cause.access.map(|span| places.place(span)),
            "races": others.len() + 1,
        }))
    };
    groups.iter().filter_map(one).collect::<Vec<_>>().into()
}
