//! The laws of repairs: a sure one adds no deadlock, changes no declaration for one call and makes nothing up, and takes a lock around what
//! belongs together.

use racefree_answers::fixes::{self, Budget, Choice};
use racefree_answers::{Rules, Verdict, judge};
use racefree_corpus::{entries, program_text};
use racefree_explore::{Algorithm, Options, explore};
use racefree_grammar::Program;
use racefree_grammar::fix::Fix;
use racefree_interp::drive::Key;
use racefree_interp::machine::lower;

fn base() -> Rules {
    Rules::of(racefree_systems::find("base").expect("the base"))
}

/// The text after its sure repairs.
fn repaired(text: &str) -> String {
    fixes::repair(text, &base(), fixes::ROUNDS, Choice::Sure).text
}

/// The repairs of each error.
fn offered(text: &str) -> Vec<Vec<Fix>> {
    let mut verdict = judge(text, &base());
    fixes::settle(text, &base(), &mut verdict, &mut Budget::default());
    match verdict {
        Verdict::Syntax(errors) => errors.into_iter().map(|e| e.fixes).collect(),
        Verdict::Judged(judged) => judged.report.errors.into_iter().map(|e| e.fixes).collect(),
    }
}

/// Whether some schedule deadlocks; none if not all were explored.
fn deadlocks(program: &Program) -> Option<bool> {
    let lowered = lower(program.clone()).ok().filter(|_| program.main.is_some())?;
    let mut options = Options { algorithm: Algorithm::States, outcomes: false, ..Options::default() };
    options.budget.states = 60_000;
    let explored = explore(&lowered, &options);
    explored.complete().then(|| explored.found.iter().any(|f| matches!(f.key, Key::Deadlock(_))))
}

const TWO_CELLS: &str = "class Cell { int v guarded_by this = 0 }
let Cell c = new Cell in let Cell d = new Cell in {
  fork { synchronized c in d.v = c.v }
  fork { synchronized d in c.v = d.v }
}
";

#[test]
fn two_repairs_together_nest_no_locks_both_ways() {
    let text = repaired(TWO_CELLS);
    let both = text.contains("synchronized c in synchronized d") && text.contains("synchronized d in synchronized c");
    assert!(!both, "{text}");
}

#[test]
fn a_loop_that_changes_what_it_looks_at_is_under_one_lock_and_one_that_waits_is_not() {
    let counts =
        repaired("class A { int n guarded_by this = 1 void dec() { while (this.n > 0) this.n = this.n - 1 } }");
    assert!(counts.contains("synchronized this in while (this.n > 0) this.n = this.n - 1"), "{counts}");
    let waits = repaired("class A { boolean up guarded_by this = false void w() { while (!this.up) 0 } }");
    assert!(waits.contains("while (synchronized this in !this.up) 0"), "{waits}");
}

#[test]
fn sure_repairs_add_no_deadlock() {
    let (mut changed, mut explored) = (0, 0);
    for entry in entries() {
        let header = entry.header();
        if header.system() != "base" || entry.is_java() || header.claim("check") == Some("ok") {
            continue;
        }
        let text = program_text(entry.source);
        let fixed = fixes::repair(text, &base(), fixes::ROUNDS, Choice::Sure);
        let (Verdict::Judged(before), Verdict::Judged(after)) = (judge(text, &base()), &fixed.verdict) else {
            continue;
        };
        changed += usize::from(fixed.text != text);
        if let (Some(was), Some(is)) = (deadlocks(&before.program), deadlocks(&after.program)) {
            explored += 1;
            assert!(was || !is, "{} deadlocks once it is repaired:\n{}", entry.path, fixed.text);
        }
    }
    assert!(changed > 100 && explored > 100, "{changed} changed, {explored} explored");
}

#[test]
fn no_declaration_is_changed_for_a_call_and_nothing_is_made_up() {
    let put = "class A { int n guarded_by this void put(int k, String why) { synchronized this in this.n = k } }
let A a = new A in { a.put(3, 4); a.put(1, \"x\") }";
    assert!(offered(put).iter().flatten().all(|fix| !fix.sure), "{:?}", offered(put));
    let mut seen = 0;
    for entry in entries() {
        let header = entry.header();
        if header.system() != "base" || entry.is_java() || header.claim("check") == Some("ok") {
            continue;
        }
        for fix in offered(program_text(entry.source)).into_iter().flatten() {
            seen += 1;
            let made_up = ["0", "1", "true", "false", "null", "\"\""].map(|value| format!("such as `{value}`"));
            assert!(made_up.iter().all(|value| !fix.title.contains(value)), "{}: {}", entry.path, fix.title);
        }
    }
    assert!(seen > 300, "{seen} repairs");
}

#[test]
fn a_lock_is_taken_around_what_belongs_together() {
    let class =
        "class S { int n guarded_by this  int m guarded_by this  void push() requires this { this.n = this.n + 1 }
  S self() { this }
  void f() { BODY } }
let S s = new S in MAIN";
    let with = |body: &str, main: &str| class.replace("BODY", body).replace("MAIN", main);
    for (body, main, fixed_body, fixed_main) in [
        // A test and what it decides.
        ("if (this.n == 0) { this.n = 1 }", "1", "synchronized this in if (this.n == 0) { this.n = 1 }", "1"),
        // A test without the lock, before what is under it.
        (
            "if (this.n > 0) synchronized this in this.n = this.n - 1",
            "1",
            "synchronized this in if (this.n > 0) this.n = this.n - 1",
            "1",
        ),
        // Neighbours.
        ("this.n = 1; this.m = 2; print 3", "1", "synchronized this in { this.n = 1; this.m = 2 }; print 3", "1"),
        ("{}", "{ s.push(); s.push() }", "{}", "{ synchronized s in { s.push(); s.push() } }"),
        // A variable and what it is bound for.
        (
            "let int k = this.n in this.n = k + 1",
            "1",
            "synchronized this in { let int k = this.n in this.n = k + 1 }",
            "1",
        ),
        // A lock that guards nothing inside.
        ("{}", "synchronized this in s.push()", "{}", "synchronized s in s.push()"),
        // A thread that waits for another one holds no lock meanwhile.
        (
            "while (this.n == 0) {}; this.n = 0",
            "1",
            "while (synchronized this in this.n == 0) {}; synchronized this in this.n = 0",
            "1",
        ),
    ] {
        let (text, wanted) = (with(body, main), with(fixed_body, fixed_main));
        let blanks = |text: &str| text.split_whitespace().collect::<String>();
        assert_eq!(blanks(&repaired(&text)), blanks(&wanted), "{text}\nbecomes\n{}", repaired(&text));
    }
    // A lock that is no final expression: which object was meant is not known.
    let made = with("{}", "synchronized s.self() in s.n = 1");
    assert!(!repaired(&made).contains("synchronized s.self() in synchronized"), "{}", repaired(&made));
}

#[test]
fn a_lock_that_all_callers_hold_is_left_to_them() {
    let text = "class F { int n guarded_by this  boolean full() { this.n > 9 }
  void add() { synchronized this in if (!this.full()) this.n = this.n + 1 } }
let F f = new F in fork { f.add() }";
    assert!(repaired(text).contains("boolean full() requires this {"), "{}", repaired(text));
    // Nobody holds it for a method that nobody calls.
    let alone = "class F { int n guarded_by this  boolean full() { this.n > 9 } }";
    assert!(repaired(alone).contains("synchronized this in"), "{}", repaired(alone));
}
