//! Race pairs of Java: on the programs that run, the explorer is the oracle; on small classes, what Java says of them.

use crate::java_run::{all, answer, explored, lines, parts, programs, some};
use racefree_answers::desk::{Desk, Limits};
use racefree_explore::SystemHost;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;

/// Two places, the first one first.
type Places = [(u64, u64); 2];

/// The places of the two accesses of each record; one of code of the library alone has none.
fn places(records: &Value) -> BTreeSet<Places> {
    let place = |access: &Value| Some((access["span"]["line"].as_u64()?, access["span"]["column"].as_u64()?));
    let both = |record: &Value| {
        let mut both = [place(&record["accesses"][0])?, place(&record["accesses"][1])?];
        both.sort_unstable();
        Some(both)
    };
    records.as_array().expect("records").iter().filter_map(both).collect()
}

fn pairs(text: &str, options: Value) -> Value {
    let question = json!({ "ask": "pairs", "program": { "name": "T.java", "text": text }, "options": options });
    let desk = Desk::new(Limits::NATIVE, Arc::new(SystemHost));
    serde_json::from_str(&desk.ask(&question.to_string())).expect("JSON")
}

/// The fields of the pairs that are left.
pub(crate) fn fields(text: &str) -> BTreeSet<String> {
    let answer = pairs(text, json!({}));
    let all = answer["pairs"].as_array().unwrap_or_else(|| panic!("{answer}"));
    all.iter().map(|pair| pair["field"].as_str().expect("a field").to_owned()).collect()
}

fn none() -> BTreeSet<String> {
    BTreeSet::new()
}

fn one(field: &str) -> BTreeSet<String> {
    [field.to_owned()].into()
}

/// Programs with races on what a constructor wrote before the object was published by a race. The publication is among the pairs.
const PUBLICATIONS: [&str; 4] = ["FinalInit", "PlainInit", "Publication", "PublishedPlain"];

/// Programs whose only races are reads that a stamp is validated behind: what they read is not used then, and `pairs` takes them for reads under
/// the lock of readers.
const VALIDATED: [&str; 1] = ["OptimisticRead"];

#[test]
fn every_race_of_the_explorer_is_among_the_pairs() {
    let (mut races, mut of_none, mut clean) = (0, 0, 0);
    // Races with what a constructor wrote before the object was published by a race, which is among the pairs.
    let mut behind = BTreeSet::new();
    let is_validated = |path: &PathBuf| VALIDATED.iter().any(|name| path.file_stem().is_some_and(|stem| stem == *name));
    for path in some(6).into_iter().filter(|path| !is_validated(path)) {
        let text = fs::read_to_string(&path).expect("text");
        let found = answer("pairs", &path, &text);
        let left = places(&found["pairs"]);
        let explored = explored(&path, &text);
        if explored["complete"] == json!(true) {
            for race in places(&explored["races"]) {
                races += 1;
                if !left.contains(&race) {
                    assert!(!left.is_empty(), "{}: no pair for the race {race:?}", path.display());
                    behind.insert(path.file_stem().expect("a name").to_string_lossy().into_owned());
                }
            }
        }
        let said: BTreeSet<String> = lines(&text, "race").iter().flat_map(|all| parts(all, ",")).collect();
        if said.is_empty() {
            of_none += left.len();
            clean += usize::from(left.is_empty());
        }
    }
    let publications = BTreeSet::from(PUBLICATIONS.map(str::to_owned));
    assert!(behind.is_subset(&publications), "races that are no pairs: {behind:?}");
    let least = if all() { (15, 60) } else { (2, 8) };
    assert!(races >= least.0, "{races} races");
    assert!(
        clean >= least.1 && of_none <= 45,
        "{clean} programs without a pair, {of_none} pairs in programs without a race"
    );
}

/// A thread that is started by the name of `Thread` alone runs the code of its own class.
#[test]
fn a_thread_is_started_by_its_class() {
    let text = "public class A { static int x; static class W extends Thread { public void run() { x++; } } \
                public static void main(String[] a) { Thread t = new W(); t.start(); x++; } }";
    assert_eq!(fields(text), one("A.x"));
}

