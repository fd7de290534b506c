//! The table of verdicts (`owners.md`, section 8) and the decisions (section 9). Verdicts and races of the programs are in their headers,
//! which `corpus/tests/verdicts.rs` and `interp/explore/tests/corpus.rs` hold; here is what the tables say beyond that.

use racefree_corpus::Entry;
use racefree_explore::{Options as Exploring, explore};
use racefree_grammar::{Program, parse};
use racefree_kernel::{Options, Report, TypeError};
use racefree_owners::Eprfj;
use racefree_soundness::judge::{Judge, Kind};
use racefree_soundness::owners::campaign::rules;
use racefree_soundness::variant::{Rules, find_in, named};

fn entry(name: &str) -> Entry {
    let path = format!("owners/{name}.rfj");
    racefree_corpus::entries().into_iter().find(|e| e.path == path).unwrap_or_else(|| panic!("no {path}"))
}

fn program(name: &str) -> (Program, &'static str) {
    let source = entry(name).source;
    (parse(source).unwrap_or_else(|errors| panic!("{name}: {errors:?}")), source)
}

fn checked(name: &str, options: &Options) -> Report {
    let (program, source) = program(name);
    rules().system.check(&program, source, options)
}

/// `--racy-fields`
fn racy() -> Options {
    find_in(&Eprfj, "racy-fields").and_then(|v| v.rules()).unwrap().options
}

/// What the table says beside verdict and race.
#[test]
fn the_rows_say_why_and_how() {
    // The swap: METHOD/requires, because LOCK/qualified.
    let swap = checked("paper/swap", &Options::default());
    let because = |e: &TypeError| e.because.iter().map(|b| racefree_systems::premise_name(b.0)).collect::<Vec<_>>();
    assert_eq!(because(&swap.errors[0]), ["LOCK/qualified"]);
    // The captured object: its owner is another thread's.
    let captured = checked("paper/captured", &Options::default());
    assert!(captured.errors[0].message.contains("`otherThread#1`"), "{}", captured.errors[0].message);
    // The shortest tour: accepted with --racy-fields, and unproved.
    let tour = checked("paper/tsp-min-tour", &racy());
    assert!(tour.is_ok());
    let (tsp, _) = program("paper/tsp-min-tour");
    let unproved = tour.facts.unwrap().unproved;
    let names: Vec<&str> = unproved.iter().map(|&f| tsp.text(tsp.fields[f as usize].name)).collect();
    assert_eq!(names, ["minTourLen"]);
    // Without the lock the sum is wrong: there are several outcomes, with it there is one.
    let ends = |name| {
        let lowered = Judge::lower(program(name).0).unwrap();
        explore(&lowered, &Exploring::default()).outcomes.into_iter().map(|end| end.heap).collect::<Vec<_>>()
    };
    let sums: std::collections::BTreeSet<_> = ends("paper/raytracer-checksum").into_iter().collect();
    assert!(sums.len() > 1, "{sums:?}");
    // The lift: no base annotations make it check.
    let (lift, _) = program("paper/lift");
    let erased = racefree_program::erase(&lift);
    let text = racefree_grammar::printer::print(&erased);
    let base = parse(&text).unwrap_or_else(|errors| panic!("{errors:?}\n{text}"));
    let found = racefree_infer::infer(&base, &text, &Default::default(), None, None);
    assert!(!found.is_ok_and(|answer| answer.ok), "{text}");
    // The request: null is dereferenced in some schedule.
    let lowered = Judge::lower(program("paper/hedc-request").0).unwrap();
    let thrown = |found: &racefree_explore::Found| matches!(found.key, racefree_interp::drive::Key::Exception(..));
    assert!(explore(&lowered, &Exploring::default()).found.iter().any(thrown));
}

