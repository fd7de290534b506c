//! `docs/costs.md`: its counts of files are those of the sources.

use std::path::Path;
use walkdir::WalkDir;

/// Cells of a line of a table, without code marks.
fn cells(line: &str) -> Vec<&str> {
    line.trim_matches('|').split('|').map(|cell| cell.trim().trim_matches('`')).collect()
}

/// Returns true if a word stands in a text, not as the beginning of another.
fn names(text: &str, word: &str) -> bool {
    let ends = |at: usize| !text[at..].starts_with(|c: char| c.is_alphanumeric() || c == '_');
    text.match_indices(word).any(|(at, _)| ends(at + word.len()))
}

#[test]
fn the_files_of_a_change_are_those_that_name_it() {
    let top = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = std::fs::read_to_string(top.join("docs/costs.md")).unwrap();
    let mut table = page.lines().skip_while(|line| !line.starts_with("| room |")).take_while(|l| l.starts_with('|'));
    let head = cells(table.next().expect("the table of counts"));
    let mut counted = 0;
    for line in table.skip(1) {
        let row = cells(line);
        let inside = |entry: &walkdir::DirEntry| {
            !matches!(entry.file_name().to_str(), Some("tests" | "target" | "node_modules"))
        };
        let files = WalkDir::new(top.join(row[0])).into_iter().filter_entry(inside).map(Result::unwrap);
        let sources: Vec<String> = files
            .filter(|file| file.path().extension().is_some_and(|e| e == "rs"))
            .filter(|file| file.path().components().any(|part| part.as_os_str() == "src"))
            .map(|file| std::fs::read_to_string(file.path()).unwrap())
            .collect();
        assert!(!sources.is_empty(), "{}", row[0]);
        for (word, told) in head.iter().zip(&row).skip(1) {
            let found = sources.iter().filter(|text| names(text, word)).count();
            assert_eq!(found.to_string(), *told, "docs/costs.md: files of `{}` with `{word}`", row[0]);
            counted += found;
        }
    }
    assert!(counted > 30, "{counted}");
}
