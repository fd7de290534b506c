//! Links that leave the book. A page of the manual becomes a chapter, a program of the corpus is a page, a picture is copied; of another
//! file there is no page, and its name stands without a link.

use crate::fill::Source;
use racefree_answers::examples::slug;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;

/// Pages that are chapters beside those in `docs`.
const OTHERS: [&str; 4] =
    ["proof/README.md", "docs/campaigns/README.md", "soundness-tests/certificates/README.md", "CONTRIBUTING.md"];

/// Places of files outside the book.
pub struct Outside<'w> {
    workspace: &'w Path,
    /// Pictures to copy: path below the site, path below the workspace.
    pub pictures: Mutex<BTreeMap<String, String>>,
}

impl<'w> Outside<'w> {
    /// Places below a workspace.
    pub fn new(workspace: &'w Path) -> Outside<'w> {
        Outside { workspace, pictures: Mutex::default() }
    }

    /// Pages that become chapters, by their paths below the workspace.
    ///
    /// # Errors
    ///
    /// A folder cannot be read.
    pub fn manual(&self) -> std::io::Result<Vec<String>> {
        let mut pages: Vec<String> = OTHERS.map(str::to_owned).into();
        for folder in ["docs", "docs/tutorials"] {
            for entry in std::fs::read_dir(self.workspace.join(folder))? {
                let name = entry?.file_name().to_string_lossy().into_owned();
                pages.extend(name.ends_with(".md").then(|| format!("{folder}/{name}")));
            }
        }
        pages.sort();
        Ok(pages)
    }

    /// A line of Markdown with its links followed.
    pub fn line(&self, line: &str, source: &Source<'_>) -> String {
        let (mut out, mut rest) = (String::new(), line);
        while let Some(middle) = rest.find("](") {
            let (before, after) = (&rest[..middle], &rest[middle + 2..]);
            let (Some(open), Some(end)) = (opening(before), after.find(')')) else { break };
            let (target, text) = (&after[..end], &before[open + 1..]);
            let read = line.len() - rest.len() + open;
            let code = line[..read].matches('`').count() % 2 == 1;
            let place = if code { Some(target.to_owned()) } else { self.place(target, source) };
            match place {
                Some(place) => out.push_str(&format!("{before}]({place})")),
                None => out.push_str(&format!("{}{text}", before[..open].trim_end_matches('!'))),
            }
            rest = &after[end + 1..];
        }
        out + rest
    }

    /// The target on the site, from the chapter's page; none if the file has no page.
    fn place(&self, target: &str, source: &Source<'_>) -> Option<String> {
        if target.contains("://") || target.starts_with('#') || target.starts_with("mailto:") {
            return Some(target.to_owned());
        }
        let (path, anchor) = target.split_once('#').map_or((target, String::new()), |(p, a)| (p, format!("#{a}")));
        let path = below(source.path, path);
        let place = if let Some(chapter) = path.strip_prefix("docs/book/src/") {
            chapter.to_owned()
        } else if path == "corpus" {
            "corpus/index.html".to_owned()
        } else if path.starts_with("corpus/") && path.ends_with(".rfj") {
            format!("{}.html", path.trim_end_matches(".rfj"))
        } else if path.ends_with(".md") && (path.starts_with("docs/") || OTHERS.contains(&path.as_str())) {
            chapter(&path)
        } else if path.ends_with(".svg") || path.ends_with(".png") {
            let place = format!("files/{}", path.replace('/', "-"));
            self.pictures.lock().ok()?.insert(place.clone(), path);
            place
        } else {
            return None;
        };
        Some(format!("{}{place}{anchor}", source.root))
    }
}

/// Path of the chapter that a page of the manual becomes.
pub fn chapter(page: &str) -> String {
    format!("manual/{}.md", slug(page.trim_end_matches(".md")))
}

/// The bracket that begins the text of a link which ends here.
fn opening(before: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in before.char_indices().rev() {
        match c {
            ']' => depth += 1,
            '[' if depth == 0 => return Some(at),
            '[' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Path below the workspace of a target in a file.
fn below(file: &str, target: &str) -> String {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in target.split('/') {
        match part {
            "." | "" => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}
