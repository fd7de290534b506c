//! EPAJ, atomicity over the system of owners: generated programs with owners and near misses of them, with claims put in, that are accepted
//! close no cycle in any schedule. `RACEFREE_CASES` for more programs.

// What was counted is worth reading.
#![allow(clippy::print_stdout)]

use crate::support::cases;
use racefree_atomicity::{Epaj, keep_what_holds};
use racefree_generate::Choices;
use racefree_grammar::ast::{Expr, Program};
use racefree_interp::schedule::Stream;
use racefree_soundness::judge::{Judge, Verdict};
use racefree_soundness::owners::blocks;
use racefree_soundness::owners::{near_miss, program};
use racefree_soundness::variant::{Rules, find_in};

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
        Verdict::Unknown(_) => {}
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

/// Unsound variants that the first fifteen programs refute, so they would refute the rules.
const REFUTED: [&str; 7] = [
    "ATOM PROG/checked",
    "ATOM SYNC/lock",
    "ATOM FORK/left",
    "ATOM SEQ/commit",
    "not-checked",
    "forks-are-movers",
    "commits-twice",
];

#[test]
fn variants_are_refuted() {
    for name in REFUTED {
        let rules = find_in(&Epaj, name).and_then(|v| v.rules()).expect("a variant");
        let (mut judge, mut seen) = (Judge::new(&rules), Accepted::default());
        assert!((0..15).any(|seed| theorem(seed, &rules, &mut judge, &mut seen).is_err()), "{name}");
    }
}
