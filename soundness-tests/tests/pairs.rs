//! Race pairs against the explorer: no race that some schedule has is missing from the pairs, for every k and with every
//! refinement switched off; and analyses with a deliberate mistake are caught.
#![allow(clippy::unwrap_used)]

mod generator;

use proptest::prelude::*;
use racefree_explore::{Algorithm, Budget, Explorer, Options as Exploring};
use racefree_interp::drive::Key;
use racefree_interp::event::Site as RunSite;
use racefree_interp::machine::{Lowered, lower};
use racefree_interp::options::Limits;
use racefree_interp::program::FieldId;
use racefree_pairs::facts::Site;
use racefree_pairs::stages::pair;
use racefree_pairs::{AccessId, Analysis, Facts, Mistake, Options, Pair, Refinement, analyse};
use racefree_soundness::generate::{self, Settings};
use racefree_typeck::Options as Typing;
use racefree_typeck::rules::BOOK;
use std::sync::Arc;

/// The races of a program, those of a part of its schedules if it has too many, and whether that was all of them.
fn races(explorer: &mut Explorer, program: &Arc<Lowered>) -> (Vec<(FieldId, RunSite, RunSite)>, bool) {
    let options = Exploring {
        algorithm: Algorithm::Dpor,
        limits: Limits { steps: 400, calls: 24, threads: 6, objects: 60 },
        budget: Budget { steps: 60_000, ..Budget::default() },
        outcomes: false,
        threads: 1,
        ..Exploring::default()
    };
    let result = explorer.explore(program, &options);
    let race = |key: &Key| match key {
        Key::Race(field, a, b) => Some((*field, *a, *b)),
        _ => None,
    };
    (result.found.iter().filter_map(|f| race(&f.key)).collect(), result.complete())
}

/// The access of a field at a place of a run.
fn access(facts: &Facts<'_>, field: FieldId, site: RunSite) -> Option<AccessId> {
    let name = facts.program().fields[field.index()].name;
    facts.access_ids().find(|&e| {
        let access = facts.access(e);
        access.field == name
            && match access.site {
                Site::Expr(n) => site == RunSite::expr(n),
                Site::Field(f) => site == RunSite::field(f),
            }
    })
}

/// A race as a pair of accesses.
fn as_pair(facts: &Facts<'_>, (field, a, b): (FieldId, RunSite, RunSite)) -> Option<Pair> {
    Some(pair(access(facts, field, a)?, access(facts, field, b)?))
}

/// Every way in which the sound mode can be asked.
fn ways() -> Vec<Options> {
    let mut all: Vec<Options> = (0..=3).map(|k| Options { k: [k; 4], ..Options::default() }).collect();
    all.extend(Refinement::ALL.map(|off| Options { off: vec![off], ..Options::default() }));
    all
}

/// What was looked at.
#[derive(Default, Debug)]
struct Seen {
    programs: u32,
    complete: u32,
    races: u32,
    racy: u32,
    left: u32,
    /// Pairs that are left where every schedule was covered, and those of them that never race.
    judged: u32,
    false_alarms: u32,
}

impl Seen {
    /// Holds a program to its races.
    fn look(&mut self, explorer: &mut Explorer, source: &str, ways: &[Options]) -> Result<(), String> {
        let Ok(program) = racefree_grammar::parse(source) else { return Err(format!("does not parse:\n{source}")) };
        let Ok(lowered) = lower(program) else { return Ok(()) };
        let (races, complete) = races(explorer, &lowered);
        self.programs += 1;
        self.complete += u32::from(complete);
        self.races += races.len() as u32;
        self.racy += u32::from(!races.is_empty());
        let program = &lowered.tables.program;
        for (i, way) in ways.iter().enumerate() {
            let analysis = analyse(program, None, way);
            let left = analysis.left();
            for &race in &races {
                let found = as_pair(&analysis.facts, race);
                if found.is_none_or(|p| left.binary_search(&p).is_err()) {
                    return Err(missed(&analysis, way, race, source));
                }
            }
            if i == 0 {
                self.left += left.len() as u32;
                if complete {
                    self.judged += left.len() as u32;
                    self.false_alarms += (left.len() - races.len()) as u32;
                }
            }
        }
        Ok(())
    }
}

fn missed(analysis: &Analysis<'_>, way: &Options, race: (FieldId, RunSite, RunSite), source: &str) -> String {
    let program = analysis.facts.program();
    let text = |site: RunSite| site.span(program).text(source).to_owned();
    let stage = as_pair(&analysis.facts, race).and_then(|p| analysis.stage_of(p));
    let (a, b) = (text(race.1), text(race.2));
    format!("the race of `{a}` and `{b}` is missing, k {:?}, off {:?}, last stage {stage:?}:\n{source}", way.k, way.off)
}

