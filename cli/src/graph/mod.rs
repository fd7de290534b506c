//! The state graph of a small program, drawn.
//!
//! | module | contents |
//! | --- | --- |
//! | [`dot`] | a file for Graphviz |

mod dot;

use crate::args::GraphForm;
use crate::commands::{Done, Outcome};
use crate::page;
use crate::running::{interrupt, write_file};
use crate::terminal::Out;
use racefree_answers::exploring::graph::picture::{self, Picture};
use racefree_answers::running::{Again, Loaded};
use racefree_explore::{End, Options, graph};
use serde_json::json;
use std::path::Path;

/// Options of a drawing.
pub struct How<'a> {
    /// Format.
    pub form: GraphForm,
    /// Greatest number of states.
    pub nodes: u32,
    /// Output file.
    pub file: Option<&'a Path>,
}

/// Draws the state graph.
pub fn draw(loaded: &Loaded, options: &Options, again: &Again<'_>, how: &How<'_>, out: &mut Out) -> Done {
    let graph = graph(&loaded.program, options, how.nodes as usize);
    let picture = picture::picture(loaded, options, again, &graph, how.nodes);
    let text = match how.form {
        GraphForm::Html => page(&picture),
        GraphForm::Dot => dot::render(&picture),
    };
    match how.file {
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
        () if interrupt::interrupted() => Outcome::Interrupted,
        () if wrong => Outcome::Wrong,
        () if !graph.complete || graph.nodes.iter().any(|n| n.end == End::Limit) => Outcome::Budget,
        () => Outcome::Fine,
    })
}

/// The graph as a self-contained page to click through.
fn page(picture: &Picture<'_>) -> String {
    let mut data = json!(picture);
    data["page"] = "graph".into();
    page::app(&format!("{}: states", picture.file), &data.to_string())
}
