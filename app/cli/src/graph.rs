//! The state graph of a small program, drawn: as a page to click through, or for Graphviz.

use crate::args::GraphForm;
use crate::ending::{Done, Ending};
use crate::page;
use crate::running::{interrupt, write_file};
use crate::terminal::Out;
use racefree_answers::exploring::graph::picture::{self, Picture, State};
use racefree_answers::running::{Again, Loaded};
use racefree_explore::{End, Options, graph};
use serde_json::json;
use std::fmt::Write as _;
use std::path::Path;

/// Draws the state graph, of at most so many states.
pub fn draw(
    loaded: &Loaded,
    options: &Options,
    again: &Again<'_>,
    (form, nodes, file): (GraphForm, u32, Option<&Path>),
    out: &mut Out,
) -> Done {
    let graph = graph(&loaded.program, options, nodes as usize);
    let picture = picture::picture(loaded, options, again, &graph, nodes);
    let text = match form {
        GraphForm::Html => page(&picture),
        GraphForm::Dot => dot(&picture),
    };
    match file {
        Some(path) => write_file(path, "graph", &text)?,
        None => out.verbatim(&text)?,
    }
    if !out.quiet {
        out.complain(&format!("{}: {}", loaded.source.name, picture.extent));
    }
    let wrong = graph.nodes.iter().any(|n| !n.races.is_empty() || !n.cycles.is_empty())
        || graph.edges.iter().any(|e| !e.wrong.is_empty())
        || picture.nodes.iter().any(|n| n.threads.iter().any(|t| t.state == "stuck"));
    Ok(match () {
        () if interrupt::interrupted() => Ending::Interrupted,
        () if wrong => Ending::Wrong,
        () if !graph.complete || graph.nodes.iter().any(|n| n.end == End::Limit) => Ending::Budget,
        () => Ending::Fine,
    })
}

/// The graph as a self-contained page to click through.
fn page(picture: &Picture<'_>) -> String {
    let mut data = json!(picture);
    data["page"] = "graph".into();
    page::app(&format!("{}: states", picture.file), &data.to_string())
}

/// A string as Graphviz takes it.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n"))
}

/// Attributes of a state.
fn look(state: &State) -> &'static str {
    match () {
        () if !state.races.is_empty() => ", style=filled, fillcolor=\"#f4b6b6\", color=\"#b00020\"",
        () if !state.deadlocks.is_empty() => ", style=filled, fillcolor=\"#ffd9a0\", color=\"#a85b00\"",
        () if state.end == "final" => ", peripheries=2",
        () if state.cut || state.end == "limit" => ", style=dashed",
        () => "",
    }
}

/// The graph as Graphviz reads it, for graphs that a reader wants to lay out otherwise.
fn dot(picture: &Picture<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(text, "digraph states {{");
    let _ = writeln!(text, "  label={};", quoted(&format!("{}: {}", picture.file, picture.extent)));
    let _ = writeln!(text, "  node [shape=box, fontname=\"monospace\", fontsize=10];");
    let _ = writeln!(text, "  edge [fontname=\"monospace\", fontsize=9];");
    for (i, state) in picture.nodes.iter().enumerate() {
        let mut lines = state.races.clone();
        lines.extend(state.deadlocks.iter().cloned());
        for thread in &state.threads {
            let line = thread.line.map_or(String::new(), |l| format!(" @{l}"));
            let how = if thread.state == "ready" { String::new() } else { format!("{}: ", thread.state) };
            lines.push(format!("{}: {how}{}{line}", thread.name, thread.what));
        }
        lines.extend(state.heap.iter().cloned());
        let _ = writeln!(text, "  n{i} [label={}{}];", quoted(&lines.join("\n")), look(state));
    }
    for edge in &picture.edges {
        let line = edge.line.map_or(String::new(), |l| format!(" @{l}"));
        let mut label = format!("{}: {}{line}", edge.thread, edge.text);
        for wrong in &edge.wrong {
            label.push_str(&format!("\n{wrong}"));
        }
        let color = if edge.wrong.is_empty() { "" } else { ", color=\"#b00020\"" };
        let _ = writeln!(text, "  n{} -> n{} [label={}{color}];", edge.from, edge.to, quoted(&label));
    }
    text.push_str("}\n");
    text
}
