//! `racefree run` and `racefree test`: what they find, how they end, and that schedules and seeds give the same again.

use crate::place::Place;
use crate::support::{self, again, racefree, words};
use serde_json::Value;

const UNLOCKED: &str = "corpus/flanagan-freund-2000/account-unlocked.rfj";
const LOCKED: &str = "corpus/flanagan-freund-2000/account-synchronized.rfj";
const DEADLOCK: &str = "corpus/idioms/deadlock-two-locks.rfj";

/// A program that spins for ever.
const LOOP: &str = "let int i = 0 in while (true) 1";
/// One that spins for ever, looking at a field, beside a thread that fails.
const SPIN: &str = "class A { final boolean on = true }\nlet A a = new A in { fork { assert false }; while (a.on) 1 }";

#[test]
fn the_unlocked_account_loses_an_update_under_some_seed() {
    let last = |seed: u32| {
        let trace = racefree(&["run", UNLOCKED, "--trace", "json", "--seed", &seed.to_string()], "").json();
        let steps = trace["steps"].as_array().expect("steps").clone();
        let write = steps.into_iter().rev().find(|s| s["event"] == "write").expect("a write");
        write["value"].as_str().expect("a value").to_owned()
    };
    let ends: Vec<String> = (0..20).map(last).collect();
    assert!(ends.contains(&"10".to_owned()), "{ends:?}");
    assert!(ends.contains(&"20".to_owned()), "{ends:?}");
}

#[test]
fn the_race_of_the_unlocked_account_is_found_shortened_and_replayed() {
    for seed in ["1", "2", "77"] {
        let test = racefree(&["test", UNLOCKED, "--seed", seed, "--format", "json"], "").json();
        let failure = &test["failure"];
        assert_eq!(failure["kind"], "race");
        assert!(failure["switches"].as_u64().is_some_and(|n| n <= 2), "{failure}");
        let again = again(failure["command"].as_str().expect("a command"));
        assert_eq!(again["races"][0]["field"], "Account.balance");
        assert_eq!(again["races"][0]["accesses"], failure["run"]["races"][0]["accesses"]);
        // The seed of the failing run shows the same field as well.
        let seed = failure["seed"].as_u64().expect("a seed").to_string();
        let run = racefree(&["run", UNLOCKED, "--seed", &seed, "--format", "json"], "").json();
        assert_eq!(run["races"][0]["field"], "Account.balance");
    }
}

#[test]
fn a_printed_command_says_again_all_that_changes_a_run() {
    const GUARDED: &str = "corpus/flanagan-freund-2000/account-unlocked-guarded.rfj";
    let off = ["--off", "EXP REF/guard-held", "--off", "EXP ASSIGN/guard-held"];
    // Well typed by these rules, so every monitor watches; and nothing but the schedule shows it without them.
    for (more, kind) in [(&["--seed", "1"][..], "monitors"), (&["--seed", "1", "--monitors", "none"], "races")] {
        let args = [&["test", GUARDED, "--format", "json"], more, &off].concat();
        let failure = racefree(&args, "").json()["failure"].clone();
        assert!(failure["run"][kind].as_array().is_some_and(|a| !a.is_empty()), "{failure}");
        let again = again(failure["command"].as_str().expect("a command"));
        assert_eq!((&again["races"], &again["monitors"]), (&failure["run"]["races"], &failure["run"]["monitors"]));
    }
    let said = [
        "--variant super-may-mention-this",
        "--off 'EXP REF/guard-held'",
        "--off 'EXP ASSIGN/guard-held'",
        "--no-warn thread_local_override",
        "--constructor-holds-lock",
        "--locks binary",
        "--defaults",
        "--monitors all",
        "--max-steps 2000000",
    ];
    let said: Vec<(&str, Vec<String>)> = said.iter().map(|s| (*s, words(&format!("racefree {s}")))).collect();
    for verb in ["test", "explore"] {
        let mut args = vec![verb, UNLOCKED, "--format", "json"];
        args.extend(said.iter().flat_map(|(_, words)| words).map(String::as_str));
        let all = racefree(&args, "").json();
        let found = if verb == "test" { &all["failure"] } else { &all["races"][0] };
        let command = found["command"].as_str().expect("a command");
        for (option, _) in &said {
            assert_eq!(command.matches(option).count(), 1, "{option}: {command}");
        }
    }
}

