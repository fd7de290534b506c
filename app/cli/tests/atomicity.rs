//! `racefree atomicity`: what it prints is read back as the same, blame in its words, slips.

use crate::support::{every, racefree};
use serde_json::Value;
use std::path::{Path, PathBuf};

fn json(input: &str, more: &[&str]) -> Option<Value> {
    let args = [&["atomicity", "-", "--format", "json"], more].concat();
    let run = racefree(&args, input);
    let value: Value = serde_json::from_str(run.stdout.lines().next()?).ok()?;
    value["methods"].is_array().then_some(value)
}

/// What callers of an annotated program rely on is what was inferred of it.
fn same(before: &Value, after: &Value) -> Result<(), String> {
    let texts = |all: &Value, list: &str, keys: [&str; 2]| -> Vec<String> {
        let all = all[list].as_array().cloned().unwrap_or_default();
        all.iter().map(|m| format!("{} {}", m[keys[0]], m[keys[1]])).collect()
    };
    for (list, keys) in [("methods", ["name", "text"]), ("claims", ["block", "atomicity"])] {
        // `line 6` is the same line: annotations add none.
        let (a, b) = (texts(before, list, keys), texts(after, list, keys));
        if a != b {
            return Err(format!("{list}: {a:?}, and then {b:?}"));
        }
    }
    let errors = |all: &Value| all["errors"].as_array().map_or(0, Vec::len);
    if before["ok"] != after["ok"] || errors(before) != errors(after) {
        return Err(format!("errors: {}, and then {}", before["errors"], after["errors"]));
    }
    Ok(())
}

fn programs(dir: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(dir).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => programs(&path, found),
            false => found.push(path),
        }
    }
}

#[test]
fn what_annotate_prints_is_read_back_the_same() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut files = Vec::new();
    for folder in ["atomicity", "sasturkar-2005", "idioms", "decisions", "types-against-races"] {
        programs(&corpus.join(folder), &mut files);
    }
    let (mut read, mut methods, mut left, mut wrong) = (0, 0, Vec::new(), Vec::new());
    files.sort();
    let step = every(6);
    for file in files.into_iter().step_by(step) {
        let source = std::fs::read_to_string(&file).expect("a program");
        let Some(before) = json(&source, &[]) else { continue };
        let annotated = racefree(&["atomicity", "-", "--annotate"], &source);
        let Some(after) = json(&annotated.stdout, &[]) else {
            wrong.push(format!("{}: it is not read back\n{}", file.display(), annotated.stdout));
            continue;
        };
        if let Err(message) = same(&before, &after) {
            wrong.push(format!("{}: {message}", file.display()));
        }
        let bare = after["methods"].as_array().into_iter().flatten().filter(|m| m["declared"].is_null()).count();
        let said = annotated.stderr.lines().filter(|line| line.contains("is left without")).count();
        assert_eq!(bare, said, "{}: {}", file.display(), annotated.stderr);
        // What overrides a declaration that it breaks has no atomicity that could be written.
        left.extend((bare > 0 && before["ok"] == true).then(|| file.clone()));
        read += 1;
        methods += after["methods"].as_array().map_or(0, Vec::len);
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        read > 60 / step && methods > 120 / step && left.len() <= 4,
        "{read} programs, {methods} methods, left: {left:?}"
    );
}

/// A method that others override declares what holds of all of them; one that a caller sees through a subclass with less is left.
#[test]
fn overridden_methods_are_annotated() {
    let writer = "class Writer { final Object lock = new Object  int n guarded_by this.lock
  void write(int c) { synchronized this.lock in { this.n = c; this.chars(c) } }
  void chars(int c) { {} } }
class Both extends Writer { void chars(int c) { this.n = c; this.n = c + 1 } }";
    let annotated = racefree(&["atomicity", "-", "--annotate"], writer);
    assert_eq!((annotated.status, annotated.stderr.as_str()), (0, ""));
    let declared = "void chars(int c) /*# atomicity (held this.lock ? mover : error) */ { {} }";
    assert!(annotated.stdout.contains(declared), "{}", annotated.stdout);
    same(&json(writer, &[]).expect("a program"), &json(&annotated.stdout, &[]).expect("a program")).expect("the same");

    let siblings = "class A { int m() { 0 } }
class B extends A { int twice() { this.m() + this.m() } }
class C extends A { int u int m() { this.u = this.u + 1 } }";
    let annotated = racefree(&["atomicity", "-", "--annotate"], siblings);
    assert!(annotated.stderr.contains("`A.m` is left without"), "{}", annotated.stderr);
    assert!(annotated.stdout.contains("int twice() /*# atomicity const */"), "{}", annotated.stdout);
    same(&json(siblings, &[]).expect("a program"), &json(&annotated.stdout, &[]).expect("a program"))
        .expect("the same");
}

