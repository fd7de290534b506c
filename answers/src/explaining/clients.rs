//! Other mains over the classes of a program: what is wrong in a class need not go wrong with this main, and with another one it may.
//!
//! A client makes one object and lets two threads use it: call its methods, and read and write its fields under their guards. The
//! clients are tried by size; those that the checker has something new to say of are left out, so that what goes wrong is due to the
//! classes. Each is explored in all schedules, within a budget, and judged as the program itself is ([`super::judge`]).

use super::judge::{ErrorVerdict, Owners, Subject, judge};
use super::open;
use super::places::within;
use super::reach::Reached;
use crate::exploring::{Searched, owners};
use crate::running::Loaded;
use crate::source::Source;
use crate::variant::Rules;
use crate::verdict;
use racefree_explore::{Algorithm, Options, explore};
use racefree_grammar::Span;
use racefree_grammar::ast::{Class, Program};
use racefree_interp::drive::Key;
use racefree_interp::machine::lower;
use racefree_kernel::TypeError;
use std::collections::BTreeSet;
use std::time::Duration;

/// A client in which an error is real.
pub struct Client {
    /// Its main expression.
    pub main: String,
    /// The program with it.
    pub loaded: Loaded,
    /// Its schedules.
    pub searched: Searched,
    /// Key of the finding.
    pub key: Key,
}

/// Result of the search for clients.
pub struct ClientSearch {
    /// Number of clients explored.
    pub clients: usize,
    /// First client that makes each error real, in the order of the errors.
    pub found: Vec<Option<Client>>,
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
    options: &Options,
    most: usize,
) -> ClientSearch {
    let host = &options.control.host;
    let start = host.now();
    let elapsed = || host.now().saturating_sub(start);
    let left = options.control.until.map(|until| until.saturating_sub(start));
    let time = left.unwrap_or(TIME);
    let mut tried = ClientSearch { clients: 0, found: errors.iter().map(|_| None).collect(), out_of_time: false };
    // The explored program is the one without owners.
    let written = verdict::parse(rules.system, &source.text).ok();
    let program = written.as_ref().unwrap_or(program);
    let end = program.classes.iter().map(|c| c.span.end).max().unwrap_or(0);
    let Some(classes) = source.text.get(..end as usize) else { return tried };
    let spans: Vec<Span> = errors.iter().map(|e| e.span).collect();
    let mut seen: BTreeSet<String> = BTreeSet::new();
    for main in mains(program, &spans, 8 * most) {
        if tried.clients >= most || tried.found.iter().all(Option::is_some) {
            break;
        }
        if elapsed() > time {
            tried.out_of_time = true;
            break;
        }
        if !seen.insert(main.clone()) {
            continue;
        }
        let text = format!("{classes}\n{main}\n");
        let Some(loaded) = client(&source.name, text, rules, end) else { continue };
        let control = options.control.another();
        let mut how = Options { algorithm: Algorithm::States, outcomes: false, threads: 1, control, ..options.clone() };
        how.budget.states = STATES;
        how.budget.time = Some(time.saturating_sub(elapsed()));
        let mut result = explore(&loaded.program, &how);
        tried.clients += 1;
        // A race says more than a monitor.
        let watches = result.found.is_empty() && how.control.goes_on(how.algorithm);
        let breaches = if watches { owners::breaches(&loaded, &how, WATCHED) } else { None };
        let watched = breaches.as_ref().map_or(Owners::NotWatched, |b| Owners::of(b.complete));
        result.found.extend(breaches.into_iter().flat_map(|b| b.found));
        if result.found.is_empty() {
            continue;
        }
        let items: Vec<Subject<'_>> = loaded.report.errors.iter().map(|e| Subject::Error(e, false)).collect();
        let reached = vec![Reached::default(); items.len()];
        let unproved = loaded.report.facts.as_ref().map_or(&[][..], |facts| &facts.unproved);
        let judged = judge(&loaded.program, &result, &items, &reached, (unproved, watched));
        let real: Vec<(usize, Key)> = (errors.iter().enumerate())
            .filter(|(i, _)| tried.found[*i].is_none())
            .filter_map(|(i, error)| {
                let same = |item: &Subject<'_>| matches!(item, Subject::Error(e, _) if e.premise == error.premise && e.span == error.span);
                let one = judged.iter().find(|j| same(&j.item))?;
                match &one.verdict {
                    ErrorVerdict::Real(key) => Some((i, key.clone())),
                    ErrorVerdict::FalseAlarm | ErrorVerdict::Unknown => None,
                }
            })
            .collect();
        for (i, key) in real {
            let again = client(&loaded.source.name, loaded.source.text.clone(), rules, end);
            let (Some(loaded), result) = (again, result.clone()) else { continue };
            let searched = Searched { result, options: how.clone(), note: None };
            tried.found[i] = Some(Client { main: main.clone(), loaded, searched, key });
        }
    }
    tried
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
    Some(Loaded { source, program, accepted: false, report, rules: rules.clone() })
}

/// Main expressions over the classes that the errors are in, and those related to them, the small ones first.
fn mains(program: &Program, errors: &[Span], most: usize) -> Vec<String> {
    let blamed = |c: &Class| errors.iter().any(|&e| within(e, c.span));
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
