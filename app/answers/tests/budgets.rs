//! The time that is asked for is that of the whole answer: the search, the shortest schedules, what is sampled and told. The clock
//! of these tests goes by the work that is done, so they count work and no seconds.

use racefree_answers::desk::{Desk, Limits};
use racefree_explore::{Host, Progress, SystemHost};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

/// A clock that each report of progress moves by four milliseconds, and each look at it by a fiftieth of one.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Host for Ticks {
    fn now(&self) -> Duration {
        Duration::from_micros(self.0.fetch_add(20, Relaxed))
    }

    fn progress(&self, _: &Progress) -> bool {
        self.0.fetch_add(4_000, Relaxed);
        true
    }
}

/// Asks with a second; the answer, and what the clock says then.
fn asked(what: &str, text: &str, algorithm: &str) -> (Value, f64) {
    let host = Arc::new(Ticks::default());
    let desk = Desk::new(Limits::BROWSER, host.clone());
    let options = json!({ "time": 1.0, "algorithm": algorithm });
    let question = json!({ "ask": what, "program": { "name": "a.rfj", "text": text }, "options": options });
    let answer = serde_json::from_str(&desk.ask(&question.to_string())).expect("an answer is JSON");
    (answer, host.0.load(Relaxed) as f64 / 1e6)
}

/// Methods of two classes that call each other without end.
pub const ENDLESS: &str = "class A {
  int x = 0
  int m0(B p) { this.x = this.x + 1; p.m0(this); 0 }
  int m1(B p) { p.m1(this); this.x }
}
class B {
  int y = 0
  int m0(A p) { this.y = p.x; p.m0(this); 0 }
  int m1(A p) { p.x = this.y; p.m1(this); 1 }
}
let A a = new A in
let B b = new B in {
  fork { a.m0(b) }
  fork { b.m0(a) }
  fork { a.m1(b) }
  b.m1(a)
}";

/// Many threads that use many fields in any order: thousands of races.
fn many(fields: usize, threads: usize) -> String {
    let declared: String = (0..fields).map(|i| format!("  int f{i} = 0\n")).collect();
    let used = |t: usize| (0..fields).map(|i| format!("c.f{i} = c.f{} + 1", (i + t) % fields)).collect::<Vec<_>>();
    let forks: String = (0..threads).map(|t| format!("  fork {{ {} }}\n", used(t).join("; "))).collect();
    format!("class C {{\n{declared}}}\nlet C c = new C in {{\n{forks}  0 }}")
}

#[test]
fn an_answer_takes_the_time_that_is_asked_for() {
    const ASKED: [(&str, &str); 3] = [("explore", "states"), ("explore", "dpor"), ("explain", "auto")];
    let texts = [ENDLESS.to_owned(), many(12, 4)];
    let all = texts.iter().flat_map(|text| ASKED.map(|asked| (text, asked)));
    for (text, (what, algorithm)) in all.step_by(if crate::java_run::all() { 1 } else { 3 }) {
        let (answer, clock) = asked(what, text, algorithm);
        assert!(answer.get("error").is_none(), "{answer}");
        assert!(clock <= 1.1, "{what} by {algorithm} takes {clock} of 1 second");
        let exploration = if what == "explore" { &answer } else { &answer["exploration"] };
        // Runs of the endless program end at a limit, which may be before the time is over.
        assert_ne!(exploration["complete"], json!(true), "{what} by {algorithm}: {clock}");
        // The time is used, too.
        if (algorithm, text == ENDLESS) == ("states", false) {
            assert!(clock > 0.85, "{clock}");
            assert!(answer["races"].as_array().is_some_and(|races| !races.is_empty()), "{answer}");
        }
    }
}

/// Long work says how much there is of it, and how much is done.
#[test]
fn certificates_and_comparisons_say_what_is_left_to_do() {
    use racefree_answers::campaigns::{Hooks, certify, diff};
    use racefree_answers::options::{CertifyOptions, DiffOptions};
    use std::sync::Mutex;
    let desk = Desk::new(Limits::NATIVE, Arc::new(SystemHost));
    let said = Mutex::new(Vec::new());
    let tell = |words: racefree_answers::campaigns::ProgressText<'_>| said.lock().expect("words").push(words(7));
    let asked = CertifyOptions { nodes: 12, threads: 1, ..CertifyOptions::default() };
    let fresh = asked.fresh(asked.claim().expect("a claim"));
    let done = certify::work(&desk, &asked, fresh, &Hooks { tell: &tell, keep: &|_| () }).expect("a certificate");
    assert!(done.0.finished());
    let words = said.lock().expect("words").join("\n");
    assert!(words.contains(" of 5 skeletons done, bodies of "), "{words}");
    said.lock().expect("words").clear();
    let asked = DiffOptions {
        a: "base".to_owned(),
        b: "EXP REF/guard-held".to_owned(),
        nodes: 9,
        programs: 40,
        ..DiffOptions::default()
    };
    diff::compared(&desk, &asked, &Hooks { tell: &tell, keep: &|_| () }).expect("a comparison");
    let words = said.lock().expect("words").join("\n");
    assert!(words.contains(" of 5 skeletons done, ") && words.contains(" of 40 generated, 7 s"), "{words}");
}
