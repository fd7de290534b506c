//! Discovery on generated programs: the annotations found for an erased program must check.

use super::campaign::rules;
use super::program;
use racefree_infer::owners::{discover, watch};
use racefree_infer::run::Limits;
use racefree_infer::{Budget, Runs};

/// Results of discovery.
#[derive(Clone, Debug, Default)]
pub struct Rediscovered {
    /// Accepted programs, erased.
    pub programs: u64,
    /// Found with all annotations.
    pub whole: u64,
    /// Annotations put in.
    pub annotations: u64,
    /// Annotations at places that the checker complains of.
    pub wrong: u64,
    /// The first premise that fails, and the program.
    pub failures: Vec<(String, String)>,
}

/// Discovers the erased programs of these seeds after a number of runs each.
pub fn rediscovered(seeds: std::ops::Range<u64>, runs: u64) -> Rediscovered {
    let rules = rules();
    let mut seen = Rediscovered::default();
    for seed in seeds {
        let source = program(seed);
        let Ok(whole) = racefree_grammar::parse(&source) else { continue };
        if !rules.system.check(&whole, &source, &rules.options).is_ok() {
            continue;
        }
        let text = racefree_owners::translate::print(&racefree_program::erase(&whole));
        let Ok(program) = racefree_grammar::parse(&text) else { continue };
        let limits = Limits { steps: 20_000, ..Limits::default() };
        let (runs, budget) = (Runs { runs, seed, limits, ..Runs::default() }, Budget::default());
        let Ok(watched) = watch(&program, &runs, &budget, 1) else { continue };
        seen.programs += 1;
        let Some(found) = discover(&program, &text, &rules.options, watched, &budget) else { continue };
        seen.annotations += found.annotations.len() as u64;
        seen.wrong += found.report.errors.len() as u64;
        match found.report.errors.first() {
            None => seen.whole += 1,
            Some(error) => {
                let premise = racefree_systems::premise_name(error.premise);
                seen.failures.push((format!("{premise}: {}", error.message), found.text.clone()));
            }
        }
    }
    seen
}