#[test]
fn what_is_real_races_and_what_races_is_real() {
    let (mut real, mut others) = (0, 0);
    for path in some(6) {
        let text = fs::read_to_string(&path).expect("text");
        let question = json!({
            "ask": "pairs",
            "program": { "name": path.file_name().expect("a name").to_string_lossy(), "text": text },
            "options": { "verify": true },
        });
        let desk = Desk::new(Limits::NATIVE, Arc::new(SystemHost));
        let found: Value = serde_json::from_str(&desk.ask(&question.to_string())).expect("JSON");
        if found["pairs"].as_array().is_none_or(Vec::is_empty) {
            continue;
        }
        let explored = explored(&path, &text);
        let races = places(&explored["races"]);
        for pair in found["pairs"].as_array().expect("pairs") {
            let at = places(&json!([pair]));
            // The explorer has a record for each race, and may show another one of the field that its schedule has as well.
            let of = |pairs: &Value, real: bool| {
                let all = pairs.as_array().expect("records").iter();
                all.filter(|p| p["field"] == pair["field"] && (!real || p["verdict"] == "REAL")).count()
            };
            let enough = of(&found["pairs"], true) <= of(&explored["races"], false);
            let inside = pair["field"].as_str().is_some_and(|f| f.starts_with("the contents of "));
            let races = at.is_subset(&races) || (pair["verdict"] == "REAL" && (enough || inside));
            match pair["verdict"].as_str() {
                Some("REAL") => {
                    assert!(races && pair["schedule"].is_array() && pair["command"].is_string(), "{pair}");
                    real += 1;
                }
                Some("NOT IN THIS PROGRAM") => {
                    assert!(!races, "{}: {pair}", path.display());
                    others += 1;
                }
                other => panic!("{}: {other:?}", path.display()),
            }
        }
    }
    let least = if all() { 20 } else { 1 };
    assert!(real >= least && others >= least, "{real} real, {others} not");
}

#[test]
fn classes_are_called_as_others_may_call_them() {
    let counter = |body: &str| format!("class T {{ private int n; {body} }}");
    let up = "synchronized void up() { n++; }";
    assert_eq!(fields(&counter(&format!("{up} synchronized int get() {{ return n; }}"))), none());
    assert_eq!(fields(&counter(&format!("{up} int get() {{ return n; }}"))), one("T.n"));
    // Nobody else calls what is private, and its one caller has the lock.
    let helper = "private void down() { n--; } synchronized void both() { down(); }";
    assert_eq!(fields(&counter(&format!("{up} {helper}"))), none());
    // What a constructor does with its object is over before another thread can have it, unless it gives the object away.
    assert_eq!(fields(&counter(&format!("T() {{ n = 1; n++; }} {up}"))), none());
    let leaks = "static volatile T last; T() { last = this; n = 1; }";
    assert_eq!(fields(&counter(&format!("{leaks} {up} static void use() {{ last.up(); }}"))), one("T.n"));
    // The value of a final field is published with the object, a volatile one never races.
    assert_eq!(fields("class T { private final int n = 1; synchronized void a() {} int get() { return n; } }"), none());
    assert_eq!(fields("class T { private volatile int n; synchronized void a() {} void up() { n++; } }"), none());
    // Each object of its own: a class that nobody locks or annotates is one thread's.
    assert_eq!(fields("class T { int n; void up() { n++; } }"), none());
    let asked = pairs("class T { int n; void up() { n++; } }", json!({ "interface": ["T"] }));
    assert!(!asked["pairs"].as_array().expect("pairs").is_empty(), "{asked}");
    assert_eq!(fields("class T { static int n; static void up() { n++; } }"), one("T.n"));
}

/// The lock of one object is none of another one; and the elements of an array are there, however it is written.
#[test]
fn two_objects_and_elements_meet() {
    assert_eq!(fields("class T { static int n; synchronized void up() { n++; } }"), one("T.n"));
    let same = "synchronized boolean same(T o) { return n == o.n; }";
    assert_eq!(fields(&format!("class T {{ int n; synchronized void up() {{ n++; }} {same} }}")), one("T.n"));
    let moved = "static void move(T a, T b) { synchronized (a) { a.n--; b.n++; } }";
    assert_eq!(fields(&format!("class T {{ int n; {moved} synchronized int get() {{ return n; }} }}")), one("T.n"));
    for array in ["int[][] a = new int[1][1]", "int[][] a = { { 0 } }", "int[][] a = { new int[1] }"] {
        let main = format!("{array}; new Thread(() -> a[0][0] = 1).start(); a[0][0] = 2;");
        let found = fields(&format!("class T {{ public static void main(String[] x) {{ {main} }} }}"));
        assert_eq!(found.len(), 1, "{array}: {found:?}");
    }
}

