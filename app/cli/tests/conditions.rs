//! Premises that a variant adds or puts in the place of others, as people and scripts meet them.

use crate::place::Place;
use crate::support::racefree;

const SYNC: &str = "docs/variants/no-re-entrance.toml";
const FINAL: &str = "docs/variants/guard-or-final.toml";
const READS: &str = "docs/variants/reads-of-final-receivers.toml";

const TWICE: &str = "let Object a = new Object in synchronized a in { synchronized a in 1 }\n";

#[test]
fn an_added_premise_is_named_in_errors_derivations_and_json() {
    let run = racefree(&["check", "-", "--variant", SYNC], TWICE);
    assert_eq!(run.status, 1, "{}", run.stderr);
    for part in [
        "EXP SYNC/no-re-entrance",
        "a lock that is held is taken again",
        "a premise of the variant: not (e₁ ∈ ls)",
        "here e₁ is `a`",
    ] {
        assert!(run.stdout.contains(part), "{part}: {}", run.stdout);
    }
    let run = racefree(&["check", "-", "--variant", SYNC, "--format", "json"], TWICE);
    let answer = run.json();
    let error = &answer["errors"][0];
    assert_eq!(
        (error["rule"].as_str(), error["premise"].as_str()),
        (Some("EXP SYNC"), Some("no-re-entrance")),
        "{answer}"
    );
    assert_eq!(error["span"]["column"], 50, "{answer}");
    let run = racefree(&["check", "-", "--variant", SYNC, "--derivation", "text"], TWICE);
    assert!(run.stdout.contains("no-re-entrance") && run.stdout.contains("not (a ∈ {a})"), "{}", run.stdout);
    let page = racefree(&["check", "-", "--variant", SYNC, "--derivation", "html"], TWICE).stdout;
    assert!(page.contains("no-re-entrance"), "the page has the premise");
    let silenced = racefree(
        &["check", "-", "--variant", SYNC],
        &TWICE.replace("in 1", "in /*# no_warn exp_sync_no_re_entrance */ 1"),
    );
    assert_eq!(silenced.status, 0, "{}", silenced.stdout);
}

#[test]
fn a_changed_premise_keeps_its_name() {
    let read =
        "class A { final int x guarded_by this = 1  int y guarded_by this = 1 }\nlet A a = new A in { a.x; a.y }\n";
    let run = racefree(&["check", "-", "--variant", FINAL], read);
    assert!(run.stdout.contains("EXP REF/guard-held") && run.stdout.contains("1 error"), "{}", run.stdout);
    let run = racefree(&["check", "-", "--variant", "EXP REF/guard-held := held(l) or declared(final)"], read);
    assert!(run.stdout.contains("EXP REF/guard-held") && run.stdout.contains("1 error"), "{}", run.stdout);
    let run = racefree(&["check", "-", "--variant", FINAL, "--off", "EXP REF/guard-held"], read);
    assert_eq!(run.status, 0, "{}", run.stdout);
}

#[test]
fn the_rules_of_a_variant_are_shown() {
    let rule = racefree(&["rules", "EXP SYNC", "--variant", SYNC], "");
    assert!(rule.stdout.contains("no-re-entrance") && rule.stdout.contains("not (e₁ ∈ ls)"), "{}", rule.stdout);
    let rule = racefree(&["rules", "EXP REF", "--variant", FINAL, "--format", "json"], "");
    let answer = rule.json();
    let premises = answer["premises"].as_array().expect("premises");
    let held = premises.iter().find(|p| p["name"] == "guard-held").expect("the premise");
    assert_eq!(held["statement"], "[e/this]l ∈ ls or it is declared `final`");
    let rule = racefree(&["rules", "EXP SYNC", "--variant", "EXP SYNC/lock-real"], "");
    assert!(rule.stdout.contains("off: e₁ mentions no ghost variable"), "{}", rule.stdout);
    let conditions = racefree(&["rules", "--conditions"], "");
    assert!(
        conditions.stdout.contains("not-free(x, e)") && conditions.stdout.contains("EXP INVOKE"),
        "{}",
        conditions.stdout
    );
    let shown = racefree(&["variants", "show", SYNC], "");
    assert!(
        shown.stdout.contains("[[add]]") && shown.stdout.contains("condition = \"not held(e1)\""),
        "{}",
        shown.stdout
    );
}

