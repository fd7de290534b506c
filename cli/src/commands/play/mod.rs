//! `racefree play`: the page, served to a browser on this machine, or written as files.

mod files;
mod link;
mod server;
mod shown;

use super::Outcome;
use crate::args::play::PlayArgs;
use crate::input;
use crate::running::failed;
use crate::terminal::Out;
use racefree_answers::Source;
use shown::Shown;
use std::fs;
use std::io::{self, Write};

/// Serves the page, or writes it.
pub fn run(args: &PlayArgs, out: &mut Out) -> io::Result<Outcome> {
    let source = match args.file.as_deref().map(input::read).transpose() {
        Ok(source) => source.map(named),
        Err(message) => return Ok(failed(out, &message)),
    };
    if source.is_none() && shown::names_rules(&args.rules) {
        return Ok(failed(out, "rules are those of a program: racefree play FILE --off …"));
    }
    let shown = match source.map(|source| Shown::new(source, args)).transpose() {
        Ok(shown) => shown,
        Err(message) => return Ok(failed(out, &message)),
    };
    let written = |what: &str, path: &std::path::Path, result: io::Result<()>, out: &mut Out| {
        Ok(match result {
            Ok(()) => Outcome::Fine,
            Err(e) => failed(out, &format!("the {what} cannot be written to `{}`: {e}", path.display())),
        })
    };
    if let (true, Some(shown)) = (args.link, &shown) {
        return Ok(match link::of(shown) {
            Ok(link) => {
                writeln!(out, "{link}")?;
                Outcome::Fine
            }
            Err(message) => failed(out, &message),
        });
    }
    if (args.export.is_some() || args.export_site.is_some()) && files::ENGINE.is_empty() {
        let how = "this program was built without the browser's engine; `web/build engine` in its sources makes it, and another build puts it in";
        return Ok(failed(out, how));
    }
    if let Some(path) = &args.export {
        return written("page", path, fs::write(path, files::single(shown.as_ref())), out);
    }
    if let Some(folder) = &args.export_site {
        return written("site", folder, files::site(folder), out);
    }
    match server::serve(args, shown.as_ref(), out) {
        Ok(()) => Ok(Outcome::Fine),
        Err(e) => Ok(failed(out, &format!("the page cannot be served: {e}"))),
    }
}

/// A program goes by the name of its file alone: in which folder it is, is not for a page that is passed on.
fn named(source: Source) -> Source {
    let name = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
    Source { name: if name == "-" { "program.rfj".to_owned() } else { name.to_owned() }, text: source.text }
}