const BANK: &str = "class Account {
  int balance guarded_by this
  atomic synchronized int read() { this.balance }
  atomic synchronized int write(int n) { this.balance = n }
  atomic int deposit(int n) { this.write(this.read() + n) }
}";

#[test]
fn blame_names_two_steps_with_their_places() {
    let all = json(BANK, &[]).expect("a program");
    let blame = &all["claims"][2]["blame"];
    assert_eq!(
        (&blame["first"]["what"], &blame["first"]["mover"]),
        (&"`this.read()` releases `this`".into(), &"left".into())
    );
    assert_eq!(
        (&blame["second"]["what"], &blame["second"]["mover"]),
        (&"`this.write(…)` acquires `this`".into(), &"right".into())
    );
    assert_eq!((&blame["first"]["span"]["line"], &blame["second"]["span"]["line"]), (&3.into(), &4.into()));
    assert_eq!((blame["calls"].as_array().map(Vec::len), &blame["help"][0]), (Some(2), &"this".into()));
    let human = racefree(&["atomicity", "-"], BANK).stdout;
    for said in [
        "[ATOM BLOCK/claim] Error: `Account.deposit` is claimed to be atomic, and is cmpd",
        "first: `this.read()` releases `this` (left mover, 3:49): only left movers may follow",
        "second: `this.write(…)` acquires `this` (right mover, 4:10): another thread may come between",
        "hold `this` around both: with it the method is mover",
    ] {
        assert!(human.contains(said), "no `{said}` in\n{human}");
    }
}

#[test]
fn in_a_loop_it_is_again_in_the_next_turn() {
    let source = "class C { int n guarded_by this  synchronized int inc() { this.n = this.n + 1 } }
class D { atomic void m(C c, boolean b) { while (b) c.inc() } }";
    let human = racefree(&["atomicity", "-"], source).stdout;
    assert!(human.contains("again in the next turn"), "{human}");
}

#[test]
fn options_and_their_status() {
    let forks =
        "class T { synchronized void work() { {} }  atomic void go() { fork { this.work() }; fork { this.work() } } }";
    assert_eq!(racefree(&["atomicity", "-"], forks).status, 0);
    assert_eq!(racefree(&["atomicity", "-", "--points", "five"], forks).status, 1);
    let prints = "class T { atomic void go() { print 1; print 2 } }";
    assert_eq!(racefree(&["atomicity", "-"], prints).status, 0);
    assert_eq!(racefree(&["atomicity", "-", "--ordered-output"], prints).status, 1);
    let unclaimed = BANK.replace("atomic ", "");
    assert_eq!(racefree(&["atomicity", "-"], &unclaimed).status, 0);
    assert_eq!(racefree(&["atomicity", "-", "--strict"], &unclaimed).status, 1);
    // An error of `check` that is tolerated counts for nothing, and the atomicities say on what they rest.
    let assumed = racefree(&["atomicity", "-"], "class A { int u  int m() { this.u } }");
    assert!(assumed.status == 0 && assumed.stdout.contains("assuming that"), "{}", assumed.stdout);
    let sarif = racefree(&["atomicity", "-", "--format", "sarif"], BANK).stdout;
    assert!(sarif.contains("ATOM BLOCK/claim") && sarif.contains("relatedLocations"), "{sarif}");
}

#[test]
fn slips_have_messages_of_their_own() {
    for (source, message, help) in [
        (
            "class C { int m() atomicity sometimes { 1 } }",
            "there is no atomicity `sometimes`",
            "the atomicities are const",
        ),
        ("class C { atomic int n }", "a field is not `atomic`", "remove it"),
        (
            "class C { int m() atomicity (held this mover : error) { 1 } }",
            "this `held` has no `?`",
            "write `(held l ? a : b)`",
        ),
        ("class C { int m() atomicity { 1 } }", "an atomicity is missing here", "the atomicities are const"),
        ("class C { int n guarded_by this write_guarded_by this }", "a field has one guard", "keep one of them"),
    ] {
        let run = racefree(&["atomicity", "-"], source);
        assert_eq!(run.status, 1, "{source}");
        assert!(run.stdout.contains(message) && run.stdout.contains(help), "{source}\n{}", run.stdout);
    }
}

