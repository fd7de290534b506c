//! `racefree explore` and `racefree explain`: what they print, how they end, and that what they say can be replayed.

use crate::place::Place;
use crate::support::{again, all, racefree};
use serde_json::Value;

const UNLOCKED: &str = "corpus/flanagan-freund-2000/account-unlocked.rfj";
const DEADLOCK: &str = "corpus/idioms/deadlock-two-locks.rfj";
/// Two threads that count for ever.
const ENDLESS: &str = "class C { int x guarded_by this } let C c = new C in { \
fork { while (true) synchronized c in c.x = c.x + 1 }; while (true) synchronized c in c.x = c.x + 1 }";

#[test]
fn explore_as_people_see_it() {
    insta::assert_snapshot!("explore_a_race", racefree(&["explore", UNLOCKED], "").stdout);
    insta::assert_snapshot!("explore_a_deadlock", racefree(&["explore", DEADLOCK], "").stdout);
}

/// Two methods, of which one is never called, in any schedule or in the runs so far.
fn with_an_idle_method(main: &str) -> String {
    format!(
        "class A {{\n  int n guarded_by this = 0\n  int used() requires this {{ this.n = 1 }}\n  int idle() requires this {{ this.n }}\n}}\n\
         class B extends A {{\n  int idle() requires this {{ 2 }}\n}}\n{main}\n"
    )
}

#[test]
fn methods_that_no_schedule_calls_are_named() {
    let program = with_an_idle_method("let A a = new A in fork { synchronized a in a.used() }");
    for algorithm in ["auto", "dpor", "states", "plain"] {
        let run = racefree(&["explore", "-", "--algorithm", algorithm], &program);
        assert!(run.stdout.contains("No schedule calls `A.idle` (line 4) or `B.idle` (line 7).\n"), "{}", run.stdout);
        let run = racefree(&["explore", "-", "--algorithm", algorithm, "--format", "json"], &program).json();
        let names: Vec<&str> =
            run["unreached"].as_array().unwrap().iter().filter_map(|m| m["method"].as_str()).collect();
        assert_eq!(names, ["A.idle", "B.idle"], "{algorithm}");
        assert_eq!(run["unreached"][0]["span"]["line"], 4);
    }
    let all = with_an_idle_method(
        "let A a = new A in synchronized a in { a.used(); a.idle() }; let A b = new B in synchronized b in b.idle()",
    );
    assert!(!racefree(&["explore", "-"], &all).stdout.contains("calls"));
}

#[test]
fn a_method_that_one_schedule_in_many_calls_is_reached() {
    let main = "let A a = new A in { fork { synchronized a in a.used() }; let int seen = synchronized a in a.n in if (seen == 1) synchronized a in a.idle() else 0 }";
    let run = racefree(&["explore", "-"], &with_an_idle_method(main));
    assert!(run.stdout.contains("No schedule calls `B.idle` (line 7).\n"), "{}", run.stdout);
}

#[test]
fn what_a_search_that_was_stopped_did_not_call_is_not_called_so_far() {
    let endless = "let A a = new A in { fork { while (true) synchronized a in a.used() }; \
        while (true) synchronized a in a.n = a.n + 1 }";
    let run =
        racefree(&["explore", "-", "--algorithm", "states", "--max-states", "200"], &with_an_idle_method(endless));
    assert!(run.stdout.contains("Not called so far: `A.idle` (line 4) and `B.idle` (line 7).\n"), "{}", run.stdout);
}

#[test]
fn explain_as_people_see_it() {
    for (name, file) in [
        ("real", UNLOCKED),
        ("two_names", "corpus/types-against-races/lock-equality.rfj"),
        ("hand_over", "corpus/idioms/hand-over-false-alarm.rfj"),
        ("holds", "corpus/escapes/holds-that-is-wrong.rfj"),
        ("library", "corpus/naik-2006/jdbf-open.rfj"),
    ] {
        insta::assert_snapshot!(format!("explain_{name}"), racefree(&["explain", file], "").stdout);
    }
}