#[test]
fn locked_accounts_have_no_problem_in_a_thousand_schedules() {
    for file in [LOCKED, "corpus/flanagan-freund-2000/account-requires.rfj", "corpus/idioms/ordered-locks.rfj"] {
        for scheduler in ["random", "pct:3", "pos", "round-robin:2"] {
            let run = racefree(&["test", file, "--seed", "42", "--scheduler", scheduler], "");
            assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
            assert!(run.stdout.contains("no problem in 1000 schedules"), "{}", run.stdout);
        }
    }
    // No annotation, no lock missing: the type checker cannot know, a run can.
    let run = racefree(&["test", "corpus/flanagan-freund-2000/account-synchronized-unannotated.rfj"], "");
    assert_eq!(run.status, 0, "{}", run.stdout);
}

#[test]
fn a_seed_is_printed_on_success_and_gives_the_same_run() {
    let run = racefree(&["run", LOCKED, "--format", "json"], "");
    assert_eq!(run.status, 0);
    let first = run.json();
    let seed = first["seed"].as_u64().expect("a drawn seed").to_string();
    assert_eq!(racefree(&["run", LOCKED, "--format", "json", "--seed", &seed], "").json(), first);
    let said = racefree(&["run", LOCKED, "--seed", &seed], "").stdout;
    assert!(said.contains(&format!("seed {seed}")), "{said}");
    let said = racefree(&["test", LOCKED, "--runs", "10"], "").stdout;
    assert!(said.contains("no problem in 10 schedules (random scheduler, seed "), "{said}");
}

#[test]
fn the_number_of_threads_does_not_change_the_result() {
    let one = racefree(&["test", UNLOCKED, "--seed", "5", "--format", "json"], "");
    let many = racefree(&["test", UNLOCKED, "--seed", "5", "--format", "json", "--threads", "3"], "");
    assert_eq!(one.stdout, many.stdout);
    let many = racefree(&["test", LOCKED, "--seed", "5", "--runs", "1000", "--threads", "3"], "");
    assert!(many.stdout.contains("no problem in 1000 schedules"), "{}", many.stdout);
}

#[test]
fn the_object_of_a_run_has_the_shape_of_the_interface() {
    let run =
        racefree(&["run", UNLOCKED, "--seed", "1", "--format", "json", "--detector", "adjacent,lockset"], "").json();
    for key in ["file", "version", "seed", "scheduler", "steps", "status", "output", "races", "monitors", "exceptions"]
    {
        assert!(!run[key].is_null(), "{key} is missing in {run}");
    }
    assert_eq!(run["status"], "finished");
    assert_eq!(run["scheduler"], "random");
    let ids = run["schedule"].as_array().expect("a schedule");
    assert_eq!(ids.len() as u64, run["steps"].as_u64().expect("a number"));
    for race in run["races"].as_array().expect("races") {
        assert!(["adjacent", "lockset"].contains(&race["detector"].as_str().expect("a detector")));
        assert_eq!(race["accesses"].as_array().expect("accesses").len(), 2);
        assert!(race["accesses"][0]["span"]["line"].is_u64() && race["object"] == "Account#1");
    }
}

#[test]
fn deadlocks_and_exceptions_are_found() {
    let test = racefree(&["test", DEADLOCK, "--seed", "1", "--format", "json"], "").json();
    assert_eq!(test["failure"]["kind"], "deadlock");
    assert_eq!(test["failure"]["run"]["status"], "deadlock");
    assert_eq!(test["failure"]["run"]["deadlock"]["cycle"].as_array().map(Vec::len), Some(2));
    let run = racefree(&["run", "corpus/idioms/exception-always.rfj", "--format", "json"], "");
    assert_eq!(run.status, 1);
    assert_eq!(run.json()["status"], "exception");
    assert_eq!(run.json()["exceptions"][0]["exception"], "DivisionByZero");
    // With binary locks a thread waits for itself.
    let twice = "let Object a = new Object in synchronized a in synchronized a in 1";
    assert_eq!(racefree(&["run", "-"], twice).status, 0);
    let run = racefree(&["run", "-", "--locks", "binary"], twice);
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("waits for itself"), "{}", run.stdout);
    // D12, a variant of the semantics.
    let null = "let Object a = null in synchronized a in 1";
    assert_eq!(racefree(&["run", "-"], null).status, 1);
    assert_eq!(racefree(&["run", "-", "--variant", "null-lock-is-free"], null).status, 0);
}

