//! Changed lines, as git has them.

use racefree_answers::java::changed::ChangedLines;
use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Runs git in a folder.
fn git(folder: &Path, args: &[&str]) -> Result<String, String> {
    let run = Command::new("git").arg("-C").arg(folder).args(["-c", "core.quotePath=false"]).args(args).output();
    let run = run.map_err(|e| format!("`--changed-since` needs git, which does not run: {e}"))?;
    match run.status.success() {
        true => Ok(String::from_utf8_lossy(&run.stdout).into_owned()),
        false => Err(String::from_utf8_lossy(&run.stderr).trim().to_owned()),
    }
}

/// Lines of files that are not as they were where the branch left a revision, by the files' names. A file that git does not know is new.
pub fn changes(revision: &str, files: &[String]) -> Result<HashMap<String, ChangedLines>, String> {
    let mut found = HashMap::new();
    let mut tops: HashMap<PathBuf, HashMap<PathBuf, ChangedLines>> = HashMap::new();
    for file in files {
        let Ok(path) = Path::new(file).canonicalize() else { continue };
        let folder = path.parent().unwrap_or(Path::new("/"));
        let top = match tops.keys().find(|top| path.starts_with(top)) {
            Some(top) => top.clone(),
            None => {
                let top = git(folder, &["rev-parse", "--show-toplevel"]).map_err(|e| format!("`{file}`: {e}"))?;
                let top = PathBuf::from(top.trim_end()).canonicalize().map_err(|e| e.to_string())?;
                tops.insert(top.clone(), of_repository(&top, revision)?);
                top
            }
        };
        if let Some(lines) = tops[&top].get(&path) {
            found.insert(file.clone(), lines.clone());
        }
    }
    Ok(found)
}

/// The changes of a repository, by the files' whole paths.
fn of_repository(top: &Path, revision: &str) -> Result<HashMap<PathBuf, ChangedLines>, String> {
    let wanted = format!("{revision}^{{commit}}");
    let commit = git(top, &["rev-parse", "--verify", "--quiet", "--end-of-options", &wanted]);
    let commit = commit.map_err(|_| format!("git knows no revision `{revision}`"))?;
    let commit = commit.trim();
    let base = git(top, &["merge-base", commit, "HEAD"]).unwrap_or_else(|_| commit.to_owned());
    let args = ["diff", "--unified=0", "--no-color", "--no-ext-diff", "--no-prefix", "--no-renames", base.trim(), "--"];
    let mut all = hunks(&git(top, &args)?, top);
    for file in git(top, &["ls-files", "--others", "--exclude-standard", "-z"])?.split('\0').filter(|f| !f.is_empty()) {
        all.insert(top.join(file), ChangedLines::All);
    }
    Ok(all)
}

/// Changed lines of a difference without context. Behind lines that are gone the next ones count.
fn hunks(difference: &str, top: &Path) -> HashMap<PathBuf, ChangedLines> {
    let mut all: HashMap<PathBuf, ChangedLines> = HashMap::new();
    let mut at: Option<PathBuf> = None;
    // Lines of a hunk that are still to come: they may look like a head.
    let mut skip = 0;
    for line in difference.lines() {
        if skip > 0 && line.starts_with(['+', '-']) {
            skip -= 1;
            continue;
        }
        if let Some(name) = line.strip_prefix("+++ ") {
            let name = name.trim_end_matches('\t').trim_matches('"');
            at = (name != "/dev/null").then(|| top.join(OsStr::new(name)));
        } else if let Some((old, new)) = line.strip_prefix("@@ -").and_then(|l| l.split(" @@").next()?.split_once(" +"))
        {
            let part = |text: &str| -> (u32, u32) {
                let (start, n) = text.split_once(',').unwrap_or((text, "1"));
                (start.parse().unwrap_or(0), n.parse().unwrap_or(0))
            };
            let ((_, gone), (start, n)) = (part(old), part(new));
            skip = gone + n;
            if let Some(path) = &at {
                let lines = if n == 0 { start..=start + 1 } else { start..=start + n - 1 };
                match all.entry(path.clone()).or_insert(ChangedLines::Some(Vec::new())) {
                    ChangedLines::Some(known) => known.push(lines),
                    ChangedLines::All => {}
                }
            }
        }
    }
    all
}
