//! Verdict of the explorer on each pair that is left (section 8): REAL with the shortest schedule, FALSE ALARM when
//! every schedule was covered without the race, UNKNOWN with the bound.

use super::answered::{Answered, JudgedPair, PairVerdict};
use super::subject::{PairsSubject, Ready, with_harness};
use crate::desk::{Desk, ready};
use crate::exploring::{Searched, Shown, search, shown, words};
use crate::options::{Exploring, Monitoring, PairsOptions, explore_options};
use crate::running::json::ids;
use crate::running::{Again, Loaded, Parsed, command};
use crate::source::{Source, count};
use racefree_grammar::span::Span;
use racefree_interp::drive::Key;
use racefree_interp::monitor::MonitorSet;
use racefree_interp::program::JavaNames;
use racefree_kernel::Filled;
use racefree_pairs::harness::{Called, Plan, harness, name_of};
use racefree_program::Resolved;
use rustc_hash::FxHashMap;

/// Name in a race of the elements of an array, and of what is in an object of the library.
const ELEMENTS: &str = "elements";

/// A race as places and a field's name.
pub(super) type Race = (Span, Span, String);

/// An exploration and its races.
pub(super) struct ExploredRaces {
    loaded: Loaded,
    pub(super) searched: Searched,
    pub(super) races: FxHashMap<Race, Key>,
}

/// The search of a program.
pub(super) fn exploring(desk: &Desk, asked: &PairsOptions) -> Exploring {
    let (time, memory) = (Some(asked.time.unwrap_or(60.0)), asked.memory.unwrap_or(2_048));
    desk.exploring(&Exploring { time, memory, ..Exploring::default() })
}

pub(super) fn explore(desk: &Desk, loaded: Loaded, asked: &PairsOptions) -> Result<ExploredRaces, String> {
    let how = exploring(desk, asked);
    let options = explore_options(&how, &loaded.rules, MonitorSet::NONE, &desk.host)?;
    let searched = search(&loaded.program, &how, &options);
    let mut races = FxHashMap::default();
    for found in searched.result.races() {
        if let Some(race) = race(&loaded, &found.key) {
            races.insert(race, found.key.clone());
        }
    }
    Ok(ExploredRaces { loaded, searched, races })
}

fn race(loaded: &Loaded, key: &Key) -> Option<Race> {
    let Key::Race(field, a, b) = key else { return None };
    let tables = &loaded.program.tables;
    let (a, b) = (a.span(&tables.program), b.span(&tables.program));
    let shown = tables.field_name(*field);
    let name = match shown.starts_with("the contents of ") || shown == "an array's element" {
        true => ELEMENTS.to_owned(),
        false => tables.program.text(tables.fields[field.index()].name).to_owned(),
    };
    Some((a.min(b), a.max(b), name))
}

/// Judges every pair that is told.
pub fn verify(
    desk: &Desk,
    answered: &mut Answered<'_>,
    subject: PairsSubject,
    asked: &PairsOptions,
) -> Result<(), String> {
    if answered.told.is_empty() {
        return Ok(());
    }
    let judged = match answered.source.harness.is_some() {
        true => open(desk, answered, subject, asked)?,
        false => closed(desk, answered, subject, asked)?,
    };
    for (told, judged) in answered.told.iter_mut().zip(judged) {
        told.judged = Some(judged);
    }
    answered.sort();
    Ok(())
}

pub(super) fn wanted(answered: &Answered<'_>) -> Vec<Race> {
    let facts = &answered.analysis.facts;
    let of_java = answered.source.shown.is_some();
    let race = |t: &super::answered::ToldPair| {
        let (a, b) = (facts.place(t.left.pair.0), facts.place(t.left.pair.1));
        let name = facts.program().text(facts.access(t.left.pair.0).field);
        // The objects that a wrapper and its collection have are one to the explorer.
        let is_wrapper = t.left.field == "the contents of a synchronized collection";
        let inside = of_java && (name == "contents" || is_wrapper || name == ELEMENTS);
        (a.min(b), a.max(b), if inside { ELEMENTS } else { name }.to_owned())
    };
    answered.told.iter().map(race).collect()
}

