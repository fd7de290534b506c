//! The calculus stands alone: this crate adds to it, and it knows nothing of that.

use racefree_java_rules::rules;
use std::fs;
use std::path::{Path, PathBuf};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("an entry").path();
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

#[test]
fn the_calculus_has_no_word_of_java() {
    let mut all = Vec::new();
    files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../base/src"), &mut all);
    assert!(all.len() > 40, "{}", all.len());
    let mut said = Vec::new();
    for file in all {
        let text = fs::read_to_string(&file).expect("text").to_lowercase();
        // Decisions D6 and D7 compare the paper's locks and exceptions with those of the language.
        let plain = |line: &&str| !line.contains("java's");
        let lines = text.lines().filter(plain).map(|line| {
            ["racefreejava", "concurrentjava", "concurrent-java"].iter().fold(line.to_owned(), |l, n| l.replace(n, ""))
        });
        let java = lines.filter(|line| line.contains("java"));
        said.extend(java.map(|line| format!("{}: {}", file.display(), line.trim())));
    }
    assert!(said.is_empty(), "{}", said.join("\n"));
}

#[test]
fn the_rules_of_the_calculus_are_the_first_ones_with_premises_behind_theirs() {
    let calculus = racefree_typeck::rules::BOOK;
    let mut further = Vec::new();
    for (id, rule) in calculus.rules() {
        let own = rules::BOOK.rule(id);
        assert_eq!((own.name, own.section), (rule.name, rule.section));
        let (same, more) = own.premises.split_at(rule.premises.len());
        assert!(same.iter().zip(rule.premises).all(|(own, known)| own.statement == known.statement), "{}", rule.name);
        further.extend(more.iter().map(|premise| format!("{}/{}", rule.name, premise.name)));
    }
    assert_eq!(further.len(), 9, "{further:?}");
    let of_java =
        rules::BOOK.premises().filter(|(id, _)| rules::is_of_java(*id)).map(|(id, _)| rules::premise_name(id));
    let of_java: Vec<String> = of_java.collect();
    assert!(further.iter().all(|name| of_java.contains(name)), "{further:?}");
    assert!(calculus.premises().all(|(id, _)| !rules::is_of_java(id)));
}
