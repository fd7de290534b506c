//! Access to the book's pages: what can be scrolled is reached by the keyboard, a header without words is none, the button of the
//! contents is one.

/// What stands in the pages as mdBook makes them, and what stands there instead.
const MENDED: [(&str, &str); 4] = [
    ("<pre><code", "<pre><code tabindex=\"0\""),
    ("<div class=\"table-wrapper\">", "<div class=\"table-wrapper\" tabindex=\"0\">"),
    ("<th></th>", "<td></td>"),
    ("<label id=\"mdbook-sidebar-toggle\"", "<label id=\"mdbook-sidebar-toggle\" role=\"button\""),
];

/// The page with these.
pub fn mended(page: &str) -> String {
    MENDED.iter().fold(page.to_owned(), |page, (made, wanted)| page.replace(made, wanted))
}
