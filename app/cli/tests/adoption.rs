//! Java in projects that have findings already: baselines, what changed, logs for code scanning.

// A test that is skipped says so.
#![allow(clippy::print_stderr)]

use crate::support::{Run, racefree};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::Command;

/// A class with a field that one method writes without its lock.
const COUNTER: &str = "class Counter {
    /*# guarded_by this */ private int n;
    synchronized void up() { n++; }
    void down() { n--; }
}
";

fn path(folder: &Path, name: &str) -> String {
    folder.join(name).display().to_string()
}

fn errors(run: &Run) -> usize {
    let objects = run.stdout.lines().map(|line| serde_json::from_str::<Value>(line).expect("an object"));
    objects.map(|o| o["errors"].as_array().map_or(0, Vec::len)).sum()
}

/// A field without a guard has one finding, and each method that uses it without the lock counts.
#[test]
fn one_more_use_without_the_lock_is_a_new_finding() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, known) = (path(folder.path(), "Counter.java"), path(folder.path(), "known.json"));
    let plain = COUNTER.replace("/*# guarded_by this */ ", "");
    fs::write(&file, &plain).expect("a file");
    let check = |more: &[&str]| racefree(&[&["check", "--format", "json", &file], more].concat(), "");
    assert_eq!(check(&["--write-baseline", &known]).status, 0);
    assert_eq!(check(&["--baseline", &known]).status, 0);
    // One that holds it is none, and neither is one fewer.
    let more = plain.replace("void down", "synchronized void zero() { n = 0; }\n    void down");
    fs::write(&file, &more).expect("a file");
    assert_eq!(check(&["--baseline", &known]).status, 0);
    fs::write(&file, plain.replace("void down", "void reset() { n = 0; }\n    void down")).expect("a file");
    assert_eq!(check(&["--baseline", &known]).status, 1);
    // A baseline without these names is read.
    let text = fs::read_to_string(&known).expect("a file");
    let old = without_names(&text);
    fs::write(&known, old).expect("a file");
    assert_eq!(check(&["--baseline", &known]).status, 0);
}

/// A baseline without the key `unlocked`.
fn without_names(text: &str) -> String {
    let mut record: Value = serde_json::from_str(text).expect("JSON");
    for finding in record["findings"].as_array_mut().expect("findings") {
        assert_eq!(finding["unlocked"], json!(["Counter.down()"]), "{finding}");
        finding.as_object_mut().expect("an object").remove("unlocked");
    }
    record.to_string()
}

#[test]
fn known_findings_do_not_count_and_new_ones_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, known) = (path(folder.path(), "Counter.java"), path(folder.path(), "known.json"));
    fs::write(&file, COUNTER).expect("a file");
    let check = |more: &[&str]| racefree(&[&["check", "--format", "json", &file], more].concat(), "");
    let first = check(&[]);
    assert_eq!((first.status, errors(&first)), (1, 1));
    let written = check(&["--write-baseline", &known]);
    assert_eq!(written.status, 0, "{}", written.stderr);
    let record: Value = serde_json::from_str(&fs::read_to_string(&known).expect("a file")).expect("JSON");
    let finding = &record["findings"][0];
    assert_eq!(
        (&finding["class"], &finding["method"], &finding["field"]),
        (&json!("Counter"), &json!("down()"), &json!("n"))
    );
    assert!(!finding.to_string().contains("line"), "{finding}");

    let again = check(&["--baseline", &known]);
    assert_eq!((again.status, errors(&again)), (0, 0), "{}", again.stdout);
    // Lines above it do not make a finding new, nor do names that it does not have.
    let moved = COUNTER.replace("class Counter", "// A comment.\n\n\nclass Counter").replace("up()", "more()");
    fs::write(&file, &moved).expect("a file");
    assert_eq!(check(&["--baseline", &known]).status, 0);
    // The same mistake in another method is a new one, and so is one more in the same method.
    fs::write(&file, moved.replace("void down", "void reset() { n = 0; }\n    void down")).expect("a file");
    let new = check(&["--baseline", &known]);
    assert_eq!((new.status, errors(&new)), (1, 1));
    fs::write(&file, moved.replace("n--;", "n--; n--;")).expect("a file");
    let more = check(&["--baseline", &known]);
    assert_eq!((more.status, errors(&more)), (1, 1));
    // An entry that matches nothing is said, and a file that is no baseline is refused.
    fs::write(&file, moved.replace("void down", "synchronized void down")).expect("a file");
    let mended = check(&["--baseline", &known]);
    assert_eq!(mended.status, 0);
    assert!(mended.stderr.contains("there no more") && mended.stderr.contains("Counter.down()"), "{}", mended.stderr);
    fs::write(&known, "{}").expect("a file");
    let wrong = check(&["--baseline", &known]);
    assert!(wrong.status == 2 && wrong.stderr.contains("no baseline"), "{}", wrong.stderr);
    let calculus = racefree(&["check", "--baseline", &known, "corpus/naik-2006/jdbf.rfj"], "");
    assert!(calculus.status == 2 && calculus.stderr.contains("is for Java"), "{}", calculus.stderr);
}

