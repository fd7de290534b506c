//! `annotate` on Java source: no race becomes a promise, and no program is refused.

use crate::support::{all, racefree};
use racefree_answers::java::{self, JavaFile};
use racefree_answers::options::{AnnotateOptions, RuleOptions};
use racefree_systems::BASE;
use std::fs;
use std::path::{Path, PathBuf};

/// A class, the annotations that it gets, and parts of what is said of the rest.
struct Case {
    what: &'static str,
    text: &'static str,
    annotations: &'static [&'static str],
    findings: &'static [&'static str],
}

const CASES: &[Case] = &[
    Case {
        what: "a public getter that nobody calls",
        text: "class C {\n private int n;\n synchronized void up() { n++; }\n synchronized void down() { n--; }\n public int get() { return n; }\n}",
        annotations: &["int n /*# guarded_by this */;"],
        findings: &["2 of 3 accesses of `n` hold `this`; `get` (line 5) does not: make it `synchronized`"],
    },
    Case {
        what: "a getter of the package that nobody calls",
        text: "class C {\n private int n;\n synchronized void up() { n++; }\n int get() { return n; }\n}",
        annotations: &["int n /*# guarded_by this */;"],
        findings: &["`get` (line 4) does not"],
    },
    Case {
        what: "a private helper that is called with the lock alone",
        text: "class C {\n private int n;\n synchronized void up() { step(); }\n synchronized void down() { step(); }\n private void step() { n++; }\n}",
        annotations: &["int n /*# guarded_by this */;", "step() /*# requires this */ {"],
        findings: &[],
    },
    Case {
        what: "the monitor of an explicit lock, and the lock itself",
        text: "import java.util.concurrent.locks.*;\n@ThreadSafe class C {\n private final Lock l = new ReentrantLock();\n private int n;\n private int m;\n void up() { synchronized (l) { n++; } l.lock(); m++; l.unlock(); }\n}",
        annotations: &["int n /*# guarded_by synchronized(this.l) */;", "int m /*# guarded_by this.l */;"],
        findings: &[],
    },
    Case {
        what: "a method of `Object`, called with the lock",
        text: "class C {\n private int n;\n synchronized void up() { n++; }\n public String toString() { return \"\" + n; }\n synchronized String show() { return toString(); }\n}",
        annotations: &["int n /*# guarded_by this */;"],
        findings: &["`toString` (line 4) does not"],
    },
    Case {
        what: "a method that overrides one of the sources",
        text: "class A { int m() { return 0; } }\nclass C extends A {\n private int n;\n synchronized void up() { n++; m(); }\n int m() { return n; }\n}",
        annotations: &["int n /*# guarded_by this */;"],
        findings: &["`m` (line 5) does not"],
    },
    Case {
        what: "the body of a thread, called with the lock as well",
        text: "class C extends Thread {\n private int n;\n synchronized void up() { n++; run(); }\n public void run() { n = 1; }\n}",
        annotations: &["int n /*# guarded_by this */;"],
        findings: &["`run` (line 4) does not"],
    },
    Case {
        what: "methods that call nobody but each other",
        text: "class C {\n private int n;\n synchronized void up() { n++; }\n public void a(int i) { if (i > 0) b(i); }\n public void b(int i) { n = i; a(i - 1); }\n}",
        annotations: &["int n /*# guarded_by this */;"],
        findings: &["`b` (line 5) does not"],
    },
    Case {
        what: "an explicit lock that is never assigned",
        text: "import java.util.concurrent.locks.*;\nclass C {\n private Lock lock = new ReentrantLock();\n private int n;\n synchronized void up() { lock.lock(); try { n++; } finally { lock.unlock(); } }\n void down() { lock.lock(); try { n--; } finally { lock.unlock(); } }\n}",
        annotations: &["int n /*# guarded_by this.lock */;"],
        findings: &[],
    },
    Case {
        what: "a lock that a constructor makes",
        text: "import java.util.concurrent.locks.*;\nclass C {\n private Lock lock;\n private int n;\n C() { lock = new ReentrantLock(); }\n synchronized void up() { lock.lock(); try { n++; } finally { lock.unlock(); } }\n}",
        annotations: &["int n /*# guarded_by this"],
        findings: &[],
    },
    Case {
        what: "a read-write lock",
        text: "import java.util.concurrent.locks.*;\nclass C {\n private final ReadWriteLock rw = new ReentrantReadWriteLock();\n private int n;\n synchronized void on() { }\n int get() { rw.readLock().lock(); try { return n; } finally { rw.readLock().unlock(); } }\n void set(int k) { rw.writeLock().lock(); try { n = k; } finally { rw.writeLock().unlock(); } }\n}",
        annotations: &["int n /*# guarded_by this.rw */;"],
        findings: &[],
    },
    Case {
        what: "a lock that is assigned gets no guard",
        text: "class C {\n private Object lock = new Object();\n private int n;\n synchronized void set() { lock = new Object(); }\n void up() { synchronized (lock) { n++; } }\n}",
        annotations: &[],
        findings: &["`lock` is a lock, and is assigned"],
    },
    Case {
        what: "a static field, and a method that holds another lock",
        text: "class C {\n private static int n;\n static synchronized void up() { n++; }\n synchronized void down() { n--; }\n}",
        annotations: &["int n /*# guarded_by C.class */;"],
        findings: &["`down` (line 4) does not: take `C.class` there"],
    },
    Case {
        what: "two locks for one field",
        text: "class C {\n private final Object a = new Object(), b = new Object();\n private int n;\n synchronized void on() { }\n void up() { synchronized (a) { n++; } }\n void down() { synchronized (b) { n--; } }\n}",
        annotations: &[],
        findings: &["no lock is held at all accesses of `n`: `this.a` at 1 of 2, `this.b` at 1 of 2"],
    },
    Case {
        what: "a final array keeps nothing else from its annotation, and has the guard of the fields beside",
        text: "class C {\n int n;\n final byte[] b = new byte[3];\n synchronized void up() { n++; b[0]++; }\n}",
        annotations: &["int n /*# guarded_by this */;", "byte[/*# elems_guarded_by this */ ] b"],
        findings: &[],
    },
    Case {
        what: "an array whose elements have no lock",
        text: "class C {\n int n;\n final byte[] b = new byte[3];\n synchronized void up() { n++; }\n void set() { b[0]++; b[1]++; }\n}",
        annotations: &["int n /*# guarded_by this */;"],
        findings: &[":3: threads share the array in the field `b`"],
    },
];

