//! The site: the book at its root, `rules/` with a page for each rule and premise, `corpus/` with a page for each program, `play/`
//! with the playground. mdBook makes the pages of the book; what stands in them about rules and programs comes from `racefree-answers`.
//!
//! | module | contents |
//! | --- | --- |
//! | [`ask`] | questions to `racefree-answers`, and their answers |
//! | [`fill`] | a chapter, filled in: programs, directives, links |
//! | [`rules`], [`exercise`], [`html`], [`link`] | the pieces |
//! | [`outside`] | links that leave the book |
//! | [`corpus`], [`plain`] | pages beside the book |
//! | [`access`] | what mdBook's pages lack for readers without a pointer or a screen |
//! | [`policy`] | the content security policy of the book's pages |
//! | [`check`] | the links of the site |

pub mod access;
pub mod ask;
pub mod check;
pub mod corpus;
pub mod exercise;
pub mod fill;
pub mod html;
pub mod link;
pub mod outside;
pub mod plain;
pub mod policy;
pub mod rules;

use ask::Library;
use fill::{Filler, Source};
use mdbook_driver::MDBook;
use mdbook_driver::book::{Book, BookItem, Chapter};
use mdbook_driver::errors::{Error, Result};
use outside::Outside;
use plain::Page;
use std::fs;
use std::path::Path;

/// A site that was made.
#[derive(Debug)]
pub struct Made {
    /// Number of its pages.
    pub pages: usize,
    /// Number of links that were followed.
    pub links: usize,
    /// True if the playground is a part of it.
    pub playground: bool,
}

/// Makes the site of a workspace in a folder, with the playground from another folder if there is one.
///
/// # Errors
///
/// A directive that names what there is not, with its place; a link that leads nowhere; a file that cannot be read or written.
pub fn make(workspace: &Path, site: &Path, playground: Option<&Path>) -> Result<Made> {
    let library = Library::default();
    let rules = library.rules().map_err(Error::msg)?;
    let mut pages = rules::pages(&library, &rules).map_err(Error::msg)?;
    pages.extend(corpus::pages(&library).map_err(Error::msg)?);
    let filler = Filler { workspace, library, rules, outside: Outside::new(workspace) };

    let mut book = MDBook::load(workspace.join("book"))?;
    book.config.build.build_dir = std::path::absolute(site)?;
    fill_in(&filler, &mut book.book)?;
    book.build()?;
    for path in check::files(site)?.iter().filter(|path| path.extension().is_some_and(|e| e == "html")) {
        fs::write(path, policy::with_policy(&access::mended(&fs::read_to_string(path)?)))?;
    }
    let pictures = filler.outside.pictures.into_inner().unwrap_or_default();
    for (place, file) in &pictures {
        write(site, place, &fs::read(workspace.join(file))?)?;
    }
    match playground {
        Some(folder) => copy(folder, &site.join("play"))?,
        None => pages.push(no_playground()),
    }
    for page in &pages {
        write(site, &page.path, page.text.as_bytes())?;
    }
    let (links, faults) = check::links(site)?;
    if !faults.is_empty() {
        return Err(Error::msg(faults.join("\n")));
    }
    let pages = check::files(site)?.iter().filter(|path| path.extension().is_some_and(|e| e == "html")).count();
    Ok(Made { pages, links, playground: playground.is_some() })
}

/// Fills in the chapters, and adds those of the manual.
fn fill_in(filler: &Filler<'_>, book: &mut Book) -> Result<()> {
    let mut faults = Vec::new();
    let mut fill = |path: &str, root: &str, text: &str| {
        filler.fill(&Source { path, root, text }).unwrap_or_else(|found| {
            faults.extend(found);
            String::new()
        })
    };
    book.for_each_chapter_mut(|chapter| {
        if let Some(path) = &chapter.path {
            chapter.content = fill(&format!("docs/book/src/{}", path.display()), "", &chapter.content);
        }
    });
    book.push_item(BookItem::PartTitle("Manual".to_owned()));
    for page in filler.outside.manual()? {
        let text = fs::read_to_string(filler.workspace.join(&page))?;
        let title = text.lines().find_map(|line| line.strip_prefix("# ")).unwrap_or(&page).to_owned();
        let content = fill(&page, "../", &text);
        book.push_item(Chapter::new(&title, content, outside::chapter(&page), Vec::new()));
    }
    if faults.is_empty() { Ok(()) } else { Err(Error::msg(faults.join("\n"))) }
}

/// The page in the place of the playground.
fn no_playground() -> Page {
    let body = "<p>This copy of the site is without the playground. On your own machine, <code>racefree play FILE</code> opens it; \
                <code>app/web/build site</code> makes it for a site.</p>";
    Page::new("play/index.html", "Playground", body.to_owned())
}

fn write(site: &Path, place: &str, bytes: &[u8]) -> Result<()> {
    let path = site.join(place);
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    Ok(fs::write(path, bytes)?)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    for file in check::files(from)? {
        if let Ok(below) = file.strip_prefix(from) {
            write(to, &below.to_string_lossy(), &fs::read(&file)?)?;
        }
    }
    Ok(())
}
