//! The theorem on generated programs and near misses; the races that an error lets through, none of them on a proved
//! field; the variants that let one through; and the translation of programs that RaceFreeJava types.

use super::points::points;
use super::runtime::one_run;
use super::{blocks, program, with_near_misses};
use crate::generate::{self, Settings};
use crate::judge::{Judge, Verdict, detail};
use crate::variant::Rules;
use racefree_grammar::Program;
use racefree_grammar::ast::Expr;
use racefree_interp::Lowered;
use racefree_interp::drive::Key;
use racefree_interp::reduction::owners::Exercised;
use racefree_kernel::TypeError;
use racefree_owners::rules::field;
use racefree_owners::translate;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Near misses of each program of a campaign.
pub const NEAR: u64 = 3;
/// Seeds that one worker of a campaign looks at in a row.
pub const CHUNK: u64 = 50;

/// The seed of program `k` of the campaign with this seed.
pub fn seed_of(seed: u64, k: u64) -> u64 {
    (seed << 32).wrapping_add(k)
}

/// Counts of the programs, and of their uses of owners.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Programs and near misses looked at.
    pub programs: u64,
    /// Accepted.
    pub accepted: u64,
    /// Accepted, and every schedule was explored.
    pub complete: u64,
    /// Accepted programs with a fork.
    pub forks: u64,
    /// Accepted programs with a move.
    pub moves: u64,
    /// Accepted programs with a watched run that exercised a use of owners, by use.
    pub exercised: BTreeMap<&'static str, u64>,
    /// Accepted programs with a decision point of the rules about superclasses, overriding and moves, by point.
    pub points: BTreeMap<&'static str, u64>,
    /// Claims that the rules accept, where they know of atomic blocks.
    pub claims: u64,
    /// Rejected.
    pub rejected: u64,
    /// Rejected, with a race in some schedule.
    pub raced: u64,
    /// Rejected, with some fields proved all the same.
    pub partly: u64,
    /// Executions, or states, of all that was explored, and steps.
    pub executions: u64,
    /// Steps of all of them.
    pub steps: u64,
    /// Accepted programs that go wrong, and races on fields that are proved.
    pub found: Vec<OwnersCounterexample>,
}

/// A program that refutes something.
#[derive(Clone, Debug)]
pub struct OwnersCounterexample {
    /// The source.
    pub program: String,
    /// Property violated: `race`, `stuck`, `monitor`; `proved`, a race on a field that is proved; `cannot run`.
    pub property: String,
    /// Name of the field or monitor.
    pub detail: String,
    /// A schedule that shows it.
    pub schedule: String,
}

impl Seen {
    /// Adds the counts of another part.
    pub fn add(&mut self, other: Seen) {
        self.programs += other.programs;
        self.accepted += other.accepted;
        self.complete += other.complete;
        self.forks += other.forks;
        self.moves += other.moves;
        other.exercised.into_iter().for_each(|(what, n)| *self.exercised.entry(what).or_default() += n);
        other.points.into_iter().for_each(|(what, n)| *self.points.entry(what).or_default() += n);
        self.claims += other.claims;
        self.rejected += other.rejected;
        self.raced += other.raced;
        self.partly += other.partly;
        self.executions += other.executions;
        self.steps += other.steps;
        self.found.extend(other.found);
    }
}

/// The rules of the system.
///
/// # Panics
///
/// Never: the system is there.
pub fn rules() -> Rules {
    Rules::of(racefree_systems::find("owners").unwrap_or(racefree_systems::BASE))
}

/// Checks the programs of these seeds, and a number of near misses of each.
pub fn theorem(seeds: std::ops::Range<u64>, near: u64) -> Seen {
    theorem_by(&rules(), seeds, near)
}

/// The same by other rules.
pub fn theorem_by(rules: &Rules, seeds: std::ops::Range<u64>, near: u64) -> Seen {
    let (mut seen, mut judge) = (Seen::default(), Judge::new(rules));
    for seed in seeds {
        for (i, source) in with_near_misses(seed, near).enumerate() {
            look(&source, rules, seed ^ (i as u64) << 48, &mut judge, &mut seen);
        }
    }
    seen
}

/// The program of a seed as the campaign judges it: with the claims that the rules accept, where they know of atomic blocks.
pub fn judged_program(rules: &Rules, seed: u64) -> String {
    let source = program(seed);
    racefree_grammar::parse(&source).map_or(source.clone(), |parsed| claimed(parsed, &source, rules, seed).1)
}

/// A program with claims, its source, and how many claims there are.
fn claimed(program: Program, source: &str, rules: &Rules, seed: u64) -> (Program, String, usize) {
    if !rules.system.judges_claims() {
        return (program, source.to_owned(), 0);
    }
    let (claimed, kept, _) = blocks::accepted(program, rules, seed);
    let source = format!("//! system: {}\n{}", rules.system.name(), racefree_grammar::printer::print(&claimed));
    (claimed, source, kept)
}

/// Number of runs of each accepted program in which its owners are watched.
const RUNS: u64 = 2;