/// Rule, premise and line of each complaint, with the verdict and what goes wrong.
fn verdicts(file: &str) -> (i32, Vec<String>) {
    let run = racefree(&["explain", file, "--format", "json"], "");
    let all = run.json();
    let one = |v: &Value| {
        let text = |v: &Value| v.as_str().unwrap_or("").to_owned();
        let found = format!("{} {}", text(&v["finding"]["kind"]), text(&v["finding"]["field"]));
        format!("{} @ {} {} {}", text(&v["premise"]), v["span"]["line"], text(&v["verdict"]), found).trim().to_owned()
    };
    (run.status, all["verdicts"].as_array().expect("verdicts").iter().map(one).collect())
}

#[test]
fn the_verdicts_of_the_papers_programs() {
    let expected: [(&str, i32, &[&str]); 9] = [
        ("flanagan-freund-2000/account-unlocked", 1, &["guarded-or-final @ 14 real race Account.balance"]),
        ("flanagan-freund-2000/account-unlocked-guarded", 1, &["guard-held @ 14 real race Account.balance"]),
        ("flanagan-freund-2000/vector", 1, &["guard-held @ 57 real race Vector.elementCount"]),
        ("types-against-races/lock-not-final", 1, &["guarded-or-final @ 14 real race C.o"]),
        ("types-against-races/lock-equality", 0, &["requires-held @ 21 false-alarm"]),
        ("types-against-races/ref-wrong-lock", 1, &["requires-held @ 23 real race Ref.i"]),
        ("flanagan-freund-2000/account-synchronized", 0, &[]),
        // Nothing goes wrong with this main expression; it does with another one.
        ("idioms/error-in-unused-code", 1, &["guard-held @ 12 real-with-client"]),
        // Of two errors only the one that a race is due to is real in this program.
        (
            "idioms/double-checked-locking",
            1,
            &["guard-held @ 14 real race Lazy.thing", "guard-held @ 15 real-with-client"],
        ),
    ];
    for (file, status, verdict) in expected {
        let (code, all) = verdicts(&format!("corpus/{file}.rfj"));
        assert_eq!(all, verdict, "{file}");
        assert_eq!(code, status, "{file}");
    }
}

#[test]
fn a_program_has_a_real_complaint_if_it_has_a_race_and_only_then() {
    let (mut racing, mut alarms) = (0, 0);
    for entry in racefree_corpus::entries().into_iter().step_by(if all() { 1 } else { 4 }) {
        let header = entry.header();
        let Some(race) = header.claim("race").filter(|_| header.list("option").is_empty()) else { continue };
        let promised = racefree_systems::find(header.system()).is_ok_and(|s| s.promises().contains(&"race"));
        if !promised || header.claim("check") == Some("ok") && race == "none" {
            continue;
        }
        let run = racefree(&["explain", &format!("corpus/{}", entry.path), "--format", "json"], "");
        let all = run.json();
        if all["open"] == true {
            continue;
        }
        let verdicts = all["verdicts"].as_array().map_or(&[][..], Vec::as_slice);
        let reals: Vec<&Value> = verdicts.iter().filter(|v| v["verdict"] == "real").collect();
        // Of several errors it may not be told which one a race is due to; then none of them is called a false alarm.
        let unclear = verdicts.len() > 1 && verdicts.iter().all(|v| v["verdict"] == "unknown");
        if race == "none" {
            alarms += 1;
            // Something else may go wrong: a stuck thread, a value, a final field. No race, and no broken lock discipline.
            assert!(reals.iter().all(|v| v["finding"]["kind"] != "race"), "{}: {reals:?}", entry.path);
        } else {
            racing += 1;
            // What owners accept for the sake of a `holds` is silent when it runs: the erased program has none.
            let named = header.system() == "base"
                || header.system() == "owners" && header.claim("check").is_some_and(|claim| claim != "ok");
            assert!(!named || unclear || !reals.is_empty(), "{}: it has a race, and no complaint is real", entry.path);
        }
        for real in reals {
            let again = again(real["finding"]["command"].as_str().expect("a command"));
            let any = ["races", "monitors", "stuck"].iter().any(|k| again[k].as_array().is_some_and(|a| !a.is_empty()));
            assert!(any, "{}: {real}", entry.path);
        }
    }
    let least = if all() { (50, 30) } else { (10, 6) };
    assert!(racing > least.0 && alarms > least.1, "{racing} {alarms}");
}