/// How many cases; `RACEFREE_CASES` asks for more, from `RACEFREE_SEED` on.
fn cases(usual: u64) -> std::ops::Range<u64> {
    let number = |name: &str| std::env::var(name).ok().and_then(|s| s.parse().ok());
    let from = number("RACEFREE_SEED").unwrap_or(1);
    from..from + number("RACEFREE_CASES").unwrap_or(usual)
}

fn campaign(usual: u64, source: impl Fn(u64) -> String) -> Seen {
    let (mut seen, mut explorer) = (Seen::default(), Explorer::default());
    let ways = ways();
    for seed in cases(usual) {
        if let Err(message) = seen.look(&mut explorer, &source(seed), &ways) {
            panic!("seed {seed}: {message}");
        }
    }
    seen
}

#[test]
fn no_race_of_the_corpus_is_missing() {
    let (mut seen, mut explorer) = (Seen::default(), Explorer::default());
    for entry in racefree_corpus::entries().into_iter().filter(|e| e.header().system() == "base") {
        if racefree_grammar::parse(entry.source).is_ok()
            && let Err(message) = seen.look(&mut explorer, entry.source, &ways())
        {
            panic!("{}: {message}", entry.path);
        }
    }
    assert!(seen.programs > 250 && seen.races > 100, "{seen:?}");
    // As the prototype that the specification measured: 124 pairs are left of 250 programs, of which 113 race.
    assert!(seen.false_alarms * 6 <= seen.judged, "{seen:?}");
}

#[test]
fn no_race_of_an_ill_typed_program_is_missing() {
    let seen = campaign(250, generator::program);
    assert!(seen.racy * 25 > seen.programs && seen.complete * 2 > seen.programs, "{seen:?}");
}

#[test]
fn no_race_of_a_random_program_is_missing() {
    let seen = campaign(150, racefree_interp::arbitrary::program);
    assert!(seen.programs > 100, "{seen:?}");
}

#[test]
fn no_race_of_a_near_miss_is_missing() {
    let mut typing = Typing::default();
    typing.off.switch_off(BOOK.find_premise("EXP REF/guard-held").unwrap());
    typing.off.switch_off(BOOK.find_premise("EXP ASSIGN/guard-held").unwrap());
    let seen = campaign(200, |seed| generate::program(&typing, Settings::small(), seed).source());
    assert!(seen.races > 20, "{seen:?}");
}

#[test]
fn what_is_well_typed_has_no_pair() {
    let typing = Typing::default();
    let seen = campaign(200, |seed| generate::program(&typing, Settings::small(), seed).source());
    assert_eq!((seen.races, seen.left), (0, 0), "{seen:?}");
}

/// For each mistake the smallest program known that shows it, and the two places of the race.
const PLANTED: [(Mistake, &str); 13] = [
    (
        Mistake::PaperLocks,
        "class C { int n = 0 void w(C c) { let Object l = new Object in synchronized l in c.n = 1 } }
         let C c = new C in { fork { c.w(c) } fork { c.w(c) } }",
    ),
    (
        Mistake::NoInitWrites,
        "class A { int k = this.go() int n = 1 int go() { fork { this.n } 0 } }
         let A a = new A in a",
    ),
    (
        Mistake::InitialisersLeakNothing,
        "class A { int k = this.go() int n = 1 int go() { fork { this.n } 0 } }
         let A a = new A in a",
    ),
    (
        Mistake::OnlyForksLeak,
        "class C { int n = 0 } class B { C f = null }
         let B b = new B in {
           fork { let C y = b.f in if (y != null) y.n }
           let C x = new C in { b.f = x; x.n = 1 }
         }",
    ),
    (
        Mistake::ForksLeakNothing,
        "class C { int n = 0 }
         let C x = new C in { fork { x.n = 1 } x.n = 2 }",
    ),
    (
        Mistake::AllStable,
        "class A { Object l = new Object int n = 0 void w() { synchronized this.l in this.n = 1 } }
         let A a = new A in { fork { a.w() } fork { a.l = new Object; a.w() } }",
    ),
    (
        Mistake::AllOwning,
        "class P { int n = 0 } class H<ghost P g> { P p = g }
         let P q = new P in let H<q> a = new H<q> in let H<q> b = new H<q> in {
           fork { synchronized a in a.p.n = 1 }
           fork { synchronized b in b.p.n = 2 }
         }",
    ),
    (
        Mistake::SitesAreUnique,
        "class C { int n = 0 void w(C c) { let Object l = new Object in synchronized l in c.n = 1 } }
         let C c = new C in { fork { c.w(c) } fork { c.w(c) } }",
    ),
    (
        Mistake::BodiesEnteredOnce,
        "class C { int n = 0 void go() { fork { this.n = 1 } } }
         let C c = new C in { c.go(); c.go() }",
    ),
    (
        Mistake::ForksInheritLocks,
        "class C { int n = 0 }
         let C c = new C in { synchronized c in { fork { c.n = 1 } } synchronized c in c.n = 2 }",
    ),
    (
        Mistake::EscapeWithoutFields,
        "class C { int n = 0 } class B { C f = null }
         let B b = new B in { b.f = new C; fork { b.f.n = 1 } b.f.n = 2 }",
    ),
    (
        Mistake::GhostsReadNothing,
        "class P { Object l = new Object } class H<ghost Object g> { void m() { g } }
         let P p = new P in let H<p.l> h = new H<p.l> in { fork { h.m() } p.l = new Object }",
    ),
    (
        Mistake::NarrowLoops,
        "class C { int i = 0 int n = 0 }
         let C c = new C in while (c.i < 2) { c.n = 1; c.i = c.i + 1; fork { c.n = 2 } }",
    ),
];

