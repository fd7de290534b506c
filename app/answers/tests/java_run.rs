//! Every program of `corpus/java-run` is held to its `//!` lines, and to what `java` prints.
//!
//! ```text
//! //! Two transfers in opposite directions      a title
//! //! race: Account.balance, …                   the fields that race
//! //! deadlock: yes                              threads wait for each other
//! //! waiting: yes                               a thread waits for a notification that never comes
//! //! livelock: yes                              from some point on no schedule ends, or a fair one goes round for ever
//! //! exception: java.lang.…: message            one that ends a thread, each in a line
//! //! output: 1 / 2 | 2 / 1                      all outputs, lines parted by a stroke; or: as java
//! //! tso: 0 0                                   the outputs that need store buffers; `pso` likewise
//! //! forbidden: 1 0                             outputs that Java's memory model forbids
//! ```
//!
//! A line that is missing says that there is none.

use racefree_answers::desk::{Desk, Limits};
use racefree_explore::SystemHost;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::{Arc, Mutex, OnceLock};
use std::thread;

/// Paths of the programs.
pub fn programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus/java-run");
    let (mut found, mut folders) = (Vec::new(), vec![root]);
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("an entry").path();
            match path.is_dir() {
                true => folders.push(path),
                false => found.push(path),
            }
        }
    }
    found.sort();
    found
}

/// Every `nth` of the programs, or with `RACEFREE_ALL=1` all of them: what is compared takes long, and one program in some shows most faults.
pub fn some(nth: usize) -> Vec<PathBuf> {
    let nth = if all() { 1 } else { nth };
    programs().into_iter().step_by(nth).collect()
}

/// Returns true if tests look at all programs.
pub fn all() -> bool {
    std::env::var_os("RACEFREE_ALL").is_some_and(|all| all == "1")
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

pub fn answer(what: &str, path: &Path, text: &str) -> Value {
    answer_with(what, path, text, json!({}))
}

/// The answer to a question with options.
pub fn answer_with(what: &str, path: &Path, text: &str, options: Value) -> Value {
    let question = json!({ "ask": what, "program": { "name": name(path), "text": text }, "options": options });
    let desk = Desk::new(Limits::NATIVE, Arc::new(SystemHost));
    serde_json::from_str(&desk.ask(&question.to_string())).expect("JSON")
}

/// The exploration of a program, made once: several tests ask for it.
pub fn explored(path: &Path, text: &str) -> Arc<Value> {
    static MADE: Mutex<BTreeMap<PathBuf, Arc<OnceLock<Arc<Value>>>>> = Mutex::new(BTreeMap::new());
    let one = MADE.lock().expect("no panic").entry(path.to_owned()).or_default().clone();
    one.get_or_init(|| Arc::new(answer_with("explore", path, text, json!({ "outcomes": 100 })))).clone()
}

/// The `//!` lines of a key.
pub fn lines<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let lines = text.lines().map_while(|line| line.strip_prefix("//! "));
    lines.filter_map(|line| line.strip_prefix(key)?.strip_prefix(':')).map(str::trim).collect()
}

fn is_sequential(text: &str) -> bool {
    lines(text, "output") == ["as java"]
}

/// The parts of a list that is written with a mark between them.
pub fn parts(text: &str, mark: &str) -> BTreeSet<String> {
    text.split(mark).map(|part| part.trim().to_owned()).collect()
}

/// The strings of a record in an answer.
fn each(answer: &Value, key: &str, of: impl Fn(&Value) -> String) -> BTreeSet<String> {
    answer[key].as_array().into_iter().flatten().map(of).collect()
}

/// The lines of an outcome, as the corpus writes them.
fn printed_lines(outcome: &Value) -> String {
    let lines = outcome["output"].as_array().expect("lines");
    lines.iter().map(|l| l.as_str().expect("a line")).collect::<Vec<_>>().join(" / ").trim().to_owned()
}

/// Outputs of an exploration.
fn outputs(explored: &Value) -> BTreeSet<String> {
    each(&explored["outcomes_by"], "outcomes", printed_lines)
}