#[test]
fn an_ill_typed_program_runs_and_one_line_says_so() {
    let run = racefree(&["run", UNLOCKED, "--scheduler", "round-robin"], "");
    assert_eq!(run.stderr.lines().count(), 1);
    assert!(run.stderr.contains("the checker rejects") && run.stderr.contains("racefree check"), "{}", run.stderr);
    assert_eq!(racefree(&["run", LOCKED], "").stderr, "");
    // What the checker has said already, monitors say again only if asked.
    let monitors = |more: &[&str]| {
        let args = [&["run", UNLOCKED, "--seed", "1", "--format", "json"], more].concat();
        racefree(&args, "").json()["monitors"].as_array().expect("monitors").len()
    };
    assert_eq!(monitors(&[]), 0);
    assert!(monitors(&["--monitors", "all"]) > 0);
    let file = "corpus/escapes/no-warn-false-alarm.rfj";
    let run = racefree(&["test", file], "");
    assert_eq!(run.status, 0, "{}", run.stdout);
    assert!(run.stderr.contains("silenced by no_warn"), "{}", run.stderr);
}

#[test]
fn a_stuck_thread_is_found_and_replayed_even_before_the_first_step() {
    let test = racefree(&["test", "-", "--format", "json"], "assert 1").json();
    assert_eq!(test["failure"]["kind"], "stuck");
    assert!(test["failure"]["command"].as_str().is_some_and(|c| c.contains("replay:[]")), "{test}");
    let run = racefree(&["run", "-", "--scheduler", "replay:[]"], "assert 1");
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("thread 0 is stuck"), "{}", run.stdout);
}

#[test]
fn what_cannot_run_is_said() {
    for (program, status, complaint) in [
        ("x", 2, "`x` is not in scope"),
        ("class A { }", 2, "no main expression"),
        ("new A", 2, "there is no class `A`"),
        ("class {", 1, "expected a class name"),
    ] {
        for command in ["run", "test"] {
            let run = racefree(&[command, "-"], program);
            assert_eq!(run.status, status, "{program}: {}{}", run.stdout, run.stderr);
            assert!(format!("{}{}", run.stdout, run.stderr).contains(complaint), "{}{}", run.stdout, run.stderr);
        }
    }
    assert_eq!(racefree(&["run", "corpus/nowhere.rfj"], "").status, 2);
    assert_eq!(racefree(&["run", LOCKED, "--scheduler", "nothing"], "").status, 2);
    assert_eq!(racefree(&["test", LOCKED, "--scheduler", "replay:0"], "").status, 2);
    assert_eq!(racefree(&["run", LOCKED, "--trace", "text", "--format", "json"], "").status, 2);
}

#[test]
fn an_endless_loop_ends_at_the_step_limit() {
    let run = racefree(&["run", "-", "--max-steps", "5000"], LOOP);
    assert_eq!(run.status, 3, "{}", run.stdout);
    assert!(run.stdout.contains("stopped after 5000 steps"), "{}", run.stdout);
    let run = racefree(&["run", "-", "--max-steps", "200000", "--format", "json"], LOOP);
    assert_eq!((run.status, &run.json()["status"]), (3, &Value::from("step-limit")));
    let run = racefree(&["test", "-", "--runs", "4", "--max-steps", "1000"], LOOP);
    assert_eq!(run.status, 3);
    assert!(run.stdout.contains("4 of them did not come to an end"), "{}", run.stdout);
    // What went wrong before the limit counts more.
    let run = racefree(&["run", "-", "--max-steps", "5000"], SPIN);
    assert_eq!(run.status, 1, "{}", run.stdout);
}

#[test]
fn a_schedule_is_saved_and_replayed() {
    let place = Place::new("saved");
    let file = place.file("saved");
    let first = racefree(&["run", UNLOCKED, "--seed", "9", "--format", "json", "--save-schedule", &file], "").json();
    let replay = format!("replay:{file}");
    let again = racefree(&["run", UNLOCKED, "--format", "json", "--scheduler", &replay], "").json();
    for key in ["steps", "status", "races", "schedule"] {
        assert_eq!(first[key], again[key]);
    }
    assert!(again["seed"].is_null());
    // The JSON object itself, and a list of threads, are schedules too.
    let object = place.with("object.json", &first.to_string());
    let list = place.with("list.json", &first["schedule"].to_string());
    for file in [object, list] {
        let replay = format!("replay:{file}");
        let again = racefree(&["run", UNLOCKED, "--format", "json", "--scheduler", &replay], "").json();
        assert_eq!(first["races"], again["races"]);
    }
    // A thread whose body is a value makes no step, and is over all the same.
    let run = racefree(&["run", "-", "--scheduler", "replay:0*4"], "fork 1; fork 2; 3");
    assert_eq!(run.status, 0, "{}", run.stdout);
}

