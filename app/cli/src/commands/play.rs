//! `racefree play`: the page, served to a browser on this machine, or written as files.

use crate::args::play::PlayArgs;
use crate::ending::{Done, Ending};
use crate::input;
use crate::play::shown::{self, Shown};
use crate::play::{files, link, server};
use crate::terminal::Out;
use racefree_answers::Source;
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Serves the page, or writes it.
pub fn run(args: &PlayArgs, out: &mut Out) -> Done {
    let source = args.file.as_deref().map(input::read_text).transpose()?.map(named);
    if source.is_none() && shown::names_rules(&args.rules) {
        return Err("rules are those of a program: racefree play FILE --off …".into());
    }
    let shown = source.map(|source| Shown::new(source, args)).transpose()?;
    let written = |what: &str, path: &Path, result: io::Result<()>| {
        result.map_err(|e| format!("the {what} cannot be written to `{}`: {e}", path.display()))
    };
    if let (true, Some(shown)) = (args.link, &shown) {
        writeln!(out, "{}{}", args.address.as_deref().unwrap_or_default(), link::of(shown)?)?;
        return Ok(Ending::Fine);
    }
    let mut modules = || {
        let modules = files::Modules::find(args.engine.as_deref())?;
        if modules.is_stale {
            out.complain(
                "the browser's engine is older than the sources of this program, so the page may say something else; \
                 `app/web/build engine` makes it anew",
            );
        }
        Ok::<_, String>(modules)
    };
    if let Some(path) = &args.export {
        written("page", path, fs::write(path, files::single(&modules()?, shown.as_ref(), args.address.as_deref())))?;
    } else if let Some(folder) = &args.export_site {
        written("site", folder, files::site(&modules()?, folder, args.address.as_deref()))?;
    } else {
        let file = args.file.as_ref().filter(|file| file.as_os_str() != "-");
        let path = file.map(fs::canonicalize).transpose()?;
        let at = server::At { port: args.port, opens: !args.no_open, query: String::new() };
        let page = server::FirstView { shown, path, address: args.address.clone() };
        server::serve(&at, page, out).map_err(|e| format!("the page cannot be served: {e}"))?;
    }
    Ok(Ending::Fine)
}

/// A program goes by the name of its file alone: in which folder it is, is not for a page that is passed on.
fn named(source: Source) -> Source {
    let name = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
    Source { name: if name == "-" { "program.rfj".to_owned() } else { name.to_owned() }, text: source.text }
}
