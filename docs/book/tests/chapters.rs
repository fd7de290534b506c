//! Form of the chapters: each has a program, a derivation, a schedule, the reason for a premise, three exercises, and twenty minutes.

use crate::workspace;
use std::fs;

/// The chapters, by name.
fn chapters() -> Vec<(String, String)> {
    let entries = fs::read_dir(workspace().join("docs/book/src")).expect("a folder").map(|e| e.expect("a file").path());
    let name = |path: &std::path::Path| path.file_stem().expect("a name").to_string_lossy().into_owned();
    let numbered = entries.filter(|path| name(path).starts_with(|c: char| c.is_ascii_digit()));
    let mut all: Vec<_> = numbered.map(|path| (name(&path), fs::read_to_string(&path).expect("a chapter"))).collect();
    all.sort();
    all
}

#[test]
fn each_chapter_has_what_it_promises() {
    let all = chapters();
    assert_eq!(all.len(), 12);
    for (name, text) in &all {
        for part in [
            "```rfj\n// ",
            "--derivation text",
            "\n## The derivation",
            "\n## The schedule",
            "\n## Where people go wrong\n\n* ",
            "\n## Exercises",
            "**Ask the room:**",
        ] {
            // The first chapter derives nothing yet but one premise.
            let early = name.starts_with("01") && part == "\n## The derivation";
            assert!(early || text.contains(part), "{name}: no {part:?}");
        }
        let exercises: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("{{#exercise ")).collect();
        assert_eq!(exercises.len(), 3, "{name}");
        assert!(exercises.iter().all(|of| of.starts_with(&format!("{name}/"))), "{name}: exercises of another chapter");
    }
}

#[test]
fn each_chapter_takes_at_most_twenty_minutes() {
    for (name, text) in chapters() {
        let (_, plan) = text.split_once("\n## Twenty minutes\n").unwrap_or_else(|| panic!("{name}: no plan"));
        let minutes: Vec<u32> = plan.lines().filter_map(|line| line.split('|').nth(1)?.trim().parse().ok()).collect();
        assert_eq!(minutes.first(), Some(&0), "{name}");
        assert!(
            minutes.windows(2).all(|pair| pair[0] < pair[1]) && minutes.iter().all(|&m| m < 20),
            "{name}: {minutes:?}"
        );
    }
}

#[test]
fn the_contents_name_every_page() {
    let contents = fs::read_to_string(workspace().join("docs/book/src/SUMMARY.md")).expect("the contents");
    for entry in fs::read_dir(workspace().join("docs/book/src")).expect("a folder") {
        let name = entry.expect("a file").file_name().to_string_lossy().into_owned();
        assert!(name == "SUMMARY.md" || contents.contains(&format!("]({name})")), "{name} is not in the contents");
    }
}
