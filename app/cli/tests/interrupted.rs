//! Campaigns and certificates that are stopped in the middle, by a signal or because a disk is full.
#![cfg(unix)]

use crate::place;
use crate::support;

use place::Place;
use serde_json::Value;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;
use support::{Run, every, racefree, words};

/// Runs the binary and sends it a signal after a while.
fn signalled(args: &[&str], signal: &str, after: Duration) -> Run {
    support::signalled(args, signal, || std::thread::sleep(after))
}

/// Runs the binary where no file can be written to: each may have so many blocks.
fn with_no_room(args: &[&str]) -> Run {
    let script = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let output = Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_racefree")])
        .args(args)
        .env("NO_COLOR", "1")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    Run::from(output)
}

fn read(file: &str) -> Value {
    serde_json::from_str(&std::fs::read_to_string(file).expect("a file")).expect("JSON")
}

/// Stops a command in the middle with a signal, again and again after ever less time until it was in the middle, and then carries it
/// to its end. How often it was stopped.
fn stopped_and_resumed(signal: &str, status: i32, args: &[&str], resume: &[&str], file: &str) -> u32 {
    let mut stopped = 0;
    for tries in 0..12u32 {
        let again = if Path::new(file).exists() { resume } else { &[] };
        // A few short stretches, then longer ones, so that a slow machine gets on as well.
        let run = signalled(&[args, again].concat(), signal, Duration::from_millis(60 << (tries / 2)));
        if run.status == status {
            stopped += 1;
            if status == 130 {
                assert!(run.stdout.contains("not finished"), "{}{}", run.stdout, run.stderr);
                assert!(Path::new(file).exists(), "nothing was saved: {}", run.stderr);
            }
        } else {
            assert!(matches!(run.status, 0 | -1), "{}: {}{}", run.status, run.stdout, run.stderr);
        }
        if Path::new(file).exists() {
            // Whenever it was stopped, the file is whole.
            read(file);
        }
        if run.status == 0 {
            return stopped;
        }
    }
    let again = if Path::new(file).exists() { resume } else { &[] };
    let run = racefree(&[args, again].concat(), "");
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    stopped
}

#[test]
fn a_campaign_that_is_stopped_goes_on_to_the_same_end() {
    let place = Place::new("stopped-fuzz");
    let failures = place.file("failures");
    let common =
        ["fuzz", "--programs=900", "--seed=11", "--threads=2", "--no-guard", "--failures", &failures, "--results"];
    let whole = place.file("whole.json");
    let run = racefree(&[&common[..], &[&whole]].concat(), "");
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    for (signal, status) in [("-KILL", -1), ("-INT", 130), ("-TERM", 130)].into_iter().step_by(every(3)) {
        let file = place.file(&format!("stopped{signal}.json"));
        let stopped = stopped_and_resumed(signal, status, &[&common[..], &[&file]].concat(), &[], &file);
        assert!(stopped > 0, "{signal} never came in the middle");
        let (whole, again) = (read(&whole), read(&file));
        assert_eq!(whole["tally"], again["tally"], "{signal}: it matters that it was stopped");
        assert_eq!(whole["shares"], again["shares"]);
    }
}

#[test]
fn a_campaign_that_finds_something_keeps_it_when_it_is_stopped() {
    let place = Place::new("stopped-finding");
    let (failures, file) = (place.file("failures"), place.file("results.json"));
    let common = ["fuzz", "--programs=1000000", "--seed=3", "--off", "EXP REF/guard-held", "--failures"];
    let args = [&common[..], &[&failures, "--results", &file]].concat();
    let run = signalled(&args, "-INT", Duration::from_millis(700));
    assert_eq!(run.status, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("counterexample") && run.stdout.contains("not finished"), "{}", run.stdout);
    assert!(run.stdout.contains("vacuity guard: interrupted"), "{}", run.stdout);
    let found = read(&file)["tally"]["counterexamples"].as_array().map_or(0, Vec::len);
    let files = std::fs::read_dir(&failures).map_or(0, Iterator::count);
    assert!(found > 0 && files > 0, "{found} in the results, {files} files");
    // Killed at once, a finding is in its folder.
    let second = place.file("more-failures");
    signalled(&[&common[..], &[&second]].concat(), "-KILL", Duration::from_millis(700));
    let files = std::fs::read_dir(&second).expect("the failures").filter_map(Result::ok).map(|f| f.path());
    let whole: Vec<_> = files.filter(|f| f.extension().is_some_and(|e| e == "rfj")).collect();
    assert!(!whole.is_empty());
    for file in whole {
        let run = racefree(&["check", "--off", "EXP REF/guard-held", file.to_str().expect("UTF-8")], "");
        assert_eq!(run.status, 0, "{file:?} is torn: {}", run.stderr);
    }
}

