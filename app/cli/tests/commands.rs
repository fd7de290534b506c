//! The contract of the command line: arguments, exit status, formats, files that cannot be read or written.

use crate::place::Place;
use crate::support::racefree;

const ACCOUNT: &str = "corpus/flanagan-freund-2000/account-synchronized.rfj";
const UNLOCKED: &str = "corpus/flanagan-freund-2000/account-unlocked.rfj";

#[test]
fn the_exit_status_tells_how_it_went() {
    assert_eq!(racefree(&["check", ACCOUNT], "").status, 0);
    assert_eq!(racefree(&["check", UNLOCKED], "").status, 1);
    assert_eq!(racefree(&["check", ACCOUNT, UNLOCKED], "").status, 1);
    assert_eq!(racefree(&["check", "-"], "class {").status, 1);
    assert_eq!(racefree(&["check", "corpus/nowhere.rfj"], "").status, 2);
    assert_eq!(racefree(&["check"], "").status, 2);
    assert_eq!(racefree(&["check", "--off", "EXP REF/nothing", ACCOUNT], "").status, 2);
    assert_eq!(racefree(&["check", "--variant", "nothing", ACCOUNT], "").status, 2);
}

#[test]
fn a_file_that_cannot_be_read_does_not_keep_others_from_being_checked() {
    let run = racefree(&["check", "corpus/nowhere.rfj", ACCOUNT, "docs/schemas"], "");
    assert_eq!(run.status, 2);
    assert!(run.stdout.contains("account-synchronized.rfj: ok"), "{}", run.stdout);
    assert!(run.stderr.contains("cannot read `corpus/nowhere.rfj`"), "{}", run.stderr);
    assert!(run.stderr.contains("the folder `docs/schemas` has no file *.java or *.rfj"), "{}", run.stderr);
}

#[test]
fn json_is_one_object_a_file_and_nothing_else() {
    let run = racefree(&["check", "--format", "json", ACCOUNT, UNLOCKED, "-"], "let x");
    let objects: Vec<serde_json::Value> =
        run.stdout.lines().map(|line| serde_json::from_str(line).expect("a JSON object")).collect();
    assert_eq!(objects.len(), 3);
    for object in &objects {
        assert_eq!(object["version"], 1);
        for key in ["file", "ok", "errors", "silenced", "escapes", "annotations"] {
            assert!(!object[key].is_null(), "{key} is missing in {object}");
        }
    }
    assert_eq!(objects[0]["ok"], true);
    assert_eq!(objects[0]["type"], "int");
    assert_eq!(objects[0]["annotations"]["guarded_by"], 1);
    let error = &objects[1]["errors"][0];
    assert_eq!(error["kind"], "type");
    assert_eq!(error["rule"], "SHAREABLE");
    assert_eq!(error["premise"], "guarded-or-final");
    assert!(error["span"]["line"].as_u64().is_some_and(|line| line > 1));
    assert_eq!(objects[2]["errors"][0]["kind"], "syntax");
}

#[test]
fn a_check_goes_into_any_depth() {
    let depth = 5_000;
    let nested = [("(", "", ")"), ("fork { ", "1", " }"), ("let int x = 1 in ", "x", ""), ("!", "true", "")];
    for (open, inside, close) in nested {
        let source = format!("{}{inside}{}", open.repeat(depth), close.repeat(depth));
        assert!(racefree(&["check", "-"], &source).status < 2, "{open}");
    }
}

#[test]
fn columns_count_characters() {
    let run = racefree(&["check", "--format", "json", "-"], "print \"äöü\" + x");
    let object = run.json();
    assert_eq!(object["errors"][0]["span"]["column"], 15);
}

#[test]
fn sarif_is_one_log_for_all_files() {
    let run = racefree(&["check", "--format", "sarif", ACCOUNT, UNLOCKED], "");
    let log = run.json();
    assert_eq!(log["version"], "2.1.0");
    let results = log["runs"][0]["results"].as_array().expect("results");
    assert_eq!(results.len(), 1);
    assert_eq!(results[0]["ruleId"], "SHAREABLE/guarded-or-final");
    let ids: Vec<_> =
        log["runs"][0]["tool"]["driver"]["rules"].as_array().expect("rules").iter().map(|r| &r["id"]).collect();
    assert!(ids.iter().any(|id| **id == results[0]["ruleId"]));
}

