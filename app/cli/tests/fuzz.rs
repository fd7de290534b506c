//! `racefree fuzz` as people and scripts use it: what is kept, what is joined, what is lost when things go wrong - nothing.

use crate::place;
use crate::support;

use place::Place;
use serde_json::Value;
use std::path::{Path, PathBuf};
use support::{Run, racefree};

const UNSOUND: &str = "EXP REF/guard-held";

/// A campaign without the vacuity guard, its failures in the place.
fn fuzz(place: &Place, more: &[&str]) -> Run {
    let failures = place.file("failures");
    racefree(&[&["fuzz", "--no-guard", "--failures", &failures], more].concat(), "")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

fn results(file: &str) -> Value {
    json(&std::fs::read_to_string(file).expect("results"))
}

fn failures(place: &Place) -> Vec<PathBuf> {
    let Ok(folder) = std::fs::read_dir(place.file("failures")) else { return Vec::new() };
    let mut all: Vec<PathBuf> = folder.map(|f| f.expect("a file").path()).collect();
    all.sort();
    all
}

#[test]
fn shards_joined_are_the_whole_campaign() {
    let place = Place::new("fuzz-shards");
    let whole = place.file("whole.json");
    let run = fuzz(&place, &["--programs", "700", "--seed", "5", "--results", &whole]);
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    let (whole, digest) = (results(&whole), results(&whole)["tally"]["digest"].clone());
    assert!(run.stdout.contains(digest.as_str().expect("a digest")), "{}", run.stdout);
    for n in 1..=3u64 {
        let files: Vec<String> = (0..n).map(|i| place.file(&format!("{i}-of-{n}.json"))).collect();
        for (i, file) in files.iter().enumerate() {
            let shard = format!("{i}/{n}");
            let args = ["--programs", "700", "--seed", "5", "--shard", &shard, "--results", file, "--threads", "2"];
            let run = fuzz(&place, &args);
            assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
            assert_eq!(n > 1, run.stdout.contains("not the whole campaign"), "{}", run.stdout);
        }
        let joined = place.file("joined.json");
        let mut args = vec!["fuzz", "merge", "--output", &joined];
        args.extend(files.iter().rev().map(String::as_str));
        let run = racefree(&args, "");
        assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
        assert!(run.stdout.contains("700 programs"), "{}", run.stdout);
        assert_eq!(results(&joined)["tally"], whole["tally"], "{n} shards are not the campaign");
    }
    // Shards of shards: the first half, and the second in quarters.
    let quarters = ["1/4", "3/4"].map(|shard| {
        let file = place.file(&format!("{}.json", shard.replace('/', "-of-")));
        let run = fuzz(&place, &["--programs", "700", "--seed", "5", "--shard", shard, "--results", &file]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        file
    });
    let run = racefree(&["fuzz", "merge", &place.file("0-of-2.json"), &quarters[0], &quarters[1]], "");
    assert_eq!(json(&run.stdout)["shard_results"]["tally"], whole["tally"]);
    let run = racefree(&["fuzz", "merge", "--format", "human", &quarters[0], &place.file("0-of-2.json")], "");
    assert_eq!(run.status, 3, "a quarter is missing");
    assert!(run.stdout.contains("not the whole campaign"), "{}", run.stdout);
}

#[test]
fn results_that_do_not_belong_together_are_not_joined() {
    let place = Place::new("fuzz-merge");
    let make = |name: &str, more: &[&str]| {
        let file = place.file(name);
        let run = fuzz(&place, &[&["--results", &file], more].concat());
        assert!(matches!(run.status, 0 | 1), "{}", run.stderr);
        file
    };
    let half =
        |name: &str, seed: &str, shard: &str| make(name, &["--programs", "40", "--seed", seed, "--shard", shard]);
    let first = half("first.json", "1", "0/2");
    let other_seed = half("other-seed.json", "2", "1/2");
    let third = half("third.json", "1", "1/3");
    let other_size = make("other-size.json", &["--programs", "41", "--seed", "1", "--shard", "1/2"]);
    let other_rules = make(
        "other-rules.json",
        &["--programs", "40", "--seed", "1", "--shard", "1/2", "--off", UNSOUND, "--reduce", "0"],
    );
    let write = |name: &str, bytes: &[u8]| {
        let file = place.file(name);
        std::fs::write(&file, bytes).expect("written");
        file
    };
    let whole = std::fs::read(&first).expect("results");
    let text = String::from_utf8(whole.clone()).expect("UTF-8");
    let truncated = write("truncated.json", &whole[..whole.len() / 2]);
    let empty = write("empty.json", b"");
    let binary = write("binary.json", &[0xff, 0xfe, 0, 1]);
    let another = write("another.json", b"{\"name\": \"something else\"}");
    let old = write("old.json", b"{\"version\": 1, \"shards\": [[0, 2]]}");
    let none = write("none.json", text.replace("\"of\":2", "\"of\":0").as_bytes());
    let beyond = write("beyond.json", text.replace("\"next\":40", "\"next\":41").as_bytes());
    for (file, part) in [
        (&first, "shard 0/2 is there twice"),
        (&third, "have programs in common"),
        (&other_seed, "the seeds are 1 and 2"),
        (&other_size, "one is of 40 programs, the other of 41"),
        (&other_rules, "the rules are `base` and `EXP REF/guard-held`"),
        (&truncated, "holds no results"),
        (&empty, "it is empty"),
        (&binary, "UTF-8"),
        (&another, "holds no results"),
        (&old, "version 1"),
        (&none, "shares of anything"),
        (&beyond, "more programs"),
        (&place.file("nowhere.json"), "cannot read"),
        (&place.file(""), "no regular file"),
    ] {
        let output = place.file("never.json");
        let run = racefree(&["fuzz", "merge", "--output", &output, &first, file], "");
        assert_eq!(run.status, 2, "{file}: {}", run.stdout);
        assert!(run.stderr.contains(part), "{file}: {}", run.stderr);
        let named = file.rsplit('/').next().unwrap_or_default();
        assert!(run.stderr.contains(named), "{file} is not named: {}", run.stderr);
        assert!(!Path::new(&output).exists());
    }
    let run = racefree(&["fuzz", "merge", "--output", &place.file("joined.json"), &first], "");
    assert_eq!(run.status, 3, "{}", run.stdout);
    assert!(run.stdout.contains("missing: 1/2"), "{}", run.stdout);
    let run = racefree(&["fuzz", "merge", "--output", &place.file("no/folder.json"), &first], "");
    assert_eq!(run.status, 2);
    assert!(run.stdout.contains("20 programs") && run.stderr.contains("cannot write"), "{}{}", run.stdout, run.stderr);
}

#[test]
fn failures_are_made_small_and_replayed_first() {
    let place = Place::new("fuzz-failures");
    let args = ["--programs", "120", "--seed", "3", "--off", UNSOUND, "--format", "json"];
    let run = fuzz(&place, &args);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let object = json(&run.stdout);
    let small: Vec<&Value> =
        object["counterexamples"].as_array().expect("a list").iter().map(|c| &c["small"]).collect();
    let written: Vec<&Value> = small.into_iter().filter(|s| !s.is_null()).collect();
    let files = failures(&place);
    assert!(files.len() >= 3 && written.len() == files.len(), "{files:?}: {written:?}");
    for failure in &written {
        assert_eq!(failure["minimal"], true, "{failure}");
        assert!(failure["tokens"].as_u64().is_some_and(|n| n < 60), "{failure}");
        let file = failure["file"].as_str().expect("a file");
        let text = std::fs::read_to_string(file).expect("a program");
        assert!(text.ends_with(failure["program"].as_str().expect("a program")), "{text}");
        let command = failure["command"].as_str().expect("a command");
        assert!(text.contains(command) && command.contains(file), "{text}");
        // What it says, done.
        let schedule = format!("replay:{}", failure["schedule"].as_str().expect("a schedule"));
        let replay = racefree(&["run", file, "--variant", UNSOUND, "--monitors", "all", "--scheduler", &schedule], "");
        let property = failure["property"].as_str().expect("a property");
        assert!(replay.status == 1 && replay.stdout.contains(property), "{text}\n{}{}", replay.stdout, replay.stderr);
        // And it is a failure of these rules alone.
        assert_eq!(racefree(&["check", file], "").status, 1);
        assert_eq!(racefree(&["check", file, "--off", UNSOUND], "").status, 0);
    }
    assert!(written.iter().any(|f| f["property"] == "race"), "no race among {written:?}");
    // The next campaign looks at them first, whatever its programs are.
    let again = fuzz(&place, &["--programs", "1", "--seed", "4", "--variant", UNSOUND, "--quiet"]);
    assert_eq!(again.status, 1);
    assert_eq!(again.stderr.matches("still goes wrong").count(), files.len(), "{}", again.stderr);
    let files = failures(&place);
    // Those that the rules reject say nothing.
    let base = fuzz(&place, &["--programs", "1", "--seed", "4"]);
    assert_eq!(base.status, 0, "{}", base.stderr);
    assert!(base.stdout.contains(&format!("{} are rejected by these rules", files.len())), "{}", base.stdout);
    // What cannot be read is said, and stops nothing.
    std::fs::write(place.file("failures/torn.rfj"), "class A { int").expect("written");
    std::fs::write(place.file("failures/binary.rfj"), [0xff, 0xfe]).expect("written");
    let base = fuzz(&place, &["--programs", "1", "--seed", "4"]);
    assert!(base.stderr.contains("torn.rfj") && base.stderr.contains("binary.rfj"), "{}", base.stderr);
    assert!(base.stdout.contains("2 cannot be read"), "{}", base.stdout);
}

#[test]
fn a_campaign_ends_with_one_smallest_race_for_each_cause() {
    let place = Place::new("fuzz-causes");
    let rules = ["--off", UNSOUND, "--off", "EXP ASSIGN/guard-held", "--programs", "8", "--seed", "1"];
    let run = fuzz(&place, &rules);
    assert_eq!(run.status, 1, "{}", run.stderr);
    let end = run.stdout.rsplit_once(" cause").expect("causes").0;
    assert!(!end.contains("the smallest is"), "the causes come last: {}", run.stdout);
    let place = Place::new("fuzz-causes-json");
    let object = json(&fuzz(&place, &[&rules[..], &["--format", "json"]].concat()).stdout);
    let causes = object["causes"].as_array().expect("causes");
    assert!(causes.len() >= 2, "{causes:?}");
    let all: u64 =
        causes.iter().flat_map(|c| c["programs"].as_object().expect("counts").values()).filter_map(Value::as_u64).sum();
    assert_eq!(all, object["wrong"].as_object().expect("counts").values().filter_map(Value::as_u64).sum::<u64>());
    for cause in causes {
        let name = cause["premises"]
            .as_array()
            .expect("premises")
            .iter()
            .filter_map(|p| p["premise"].as_str())
            .collect::<Vec<_>>();
        assert!(
            !name.is_empty() && name.iter().all(|name| [UNSOUND, "EXP ASSIGN/guard-held"].contains(name)),
            "{name:?}"
        );
        assert!(run.stdout.contains(&name.join(" and ")), "{name:?}: {}", run.stdout);
        let small = &cause["smallest"];
        let assumed = small["derivation"]["derivation"]["nodes"].to_string();
        assert!(assumed.contains("assumed") && small["message"].is_string(), "{small}");
        // The program is rejected for the cause alone.
        let file = small["file"].as_str().expect("a file");
        let check = racefree(&["check", file, "--format", "json"], "").json();
        let own = check["errors"]
            .as_array()
            .expect("errors")
            .iter()
            .filter_map(|e| Some(format!("{}/{}", e["rule"].as_str()?, e["premise"].as_str()?)));
        assert!(own.clone().all(|premise| name.contains(&premise.as_str())), "{name:?}: {check}");
    }
    assert!(causes.iter().all(|cause| cause["smallest"]["property"] == "race"), "{causes:?}");
    // The command for LaTeX is one.
    let line = run.stdout.lines().find_map(|line| line.trim().strip_prefix("as LaTeX: racefree ")).expect("a command");
    let words: Vec<String> = line
        .split('\'')
        .enumerate()
        .flat_map(|(at, part)| match at % 2 {
            1 => vec![part.to_owned()],
            _ => part.split_whitespace().map(str::to_owned).collect(),
        })
        .collect();
    let latex = racefree(&words.iter().map(String::as_str).collect::<Vec<_>>(), "");
    assert!(latex.stdout.contains("\\begin{document}"), "{line}: {}{}", latex.stdout, latex.stderr);
}

#[test]
fn failures_that_were_not_made_small_are_kept_as_they_are() {
    let place = Place::new("fuzz-unreduced");
    let run = fuzz(&place, &["--programs", "60", "--seed", "3", "--off", UNSOUND, "--reduce", "0", "--format", "json"]);
    let object = json(&run.stdout);
    let first = &object["counterexamples"][0];
    assert_eq!(first["small"]["program"], first["program"], "{first}");
    let index = first["index"].to_string();
    let program = racefree(&["fuzz", "--seed", "3", "--off", UNSOUND, "--program", &index], "");
    assert_eq!(program.stdout, first["program"].as_str().expect("a program"), "its number does not make it again");
    // The budget cuts: what there is stands beside what was generated.
    let place = Place::new("fuzz-cut");
    let run = fuzz(&place, &["--programs", "8", "--seed", "3", "--off", UNSOUND, "--reduce", "0.000001"]);
    assert_eq!(run.status, 1);
    assert!(!failures(&place).is_empty());
    let second = fuzz(&place, &["--programs", "8", "--seed", "3", "--off", UNSOUND]);
    assert!(second.stdout.contains("no single edit makes it smaller"), "{}", second.stdout);
}

#[test]
fn two_rule_sets_do_not_overwrite_each_others_failures() {
    let place = Place::new("fuzz-two");
    let toml = place.file("mine.toml");
    for premise in [UNSOUND, "EXP ASSIGN/guard-held"] {
        std::fs::write(&toml, format!("name = \"mine\"\noff = [\"{premise}\"]\n")).expect("written");
        let run = fuzz(&place, &["--programs", "20", "--seed", "3", "--variant", &toml]);
        assert_eq!(run.status, 1, "{}", run.stderr);
    }
    let files = failures(&place);
    let with = |text: &str| files.iter().filter(|f| std::fs::read_to_string(f).is_ok_and(|t| t.contains(text))).count();
    assert!(with("--variant 'EXP REF/guard-held'") > 0 && with("--variant 'EXP ASSIGN/guard-held'") > 0, "{files:?}");
    // Nor do their results.
    let file = place.file("results.json");
    assert_eq!(fuzz(&place, &["--programs", "20", "--seed", "3", "--results", &file]).status, 0);
    let run = fuzz(&place, &["--programs", "20", "--seed", "3", "--results", &file, "--variant", &toml]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("the rules are `base` and `EXP ASSIGN/guard-held`"), "{}", run.stderr);
}

#[test]
fn a_broken_results_file_is_put_aside() {
    let place = Place::new("fuzz-broken");
    let file = place.file("results.json");
    let args = ["--programs", "30", "--seed", "3", "--results", &file];
    assert_eq!(fuzz(&place, &args).status, 0);
    let whole = std::fs::read(&file).expect("results");
    let torn = &whole[..whole.len() - 20];
    for (i, bytes) in [torn, b"", &[0xff, 0xfe]].into_iter().enumerate() {
        std::fs::write(&file, bytes).expect("written");
        // What an earlier command left half written is in no command's way.
        std::fs::write(format!("{file}.part"), "{\"vers").expect("written");
        let run = fuzz(&place, &args);
        assert_eq!(run.status, 0, "{}", run.stderr);
        let aside = if i == 0 { format!("{file}.broken") } else { format!("{file}.broken-{}", i + 1) };
        assert!(run.stderr.contains(&aside) && run.stderr.contains("starts anew"), "{}", run.stderr);
        assert_eq!(std::fs::read(&aside).expect("it is kept"), bytes);
        assert_eq!(results(&file)["tally"], json(std::str::from_utf8(&whole).expect("UTF-8"))["tally"]);
    }
    std::fs::write(&file, "{\"version\": 7}").expect("written");
    let run = fuzz(&place, &args);
    assert_eq!(run.status, 2, "a newer version's results are not broken");
    assert!(run.stderr.contains("version 7"), "{}", run.stderr);
}

#[test]
fn what_is_wrong_with_arguments_is_said() {
    let place = Place::new("fuzz-arguments");
    let cyclic = place.file("cyclic.toml");
    std::fs::write(&cyclic, "off = [\"PROG/acyclic\"]\n").expect("written");
    let unknown = place.file("unknown.toml");
    std::fs::write(&unknown, "of = [\"EXP REF/guard-held\"]\n").expect("written");
    let malformed = place.file("malformed.toml");
    std::fs::write(&malformed, "off = [\n").expect("written");
    for (args, part) in [
        (&["--shard", "0/0"][..], "a shard is written"),
        (&["--shard", "3/2"], "a shard is written"),
        (&["--shard=-1/2"], "a shard is written"),
        (&["--shard", "0/99999999999999999999"], "a shard is written"),
        (&["--shard", "0/2"], "--seed"),
        (&["--programs", "0"], "0 is not in 1.."),
        (&["--programs", "-3"], "invalid"),
        (&["--failures", "Cargo.toml"], "is no folder"),
        (&["--programs", "99999999999999999999999"], "too large"),
        (&["--time", "-1"], "this is no time"),
        (&["--time", "NaN"], "this is no time"),
        (&["--time", "1e300"], "this is no time"),
        (&["--threads", "0"], "0 is not in 1..=256"),
        (&["--threads", "1000000"], "1..=256"),
        (&["--reduce", "soon"], "this is no time"),
        (&["--variant", "nothing"], "no variant `nothing`"),
        (&["--variant", "nowhere.toml"], "cannot read"),
        (&["--variant", &cyclic], "cyclic.toml"),
        (&["--variant", &unknown], "unknown field `of`"),
        (&["--variant", &malformed], "malformed.toml"),
        (&["--variant", "ENV X/type (size)"], "scope, finality, subtype"),
        (&["--off", "EXP REF/nothing"], "has no premise"),
        (&["--variant", "ENV X/type (scope)", "--off", UNSOUND], "do not add up"),
        (&["--defaults"], "--defaults"),
        (&["--no-warn", "race"], "--no-warn"),
        (&["--program", "3"], "--seed"),
        (&["--program", "3", "--programs", "3", "--seed", "1"], "no program 3"),
        (&["merge"], "required"),
        (&["merge", "nowhere.json"], "cannot read"),
        (&["--results", "/"], "no regular file"),
    ] {
        let run = racefree(&[&["fuzz"], args].concat(), "");
        assert_eq!(run.status, 2, "{args:?}: {}", run.stdout);
        assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
        assert!(!run.stderr.contains("panicked"), "{}", run.stderr);
    }
}
