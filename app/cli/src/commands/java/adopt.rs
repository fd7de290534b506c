//! Findings that do not count: known ones of a baseline, and those outside of what changed.

use crate::args::java::AdoptArgs;
use crate::atomic_file;
use crate::ending::Ending;
use crate::git;
use crate::input::read_results;
use crate::terminal::Out;
use racefree_answers::count;
use racefree_answers::java::baseline::Baseline;
use racefree_answers::java::{JavaVerdict, changed};
use std::io;
use std::path::Path;

/// Most stale entries that are named.
const NAMED: usize = 10;

/// Takes what does not count out of the errors, and says how much that is.
pub fn apply(verdict: &mut JavaVerdict, args: &AdoptArgs, out: &mut Out) -> Result<(), String> {
    if let Some(path) = &args.baseline {
        let name = path.display();
        let baseline =
            read_results(path).and_then(|text| Baseline::read(&text).map_err(|e| format!("`{name}`: {e}")))?;
        let stale = baseline.apply(verdict, &|file| !Path::new(file).exists());
        let known: usize = verdict.files.iter().map(|f| f.known.len()).sum();
        out.aside(&format!("{} of `{name}` do not count", count(known as u64, "known finding")));
        let gone: usize = stale.iter().map(|(_, n)| n).sum();
        if gone > 0 {
            let entries = count(gone as u64, "finding");
            out.complain(&format!("{entries} of `{name}` are there no more; `--write-baseline {name}` drops them:"));
            stale.iter().take(NAMED).for_each(|(identity, _)| out.complain(&format!("  {}", identity.words())));
            if stale.len() > NAMED {
                out.complain(&format!("  and {} more", stale.len() - NAMED));
            }
        }
    }
    if let Some(revision) = &args.changed_since {
        let files: Vec<String> = verdict.sources.files().iter().map(|f| f.name.clone()).collect();
        let changes = git::changes(revision, &files)?;
        changed::apply(verdict, &|file| changes.get(file).cloned());
        let outside: usize = verdict.files.iter().map(|f| f.outside.len()).sum();
        let touched = count(changes.len() as u64, "changed file");
        out.aside(&format!(
            "{touched} since `{revision}`; {} elsewhere do not count",
            count(outside as u64, "finding")
        ));
    }
    Ok(())
}

/// Writes the findings of a verdict as a baseline.
pub fn write(verdict: &JavaVerdict, path: &Path, out: &mut Out) -> Result<Ending, String> {
    let baseline = Baseline::of(verdict);
    let cannot = |e: io::Error| format!("cannot write `{}`: {e}", path.display());
    atomic_file::replace(path, baseline.text().as_bytes()).map_err(cannot)?;
    let findings = count(baseline.count() as u64, "finding");
    out.summary(&format!("{findings} written to `{}`", path.display())).map_err(|e| e.to_string())?;
    Ok(Ending::Fine)
}