#[test]
fn every_program_does_what_its_lines_say() {
    let mut wrong = Vec::new();
    let mut held = 0;
    // The same as those that other tests explore.
    for path in some(6) {
        let text = fs::read_to_string(&path).expect("text");
        if is_sequential(&text) {
            continue;
        }
        held += 1;
        let explored = explored(&path, &text);
        let mut hold = |what: &str, said: BTreeSet<String>, seen: BTreeSet<String>| {
            if said != seen {
                wrong.push(format!("{}: {what} is {seen:?}, and {said:?} is said", path.display()));
            }
        };
        if explored["complete"] != json!(true) {
            panic!("{}: {explored}", path.display());
        }
        let said: BTreeSet<String> = lines(&text, "race").iter().flat_map(|all| parts(all, ",")).collect();
        hold("race", said, each(&explored, "races", |race| race["field"].as_str().expect("a field").to_owned()));
        let said = lines(&text, "exception").into_iter().map(str::to_owned).collect();
        hold("exception", said, each(&explored, "exceptions", |e| e["what"].as_str().expect("words").to_owned()));
        for (key, records) in [("deadlock", "deadlocks"), ("waiting", "waiting"), ("livelock", "livelocks")] {
            let said = lines(&text, key).into_iter().map(str::to_owned).collect();
            hold(key, said, each(&explored, records, |_| "yes".to_owned()));
        }
        hold("output", lines(&text, "output").iter().flat_map(|all| parts(all, "|")).collect(), outputs(&explored));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(held >= if all() { 50 } else { 10 }, "{held} programs");
}

/// Two objects of any kind, locked in both orders, can be in a deadlock.
#[test]
fn every_object_has_a_lock() {
    let kinds = [
        "\"a\"",
        "new String(\"a\")",
        "new Object()",
        "A.class",
        "E.ONE",
        "new int[1]",
        "new Object[0]",
        "new R(1)",
        "(Runnable) () -> { }",
        "new ArrayList<String>()",
        "new StringBuilder()",
        "List.of(1)",
        "new Thread()",
    ];
    for kind in kinds {
        let text = format!(
            "import java.util.*;\nenum E {{ ONE }}\nrecord R(int n) {{ }}\npublic class A {{\n\
             static final Object X = {kind}, Y = new Object();\n\
             public static void main(String[] a) {{\n\
             new Thread(() -> {{ synchronized (X) {{ synchronized (Y) {{ }} }} }}).start();\n\
             synchronized (Y) {{ synchronized (X) {{ }} }}\n}} }}"
        );
        let explored = answer("explore", "A.java".as_ref(), &text);
        assert_eq!(explored["deadlocks"].as_array().map(Vec::len), Some(1), "{kind}: {explored}");
    }
}

/// Two threads that let each other go first: no schedule ends, and both answers say so.
#[test]
fn threads_that_never_end_are_named() {
    let text = "public class A { static volatile int turn = 1;\n static void go(int me) { while (turn == me) { Thread.yield(); synchronized (A.class) { } } }\n\
                public static void main(String[] a) { new Thread(() -> go(1)).start(); new Thread(() -> { while (turn == 1) { } }).start(); } }";
    assert_eq!(answer("explore", "A.java".as_ref(), text)["endless"], json!([1, 2]));
    let explained = answer("explain", "A.java".as_ref(), text).to_string();
    assert!(explained.contains("threads 1, 2 never end"), "{explained}");
}

/// `explain` judges what `check` reports, also of code that says nothing of threads.
#[test]
fn one_list_of_errors_for_both() {
    let of = |question: &str, key: &str, path: &Path, text: &str| {
        let all = answer_with(question, path, text, json!({ "max_states": 30 }));
        let said = |e: &Value| (e["span"]["line"].to_string(), e["premise"].to_string(), e["message"].to_string());
        let own = |e: &&Value| e["rule"] != "JAVA CODE" && e["rule"] != "JAVA ANNOTATION";
        all[key].as_array().into_iter().flatten().filter(own).map(said).collect::<Vec<_>>()
    };
    let bare = "class Counter { int n; void up() { n++; } }\n\
                class C { public static void main(String[] a) { Counter c = new Counter(); new Thread(() -> c.up()).start(); c.up(); } }";
    assert_eq!(of("check", "errors", "C.java".as_ref(), bare).len(), 1);
    let corpus = programs()
        .into_iter()
        .step_by(if all() { 6 } else { 24 })
        .map(|path| (fs::read_to_string(&path).expect("text"), path));
    for (text, path) in corpus.chain([(bare.to_owned(), PathBuf::from("C.java"))]) {
        let judged = of("explain", "verdicts", &path, &text);
        assert_eq!(judged, of("check", "errors", &path, &text), "{}", path.display());
    }
}

/// A race inside a list is that of the complaint about the field or the variable that has it, and of nothing else.
#[test]
fn a_race_on_contents_has_its_complaint() {
    const PROGRAMS: &[&str] = &[
        "import java.util.*; public class A { private final List<Integer> l = new ArrayList<>(); void put() { l.add(1); }\n\
         int n() { int s = 0; for (int x : l) s += x; return s; } synchronized void other() { }\n\
         public static void main(String[] a) { A o = new A(); new Thread(o::put).start(); o.n(); } }",
        "import java.util.*; public class A { public static void main(String[] a) { List<Integer> l = new ArrayList<>();\n\
         new Thread(() -> l.add(1)).start();\n for (int x : l) System.out.println(x); } }",
        "import java.util.*; public class A { private final Map<Integer, Integer> m = new HashMap<>(), k = new HashMap<>();\n\
         synchronized void put() { m.put(1, 2); }\n synchronized void keep() { k.put(1, 2); }\n int n() { return m.size(); }\n int k() { return k.size(); }\n\
         public static void main(String[] a) { A o = new A(); new Thread(o::put).start(); o.n(); } }",
    ];
    for text in PROGRAMS {
        let told = answer("explain", "A.java".as_ref(), text);
        let verdicts: Vec<&str> =
            told["verdicts"].as_array().expect("verdicts").iter().filter_map(|v| v["verdict"].as_str()).collect();
        assert_eq!(verdicts[0], "real", "{text}: {told}");
        assert_eq!(told["others"].as_array().map_or(0, Vec::len), 0, "{text}: {told}");
    }
}

/// A race on one of two fields that are declared together is not one on the other.
#[test]
fn fields_of_one_declaration_are_told_apart() {
    let text = "public class F { final Object l = new Object(); int a, b; void up() { synchronized (l) { a++; } b++; }\n\
                public static void main(String[] x) { F o = new F(); new Thread(o::up).start(); new Thread(o::up).start(); } }";
    let explained = answer("explain", "F.java".as_ref(), text);
    let verdicts = explained["verdicts"].as_array().expect("verdicts").iter().map(|v| {
        let name = v["message"].as_str().and_then(|m| m.split('`').nth(1)).unwrap_or_default().to_owned();
        (name, v["verdict"].as_str().unwrap_or_default().to_owned())
    });
    let verdicts: Vec<(String, String)> = verdicts.collect();
    assert!(verdicts.contains(&("b".to_owned(), "real".to_owned())), "{verdicts:?}");
    assert!(!verdicts.contains(&("a".to_owned(), "real".to_owned())), "{verdicts:?}");
}

/// Outputs that store buffers add. What Java forbids is among no outputs.
#[test]
fn store_buffers_add_what_the_lines_say() {
    let mut held = [0; 2];
    for path in programs() {
        let text = fs::read_to_string(&path).expect("text");
        let of = |key: &str| -> BTreeSet<String> { lines(&text, key).iter().flat_map(|all| parts(all, "|")).collect() };
        let forbidden = of("forbidden");
        for model in ["tso", "pso"] {
            if !path.iter().any(|folder| folder == "litmus") {
                continue;
            }
            let explored =
                answer_with("explore", &path, &text, json!({ "memory_model": model, "outcomes_by": "output" }));
            let beyond = &explored["beyond"];
            assert_eq!(beyond["complete"], json!(true), "{}: {explored}", path.display());
            let added = each(beyond, "outcomes", printed_lines);
            assert_eq!(added, of(model), "{} with {model}", path.display());
            held[usize::from(!forbidden.is_empty())] += 1;
            let shown = outputs(&explored).into_iter().chain(added).find(|output| forbidden.contains(output));
            assert_eq!(shown, None, "{} with {model}", path.display());
        }
    }
    assert!(held[0] >= 10 && held[1] >= 22, "{held:?}");
}

/// The tools of a JDK that knows the language of the programs, else the reason why there are none.
pub fn jdk() -> Result<PathBuf, String> {
    let homes = std::env::var("JAVA_HOME").map(|home| Path::new(&home).join("bin")).into_iter();
    let known = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten().map(|home| home.path().join("bin"));
    for bin in homes.chain([PathBuf::new()]).chain(known) {
        let Ok(said) = Command::new(bin.join("javac")).arg("-version").output() else { continue };
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        let version = said.trim().strip_prefix("javac ").and_then(|v| v.split('.').next()?.parse::<u32>().ok());
        if version.is_some_and(|version| version >= 25) {
            return Ok(bin);
        }
    }
    Err("no JDK 25 is here: nothing is compared".to_owned())
}

/// The compiler, without what pays only in long runs.
pub fn javac(bin: &Path) -> Command {
    let mut javac = Command::new(bin.join("javac"));
    javac.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC", "-nowarn"]);
    javac
}

/// What was printed, and the status.
fn printed(output: &Output) -> (String, Option<i32>) {
    (String::from_utf8_lossy(&output.stdout).into_owned(), output.status.code())
}

/// Compiles programs into a folder each. Returns the name of the class with `main` and the folder.
fn compiled(bin: &Path, path: &Path) -> PathBuf {
    let into = std::env::temp_dir().join(format!("racefree-java-run-{}-{}", std::process::id(), name(path)));
    let made = javac(bin).arg("-d").arg(&into).arg(path).output().expect("javac");
    assert!(made.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&made.stderr));
    into
}

