//! Premises that variants add or put in the place of others: they are looked at, programs are made that keep to them, and what they
//! let through or keep out is found.

use crate::support::{Mutants, cases};
use racefree_corpus::plain_entries;
use racefree_grammar::Program;
use racefree_kernel::condition::{Scope, TermSort};
use racefree_kernel::{Options, PremiseId};
use racefree_soundness::diff::{Comparison, compare};
use racefree_soundness::enumerate::Memory;
use racefree_soundness::generate::{Maker, Settings};
use racefree_soundness::hunt::Hunt;
use racefree_soundness::judge::Kind;
use racefree_soundness::variant::{self, Rules};
use racefree_systems::BASE;
use std::collections::BTreeSet;

/// The variants of `docs/variants.md`: name, text, whether it only adds.
const WRITTEN: [(&str, &str, bool); 6] = [
    ("no-re-entrance", include_str!("../../docs/variants/no-re-entrance.toml"), true),
    ("guard-or-final", include_str!("../../docs/variants/guard-or-final.toml"), false),
    ("shared-parameters", include_str!("../../docs/variants/shared-parameters.toml"), true),
    ("fork-without-this", include_str!("../../docs/variants/fork-without-this.toml"), true),
    ("guards-are-this", include_str!("../../docs/variants/guards-are-this.toml"), true),
    ("reads-of-final-receivers", include_str!("../../docs/variants/reads-of-final-receivers.toml"), false),
];

fn rules(name: &str) -> Rules {
    let (_, text, _) = WRITTEN.iter().find(|written| written.0 == name).expect("a written variant");
    variant::from_toml(BASE, name, text).and_then(|v| v.rules()).unwrap_or_else(|e| panic!("{e}"))
}

/// Conditions about all that a rule binds, a premise each, as `--variant` takes them.
fn probes(scope: &Scope) -> String {
    let mut all = Vec::new();
    for (i, x) in scope.names.iter().enumerate() {
        let key = &x.key;
        let condition = match x.sort {
            TermSort::Lock if scope.has_locks() => format!("held({key}) or not final({key})"),
            TermSort::Lock => format!("same({key}, this)"),
            TermSort::Type => {
                format!("shared({key}) and (subtype({key}, Object) or not-free(this, {key}) and not same({key}, int))")
            }
            TermSort::Locks => format!("held({key}) and not-free(this, {key}) or final({key})"),
            TermSort::Expression => format!("not-free(this, {key}) and not same({key}, this)"),
            TermSort::Variable => format!("not same({key}, this) and not-free({key}, Object)"),
            TermSort::Word => format!("not declared({key})"),
        };
        all.push(format!("{}/probe-{i} := {condition}", scope.rule));
    }
    all.join(" + ")
}

/// Programs accepted and rejected, and premises that fail.
#[derive(Default)]
struct Seen {
    accepted: u64,
    rejected: u64,
    failed: BTreeSet<PremiseId>,
}

impl Seen {
    /// One program by one set of rules; that a rule binds all that a condition speaks of is an assertion of the reading.
    fn judge(&mut self, program: &Program, rules: &Rules) {
        let failed = BASE.failures(program, &rules.options);
        *(if failed.is_empty() { &mut self.accepted } else { &mut self.rejected }) += 1;
        self.failed.extend(failed.into_iter().map(|(premise, _)| premise));
    }
}

/// Each variant on the corpus, on mutants of it, and on programs made for it.
fn exercise(all: &[Rules], each: u64, own: usize, (accepted, rejected, premises): (u64, u64, usize)) {
    let mutants = Mutants::new();
    let corpus: Vec<Program> = plain_entries().iter().filter_map(|e| racefree_grammar::parse(e.source).ok()).collect();
    let mut seen = Seen::default();
    for (n, rules) in all.iter().enumerate() {
        for program in &corpus {
            seen.judge(program, rules);
        }
        let maker = Maker::new(rules);
        for seed in 0..each {
            let seed = seed + (n as u64) * each;
            for source in
                [maker.program(Settings::small(), seed).source(), mutants.get(seed), mutants.with_odd_locks(seed)]
            {
                let parsed = racefree_grammar::parse(&source);
                parsed.into_iter().for_each(|program| seen.judge(&program, rules));
            }
        }
    }
    let failed = seen.failed.iter().filter(|premise| premise.is_own()).count();
    assert!(failed >= own, "only {failed} premises of variants ever fail");
    let had = (seen.accepted, seen.rejected, seen.failed.len());
    assert!(had.0 >= accepted && had.1 >= rejected && had.2 >= premises, "{had:?}");
}

#[test]
fn the_written_variants_are_looked_at() {
    let all: Vec<Rules> = WRITTEN.iter().map(|(name, ..)| rules(name)).collect();
    exercise(&all, cases(50), 3, (500, 500, 50));
}