#[test]
fn a_schedule_that_does_not_fit_is_refused() {
    let place = Place::new("unfit");
    let file = place.file("good");
    racefree(&["run", LOCKED, "--seed", "9", "--save-schedule", &file], "");
    let good = std::fs::read_to_string(&file).expect("a schedule");
    let refuse = |what: &str, complaint: &str, more: &[&str]| {
        let replay = format!("replay:{what}");
        let mut args = vec!["run", LOCKED, "--scheduler", &replay];
        args.extend(more);
        let run = racefree(&args, "");
        assert_eq!(run.status, 2, "{what}: {}", run.stdout);
        assert!(run.stderr.contains(complaint), "{what}: {}", run.stderr);
        assert_eq!(run.stdout, "");
    };
    for end in [good.len() - 5, good.len() - 7, good.rfind("steps").expect("steps")] {
        refuse(&place.with("cut", &good[..end]), "truncated", &[]);
    }
    for (name, contents, complaint) in [
        ("empty", "", "no schedule file"),
        ("foreign", "hello\n", "no schedule file"),
        ("later", "racefree-schedule 7\n", "version 7"),
        ("json", "{\"schedule\": [\"a\"]}", "no thread"),
    ] {
        refuse(&place.with(name, contents), complaint, &[]);
    }
    let other = place.file("other");
    racefree(&["run", DEADLOCK, "--seed", "9", "--save-schedule", &other], "");
    refuse(&other, "another program", &[]);
    refuse(&file, "--locks reentrant", &["--locks", "binary"]);
    refuse("corpus/nowhere", "cannot read the schedule", &[]);
    refuse("1", "does not exist yet", &[]);
    refuse("0*9999", "has finished", &[]);
    refuse("0*", "neither a thread nor", &[]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing_silently() {
    for args in [["--trace", "html", "--trace-file", "/dev/full"], ["--trace", "text", "--save-schedule", "/dev/full"]]
    {
        let mut all = vec!["run", LOCKED, "--seed", "1"];
        all.extend(args);
        let run = racefree(&all, "");
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains("cannot be written to `/dev/full`"), "{}", run.stderr);
        assert!(run.stdout.contains("nothing went wrong"), "the verdict is still told: {}", run.stdout);
    }
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let place = Place::new("full-disk");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_racefree"))
        .args(["run", "-", "--trace", "text"])
        .stdin(std::fs::File::open(place.with("program", "fork print 1; fork print 2")).expect("a file"))
        .stdout(full)
        .stderr(std::process::Stdio::piped())
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("the trace cannot be written"));
}

/// A schedule file of a program in Java belongs to it in another process too, whose threads read the library in another order.
#[test]
fn a_schedule_of_java_is_replayed_from_its_file() {
    let account = "corpus/java-run/races/Account.java";
    let place = Place::new("saved-java");
    let file = place.file("schedule");
    let first = racefree(&["run", account, "--seed", "9", "--format", "json", "--save-schedule", &file], "").json();
    for _ in 0..3 {
        let again =
            racefree(&["run", account, "--format", "json", "--scheduler", &format!("replay:{file}")], "").json();
        assert_eq!((&again["schedule"], &again["races"]), (&first["schedule"], &first["races"]));
    }
}

#[test]
fn the_trace_for_rapid_is_refused_for_java() {
    let run = racefree(&["run", "corpus/java-run/races/Account.java", "--trace", "std"], "");
    assert_eq!(run.status, 2, "{}", run.stdout);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_was_found_so_far() {
    let place = Place::new("endless");
    let program = place.with("endless", SPIN);
    let args = ["run", &program, "--seed", "1", "--max-steps", "1000000000000"];
    let run = support::signalled(&args, "-INT", || std::thread::sleep(std::time::Duration::from_millis(1500)));
    assert_eq!(run.status, 130, "{}", run.stdout);
    assert!(run.stdout.contains("AssertionFailed") && run.stdout.contains("were looked at"), "{}", run.stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_is_no_success() {
    use std::io::Read;
    let program = "class A { int n guarded_by this }\nlet A a = new A in while (synchronized a in a.n == 0) 1";
    let place = Place::new("piped");
    let program = place.with("piped", program);
    let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_racefree"))
        .args(["run", &program, "--trace", "text", "--max-steps", "50000"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the binary starts");
    drop(child.stdout.take());
    let mut said = String::new();
    child.stderr.take().expect("standard error").read_to_string(&mut said).expect("text");
    assert_eq!(child.wait().expect("it ends").code(), Some(2), "{said}");
    assert!(said.contains("the trace cannot be written"), "{said}");
}