#[test]
#[ignore = "runs javac and java for each program"]
#[expect(clippy::print_stderr, reason = "a test that is left out says so")]
fn sequential_programs_print_what_java_prints() {
    let bin = match jdk() {
        Ok(bin) => bin,
        Err(why) => return eprintln!("{why}"),
    };
    let texts = programs().into_iter().map(|path| (fs::read_to_string(&path).expect("text"), path));
    let sequential: Vec<(String, PathBuf)> = texts.filter(|(text, _)| is_sequential(text)).collect();
    let (bin, all) = (&bin, &sequential);
    thread::scope(|scope| {
        for half in 0..2 {
            scope
                .spawn(move || all.iter().skip(half).step_by(2).for_each(|(text, path)| runs_as_java(bin, path, text)));
        }
    });
}

/// Holds the run of a program to that of Java.
fn runs_as_java(bin: &Path, path: &Path, text: &str) {
    let classes = compiled(bin, path);
    let main = name(path).replace(".java", "");
    let options = ["-Duser.timezone=UTC", "-Duser.language=en", "-cp"];
    let java = Command::new(bin.join("java")).args(options).arg(&classes).arg(&main).output().expect("java");
    let _ = fs::remove_dir_all(classes);
    let ran = answer("run", path, text);
    let lines: Vec<&str> = ran["output"]
        .as_array()
        .unwrap_or_else(|| panic!("{}: {ran}", path.display()))
        .iter()
        .map(|l| l.as_str().expect("a line"))
        .collect();
    let (out, status) = printed(&java);
    assert_eq!(lines, out.lines().collect::<Vec<_>>(), "{}", path.display());
    let thrown = ran["exceptions"].as_array().expect("exceptions");
    assert_eq!(status == Some(0), thrown.is_empty(), "{}: {thrown:?}", path.display());
    for e in thrown {
        let line = format!("Exception in thread \"main\" {}", e["what"].as_str().expect("words"));
        assert!(String::from_utf8_lossy(&java.stderr).contains(&line), "{}: {line}", path.display());
    }
}

