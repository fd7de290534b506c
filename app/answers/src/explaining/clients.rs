//! Other mains over the classes of a program: what is wrong in a class need not go wrong with this main, and with another one it may.
//!
//! A client makes one object and lets two threads use it: call its methods, and read and write its fields under their guards. The
//! clients are tried by size; those that the checker has something new to say of are left out, so that what goes wrong is due to the
//! classes. Each is explored in all schedules, within a budget, and judged as the program itself is ([`super::judge`]).

use super::judge::{JudgedError, Subject, judge};
use super::open;
use super::reach::Reached;
use crate::exploring::{Searched, Shown, owners, shown};
use crate::options::{Exploring, Monitoring};
use crate::running::{Again, Loaded};
use crate::source::Source;
use crate::variant::Rules;
use crate::verdict;
use racefree_explore::{Algorithm, Options, explore};
use racefree_grammar::Span;
use racefree_grammar::ast::{Class, Program};
use racefree_interp::drive::Key;
use racefree_interp::machine::lower;
use racefree_kernel::{PremiseId, TypeError};
use std::collections::BTreeSet;
use std::time::Duration;

/// A client in which an error is real.
pub struct Client {
    /// Its main expression.
    pub main: String,
    /// The program with it.
    pub loaded: Loaded,
    /// Finding with this client, in a shortest schedule.
    pub shown: Shown,
}

/// An error, with the first client that makes it real, if there is one.
pub struct WithClient {
    /// The error.
    pub(super) error: (PremiseId, Span),
    /// The client.
    pub client: Option<Client>,
}

/// Result of the search for clients.
pub struct ClientSearch {
    /// Number of clients explored.
    pub clients: usize,
    /// The errors, in their order.
    pub found: Vec<WithClient>,
    /// The search ended because its time was over.
    pub out_of_time: bool,
}

/// Bound on the states of a client's exploration.
const STATES: u64 = 4_000;
/// Bound on the steps for which its run-time owners are watched.
const WATCHED: u64 = 10_000;
/// Default time for the search for clients.
const TIME: Duration = Duration::from_secs(20);

