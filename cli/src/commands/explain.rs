//! `racefree explain`.

use super::{Done, Halt};
use crate::args::{ExplainArgs, RunFormat};
use crate::explaining;
use crate::options;
use crate::running::program;
use crate::terminal::Out;
use racefree_answers::explaining::answer::Explanation;
use racefree_answers::json::line;
use racefree_answers::options::ExplainOptions;
use racefree_answers::verdict;
use std::io::Write;
use std::path::Path;

/// Says of every type error, silenced error and `holds` whether it is real.
pub fn run(args: &ExplainArgs, out: &mut Out) -> Done {
    answer(&args.file, &args.options, args.format, out)
}

/// Says it of a file.
pub fn answer(file: &Path, question: &ExplainOptions, format: RunFormat, out: &mut Out) -> Done {
    let rules = &question.exploring.rules;
    let parsed = program::parse(file, rules, format)?;
    let unjudged = verdict::unjudged(&parsed.source.text, parsed.rules.system);
    if let Some(warning) = unjudged.filter(|_| rules.system.is_none()) {
        out.complain(&format!("`{}`: {}", parsed.source.name, warning.message));
    }
    let (desk, terminal) = options::desk(!out.quiet);
    let explained = desk.explain(parsed, question, |explained| {
        terminal.clear();
        match (format, explained) {
            (RunFormat::Json, explained) => writeln!(out, "{}", line(&explained.json())),
            (RunFormat::Human, Explanation::Open(parsed, main)) => explaining::open(parsed, main.as_deref(), out),
            (RunFormat::Human, Explanation::Library(parsed, errors, tried)) => {
                explaining::library(&parsed.source, errors, tried, out)
            }
            (RunFormat::Human, Explanation::Nothing(loaded)) => explaining::nothing(loaded, out),
            (RunFormat::Human, Explanation::Told(told)) => explaining::verdicts(told, out),
        }
    });
    let (ending, written) = explained.map_err(Halt::refused(format))?;
    written?;
    Ok(ending.into())
}
