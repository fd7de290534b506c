//! An exercise in a chapter.

use crate::ask::Library;
use crate::html::{self, escape};
use crate::link::Shown;
use racefree_corpus::{Header, program_text};
use std::fmt::Write as _;
use std::path::Path;

/// The task, the program and the hints of an exercise, given by its path below `exercises/`.
///
/// # Errors
///
/// There is no such exercise, or it has no task.
pub fn shown(library: &Library, workspace: &Path, path: &str, root: &str) -> Result<String, String> {
    let unknown = |e| format!("there is no exercise `{path}` below `exercises/`: {e}");
    let source = std::fs::read_to_string(workspace.join("exercises").join(path)).map_err(unknown)?;
    let header = Header::read(&source);
    let all = |key: &str| {
        let lines = header.prose.iter().filter_map(|line| line.split_once(": "));
        lines.filter(|(k, _)| *k == key).map(|(_, value)| escape(value)).collect::<Vec<_>>()
    };
    let first = |key: &str| all(key).into_iter().next().ok_or_else(|| format!("`{path}` has no line `{key}:`"));
    let (kind, task, title) = (first("exercise")?, first("task")?, escape(&header.title));
    let name = path.rsplit('/').next().unwrap_or(path);
    let mut out = format!("<div class=\"exercise\"><p><strong>{title}</strong> ({kind})</p><p>{task}</p>");
    out.push_str(&html::program(library, program_text(&source))?);
    let hints = all("hint");
    if !hints.is_empty() {
        let _ = write!(out, "<details><summary>Hints</summary><ol><li>{}</li></ol></details>", hints.join("</li><li>"));
    }
    let open =
        html::open(&Shown::exercise(name, &source, path.trim_end_matches(".rfj")), root, "Open in the playground");
    let _ = write!(out, "<p>{open} · <code>racefree exercise play {}</code></p></div>", name.trim_end_matches(".rfj"));
    Ok(out)
}
