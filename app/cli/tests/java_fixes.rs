//! Repairs of Java text: what they make of a file, that they do what they say, and that `javac` takes what comes out.

// A test that is skipped says so.
#![allow(clippy::print_stderr)]

use crate::support::{all, every, racefree};
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A class with an error of most sorts, each with one repair that is meant.
const COUNTERS: &str = "import java.util.concurrent.locks.ReentrantLock;

class Counters {
    /*# guarded_by this */ private int n;
    /*# guarded_by this */ static int made;
    Object lock = new Object();
    /*# guarded_by lock */ int k;
    /*# guarded_by lok */ int l;
    final ReentrantLock explicit = new ReentrantLock();
    /*# guarded_by explicit */ int e;
    int free;
    boolean once;
    Counters(boolean b) { once = b; }
    synchronized void up() { n++; }
    void down() { n--; }
    static void make() { made++; }
    void both() { int i = 0; k = i; /* set */ n = 1; }
    int get() { return k; }
    boolean first() { return once; }
    void use() { free++; }
    void set() { e = 1; }
    void head() { for (int i = 0; i < 3; i++) n = i; }
}
";

const REPAIRED: &str = "import java.util.concurrent.locks.ReentrantLock;

class Counters {
    /*# guarded_by this */ private int n;
    /*# guarded_by Counters.class */ static int made;
    Object lock = new Object();
    /*# guarded_by lock */ int k;
    /*# guarded_by lock */ int l;
    final ReentrantLock explicit = new ReentrantLock();
    /*# guarded_by explicit */ int e;
    /*# guarded_by this */ int free;
    final boolean once;
    Counters(boolean b) { once = b; }
    synchronized void up() { n++; }
    synchronized void down() { n--; }
    static synchronized void make() { made++; }
    synchronized void both() { int i = 0; synchronized (lock) { k = i; } /* set */ n = 1; }
    int get() { synchronized (lock) { return k; } }
    boolean first() { return once; }
    synchronized void use() { free++; }
    void set() { explicit.lock(); try { e = 1; } finally { explicit.unlock(); } }
    synchronized void head() { for (int i = 0; i < 3; i++) n = i; }
}
";

fn errors(file: &str) -> Vec<Value> {
    let run = racefree(&["check", "--format", "json", file], "");
    let first: Value = serde_json::from_str(run.stdout.lines().next().unwrap_or("")).expect("an object");
    first["errors"].as_array().expect("errors").clone()
}

/// A compiler of Java, if there is one.
fn javac() -> Option<PathBuf> {
    let homes = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|home| home.path().join("bin/javac"));
    homes.chain([PathBuf::from("javac")]).find(|javac| Command::new(javac).arg("-version").output().is_ok())
}

fn compiles(javac: &Path, file: &Path, to: &Path) -> bool {
    let mut run = Command::new(javac);
    // What pays only in long runs is left out.
    run.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-proc:none", "-nowarn", "-implicit:none", "-d"]);
    run.arg(to).arg(file).output().is_ok_and(|run| run.status.success())
}

#[test]
fn a_file_is_repaired_as_people_would() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("Counters.java");
    let file = path.display().to_string();
    fs::write(&path, COUNTERS).expect("a file");
    let shown = racefree(&["check", "--fix", &file], "");
    assert!(shown.stdout.contains("+    synchronized void down() { n--; }"), "{}", shown.stdout);
    assert_eq!(fs::read_to_string(&path).expect("a file"), COUNTERS, "it is shown, not written");
    let run = racefree(&["check", "--fix", "--write", &file], "");
    assert_eq!(fs::read_to_string(&path).expect("a file"), REPAIRED, "{}{}", run.stdout, run.stderr);
    assert_eq!(run.status, 0, "{}", run.stdout);
    let again = racefree(&["check", "--fix", &file], "");
    assert!(again.status == 0 && again.stdout.contains("nothing to repair"), "{}", again.stdout);
    if let Some(javac) = javac() {
        assert!(compiles(&javac, &path, folder.path()), "javac takes it");
    }
}

