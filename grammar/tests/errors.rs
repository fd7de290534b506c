//! What is said of wrong programs. The files in `errors/` hold them: a title behind `# `, the program, a line `---`, and
//! the errors. `BLESS=1 cargo test -p racefree-grammar --test all errors` writes what is said now into them.

use racefree_grammar::parse;
use racefree_grammar::span::LineIndex;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

/// The errors of a source, one to a line: place, message, and the help below it.
fn errors(title: &str, source: &str) -> String {
    let Err(errors) = parse(source) else { panic!("`{title}` is no error") };
    let lines = LineIndex::new(source);
    let mut out = String::new();
    for error in errors {
        let (line, column) = lines.line_column(source, error.span.start);
        let (end_line, end_column) = lines.line_column(source, error.span.end);
        let place = match end_line == line {
            true => format!("{line}:{column}-{end_column}"),
            false => format!("{line}:{column}-{end_line}:{end_column}"),
        };
        writeln!(out, "{place} {}", error.message).unwrap();
        if let Some(help) = error.help {
            writeln!(out, "    help: {help}").unwrap();
        }
    }
    out
}

#[test]
fn errors_are_what_the_files_say() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/errors");
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut cases, mut wrong) = (0, String::new());
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let mut now = String::new();
        for case in format!("\n{text}").split("\n# ").skip(1) {
            let (title, rest) = case.split_once('\n').unwrap();
            let (source, expected) = rest.split_once("\n---\n").unwrap_or((rest.trim_end(), ""));
            let errors = errors(title, source);
            if errors.trim() != expected.trim() {
                write!(wrong, "{}: {title}\n{source}\nexpected:\n{expected}\nfound:\n{errors}\n", file.display())
                    .unwrap();
            }
            write!(now, "# {title}\n{source}\n---\n{errors}\n").unwrap();
            cases += 1;
        }
        if std::env::var_os("BLESS").is_some() {
            fs::write(&file, now.trim_end().to_owned() + "\n").unwrap();
        }
    }
    assert!(cases >= 120, "only {cases} cases");
    assert!(wrong.is_empty() || std::env::var_os("BLESS").is_some(), "{wrong}");
}
