//! EPAJ, atomicity over the system of owners: the checker agrees with its model on the corpus, on generated programs with owners and near
//! misses of them, with claims put in; and what is accepted closes no cycle in any schedule. `RACEFREE_CASES` for more programs.

// What was counted is worth reading.
#![allow(clippy::print_stdout)]

use crate::atomicity_model::{falls, shown};
use crate::support::cases;
use racefree_atomicity::model::judge;
use racefree_atomicity::rules::{BOOK, atom_prog};
use racefree_atomicity::{Epaj, analyse, keep_what_holds};
use racefree_grammar::ast::{Expr, Program};
use racefree_grammar::span::Span;
use racefree_interp::schedule::Stream;
use racefree_kernel::{Options, PremiseId, System, TypeError};
use racefree_soundness::judge::{Judge, Verdict};
use racefree_soundness::owners::blocks::{self, claim};
use racefree_soundness::owners::{Dice, near_miss, program};
use racefree_soundness::variant::{Rules, find_in, named};
use std::collections::BTreeSet;

/// A generated program with claims.
fn generated(seed: u64) -> Option<(Program, String)> {
    let mut source = program(seed);
    if Stream::new(seed).below(3) == 0 {
        source = near_miss(&source, &mut Dice::new(seed ^ 0xe9a3))?;
    }
    let program = racefree_grammar::parse(&source).ok()?;
    Some((blocks::with_claims(program, seed), source))
}

/// The rules of a number: as they stand in half of the cases, else with a premise off, or a reading in force.
fn rules(stream: &mut Stream) -> Options {
    let (mut options, switches) = (Options::default(), BOOK.switches().collect::<Vec<_>>());
    let variants = Epaj.about().variants;
    match stream.below(6) {
        0 | 1 => options.off.switch_off(switches[stream.below(switches.len() as u32) as usize].0),
        2 => {
            let variant = variants[stream.below(variants.len() as u32) as usize];
            variant.off.iter().for_each(|&premise| options.off.switch_off(premise));
            variant.reading.into_iter().for_each(|reading| options.readings.insert(reading));
        }
        _ => {}
    }
    options
}

/// What was exercised.
#[derive(Default, Debug)]
struct Seen {
    programs: u64,
    methods: u64,
    /// Methods whose atomicity tests a lock; a formal owner.
    conditional: u64,
    owned: u64,
    premises: BTreeSet<PremiseId>,
    /// Programs of which the system of owners finds something that counts.
    checked: u64,
}

impl Seen {
    fn compare(&mut self, program: &Program, source: &str, options: &Options) {
        let verdict = judge(program, options);
        let analysis = analyse(program, source, options);
        for (info, a) in analysis.methods.iter().zip(&verdict.methods) {
            assert_eq!(info.atomicity.to_string(), a.to_string(), "{}, {options:?}\n{source}", info.name);
            self.methods += 1;
            self.conditional += u64::from(!a.locks().is_empty());
            self.owned += u64::from(a.locks().iter().any(|l| l.owner.is_some()));
            assert!(*options != Options::default() || falls(a), "{}: {a} does not fall\n{source}", info.name);
        }
        let places = |report: &racefree_kernel::Report| {
            let errors = report.errors.iter().chain(&report.silenced).flat_map(TypeError::all);
            errors.map(|e| (e.premise, e.span)).collect::<BTreeSet<(PremiseId, Span)>>()
        };
        let by_checker = places(&Epaj.check(program, source, options));
        let by_model = places(&Epaj.model(program, source, options).unwrap_or_default());
        let own =
            |all: &BTreeSet<(PremiseId, Span)>| all.iter().filter(|e| e.0 != atom_prog::CHECKED).copied().collect();
        assert_eq!(shown(&own(&by_checker), source), shown(&verdict.failed, source), "{options:?}\n{source}");
        assert_eq!(shown(&by_checker, source), shown(&by_model, source), "{options:?}\n{source}");
        self.programs += 1;
        self.premises.extend(verdict.failed.iter().map(|(premise, _)| *premise));
        self.checked += u64::from(by_model.iter().any(|e| e.0 == atom_prog::CHECKED));
    }
}

