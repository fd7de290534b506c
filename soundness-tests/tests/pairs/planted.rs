//! Analyses with a deliberate mistake: small programs, and generated ones, catch each of them.

use super::generator;
use super::oracle::{Seen, as_pair, cases, races, ways};
use racefree_interp::machine::lower;
use racefree_pairs::{Mistake, Options, analyse};

/// For each mistake the smallest program known that shows it, and the two places of the race.
const PLANTED: [(Mistake, &str); 14] = [
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
    (
        Mistake::NewIsOverEarly,
        "class W { int done = 0 Object thread = { fork { this.run() }; null } void run() { this.done = 1 } }
         class L extends W { int before = this.done }
         let W first = new L in let W second = new W in 0",
    ),
];

/// The mistakes with which an analysis misses a race of a program.
fn caught(source: &str, mistakes: &[Mistake]) -> Vec<Mistake> {
    let Ok(Ok(lowered)) = racefree_grammar::parse(source).map(lower) else { return Vec::new() };
    let (races, _) = races(&lowered, 8_000);
    let misses = |&mistake: &Mistake| {
        let wrong = Options { mistake: Some(mistake), ..Options::default() };
        let analysis = analyse(&lowered.tables.program, None, &wrong);
        let left = analysis.left();
        races.iter().any(|&r| as_pair(&analysis.facts, r).is_none_or(|p| left.binary_search(&p).is_err()))
    };
    if races.is_empty() { Vec::new() } else { mistakes.iter().copied().filter(misses).collect() }
}

#[test]
fn a_small_program_catches_each_mistake() {
    for (mistake, source) in PLANTED {
        assert!(source.lines().count() < 20);
        let mut seen = Seen::default();
        assert_eq!(seen.look(source, &ways()), Ok(()), "{mistake:?}");
        let caught = caught(source, &[mistake]);
        assert_eq!(caught, [mistake], "not caught, {} races", seen.races);
    }
}

/// Until each is caught; with `RACEFREE_CASES` by how many programs each is.
#[test]
#[allow(clippy::print_stdout)]
fn generated_programs_catch_each_mistake() {
    let mut by = Mistake::ALL.map(|mistake| (mistake, 0u64));
    let all = std::env::var_os("RACEFREE_CASES").is_some();
    for seed in cases(400) {
        let wanted: Vec<Mistake> = by.iter().filter(|b| all || b.1 == 0).map(|b| b.0).collect();
        if wanted.is_empty() {
            break;
        }
        let found = caught(&generator::program(seed), &wanted);
        by.iter_mut().filter(|b| found.contains(&b.0)).for_each(|b| b.1 += 1);
    }
    println!("{by:?}");
    assert!(by.iter().all(|b| b.1 > 0), "{by:?}");
}
