//! `racefree explain`.

use crate::args::{ExplainArgs, RunFormat};
use crate::ending::{Done, Halt};
use crate::explaining;
use crate::options;
use crate::running::program;
use crate::terminal::Out;
use racefree_answers::json::line;
use racefree_answers::verdict;
use std::io::Write;

/// Says of every type error, silenced error and `holds` whether it is real.
pub fn run(args: &ExplainArgs, out: &mut Out) -> Done {
    let rules = &args.options.exploring.rules;
    let parsed = program::parse(&args.file, rules, &args.options.exploring.start, args.format)?;
    for one in &parsed.taken {
        out.complain(&one.way);
    }
    let of_java = parsed.names.own_end.is_some();
    let unjudged = verdict::unjudged(&parsed.source.text, parsed.rules.system).filter(|_| !of_java);
    if let Some(warning) = unjudged.filter(|_| rules.system.is_none()) {
        out.complain(&format!("`{}`: {}", parsed.source.name, warning.message));
    }
    let (desk, terminal) = options::desk(!out.quiet);
    let explained = desk.explain(parsed, &args.options).map_err(Halt::refused(args.format))?;
    terminal.clear();
    match args.format {
        RunFormat::Json => writeln!(out, "{}", line(&explained.json()))?,
        RunFormat::Human => explaining::print(&explained, out)?,
    }
    Ok(explained.ending())
}
