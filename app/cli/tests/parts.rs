//! A part of a premise off, on every command that takes rules.

use crate::place;
use crate::support;

use place::Place;
use support::racefree;

/// `new B<a.f>` is not well formed: `f` is not final.
const PROGRAM: &str =
    "class A { A f guarded_by this; }\nclass B<ghost A x> {}\nlet A a = new A in {\n  new B<a.f>; 0\n}\n";

#[test]
fn a_part_of_a_premise_works_wherever_rules_do() {
    let (off, other) = ("EXP NEW/type (finality)", "EXP NEW/type (scope)");
    let place = Place::new("parts");
    let file = place.file("program.rfj");
    std::fs::write(&file, PROGRAM).expect("written");
    let toml = place.file("mine.toml");
    std::fs::write(&toml, "off = [\"EXP NEW/type\", \"EXP REF/type\"]\nonly = \"finality\"\n").expect("written");
    let of_two = "EXP REF/type + EXP NEW/type (finality)";
    for (args, accepted) in [
        (&["--variant", off][..], true),
        (&["--off", off], true),
        (&["--variant", of_two], true),
        (&["--variant", &toml], true),
        (&["--variant", other], false),
        (&["--off", other], false),
        (&["--variant", "EXP NEW/type"], true),
    ] {
        let check = racefree(&[&["check", &file], args].concat(), "");
        assert_eq!(check.status, i32::from(!accepted), "{args:?}: {}{}", check.stdout, check.stderr);
        for command in ["run", "explore", "explain", "test"] {
            let run = racefree(&[&[command, &file], args].concat(), "");
            assert!(matches!(run.status, 0 | 1), "{command} {args:?}: {}{}", run.stdout, run.stderr);
            let rejects = run.stderr.contains("the checker rejects") || run.stdout.contains("1 complaint");
            assert_eq!(rejects, !accepted, "{command} {args:?}: {}{}", run.stdout, run.stderr);
        }
    }
    let failures = place.file("failures");
    let fuzz = ["fuzz", "--programs", "60", "--seed", "1", "--no-guard", "--failures", &failures, "--variant", off];
    let run = racefree(&fuzz, "");
    assert!(run.status == 0 && run.stdout.contains("rules: EXP NEW/type (finality)"), "{}{}", run.stdout, run.stderr);
    let run = racefree(&["variants", "diff", "base", off, "--nodes", "8", "--programs", "20"], "");
    assert!(run.status == 0 && run.stdout.contains(off), "{}{}", run.stdout, run.stderr);
    let run = racefree(&["certify", "--nodes", "10", "--variant", off], "");
    assert!(run.status == 0 && run.stdout.contains(off), "{}{}", run.stdout, run.stderr);
    let run = racefree(&["variants", "show", off], "");
    assert!(run.status == 0 && run.stdout.contains("only = \"finality\""), "{}{}", run.stdout, run.stderr);
    let list = racefree(&["variants"], "").stdout;
    assert!(list.contains("EXP NEW/type    parts: scope, finality, subtype, rest"), "{list}");
    assert!(!list.contains("EXP REF/guard-held    parts"), "{list}");
}

#[test]
fn parts_that_do_not_go_together_are_refused() {
    for (args, part) in [
        (&["--variant", "EXP NEW/type (finality)", "--variant", "EXP REF/type (scope)"][..], "do not add up"),
        (&["--variant", "EXP NEW/type (finality)", "--off", "EXP REF/guard-held"], "do not add up"),
        (&["--variant", "binary-locks (scope)"], "part of no premise"),
        (&["--variant", "EXP NEW/type (colour)"], "scope, finality, subtype, rest"),
        (&["--variant", "EXP NEW/type (scope"], "no premise of that name"),
        (&["--variant", "EXP NEW/type + "], "no premise"),
        (&["--variant", " + "], "no variant"),
        (&["--variant", ""], "no variant"),
    ] {
        let run = racefree(&[&["check", "-"], args].concat(), "0");
        assert_eq!(run.status, 2, "{args:?}: {}", run.stdout);
        assert!(run.stderr.contains(part), "{args:?}: {}", run.stderr);
    }
}
