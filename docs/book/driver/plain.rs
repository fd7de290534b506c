//! Pages beside the book: without any script.

use crate::html::escape;

/// Policy of a page without scripts.
const POLICY: &str = "default-src 'none'; style-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'";

/// A page of the site.
pub struct Page {
    /// Its path below the site.
    pub path: String,
    /// The whole of it.
    pub text: String,
}

impl Page {
    /// Page with a title and a body.
    pub fn new(path: &str, title: &str, body: String) -> Page {
        let root = "../".repeat(path.matches('/').count());
        let (title, body) = (escape(title), body.replace("<pre>", "<pre tabindex=\"0\">"));
        let text = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"UTF-8\">\
             <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>{title}</title>\
             <link rel=\"stylesheet\" href=\"{root}rfj.css\"></head><body class=\"plain\">\
             <nav aria-label=\"Site\"><a href=\"{root}index.html\">Book</a> <a href=\"{root}rules/index.html\">Rules</a> \
             <a href=\"{root}corpus/index.html\">Programs</a> <a href=\"{root}play/index.html\">Playground</a></nav>\
             <main><h1>{title}</h1>\n{body}\n</main></body></html>\n"
        );
        Page { path: path.to_owned(), text }
    }
}
