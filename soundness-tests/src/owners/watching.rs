//! Equivalence of two ways to watch: only the fields that the types do not prove, or all of them (`owners.md`, section
//! 5). Under the same schedule they show the same races at the same places, in the same order, by every detector.

use super::campaign::rules;
use super::with_near_misses;
use racefree_interp::Limits;
use racefree_interp::drive::{Detectors, RunOptions, RunResult, run};
use racefree_interp::monitor::MonitorSet;

/// Counts of compared programs.
#[derive(Clone, Debug, Default)]
pub struct Compared {
    /// Programs that run.
    pub programs: u64,
    /// Number of accepted programs.
    pub accepted: u64,
    /// Number of programs with errors.
    pub rejected: u64,
    /// Number of programs with errors and proved fields.
    pub partly: u64,
    /// Programs with a race in some run.
    pub raced: u64,
    /// Runs.
    pub runs: u64,
    /// Differences between the two.
    pub differences: Vec<String>,
}

/// Compares on the generated programs of these seeds, and a number of near misses of each, under a number of schedules.
pub fn generated(seeds: std::ops::Range<u64>, near: u64, schedules: u64) -> Compared {
    let mut compared = Compared::default();
    for seed in seeds {
        with_near_misses(seed, near).for_each(|source| compare(&source, schedules, &mut compared));
    }
    compared
}

/// Compares the two ways to watch one program.
pub fn compare(source: &str, schedules: u64, compared: &mut Compared) {
    let Ok(program) = racefree_grammar::parse(source) else { return };
    let rules = rules();
    let report = rules.system.check(&program, source, &rules.options);
    let Some(facts) = &report.facts else { return };
    let watched = facts.watched.clone();
    let Ok(lowered) = racefree_interp::lower(program) else { return };
    compared.programs += 1;
    compared.accepted += u64::from(report.is_ok());
    compared.rejected += u64::from(!report.is_ok());
    compared.partly += u64::from(!report.is_ok() && watched.contains(&false));
    let mut raced = false;
    for seed in 0..schedules {
        let limits = Limits { steps: 2_000, ..Limits::default() };
        let options =
            RunOptions { seed, limits, detectors: Detectors::ALL, monitors: MonitorSet::NONE, ..RunOptions::default() };
        let all = run(&lowered, &options);
        let some = run(&lowered, &RunOptions { watched: Some(watched.clone().into()), ..options });
        compared.runs += 1;
        // An alarm of the lockset detector on a proved field is false, and is what watching less is to spare.
        let on_proved = all
            .races
            .iter()
            .any(|race| !watched[race.field_id.index()] && race.detector != racefree_interp::detect::Detector::Lockset);
        raced |= all.races.iter().any(|race| race.detector != racefree_interp::detect::Detector::Lockset);
        if on_proved || seen(&all, &watched) != seen(&some, &watched) {
            compared.differences.push(format!("seed {seed}:\n{source}"));
            break;
        }
    }
    compared.raced += u64::from(raced);
}

/// All that a run shows, races on proved fields left aside: only the lockset detector may have them.
fn seen(result: &RunResult, watched: &[bool]) -> impl PartialEq + use<> {
    let races: Vec<_> = result.races.iter().filter(|race| watched[race.field_id.index()]).cloned().collect();
    (format!("{:?}", result.schedule), result.steps, result.status, result.output.clone(), races)
}
