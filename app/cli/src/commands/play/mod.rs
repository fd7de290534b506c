//! `racefree play`: the page, served to a browser on this machine, or written as files.

mod files;
mod link;
mod server;
mod shown;

use crate::args::play::{CourseArgs, PlayArgs};
use crate::ending::{Done, Ending};
use crate::input;
use crate::terminal::Out;
use racefree_answers::{Source, names};
use racefree_course::Chapter;
use shown::Shown;
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

/// Serves the page with the course open.
pub fn course(args: &CourseArgs, out: &mut Out) -> Done {
    let chapters = files::chapters()?.chapters;
    if args.list {
        for chapter in &chapters {
            writeln!(out, "{:<28}{}", chapter.name, chapter.title)?;
        }
        return Ok(Ending::Fine);
    }
    let wanted = args.chapter.as_deref().map(|wanted| {
        let number = |name: &str| name.split('-').next().map(|n| n.trim_start_matches('0').to_owned());
        let is =
            |c: &&Chapter| c.name == wanted || number(&c.name).is_some_and(|n| n == wanted.trim_start_matches('0'));
        let near = || names::suggestion(wanted, chapters.iter().map(|c| c.name.as_str()));
        chapters
            .iter()
            .find(is)
            .ok_or_else(|| format!("there is no chapter `{wanted}`{}; `racefree course --list` lists them", near()))
    });
    let name = wanted.transpose()?.map_or("", |chapter| &chapter.name);
    let at = server::At { port: args.port, opens: !args.no_open, query: format!("?course={name}") };
    let page = server::FirstView { shown: None, path: None, address: args.address.clone() };
    server::serve(&at, page, out).map_err(|e| format!("the page cannot be served: {e}"))?;
    Ok(Ending::Fine)
}

/// A program goes by the name of its file alone: in which folder it is, is not for a page that is passed on.
fn named(source: Source) -> Source {
    let name = source.name.rsplit(['/', '\\']).next().unwrap_or_default();
    Source { name: if name == "-" { "program.rfj".to_owned() } else { name.to_owned() }, text: source.text }
}
