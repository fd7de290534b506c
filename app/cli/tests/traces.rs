//! Traces and the stepper, held to snapshots. `INSTA_UPDATE=always cargo test` renews them.

use crate::place::Place;
use crate::support::racefree;
use serde_json::Value;

const UNLOCKED: &str = "corpus/flanagan-freund-2000/account-unlocked.rfj";
const LOCKED: &str = "corpus/flanagan-freund-2000/account-synchronized.rfj";
const DEADLOCK: &str = "corpus/idioms/deadlock-two-locks.rfj";

/// The short schedule that every trace below is of: both threads read, then both write.
const LOST: &str = "replay:0*7,1*2,2*4,1*2";

#[test]
fn a_trace_as_text() {
    insta::assert_snapshot!(racefree(&["run", UNLOCKED, "--scheduler", LOST, "--trace", "text"], "").stdout);
}

#[test]
fn a_trace_as_text_with_locks_and_all_steps() {
    let args = ["run", DEADLOCK, "--scheduler", "replay:0*11,1", "--trace", "text", "--all-steps"];
    insta::assert_snapshot!(racefree(&args, "").stdout);
}

#[test]
fn a_trace_as_a_sequence_diagram() {
    insta::assert_snapshot!(racefree(&["run", UNLOCKED, "--scheduler", LOST, "--trace", "mermaid"], "").stdout);
}

#[test]
fn names_in_a_sequence_diagram_are_escaped() {
    let program =
        "class end { String s guarded_by this = \"a;b #c\\n<d>\" }\nlet end e = new end in synchronized e in e.s";
    let diagram = racefree(&["run", "-", "--scheduler", "round-robin", "--trace", "mermaid"], program).stdout;
    assert!(diagram.contains("as end#35;1"), "{diagram}");
    assert!(diagram.contains("#34;a#59;b #35;c#92;n#60;d#62;#34;"), "{diagram}");
}

/// The page of a trace of a program that would end its script, which it must not; and the page of a run that is too long for one.
fn page_of(trace: &str, most: &str) -> String {
    let program = "// </script><b> <!--data-->\nprint \"</script><script>alert(1)</script>\"";
    let page = racefree(&["run", "-", "--scheduler", "round-robin", "--trace", trace], program).stdout;
    assert!(page.starts_with("<!DOCTYPE html>") && page.trim_end().ends_with("</html>"));
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<b>") && !page.contains("alert(1)</script>"));
    let markup = page.split("<script>").next().expect("what is before its script");
    assert!(
        !markup.contains("https:") && !markup.contains("src=") && !markup.contains("href="),
        "one self-contained file"
    );
    let long = racefree(&["run", "-", "--max-steps", "9000", "--trace", trace], "while (true) 1");
    assert!(long.stdout.contains(&format!("only the first {most} of")), "a page that is cut says so");
    page
}

#[test]
fn a_trace_as_a_page_keeps_the_program_out_of_its_markup() {
    page_of("html", "5000");
}

#[test]
fn a_run_as_terms() {
    insta::assert_snapshot!(racefree(&["run", UNLOCKED, "--scheduler", LOST, "--trace", "terms"], "").stdout);
}

#[test]
fn a_run_as_terms_with_locks() {
    let args = ["run", DEADLOCK, "--scheduler", "replay:0*11,1", "--trace", "terms", "--color", "always"];
    insta::assert_snapshot!(racefree(&args, "").stdout);
}

/// The whole program, a call that nests for ever, and exceptions on their way out.
#[test]
fn long_terms_and_long_runs_are_abridged() {
    let deep = "class C { int down(int n) { 1 + this.down(n + 1) } }\n(new C).down(0)";
    let run = racefree(&["run", "-", "--max-steps", "21000", "--trace", "terms"], deep);
    assert!(run.stdout.lines().all(|line| line.chars().count() <= 140), "no line is long");
    assert!(run.stdout.contains("… (1 + (1 + "));
    // The budget of steps or that of bytes, whichever is used up first.
    assert!(run.stdout.contains("only the first ") && run.stdout.contains(" of 21000 steps are shown"));
    let thrown = "class C { int n }\nlet C c = new C in synchronized c in { 1 + c.n / 0 }";
    let run = racefree(&["run", "-", "--scheduler", "round-robin", "--trace", "terms"], thrown);
    assert!(run.stdout.contains("⟦in_sync C#1 { (1 + throw DivisionByZero) }⟧"), "{}", run.stdout);
    assert!(
        run.stdout.contains("[RED UNWIND]") && run.stdout.contains("(ended with DivisionByZero)"),
        "{}",
        run.stdout
    );
}

#[test]
fn terms_as_a_page_keep_the_program_out_of_its_markup() {
    let page = page_of("terms-html", "2000");
    let data = page.split("id=\"data\">").nth(1).and_then(|rest| rest.split("</script>").next()).expect("data");
    let data: serde_json::Value = serde_json::from_str(data).expect("a JSON object");
    let states = data["states"].as_array().expect("states");
    assert_eq!((states.len(), &states[1]["rule"]), (2, &serde_json::json!("RED PRINT")));
    assert_eq!(states[0]["threads"][0]["term"][1], "print \"</script><script>alert(1)</script>\"");
}

#[test]
fn a_short_schedule_as_people_see_it() {
    let run = racefree(&["test", UNLOCKED, "--seed", "1"], "");
    insta::assert_snapshot!(run.stdout);
}

const RACY_JAVA: &str = "corpus/java-run/races/Account.java";