#[test]
fn bytes_that_no_repair_touches_stay() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("C.java");
    let text = "// Gr\u{fc}\u{df}e\r\nclass C {\r\n\t/*# guarded_by this */ int n;\r\n\tvoid up() { n++; }\r\n}\r\n";
    let latin: Vec<u8> = text.chars().map(|c| u32::from(c) as u8).collect();
    fs::write(&path, &latin).expect("a file");
    assert_eq!(racefree(&["check", "--fix", "--write", &path.display().to_string()], "").status, 0);
    let wanted: Vec<u8> = text.replace("\tvoid", "\tsynchronized void").chars().map(|c| u32::from(c) as u8).collect();
    assert_eq!(fs::read(&path).expect("a file"), wanted);
}

#[test]
fn repairs_of_the_corpus_do_what_they_say() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace's root");
    let folder = tempfile::tempdir().expect("a folder");
    let (mut before, mut after, mut compiled) = (0, 0, 0);
    let javac = javac().filter(|_| all());
    let folders = ["locks", "paper"].map(|part| fs::read_dir(root.join("corpus/java").join(part)).expect("a folder"));
    let mut files: Vec<PathBuf> = folders.into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    files.sort();
    for of in files.into_iter().step_by(every(3)) {
        let file = folder.path().join(of.file_name().expect("a name"));
        fs::copy(&of, &file).expect("a copy");
        let name = file.display().to_string();
        let known = errors(&name);
        if known.is_empty() {
            continue;
        }
        // Names of files in the corpus are no names of classes, so what is public is no business of `javac`.
        let compiles = |javac: &PathBuf| {
            let plain = folder.path().join("Plain.java");
            let text = fs::read_to_string(&file).expect("a text").replace("public class", "class");
            fs::write(&plain, text.replace("public interface", "interface").replace("public enum", "enum"))
                .expect("a file");
            compiles(javac, &plain, folder.path())
        };
        let compiled_before = javac.as_ref().is_some_and(compiles);
        let run = racefree(&["check", "--fix", "--write", &name], "");
        let left = errors(&name);
        assert_eq!(run.status, i32::from(!left.is_empty()), "{name}: {}{}", run.stdout, run.stderr);
        let is_known = |e: &Value| known.iter().any(|k| k["message"] == e["message"] && k["premise"] == e["premise"]);
        assert!(left.iter().all(is_known), "{name}: a new error: {left:?}");
        assert!(left.len() <= known.len());
        (before, after) = (before + known.len(), after + left.len());
        if compiled_before {
            compiled += 1;
            assert!(javac.as_ref().is_some_and(compiles), "{name}: javac took it before:\n{}", run.stdout);
        }
    }
    assert!(
        before >= 60 / every(3) && (before - after) * 100 >= before * 40,
        "{} of {before} errors mended",
        before - after
    );
    match javac {
        Some(_) => assert!(compiled >= 15, "{compiled} files"),
        None => eprintln!("skipped: there is no JDK"),
    }
}

/// Files of a folder that runs: `explain` knows the repairs that `check` tries out, in the places of each file.
#[test]
fn explain_has_the_help_of_check() {
    let folder = tempfile::tempdir().unwrap();
    let account = "class Account {\n    private int balance;\n    synchronized void put(int x) { balance += x; }\n    int get() { return balance; }\n}\n";
    let main = "class Main {\n    public static void main(String[] args) {\n        Account a = new Account();\n        new Thread(() -> a.put(1)).start();\n        System.out.println(a.get());\n    }\n}\n";
    fs::write(folder.path().join("Account.java"), account).unwrap();
    fs::write(folder.path().join("Main.java"), main).unwrap();
    let path = folder.path().display().to_string();
    let help = "Guard `balance` by `this`; make `get` synchronized";
    for command in ["check", "explain"] {
        let told = racefree(&[command, &path], "");
        assert!(told.stdout.contains(&format!("Help: {help}")), "{command}: {}", told.stdout);
    }
    let told = racefree(&["explain", &path, "--format", "json"], "");
    let told: Value = serde_json::from_str(&told.stdout).unwrap();
    assert_eq!((&told["verdicts"][0]["help"], &told["verdicts"][0]["verdict"]), (&help.into(), &"real".into()));
}
