//! EPAJ, atomicity over the system of owners: generated programs with owners and near misses of them, with claims put in, that are accepted
//! close no cycle in any schedule. `RACEFREE_CASES` for more programs.

// What was counted is worth reading.
#![allow(clippy::print_stdout)]

use crate::support::cases;
use racefree_atomicity::rules::BOOK;
use racefree_atomicity::{Epaj, keep_what_holds};
use racefree_generate::Choices;
use racefree_grammar::ast::{Expr, Program};
use racefree_interp::schedule::Stream;
use racefree_kernel::Options;
use racefree_soundness::judge::{Judge, Verdict};
use racefree_soundness::owners::blocks;
use racefree_soundness::owners::{near_miss, program};
use racefree_soundness::variant::{Rules, find_in, named};

/// A generated program with claims.
pub fn generated(seed: u64) -> Option<(Program, String)> {
    let mut source = program(seed);
    if Stream::new(seed).below(3) == 0 {
        source = near_miss(&source, &mut Choices::seeded(seed ^ 0xe9a3))?;
    }
    let program = racefree_grammar::parse(&source).ok()?;
    Some((blocks::with_claims(program, seed), source))
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
        let kill = (0..cases(100)).find(|&seed| theorem(seed, &rules, &mut judge, &mut seen).is_err());
        match kill {
            Some(seed) => caught.push(format!("{name} ({seed})")),
            None => missed.push(name),
        }
    }
    println!("caught {}: {caught:?}\nmissed {}: {missed:?}", caught.len(), missed.len());
    assert!(caught.len() >= 8, "caught {caught:?}, missed {missed:?}");
}
