//! How programs are laid out. The files in `layouts/` hold them: a title behind `# `, the program, a line `---`, and the
//! layout. `BLESS=1 cargo test -p racefree-grammar --test all layouts` writes the layout of now into them.

use racefree_grammar::{parse, printer};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/layouts");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut cases, mut wrong) = (0, String::new());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut now = String::new();
        for case in format!("\n{text}").split("\n# ").skip(1) {
            let (title, rest) = case.split_once('\n').unwrap();
            let (source, expected) = rest.split_once("\n---\n").unwrap_or((rest.trim_end(), ""));
            let layout = layout(title, source);
            if layout.trim_end() != expected.trim_end() {
                let file = file.display();
                write!(wrong, "{file}: {title}\n{source}\nexpected:\n{expected}\nfound:\n{layout}\n").unwrap();
            }
            write!(now, "# {title}\n{source}\n---\n{layout}\n").unwrap();
            cases += 1;
        }
        if std::env::var_os("BLESS").is_some() {
            fs::write(&file, now.trim_end().to_owned() + "\n").unwrap();
        }
    }
    assert!(cases >= 40, "only {cases} cases");
    assert!(wrong.is_empty() || std::env::var_os("BLESS").is_some(), "{wrong}");
}
