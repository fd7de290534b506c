//! `racefree certify` and `racefree variants diff` as people and scripts use them.

use crate::place;
use crate::support;

use place::Place;
use std::path::Path;
use support::{racefree, signalled};

const SMALL: &str = "classes=1 fields=1 locals=1 forks=1 +guards +int";

#[test]
fn a_certificate_as_people_see_it() {
    let run = racefree(&["certify", "--signature", SMALL, "--nodes", "14"], "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    insta::assert_snapshot!(run.stdout);
}

#[test]
fn a_variant_that_is_unsound_gets_none() {
    let run = racefree(&["certify", "--signature", SMALL, "--nodes", "10", "--variant", "EXP ASSIGN/guard-held"], "");
    assert_eq!(run.status, 1, "{}", run.stderr);
    insta::assert_snapshot!(run.stdout);
}

#[test]
fn shards_are_joined_and_verified() {
    let place = Place::new("shards");
    let shard = |i: u64| place.file(&format!("{i}.json"));
    let mut args = vec!["certify", "--signature", SMALL, "--nodes", "12"];
    let whole = place.file("whole.json");
    args.extend(["--output", &whole, "--threads", "2"]);
    assert_eq!(racefree(&args, "").status, 0);
    for i in 0..3 {
        let (index, file) = (format!("{i}/3"), shard(i));
        let run =
            racefree(&["certify", "--signature", SMALL, "--nodes", "12", "--shard", &index, "--output", &file], "");
        assert_eq!(run.status, 0, "{}", run.stderr);
        assert!(run.stdout.contains("of this share"), "{}", run.stdout);
    }
    let joined = place.file("joined.json");
    let all = [shard(0), shard(1), shard(2)];
    let run = racefree(&["certify", "--output", &joined, "--merge", &all[2], &all[0], &all[1]], "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let read = |path: &str| std::fs::read_to_string(path).expect("a certificate");
    assert_eq!(read(&joined), read(&whole), "the certificate depends on how the work was split");
    let run = racefree(&["certify", "--merge", &all[0], &all[0]], "");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("in common"), "{}", run.stderr);
    assert_eq!(racefree(&["certify", "--verify", &joined], "").status, 0);
    std::fs::write(&joined, read(&joined).replace("\"well_typed\": ", "\"well_typed\": 1")).expect("written");
    let run = racefree(&["certify", "--verify", &joined], "");
    assert_eq!(run.status, 1, "{}", run.stdout);
    assert!(run.stdout.contains("not verified"), "{}", run.stdout);
}

#[test]
fn an_unfinished_certificate_says_so_and_goes_on() {
    let place = Place::new("unfinished");
    let file = place.file("certificate.json");
    let args = ["certify", "--signature", "locks", "--nodes", "13", "--output", &file];
    let run = racefree(&[&args[..], &["--time", "0"]].concat(), "");
    assert_eq!(run.status, 3, "{}", run.stdout);
    assert!(run.stdout.contains("not finished"), "{}", run.stdout);
    assert_eq!(racefree(&["certify", "--verify", &file], "").status, 2, "there is nothing to verify");
    // Without --resume nothing is overwritten.
    let run = racefree(&args, "");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("--resume"), "{}", run.stderr);
    let run = racefree(&[&args[..], &["--resume"]].concat(), "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let other = racefree(&["certify", "--signature", "ghosts", "--output", &file, "--resume"], "");
    assert_eq!(other.status, 2, "{}", other.stderr);
    let fresh = racefree(&["certify", "--signature", "locks", "--nodes", "13"], "");
    assert_eq!(fresh.stdout, run.stdout, "it matters that it was interrupted");
}

#[test]
fn a_program_by_its_number() {
    let at = |k: &str| racefree(&["certify", "--signature", SMALL, "--nodes", "10", "--program", k], "");
    let (first, again, next) = (at("0"), at("0"), at("1"));
    assert_eq!(first.status, 0, "{}", first.stderr);
    assert!(first.stdout.starts_with("class A") && first.stdout == again.stdout && first.stdout != next.stdout);
    let beyond = at("100000000");
    assert!(beyond.status == 2 && beyond.stderr.contains("there are only"), "{}", beyond.stderr);
}

#[cfg(unix)]
#[test]
fn ctrl_c_saves_what_was_done() {
    let place = Place::new("interrupted");
    let file = place.file("certificate.json");
    // Far more programs than there is time for, also to list.
    let args = ["certify", "--signature", "locks", "--nodes", "26", "--output", &file];
    let run = signalled(&args, "-INT", || std::thread::sleep(std::time::Duration::from_millis(1000)));
    assert_eq!(run.status, 130, "{}", run.stdout);
    assert!(run.stdout.contains("not finished") && Path::new(&file).exists(), "{}", run.stdout);
}

#[test]
fn what_is_wrong_with_arguments_and_files_is_said() {
    for (args, part) in [
        (&["certify", "--signature", "clases=1"][..], "no signature"),
        (&["certify", "--signature", "classes=9"], "at most"),
        (&["certify", "--variant", "nothing"], "no variant"),
        (&["certify", "--shard", "3/3"], "a shard is written"),
        (&["certify", "--nodes", "3"], "3"),
        (&["certify", "--nodes", "-4"], "invalid digit"),
        (&["certify", "--memory", "0"], "this is no amount of memory"),
        (&["certify", "--memory", "2T"], "this is no amount of memory"),
        (&["certify", "--memory", "17000G"], "this is no amount of memory"),
        (&["certify", "--time", "-1"], "this is no time"),
        (&["certify", "--time", "10 m"], "this is no time"),
        (&["certify", "--time", "ms"], "this is no time"),
        (&["certify", "--output", "corpus"], "no regular file"),
        (&["certify", "--merge", "corpus"], "no regular file"),
        (&["certify", "--variant", "ENV X/type (size)"], "scope, finality, subtype, rest"),
        (&["certify", "--verify", "corpus/nowhere.json"], "cannot read"),
        (&["certify", "--verify", "Cargo.toml"], "no certificate"),
        (&["certify", "--signature", SMALL, "--nodes", "6", "--output", "corpus/nowhere/c.json"], "cannot be written"),
        (&["variants", "diff", "base", "nothing"], "no variant"),
        (&["variants", "diff", "base"], "required"),
    ] {
        let run = racefree(args, "");
        assert_eq!(run.status, 2, "{args:?}: {}", run.stdout);
        assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
    }
}

#[test]
fn the_committed_certificates_hold() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../soundness-tests/certificates");
    let mut seen = 0;
    for file in std::fs::read_dir(folder).expect("the certificates") {
        let path = file.expect("a file").path();
        if path.extension().is_none_or(|e| e != "json") {
            continue;
        }
        seen += 1;
        let text = std::fs::read_to_string(&path).expect("a certificate");
        let certificate: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let total = &certificate["total"];
        assert!(certificate["parts"].as_array().is_some_and(Vec::is_empty), "{path:?} is not complete");
        assert!(total["wrong"] == 0 && total["unknown"] == 0, "{path:?}");
        // The small one is computed once more.
        if path.ends_with("locks-14.json") {
            let run = racefree(&["certify", "--verify", path.to_str().expect("UTF-8")], "");
            assert_eq!(run.status, 0, "{}", run.stdout);
        }
    }
    assert!(seen >= 2, "{seen} certificates");
}