#[test]
fn the_object_explore_has_all_there_is() {
    let run = racefree(&["explore", UNLOCKED, "--format", "json"], "");
    let all = run.json();
    assert_eq!(run.status, 1);
    assert_eq!((&all["algorithm"], &all["complete"]), (&"dpor".into(), &true.into()));
    assert_eq!((&all["executions"], &all["redundant"], &all["cut"]), (&4.into(), &0.into(), &Value::Null));
    let races = all["races"].as_array().expect("races");
    assert_eq!(races.len(), 2, "one for each pair of places");
    for race in races {
        let again = again(race["command"].as_str().expect("a command"));
        let places = |r: &Value| {
            let mut spans: Vec<String> =
                r["accesses"].as_array().expect("two").iter().map(|a| a["span"].to_string()).collect();
            spans.sort();
            spans
        };
        let shown = again["races"].as_array().expect("races").iter().any(|r| places(r) == places(race));
        assert!(shown, "{race} is not in {again}");
    }
    let counts: u64 =
        all["outcomes"].as_array().expect("outcomes").iter().map(|o| o["count"].as_u64().unwrap_or(0)).sum();
    assert_eq!(counts, 4, "every trace has an outcome");
    for (algorithm, executions) in [("states", 3), ("dpor", 4), ("plain", 3)] {
        let all = racefree(&["explore", UNLOCKED, "--algorithm", algorithm, "--format", "json"], "").json();
        assert_eq!((&all["complete"], &all["executions"]), (&true.into(), &executions.into()), "{algorithm}");
    }
    let plain = racefree(&["explore", UNLOCKED, "--algorithm", "plain"], "");
    assert!(plain.stdout.contains("plain is the definition"), "{}", plain.stdout);
    for (gone, instead) in [("sync", "`auto`"), ("dfs", "`dpor`")] {
        let run = racefree(&["explore", UNLOCKED, "--algorithm", gone], "");
        assert!(
            run.stderr.contains("there is no such search any more") && run.stderr.contains(instead),
            "{}",
            run.stderr
        );
        assert_eq!(run.status, 2);
    }
}

#[test]
fn an_answer_that_is_not_complete_is_not_given_as_one() {
    for (budget, said) in [
        (
            &["--algorithm", "states", "--max-states", "50"][..],
            "NOT every schedule was covered: stopped after 50 states",
        ),
        (&["--algorithm", "dpor", "--max-runs", "3", "--max-steps", "200"], "NOT every schedule was covered: stopped"),
        (&["--algorithm", "plain", "--max-states", "50"], "NOT every schedule was covered: stopped after 50 states"),
        (&["--algorithm", "states", "--time", "0.2s"], "stopped when its time was over"),
        (&["--memory", "8M"], "stopped when it needed more than 8 MB of memory"),
    ] {
        let mut args = vec!["explore", "-"];
        args.extend(budget);
        let run = racefree(&args, ENDLESS);
        assert_eq!(run.status, 3, "{budget:?}: {}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains(said), "{budget:?}: {}", run.stdout);
        assert!(!run.stdout.contains("No run comes to an end"), "{}", run.stdout);
    }
    // An error is not cleared by a search that was cut.
    let racy = ENDLESS.replace("synchronized c in c.x = c.x + 1 };", "let C d = c in synchronized d in c.x = 1 };");
    let run = racefree(&["explain", "-", "--max-states", "50", "--algorithm", "states"], &racy);
    assert_eq!(run.status, 3, "{}", run.stdout);
    assert!(
        run.stdout.contains("UNKNOWN: nothing was found to go wrong here, but the search was stopped after 50 states"),
        "{}",
        run.stdout
    );
}

#[test]
fn programs_that_spin_are_explored_by_their_states() {
    let all = racefree(&["explore", "corpus/idioms/spinning-wait.rfj", "--format", "json"], "").json();
    assert_eq!((&all["algorithm"], &all["complete"]), (&"states".into(), &true.into()));
    assert!(all["why"].as_str().expect("a reason").contains("10000 steps"), "{all}");
    let run = racefree(&["explore", "-"], "while (true) 1");
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("No run comes to an end."), "{}", run.stdout);
    assert!(run.stdout.contains("thread 0 never ends, whatever the schedule"), "{}", run.stdout);
    // A thread that waits for what nobody does.
    let waits = "class S { boolean stop guarded_by this }
let S s = new S in { fork { while (!(synchronized s in s.stop)) 0 }; print 1 }";
    let run = racefree(&["explore", "-"], waits);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("thread 1 never ends, whatever the schedule"), "{}", run.stdout);
    let stopped = waits.replace("print 1", "synchronized s in s.stop = true");
    assert_eq!(racefree(&["explore", "-"], &stopped).status, 0);
}