#[test]
fn all_that_rules_bind_is_bound() {
    let vocabulary = BASE.vocabulary().expect("the base takes premises of variants");
    let scopes: Vec<Scope> = vocabulary.rules.iter().map(|&id| Scope::of(vocabulary.templates, id)).collect();
    assert_eq!(scopes.len(), 17);
    // Six rules at a time.
    let probing = |scopes: &[Scope]| {
        assert!(scopes.iter().all(|scope| !scope.names.is_empty()), "a rule binds nothing");
        let probes = scopes.iter().map(probes).collect::<Vec<_>>().join(" + ");
        variant::find(&probes).and_then(|v| v.rules()).unwrap_or_else(|e| panic!("{probes}: {e}"))
    };
    let all: Vec<Rules> = scopes.chunks(6).map(probing).collect();
    exercise(&all, cases(40), 17, (100, 500, 80));
}

#[test]
fn a_variant_is_spelled_as_it_is_read() {
    for (name, ..) in WRITTEN {
        let rules = rules(name);
        let again = variant::find(&rules.spelled()).and_then(|v| v.rules()).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(again.spelled(), rules.spelled());
        let conditions =
            |rules: &Rules| rules.options.own.iter().map(|own| own.condition.text.clone()).collect::<Vec<_>>();
        assert_eq!((conditions(&again), &again.options.off), (conditions(&rules), &rules.options.off));
    }
    // What is switched off on top of it is not demanded.
    let mut off = rules("guard-or-final");
    variant::apply(&variant::find("EXP REF/guard-held").expect("a premise"), &mut off).expect("it applies");
    assert_eq!(off.options, variant::find("EXP REF/guard-held").and_then(|v| v.rules()).expect("rules").options);
}

#[test]
fn a_premise_that_cannot_be_is_refused_with_its_place() {
    let refused = |text: &str| variant::from_toml(BASE, "v.toml", text).expect_err(text);
    let add = |premise: &str, condition: &str| {
        refused(&format!("[[add]]\npremise = \"{premise}\"\ncondition = \"{condition}\"\n"))
    };
    assert!(
        add("EXP SYNC/new", "not held(e2) and held(m)")
            .starts_with("in `v.toml`, line 3, column 36: [EXP SYNC] binds no `m`")
    );
    assert!(add("EXP SYNC", "held(e1)").contains("line 2, column 11: write RULE/premise"));
    assert!(add("EXP SYNK/new", "held(e1)").contains("there is no rule `EXP SYNK`"));
    assert!(add("SUBTYPE REFL/new", "shared(t)").contains("[SUBTYPE REFL] takes no premise of a variant"));
    assert!(add("EXP SYNC/lock-final", "held(e1)").contains("what replaces one stands in [[change]]"));
    assert!(add("EXP SYNC/New One", "held(e1)").contains("small letters"));
    assert!(add("FIELD/new", "held(l)").contains("[FIELD] has no lock set"));
    let change = |premise: &str, condition: &str| {
        refused(&format!("[[change]]\npremise = \"{premise}\"\ncondition = \"{condition}\"\n"))
    };
    assert!(
        change("EXP SYNC/new", "held(e1)").contains("there is no such premise to change; [EXP SYNC] has: lock-final")
    );
    assert!(change("EXP LET/result", "shared(t2)").contains("it computes what later premises use"));
    let owners = racefree_systems::find("owners").expect("a system");
    let refused = variant::from_toml(owners, "v.toml", "[[add]]\npremise = \"EXP REF/new\"\ncondition = \"held(l)\"\n");
    assert!(refused.expect_err("owners").contains("take no premises of a variant"));
}

