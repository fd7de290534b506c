//! `racefree why RULE/premise`: one page on the purpose of a premise, on the terminal and as a page of its own.

use crate::args::{WhyArgs, WhyFormat};
use crate::ending::{Done, Ending};
use crate::page;
use crate::terminal::Out;
use crate::why as show;
use racefree_answers::json::line;
use racefree_answers::options::named;
use racefree_answers::why;
use serde_json::json;
use std::io::Write;

/// Prints the page.
pub fn run(args: &WhyArgs, out: &mut Out) -> Done {
    let width = out.width.min(100);
    let name = args.options.name.as_deref().unwrap_or_default();
    if let Some((record, text)) = why::of_java(name) {
        let printed = match args.format {
            WhyFormat::Human => text,
            WhyFormat::Json => line(&record),
            WhyFormat::Html => page::app(name, &line(&json!({ "page": "why", "why": record }))),
        };
        writeln!(out, "{}", printed.trim_end())?;
        return Ok(Ending::Fine);
    }
    let page = why::page(named(args.options.system.as_deref()), name);
    let printed = page.and_then(|page| match args.format {
        WhyFormat::Human => show::text(&page, width),
        WhyFormat::Json => page.record().map(|record| line(&record)),
        WhyFormat::Html => show::html(&page),
    });
    writeln!(out, "{}", printed?.trim_end())?;
    Ok(Ending::Fine)
}
