//! Questions about all runs.

use super::{AskOptions, Desk, Failure, bad, parsed, ready, rule_options, runs, word, written};
use crate::explaining::told::told;
use crate::explaining::{clients, open, report};
use crate::exploring::graph::picture;
use crate::exploring::outcomes::By;
use crate::exploring::{self, Explored, Wants};
use crate::options::{Exploring, all_monitors, explore_options};
use crate::running::{Again, Parsed};
use crate::source::Source;
use racefree_explore::{Algorithm, Options};
use racefree_kernel::TypeError;

/// So many states a graph has at most, if nothing is said.
const NODES: u32 = 300;
/// So many other main expressions are tried, if nothing is said.
const CLIENTS: usize = 2_000;

fn exploring(desk: &Desk, options: &AskOptions) -> Result<Exploring, Failure> {
    let usual = Exploring::default();
    let known = [
        ("auto", None),
        ("dpor", Some(Algorithm::Dpor)),
        ("states", Some(Algorithm::States)),
        ("sync", Some(Algorithm::Sync)),
        ("dfs", Some(Algorithm::Dfs)),
        ("plain", Some(Algorithm::Plain)),
    ];
    let most = |wanted: Option<u64>| match desk.limits.states {
        u64::MAX => wanted,
        most => Some(wanted.map_or(most, |n| n.min(most))),
    };
    Ok(Exploring {
        rules: rule_options(options),
        algorithm: word("algorithm", options.algorithm.as_deref().unwrap_or("auto"), &known)?,
        max_steps: options.max_steps.unwrap_or(usual.max_steps).min(desk.limits.steps),
        max_states: most(options.max_states),
        max_runs: options.max_runs,
        time: match desk.limits.time {
            most if most < 1e9 => Some(options.time.map_or(most, |time| time.min(most))),
            _ => options.time,
        },
        began: Some(desk.host.now()),
        memory: options.memory.unwrap_or(usual.memory).min(desk.limits.memory),
        threads: desk.limits.threads,
        locks: runs::locks(options)?,
    })
}

fn wants(options: &AskOptions) -> Result<Wants, Failure> {
    let known = [By::Output, By::Heap, By::Threads, By::All].map(|by| (by.name(), by));
    let by = options.outcomes_by.as_deref().map(|name| word("way to tell outcomes apart", name, &known)).transpose()?;
    let usual = Wants::default();
    let outcomes = options.outcomes.unwrap_or(usual.outcomes);
    Ok(Wants { monitors: runs::monitors(options)?, watch: runs::watch(options)?, outcomes, by, ..usual })
}

/// `explore`
pub fn explore(desk: &Desk, source: Source, options: &AskOptions) -> Result<String, Failure> {
    let (asked, wants) = (exploring(desk, options)?, wants(options)?);
    let loaded = match parsed(source, options)? {
        Ok(parsed) => ready(parsed)?,
        Err(answer) => return Ok(answer),
    };
    let how = exploring::options(&loaded, &asked, &wants, &desk.host).map_err(bad)?;
    written(&Explored::new(&loaded, &asked, &wants, &how).json(&loaded))
}

/// `graph`
pub fn graph(desk: &Desk, source: Source, options: &AskOptions) -> Result<String, Failure> {
    let (asked, wants) = (exploring(desk, options)?, wants(options)?);
    let loaded = match parsed(source, options)? {
        Ok(parsed) => ready(parsed)?,
        Err(answer) => return Ok(answer),
    };
    let how = exploring::options(&loaded, &asked, &wants, &desk.host).map_err(bad)?;
    let again = Again::exploring(&loaded.source.name, &asked, wants.monitors);
    let most = options.graph_nodes.unwrap_or(NODES);
    let from = runs::schedule(options)?.unwrap_or_default();
    let graph = racefree_explore::graph_from(&loaded.program, &how, &from, most as usize);
    written(&picture::picture(&loaded, &how, &again, &graph, most))
}

/// `explain`
pub fn explain(desk: &Desk, source: Source, options: &AskOptions) -> Result<String, Failure> {
    let asked = exploring(desk, options)?;
    let mut parsed = match parsed(source, options)? {
        Ok(parsed) => parsed,
        Err(answer) => return Ok(answer),
    };
    parsed.settle(options.defaults, asked.time);
    let how = explore_options(&asked, &parsed.rules, all_monitors(&parsed.rules), &desk.host).map_err(bad)?;
    let how = Options { outcomes: false, ..how };
    let most = options.clients.unwrap_or(CLIENTS);
    if parsed.program.main.is_none() {
        return written(&library(&parsed, &asked, &how, most));
    }
    let loaded = ready(parsed)?;
    match told(&loaded, &asked, &how, most, |told| told.json()) {
        Some((_, record)) => written(&record),
        None => written(&report::nothing(&loaded)),
    }
}

/// A program without a main expression.
fn library(parsed: &Parsed, asked: &Exploring, how: &Options, most: usize) -> report::ExplainRecord {
    let errors: Vec<&TypeError> = parsed.report.errors.iter().chain(&parsed.report.silenced).collect();
    if errors.is_empty() || most == 0 {
        let spans: Vec<_> = errors.iter().map(|e| e.span).collect();
        return report::open(parsed, open::suggestion(&parsed.program, &spans));
    }
    let tried = clients::find(&parsed.source, &parsed.program, &parsed.rules, &errors, how, most);
    let found = tried.found.iter().zip(&errors);
    let with = found.map(|(client, e)| report::WithClient::new((e.premise, e.span), client.as_ref(), asked));
    report::library(parsed, &with.collect::<Vec<_>>(), &tried)
}
