//! `check`, `lower` and `annotate` on Java source: as it is read, and as a project is.

use crate::support::racefree;
use serde_json::Value;
use std::fs;

const VECTOR: &str = "corpus/java/paper/vector.java";
/// A class without annotations, and a client that runs it in a thread.
const COUNTER: &str = "class Counter {\n    private int n;\n    static int made;\n    synchronized void up() { n++; }\n    static synchronized void made() { made++; }\n}\n";

#[test]
fn an_error_speaks_java() {
    let run = racefree(&["check", VECTOR], "");
    assert_eq!(run.status, 1);
    insta::assert_snapshot!("java_vector", run.stdout);
}

#[test]
fn several_files_are_one_program_with_a_summary() {
    let run = racefree(&["check", "--format", "json", VECTOR, "corpus/java/paper/ref-add.java"], "");
    assert_eq!(run.status, 1);
    let objects: Vec<Value> = run.stdout.lines().map(|line| serde_json::from_str(line).expect("an object")).collect();
    let (last, files) = objects.split_last().expect("objects");
    assert_eq!((&last["summary"], &last["language"]), (&Value::Bool(true), &Value::from("java")));
    assert_eq!(last["files"], files.len());
    let errors: usize = files.iter().map(|file| file["errors"].as_array().expect("errors").len()).sum();
    assert_eq!(last["errors"], errors);
    assert!(files.iter().all(|file| file["assumptions"].is_object() && file["language"] == "java"));
    let of_vector = files.iter().find(|file| file["file"] == VECTOR).expect("the file");
    let errors = of_vector["errors"].as_array().expect("errors");
    let error = errors.iter().find(|error| error["premise"] == "guard-held").expect("the race");
    assert_eq!((&error["java_kind"], &error["file"]), (&Value::from("Race"), &Value::from(VECTOR)));
    assert_eq!(error["related"][0]["role"], "guard");
}

#[test]
fn a_profile_that_fits_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let text = "class A {\n    private final Object lock = new Object();\n    @GuardedBy(\"lock\") int n;\n    int get() { return n; }\n}\n";
    fs::write(folder.path().join("A.java"), text).expect("a file");
    let path = folder.path().to_str().expect("a path");
    let run = racefree(&["check", path], "");
    assert!(run.stdout.contains("`--profile guarded-by` checks that alone"), "{}", run.stdout);
    let run = racefree(&["check", path, "--profile", "guarded-by", "--format", "short"], "");
    assert!(run.stdout.contains("A.java:4:24: error[EXP REF/guard-held]"), "{}", run.stdout);
    let run = racefree(&["check", "--show", "--profile", "rccjava"], "");
    assert!(run.stdout.contains("--constructors none"), "{}", run.stdout);
}

#[test]
fn what_is_annotated_checks_without_an_error() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Counter.java");
    fs::write(&file, COUNTER).expect("a file");
    let path = file.to_str().expect("a path");
    for style in ["comments", "annotations"] {
        fs::write(&file, COUNTER).expect("a file");
        let before = racefree(&["check", path, "--format", "short"], "");
        assert_eq!(before.stdout.matches("SHAREABLE/guarded-or-final").count(), 2, "{}", before.stdout);
        let run = racefree(&["annotate", path, "--write", "--style", style], "");
        assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
        let text = fs::read_to_string(&file).expect("the file");
        assert!(
            text.contains(if style == "comments" {
                "made /*# guarded_by Counter.class */"
            } else {
                "@GuardedBy(\"Counter.class\")"
            }),
            "{text}"
        );
        assert_eq!(racefree(&["check", path, "--quiet"], "").status, 0, "{text}");
    }
}

#[test]
fn what_is_lowered_is_judged_the_same() {
    let lowered = racefree(&["lower", VECTOR], "");
    assert_eq!(lowered.status, 0);
    let run = racefree(&["check", "-", "--format", "short"], &lowered.stdout);
    assert_eq!(run.stdout.matches("error[EXP REF/guard-held]").count(), 1, "{}", run.stdout);
    let refused = racefree(&["run", "-"], &lowered.stdout);
    assert_eq!(refused.status, 2);
    assert!(
        refused.stderr.contains("cannot be run yet") || refused.stdout.contains("cannot be run yet"),
        "{}{}",
        refused.stdout,
        refused.stderr
    );
}

#[test]
fn bad_java_has_an_answer() {
    for (text, wanted) in
        [("", "0 errors"), ("class", "error"), ("class A { int f( }", "error"), ("\u{0}\u{1}{{{", "error")]
    {
        let run = racefree(&["check", "-", "--language", "java"], text);
        assert!(run.status == 0 || run.status == 1, "{text:?}: {}", run.stderr);
        assert!(run.stdout.contains(wanted), "{text:?}: {}", run.stdout);
    }
    for command in ["fmt", "run", "explore"] {
        let run = racefree(&[command, VECTOR], "");
        assert!(run.status == 2 && run.stderr.contains("is Java"), "{command}: {}", run.stderr);
    }
    let run = racefree(&["check", "--fix", VECTOR], "");
    assert!(run.status == 2 && run.stderr.contains("racefree lower"), "{}", run.stderr);
}
