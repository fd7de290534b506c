//! How programs are laid out. The files in `layouts/` hold them: a title behind `# `, the program, a line `---`, and the
//! layout. `BLESS=1 cargo test -p racefree-grammar --test all layouts` writes the layout of now into them.

use crate::common;
use racefree_grammar::{parse, printer};

/// The layout of a source, which is right in every respect that can be checked.
fn layout(title: &str, source: &str) -> String {
    let program = parse(source).unwrap_or_else(|e| panic!("{title}: {e:?}"));
    let formatted = printer::format(source).unwrap();
    let again = parse(&formatted).unwrap_or_else(|e| panic!("{title}: {e:?}\n{formatted}"));
    assert!(program.same_syntax(&again), "{title}: another program\n{formatted}");
    assert_eq!(printer::format(&formatted).unwrap(), formatted, "{title}: not idempotent");
    formatted
}

#[test]
fn layouts_are_what_the_files_say() {
    common::hold_files("layouts", 40, layout);
}