/// What is said of a text, and the text with its annotations.
fn annotated(text: &str) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("C.java");
    fs::write(&file, text).expect("a file");
    let run = racefree(&["annotate", file.to_str().expect("a path"), "--write"], "");
    assert_ne!(run.status, 2, "{text}\n{}", run.stderr);
    (run.stderr, fs::read_to_string(&file).expect("the file"))
}

#[test]
fn annotations_are_kept_and_the_rest_is_said() {
    for Case { what, text, annotations, findings } in CASES {
        let (said, new) = annotated(text);
        let all = annotations.iter().filter(|part| new.contains(**part)).count();
        assert_eq!(all, annotations.len(), "{what}\n{new}\n{said}");
        assert_eq!(
            new.matches("requires").count(),
            annotations.iter().filter(|a| a.contains("requires")).count(),
            "{new}"
        );
        findings.iter().for_each(|part| assert!(said.contains(part), "{what}: {part}\n{said}{new}"));
        assert_eq!(findings.is_empty(), said.is_empty(), "{what}\n{said}");
    }
}

/// All Java programs of the corpus.
fn programs() -> Vec<PathBuf> {
    let (mut found, mut folders) = (Vec::new(), vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java")]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() { folders.push(path) } else { found.push(path) }
        }
    }
    found
}

/// Premises about annotations themselves: none that is proposed is an error.
const OF_ANNOTATIONS: &[&str] = &["PROG/override-requires", "FIELD/guard-final", "METHOD/requires-final"];

#[test]
fn no_program_of_the_corpus_is_refused_and_no_annotation_is_an_error() {
    let (options, words) = (AnnotateOptions::default(), RuleOptions::default());
    let none = |_, _: &str| Err(String::new());
    let rules = || {
        let all = java::rules(&words, &options.java, &|words| racefree_answers::options::rules(words, BASE, &none));
        all.expect("rules")
    };
    let mut proper = 0;
    for path in programs().into_iter().step_by(if all() { 1 } else { 4 }) {
        let one = |bytes| JavaFile { name: "C.java".to_owned(), bytes, stub: false };
        let files = |bytes| std::iter::once(one(bytes)).chain(java::built_in()).collect::<Vec<_>>();
        let text = fs::read(&path).expect("text");
        // All errors, and those about annotations.
        let errors = |bytes| {
            let verdict = java::check(files(bytes), None, &words, &options.java, &rules(), 1).expect("a verdict");
            let codes = verdict.files.iter().flat_map(|file| &file.errors).map(|error| &error.code);
            let own = codes.filter(|code| OF_ANNOTATIONS.contains(&&***code) || code.starts_with("JAVA ")).count();
            (verdict.errors(), own)
        };
        let (before, own) = errors(text.clone());
        let made = java::annotate(files(text), || None, rules(), &options, Default::default(), 1);
        let (_, annotated) = made.unwrap_or_else(|message| panic!("{}: {message}", path.display()));
        let after = annotated.files.first().map(|changed| errors(changed.text.clone().into_bytes()));
        proper += usize::from(before == 0);
        let (left, of_annotations) = after.unwrap_or((before, own));
        assert!(before > 0 || left == 0 && annotated.ok, "{}: {:?}", path.display(), annotated.findings);
        assert!(of_annotations <= own, "{}: {:?}", path.display(), annotated.findings);
        assert!(annotated.ok || !annotated.findings.is_empty(), "{}: nothing is said of the rest", path.display());
    }
    let least = if all() { 60 } else { 12 };
    assert!(proper > least, "{proper}");
}

#[test]
fn a_budget_is_one_for_all_phases_and_says_so() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("C.java");
    fs::write(&file, "class C { private int n; synchronized void up() { n++; } }").expect("a file");
    let run = racefree(&["annotate", file.to_str().expect("a path"), "--time", "0"], "");
    assert_eq!(run.status, 3, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("the budget `--time` ran out, and nothing is known of what is left"), "{}", run.stdout);
}
