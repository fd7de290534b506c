//! The pages below `corpus/`: an index, and one for each program.

use crate::ask::Library;
use crate::html::{self, escape};
use crate::link::Shown;
use crate::plain::Page;
use racefree_corpus::Entry;
use std::fmt::Write as _;

/// The pages.
///
/// # Errors
///
/// A program without tokens.
pub fn pages(library: &Library) -> Result<Vec<Page>, String> {
    let all = racefree_corpus::entries();
    let mut pages = vec![index(&all)];
    for entry in &all {
        pages.push(of(library, entry)?);
    }
    Ok(pages)
}

/// Path of a program without its suffix.
fn stem(entry: &Entry) -> &'static str {
    entry.path.trim_end_matches(".rfj")
}

fn folder(entry: &Entry) -> &'static str {
    entry.path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn index(all: &[Entry]) -> Page {
    let mut body =
        format!("<p>{} programs. Each says what must be true of it, and the tests hold it to that.</p>", all.len());
    let mut open = None;
    for entry in all {
        if open.replace(folder(entry)) != Some(folder(entry)) {
            let end = if body.contains("<ul>") { "</ul>" } else { "" };
            let _ = write!(body, "{end}<h2>{}</h2><ul>", escape(folder(entry)));
        }
        let _ = write!(body, "<li><a href=\"{}.html\">{}</a></li>", stem(entry), escape(&entry.header().title));
    }
    body.push_str("</ul>");
    Page::new("corpus/index.html", "Programs", body)
}

fn of(library: &Library, entry: &Entry) -> Result<Page, String> {
    let (header, path) = (entry.header(), format!("corpus/{}.html", stem(entry)));
    let root = "../".repeat(path.matches('/').count());
    let mut body = format!("<p>{}</p>", escape(&header.prose.join(" ")));
    body.push_str(&html::program(library, entry.source)?);
    let name = entry.path.rsplit('/').next().unwrap_or(entry.path);
    let open = html::open(&Shown::new(name, entry.source), &root, "Open in the playground");
    let _ = write!(body, "<p>{open}</p><div class=\"wide\"><table>");
    for (key, value) in &header.claims {
        let _ = write!(body, "<tr><th scope=\"row\">{}</th><td>{}</td></tr>", escape(key), escape(value));
    }
    let _ = write!(body, "</table></div><pre><code>racefree examples show {}</code></pre>", escape(stem(entry)));
    Ok(Page::new(&path, &header.title, body))
}