#[test]
fn a_premise_switched_off_is_taken_as_holding() {
    let program = "class A { int n guarded_by this = 0 }\nlet A a = new A in a.n\n";
    assert_eq!(racefree(&["check", "-"], program).status, 1);
    let run = racefree(&["check", "--off", "EXP REF/guard-held", "-"], program);
    assert_eq!(run.status, 0, "{}", run.stdout);
    assert!(run.stdout.contains("without EXP REF/guard-held"), "a variant's verdict must say so: {}", run.stdout);
    assert_eq!(racefree(&["check", "--variant", "EXP REF/guard-held", "-"], program).status, 0);
}

const RACING: &str = "//! system: concurrent-java\nclass A { int n }\nlet A a = new A in { fork a.n = 1; a.n }\n";

#[test]
fn a_program_is_judged_by_the_system_that_it_names_or_the_flag() {
    let plain = RACING.split_once('\n').expect("a header").1;
    let by = |system: &str, program: &str| racefree(&["check", "--system", system, "-"], program).status;
    assert_eq!(racefree(&["check", "-"], RACING).status, 0);
    assert_eq!((by("concurrent-java", plain), by("base", plain)), (0, 1));
    let run = racefree(&["check", "--system", "base", "-"], RACING);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("system: concurrent-java") && run.stderr.contains("--system base"), "{}", run.stderr);
    assert_eq!(by("nothing", plain), 2);
    assert_eq!(racefree(&["run", "-"], "//! system: nothing\n1").status, 2);
}

#[test]
fn every_command_about_rules_knows_every_system() {
    let with = ["--system", "concurrent-java"];
    for (args, wanted) in [
        (&["rules"][..], "P; E ⊢ fork e : int"),
        (&["rules", "EXP SYNC/lock"], "exp-sync-lock.rfj"),
        (&["rules", "FIELD/init-this"], "Switched off: with E"),
        (&["rules", "--kinds"], "prog_plain"),
        (&["rules", "FIELD", "--format", "json"], "\"checks\":true"),
        (&["variants"], "EXP SYNC/lock"),
        (&["variants", "show", "FIELD/init-this"], "system = \"concurrent-java\""),
    ] {
        let run = racefree(&[args, &with].concat(), "");
        assert_eq!(run.status, 0, "{args:?}: {}", run.stderr);
        assert!(run.stdout.contains(wanted), "{args:?}: {}", run.stdout);
    }
    assert!(racefree(&["rules", "--systems"], "").stdout.contains("concurrent-java"));
    for (form, wanted) in [
        ("text", "[EXP FORK]"),
        ("latex", "EXP FORK"),
        ("html", "EXP FORK"),
        ("json", "\"judgment\":\"P; A a ⊢ fork a.n = 1 : int\""),
    ] {
        let run = racefree(&["check", "--derivation", form, "-"], RACING);
        assert_eq!(run.status, 0, "{form}: {}", run.stderr);
        assert!(run.stdout.contains(wanted), "{form}: {}", run.stdout);
    }
    let wrong = "//! system: concurrent-java\nsynchronized 1 in 2\n";
    assert_eq!(racefree(&["check", "-"], wrong).status, 1);
    assert_eq!(racefree(&["check", "--off", "EXP SYNC/lock", "-"], wrong).status, 0);
    let sarif = racefree(&["check", "--format", "sarif", "-"], wrong).stdout;
    assert!(sarif.contains("concurrent-java: EXP SYNC/lock"), "{sarif}");
    let explained = racefree(&["explain", "--format", "json", "-"], wrong).stdout;
    assert!(explained.contains("\"verdict\":\"real\""), "{explained}");
}