#[test]
fn a_difference_as_people_see_it() {
    let run = racefree(&["variants", "diff", "base", "EXP REF/guard-held", "--nodes", "11", "--programs", "0"], "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    insta::assert_snapshot!(run.stdout);
}

#[test]
fn a_difference_for_tools() {
    let args =
        ["variants", "diff", "base", "EXP FORK2/fv-shared", "--nodes", "8", "--programs", "300", "--format", "json"];
    let run = racefree(&args, "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let object = run.json();
    let difference = &object["difference"];
    assert_eq!(difference["generated"], 300);
    assert_eq!(difference["only_a"]["goes_wrong"], 0);
    assert!(difference["only_b"]["goes_wrong"].as_u64().is_some_and(|n| n > 0), "{difference}");
    assert_eq!(racefree(&args, "").stdout, run.stdout, "another time, another result");
    let short = racefree(&[&args[..], &["--time", "0"]].concat(), "");
    assert_eq!(short.status, 3);
}

#[test]
fn a_certificate_without_memory_says_how_far_it_is() {
    let place = Place::new("memory");
    let file = place.file("certificate.json");
    let args = ["certify", "--signature", "locks", "--nodes", "15", "--output", &file];
    let run = racefree(&[&args[..], &["--memory", "1"]].concat(), "");
    assert_eq!(run.status, 3, "{}{}", run.stdout, run.stderr);
    assert!(run.stdout.contains("more than 1 MB of memory") && run.stdout.contains("not finished"), "{}", run.stdout);
    let run = racefree(&[&args[..], &["--resume", "--memory", "1", "--format", "json"]].concat(), "");
    let object = run.json();
    assert_eq!((run.status, &object["stopped_by"], &object["complete"]), (3, &"memory".into(), &false.into()));
    // With more of it, it goes on from there.
    let run = racefree(&[&args[..], &["--resume"]].concat(), "");
    assert_eq!(run.status, 0, "{}{}", run.stdout, run.stderr);
    let whole = racefree(&["certify", "--signature", "locks", "--nodes", "15", "--threads", "2"], "");
    assert_eq!(whole.stdout, run.stdout);
    let run = racefree(&["variants", "diff", "base", "EXP REF/guard-held", "--nodes", "30", "--memory", "1"], "");
    assert_eq!(run.status, 3, "{}", run.stdout);
    assert!(run.stdout.contains("more than 1 MB of memory"), "{}", run.stdout);
    let run = racefree(&["certify", "--nodes", "40", "--program", "3", "--memory", "1"], "");
    assert_eq!(run.status, 3, "{}", run.stdout);
    assert!(run.stderr.contains("more than 1 MB of memory"), "{}", run.stderr);
}

#[test]
fn broken_certificates_are_refused() {
    let place = Place::new("broken-certificates");
    let file = place.file("half.json");
    let args = ["certify", "--signature", SMALL, "--nodes", "10", "--shard", "0/2", "--output", &file];
    assert_eq!(racefree(&args, "").status, 0);
    let text = std::fs::read_to_string(&file).expect("a certificate");
    let broken = place.file("broken.json");
    for (bytes, part) in [
        (text.as_bytes()[..text.len() / 2].to_vec(), "is no certificate"),
        (Vec::new(), "is no certificate"),
        (vec![0xff, 0xfe], "UTF-8"),
        (text.replace("\"of\": 2", "\"of\": 0").into_bytes(), "shares of anything"),
        (text.replace("\"nodes\": 10", "\"nodes\": 1000000000").into_bytes(), "nodes"),
        (text.replace("\"version\": 1", "\"version\": 9").into_bytes(), "version 9"),
        (text.replace("\"nodes\": 10", "\"nodes\": 11").into_bytes(), "two claims"),
    ] {
        std::fs::write(&broken, &bytes).expect("written");
        let run = racefree(&["certify", "--merge", &file, &broken], "");
        assert_eq!(run.status, 2, "{part}: {}", run.stdout);
        assert!(run.stderr.contains(part), "{part}: {}", run.stderr);
    }
    let run = racefree(&["certify", "--merge", &file], "");
    assert_eq!(run.status, 0, "a share by itself is what it is: {}", run.stderr);
    assert!(run.stdout.contains("of this share"), "{}", run.stdout);
}

#[test]
fn the_matrix_is_shown_updated_and_made_into_pages() {
    let shown = racefree(&["variants", "matrix"], "");
    assert_eq!(shown.status, 0, "{}", shown.stderr);
    for part in
        ["EXP REF/guard-held", "1-minimal", "schedule 0*", "no counterexample: masked", "this variant alone accepts"]
    {
        assert!(shown.stdout.contains(part), "{part}");
    }
    let place = Place::new("matrix");
    let file = place.file("matrix.json");
    let args =
        ["variants", "matrix", "--update", &file, "--only", "EXP LET/bound", "--stage", "search", "--time", "0.5"];
    let run = racefree(&args, "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    assert!(run.stdout.contains("1 of 1 lines have a program"), "{}", run.stdout);
    let pages = place.file("docs");
    let run = racefree(&["variants", "matrix", "--file", &file, "--docs", &pages], "");
    assert_eq!(run.status, 0, "{}", run.stderr);
    let page = std::fs::read_to_string(Path::new(&pages).join("premises/exp-let-bound.md")).expect("a page");
    for part in ["[EXP LET]", "(assumed)", "The run (schedule", "the monitor `value` fires"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let pages = place.file("all");
    assert_eq!(racefree(&["variants", "matrix", "--docs", &pages], "").status, 0);
    let index = std::fs::read_to_string(Path::new(&pages).join("premises.md")).expect("the index");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the workspace's root");
    let committed = std::fs::read_to_string(root.join("docs/premises.md")).expect("the committed index");
    assert!(index == committed, "docs/premises.md is stale: racefree variants matrix --docs FOLDER makes it");
    let run = racefree(&["variants", "matrix", "--file", "Cargo.toml"], "");
    assert!(run.status == 2 && run.stderr.contains("no matrix"), "{}", run.stderr);
}
