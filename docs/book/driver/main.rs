//! `racefree-book [SITE [PLAYGROUND]]`: makes the site in a folder, by default `docs/book/site`; the playground is what `app/web/build site` made.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let workspace = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let site = arguments.first().map_or_else(|| workspace.join("docs/book/site"), Into::into);
    let made = match arguments.len() {
        0..=2 => racefree_book::make(workspace, &site, arguments.get(1).map(Path::new)),
        _ => Err(mdbook_driver::errors::Error::msg("usage: racefree-book [SITE [PLAYGROUND]]")),
    };
    match made {
        Ok(made) => {
            let playground = if made.playground { "with" } else { "without" };
            let (pages, links) = (made.pages, made.links);
            let said = writeln!(
                std::io::stdout(),
                "{}: {pages} pages, {links} links that hold, {playground} the playground",
                site.display()
            );
            if said.is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
        }
        Err(e) => {
            let _ = writeln!(std::io::stderr(), "racefree-book: {e:#}");
            ExitCode::FAILURE
        }
    }
}