fn look(source: &str, rules: &Rules, seed: u64, judge: &mut Judge, seen: &mut Seen) {
    let Ok(parsed) = racefree_grammar::parse(source) else { return };
    let (program, source, claims) = claimed(parsed, source, rules, seed);
    let source = source.as_str();
    seen.claims += claims as u64;
    seen.programs += 1;
    let report = rules.system.check(&program, source, &rules.options);
    let accepted = report.is_ok();
    let Some(lowered) = Judge::lower(program.clone()) else {
        if accepted {
            seen.found.push(OwnersCounterexample::of(source, "cannot run", String::new(), String::new()));
        }
        return;
    };
    if accepted {
        seen.accepted += 1;
        seen.forks += u64::from(has(&program, |e| matches!(e, Expr::Fork(_))));
        seen.moves += u64::from(has(&program, |e| matches!(e, Expr::Move(_))));
        points(&program).into_iter().for_each(|what| *seen.points.entry(what).or_default() += 1);
        let (verdict, exploration) = judge.explored(&lowered);
        seen.executions += exploration.executions;
        seen.steps += exploration.steps;
        match verdict {
            Verdict::Wrong(kind, found) => {
                let schedule = crate::matrix::written(&found.schedule);
                let detail = detail(&lowered, &found);
                seen.found.push(OwnersCounterexample::of(source, kind.name(), detail, schedule));
            }
            Verdict::Sound => seen.complete += 1,
            Verdict::Unknown(_) => {}
        }
        owners(source, &lowered, &program, rules, seed, seen);
        return;
    }
    seen.rejected += 1;
    let unproved = report.facts.map(|facts| facts.unproved).unwrap_or_default();
    seen.partly += u64::from(unproved.len() < program.fields.len());
    let exploration = judge.explored(&lowered).1;
    seen.executions += exploration.executions;
    seen.steps += exploration.steps;
    let races = exploration.found.iter().filter_map(|found| match found.key {
        Key::Race(field, ..) => Some(field.index() as u32),
        _ => None,
    });
    let races: Vec<u32> = races.collect();
    seen.raced += u64::from(!races.is_empty());
    if let Some(&field) = races.iter().find(|field| !unproved.contains(field)) {
        let detail = lowered.tables.field_name(racefree_interp::program::FieldId(field));
        seen.found.push(OwnersCounterexample::of(source, "proved", detail, String::new()));
    }
}

/// Watches run-time owners in some runs of an accepted program.
fn owners(source: &str, lowered: &Arc<Lowered>, program: &Program, rules: &Rules, seed: u64, seen: &mut Seen) {
    let mut exercised = Exercised::default();
    for run in 0..RUNS {
        let (fired, did) = one_run(lowered, program, rules.semantics, seed.wrapping_add(run));
        exercised.add(did);
        if let Some((monitor, _)) = fired {
            seen.found.push(OwnersCounterexample::of(source, "monitor", monitor.name().to_owned(), String::new()));
            break;
        }
    }
    for (what, n) in exercised.counts() {
        *seen.exercised.entry(what).or_default() += u64::from(n > 0);
    }
}

impl OwnersCounterexample {
    fn of(source: &str, property: &str, detail: String, schedule: String) -> OwnersCounterexample {
        OwnersCounterexample { program: source.to_owned(), property: property.to_owned(), detail, schedule }
    }

    /// It in words, with the program.
    pub fn told(&self) -> String {
        format!("{} {} {}\n{}", self.property, self.detail, self.schedule, self.program)
    }
}

/// Returns true if the main expression has such a part; the classes have forks and moves in every program.
fn has(program: &Program, of: impl Fn(&Expr) -> bool) -> bool {
    program.main.is_some_and(|main| program.within(main).any(|e| of(&program.expr(e))))
}

/// Base programs and their translations.
#[derive(Clone, Debug, Default)]
pub struct Translated {
    /// Base programs that check.
    pub accepted: u64,
    /// Programs within the claim: without escapes and paths through ghosts.
    pub within: u64,
    /// Programs whose translations do not check because of an initialiser in a thread-local class: its value is an
    /// object of this thread made elsewhere, but the field's type says `thread`, a formal not known to be this thread.
    pub by_initialisers: Vec<String>,
    /// Programs whose translations do not check for another reason.
    pub exceptions: Vec<String>,
}

/// Translates the base programs of these seeds.
pub fn translated(seeds: std::ops::Range<u64>) -> Translated {
    let (base, rules) = (Rules::base(), rules());
    let mut seen = Translated::default();
    for seed in seeds {
        let settings = if seed.is_multiple_of(3) { Settings::wide() } else { Settings::small() };
        let tree = generate::program(&base.options, settings, seed);
        let program = tree.program();
        if !base.accepts(&program) {
            continue;
        }
        seen.accepted += 1;
        if translate::beyond(&program).is_some() {
            continue;
        }
        seen.within += 1;
        let text = translate::print(&translate::to_owners(&program));
        let wrong: Vec<(bool, String)> = match racefree_grammar::parse(&text) {
            Ok(again) => {
                let wrong = |e: &TypeError| {
                    let known = e.premise == field::INIT && e.message.contains("thisThread");
                    (known, format!("{}: {}", racefree_systems::premise_name(e.premise), e.message))
                };
                rules.system.check(&again, &text, &rules.options).errors.iter().map(wrong).collect()
            }
            Err(errors) => vec![(false, format!("{errors:?}"))],
        };
        let Some((_, first)) = wrong.first() else { continue };
        let told = format!("{first}\n{}\n{text}", tree.source());
        let known = wrong.iter().all(|(known, _)| *known);
        (if known { &mut seen.by_initialisers } else { &mut seen.exceptions }).push(told);
    }
    seen
}