/// Where a program breaks a premise of its own, and where it does not.
#[test]
fn each_written_variant_decides_something() {
    let failing = |name: &str, source: &str| {
        let program = racefree_grammar::parse(source).unwrap_or_else(|e| panic!("{source}: {e:?}"));
        let found = BASE.failures(&program, &rules(name).options);
        let said = |(premise, span): &(racefree_kernel::PremiseId, racefree_grammar::Span)| {
            format!("{} at {}", racefree_systems::premise_name(*premise), span.text(source))
        };
        found.iter().map(said).collect::<Vec<_>>()
    };
    let sync = "let Object a = new Object in synchronized a in { synchronized a in 1 }";
    assert_eq!(failing("no-re-entrance", sync), ["EXP SYNC/no-re-entrance at synchronized a in 1"]);
    assert_eq!(
        failing("no-re-entrance", "let Object a = new Object in { synchronized a in 1; synchronized a in 1 }"),
        [""; 0]
    );
    // A fork begins with no locks, so it may take what its parent has.
    assert_eq!(
        failing("no-re-entrance", "let Object a = new Object in synchronized a in { fork { synchronized a in 1 } }"),
        [""; 0]
    );
    let read =
        "class A { final int x guarded_by this = 1  int y guarded_by this = 1 }\nlet A a = new A in { a.x; a.y }";
    assert_eq!(failing("guard-or-final", read), ["EXP REF/guard-held at a.y"]);
    let parameter = "thread_local class L { int n = 0 }\nclass A { int m(int i, L l) { 0 } int k(A a) { 0 } }";
    assert_eq!(failing("shared-parameters", parameter), ["METHOD/shared-parameters at L l"]);
    let fork = "class A { void m() { fork { this.k() }; let A a = this in fork { a.k() } } void k() { 0 } }";
    assert_eq!(failing("fork-without-this", fork), ["EXP FORK2/no-this at fork { this.k() }"]);
    let guards = "class A<ghost Object l> { int x guarded_by l = 0  int y guarded_by this = 0  final int z = 0 }";
    assert_eq!(failing("guards-are-this", guards), ["FIELD/guard-is-this at int x guarded_by l = 0"]);
    let reads = "class A { int x guarded_by this = 0 }\nlet A a = new A in { a.x; (new A).x; a.x = 1 }";
    assert_eq!(
        failing("reads-of-final-receivers", reads),
        ["EXP REF/guard-held at (new A).x", "EXP ASSIGN/guard-held at a.x = 1"]
    );
}

/// Share in percent of programs made for a variant that it accepts, and of those made for the base that it does not.
#[test]
fn programs_are_made_that_keep_to_what_a_variant_demands() {
    for (name, _, adds) in WRITTEN {
        let rules = rules(name);
        assert_eq!(rules.only_adds(), adds, "{name}");
        let (maker, plain) = (Maker::new(&rules), Maker::new(&Rules::base()));
        let n = cases(400);
        let by_variant = |tree: &racefree_soundness::tree::Tree| rules.accepts_idle(&tree.program());
        let kept = (0..n).filter(|&seed| by_variant(&maker.program(Settings::small(), seed))).count() as u64;
        let lost = (0..n).filter(|&seed| !by_variant(&plain.program(Settings::small(), seed))).count() as u64;
        // No edit puts another guard in the place of one, so a third of the programs stays as it was made.
        let floor = if name == "guards-are-this" { 60 } else { 94 };
        assert!(kept * 100 >= n * floor, "{name}: {kept} of {n} programs are accepted");
        // Programs that are made hardly ever fork in a method.
        assert!(
            !adds || name == "fork-without-this" || lost * 100 >= n,
            "{name}: only {lost} of {n} of the base are rejected"
        );
    }
}

#[test]
fn what_is_added_keeps_out_programs_that_never_go_wrong() {
    let (base, memory) = (Rules::base(), Memory::of(64 << 20));
    for (name, _, adds) in WRITTEN {
        let rules = rules(name);
        let comparison = Comparison {
            a: &base,
            b: &rules,
            universe: None,
            generated: cases(240),
            seed: 1,
            keep: 1,
            memory: &memory,
        };
        let found = compare(&comparison, &|| false, &mut |_| true);
        assert!(found.complete, "{name}");
        if adds {
            assert_eq!(found.only_b.never_wrong + found.only_b.goes_wrong + found.only_b.unknown, 0, "{name}");
            assert_eq!(found.only_a.goes_wrong, 0, "{name}: {:?}", found.only_a);
            let some = found.only_a.never_wrong > 0 && !found.only_a.right.is_empty();
            assert!(some || name == "fork-without-this", "{name}: {:?}", found.only_a);
        }
        if name == "reads-of-final-receivers" {
            assert!(!found.only_b.wrong.is_empty(), "{:?}", found.only_b);
            let race = found.only_b.race.as_ref().unwrap_or_else(|| panic!("{:?}", found.only_b));
            assert_eq!(race.kind.as_deref(), Some("race"), "{race:?}");
            assert!(race.field.is_some(), "{race:?}");
        }
    }
}

#[test]
fn a_weakened_premise_is_killed_by_a_race() {
    let rules = rules("reads-of-final-receivers");
    let mut hunt = Hunt::new(&rules, 1).for_race(Vec::new());
    let kill = (0..20_000).find_map(|_| hunt.step()).expect("a counterexample");
    assert_eq!(kill.kind, Kind::Race);
    let program = kill.tree.program();
    assert!(rules.accepts(&program) && !BASE.failures(&program, &Options::default()).is_empty());
    // One that is weaker and sound has none.
    let rules = self::rules("guard-or-final");
    let mut hunt = Hunt::new(&rules, 1).for_race(Vec::new());
    assert!((0..cases(400)).all(|_| hunt.step().is_none()));
    assert!(hunt.effort.apart > 5, "{:?}", hunt.effort);
}