#[test]
fn a_variant_of_ones_own_is_a_toml_file() {
    let place = Place::new("variant");
    let file = place.with(
        "mine.toml",
        "name = \"mine\"\noff = [\"EXP REF/guard-held\"]\nreadings = [\"super-may-mention-this\"]\n",
    );
    let program = "class A { int n guarded_by this = 0 }\nlet A a = new A in a.n\n";
    assert_eq!(racefree(&["check", "--variant", &file, "-"], program).status, 0);
    assert!(racefree(&["variants", "show", &file], "").stdout.contains("EXP REF/guard-held"));
    for (text, complaint) in [
        ("off = [\"EXP REF/nothing\"]", "no premise"),
        ("off = [\"EXP REF/receiver\"]", "computes"),
        ("readings = [\"nothing\"]", "no reading"),
        ("of = []", "unknown field"),
        ("off = ", "no variant"),
    ] {
        std::fs::write(&file, text).expect("a file");
        let run = racefree(&["check", "--variant", &file, "-"], program);
        assert_eq!(run.status, 2);
        assert!(run.stderr.contains(complaint), "{text}: {}", run.stderr);
    }
}

#[test]
fn bytes_that_are_no_text_get_a_place() {
    let place = Place::new("bytes");
    let file = place.file("bytes.rfj");
    std::fs::write(&file, b"let int x =\n 1 \xFF in x").expect("a file");
    let run = racefree(&["check", &file], "");
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("not UTF-8") && run.stderr.contains("line 2, column 4"), "{}", run.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").expect("/dev/full");
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_racefree"))
        .args(["rules"])
        .stdout(full)
        .stderr(std::process::Stdio::piped())
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be written"));
}

#[test]
fn defaults_are_filled_in_and_said() {
    let program = "class A { int n }\nclass B { int m guarded_by this  int k }\nlet A a = new A in a.n = 1\n";
    let run = racefree(&["check", "--defaults", "-"], program);
    assert_eq!(run.status, 0, "{}", run.stdout);
    assert!(run.stdout.contains("1 thread_local (A); 1 guarded_by this (k)"), "{}", run.stdout);
    let printed = racefree(&["fmt", "--defaults", "-"], program).stdout;
    assert!(printed.contains("thread_local class A") && printed.contains("int k guarded_by this"), "{printed}");
    assert_eq!(racefree(&["check", "-"], &printed).status, 0);
}

#[test]
fn every_rule_has_a_page() {
    let list = racefree(&["rules", "--format", "json"], "");
    let book = list.json();
    let rules = book["rules"].as_array().expect("rules");
    assert!(rules.len() > 50);
    for rule in rules {
        let name = rule["rule"].as_str().expect("a name");
        let page = racefree(&["rules", name], "");
        assert_eq!(page.status, 0);
        assert!(page.stdout.contains(name) && page.stdout.contains(rule["conclusion"].as_str().expect("a conclusion")));
    }
    assert_eq!(racefree(&["rules", "[exp ref]"], "").status, 0);
    assert_eq!(racefree(&["rules", "EXP REF/guard-held"], "").status, 0);
    assert_eq!(racefree(&["rules", "nothing"], "").status, 2);
}

#[test]
fn the_page_of_a_rule() {
    insta::assert_snapshot!(racefree(&["rules", "EXP REF"], "").stdout);
}

#[test]
fn shells_and_man_get_their_files() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(racefree(&["completions", shell], "").stdout.contains("racefree"));
    }
    let man = racefree(&["man"], "").stdout;
    assert!(man.contains("racefree\\-check") && man.contains(".TH"), "{man}");
    let merge = racefree(&["man", "fuzz", "merge"], "").stdout;
    assert!(merge.contains("Join the results") && merge.contains("\\-\\-output"), "{merge}");
    assert_eq!(racefree(&["man", "frobnicate"], "").status, 2);
    let folder = tempfile::tempdir().expect("a folder");
    let pages = folder.path().join("man1");
    assert_eq!(racefree(&["man", "--output", &pages.display().to_string()], "").status, 0);
    let names = std::fs::read_dir(pages).expect("the folder").map(|entry| entry.expect("a page").file_name());
    assert!(names.filter(|name| name.to_string_lossy().ends_with(".1")).count() > 15);
}