/// Times that Java runs each program: in one machine, and in a machine each.
const TIMES: (usize, usize) = (1000, 20);

/// Words of programs whose runs are not alone in a machine: names of threads go on, daemons too, and `exit` ends all.
const NOT_ALONE: [&str; 6] = ["aemon", "System.exit", "Async", "irtual", "hread-", "Runtime"];

#[test]
#[ignore = "runs java some thousand times"]
#[expect(clippy::print_stdout, reason = "figures")]
fn java_prints_nothing_that_is_not_listed() {
    let bin = jdk().expect("a JDK");
    let again = compiled(&bin, Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java_again/Again.java").as_path());
    let (mut wrong, mut runs, mut most) = (Vec::new(), 0, 0);
    for path in programs() {
        let text = fs::read_to_string(&path).expect("text");
        // Java allows more of a program with races; a run that never ends prints what it will.
        let racy = !lines(&text, "race").is_empty();
        if is_sequential(&text) || racy {
            continue;
        }
        let listed = lines(&text, "output").iter().flat_map(|all| parts(all, "|")).collect::<BTreeSet<_>>();
        let classes = compiled(&bin, &path);
        let main = name(&path).replace(".java", "");
        let java = |seconds: &str, arguments: &[&std::ffi::OsStr]| {
            let mut run = Command::new("timeout");
            printed(&run.arg(seconds).arg(bin.join("java")).arg("-cp").args(arguments).output().expect("java")).0
        };
        let alone = !NOT_ALONE.iter().any(|word| text.contains(word));
        let seen: BTreeSet<String> = if alone {
            let said = java(
                "60",
                &[again.as_ref(), "Again".as_ref(), classes.as_ref(), main.as_ref(), TIMES.0.to_string().as_ref()],
            );
            let mut seen: Vec<String> = said.lines().map(str::to_owned).collect();
            let made = seen.pop().and_then(|count| count.strip_suffix(" runs")?.parse::<usize>().ok());
            let made = made.unwrap_or_else(|| panic!("{}: {said}", path.display()));
            most += usize::from(made == TIMES.0);
            runs += made;
            seen.into_iter().collect()
        } else {
            runs += TIMES.1;
            let once = |_| {
                java("2", &[classes.as_ref(), main.as_ref()]).lines().collect::<Vec<_>>().join(" / ").trim().to_owned()
            };
            (0..TIMES.1).map(once).collect()
        };
        let missed: Vec<&String> = seen.difference(&listed).collect();
        if !missed.is_empty() {
            wrong.push(format!("{}: java prints {missed:?}, and {listed:?} is listed", path.display()));
        }
        let _ = fs::remove_dir_all(classes);
    }
    println!("{runs} runs of Java, {most} programs with {} each", TIMES.0);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
