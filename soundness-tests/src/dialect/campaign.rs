//! Many programs: mutants of given ones that the rules accept, with main expressions that they accept too, run in many schedules.

use super::driver::Driver;
use super::mutate::mutant;
use super::values::{COIN, fill, share};
use racefree_generate::Choices;
use racefree_grammar::Program;
use racefree_grammar::ast::Dialect;
use racefree_grammar::parser::{Options as Parsing, parse_with};
use racefree_grammar::printer::print;
use racefree_interp::detect::HappensBefore;
use racefree_interp::drive::{self, RunOptions};
use racefree_interp::machine::{Coarse, Lowered, Machine, lower};
use racefree_interp::options::{Limits, Semantics};
use racefree_interp::schedule::Random;
use racefree_kernel::Options;
use racefree_program::Resolved;
use racefree_systems::BASE;
use std::sync::Arc;

/// Line that says the dialect.
const HEADER: &str = "//! dialect: java\n";
/// Schedules of each program.
const RUNS: u64 = 12;
/// Main expressions of each accepted program.
const MAINS: usize = 6;
/// Limits of a run.
const LIMITS: Limits = Limits { steps: 4_000, calls: 60, threads: 12, objects: 400 };

/// An accepted program with a race.
#[derive(Clone, Debug)]
pub struct Counterexample {
    /// Text of the program, main expression included.
    pub text: String,
    /// Field of the race.
    pub field: String,
}

/// Counts of a campaign.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Mutants made.
    pub programs: u64,
    /// Mutants that the rules accept.
    pub accepted: u64,
    /// Programs with a main expression that the rules accept.
    pub mains: u64,
    /// Programs of these that ran.
    pub ran: u64,
    /// Reasons why the others could not.
    pub cannot_run: Vec<String>,
    /// Accepted programs that have a race.
    pub counterexamples: Vec<Counterexample>,
}

/// Text of a program of the dialect without its comments, and without its main expression if `open`.
pub fn text(text: &str, open: bool) -> Option<String> {
    let mut program = parse(text)?;
    if open {
        program.main = None;
    }
    Some(format!("{HEADER}{}", print(&program)))
}

/// Program of a text of the dialect.
pub fn parse(text: &str) -> Option<Program> {
    parse_with(text, Parsing { dialect: Some(Dialect::Java), ..Parsing::default() }).ok()
}

/// Mutants of a text, one a seed, of which `read` says what program of the dialect they are. Those without a main expression get some.
pub fn mutants(
    text: &str,
    read: &dyn Fn(&str) -> Option<Program>,
    options: &Options,
    seeds: std::ops::Range<u64>,
    tally: &mut Tally,
) {
    for seed in seeds {
        let mut choices = Choices::seeded(seed);
        let changed = if choices.percent(80) { mutant(text, &mut choices) } else { text.to_owned() };
        tally.programs += 1;
        let Some(program) = read(&changed).filter(|program| accepts(program, options)) else { continue };
        tally.accepted += 1;
        if program.main.is_some() {
            tally.mains += 1;
            run(&program, changed, seed, tally);
            continue;
        }
        let (resolved, written) = (Resolved::new(&program), print(&program));
        for _ in 0..MAINS {
            let Some(main) = Driver::new(&program, &resolved, &mut choices).text() else { break };
            let whole = format!("{HEADER}{written}\n{main}");
            let Some(program) = parse(&whole).filter(|program| accepts(program, options)) else { continue };
            tally.mains += 1;
            if run(&program, whole, seed, tally) {
                break;
            }
        }
    }
}

/// Runs an accepted program; returns true if it has a race.
fn run(program: &Program, text: String, seed: u64, tally: &mut Tally) -> bool {
    match ready(program) {
        Err(reason) => tally.cannot_run.push(reason),
        Ok(lowered) => {
            tally.ran += 1;
            if let Some(field) = race(&lowered, seed) {
                tally.counterexamples.push(Counterexample { text, field });
                return true;
            }
        }
    }
    false
}

/// Makes a program of the dialect ready to run: with values for `any t`, with objects for variables that several threads see, and with no
/// field final, so that races on those are seen too.
///
/// # Errors
///
/// The reason why it cannot run.
pub fn ready(program: &Program) -> Result<Arc<Lowered>, String> {
    let text = format!("{HEADER}{COIN}{}", print(program));
    let mut program = parse(&text).ok_or("it cannot be read again")?;
    fill(&mut program);
    share(&mut program)?;
    program.fields.iter_mut().for_each(|field| field.is_final = false);
    lower(program).map_err(|errors| errors[0].message.clone())
}

/// Returns true if the rules accept a program, without any escape.
fn accepts(program: &Program, options: &Options) -> bool {
    let report = BASE.check(program, "", options);
    report.is_ok() && report.silenced.is_empty()
}

/// Field of a race in some schedule.
pub fn race(program: &Arc<Lowered>, seed: u64) -> Option<String> {
    (0..RUNS).find_map(|run| {
        if !program.on_reference() {
            let mut machine = Machine::new(program.clone(), Semantics::default(), LIMITS);
            let mut observer = HappensBefore::until_first();
            drive::drive::<Coarse, _, _>(&mut machine, &mut Random::new(seed ^ run), &mut observer);
            return observer.races().first().map(|race| program.tables.field_name(race.field));
        }
        let options = RunOptions { seed: seed ^ run, limits: LIMITS, stop_at_first: true, ..RunOptions::default() };
        drive::run(program, &options).races.first().map(|race| race.field.clone())
    })
}
