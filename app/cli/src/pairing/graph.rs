//! The call paths of the pairs as a graph, for Graphviz.

use racefree_answers::pairing::answered::Answered;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// A graph of all pairs that are told: threads, calls, accesses, and a line between the two of a pair.
pub fn dot(answered: &Answered<'_>) -> String {
    let lines = answered.source.lines();
    let place = |span| lines.place(span);
    let (mut nodes, mut edges) = (BTreeSet::new(), BTreeSet::new());
    for told in &answered.told {
        for t in &told.left.threads {
            let mut ends = Vec::new();
            for (side, e) in [told.left.pair.0, told.left.pair.1].into_iter().enumerate() {
                let mut at = super::human::thread(answered, t.spawn[side], &lines);
                nodes.insert(format!("  \"{at}\" [shape=box];"));
                for span in answered.path(&t.paths[side], e) {
                    edges.insert(format!("  \"{at}\" -> \"{}\";", place(span)));
                    at = place(span);
                }
                let (kind, _) = answered.access(e);
                nodes.insert(format!("  \"{at}\" [label=\"{} {at}\", shape=ellipse];", kind.name()));
                ends.push(at);
            }
            edges.insert(format!(
                "  \"{}\" -> \"{}\" [dir=none, style=dashed, color=red, label=\"{}\"];",
                ends[0], ends[1], told.left.field
            ));
        }
    }
    let mut text = String::from("digraph pairs {\n  rankdir=LR;\n");
    for line in nodes.into_iter().chain(edges) {
        let _ = writeln!(text, "{line}");
    }
    text.push_str("}\n");
    text
}