#[test]
fn checker_and_model_agree_on_the_corpus() {
    let (mut seen, switches) = (Seen::default(), BOOK.switches().collect::<Vec<_>>());
    for entry in racefree_corpus::entries().iter().filter(|e| e.header().system().starts_with("owners")) {
        let Ok(mut program) = racefree_grammar::parse(entry.source) else { continue };
        let mut all = vec![Options::default()];
        all.extend(switches.iter().map(|(premise, _)| {
            let mut options = Options::default();
            options.off.switch_off(*premise);
            options
        }));
        for reading in Epaj.about().variants.iter().filter_map(|v| v.reading) {
            all.push(Options { readings: [reading].into_iter().collect(), ..Options::default() });
        }
        all.iter().for_each(|options| seen.compare(&program, entry.source, options));
        claim(&mut program, &mut Stream::new(7));
        seen.compare(&program, entry.source, &Options::default());
    }
    println!("{seen:?}");
    assert!(seen.programs > 3_000 && seen.owned * 20 > seen.methods, "{seen:?}");
}

#[test]
fn checker_and_model_agree_on_generated_programs() {
    let mut seen = Seen::default();
    for seed in 0..cases(400) {
        let Some((program, source)) = generated(seed) else { continue };
        seen.compare(&program, &source, &rules(&mut Stream::new(seed ^ 0x0ff)));
    }
    println!("{seen:?}");
    assert!(seen.conditional * 10 > seen.methods && seen.owned * 20 > seen.methods, "{seen:?}");
    assert!(seen.premises.len() >= 3 && seen.checked * 20 > seen.programs, "{seen:?}");
}

/// What accepted programs had.
#[derive(Default, Debug)]
struct Accepted {
    programs: u64,
    accepted: u64,
    complete: u64,
    /// Claims kept, and lost.
    kept: usize,
    lost: usize,
    /// With a claim, and two threads.
    claims: u64,
    /// With a field that nothing guards.
    bare: u64,
}

/// One program by some rules: its claims that these accept, in every schedule.
fn theorem(seed: u64, rules: &Rules, judge: &mut Judge, seen: &mut Accepted) -> Result<(), String> {
    let Some((program, source)) = generated(seed) else { return Ok(()) };
    seen.programs += 1;
    let (program, kept, lost) = keep_what_holds(&program, &rules.options);
    if !rules.system.check(&program, &source, &rules.options).is_ok() {
        return Ok(());
    }
    seen.accepted += 1;
    (seen.kept, seen.lost) = (seen.kept + kept, seen.lost + lost);
    let forks = program.exprs.iter().any(|e| matches!(e, Expr::Fork(_)));
    seen.claims += u64::from(kept > 0 && forks);
    seen.bare += u64::from(program.fields.iter().any(|f| !f.is_final && f.guard.is_none()));
    let shown = racefree_grammar::printer::print(&program);
    let lowered = Judge::lower(program).ok_or_else(|| format!("accepted, and cannot run:\n{shown}"))?;
    match judge.explore(&lowered) {
        Verdict::Wrong(kind, found) => return Err(format!("accepted, and {kind:?} in {found:?}\n{shown}")),
        Verdict::Sound => seen.complete += 1,
        Verdict::Unknown(_) | Verdict::CannotRun => {}
    }
    Ok(())
}

#[test]
fn what_is_accepted_closes_no_cycle() {
    let rules = Rules::of(&Epaj);
    let (mut judge, mut seen) = (Judge::new(&rules), Accepted::default());
    for seed in 0..cases(800) {
        theorem(seed, &rules, &mut judge, &mut seen).unwrap_or_else(|wrong| panic!("seed {seed}: {wrong}"));
    }
    println!("{seen:?}");
    let part = |n: u64, of: u64| assert!(n >= of, "{n} of {of}: {seen:?}");
    part(seen.accepted * 4, seen.programs);
    part(seen.complete * 10, seen.accepted * 9);
    part(seen.claims * 2, seen.accepted);
    part(seen.bare * 10, seen.accepted);
    part(seen.lost as u64 * 50, seen.kept as u64);
}

/// The same programs refute variants of the rules, so they would refute the rules.
#[test]
fn variants_are_refuted() {
    let mut names: Vec<String> = BOOK.switches().map(|(id, _)| BOOK.premise_name(id)).collect();
    names.extend(named(&Epaj).into_iter().map(|v| v.name));
    let (mut caught, mut missed) = (Vec::new(), Vec::new());
    for name in names {
        let Ok(rules) = find_in(&Epaj, &name).and_then(|v| v.rules()) else { continue };
        if rules.options == Options::default() {
            continue;
        }
        let (mut judge, mut seen) = (Judge::new(&rules), Accepted::default());
        let kill = (0..cases(400)).find(|&seed| theorem(seed, &rules, &mut judge, &mut seen).is_err());
        match kill {
            Some(seed) => caught.push(format!("{name} ({seed})")),
            None => missed.push(name),
        }
    }
    println!("caught {}: {caught:?}\nmissed {}: {missed:?}", caught.len(), missed.len());
    assert!(caught.len() >= 8, "caught {caught:?}, missed {missed:?}");
}