fn git(folder: &Path, args: &[&str]) -> bool {
    let set =
        ["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false", "-c", "core.hooksPath=/dev/null"];
    let run = Command::new("git").arg("-C").arg(folder).args(set).args(args).output();
    run.is_ok_and(|run| run.status.success())
}

#[test]
fn only_what_changed_counts() {
    let folder = tempfile::tempdir().expect("a folder");
    let top = folder.path();
    if !git(top, &["init", "-q", "-b", "main"]) {
        eprintln!("skipped: there is no git");
        return;
    }
    let (old, new) = (path(top, "Counter.java"), path(top, "New.java"));
    let other = COUNTER.replace("Counter", "Other");
    fs::write(&old, COUNTER).expect("a file");
    fs::write(path(top, "Other.java"), &other).expect("a file");
    assert!(git(top, &["add", "."]) && git(top, &["commit", "-qm", "one"]) && git(top, &["checkout", "-qb", "work"]));
    let folder = top.display().to_string();
    let check = || racefree(&["check", "--format", "json", "--changed-since", "main", &folder], "");
    let none = check();
    assert_eq!((none.status, errors(&none)), (0, 0), "{}{}", none.stdout, none.stderr);
    // A line in another method makes no old finding new, one in the method does.
    fs::write(&old, COUNTER.replace("{ n++; }", "{ n++; n++; }")).expect("a file");
    assert_eq!(check().status, 0);
    fs::write(&old, COUNTER.replace("void down() {", "void down() { int i = 0;")).expect("a file");
    let touched = check();
    assert_eq!((touched.status, errors(&touched)), (1, 1), "{}", touched.stdout);
    // A guard that is new makes every access that lacks it a finding, wherever it stands.
    fs::write(&old, COUNTER).expect("a file");
    fs::write(path(top, "Other.java"), other.replace("guarded_by this", "guarded_by  this")).expect("a file");
    let guard = check();
    assert_eq!((guard.status, errors(&guard)), (1, 1), "{}", guard.stdout);
    // A file that git does not know is new, committed or not, and deleted lines count as the ones behind them.
    fs::write(path(top, "Other.java"), &other).expect("a file");
    fs::write(&new, COUNTER.replace("Counter", "New")).expect("a file");
    assert_eq!(errors(&check()), 1);
    assert!(git(top, &["add", "."]) && git(top, &["commit", "-qm", "two"]));
    assert_eq!(errors(&check()), 1);
    // What others do on the main branch meanwhile is not what changed here.
    assert!(git(top, &["checkout", "-q", "main"]));
    fs::write(&old, COUNTER.replace("n--;", "n -= 1;")).expect("a file");
    assert!(git(top, &["commit", "-qam", "three"]) && git(top, &["checkout", "-q", "work"]));
    assert_eq!(errors(&check()), 1);
    let wrong = racefree(&["check", "--changed-since", "--output=x", &folder], "");
    assert_eq!(wrong.status, 2, "{}", wrong.stderr);
    let wrong = racefree(&["check", "--changed-since", "nowhere", &folder], "");
    assert!(wrong.status == 2 && wrong.stderr.contains("no revision `nowhere`"), "{}", wrong.stderr);
}

