//! Every rule is found by its name, and the page of rules names files that are there.

use racefree_typeck::rules::BOOK;
use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The text of the Rust files of a folder, its own folders included but for those of a name.
fn sources(folder: &Path, but: &[&str], text: &mut String) {
    for entry in fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default();
        if but.contains(&name) {
            continue;
        }
        match path.is_dir() {
            true => sources(&path, but, text),
            false => text.push_str(&fs::read_to_string(&path).expect("text")),
        }
    }
}

#[test]
fn every_rule_is_found_by_its_name() {
    let mut text = String::new();
    sources(&root().join("typeck/base/src"), &["rules.rs", "statement"], &mut text);
    let mut missing = Vec::new();
    for (_, rule) in BOOK.rules() {
        let name = format!("\\[{}\\]", rule.name.replace("CLASS3", "CLASS₃").replace("FORK2", "FORK₂"));
        // These have no function of their own.
        if !text.contains(&name) && !["ENV EMPTY", "SHAREABLE"].contains(&rule.name) {
            missing.push(name);
        }
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn the_files_that_the_page_of_rules_names_are_there() {
    let docs = root().join("docs");
    let page = fs::read_to_string(docs.join("rules.md")).expect("the page of rules");
    let links: Vec<&str> = page.split("](").skip(1).filter_map(|rest| rest.split(')').next()).collect();
    let files: Vec<&str> = links.into_iter().filter(|l| !l.contains("://") && !l.starts_with('#')).collect();
    assert!(files.len() >= 30, "{files:?}");
    let gone: Vec<&&str> = files.iter().filter(|f| !docs.join(f.split('#').next().unwrap_or(f)).exists()).collect();
    assert!(gone.is_empty(), "{gone:?}");
}

#[test]
fn the_premises_that_rules_write_beside_their_judgments_are_those_of_the_table() {
    let mut text = String::new();
    sources(&root().join("typeck/base/src"), &["rules.rs", "statement", "explain"], &mut text);
    let said: Vec<&str> = text.lines().filter_map(|line| line.trim_start().strip_prefix("// P; ")).collect();
    assert!(said.len() >= 10, "{said:?}");
    for premise in said {
        let statement = format!("P; {premise}");
        assert!(BOOK.premises().any(|(_, known)| known.statement == statement), "{statement}");
    }
}