#[test]
fn schedules_are_saved_and_read_back() {
    let place = Place::new("schedules");
    let directory = place.file("all");
    assert_eq!(racefree(&["explore", UNLOCKED, "--save-schedules", &directory], "").status, 1);
    let mut files = 0;
    for file in std::fs::read_dir(&directory).expect("the directory") {
        let path = file.expect("a file").path();
        let replay = format!("replay:{}", path.display());
        let run = racefree(&["run", UNLOCKED, "--scheduler", &replay, "--detector", "happens-before,adjacent"], "");
        assert_eq!(run.status, 1, "{}{}", run.stdout, run.stderr);
        files += 1;
    }
    assert_eq!(files, 2);
}

#[test]
fn the_graph_is_whole_or_says_that_it_is_cut() {
    let dot = racefree(&["explore", DEADLOCK, "--graph", "dot"], "");
    assert_eq!(dot.status, 1, "it has a deadlock");
    assert!(dot.stderr.contains("the whole state graph: 28 states, 31 transitions"), "{}", dot.stderr);
    assert_eq!(dot.stdout.matches(" -> ").count(), 31);
    assert!(dot.stdout.contains("deadlock: threads 0, 1 wait for each other"), "{}", dot.stdout);
    let html = racefree(&["explore", DEADLOCK, "--graph", "html", "--graph-nodes", "5"], "");
    assert!(html.stdout.contains("NOT the whole state graph: 5 states"));
    assert!(html.stdout.starts_with("<!DOCTYPE html>"));
    let markup = html.stdout.split("<script>").next().expect("what is before its script");
    for outside in ["src=", "href=", "@import", "url("] {
        assert!(!markup.contains(outside), "{outside}");
    }
    // Nothing that a program says becomes markup.
    let run = racefree(&["explore", "-", "--graph", "html"], "print \"</script><script>alert(1)</script>\"");
    assert_eq!(run.stdout.matches("<script").count(), 2);
}

#[test]
fn bad_usage_is_said() {
    for args in [
        &["explore", UNLOCKED, "--algorithm", "magic"][..],
        &["explore", UNLOCKED, "--time", "-1"],
        &["explore", UNLOCKED, "--graph-nodes", "5"],
        &["explore", "no-such-file.rfj"],
        &["explain", UNLOCKED, "--memory", "0"],
        &["explore", "corpus/idioms/library.rfj"],
    ] {
        let run = racefree(args, "");
        assert_eq!(run.status, 2, "{args:?}: {}", run.stdout);
        assert!(!run.stderr.is_empty(), "{args:?}");
    }
    assert_eq!(racefree(&["explore", "-"], "").status, 2, "an empty file has no main expression");
    assert_eq!(racefree(&["explain", "-"], "").status, 0, "and nothing to explain");
    assert_eq!(racefree(&["explain", "-"], "class {").status, 1);
}