/// Holds a log to the schema of SARIF, and to what GitHub's code scanning asks besides.
fn hold(log: &Value) -> usize {
    let schema: Value = serde_json::from_str(include_str!("sarif-2.1.0.json")).expect("a schema");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    let wrong: Vec<String> = schema.iter_errors(log).map(|e| format!("{e} at {}", e.instance_path())).collect();
    assert!(wrong.is_empty(), "{wrong:?}");
    let run = &log["runs"][0];
    let rules = run["tool"]["driver"]["rules"].as_array().expect("rules");
    let ids: BTreeSet<&str> = rules.iter().filter_map(|r| r["id"].as_str()).collect();
    assert_eq!(ids.len(), rules.len(), "a rule is there once");
    for rule in rules {
        for key in ["shortDescription", "fullDescription", "help"] {
            assert!(rule[key]["text"].as_str().is_some_and(|t| !t.is_empty()), "{rule}");
        }
    }
    let results = run["results"].as_array().expect("results");
    for result in results {
        assert!(ids.contains(result["ruleId"].as_str().expect("a rule")), "{result}");
        let place = &result["locations"][0]["physicalLocation"];
        let uri = place["artifactLocation"]["uri"].as_str().expect("a file");
        assert!(!uri.is_empty() && !uri.contains('\\'), "{uri}");
        for key in ["startLine", "startColumn", "endLine", "endColumn"] {
            assert!(place["region"][key].as_u64().is_some_and(|n| n > 0), "{result}");
        }
    }
    results.len()
}

#[test]
fn logs_are_what_code_scanning_takes() {
    let mut results = 0;
    for folder in ["corpus/java/paper", "corpus/java", "corpus/flanagan-freund-2000"] {
        results += hold(&racefree(&["check", "--format", "sarif", folder], "").json());
    }
    assert!(results > 100, "{results} results");
    for file in ["corpus/java-run/races/TwoLocks.java", "corpus/naik-2006/jdbf.rfj"] {
        assert!(hold(&racefree(&["pairs", "--format", "sarif", file], "").json()) > 0);
    }
}

#[test]
fn a_fingerprint_stays_when_lines_move() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, known) = (path(folder.path(), "Counter.java"), path(folder.path(), "known.json"));
    let log = |text: &str, more: &[&str]| {
        fs::write(&file, text).expect("a file");
        let log = racefree(&[&["check", "--format", "sarif", &file], more].concat(), "").json();
        hold(&log);
        log["runs"][0]["results"].as_array().expect("results").clone()
    };
    let prints = |results: &[Value]| -> BTreeSet<String> {
        results.iter().map(|r| r["partialFingerprints"]["racefree/v1"].as_str().expect("a print").to_owned()).collect()
    };
    let before = log(COUNTER, &[]);
    assert_eq!(prints(&before).len(), before.len(), "each has its own");
    assert_eq!(prints(&before), prints(&log(&format!("\n\n{COUNTER}"), &[])));
    assert_ne!(prints(&before), prints(&log(&COUNTER.replace("down", "less"), &[])));
    log(COUNTER, &[]);
    assert_eq!(racefree(&["check", &file, "--write-baseline", &known], "").status, 0);
    let known = log(COUNTER, &["--baseline", &known]);
    assert!(known.iter().all(|r| r["suppressions"][0]["kind"] == "external"), "{known:?}");
}

