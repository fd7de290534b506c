//! State graph in words: the next step of each thread, the heap, the owners of locks.

use super::layout;
use crate::json::VERSION;
use crate::running::state::ObjectState;
use crate::running::steps::Steps;
use crate::running::{Again, Loaded};
use crate::source::count;
use crate::trace::words::{LIBRARY, Words};
use racefree_explore::{Does, Edge, End, Graph, Node, Options};
use racefree_interp::drive::Key;
use racefree_interp::options::Limits;
use racefree_interp::reduction::Execution;
use racefree_interp::value::ThreadId;

records! {
    /// A state graph to draw.
    pub struct Picture<'a> {
        /// The file.
        pub file: &'a str,
        /// The version of the format.
        pub version: u32,
        /// Extent of the drawn part, in a sentence.
        pub extent: String,
        /// True if the whole graph is drawn.
        pub complete: bool,
        /// The source.
        pub source: &'a str,
        /// The states.
        pub nodes: Vec<State>,
        /// The transitions.
        pub edges: Vec<Transition>,
    }

    /// A state.
    pub struct State {
        /// Layer of the state.
        pub depth: u32,
        /// Position in the layer; 0 is the middle.
        pub column: f64,
        /// `final`, `blocked`, `limit` or nothing.
        pub end: &'static str,
        /// True if transitions from this state are missing.
        pub cut: bool,
        /// Races of the state, in sentences.
        pub races: Vec<String>,
        /// The threads of each wait-for cycle.
        pub deadlocks: Vec<String>,
        /// The threads.
        pub threads: Vec<Thread>,
        /// The objects.
        pub heap: Vec<String>,
        /// Output printed on the way.
        pub printed: Vec<String>,
        /// Command line that leads to the state; empty for the first state.
        pub command: String,
    }

    /// A thread of a state.
    pub struct Thread {
        /// `0.1`
        pub name: String,
        /// `ready`, `blocked`, `finished`, `exception`, `stuck`
        pub state: &'static str,
        /// Next step of the thread, or its ending.
        pub what: String,
        /// Line of that step.
        pub line: Option<u32>,
    }

    /// A transition.
    pub struct Transition {
        /// Index of the state before.
        pub from: usize,
        /// Index of the state after.
        pub to: usize,
        /// Thread that makes the transition.
        pub thread: String,
        /// First step of the transition, in words.
        pub text: String,
        /// Line of the first step.
        pub line: Option<u32>,
        /// Number of reduction steps.
        pub steps: u32,
        /// Faults of the transition.
        pub wrong: Vec<String>,
    }
}

/// Puts a graph into words.
pub fn picture<'a>(loaded: &'a Loaded, options: &Options, again: &Again<'_>, graph: &Graph, most: u32) -> Picture<'a> {
    let depths: Vec<u32> = graph.nodes.iter().map(|n| n.depth).collect();
    let ends: Vec<(usize, usize)> = graph.edges.iter().map(|e| (e.from, e.to)).collect();
    let columns = layout::columns(&depths, &ends);
    let nodes = graph.nodes.iter().zip(columns).map(|(n, column)| state(loaded, options, again, n, column));
    let nodes: Vec<State> = nodes.collect();
    let edges = graph.edges.iter().map(|e| transition(loaded, e, &graph.nodes[e.from], &nodes[e.from])).collect();
    let (states, transitions) = (graph.nodes.len() as u64, graph.edges.len() as u64);
    let size = format!("{}, {}", count(states, "state"), count(transitions, "transition"));
    let (what, start) = match graph.from_start {
        true => ("the whole state graph", "the start"),
        false => ("all that follows the state", "it"),
    };
    let extent = match graph.complete {
        true => format!("{what}: {size}"),
        false if graph.nodes.len() >= most as usize => {
            format!("NOT {what}: {size}, those nearest to {start} (--graph-nodes {most})")
        }
        false => format!("NOT {what}: {size}; a budget or a limit of runs was met"),
    };
    Picture {
        file: &loaded.source.name,
        version: VERSION,
        extent,
        complete: graph.complete,
        source: &loaded.source.text,
        nodes,
        edges,
    }
}