#[test]
fn locks_of_java_exclude_what_they_exclude() {
    let head = "import java.util.concurrent.locks.*; import java.util.concurrent.*; ";
    let class =
        |fields: &str, body: &str| format!("{head} class T {{ int n; synchronized void s() {{}} {fields} {body} }}");
    let lock = "final ReentrantLock lock = new ReentrantLock();";
    let inside = "void up() { lock.lock(); try { n++; } finally { lock.unlock(); } }";
    assert_eq!(fields(&class(lock, inside)), none());
    // The monitor of the lock's object is another lock.
    let monitor = "void down() { synchronized (lock) { n--; } }";
    assert_eq!(fields(&class(lock, &format!("{inside} {monitor}"))), one("T.n"));
    // Two locks in all orders: any two accesses share one, though no lock is held at all.
    let locks = "final Object a = new Object(), b = new Object(), c = new Object();";
    let two = |x, y| format!("void m{x}{y}() {{ synchronized ({x}) {{ synchronized ({y}) {{ n++; }} }} }}");
    let all: String = [two("a", "b"), two("b", "c"), two("a", "c")].concat();
    assert_eq!(fields(&class(locks, &all)), none());
    // Readers of one lock write both.
    let rw = "final ReentrantReadWriteLock rw = new ReentrantReadWriteLock();";
    let write = "void up() { rw.writeLock().lock(); n++; rw.writeLock().unlock(); }";
    let read = "int get() { rw.readLock().lock(); try { return n; } finally { rw.readLock().unlock(); } }";
    assert_eq!(fields(&class(rw, &format!("{write} {read}"))), none());
    let wrong = "void up() { rw.readLock().lock(); n++; rw.readLock().unlock(); }";
    assert_eq!(fields(&class(rw, wrong)), one("T.n"));
    // One permit is a lock, two are none.
    let semaphore = |n| format!("final Semaphore s = new Semaphore({n});");
    let taken = "void up() throws InterruptedException { s.acquire(); n++; s.release(); }";
    assert_eq!(fields(&class(&semaphore(1), taken)), none());
    assert_eq!(fields(&class(&semaphore(2), taken)), one("T.n"));
    // A lock that is made anew is another one.
    let fresh = "void up() { synchronized (new Object()) { n++; } }";
    assert_eq!(fields(&class("", fresh)), one("T.n"));
    let assigned =
        "Object l = new Object(); synchronized void set(Object o) { l = o; } void up() { synchronized (l) { n++; } }";
    assert!(fields(&class("", assigned)).contains("T.n"));
}

#[test]
fn threads_begin_where_java_begins_them() {
    let main = |body: &str, more: &str| {
        format!(
            "import java.util.*; import java.util.concurrent.*; public class T {{ static int n; {more} \
             public static void main(String[] args) throws Exception {{ {body} }} }}"
        )
    };
    let race = one("T.n");
    assert_eq!(fields(&main("new Thread(() -> n++).start(); n++;", "")), race);
    assert_eq!(fields(&main("new Thread(T::up).start(); n++;", "static void up() { n++; }")), race);
    assert_eq!(
        fields(&main("new Mine().start(); n++;", "static class Mine extends Thread { public void run() { n++; } }")),
        race
    );
    let task = "static class Task implements Runnable { public void run() { n++; } }";
    assert_eq!(fields(&main("new Thread(new Task()).start(); n++;", task)), race);
    assert_eq!(fields(&main("Executors.newCachedThreadPool().execute(new Task()); n++;", task)), race);
    let submit =
        "var pool = Executors.newFixedThreadPool(2); pool.submit(() -> { n++; }); pool.submit(() -> { n++; });";
    assert_eq!(fields(&main(submit, "")), race);
    let timer = "new Timer().schedule(new TimerTask() { public void run() { n++; } }, 10); n++;";
    assert_eq!(fields(&main(timer, "")), race);
    assert_eq!(fields(&main("CompletableFuture.runAsync(() -> n++); n++;", "")), race);
    // What is over before a thread begins, or begins when the thread is over, is apart from it.
    assert_eq!(fields(&main("n++; new Thread(() -> n++).start();", "")), none());
    assert_eq!(fields(&main("Thread t = new Thread(() -> n++); t.start(); t.join(); n++;", "")), none());
    assert_eq!(fields(&main("Thread t = new Thread(() -> n++); t.start(); if (n > 0) t.join(); n++;", "")), race);
    assert_eq!(fields(&main("n++; run(() -> n++);", "static void run(Runnable r) { r.run(); }")), none());
}

