//! What the library of Java orders and excludes, and what it does not.

use crate::java_run::answer_with;
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn explored(text: &str) -> Value {
    let text = format!("import java.util.*; import java.util.concurrent.*;\npublic class A {{ {text} }}");
    let explored = answer_with("explore", "A.java".as_ref(), &text, json!({}));
    assert_eq!(explored["complete"], json!(true), "{explored}");
    explored
}

/// The fields that race in two threads.
fn races(fields: &str, other: &str, main: &str) -> BTreeSet<String> {
    let explored = explored(&format!(
        "{fields} public static void main(String[] args) throws Exception {{ Thread t = new Thread(() -> {{ {other} }}); t.start(); {main} t.join(); }}"
    ));
    let races = explored["races"].as_array().expect("races").iter();
    races.map(|race| race["field"].as_str().expect("a field").to_owned()).collect()
}

#[test]
fn a_thread_makes_its_own_value_under_no_lock() {
    let own = "static int made; static final ThreadLocal<Integer> own = ThreadLocal.withInitial(() -> ++made);";
    assert_eq!(races(own, "own.get();", "own.get();"), BTreeSet::from(["A.made".to_owned()]));
    let own = "static final ThreadLocal<int[]> own = ThreadLocal.withInitial(() -> new int[1]);";
    assert_eq!(races(own, "own.get()[0]++;", "own.get()[0]++;"), BTreeSet::new());
}

#[test]
fn the_lock_inside_an_object_is_not_the_object() {
    // Who holds the monitor of a latch keeps nobody from counting it down, and who waits for the object is not woken by that.
    let latch = "static int n; static final CountDownLatch latch = new CountDownLatch(1);";
    let apart = races(latch, "n = 1; latch.countDown();", "synchronized (latch) { latch.await(); } int m = n;");
    assert_eq!(apart, BTreeSet::new());
    let lost = explored(
        "static final BlockingQueue<String> queue = new LinkedBlockingQueue<>();\
         public static void main(String[] args) throws Exception { new Thread(() -> queue.offer(\"x\")).start(); synchronized (queue) { queue.wait(); } }",
    );
    assert_eq!(lost["waiting"].as_array().map(Vec::len), Some(1), "{lost}");
}

#[test]
fn what_is_done_before_a_task_is_given_comes_before_the_task() {
    let pool = "static int n; static final ExecutorService pool = Executors.newFixedThreadPool(1);";
    let given = races(pool, "", "pool.submit(() -> {}); n = 1; pool.submit(() -> n++); pool.shutdown();");
    assert_eq!(given, BTreeSet::new());
    let taken = races(pool, "", "Future<Integer> f = pool.submit(() -> ++n); f.get(); n++; pool.shutdown();");
    assert_eq!(taken, BTreeSet::new());
    // Who is told that it is done has not taken the result.
    let told = races(pool, "", "Future<Integer> f = pool.submit(() -> ++n); if (f.isDone()) n++; pool.shutdown();");
    assert_eq!(told, BTreeSet::from(["A.n".to_owned()]));
    let ended =
        races(pool, "", "pool.submit(() -> n++); pool.shutdown(); pool.awaitTermination(1, TimeUnit.SECONDS); n++;");
    assert_eq!(ended, BTreeSet::new());
}

#[test]
fn a_function_that_changes_its_own_key_is_refused_as_java_does() {
    let map = explored(
        "public static void main(String[] args) { ConcurrentHashMap<String, Integer> m = new ConcurrentHashMap<>(); m.compute(\"a\", (k, v) -> m.compute(k, (q, w) -> 1)); }",
    );
    assert_eq!(map["exceptions"][0]["what"], json!("java.lang.IllegalStateException: Recursive update"));
}

fn asked(what: &str, text: &str, options: Value) -> Value {
    answer_with(what, "A.java".as_ref(), text, options)
}

#[test]
fn assertions_are_checked_if_somebody_asks_for_it() {
    let text = "public class A { public static void main(String[] args) { int n = 0; assert n++ == 1 : \"n is \" + n; System.out.print(n + args.length); } }";
    let off = asked("run", text, json!({ "arguments": ["a", "b"] }));
    assert_eq!((&off["output"], &off["exceptions"]), (&json!(["2"]), &json!([])), "{off}");
    let on = asked("explore", text, json!({ "enable_assertions": true }));
    assert_eq!(on["exceptions"][0]["what"], json!("java.lang.AssertionError: n is 1"), "{on}");
}

/// Two threads, one of which forgets the lock.
const RACE: &str = "public class A { static int n; static synchronized void up() { n++; } \
    public static void main(String[] args) { new Thread(() -> up()).start(); new Thread(() -> n++).start(); } }";

#[test]
fn every_scheduler_runs_java_and_finds_its_races() {
    for scheduler in ["random", "pct:2", "pos", "round-robin:1"] {
        let ran = asked("run", RACE, json!({ "scheduler": scheduler, "seed": 3 }));
        assert_eq!(ran["races"][0]["field"], json!("A.n"), "{scheduler}: {ran}");
        let again = asked("run", RACE, json!({ "schedule": ran["schedule"] }));
        assert_eq!(again["races"][0]["field"], json!("A.n"), "{scheduler}, again: {again}");
    }
}

#[test]
fn what_does_not_know_java_says_so_in_a_sentence() {
    let cases = [
        ("explore", json!({ "monitors": "all" })),
        ("run", json!({ "monitors": "all" })),
        ("run", json!({ "detectors": ["atomizer"] })),
        ("overhead", json!({ "runs": 1 })),
    ];
    for (what, options) in cases {
        let refused = asked(what, RACE, options.clone());
        let said = refused["error"]["message"].as_str().unwrap_or_else(|| panic!("{what} {options}: {refused}"));
        assert!(said.contains("know") && said.contains("in Java") && !said.contains('\n'), "{what} {options}: {said}");
    }
}

/// A place that does not run is no exception of the program: no code catches it, and the run stops there.
#[test]
fn what_does_not_run_is_no_error() {
    let text = "public class Main { public static void main(String[] args) { System.out.println(\"a\");
        try { System.out.println(Math.pow(2, 0.3 + args.length)); } catch (Throwable e) { System.out.println(\"b\"); } } }";
    let ran = answer_with("run", "Main.java".as_ref(), text, json!({}));
    assert_eq!(ran["status"], "not-run", "{ran}");
    assert_eq!(ran["output"], json!(["a"]), "{ran}");
    let explored = answer_with("explore", "Main.java".as_ref(), text, json!({}));
    assert_eq!(explored["complete"], json!(false), "{explored}");
    assert_eq!(explored["exceptions"][0]["exception"], "not run", "{explored}");
}