#[test]
fn files_for_services_name_options_that_there_are() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace's root");
    let help = racefree(&["check", "--help"], "").stdout;
    let mut named = 0;
    for file in ["action.yml", ".pre-commit-hooks.yaml", "docs/adoption.md"] {
        let text = fs::read_to_string(root.join(file)).expect("a file");
        let lines = text.lines().filter(|line| line.contains("racefree") && line.contains("check"));
        for line in lines {
            let options = line.split(|c: char| !c.is_alphanumeric() && c != '-').filter(|w| w.starts_with("--"));
            for option in options {
                named += 1;
                assert!(
                    help.contains(&format!("{option} ")) || help.contains(&format!("{option}\n")),
                    "{file}: {option}"
                );
            }
        }
    }
    assert!(named >= 6, "{named} options");
}

/// A program with a race of `up` with itself.
const RACY: &str = "class Racy extends Thread {
    static int n;
    static void up() { n = 1; }
    public void run() { up(); }
    public static void main(String[] args) { new Racy().start(); new Racy().start(); }
}
";

#[test]
fn known_pairs_do_not_count() {
    let folder = tempfile::tempdir().expect("a folder");
    let (file, known) = (path(folder.path(), "Racy.java"), path(folder.path(), "known.json"));
    let pairs = |more: &[&str]| racefree(&[&["pairs", "--format", "json", &file], more].concat(), "");
    let write = |text: &str| fs::write(&file, text).expect("a file");
    write(RACY);
    // An answer that a budget cut is no baseline.
    let cut = pairs(&["--time", "0", "--write-baseline", &known]);
    assert!(cut.status == 3 && !Path::new(&known).exists(), "{}", cut.stderr);
    assert_eq!(pairs(&[]).status, 1);
    let written = pairs(&["--write-baseline", &known]);
    assert!(written.status == 0 && written.stdout.contains("1 pair written"), "{}{}", written.stdout, written.stderr);
    // Lines above it do not make it new.
    write(&format!("// a line\n\n{RACY}"));
    let same = pairs(&["--baseline", &known]);
    let answer: Value = serde_json::from_str(&same.stdout).expect("JSON");
    assert_eq!((same.status, &answer["known"], &answer["pairs"]), (0, &json!(1), &json!([])), "{}", same.stdout);
    assert!(same.stderr.contains("1 known pair of"), "{}", same.stderr);
    let log = racefree(&["pairs", &file, "--format", "sarif", "--baseline", &known], "");
    let log: Value = serde_json::from_str(&log.stdout).expect("a log");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert!(results.len() == 1 && results[0]["suppressions"][0]["kind"] == json!("external"), "{log}");
    assert!(results[0]["partialFingerprints"]["racefree/v1"].is_string(), "{log}");
    // Another method that writes the field is new.
    write(
        &RACY.replace(
            "public void run() { up(); }",
            "static void down() { n = 2; } public void run() { up(); down(); }",
        ),
    );
    let more = pairs(&["--baseline", &known]);
    let answer: Value = serde_json::from_str(&more.stdout).expect("JSON");
    assert_eq!((more.status, answer["pairs"].as_array().map(Vec::len)), (1, Some(2)), "{}", more.stdout);
    let told = racefree(&["pairs", &file, "--baseline", &known], "");
    assert!(told.stdout.contains("2 pairs are left, besides 1 that the baseline knows"), "{}", told.stdout);
    // Entries that match nothing are said, and a file that is no baseline of pairs is refused.
    write(&RACY.replace("static void up", "static synchronized void up"));
    let mended = pairs(&["--baseline", &known]);
    assert!(mended.status == 0 && mended.stderr.contains("are there no more"), "{}", mended.stderr);
    fs::write(&known, "{}").expect("a file");
    let wrong = pairs(&["--baseline", &known]);
    assert!(wrong.status == 2 && wrong.stderr.contains("no baseline of pairs"), "{}", wrong.stderr);
}
