//! `racefree lsp`: the language server, on standard input and output.

use crate::args::TraceForm;
use crate::ending::{Done, Ending};
use crate::trace::{self, most};
use racefree_answers::Source;
use racefree_answers::desk::{parsed, ready};
use racefree_answers::editing::VARIANTS;
use racefree_answers::options::{RuleOptions, Running};
use racefree_answers::running::{replay, run_options};
use racefree_answers::trace::{Title, collect};
use racefree_interp::drive;
use std::io::{BufReader, stdin, stdout};

/// Serves one client.
pub fn run() -> Done {
    match racefree_lsp::serve(BufReader::new(stdin()), stdout(), page)? {
        true => Ok(Ending::Fine),
        false => Err("the client has left without `shutdown`".into()),
    }
}

/// The page of a schedule, as `run --trace html` writes it.
fn page(source: Source, rules: &RuleOptions, schedule: &str) -> Result<String, String> {
    let cannot = |_| "the program cannot run".to_owned();
    let schedule = replay::parse(schedule)?;
    let loaded = ready(parsed(source, rules, VARIANTS).map_err(cannot)?).map_err(cannot)?;
    let asked = Running { rules: rules.clone(), ..Running::default() };
    let how = run_options(&asked, &loaded);
    let result = drive::replay(&loaded.program, &how, &schedule);
    let text = &loaded.source.text;
    let trace = collect::collect(&loaded.program, text, &how, &result.schedule, most(TraceForm::Html));
    Ok(trace::html(&trace, &Title::new(&loaded, None, &result), text))
}