/// Whether an analysis with a mistake misses a race of a program.
fn caught(explorer: &mut Explorer, mistake: Mistake, source: &str) -> bool {
    let Ok(Ok(lowered)) = racefree_grammar::parse(source).map(lower) else { return false };
    let (races, _) = races(explorer, &lowered);
    let wrong = Options { mistake: Some(mistake), ..Options::default() };
    let analysis = analyse(&lowered.tables.program, None, &wrong);
    let left = analysis.left();
    races.iter().any(|&r| as_pair(&analysis.facts, r).is_none_or(|p| left.binary_search(&p).is_err()))
}

#[test]
fn a_small_program_catches_each_mistake() {
    let mut explorer = Explorer::default();
    for (mistake, source) in PLANTED {
        assert!(source.lines().count() < 20);
        let mut seen = Seen::default();
        assert_eq!(seen.look(&mut explorer, source, &ways()), Ok(()), "{mistake:?}");
        assert!(caught(&mut explorer, mistake, source), "{mistake:?} is not caught, {} races", seen.races);
    }
}

/// The fast engines and the definition in Datalog, on programs that are mostly ill typed: the same after each stage.
#[test]
fn the_definition_says_the_same_of_ill_typed_programs() {
    use racefree_pairs::definition::{alias, stages};
    for seed in cases(60) {
        let source = generator::program(seed);
        let program = racefree_grammar::parse(&source).unwrap();
        let zero = Options { k: [0; 4], off: vec![Refinement::Threads], ..Options::default() };
        let paper = |k| Options { mode: racefree_pairs::Mode::Paper, k: [k; 4], ..Options::default() };
        for way in [zero, paper(1), paper(2), paper(3)] {
            let facts = Facts::new(&program);
            let counted = vec![true; facts.accesses.len()];
            let points = alias::solve(&facts, way.k[0], &way);
            let derived = stages::derive(&facts, &points, &counted, &way);
            let fast = analyse(&program, None, &way);
            for (tuples, count) in derived.tuples.iter().zip(&fast.stages[1..]) {
                let ordered: u64 = tuples.iter().map(|(e, i, d, j)| if e == d && i != j { 2 } else { 1 }).sum();
                let mut pairs: Vec<Pair> = tuples.iter().map(|(e, _, d, _)| (*e, *d)).collect();
                pairs.sort_unstable();
                pairs.dedup();
                let wanted = (pairs.len() as u64, ordered);
                assert_eq!((count.pairs, count.tuples), wanted, "seed {seed}, {way:?}, {:?}\n{source}", count.stage);
            }
        }
    }
}

#[test]
fn generated_programs_catch_mistakes() {
    let mut explorer = Explorer::default();
    let mut left: Vec<Mistake> = Mistake::ALL.to_vec();
    for seed in 1..=400 {
        let source = generator::program(seed);
        left.retain(|&mistake| !caught(&mut explorer, mistake, &source));
        if left.is_empty() {
            return;
        }
    }
    assert!(left.len() <= 6, "{left:?}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Switching a refinement off never removes a pair, and neither does a smaller k; each stage is a part of the one before.
    #[test]
    fn laws(seed in 0u64..1_000_000) {
        let source = generator::program(seed);
        let program = racefree_grammar::parse(&source).unwrap();
        let full = analyse(&program, None, &Options::default());
        let every = full.original(usize::MAX);
        for counts in full.stages.windows(2) {
            prop_assert!(counts[1].pairs <= counts[0].pairs, "{source}");
        }
        for way in ways() {
            let other = analyse(&program, None, &way);
            for &p in &every {
                prop_assert!(other.stage_of(p) >= full.stage_of(p), "{way:?} {p:?}\n{source}");
            }
        }
    }
}
