//! The whole site.

use crate::workspace;
use racefree_book::{check, make};
use std::fs;

#[test]
fn the_site_is_made_and_its_links_hold() {
    let site = tempfile::tempdir().expect("a folder");
    let made = make(workspace(), site.path(), None).expect("a site");
    assert!(made.pages > 800 && made.links > 9_000, "{made:?}");
    for page in [
        "index.html",
        "01-races.html",
        "rules/exp-ref-guard-held.html",
        "corpus/idioms/transfer.html",
        "play/index.html",
    ] {
        let text = fs::read_to_string(site.path().join(page)).unwrap_or_else(|e| panic!("{page}: {e}"));
        assert!(text.contains("Content-Security-Policy"), "{page} has no policy");
        assert!(!text.contains("{{#rule") || page == "reference.html", "{page}: a directive is left");
    }
    // What scrolls is reached by the keyboard; the button of the contents is one; nothing that folds has a link in it.
    for (page, wanted) in [
        ("01-races.html", "<pre><code tabindex=\"0\""),
        ("01-races.html", "<label id=\"mdbook-sidebar-toggle\" role=\"button\""),
        ("manual/docs-rules.html", "<div class=\"table-wrapper\" tabindex=\"0\">"),
        ("corpus/idioms/transfer.html", "<pre tabindex=\"0\">"),
    ] {
        let text = fs::read_to_string(site.path().join(page)).unwrap_or_else(|e| panic!("{page}: {e}"));
        assert!(text.contains(wanted), "{page}: no {wanted}");
        assert!(!text.contains("<th></th>"), "{page}: a header without words");
    }
    let ghosts = fs::read_to_string(site.path().join("06-ghosts.html")).expect("a page");
    let folds: Vec<&str> =
        ghosts.split("<summary>").skip(1).map(|rest| rest.split("</summary>").next().unwrap_or_default()).collect();
    assert!(folds.len() > 5 && folds.iter().all(|fold| !fold.contains("<a ")), "{folds:?}");
    // Each premise of the base has a page, and a premise that checks says what goes wrong without it, or why nothing does.
    let library = racefree_book::ask::Library::default();
    for rule in library.rules().expect("rules") {
        for premise in rule.premises.iter().filter(|premise| premise.checks) {
            let page = racefree_book::html::page_of(&format!("{}/{}", rule.rule, premise.name));
            let text =
                fs::read_to_string(site.path().join("rules").join(&page)).unwrap_or_else(|e| panic!("{page}: {e}"));
            assert!(
                text.contains("goes wrong without it</h2>") || text.contains("with a race without it</h2>"),
                "{page}"
            );
        }
    }
    // A link that leads nowhere is found.
    fs::write(site.path().join("x.html"), "<a href=\"01-races.html#no-such\"></a><img src=\"no.png\">")
        .expect("a page");
    let (_, faults) = check::links(site.path()).expect("links");
    assert_eq!(faults, ["x.html: no such place: 01-races.html#no-such", "x.html: no such place: no.png"]);
}
