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
fn java_has_no_verdict_of_another_system() {
    for system in ["owners", "owners+atomicity", "concurrent-java"] {
        let run = racefree(&["check", "--system", system, VECTOR], "");
        assert_eq!((run.status, run.stdout.as_str()), (2, ""));
        assert!(run.stderr.contains(&format!("`--system {system}`: Java is judged by")), "{}", run.stderr);
    }
    assert_eq!(racefree(&["check", "--system", "base", VECTOR], "").status, 1);
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
fn the_number_of_threads_does_not_change_the_verdict() {
    // Each file has a package of its own, so that no class is declared twice. The constructor and the catch clause of the first one matter
    // to the last one.
    let folder = tempfile::tempdir().expect("a folder");
    let above = "package a;
public class Top {
    static volatile Top last;
    /*# guarded_by this */ protected int n;
    public Top() { last = this; }
    public static class Own extends Base { int count; }
    /*# thread_shared */ public static class Base extends RuntimeException { }
    static void caught(Runnable r) { try { r.run(); } catch (Own own) { own.count++; } }
}
";
    let below = "package z;
class Bottom extends a.Top {
    Bottom() { n = 1; }
    static void thrown(a.Top.Base base) { throw base; }
}
";
    for (name, text) in [("a", above), ("z", below)] {
        fs::create_dir(folder.path().join(name)).expect("a folder");
        fs::write(folder.path().join(name).join("F.java"), text).expect("a file");
    }
    let files = walkdir::WalkDir::new("../../corpus/java").sort_by_file_name().into_iter().flatten();
    for (i, file) in files.filter(|file| file.path().extension().is_some_and(|e| e == "java")).enumerate() {
        let text = fs::read_to_string(file.path()).expect("a file");
        fs::create_dir(folder.path().join(format!("p{i}"))).expect("a folder");
        fs::write(folder.path().join(format!("p{i}/F.java")), format!("package p{i};\n{text}")).expect("a file");
    }
    let path = folder.path().to_str().expect("a path");
    let verdict = |threads: &str| racefree(&["check", path, "--format", "json", "--threads", threads], "");
    let alone = verdict("1");
    assert!(alone.stdout.matches("\"errors\":[{").count() > 100, "{}", alone.stderr);
    let bottom: Value =
        alone.stdout.lines().rev().nth(1).map(|line| serde_json::from_str(line).expect("an object")).expect("a file");
    let premises = [&bottom["errors"][0]["premise"], &bottom["errors"][1]["premise"]];
    assert_eq!(premises, ["guard-held", "local"], "{bottom}");
    for threads in ["2", "5"] {
        let run = verdict(threads);
        assert!(run.stdout == alone.stdout, "{threads} threads find something else");
        assert_eq!((run.status, &run.stderr), (alone.status, &alone.stderr));
    }
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
        assert_eq!(before.stdout.matches("warning[missing_annotation]").count(), 2, "{}", before.stdout);
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

/// Lines that `check --format short` prints of a text.
fn short(text: &str, options: &[&str]) -> Vec<String> {
    let mut arguments = vec!["check", "--format", "short", "--language", "java"];
    arguments.extend(options);
    arguments.push("-");
    let run = racefree(&arguments, text);
    run.stdout.lines().map(|line| line.trim_start_matches("-:").to_owned()).collect()
}

#[test]
fn annotations_of_a_class_that_is_declared_again_are_not_looked_at() {
    let text = "class A { int a; }\nclass A /*# {ghost Object l} */ { int b /*# guarded_by l */; }\n";
    let found = short(text, &[]);
    assert!(found[0].starts_with("2:7: error[PROG/class-once]"), "{found:?}");
    assert!(!found.iter().any(|line| line.contains("JAVA ANNOTATION")), "{found:?}");
}

#[test]
fn a_comment_that_silences_an_error_of_an_annotation_is_used() {
    let text = "class A {\n  int a /*# guarded_by nothing */; //# no_warn\n  int b /*# guarded_by none */; //# no_warn ConstantLocks\n  \
        int c /*# guarded_by this */; //# no_warn Modifiers\n  int d /*# guarded_by this */; //# no_warn\n}\n";
    let found = short(text, &[]);
    assert_eq!(found.len(), 2, "{found:?}");
    assert!(
        found.iter().all(|line| line.contains("warning[unused_no_warn]: this `no_warn` silences nothing")),
        "{found:?}"
    );
    assert!(
        found.iter().any(|line| line.starts_with("4:")) && found.iter().any(|line| line.starts_with("5:")),
        "{found:?}"
    );
}

#[test]
fn a_member_that_is_declared_twice_is_one_error() {
    let text =
        "class A {\n  int x = 1;\n  int x = 2;\n  void m() { }\n  void m() { }\n  A(int n) { }\n  A(int m) { }\n}\n";
    let found = short(text, &[]);
    let code = |line: &String| line.split(": error").next().map(str::to_owned);
    assert_eq!(found.iter().filter_map(code).collect::<Vec<_>>(), ["3:7", "5:8", "7:3"], "{found:?}");
    assert!(found[0].contains("[PROG/fields-once]") && found[1].contains("[PROG/methods-once]"), "{found:?}");
}

#[test]
fn an_error_is_of_the_kind_of_its_cause() {
    let text = "class Box/*#{ghost Object g}*/ { int n /*# guarded_by g */; }\nclass A {\n  Object key;\n  Box/*#{key}*/ box;\n  void give() { key = null; }\n}\n";
    let run = racefree(&["check", "--format", "json", "--language", "java", "-"], text);
    let object: Value = serde_json::from_str(run.stdout.trim()).expect("an object");
    let error = &object["errors"][0];
    assert_eq!((&error["rule"], &error["premise"]), (&Value::from("FIELD"), &Value::from("type")), "{object}");
    assert_eq!(error["java_kind"], "ConstantLocks");
    let text = "/*# thread_shared */ class A { static int s; int i; final int[] a = null; }";
    let run = racefree(&["check", "--format", "json", "--language", "java", "-"], text);
    let object: Value = serde_json::from_str(run.stdout.trim()).expect("an object");
    let kinds = object["errors"].as_array().expect("errors").iter().map(|error| error["java_kind"].as_str());
    assert_eq!(kinds.flatten().collect::<Vec<_>>(), ["StaticField", "SharedField", "SharedArray"]);
}

#[test]
fn the_share_of_uses_that_are_resolved_is_printed_with_the_assumptions() {
    let run = racefree(&["check", "--assumptions", "corpus/java/paper/crawler.java"], "");
    assert!(
        run.stdout.contains("fields: 100.0 % of 5 uses of what the sources declare are resolved\n"),
        "{}",
        run.stdout
    );
    let run = racefree(&["check", "corpus/java/paper/crawler.java"], "");
    assert!(!run.stdout.contains("resolved"), "{}", run.stdout);
}

#[test]
fn a_field_without_a_guard_is_told_what_its_accesses_hold() {
    let head = "class C {\n  private static int n;\n  private int m;\n  static synchronized void up() { n++; }\n";
    let text = format!(
        "{head}  static void down() {{ synchronized (C.class) {{ n--; }} }}\n  synchronized void more() {{ m++; less(); }}\n  private void less() {{ m--; }}\n}}\n"
    );
    let run = racefree(&["check", "--language", "java", "-"], &text);
    for said in [
        "warning: every access of `n` holds `C.class`, and no annotation says so: `@GuardedBy(\"C.class\")`",
        "`@GuardedBy(\"this\")`, and `/*# requires this */` on `less`, if all its callers hold it",
    ] {
        assert!(run.stdout.contains(said), "{said}\n{}", run.stdout);
    }
    // More accesses than are looked at: nothing is said of all of them.
    let many: String = (0..20).map(|i| format!("  synchronized void m{i}() {{ m = {i}; }}\n")).collect();
    let run = racefree(&["check", "--language", "java", "-"], &format!("class C {{\n  int m;\n{many}}}\n"));
    assert!(run.stdout.contains("ways out: `@GuardedBy` with `this`"), "{}", run.stdout);
}

#[test]
fn a_test_of_java_that_finds_something_offers_what_can_be_done() {
    let run = racefree(&["test", "corpus/java-run/races/Account.java", "--seed", "1"], "");
    assert_eq!(run.status, 1, "{}", run.stderr);
    assert!(run.stdout.contains("To see it again:") && !run.stdout.contains("--trace"), "{}", run.stdout);
}

#[test]
fn a_static_field_is_named_as_it_is_written() {
    let text = "class A {\n  static int n /*# guarded_by A.class */;\n  static void m() { n = 1; A.n++; }\n}\n";
    let found = short(text, &[]);
    assert_eq!(found.len(), 2, "a read and a write at one place are one error");
    assert!(found.iter().all(|line| line.contains(" `n`,")), "{found:?}");
}

#[test]
fn calls_of_constructors_and_of_the_superclass_are_named_by_what_they_call() {
    let text = "enum E { X, Y { }; /*# requires E.class */ E() { } }\nclass A { /*# requires A.class */ A() { } void m() /*# requires this */ { } }\n\
        class B extends A { B() { } void m() { super.m(); B.super .m(); } }\nclass C extends A { C() { super(); new A(); } }\n\
        interface I { default void n() /*# requires I.class */ { } }\nclass D implements I { void d() { I.super.n(); } }\n";
    let called = |line: &String| Some(line.split_once("held to call ")?.1.split_once(", and")?.0.to_owned());
    let found: Vec<String> = short(text, &[]).iter().filter_map(called).collect();
    let constructors = ["the constructor of `E`", "the constructor of `E`", "the constructor of `A`"];
    let others = ["`super.m`", "`B.super.m`", "the constructor of `A`", "`new A()`", "`I.super.n`"];
    assert_eq!(found, [&constructors[..], &others[..]].concat());
}

#[test]
fn what_is_lowered_is_judged_the_same() {
    let lowered = racefree(&["lower", VECTOR], "");
    assert_eq!(lowered.status, 0);
    let run = racefree(&["check", "-", "--format", "short"], &lowered.stdout);
    assert_eq!(run.stdout.matches("error[EXP REF/guard-held]").count(), 1, "{}", run.stdout);
    // A library is left, whose `main` is a method.
    let refused = racefree(&["run", "-"], &lowered.stdout);
    assert_eq!(refused.status, 2);
    assert!(refused.stderr.contains("this is an open program"), "{}", refused.stderr);
}

#[test]
fn a_program_of_the_dialect_runs() {
    let text = "//! dialect: java\nlet int[] xs = new int[](2) in\n{ xs[1] = 5; print xs[1] + xs.length }\n";
    let run = racefree(&["run", "-"], text);
    assert!(run.status == 0 && run.stdout.starts_with("7\n"), "{}{}", run.stdout, run.stderr);
    let run = racefree(&["run", "-"], &text.replace("xs[1] = 5", "xs[2] = 5"));
    assert_eq!(run.status, 1, "{}{}", run.stdout, run.stderr);
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
    let run = racefree(&["fmt", VECTOR], "");
    assert!(run.status == 2 && run.stderr.contains("is Java"), "{}", run.stderr);
    for text in ["", "class", "class A { int f( }", "\u{0}\u{1}{{{"] {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("A.java");
        fs::write(&file, text).expect("a file");
        let run = racefree(&["pairs", &file.display().to_string()], "");
        // Nothing is called there, so nothing is said to be fine.
        assert!(run.status == 2 && run.stdout.contains("nothing is called"), "{text:?}: {}{}", run.stdout, run.stderr);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("I.java");
    fs::write(&file, "interface I { int m(); }").expect("a file");
    for command in ["run", "test", "explore", "explain"] {
        let run = racefree(&[command, &file.display().to_string()], "");
        assert!(run.status == 2 && run.stderr.contains("nothing says where to begin"), "{command}: {}", run.stderr);
    }
    let run = racefree(&["check", "--derivation", "text", VECTOR], "");
    assert!(run.status == 2 && run.stderr.contains("racefree lower"), "{}", run.stderr);
}

/// Classes without a `main` run in a harness, which is said; what `check` does not report is no complaint.
#[test]
fn classes_without_a_main_run_in_a_harness() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Counter.java");
    let counter = |get: &str| {
        format!(
            "public class Counter {{\n  private int n;\n  public synchronized void inc() {{ n++; }}\n  public {get} int get() {{ return n; }}\n}}\n"
        )
    };
    for (get, ends, verdict) in [("", 1, "REAL"), ("synchronized", 0, "no complaint")] {
        fs::write(&file, counter(get)).expect("a file");
        let path = file.display().to_string();
        let explored = racefree(&["explore", &path], "");
        assert_eq!(explored.status, ends, "{}{}", explored.stdout, explored.stderr);
        assert!(explored.stderr.contains("two threads each call `Counter.inc`, `Counter.get`"), "{}", explored.stderr);
        let explained = racefree(&["explain", &path], "");
        assert_eq!(explained.status != 0, get.is_empty(), "{}", explained.stdout);
        assert!(explained.stdout.contains(verdict), "{}", explained.stdout);
        if let Some(replay) = explored.stdout.lines().find_map(|line| line.split("--scheduler ").nth(1)) {
            let again = racefree(&["run", &path, "--scheduler", replay.trim_matches('\'')], "");
            assert_eq!(again.status, ends, "{}{}", again.stdout, again.stderr);
        }
    }
}

#[test]
fn words_of_other_tools_are_known_or_counted() {
    let text = "@ThreadConfined class Local { int n; }
class Shared {
  @GuardedBy(\"this\") int n;
  @UiThread synchronized void draw() { n++; }
  @LockMethod(\"l\") void lock() { }
  @VisibleForTesting synchronized int get() { return n; }
}
";
    let run = racefree(&["check", "-", "--language", "java", "--format", "json"], text);
    let answer: Value = serde_json::from_str(&run.stdout).expect("an object");
    assert_eq!((run.status, &answer["assumptions"]["unread_annotations"]), (0, &Value::from(3)), "{}", run.stdout);
    assert!(answer["assumptions"]["thread_local_by_default"].is_null(), "`Local` says that it is: {answer}");
}

#[test]
fn guards_in_comments_count_if_that_is_asked_for() {
    let text = "class Counter {
  private int n; // @GuardedBy(\"this\") and more words
  /* @GuardedBy(\"lock\") */ int k;
  // @GuardedBy(\"lock\")
  int l;
  final Object lock = new Object();
  // @GuardedBy(\"this\")
  void needs() { n++; }
  void up() { n++; }
  void set() { k = 1; l = 1; }
  void call() { needs(); }
  String s = \"// @GuardedBy(\\\"this\\\")\";
}
";
    let check = |more: &[&str]| {
        let run = racefree(&[&["check", "-", "--language", "java", "--format", "short"], more].concat(), text);
        let lines = run.stdout.lines().filter(|line| line.contains("-held]"));
        let places: Vec<String> =
            lines.map(|line| line.split(':').skip(1).take(2).collect::<Vec<_>>().join(":")).collect();
        places
    };
    assert!(check(&[]).is_empty(), "comments are for people");
    assert_eq!(check(&["--guard-comments"]), ["9:15", "10:16", "10:23", "11:17"]);
}
