//! The state graph as Graphviz reads it, for graphs that a reader wants to lay out otherwise.

use racefree_answers::exploring::graph::picture::{Picture, State};
use std::fmt::Write;

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

/// The graph.
pub fn render(picture: &Picture<'_>) -> String {
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