#[test]
fn outcomes_that_need_store_buffers_are_listed_apart() {
    let (file, by) = ("corpus/litmus/store-buffering.rfj", ["--outcomes-by", "threads"]);
    let tso = [["explore", file, "--memory-model", "tso"].as_slice(), &by].concat();
    let run = racefree(&tso, "");
    let both_read_0 = "  threads 0: 0, 0.1: 0, 0.2: 0\n";
    let (before, after) = run.stdout.split_once("One outcome needs store buffers (tso)").unwrap();
    assert!(!before.contains(both_read_0) && after.contains(both_read_0), "{}", run.stdout);
    assert!(after.contains(" = 1 of thread ") && after.contains(" waits (line 1"), "{}", run.stdout);
    let json = racefree(&[&tso, ["--format", "json"].as_slice()].concat(), "").json();
    assert_eq!((&json["memory"], &json["outcomes_by"]["different"]), (&"sequential-consistency".into(), &3.into()));
    let beyond = &json["beyond"];
    assert_eq!((&beyond["model"], &beyond["complete"], &beyond["different"]), (&"tso".into(), &true.into(), &1.into()));
    let outcome = &beyond["outcomes"][0];
    assert_eq!(outcome["waits"].as_array().map(Vec::len), Some(1), "one write is enough: {outcome}");
    assert_eq!(outcome["waits"][0]["value"], "1");
    assert!(outcome["turns"].as_str().unwrap().contains("!M."), "{outcome}");
    // Without the option there is nothing of it.
    let plain = racefree(&["explore", file, "--format", "json"], "").json();
    assert_eq!(plain["beyond"], Value::Null);
    assert!(!racefree(&["explore", file], "").stdout.contains("store buffers"));
}

#[test]
fn outcomes_that_need_store_buffers_are_replayed_by_the_command_beside_them() {
    for (file, by, end) in [
        ("corpus/litmus/store-buffering.rfj", "threads", "threads 0: finished 0, 1: finished 0, 2: finished 0\n"),
        ("corpus/java-run/litmus/StoreBuffer.java", "output", "printed: 0 0\n"),
        ("corpus/java-run/litmus/ArrayInit.java", "output", "printed: 0\n"),
    ] {
        let found = racefree(&["explore", file, "--memory-model", "pso", "--outcomes-by", by], "").stdout;
        let beyond = found.split_once("store buffers (pso)").unwrap().1;
        let command = beyond.lines().rfind(|line| line.trim_start().starts_with("racefree run ")).unwrap();
        let words: Vec<&str> = command.split_whitespace().skip(1).map(|word| word.trim_matches('\'')).collect();
        let run = racefree(&words, "");
        assert_eq!(run.status, 0, "{command}: {}", run.stderr);
        assert!(run.stdout.contains(end) && run.stdout.contains("◀ waits"), "{command}: {}", run.stdout);
        assert!(run.stdout.contains(" is performed"), "{command}: {}", run.stdout);
    }
    for (words, why) in [
        (["--scheduler", "replay:0,7!0"], "the schedule does not fit at turn 2"),
        (["--scheduler", "random"], "`--memory-model tso` replays a run"),
        (["--scheduler", "replay:x"], "`x` is neither a thread"),
    ] {
        let command = ["run", "corpus/litmus/store-buffering.rfj", "--memory-model", "tso"];
        let run = racefree(&[command.as_slice(), &words].concat(), "");
        assert_eq!(run.status, 2, "{}", run.stdout);
        assert!(run.stderr.contains(why), "{}", run.stderr);
    }
}

#[test]
fn what_knows_no_store_buffers_refuses_them() {
    let file = "corpus/litmus/store-buffering.rfj";
    for algorithm in ["states", "dpor"] {
        let run = racefree(&["explore", file, "--memory-model", "pso", "--algorithm", algorithm], "");
        assert!(run.stderr.contains(&format!("`--algorithm {algorithm}` knows no store buffers")), "{}", run.stderr);
        assert_eq!(run.status, 2, "{algorithm}");
    }
    let run = racefree(&["explore", file, "--memory-model", "pso", "--graph", "dot"], "");
    assert!(run.stderr.contains("a graph knows no store buffers"), "{}", run.stderr);
    let run = racefree(&["explore", file, "--memory-model", "tso", "--max-states", "20"], "");
    assert!(run.stdout.contains("NOT every run was covered: stopped after "), "{}", run.stdout);
}
