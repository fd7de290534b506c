//! The search for one variant's entry: hunts from several seeds, each followed by the shrinking of its findings.

use super::{Entry, Example, reasons};
use crate::enumerate;
use crate::generate::Maker;
use crate::hunt::{self, Effort, Hunt};
use crate::judge::{Judge, detail, no_race};
use crate::reduce;
use crate::tree::{Tree, tokens};
use crate::variant::{Rules, Variant};
use racefree_interp::machine::Lowered;
use racefree_interp::schedule::Schedule;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time budget of a search.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Hunts, each from another seed.
    pub seeds: u64,
    /// Time of a hunt.
    pub hunt: Duration,
    /// Time to shrink the findings of a hunt,
    pub reduce: Duration,
    /// and time to prove that it is 1-minimal.
    pub proof: Duration,
}

/// A schedule as it is written on the command line.
pub fn written(schedule: &Schedule) -> String {
    let runs: Vec<String> = schedule.runs().iter().map(|(t, n)| format!("{}*{n}", t.0)).collect();
    runs.join(",")
}

/// The program of an example as a tree.
pub(super) fn tree(example: &Example) -> Option<Tree> {
    Tree::of(&racefree_grammar::parse(&example.program).ok()?)
}

/// Searches for the entry of a variant. A known entry is a starting point, and is not in the result.
///
/// # Errors
///
/// A sentence, if the variant means nothing.
pub fn search(variant: &Variant, known: &[Entry], budget: Budget) -> Result<Entry, String> {
    let rules = variant.rules()?;
    let mut effort = Effort::default();
    let mut best: Option<(Tree, bool)> = None;
    let mut race: Option<(Tree, bool)> = None;
    let no_race = no_race(rules.system);
    for (example, race_wanted) in
        known.iter().flat_map(|e| [(&e.smallest, false), (&e.smallest, true), (&e.race, true)])
    {
        let Some(tree) = example.as_ref().filter(|_| no_race || !race_wanted).and_then(tree) else { continue };
        let hunt = Hunt::new(&rules, 0);
        let mut hunt = if race_wanted { hunt.for_race(vec![tree.clone()]) } else { hunt };
        if hunt.still(&tree).is_some() {
            let still: &mut dyn FnMut(&Tree) -> bool = &mut |t| hunt.still(t).is_some();
            let small = reduce::smallest(&tree, &Maker::new(&rules), still, 0, (budget.reduce, budget.proof));
            better(if race_wanted { &mut race } else { &mut best }, small);
        }
    }
    let times = (budget.hunt, budget.reduce * 2, budget.proof);
    let mut from: Vec<Tree> = Vec::new();
    for seed in 0..budget.seeds {
        let Some(small) = hunt::smallest(&rules, None, seed, times, &mut effort) else { break };
        if no_race && Hunt::new(&rules, seed).race_in(&small.0) {
            better(&mut race, small.clone());
        }
        from.push(small.0.clone());
        better(&mut best, small);
    }
    if !from.is_empty() && no_race {
        // Some that already go wrong are developed further, and some races begin anew.
        for seed in 0..budget.seeds.min(2) {
            let from = if seed == 0 { &from[..] } else { &[] };
            if let Some(small) = hunt::smallest(&rules, Some(from), seed, times, &mut effort) {
                better(&mut race, small.clone());
                better(&mut best, small);
            }
        }
    }
    let none_because = match best {
        Some(_) => None,
        None => Some(reasons::why(rules.system.name(), &variant.name).unwrap_or("not understood yet").to_owned()),
    };
    let example = |found: &Option<(Tree, bool)>, race: bool| {
        found.as_ref().and_then(|(tree, minimal)| example(&rules, &tree.compact(), *minimal, race))
    };
    let smallest = example(&best, false);
    let race =
        example(&race, true).filter(|r| smallest.as_ref().is_none_or(|s| s.kind != "race" || s.program != r.program));
    Ok(Entry {
        variant: variant.name.clone(),
        smallest,
        race,
        none_because,
        programs: effort.programs,
        apart: effort.apart,
        ..Entry::default()
    })
}

fn better(best: &mut Option<(Tree, bool)>, other: (Tree, bool)) {
    if best.as_ref().is_none_or(|b| reduce::cost(&other.0) < reduce::cost(&b.0)) {
        *best = Some(other);
    }
}

/// A program that goes wrong, made as small as single edits make it.
pub(super) fn reduced(rules: &Rules, tree: &Tree, race: bool) -> Option<Example> {
    let hunt = Hunt::new(rules, 0);
    let mut hunt = if race { hunt.for_race(Vec::new()) } else { hunt };
    let until = Instant::now() + Duration::from_secs(20);
    let (small, minimal) = reduce::minimal(tree, &mut |t| hunt.still(t).is_some(), until);
    example(rules, &small.compact(), minimal, race)
}

/// A source as an example: explored once more from its text.
pub fn example(rules: &Rules, source: &str, one_minimal: bool, race: bool) -> Option<Example> {
    let program = racefree_grammar::parse(source).ok()?;
    if !rules.sets_apart(&program) {
        return None;
    }
    let nodes = enumerate::nodes(&Tree::of(&program)?);
    let lowered = Judge::lower(program)?;
    let example = explored(source, &lowered, race, &mut Judge::new(rules))?;
    Some(Example { nodes, one_minimal, ..example })
}

/// A program as an example: what goes wrong in it, or its race, if there is such a thing.
pub fn explored(source: &str, lowered: &Arc<Lowered>, race: bool, judge: &mut Judge) -> Option<Example> {
    let (kind, found) = judge.failure(lowered, race)?;
    Some(Example {
        program: source.to_owned(),
        tokens: tokens(source),
        nodes: 0,
        kind: kind.name().to_owned(),
        detail: detail(lowered, &found),
        schedule: written(&found.schedule),
        one_minimal: false,
        below: None,
    })
}