#[test]
fn a_certificate_that_is_stopped_goes_on_to_the_same_end() {
    let place = Place::new("stopped-certificate");
    let common = ["certify", "--signature", "locks", "--nodes", "13", "--output"];
    let whole = place.file("whole.json");
    assert_eq!(racefree(&[&common[..], &[&whole]].concat(), "").status, 0);
    for (signal, status) in [("-TERM", 130), ("-KILL", -1)].into_iter().step_by(every(2)) {
        let file = place.file(&format!("stopped{signal}.json"));
        let args = [&common[..], &[&file, "--threads", "2"]].concat();
        let stopped = stopped_and_resumed(signal, status, &args, &["--resume"], &file);
        assert!(stopped > 0, "{signal} never came in the middle");
        assert_eq!(read(&whole), read(&file), "{signal}: it matters that it was stopped");
    }
}

#[test]
fn a_full_disk_loses_no_finding() {
    let place = Place::new("full");
    let (failures, file) = (place.file("failures"), place.file("results.json"));
    let common = ["fuzz", "--seed", "3", "--no-guard", "--failures", &failures, "--results", &file, "--programs"];
    let run = with_no_room(&[&common[..], &["12", "--off", "EXP REF/guard-held"]].concat());
    assert_eq!(run.status, 1, "{}{}", run.stdout, run.stderr);
    assert!(run.stderr.contains("the results cannot be written"), "{}", run.stderr);
    assert!(run.stderr.contains("here it is:") && run.stderr.contains("// schedule: "), "{}", run.stderr);
    // All of it is on standard output as well.
    assert!(run.stdout.contains("it could not be written; schedule 0*"), "{}", run.stdout);
    let programs = run.stdout.matches("class A").count();
    assert!(programs >= 3, "{programs} programs: {}", run.stdout);
    let left = std::fs::read_dir(&failures).map_or(0, Iterator::count);
    assert!(left == 0 && !Path::new(&file).exists(), "{left} files were written where there is no room");
    // Nothing wrong and nothing written is still not fine.
    let run = with_no_room(&[&common[..], &["12"]].concat());
    assert_eq!(run.status, 2, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("12 programs"), "{}", run.stdout);
    // What was there before is there still.
    assert_eq!(racefree(&[&common[..], &["12"]].concat(), "").status, 0);
    let before = std::fs::read_to_string(&file).expect("results");
    let run = with_no_room(&[&common[..], &["12"]].concat());
    assert_eq!(run.status, 2, "{}", run.stderr);
    assert_eq!(std::fs::read_to_string(&file).expect("results"), before);
    let certificate = place.file("certificate.json");
    let run = with_no_room(&["certify", "--nodes", "10", "--output", &certificate]);
    assert_eq!(run.status, 2, "{}", run.stdout);
    assert!(run.stderr.contains("cannot be written") && run.stdout.contains("digest"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn devices_and_links_are_what_they_are() {
    let place = Place::new("devices");
    let failures = place.file("failures");
    let full = place.file("full.json");
    std::os::unix::fs::symlink("/dev/full", &full).expect("a link");
    let fuzz = |results: &str| {
        let common = ["fuzz", "--programs", "5", "--seed", "1", "--no-guard", "--failures", &failures];
        racefree(&[&common[..], &["--results", results]].concat(), "")
    };
    let run = fuzz(&full);
    assert_eq!(run.status, 2, "{}", run.stdout);
    assert!(run.stderr.contains("no regular file"), "{}", run.stderr);
    assert!(std::fs::symlink_metadata(&full).is_ok_and(|m| m.is_symlink()), "the link was put aside");
    // A link to a file: the file is written.
    let (real, link) = (place.file("real.json"), place.file("link.json"));
    std::fs::write(&real, "").expect("written");
    std::os::unix::fs::symlink(&real, &link).expect("a link");
    let run = fuzz(&link);
    assert_eq!(run.status, 0, "{}", run.stderr);
    let run = fuzz(&link);
    assert_eq!(run.status, 0, "{}", run.stderr);
    // A folder that is a file.
    let run = fuzz(&place.file("real.json/results.json"));
    assert_eq!(run.status, 2, "{}", run.stdout);
    assert!(run.stdout.contains("5 programs") && run.stderr.contains("cannot be written"), "{}", run.stderr);
}

#[test]
fn whoever_reads_may_stop_reading() {
    let place = Place::new("unread");
    let method = |i: usize| format!("  int f{i}() {{ this.n = {i} }}\n");
    let wrong = format!("class A {{ int n guarded_by this\n{}}}\nnew A\n", (0..100).map(method).collect::<String>());
    for name in ["a.rfj", "b.rfj"] {
        std::fs::write(place.file(name), &wrong).expect("written");
    }
    let races = "let A a = new A in { fork { a.n = 1 }; a.n = 2 }\n";
    std::fs::write(place.file("race.rfj"), wrong.replace("new A\n", races)).expect("written");
    let java = wrong.replace(" guarded_by this", "; /*# guarded_by this */").replace(" }\n", "; return 0; }\n");
    std::fs::write(place.file("J.java"), java.replace("new A\n", "").replace("; /*#", " /*#").replace("*/\n", "*/;\n"))
        .expect("written");
    let (one, folder) = (place.file("a.rfj"), place.file(""));
    let of_files = [
        (format!("check {one}"), 1),
        (format!("check --format json {one}"), 1),
        (format!("check --format short {one}"), 1),
        (format!("check --format sarif {one}"), 1),
        (format!("check {folder}"), 1),
        (format!("check {}", place.file("J.java")), 1),
        (format!("fmt --check {one}"), 1),
        (format!("pairs {}", place.file("race.rfj")), 1),
    ];
    let of_files = of_files.iter().map(|(command, status)| (command.as_str(), *status));
    for (command, status) in of_files.chain([
        ("fuzz --programs 40 --seed 3 --no-guard --failures /nowhere/at/all", 0),
        ("fuzz --programs 40 --seed 3 --no-guard --off 'EXP REF/guard-held' --failures /dev/null/x", 1),
        ("certify --nodes 10", 0),
        (
            "certify --nodes 10 --signature 'classes=1 fields=1 locals=1 forks=1 +guards +int' --variant 'EXP ASSIGN/guard-held'",
            1,
        ),
        ("variants", 0),
        ("variants matrix", 0),
        ("variants show 'ENV X/type (scope)'", 0),
        ("variants diff base 'EXP REF/guard-held' --nodes 9 --programs 0", 0),
    ]) {
        let args = words(&format!("racefree {command}"));
        let (reads, writes) = std::io::pipe().expect("a pipe");
        drop(reads);
        let output = Command::new(env!("CARGO_BIN_EXE_racefree"))
            .args(&args)
            .stdin(Stdio::null())
            .stdout(writes)
            .stderr(Stdio::piped())
            .output()
            .expect("the binary starts");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(!said.contains("panicked"), "{args:?}: {said}");
        assert_eq!(output.status.code(), Some(status), "{args:?}: {said}");
    }
}

/// Stopped in the middle, `infer` prints the answer that it has, and says that it is not the last word.
#[test]
fn an_inference_that_is_stopped_answers_with_what_it_has() {
    let place = Place::new("stopped-infer");
    let (file, kept) = (place.file("many.rfj"), place.file("kept.rfj"));
    // Six threads with many schedules each, and a lock that a ghost has to name.
    let mut source = String::from(
        "class Cell { int v = 0 int w = 0 void put(int x) { this.v = this.v + x; this.w = this.v } }\n\
         let Object l = new Object in let Cell c = new Cell in {\n",
    );
    for i in 0..6 {
        let step = format!("synchronized l in c.put({i})");
        source.push_str(&format!("fork {{ {step}; {step}; {step}; {step} }};\n"));
    }
    source.push_str("}\n");
    std::fs::write(&file, &source).expect("a file");
    std::fs::write(&kept, &source).expect("a file");
    for signal in ["-INT", "-TERM"].into_iter().step_by(every(2)) {
        let args = ["infer", &file, "--by", "run", "--explore", "--format", "json"];
        let run = signalled(&args, signal, Duration::from_millis(1_500));
        assert_eq!(run.status, 130, "{}{}", run.stdout, run.stderr);
        let answer = run.json();
        assert_eq!((&answer["complete"], &answer["stopped"]), (&Value::from(false), &Value::from("interrupted")));
        let text = answer["text"].as_str().expect("a text");
        assert!(racefree(&["erase", "-"], text).stdout == source, "{text}");
    }
    // A file is not written, unless a partial answer is wanted.
    let in_place = ["infer", &kept, "--by", "run", "--explore", "--in-place"];
    let run = signalled(&in_place, "-INT", Duration::from_millis(1_500));
    assert_eq!(run.status, 130, "{}{}", run.stdout, run.stderr);
    assert_eq!(std::fs::read_to_string(&kept).expect("a file"), source);
    assert!(run.stderr.contains("interrupt"), "{}", run.stderr);
    // Time that runs out leaves some for an answer from what was seen.
    let run = racefree(&["infer", &file, "--by", "run", "--explore", "--time", "2", "--format", "json"], "");
    let answer = run.json();
    assert_eq!((run.status, &answer["by"], &answer["ok"]), (3, &Value::from("run"), &Value::from(true)), "{answer}");
    assert_eq!((&answer["complete"], &answer["stopped"]), (&Value::from(false), &Value::from("time")));
}

/// Clauses are written as a whole, or the file is as it was.
#[test]
fn clauses_that_cannot_be_written_leave_the_file_as_it_was() {
    let place = Place::new("clauses");
    let (program, clauses) = (place.file("p.rfj"), place.file("p.wcnf"));
    std::fs::write(&program, "class A { int x }\nlet A a = new A in { fork { a.x = 1 } a.x = 2 }\n").expect("a file");
    for before in [None, Some("as it was")] {
        if let Some(before) = before {
            std::fs::write(&clauses, before).expect("a file");
        }
        let run = with_no_room(&["infer", &program, "--dump", &clauses]);
        assert!(run.status == 2 && run.stderr.contains("the clauses cannot be written"), "{}", run.stderr);
        assert_eq!(std::fs::read_to_string(&clauses).ok().as_deref(), before);
    }
    let run = racefree(&["infer", &program, "--dump", &clauses], "");
    assert!(
        std::fs::read_to_string(&clauses).is_ok_and(|text| text.contains("p wcnf") || text.contains("h ")),
        "{}",
        run.stderr
    );
}

#[test]
fn an_analysis_of_pairs_that_is_stopped_answers_with_the_last_k() {
    let place = Place::new("stopped-pairs");
    let file = place.file("tree.rfj");
    // Each level makes three objects of the next: the objects of a k are 3 to the power of k.
    let mut source = String::new();
    for i in 0..14 {
        let next = i + 1;
        source +=
            &format!("class A{i} {{ A{next} a = new A{next} A{next} b = new A{next} A{next} c = new A{next} }}\n");
    }
    source.push_str("class A14 { int n = 0 }\nclass C { int n = 0 }\n");
    source.push_str("let A0 a = new A0 in let C c = new C in { fork { c.n = 1 } c.n = 2 }\n");
    std::fs::write(&file, source).expect("a file");
    let args = ["pairs", &file, "--k", "14", "--format", "json"];
    for signal in ["-INT", "-TERM"].into_iter().step_by(every(2)) {
        let run = signalled(&args, signal, Duration::from_secs(3));
        assert_eq!(run.status, 130, "{}{}", run.stdout, run.stderr);
        let answer = run.json();
        assert_eq!((&answer["complete"], &answer["stopped"]), (&Value::from(false), &Value::from("interrupted")));
        assert!(answer["k"].as_u64().is_some_and(|k| k < 14), "{answer}");
        assert_eq!(answer["pairs"].as_array().map(Vec::len), Some(1));
    }
    for budget in [["--time", "4"], ["--memory", "4"]] {
        let run = racefree(&[&args[..4], &budget[..]].concat(), "");
        assert_eq!(run.status, 3, "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("stopped by its budget") && run.stdout.contains(" of 14"), "{}", run.stdout);
    }
}

/// Whenever a command that writes files is ended, each file is whole and nothing lies beside it.
#[test]
#[expect(clippy::print_stderr)] // how often a signal was early enough is counted
fn a_rewriting_that_is_stopped_leaves_no_file_behind() {
    let text = format!("class A {{ int x guarded_by this = 0 }}\n{}1\n", "synchronized (new A) in 2 ;\n".repeat(2_000));
    let mut stopped = 0;
    for (i, signal) in ["-INT", "-TERM"].iter().cycle().take(12).enumerate() {
        let place = Place::new(&format!("stopped-fmt-{i}"));
        let files: Vec<String> = (0..20).map(|n| place.file(&format!("f{n}.rfj"))).collect();
        files.iter().for_each(|file| std::fs::write(file, &text).expect("written"));
        let args: Vec<&str> = ["fmt", "--write"].into_iter().chain(files.iter().map(String::as_str)).collect();
        let run = signalled(&args, signal, Duration::from_millis(30 + 25 * i as u64));
        stopped += u32::from(run.status != 0);
        assert_eq!(std::fs::read_dir(place.file("")).expect("the folder").count(), 20, "{signal}: a file is left");
        let formatted = files.iter().map(|file| std::fs::read_to_string(file).expect("a file"));
        assert!(formatted.clone().all(|now| now == text || now.ends_with("\n1\n") && now.len() > text.len() / 2));
    }
    eprintln!("stopped {stopped} of 12 times");
}
