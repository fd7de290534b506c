//! Inferred atomicities fall with the locks held: to hold one more lock never makes a method harder to put into a block. On mutants of the
//! corpus and on generated programs, for atomicity over both systems.

use crate::support::{Mutants, cases, settings};
use racefree_atomicity::algebra::below;
use racefree_atomicity::{Atomicity, Epaj, Shown, analyse};
use racefree_grammar::ast::{Basic, Program};
use racefree_interp::schedule::Stream;
use racefree_kernel::{Options, System};
use racefree_soundness::generate::{self, Maker, Settings};
use racefree_soundness::owners::blocks::claim;
use racefree_soundness::variant::Rules;
use std::collections::BTreeSet;

/// Methods of the programs; with an atomicity that tests a lock, two or more; programs with an error.
#[derive(Default, Debug)]
struct Seen {
    programs: u64,
    methods: u64,
    conditional: u64,
    several: u64,
    rejected: u64,
}

fn locks<'s>(a: &'s Shown, found: &mut BTreeSet<&'s str>) {
    if let Shown::Held { lock, then, otherwise } = a {
        found.insert(lock);
        locks(then, found);
        locks(otherwise, found);
    }
}

/// ⟦a⟧(ls)
fn at(a: &Shown, ls: &BTreeSet<&str>) -> Basic {
    match a {
        Shown::Basic(basic) => *basic,
        Shown::Held { lock, then, .. } if ls.contains(lock.as_str()) => at(then, ls),
        Shown::Held { otherwise, .. } => at(otherwise, ls),
    }
}

/// Every set of the first eight locks that are tested, against the same set with one more.
fn falls(a: &Shown) -> bool {
    let mut tested = BTreeSet::new();
    locks(a, &mut tested);
    let tested: Vec<&str> = tested.into_iter().take(8).collect();
    (0..1_u32 << tested.len()).all(|set| {
        let ls: BTreeSet<&str> = (0..tested.len()).filter(|i| set >> i & 1 == 1).map(|i| tested[i]).collect();
        tested.iter().all(|&l| {
            let more = ls.iter().copied().chain([l]).collect();
            below(at(a, &more), at(a, &ls))
        })
    })
}

impl Seen {
    fn look(&mut self, system: &dyn System, program: &Program, source: &str) {
        let options = Options::default();
        for info in analyse(program, source, &options).methods {
            assert!(falls(&info.atomicity), "{}: {} does not fall\n{source}", info.name, info.atomicity);
            let mut tested = BTreeSet::new();
            locks(&info.atomicity, &mut tested);
            self.methods += 1;
            self.conditional += u64::from(!tested.is_empty());
            self.several += u64::from(tested.len() > 1);
        }
        self.programs += 1;
        self.rejected += u64::from(!system.check(program, source, &options).is_ok());
    }
}

#[test]
fn over_the_base() {
    let (mutants, base, mut seen) = (Mutants::new(), Options::default(), Seen::default());
    let maker = Maker::new(&Rules::of(&Atomicity));
    for seed in 0..cases(500) {
        let generated = generate::program(&base, settings(seed), seed);
        let shaped = maker.program(Settings::small(), seed);
        for source in [generated.source(), mutants.get(seed), shaped.source()] {
            if let Ok(mut program) = racefree_grammar::parse(&source) {
                claim(&mut program, &mut Stream::new(seed ^ 0xa70));
                seen.look(&Atomicity, &program, &source);
            }
        }
    }
    let n = cases(500);
    assert!(seen.programs > n && seen.methods > 2 * n && seen.conditional > n / 2, "{seen:?}");
    assert!(seen.several > n / 20 && seen.rejected > n / 2, "{seen:?}");
}

#[test]
fn over_owners() {
    let (n, mut seen) = (cases(400), Seen::default());
    for seed in 0..n {
        let Some((program, source)) = crate::epaj::generated(seed) else { continue };
        seen.look(&Epaj, &program, &source);
    }
    assert!(
        seen.programs * 2 > n && seen.conditional * 10 > seen.methods && seen.rejected * 20 > seen.programs,
        "{seen:?}"
    );
}