/// Decision, literal reading or premise off, program: what is accepted so, and races.
const UNSOUND: [(&str, &str, &str); 22] = [
    ("D-O1", "one-other-thread", "decisions/d-o1-two-threads"),
    ("D-O3", "this-thread-in-declarations", "decisions/d-o3-field-of-this-thread"),
    ("D-O3", "this-thread-in-declarations", "decisions/d-o3-superclass-of-this-thread"),
    ("D-O4", "TYPE C/unique-first", "decisions/d-o4-unique-behind"),
    ("D-O5", "substitute-in-sequence", "decisions/d-o5-captured-formal"),
    ("D-O5", "substitute-in-two-steps", "decisions/d-o5-captured-variable"),
    ("D-O11", "unique-fields-lend", "decisions/d-o11-borrowed"),
    ("D-O11", "EXP REF/borrow", "decisions/d-o11-borrowed"),
    ("D-O12", "unique-anywhere", "premises/exp-invoke-unique-once"),
    ("D-O13", "where-unchecked", "decisions/d-o13-where"),
    ("D-O13", "where-of-unique", "overriding/where-given-at-a-superclass"),
    ("D-O13", "where-of-unique", "overriding/where-given-as-an-argument"),
    ("D-O13", "where-of-unique", "overriding/where-given-by-a-take"),
    ("D-O13", "where-of-unique", "overriding/where-given-as-a-receiver"),
    ("D-O13", "where-of-any-this", "decisions/d-o13-another-this"),
    ("D-O13", "where-of-any-this", "decisions/d-o13-any-this"),
    ("D-O14", "racy-fields", "paper/tsp-min-tour"),
    ("D-O15", "own-formals-narrowed", "overriding/own-formal-narrowed"),
    ("D-O15", "own-formals-narrowed", "overriding/own-formal-narrowed-between"),
    ("D-O15", "own-formals-narrowed", "overriding/own-formals-become-one"),
    ("D-O15", "own-formals-narrowed", "overriding/equals-narrowed"),
    ("captures", "captures-stay", "premises/exp-fork-captures-move"),
];

#[test]
fn each_decision_without_it_accepts_a_program_that_races() {
    let rules = rules();
    let mut judge = Judge::new(&rules);
    for (decision, variant, name) in UNSOUND {
        let (program, _) = program(name);
        assert!(!rules.system.failures(&program, &rules.options).is_empty(), "{decision}: {name} is accepted");
        let without = find_in(rules.system, variant).and_then(|v| v.rules()).unwrap_or_else(|e| panic!("{e}"));
        assert!(without.accepts(&program), "{decision}: {name} is rejected under {variant}");
        let kind = judge.goes_wrong(program).map(|(kind, _)| kind.name());
        assert_eq!(kind, Some(Kind::Race.name()), "{decision}: {name}");
    }
    // Every literal reading of this system is among them.
    let mut left: Vec<String> = named(rules.system).into_iter().map(|v| v.name).collect();
    left.retain(|name| UNSOUND.iter().all(|row| row.1 != name));
    assert_eq!(left, ["null-lock-is-free", "inner-release-frees", "binary-locks"]);
}

#[test]
fn a_taken_field_is_null_and_a_final_field_is_read_without_its_lock() {
    // A taken field is null: of two threads one gets the message, the other none.
    let lowered = Judge::lower(program("decisions/d-o8-take-leaves-null").0).unwrap();
    for end in explore(&lowered, &Exploring::default()).outcomes {
        assert_eq!(end.output.as_deref(), Some(&["7".to_owned(), "none".to_owned()][..]));
    }
    // D-O7 differs from the base, where a guarded final field is read under its lock (D8).
    let base = "class T { final Object lock guarded_by this = new Object } let T t = new T in t.lock";
    assert!(!Rules::base().accepts(&parse(base).unwrap()));
}

/// Figures 2 and 3 of the paper on RaceFreeJava, translated, check by `where d != self`, and do not without (D-O13).
#[test]
fn linked_structures_translated_need_the_clause() {
    let figures = racefree_corpus::plain_entries().into_iter().filter(|e| e.path.starts_with("flanagan-freund-2000/"));
    let (mut within, mut need) = (0, 0);
    for entry in figures.filter(|e| e.header().claim("check") == Some("ok")) {
        let base = parse(entry.source).unwrap();
        if racefree_owners::translate::beyond(&base).is_some() {
            continue;
        }
        let mut translated = racefree_owners::translate::to_owners(&base);
        let accepts = |program: &Program| {
            let text = racefree_owners::translate::print(program);
            rules().accepts(&parse(&text).unwrap_or_else(|errors| panic!("{}: {errors:?}\n{text}", entry.path)))
        };
        within += 1;
        assert!(accepts(&translated), "{}", entry.path);
        translated.owners.iter_mut().for_each(|owners| owners.not_self = Default::default());
        need += u32::from(!accepts(&translated));
    }
    assert!(within >= 3 && need >= 1, "{within} within the claim, {need} need the clause");
}