#[test]
fn what_is_not_understood_is_said() {
    let broken = "class T { int n; synchronized void up() { n++; } int get() { return n; } void m() { int = ; } }";
    let answer = pairs(broken, json!({}));
    let assumptions = answer["assumptions"].to_string();
    assert!(assumptions.contains("not understood"), "{assumptions}");
    assert_eq!(fields(broken), one("T.n"));
    let outside = "class T { synchronized void s() {} void m(java.util.function.Supplier<T> f) { f.get(); } }";
    assert!(pairs(outside, json!({}))["assumptions"].to_string().contains("code outside"), "{outside}");
    let wrong = pairs("class T { void m() {} }", json!({ "interface": ["Other"] }));
    assert!(wrong.to_string().contains("there is no class or method `Other`"), "{wrong}");
}

#[test]
fn most_accesses_tell_the_lock_and_the_others() {
    let text = "class T {\n int n;\n synchronized void a() { n++; }\n synchronized void b() { n--; }\n int get() { return n; }\n}";
    let answer = pairs(text, json!({}));
    for pair in answer["pairs"].as_array().expect("pairs") {
        assert_eq!(pair["guard"], json!({ "lock": "this", "held": 4, "of": 5 }));
        let guarded: Vec<&Value> = pair["accesses"].as_array().expect("two").iter().map(|a| &a["guarded"]).collect();
        let lines: Vec<u64> = pair["accesses"]
            .as_array()
            .expect("two")
            .iter()
            .map(|a| a["span"]["line"].as_u64().expect("a line"))
            .collect();
        for (guarded, line) in guarded.iter().zip(&lines) {
            assert_eq!(guarded.as_bool(), Some(*line != 5), "{pair}");
        }
    }
    assert_eq!(answer["pairs"].as_array().map(Vec::len), Some(2));
}

#[test]
fn pairs_of_an_open_program_run_in_clients() {
    let verdicts = |text: &str| -> Vec<(String, String)> {
        let answer = pairs(text, json!({ "verify": true }));
        let all = answer["pairs"].as_array().unwrap_or_else(|| panic!("{answer}"));
        let of = |p: &Value| {
            let (verdict, why) = (p["verdict"].as_str().expect("a verdict"), p["why"].as_str().expect("a reason"));
            assert_eq!(p["schedule"].is_array(), verdict == "REAL", "{p}");
            (verdict.to_owned(), why.to_owned())
        };
        all.iter().map(of).collect()
    };
    let told = verdicts("class T {\n int n;\n synchronized void up() { n++; }\n int get() { return n; }\n}");
    assert!(
        !told.is_empty() && told.iter().all(|(v, w)| v == "REAL" && w.contains("a client that calls T.")),
        "{told:?}"
    );
    // Arguments, constructors and packages of their own; a static method beside an object's.
    let made = "package p;\nclass T {\n private final int[] all;\n static int made;\n T(int n, boolean b, String s, java.util.List<T> l) { all = new int[n]; }\n \
                synchronized void set(int i, long l) { all[0] = i; }\n int get(Object o) { return all[0]; }\n static void make() { made++; }\n}";
    let told = verdicts(made);
    assert!(told.len() == 3 && told.iter().all(|(v, _)| v == "REAL"), "{told:?}");
    // A third call may have to come before.
    let later = "class T {\n private volatile boolean on;\n int n;\n synchronized void start() { on = true; }\n \
                 void a() { if (on) n++; }\n}";
    let told = verdicts(later);
    assert!(!told.is_empty() && told.iter().all(|(v, w)| v == "REAL" && w.contains("behind T.start")), "{told:?}");
    // Races behind two calls are not known, and never false.
    let twice = "class T {\n private volatile int on;\n int n;\n synchronized void start() { if (on == 0) on = 1; }\n \
                 synchronized void go() { if (on == 1) on = 2; }\n void a() { if (on == 2) n++; }\n}";
    let told = verdicts(twice);
    assert!(
        !told.is_empty() && told.iter().all(|(v, w)| v == "UNKNOWN" && w.contains("every schedule of it")),
        "{told:?}"
    );
    let foreign = "class T {\n int n;\n synchronized void up() { n++; }\n void a() { new java.net.Socket(); n--; }\n}";
    let told = verdicts(foreign);
    assert!(!told.is_empty() && told.iter().all(|(v, w)| v == "UNKNOWN" && w.contains("does not run")), "{told:?}");
}

