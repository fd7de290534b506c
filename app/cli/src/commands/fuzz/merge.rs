//! `racefree fuzz merge`.

use crate::args::RunFormat;
use crate::atomic_file;
use crate::campaign::{summary, vacuous};
use crate::ending::{Done, Ending};
use crate::terminal::Out;
use racefree_answers::campaigns::fuzz::Summary;
use racefree_soundness::campaign::Results;
use std::path::Path;

/// Joins the results of shards.
pub fn run(files: &[impl AsRef<Path>], output: Option<&Path>, format: Option<RunFormat>, out: &mut Out) -> Done {
    let mut total: Option<Results> = None;
    for file in files {
        let name = file.as_ref().display();
        let text = crate::input::read_results(file.as_ref())?;
        let results = Results::read(&text).map_err(|why| format!("`{name}` {why}"))?;
        match &mut total {
            None => total = Some(results),
            Some(total) => total.join(&results).map_err(|why| format!("`{name}`: {why}"))?,
        }
    }
    let Some(total) = total else { return Err("there is nothing to join".into()) };
    let outcome = match (total.tally.failures(), total.whole() && total.finished()) {
        (0, true) => Ending::Fine,
        (0, false) => Ending::Budget,
        _ => Ending::Wrong,
    };
    let text = serde_json::to_string(&total).map_err(|e| e.to_string())? + "\n";
    // The counts are printed even if they cannot be written.
    let written = output.map_or(Ok(()), |output| {
        atomic_file::replace(output, text.as_bytes()).map_err(|e| format!("cannot write `{}`: {e}", output.display()))
    });
    let accepted = total.tally.accepted;
    let joined =
        Summary { results: total, failures: Vec::new(), rules: None, guard: None, guard_cut: false, replayed: None };
    let json = format.map_or(output.is_none(), |format| format == RunFormat::Json);
    let printed = summary::print(&joined, json, out);
    let outcome = vacuous(accepted, outcome, out);
    if let Err(message) = written {
        out.complain(&message);
        printed?;
        return Ok(if outcome == Ending::Wrong { outcome } else { Ending::Failed });
    }
    printed?;
    Ok(outcome)
}
