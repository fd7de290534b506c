//! `--help` and the manual pages: every command is in a group and has examples, which are run as they are typed.
#![allow(clippy::print_stderr)]

use crate::support::racefree;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

/// The commands, as `fuzz` and `fuzz merge`, of which `clap` makes manual pages.
fn commands(folder: &Path) -> BTreeSet<String> {
    let run = racefree(&["man", "--output", folder.to_str().expect("a path")], "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let pages = std::fs::read_dir(folder).expect("the pages").map(|page| page.expect("a page").file_name());
    let names = pages.map(|page| page.into_string().expect("a name").trim_end_matches(".1").replace('-', " "));
    names.filter_map(|name| Some(name.strip_prefix("racefree ")?.to_owned())).collect()
}

/// The examples at the end of a `--help`.
fn examples(help: &str) -> Vec<&str> {
    let (_, examples) = help.rsplit_once("\nExamples:\n").expect("examples");
    examples.lines().map_while(|line| line.strip_prefix("  ")).collect()
}

#[test]
fn every_command_is_in_one_group() {
    let folder = tempfile::tempdir().expect("a folder");
    let help = racefree(&["--help"], "").stdout;
    let listed = help.split("\nOptions:").next().expect("commands").lines();
    let listed: Vec<String> = listed
        .filter_map(|line| line.strip_prefix("  ")?.split_once("  "))
        .map(|(name, about)| {
            assert!(about.trim().len() <= 65, "longer than a line of a terminal: {about}");
            name.to_owned()
        })
        .collect();
    let all = commands(folder.path());
    let all: BTreeSet<&String> = all.iter().filter(|name| !name.contains(' ')).collect();
    assert_eq!(listed.iter().collect::<BTreeSet<_>>(), all);
    assert_eq!(listed.len(), all.len(), "{listed:?}");
}

#[test]
fn manual_pages_are_of_commands_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let all = commands(folder.path());
    assert!(all.contains("fuzz merge") && all.len() > 20, "{all:?}");
    for name in &all {
        assert!(!name.split(' ').any(|word| word == "help"), "{name}");
        let page = folder.path().join(format!("racefree-{}.1", name.replace(' ', "-")));
        let page = std::fs::read_to_string(page).expect("a page");
        assert!(!page.contains("\\-help(1)") && page.contains("Examples:"), "{name}");
    }
    let main = std::fs::read_to_string(folder.path().join("racefree.1")).expect("a page");
    assert!(main.contains("racefree\\-check(1)") && !main.contains("\\-help(1)"), "{main}");
}

#[test]
fn every_example_works_as_it_is_typed() {
    let folder = tempfile::tempdir().expect("a folder");
    let binary = Path::new(env!("CARGO_BIN_EXE_racefree")).parent().expect("a folder");
    let path = std::env::join_paths(
        [binary.to_path_buf()].into_iter().chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.expect("a path");
    let mut run = 0;
    let all = commands(&folder.path().join("pages"));
    for name in std::iter::once("").chain(all.iter().map(String::as_str)) {
        let words: Vec<&str> = name.split(' ').filter(|word| !word.is_empty()).chain(["--help"]).collect();
        let help = racefree(&words, "").stdout;
        for example in examples(&help) {
            assert!(example.contains(&format!("racefree {}", words[0].trim_start_matches("--help"))), "{example}");
            // It opens a browser, and ends with Ctrl-C.
            let line =
                if example.ends_with("racefree play -") { format!("{example} --link") } else { example.to_owned() };
            let mut bash = Command::new("bash");
            bash.args(["-c", &format!("set -o pipefail; {line}")]).current_dir(&folder).env("PATH", &path);
            let Ok(output) = bash.output() else {
                eprintln!("no bash: examples are not run");
                return;
            };
            let said = String::from_utf8_lossy(&output.stderr);
            assert!(matches!(output.status.code(), Some(0 | 1)), "{example}: {said}");
            assert!(
                !said.contains("error:") && !said.contains("cannot") && !said.contains("there is no"),
                "{example}: {said}"
            );
            let is_silent = [" man ", "completions", "racefree lsp"].iter().any(|quiet| example.contains(quiet));
            assert_eq!(output.stdout.is_empty(), is_silent, "{example}");
            run += 1;
        }
    }
    assert!(run > 30, "{run} examples");
}

#[test]
fn options_are_in_groups() {
    let help = racefree(&["explore", "--help"], "").stdout;
    let headings: Vec<&str> = help.lines().filter(|line| line.ends_with(':') && !line.starts_with(' ')).collect();
    assert_eq!(headings, ["Arguments:", "Options:", "Limits:", "Run time:", "Rules:", "Output:", "Examples:"]);
    let (_, rules) = help.split_once("\nRules:\n").expect("rules");
    assert!(rules.split("\nOutput:\n").next().is_some_and(|rules| rules.contains("--off <RULE/premise>")));
}

#[test]
fn a_word_that_is_wrong_has_the_nearest_one_named() {
    let cases: [(&[&str], &str); 15] = [
        (&["explroe", "-"], "'explore'"),
        (&["check", "-", "--formt", "json"], "'--format'"),
        (&["check", "-", "--format", "shrt"], "'short'"),
        (&["completions", "bsh"], "'bash'"),
        (&["check", "-", "--system", "owner"], "`owners`"),
        (&["check", "-", "--off", "EXP REF/guard-hold"], "`EXP REF/guard-held`"),
        (&["check", "-", "--variant", "constructor-hold-lock"], "`constructor-holds-lock`"),
        (&["check", "-", "--no-warn", "exp_ref_guard_hold"], "`exp_ref_guard_held`"),
        (&["why", "EXP REF/guard-hold"], "`EXP REF/guard-held`"),
        (&["rules", "EXP REFF"], "`EXP REF`"),
        (&["variants", "show", "constructor-hold-lock"], "`constructor-holds-lock`"),
        (&["variants", "diff", "base", "EXP REEF/guard-held"], "`EXP REF/guard-held`"),
        (&["examples", "show", "main-does-not-lok"], "`main-does-not-lock`"),
        (&["man", "chek"], "`check`"),
        (&["run", "-", "--scheduler", "randm"], "`random`"),
    ];
    for (words, nearest) in cases {
        let run = racefree(words, "1");
        assert_eq!(run.status, 2, "{words:?}: {}", run.stdout);
        assert!(run.stderr.contains(nearest), "{words:?}: {}", run.stderr);
    }
}