#[test]
fn what_is_wrong_with_a_condition_is_said_with_its_place() {
    let place = Place::new("conditions");
    let file = place.file("mine.toml");
    for (text, message) in [
        (
            "[[add]]\npremise = \"EXP SYNC/mine\"\ncondition = \"not held(m)\"\n",
            "line 3, column 23: [EXP SYNC] binds no `m`; it binds",
        ),
        ("[[add]]\npremise = \"EXP SYNC/mine\"\ncondition = \"held(t)\"\n", "this is a type"),
        (
            "[[change]]\npremise = \"EXP SYNC/mine\"\ncondition = \"held(e1)\"\n",
            "line 2, column 11: there is no such premise to change",
        ),
        ("[[add]]\npremise = \"EXP SYNC/mine\"\n", "missing field `condition`"),
    ] {
        std::fs::write(&file, text).expect("written");
        let run = racefree(&["check", "-", "--variant", &file], "1\n");
        assert_eq!(run.status, 2, "{}", run.stdout);
        assert!(run.stderr.contains(message), "{message}: {}", run.stderr);
    }
}

#[test]
fn a_matrix_of_one_variant_and_its_formats() {
    let run = racefree(&["variants", "matrix", SYNC], "");
    assert!(run.status == 0 && run.stdout.contains("it only adds premises"), "{}{}", run.stdout, run.stderr);
    let run = racefree(&["variants", "matrix", "EXP REF/guard-held", "--format", "csv"], "");
    assert!(
        run.status == 0 && run.stdout.starts_with("variant,tokens,what goes wrong,schedule,program"),
        "{}",
        run.stdout
    );
    assert!(run.stdout.lines().nth(1).is_some_and(|l| l.starts_with("EXP REF/guard-held,")), "{}", run.stdout);
    let run = racefree(&["variants", "matrix", "--format", "markdown"], "");
    assert!(run.stdout.starts_with("| variant | tokens |") && run.stdout.lines().count() > 80, "{}", run.stdout);
    let run = racefree(&["variants", "matrix", "--format", "latex"], "");
    assert!(run.stdout.contains("\\begin{longtable}") && run.stdout.contains("guard{-}held"), "{}", run.stdout);
    let json = racefree(&["variants", "matrix", "--format", "json"], "").stdout;
    assert_eq!(json, racefree(&["variants", "matrix", "--json"], "").stdout);
    let run =
        racefree(&["variants", "diff", "base", READS, "--nodes", "6", "--programs", "120", "--format", "csv"], "");
    assert!(
        run.status == 0 && run.stdout.starts_with("accepted by,what becomes of it,programs"),
        "{}{}",
        run.stdout,
        run.stderr
    );
    assert!(run.stdout.contains("race on "), "{}", run.stdout);
}

#[test]
fn a_curve_is_the_same_for_the_same_seed() {
    let place = Place::new("curve");
    let (first, second) = (place.file("first.svg"), place.file("second.svg"));
    let curve = |file: &str| {
        racefree(&["variants", "curve", SYNC, READS, "--programs", "300", "--format", "csv", "--svg", file], "")
    };
    let (a, b) = (curve(&first), curve(&second));
    assert_eq!((a.status, &a.stdout), (0, &b.stdout), "{}", a.stderr);
    let read = |file: &str| std::fs::read_to_string(file).expect("a drawing");
    assert_eq!(read(&first), read(&second));
    assert!(read(&first).starts_with("<svg") && read(&first).contains("no-re-entrance, generated"), "{}", read(&first));
    let rate = |rules: &str, population: &str| {
        let rows = a.stdout.lines().filter(|l| l.starts_with(&format!("{rules},{population},")));
        let sum = |n: usize| rows.clone().filter_map(|l| l.split(',').nth(n)?.parse::<u64>().ok()).sum::<u64>();
        (sum(4), sum(5))
    };
    assert_eq!(rate("base", "generated"), (300, 300));
    let (base, added, weak) =
        (rate("base", "edited"), rate("no-re-entrance", "edited"), rate("reads-of-final-receivers", "edited"));
    assert!(added.1 <= base.1 && base.1 < weak.1, "{base:?} {added:?} {weak:?}");
    assert!(rate("no-re-entrance", "generated").1 < 300);
    let run = racefree(&["variants", "curve", "--programs", "3", "--svg", &first], "");
    assert!(run.status == 2 && run.stderr.contains("too few programs"), "{}{}", run.stdout, run.stderr);
}
