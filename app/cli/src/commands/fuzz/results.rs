//! Files of results: input for the continuation of a campaign, and for joins.

use crate::args::RunFormat;
use crate::atomic_file;
use crate::ending::{Done, Ending};
use crate::terminal::{Out, aside};
use racefree_answers::campaigns::fuzz::Summary;
use racefree_soundness::campaign::{Results, Unusable};
use std::io;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

/// Writes the results of a campaign to its file. If that cannot be done, it is said once, unless it was `said`, and the campaign
/// goes on. Whether they are written.
pub fn keep(file: &Path, results: &Results, said: &AtomicBool) -> bool {
    let text = serde_json::to_string(results).map_err(io::Error::from);
    let written = text.and_then(|text| atomic_file::replace(file, (text + "\n").as_bytes()));
    if let Err(error) = &written
        && !said.swap(true, Ordering::Relaxed)
    {
        aside(&format!(
            "racefree: the results cannot be written to `{}`: {error}; what is found is printed all the same\n",
            file.display()
        ));
    }
    written.is_ok()
}

/// The results that a file holds, if it is there. What cannot be read is put aside, so that nothing of it is lost.
pub fn earlier(file: &Path, out: &mut Out) -> Result<Option<Results>, String> {
    if file.symlink_metadata().is_err() {
        return Ok(None);
    }
    let name = file.display();
    let why = match crate::input::read_results(file) {
        Ok(text) => match Results::read(&text) {
            Ok(results) => return Ok(Some(results)),
            Err(why @ Unusable::Version(_)) => {
                return Err(format!("`{name}` {why}; move it away, or name another file"));
            }
            Err(why) => format!("`{name}` {why}"),
        },
        // A device, a folder or the like is not ours to put aside, nor what may not be read.
        Err(message) if !file.is_file() || std::fs::File::open(file).is_err() => return Err(message),
        Err(message) => message,
    };
    let aside = atomic_file::put_aside(file).map_err(|e| format!("{why}; it cannot be put aside: {e}"))?;
    out.complain(&format!("{why}; it is now `{}`, and the campaign starts anew", aside.display()));
    Ok(None)
}

/// Joins the results of shards.
pub fn merge(files: &[impl AsRef<Path>], output: Option<&Path>, format: Option<RunFormat>, out: &mut Out) -> Done {
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
    let summary =
        Summary { results: total, failures: Vec::new(), rules: None, guard: None, guard_cut: false, replayed: None };
    let json = format.map_or(output.is_none(), |format| format == RunFormat::Json);
    let printed = super::summary::print(&summary, json, out);
    let outcome = super::vacuous(accepted, outcome, out);
    if let Err(message) = written {
        out.complain(&message);
        printed?;
        return Ok(if outcome == Ending::Wrong { outcome } else { Ending::Failed });
    }
    printed?;
    Ok(outcome)
}