fn closed(
    desk: &Desk,
    answered: &Answered<'_>,
    subject: PairsSubject,
    asked: &PairsOptions,
) -> Result<Vec<JudgedPair>, String> {
    let PairsSubject { loaded, .. } = subject;
    let loaded = match loaded {
        Ready::Calculus(loaded) => *loaded,
        #[cfg(feature = "java")]
        Ready::Java(files, rules, _) => return super::verify_java::closed(desk, answered, (files, *rules), asked),
    };
    let sound =
        loaded.accepted && loaded.report.escapes.holds.is_empty() && loaded.rules.system.promises().contains(&"race");
    if sound {
        let why = "the program checks without escapes: type soundness".to_owned();
        let judged = JudgedPair { verdict: PairVerdict::FalseAlarm, why, schedule: None, command: None };
        return Ok(vec![judged; answered.told.len()]);
    }
    let explored = explore(desk, loaded, asked)?;
    let wanted = wanted(answered);
    let real = shortest(&exploring(desk, asked), &explored, &wanted);
    Ok(wanted.iter().map(|race| real.get(race).cloned().unwrap_or_else(|| without(&explored.searched, ""))).collect())
}

/// The shortest schedules of those races that there are.
pub(super) fn shortest(how: &Exploring, explored: &ExploredRaces, wanted: &[Race]) -> FxHashMap<Race, JudgedPair> {
    let ExploredRaces { loaded, searched, races } = explored;
    let mut keys: Vec<Key> = wanted.iter().filter_map(|race| races.get(race).cloned()).collect();
    keys.sort();
    keys.dedup();
    let again = Again::exploring(&loaded.source.name, how, Monitoring::Auto);
    let mut real = FxHashMap::default();
    if keys.is_empty() {
        return real;
    }
    for witness in shown::shorten(loaded, searched, &keys) {
        let shown = Shown::new(loaded, &searched.options, &again, &witness);
        let Some(race) = race(loaded, &shown.key) else { continue };
        let schedule = serde_json::json!(ids(&shown.schedule));
        let why = format!("a schedule shows it: {}", shown.size());
        let judged =
            JudgedPair { verdict: PairVerdict::Real, why, schedule: Some(schedule), command: Some(shown.command) };
        real.insert(race, judged);
    }
    real
}

/// Verdict of an exploration on a race that it has not found.
pub(super) fn without(searched: &Searched, which: &str) -> JudgedPair {
    let (verdict, why) = match words::bound(searched) {
        None => (PairVerdict::FalseAlarm, format!("every schedule{which} was covered: {}", words::covered(searched))),
        Some(bound) => (
            PairVerdict::Unknown,
            format!("the exploration{which} stopped {bound}, after {}", words::covered(searched)),
        ),
    };
    JudgedPair { verdict, why, schedule: None, command: None }
}

