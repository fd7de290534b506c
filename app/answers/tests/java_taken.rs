//! Runs of Java take one time and one row of numbers of many, and say what that leaves open.

use crate::java_run::answer_with;
use serde_json::{Value, json};

/// The answer to `explain` on a program whose second thread does something in front of what it never does.
fn explained(first: &str, test: &str) -> Value {
    let text = format!(
        "import java.util.Random; class A {{ static int n; static final Random row = new Random(); static boolean never;
        public static void main(String[] args) throws InterruptedException {{
            Thread t = new Thread(() -> {{ {first} if ({test}) n++; }});
            t.start(); n++; t.join(); }} }}"
    );
    answer_with("explain", "A.java".as_ref(), &text, json!({}))
}

#[track_caller]
fn holds(first: &str, test: &str, verdict: &str, taken: usize) {
    let answer = explained(first, test);
    let about: Vec<&Value> = answer["verdicts"].as_array().expect("verdicts").iter().collect();
    let about: Vec<&Value> = about.into_iter().filter(|v| v["premise"] == "guarded-or-final").collect();
    assert!(!about.is_empty() && about.iter().all(|v| v["verdict"] == verdict), "{first} {test}: {answer}");
    let said = answer["exploration"]["taken"].as_array().map_or(0, Vec::len);
    assert_eq!(said, taken, "{first} {test}: {answer}");
}

#[test]
fn a_value_that_decides_leaves_a_complaint_unknown() {
    holds("", "row.nextInt(2) == 2", "unknown", 1);
    holds("int r = row.nextInt(2);", "r + 1 == 9", "unknown", 1);
    holds("long end = System.nanoTime() + 5;", "end < 0", "unknown", 1);
    holds("never = Math.random() < 0;", "never", "unknown", 1);
    holds("never = System.currentTimeMillis() < row.nextInt();", "never", "unknown", 2);
}

#[test]
fn a_value_that_is_slept_or_printed_decides_nothing() {
    let slept = "try { Thread.sleep(row.nextInt(9)); int r = row.nextInt(9); Thread.sleep(r * 2); } catch (InterruptedException e) {}";
    holds(slept, "never", "false-alarm", 0);
    holds(
        "long t = System.nanoTime(); System.out.println(\"\" + (System.nanoTime() - t) / 1000 + \" us\");",
        "never",
        "false-alarm",
        1,
    );
    holds("System.out.println(row.nextInt(6) + 1);", "never", "false-alarm", 1);
}

#[test]
fn numbers_of_a_seed_are_not_taken() {
    let text = "import java.util.Random; class A { public static void main(String[] args) { Random r = new Random(5); if (r.nextInt(2) == 0) System.out.println(r.nextInt(100)); } }";
    let explored = answer_with("explore", "A.java".as_ref(), text, json!({}));
    assert!(explored["taken"].is_null(), "{explored}");
}