/// A program with one thing less, or one line twice: what keeps threads apart goes, or what they do changes.
fn mutants(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in ["synchronized ", "volatile ", "final "] {
        for (at, _) in text.match_indices(word) {
            let behind = &text[at + word.len()..];
            // A block has another head then.
            let head = if word == "synchronized " && behind.starts_with('(') { behind.find(')') } else { None };
            found.push(match head {
                Some(end) => format!("{}if (true){}", &text[..at], &behind[end + 1..]),
                None => format!("{}{behind}", &text[..at]),
            });
        }
    }
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let is_statement = |line: &&str| {
        let line = line.trim();
        line.ends_with(';') && !line.starts_with("import") && !line.starts_with("//")
    };
    for (i, _) in lines.iter().enumerate().filter(|(_, line)| is_statement(line)) {
        let but = |n: usize| lines.iter().enumerate().map(move |(j, l)| l.repeat(if i == j { n } else { 1 }));
        found.push(but(0).collect());
        found.push(but(2).collect());
        // Two lines in the other order.
        if i + 1 < lines.len() && is_statement(&lines[i + 1]) {
            let mut other = lines.clone();
            other.swap(i, i + 1);
            found.push(other.concat());
        }
    }
    found
}

/// `RACEFREE_CASES=1 cargo test -p racefree-answers --test all mutants` looks at all of them.
#[test]
fn no_race_of_mutants_is_missing() {
    let every: usize =
        std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(if all() { 47 } else { 97 });
    let (mut programs, mut races, mut racy, mut number) = (0, 0, 0, 0);
    for path in programs_that_race_or_may() {
        let text = fs::read_to_string(&path).expect("text");
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        for mutant in mutants(&text) {
            number += 1;
            if number % every != 0 {
                continue;
            }
            let ask = |what: &str, options: Value| -> Value {
                let question = json!({ "ask": what, "program": { "name": name, "text": mutant }, "options": options });
                let desk = Desk::new(Limits::NATIVE, Arc::new(SystemHost));
                serde_json::from_str(&desk.ask(&question.to_string())).expect("JSON")
            };
            let explored = ask("explore", json!({ "max_states": 1_000 }));
            // It does not compile, or does not run.
            let Some(found) = explored["races"].as_array() else { continue };
            programs += 1;
            racy += usize::from(!found.is_empty());
            let left = ask("pairs", json!({}));
            let all = places(&left["pairs"]);
            for race in places(&explored["races"]) {
                races += 1;
                // Behind a publication by a race, which is a pair.
                let known = PUBLICATIONS.iter().chain(&["SafePublication", "PublishedFinal"]);
                if known.copied().any(|known| name.starts_with(known)) && !all.is_empty() {
                    continue;
                }
                assert!(all.contains(&race), "{}: no pair for the race {race:?} in {all:?}\n{mutant}", path.display());
            }
        }
    }
    let least = if all() { (30, 5, 6) } else { (8, 2, 2) };
    assert!(
        programs >= least.0 && racy >= least.1 && races >= least.2,
        "{programs} programs, {racy} with a race, {races} races"
    );
}

fn programs_that_race_or_may() -> Vec<std::path::PathBuf> {
    programs().into_iter().filter(|path| !path.display().to_string().contains("/sequential/")).collect()
}
