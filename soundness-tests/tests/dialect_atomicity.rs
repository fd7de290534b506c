//! Atomicity of the dialect of Java: claims that the rules accept are serializable in the schedules of a campaign, and a rule with a mistake is
//! caught.

use racefree_atomicity::keep_what_holds;
use racefree_atomicity::rules::atom_block;
use racefree_generate::Choices;
use racefree_grammar::Program;
use racefree_grammar::ast::{Dialect, Expr, MethodKind};
use racefree_interp::drive::{self, RunOptions};
use racefree_interp::machine::lower;
use racefree_interp::options::Limits;
use racefree_kernel::Options;
use racefree_soundness::dialect::{campaign, mutate};
use racefree_systems::find;

/// Schedules of each program.
const RUNS: u64 = 12;

/// Counts of a campaign.
#[derive(Debug, Default)]
struct Tally {
    programs: usize,
    kept: usize,
    lost: usize,
    parted: Vec<String>,
}

/// Texts of the corpus in the dialect: its own programs, and those of the calculus without claims.
fn texts() -> Vec<String> {
    let entries = racefree_corpus::entries().into_iter();
    let fits = |source: &str| !source.contains("holds ") && !source.contains("no_warn") && !source.contains("atomic");
    let all = entries.filter(|e| fits(e.source) && Dialect::of(e.source) != Dialect::Owners);
    all.filter_map(|e| campaign::text(e.source, false)).collect()
}

/// A program in which every method claims to be atomic, and some other expressions do.
fn claimed(mut program: Program, choices: &mut Choices<'_>) -> Program {
    for m in 0..program.methods.len() {
        let method = program.methods[m];
        if program.kind_of(&method) == MethodKind::Plain && choices.percent(70) {
            let body = program.add(Expr::Atomic(method.body), method.span);
            (program.methods[m].atomic, program.methods[m].body) = (true, body);
        }
    }
    for e in 0..program.exprs.len() {
        if let Expr::Fork(body) = program.exprs[e]
            && choices.percent(60)
        {
            let span = program.spans[body.index()];
            program.exprs[e] = Expr::Fork(program.add(Expr::Atomic(body), span));
        }
    }
    program
}

/// Claims of mutants that the rules accept under some options, run in many schedules.
fn run(options: &Options, seeds: std::ops::Range<u64>, step: usize) -> Tally {
    let (system, mut tally) = (find("atomicity").expect("a system"), Tally::default());
    for text in texts().iter().step_by(step) {
        for seed in seeds.clone() {
            let mut choices = Choices::seeded(seed);
            let changed = if seed % 4 == 0 { text.clone() } else { mutate::mutant(text, &mut choices) };
            let Some(program) = campaign::parse(&changed).filter(|program| program.main.is_some()) else { continue };
            let program = claimed(program, &mut choices);
            let (program, kept, lost) = match options.off.is_off(atom_block::CLAIM) {
                true => (program, 1, 0),
                false => keep_what_holds(&program, options),
            };
            if kept == 0 || !system.failures(&program, options).is_empty() {
                continue;
            }
            let Ok(lowered) = lower(program) else { continue };
            tally.programs += 1;
            tally.kept += kept;
            tally.lost += lost;
            let limits = Limits { steps: 4_000, calls: 60, threads: 12, objects: 400 };
            let parts = (0..RUNS).any(|run| {
                let options = RunOptions { seed: seed ^ run << 8, limits, ..RunOptions::default() };
                drive::run(&lowered, &options).monitors.iter().any(|v| v.monitor.name() == "serializable")
            });
            tally.parted.extend(parts.then_some(changed));
        }
    }
    tally
}

#[test]
fn a_campaign_over_the_dialect_parts_nothing_that_is_accepted() {
    let tally = run(&Options::default(), 0..8, 1);
    assert!(tally.parted.is_empty(), "{}", tally.parted.join("\n\n"));
    let Tally { programs, kept, lost, .. } = tally;
    assert!(programs > 150 && kept > 250 && lost > 10, "{programs} programs, {kept} claims kept, {lost} taken back");
}

#[test]
fn a_rule_with_a_mistake_is_caught() {
    let system = find("atomicity").expect("a system");
    for name in ["ATOM SEQ/commit", "ATOM BLOCK/claim"] {
        let premise = system.book().find_premise(name).expect("a premise");
        let mut options = Options::default();
        options.off.switch_off(premise);
        let tally = run(&options, 0..8, 1);
        assert!(!tally.parted.is_empty(), "{name}: {} programs", tally.programs);
    }
}