/// Explores an open program: the harness of the two calls, the same after each single call as warm-up, and then, for
/// races not shown so, the whole harness of the analysis. It alone can show that there is no race.
fn open(
    desk: &Desk,
    answered: &Answered<'_>,
    subject: PairsSubject,
    asked: &PairsOptions,
) -> Result<Vec<JudgedPair>, String> {
    let how = exploring(desk, asked);
    let loaded = match subject.loaded {
        Ready::Calculus(loaded) => *loaded,
        #[cfg(feature = "java")]
        Ready::Java(files, rules, callable) => {
            let of = super::verify_java::Open { files, rules: *rules, callable };
            return super::verify_java::open(desk, answered, of, asked);
        }
    };
    let library = &subject.source.text[..subject.source.harness.as_ref().map_or(0, |h| h.from as usize)];
    let Ok(program) = racefree_grammar::parse(library) else { return Err("the library does not parse".to_owned()) };
    let resolved = Resolved::new(&program);
    let mut known: FxHashMap<(Vec<Called>, Option<Called>), ExploredRaces> = FxHashMap::default();
    let wanted = wanted(answered);
    let mut all: Vec<(Option<JudgedPair>, u64)> = Vec::new();
    for (i, race) in wanted.iter().enumerate() {
        let mut judged: Option<JudgedPair> = None;
        let mut tried = 0;
        'calls: for calls in calls_of(answered, &subject.calls, i) {
            for warm_up in std::iter::once(None).chain(subject.calls.iter().copied().map(Some)) {
                let key = (calls.clone(), warm_up);
                if !known.contains_key(&key) {
                    let threads = if calls.len() == 1 { 2 } else { 1 };
                    let plan = Plan { calls: calls.clone(), threads, warm_up };
                    let made = harness(&resolved, library, &plan);
                    let parsed = Parsed {
                        source: Source { name: subject.name.clone(), text: library.to_owned() },
                        program: program.clone(),
                        filled: Filled::default(),
                        report: subject.report.clone(),
                        rules: loaded.rules.clone(),
                        names: JavaNames::default(),
                        taken: Vec::new(),
                    };
                    let loaded = ready(with_harness(parsed, &made)?).map_err(|_| "a harness cannot run".to_owned())?;
                    known.insert(key.clone(), explore(desk, loaded, asked)?);
                }
                let explored = &known[&key];
                tried += 1;
                if let Some(mut real) = shortest(&how, explored, std::slice::from_ref(race)).remove(race) {
                    let names: Vec<String> = calls.iter().map(|&c| name_of(&resolved, c)).collect();
                    let warm = warm_up.map_or(String::new(), |w| format!(" after {}", name_of(&resolved, w)));
                    real.why = format!("{}, in the harness of {}{warm}", real.why, names.join(" and "));
                    if warm_up.is_none() {
                        let run = real.command.take().unwrap_or_default();
                        let name = &subject.name;
                        let run = run.replacen(&command::quoted(name), "harness.rfj", 1);
                        let write = format!("racefree pairs {name} --calls {} --harness harness.rfj", names.join(","));
                        real.command = Some(format!("{write}; {run}"));
                    } else {
                        real.command = None;
                    }
                    judged = Some(real);
                    break 'calls;
                }
            }
        }
        all.push((judged, tried));
    }
    if all.iter().all(|(judged, _)| judged.is_some()) {
        return Ok(all.into_iter().filter_map(|(judged, _)| judged).collect());
    }
    let name = subject.name;
    let whole = explore(desk, loaded, asked)?;
    let mut real = shortest(&how, &whole, &wanted);
    let judge = |(race, (judged, tried)): (&Race, (Option<JudgedPair>, u64))| {
        judged.unwrap_or_else(|| match real.remove(race) {
            Some(mut real) => {
                real.why = format!("{}, in the whole harness", real.why);
                let run = real.command.take().unwrap_or_default().replacen(&command::quoted(&name), "harness.rfj", 1);
                real.command = Some(format!("racefree pairs {name} --harness harness.rfj; {run}"));
                real
            }
            None => {
                let mut judged = without(&whole.searched, " of the whole harness");
                if judged.verdict == PairVerdict::Unknown && tried > 0 {
                    let harnesses = count(tried, "small harness").replace("harnesss", "harnesses");
                    judged.why = format!("not in {harnesses}; {}", judged.why);
                }
                judged
            }
        })
    };
    Ok(wanted.iter().zip(all).map(judge).collect())
}

/// The pairs of calls whose threads make the accesses of a pair.
fn calls_of(answered: &Answered<'_>, known: &[Called], told: usize) -> Vec<Vec<Called>> {
    let called = |fork| {
        let span = answered.spawn(fork)?;
        known.iter().copied().find(|c| answered.source.program.methods[c.method as usize].name_span == span)
    };
    let mut all: Vec<Vec<Called>> = Vec::new();
    for t in &answered.told[told].left.threads {
        if let (Some(a), Some(b)) = (called(t.spawn[0]), called(t.spawn[1])) {
            let calls = if a == b { vec![a] } else { vec![a, b] };
            if !all.contains(&calls) {
                all.push(calls);
            }
        }
    }
    all
}

/// Verdict of the explorer on a whole program: `race`, `none`, or `not ended`.
pub fn races(desk: &Desk, subject: PairsSubject, asked: &PairsOptions) -> &'static str {
    let loaded = match subject.loaded {
        Ready::Calculus(loaded) => *loaded,
        #[cfg(feature = "java")]
        Ready::Java(..) => return "not ended",
    };
    match explore(desk, loaded, asked) {
        Ok(explored) if !explored.races.is_empty() => "race",
        Ok(explored) if explored.searched.result.complete() => "none",
        _ => "not ended",
    }
}