/// Looks for a client for each of the errors, all of which are in classes.
pub fn find(
    source: &Source,
    program: &Program,
    rules: &Rules,
    errors: &[&TypeError],
    (exploring, options): (&Exploring, &Options),
    most: usize,
) -> ClientSearch {
    let host = &options.control.host;
    let start = host.now();
    let elapsed = || host.now().saturating_sub(start);
    let left = options.control.until.map(|until| until.saturating_sub(start));
    let time = left.unwrap_or(TIME);
    let (mut clients, mut out_of_time) = (0, false);
    let mut real: Vec<Option<(String, Loaded, Searched, Key)>> = errors.iter().map(|_| None).collect();
    // The explored program is the one without owners.
    let written = verdict::parse(rules.system, &source.text).ok();
    let program = written.as_ref().unwrap_or(program);
    let end = program.classes.iter().map(|c| c.span.end).max().unwrap_or(0);
    let (classes, most) = source.text.get(..end as usize).map_or(("", 0), |classes| (classes, most));
    let spans: Vec<Span> = errors.iter().map(|e| e.span).collect();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for main in mains(program, &spans, 8 * most) {
        if clients >= most || real.iter().all(Option::is_some) {
            break;
        }
        if elapsed() > time || options.control.is_interrupted() {
            out_of_time = true;
            break;
        }
        if !seen.insert(main.clone()) {
            continue;
        }
        let text = format!("{classes}\n{main}\n");
        let Some(loaded) = client(&source.name, text, rules, end) else { continue };
        let control = options.control.another();
        let mut how = Options { algorithm: Algorithm::States, outcomes: false, control, ..options.clone() };
        how.budget.states = STATES;
        how.budget.time = Some(time.saturating_sub(elapsed()));
        let mut result = explore(&loaded.program, &how);
        clients += 1;
        // A race says more than a monitor.
        let watches = result.found.is_empty() && how.control.goes_on(how.algorithm);
        let breaches = if watches { owners::breaches(&loaded, &how, WATCHED) } else { None };
        let watched = breaches.as_ref().map(|b| b.complete);
        result.found.extend(breaches.into_iter().flat_map(|b| b.found));
        if result.found.is_empty() {
            continue;
        }
        let items = loaded.report.errors.iter().map(|e| Subject::Error(Box::new(e.clone()), false)).collect();
        let reached = vec![Reached::default(); loaded.report.errors.len()];
        let (judged, _) = judge(&loaded, &result, items, &reached, watched, &how.control);
        for (error, real) in errors.iter().zip(&mut real).filter(|(_, real)| real.is_none()) {
            let same = |e: &TypeError| e.premise == error.premise && e.span == error.span;
            if let Some(key) = judged.iter().find(|j| j.item.error().is_some_and(same)).and_then(JudgedError::real) {
                let searched = Searched { result: result.clone(), options: how.clone(), note: None };
                *real = Some((main.clone(), loaded.clone(), searched, key.clone()));
            }
        }
    }
    let again = Again::exploring("client.rfj", exploring, Monitoring::Auto);
    let shown = |(main, loaded, searched, key): (String, Loaded, Searched, Key)| {
        let witnesses = shown::shorten(&loaded, &searched, &[key]);
        let shown = Shown::new(&loaded, &searched.options, &again, witnesses.first()?);
        Some(Client { main, loaded, shown })
    };
    let with = |(real, error): (Option<_>, &&TypeError)| WithClient {
        error: (error.premise, error.span),
        client: real.and_then(shown),
    };
    ClientSearch { clients, found: real.into_iter().zip(errors).map(with).collect(), out_of_time }
}

/// The program with a client, if the client by itself is well typed and can run.
fn client(name: &str, text: String, rules: &Rules, classes_end: u32) -> Option<Loaded> {
    let program = verdict::parse(rules.system, &text).ok()?;
    let report = rules.system.check(&program, &text, &rules.options);
    let new =
        report.errors.iter().chain(&report.silenced).flat_map(TypeError::all).any(|e| e.span.start >= classes_end);
    if new {
        return None;
    }
    let program = lower(program).ok()?;
    let source = Source { name: name.to_owned(), text };
    Some(Loaded { source, program, accepted: false, report, rules: rules.clone(), taken: Vec::new() })
}

/// Main expressions over the classes that the errors are in, and those related to them, the small ones first.
fn mains(program: &Program, errors: &[Span], most: usize) -> Vec<String> {
    let blamed = |c: &Class| errors.iter().any(|&e| c.span.contains(e));
    let mut classes: Vec<Class> = program.classes.to_vec();
    classes.sort_by_key(|c| !blamed(c));
    let mut all = Vec::new();
    for class in classes.into_iter().take(6) {
        for made in open::objects(program, &class) {
            let (head, uses) = (&made.head, open::uses(program, &class, &made, errors));
            let two = |first: &str, second: &str| format!("{head}{{\n  fork {{ {first} }}\n  fork {{ {second} }}\n}}");
            for (n, first) in uses.iter().enumerate() {
                for second in uses.iter().take(n + 1) {
                    all.push((2, two(first, second)));
                }
                all.push((2, format!("{head}{{\n  fork {{ {first} }}\n  {first}\n}}")));
            }
            for first in uses.iter().take(12) {
                for second in uses.iter().take(12) {
                    for third in uses.iter().take(12) {
                        all.push((3, two(&format!("{first}; {second}"), third)));
                    }
                }
            }
        }
        if all.len() > 4 * most {
            break;
        }
    }
    all.sort_by_key(|&(size, _)| size);
    all.truncate(most);
    all.into_iter().map(|(_, main)| main).collect()
}
