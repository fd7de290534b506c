//! `racefree course`.

use crate::args::play::CourseArgs;
use crate::ending::{Done, Ending};
use crate::play::{files, server};
use crate::terminal::Out;
use racefree_answers::names;
use racefree_course::Chapter;
use std::io::Write;

/// Serves the page with the course open.
pub fn run(args: &CourseArgs, out: &mut Out) -> Done {
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