/// The last column of the specification's table: of each claim that fails whether it is real, and whether it does harm.
#[test]
fn claims_of_the_papers_programs_are_real_or_false_alarms_as_stated() {
    let mut files = Vec::new();
    programs(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/atomicity/papers"), &mut files);
    let (mut real, mut alarms, mut harmful) = (0, 0, 0);
    for file in files {
        let source = std::fs::read_to_string(&file).expect("a program");
        let says = |key: &str, is: &str| source.contains(&format!("//! {key}: {is}\n"));
        let run = racefree(&["explain", "-", "--system", "atomicity", "--format", "json"], &source);
        let all = run.json();
        let claims = all["verdicts"].as_array().into_iter().flatten().filter(|v| v["rule"] == "ATOM BLOCK");
        for claim in claims {
            let is_real = says("serializable", "no");
            assert_eq!(claim["verdict"], if is_real { "real" } else { "false-alarm" }, "{}", file.display());
            if is_real {
                assert_eq!(claim["violation"]["harm"], says("harm", "yes"), "{}", file.display());
                let schedule = claim["violation"]["schedule"].as_array().map_or(0, Vec::len);
                assert!(schedule > 0 && claim["violation"]["cycle"].as_array().is_some_and(|c| c.len() > 1));
                let parted = !file.ends_with("two-blocks.rfj");
                assert_eq!(claim["violation"]["parted"], parted, "{}", file.display());
            }
            real += u32::from(is_real);
            alarms += u32::from(!is_real);
            harmful += u32::from(claim["violation"]["harm"] == true);
        }
    }
    assert_eq!((real, alarms, harmful), (12, 3, 9), "REAL, FALSE ALARM, harm");
}

/// No program that is enumerated has a block, so two variants are compared on generated ones.
#[test]
fn variants_are_compared_on_generated_programs() {
    let args = ["variants", "diff", "atomicity", "ATOM FORK/left", "--system", "atomicity", "--programs", "120"];
    let run = racefree(&[&args[..], &["--format", "json"]].concat(), "");
    let all = run.json();
    let found = &all["difference"];
    assert_eq!((run.status, &all["signature"], &found["enumerated"]), (0, &Value::Null, &0.into()));
    assert_eq!((&found["generated"], &found["only_a"]["goes_wrong"]), (&120.into(), &0.into()));
    assert!(found["only_b"]["goes_wrong"].as_u64() > Some(0), "{found}");
}

const ACCOUNT: &str = "class Account {
    private /*# guarded_by this */ int balance;
    synchronized int read() { return balance; }
    synchronized void write(int n) { balance = n; }
    /*# atomic */ void deposit(int n) { write(read() + n); }
}
";

#[test]
fn java_is_judged_in_its_own_places() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).expect("a file");
    at("Account.java", ACCOUNT);
    at("Teller.java", "class Teller { synchronized void both(Account a) { a.read(); a.deposit(1); } }\n");
    let path = folder.path().display().to_string();
    let run = racefree(&["atomicity", &path], "");
    assert_eq!(run.status, 1, "{}", run.stderr);
    for wanted in [
        "`Account.deposit` is claimed to be atomic, and is cmpd",
        "Account.java:3:",
        "hold `this` around both",
        "Account.deposit can be interrupted before Account.java:5",
        "claim Account.deposit (Account.java:5): cmpd, does not hold",
    ] {
        assert!(run.stdout.contains(wanted), "{wanted}: {}", run.stdout);
    }
    let run = racefree(&["check", "--system", "atomicity", "--format", "json", &path], "");
    let record: Value = serde_json::from_str(&run.stdout).expect("a record");
    assert_eq!((&record["errors"][0]["premise"], &record["counts"]["methods"]), (&"claim".into(), &4.into()));
    assert_eq!(record["claims"][0]["span"]["file"], 0);
    // The repair that the error names.
    at("Account.java", &ACCOUNT.replace("*/ void deposit", "*/ synchronized void deposit"));
    assert_eq!(racefree(&["atomicity", &path, "-q"], "").status, 0);
    // What is not atomic and claims nothing.
    assert_eq!(racefree(&["atomicity", &path, "--strict"], "").status, 1);
}

#[test]
fn what_is_not_for_java_is_refused_by_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("Account.java");
    std::fs::write(&file, ACCOUNT).expect("a file");
    let file = file.display().to_string();
    for (args, wanted) in [
        (vec!["atomicity", "--annotate", &file], "is Java"),
        (vec!["atomicity", "--explain", &file], "is Java"),
        (vec!["check", "--system", "atomicity", "--fix", &file], "`--fix` is not for atomicities of Java"),
        (
            vec!["check", "--system", "owners", &file],
            "`owners` has declarations that Java's annotations have no form for",
        ),
    ] {
        let run = racefree(&args, "");
        assert!(run.status == 2 && run.stderr.contains(wanted), "{args:?}: {}{}", run.stdout, run.stderr);
    }
}