/// A step of the stepper goes to the next line of Java, and `b` takes all of it back; the schedule that it made is one of `run`.
#[test]
fn java_is_stepped_by_lines() {
    let run = racefree(&["run", RACY_JAVA, "--step"], &format!("{}1\n1\n1\n2\n2\nb\nw 0\nh\nq\n", "0\n".repeat(11)));
    assert_eq!(run.status, 0, "{}", run.stderr);
    for shown in [
        "thread 0: call Thread#1.start; fork thread 1 (line 15)",
        "thread 0 waits for the end of thread 1",
        "Account#1  balance = 0",
        "thread 1: acquire Account#1 (line 7)",
    ] {
        assert!(run.stdout.contains(shown), "{shown}: {}", run.stdout);
    }
    assert!(!run.stdout.contains("Racefree"), "{}", run.stdout);
    let (_, made) = run.stdout.trim_end().split_once("the steps made: ").expect("a schedule");
    let again = racefree(&["run", RACY_JAVA, "--scheduler", made, "--format", "json"], "");
    assert!(again.json()["steps"].as_u64().is_some_and(|n| n > 60), "{made}: {}", again.stderr);
}

/// A trace of Java has both accesses of its race, by their lines, and a graph has a state in which they are next to each other.
#[test]
fn java_has_traces_and_a_graph() {
    let explored = racefree(&["explore", RACY_JAVA, "--format", "json"], "").json();
    let schedule = format!("replay:{}", explored["races"][0]["schedule"]);
    let run = racefree(&["run", RACY_JAVA, "--scheduler", &schedule, "--trace", "json"], "");
    let trace = run.json();
    let steps = trace["races"][0]["steps"].as_array().expect("two steps");
    let line = |n: &Value| trace["steps"][n.as_u64().expect("a number") as usize - 1]["span"]["line"].as_u64();
    assert_eq!([line(&steps[0]), line(&steps[1])], [Some(9), Some(7)], "{}", trace["races"]);
    for step in trace["steps"].as_array().expect("steps") {
        let at = step["span"]["line"].as_u64();
        assert!(at.is_none_or(|line| line <= 22), "a step is in the library: {step}");
    }
    let graph = racefree(&["explore", RACY_JAVA, "--graph", "dot"], "").stdout;
    assert!(graph.contains("race on Account.balance: threads 1 and 2"), "{graph}");
    // The graph has a state in front of each step that others can see; the search needs fewer.
    let states = explored["states"].as_u64().expect("a number");
    let nodes = graph.lines().filter(|l| l.trim().split(' ').nth(1).is_some_and(|word| word.starts_with("[label=")));
    assert!(nodes.count() as u64 >= states);
}

#[test]
fn a_session_of_the_stepper() {
    let place = Place::new("stepped");
    let name = &*place.file("schedule");
    let save = format!("s {name}\n");
    let lines = "0\n\n\n\n\n\n\n1\n1\n2\n2\nw 2\nw 0\nh\nb\ng 2\ng 99\n7\nb 1\n";
    let run = racefree(&["run", LOCKED, "--step"], &format!("{lines}{save}q\n"));
    assert_eq!(run.status, 0, "{}", run.stderr);
    insta::assert_snapshot!(run.stdout.replace(name, "FILE"));
    let again = racefree(&["run", LOCKED, "--scheduler", &format!("replay:{name}"), "--format", "json"], "");
    assert_eq!(again.json()["steps"], 10);
}

#[test]
fn the_stepper_ends_with_its_input_and_says_what_went_wrong() {
    let run = racefree(&["run", DEADLOCK, "--step", "--scheduler", "replay:0*11,1"], "");
    assert_eq!(run.status, 1);
    assert!(run.stdout.contains("no thread can step: a deadlock"), "{}", run.stdout);
    assert!(run.stdout.contains("wait for each other"), "{}", run.stdout);
}

/// Each page that is printed, by its command.
const PAGES: [&[&str]; 8] = [
    &["run", UNLOCKED, "--scheduler", LOST, "--trace", "html"],
    &["run", UNLOCKED, "--scheduler", LOST, "--trace", "terms-html"],
    &["check", UNLOCKED, "--derivation", "html"],
    &["explore", UNLOCKED, "--graph", "html"],
    &["pairs", UNLOCKED, "--format", "html"],
    &["pairs", UNLOCKED, "--graph", "html"],
    &["rules", "--format", "html"],
    &["why", "EXP REF/guard-held", "--format", "html"],
];

#[test]
fn a_page_runs_its_own_script_alone() {
    use base64::Engine as _;
    use sha2::Digest as _;
    for command in PAGES {
        let page = racefree(command, "").stdout;
        let (_, policy) = page.split_once("http-equiv=\"Content-Security-Policy\" content=\"").expect("a policy");
        let (policy, _) = policy.split_once('"').expect("its end");
        assert!(policy.starts_with("default-src 'none'; "), "{command:?}: {policy}");
        let scripts: Vec<&str> =
            page.split("<script>").skip(1).filter_map(|s| s.split_once("</script>")).map(|s| s.0).collect();
        let hashes =
            scripts.iter().map(|s| base64::prelude::BASE64_STANDARD.encode(sha2::Sha256::digest(s.as_bytes())));
        let allowed: Vec<String> = hashes.map(|hash| format!("script-src 'sha256-{hash}'")).collect();
        assert!(allowed.iter().all(|allowed| policy.contains(allowed.as_str())), "{command:?}: {policy}");
        assert_eq!(policy.matches("script-src").count(), scripts.len(), "{command:?}: {policy}");
        assert_eq!(page.matches("://").count(), page.matches("http://www.w3.org/").count(), "{command:?}");
    }
}