fn state(loaded: &Loaded, options: &Options, again: &Again<'_>, node: &Node, column: f64) -> State {
    let mut run = Steps::new(loaded, options.semantics, Limits { steps: u64::MAX, ..options.limits });
    for thread in node.schedule.ids() {
        if run.advance(thread).is_err() {
            break;
        }
    }
    let threads = node.threads.iter().map(|t| thread(&mut run, t.id)).collect();
    let number = |name: &String| number(node, name);
    let tables = &loaded.program.tables;
    let races = node.races.iter().map(|(key, [a, b])| match (key, number(a), number(b)) {
        (Key::Race(field, ..), a, b) => format!("race on {}: threads {a} and {b}", tables.field_name(*field)),
        (_, a, b) => format!("race: threads {a} and {b}"),
    });
    let deadlocks = node.cycles.iter().map(|c| match c.as_slice() {
        [one] => format!("deadlock: thread {} waits for itself", number(one)),
        all => {
            let all: Vec<String> = all.iter().map(number).collect();
            format!("deadlock: threads {} wait for each other", all.join(", "))
        }
    });
    State {
        depth: node.depth,
        column,
        end: match node.end {
            End::Open => "",
            End::Final => "final",
            End::Blocked => "blocked",
            End::Limit => "limit",
        },
        cut: !node.expanded,
        races: races.collect(),
        deadlocks: deadlocks.collect(),
        threads,
        heap: heap(&mut run),
        printed: run.output(),
        command: if node.schedule.is_empty() { String::new() } else { again.inline(None, false, &node.schedule) },
    }
}

/// Number of a thread on the way to a state, used in steps and schedules. A search needs another name, because equal
/// states are reached in several ways.
fn number(node: &Node, name: &str) -> String {
    node.threads.iter().find(|t| t.name == name).map_or_else(|| name.to_owned(), |t| t.id.0.to_string())
}

fn thread(run: &mut Steps<'_>, id: ThreadId) -> Thread {
    let name = id.0.to_string();
    if id.index() >= run.state.threads.len() {
        return Thread { name, state: "ready", what: "has not begun".to_owned(), line: None };
    }
    let end = run.words.end(&run.state, id);
    let redex = end.redex.unwrap_or_else(|| LIBRARY.to_owned());
    let ends = end.held_by.filter(|_| end.what.is_none());
    let what = match (end.state, end.what) {
        ("blocked", None) => ends.map_or(redex.clone(), |t| format!("{redex} (waits for the end of thread {t})")),
        ("blocked", Some(lock)) => {
            let owner = end.held_by.map_or(String::new(), |t| t.to_string());
            format!("{redex} (waits for {lock}, which thread {owner} holds)")
        }
        ("finished" | "exception", Some(value)) => value,
        _ => redex,
    };
    Thread { name, state: end.state, what, line: end.span.map(|s| s.line) }
}

/// The objects, with their fields and the owners of their locks.
fn heap(run: &mut Steps<'_>) -> Vec<String> {
    let line = |object: ObjectState| {
        let fields: Vec<String> = object.fields.iter().map(|f| format!("{}: {}", f.name, f.value)).collect();
        let fields = if fields.is_empty() { String::new() } else { format!(" {{ {} }}", fields.join(", ")) };
        let owner = object.locked_by.map_or(String::new(), |owner| format!(", held by thread {owner}"));
        format!("{}{fields}{owner}", object.name)
    };
    let mut lines: Vec<String> = run.heap().into_iter().map(line).collect();
    lines.sort();
    lines
}

fn transition(loaded: &Loaded, edge: &Edge, node: &Node, from: &State) -> Transition {
    let number = number(node, &edge.thread);
    let tables = &loaded.program.tables;
    let words = Words::new(Execution::new(tables, loaded.rules.semantics), &loaded.source.text);
    let span = edge.site.span(&tables.program);
    let line = (!tables.java.is_library(span)).then(|| words.places.line(span));
    let (text, line) = match edge.does {
        Does::Read(field) => (format!("read {}", tables.field_name(field)), line),
        Does::Write(field) => (format!("write {}", tables.field_name(field)), line),
        Does::Acquire if line.is_none() => ("acquire a lock in the library".to_owned(), None),
        Does::Acquire => (format!("acquire: {}", words.snippet(span)), line),
        Does::Other => match from.threads.iter().find(|t| t.name == number) {
            Some(thread) => (thread.what.clone(), thread.line),
            None => ("local steps".to_owned(), None),
        },
    };
    let wrong = edge.wrong.iter().map(|key| crate::exploring::shown::headline(loaded, key));
    Transition { from: edge.from, to: edge.to, thread: number, text, line, steps: edge.steps, wrong: wrong.collect() }
}
