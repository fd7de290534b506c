//! `racefree play`: the page, served to a browser on this machine, or written as files.

mod files;
mod link;
mod server;
mod shown;

use super::{Done, Ending};
use crate::args::play::PlayArgs;
use crate::input;
use crate::terminal::Out;
use racefree_answers::Source;
use shown::Shown;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Serves the page, or writes it.
pub fn run(args: &PlayArgs, out: &mut Out) -> Done {
    let source = args.file.as_deref().map(input::read).transpose()?.map(named);
    if source.is_none() && shown::names_rules(&args.rules) {
        return Err("rules are those of a program: racefree play FILE --off …".into());
    }
    let shown = source.map(|source| Shown::new(source, args)).transpose()?;
    let written = |what: &str, path: &Path, result: io::Result<()>| {
        result.map_err(|e| format!("the {what} cannot be written to `{}`: {e}", path.display()))
    };
    if let (true, Some(shown)) = (args.link, &shown) {
        writeln!(out, "{}", link::of(shown)?)?;
        return Ok(Ending::Fine);
    }
    let modules = || files::Modules::find(args.engine.as_deref());
    if let Some(path) = &args.export {
        written("page", path, fs::write(path, files::single(&modules()?, shown.as_ref())))?;
    } else if let Some(folder) = &args.export_site {
        written("site", folder, files::site(&modules()?, folder))?;
    } else {
        server::serve(args, shown.as_ref(), out).map_err(|e| format!("the page cannot be served: {e}"))?;
    }
    Ok(Ending::Fine)
}

/// A program goes by the name of its file alone: in which folder it is, is not for a page that is passed on.
fn named(source: Source) -> Source {
    let name = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
    Source { name: if name == "-" { "program.rfj".to_owned() } else { name.to_owned() }, text: source.text }
}
