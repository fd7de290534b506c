//! The algorithms against each other and against the definition (`racefree_explore::plain`), on the corpus and on generated programs: the same races,
//! deadlocks, exceptions, final heaps; the same numbers of traces as counted by making every run.
#![allow(missing_docs, clippy::unwrap_used, clippy::print_stderr)]

use crate::definition;
use crate::support;

use racefree_explore::plain::{self, Points};
use racefree_explore::{Algorithm, Budget, Cut, Exploration, Options, Outcome, explore, shortest};
use racefree_interp::drive::{Detectors, Key, RunOptions, replay};
use racefree_interp::machine::Lowered;
use racefree_interp::monitor::MonitorSet;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use support::{keys, options, races};

/// What was exercised.
#[derive(Default, Debug)]
struct Count {
    programs: u32,
    too_big: u32,
    racing: u32,
    deadlocking: u32,
    throwing: u32,
    counted: u32,
    many_traces: u32,
    outcomes: u32,
    printing: u32,
    shortest: u32,
    defined: u32,
    same_states: u32,
    single_steps: u32,
    over_states: u32,
    unreached: u32,
}

fn heaps(result: &Exploration) -> BTreeSet<(Vec<String>, Vec<String>)> {
    result.outcomes.iter().map(|o| (o.heap.clone(), o.threads.clone())).collect()
}

/// All of the outcomes but how often each was reached.
fn ends(result: &Exploration) -> BTreeSet<Outcome> {
    result.outcomes.iter().cloned().map(Outcome::uncounted).collect()
}

/// Holds all algorithms together on one program.
fn compare(name: &str, program: &Arc<Lowered>, count: &mut Count) {
    let states = explore(program, &options(Algorithm::States));
    let dpor = explore(program, &options(Algorithm::Dpor));
    count.programs += 1;
    // A race found is one, complete or not.
    for result in [&states, &dpor] {
        for found in &result.found {
            shows(name, program, result, &found.key);
        }
    }
    if !(states.complete() && dpor.complete()) {
        count.too_big += 1;
        return;
    }
    assert_eq!(dpor.redundant, 0, "{name}: optimal reduction makes no redundant run");
    let all = keys(&states, |_| true);
    if states.states <= 250 && count.defined < 250 {
        definition(name, program, &states, count);
    }
    assert_eq!(all, keys(&dpor, |_| true), "{name}: states and dpor");
    assert_eq!(states.reached, dpor.reached, "{name}: methods that are called");
    count.unreached += u32::from(states.reached.contains(&false) && states.reached.contains(&true));
    assert_eq!(heaps(&states), heaps(&dpor), "{name}: final heaps");
    let told = explore(program, &Options { outputs: true, ..options(Algorithm::States) });
    if told.complete() {
        assert_eq!(ends(&told), ends(&dpor), "{name}: outcomes, with what was printed");
    }
    assert!(states.outcomes.iter().all(|o| o.output.is_none()), "{name}: states do not know what was printed");
    count.printing += u32::from(
        told.complete() && dpor.outcomes.iter().any(|o| o.output.as_ref().is_some_and(|lines| !lines.is_empty())),
    );
    let runs: u64 = dpor.outcomes.iter().map(|o| o.count).sum();
    assert_eq!(runs, dpor.executions, "{name}: every run has an outcome");
    let racing = !races(&states).is_empty();
    count.over_states += u32::from(over_states(name, program, &dpor));
    if let Some(traces) = definition::traces(program, &options(Algorithm::Dpor), 300) {
        assert_eq!(traces as u64, dpor.executions, "{name}: traces");
        count.counted += 1;
    }
    witnesses(name, program, &all, count);
    count.racing += u32::from(racing);
    count.deadlocking += u32::from(all.iter().any(|k| matches!(k, Key::Deadlock(_))));
    count.throwing += u32::from(all.iter().any(|k| matches!(k, Key::Exception(..))));
    count.many_traces += u32::from(dpor.executions > 1);
    count.outcomes += u32::from(dpor.outcomes.len() > 1);
}

/// Traces that are counted over states are as many as the runs of dpor, in all and for each end. Whether they can be counted so.
fn over_states(name: &str, program: &Arc<Lowered>, dpor: &Exploration) -> bool {
    let states = explore(program, &Options { traces: 20_000, ..options(Algorithm::States) });
    let Some(traces) = states.traces else { return false };
    assert_eq!(traces, dpor.executions, "{name}: traces over states");
    let by_end = |all: &Exploration, count: fn(&Outcome) -> u64| {
        let mut ends: BTreeMap<_, u64> = BTreeMap::new();
        for outcome in &all.outcomes {
            *ends.entry((outcome.heap.clone(), outcome.threads.clone())).or_default() += count(outcome);
        }
        ends
    };
    let counted = by_end(&states, |outcome| outcome.traces.unwrap());
    assert_eq!(counted, by_end(dpor, |outcome| outcome.count), "{name}: traces over states, by how they end");
    true
}

/// The search over states finds what the definition says. Both tell states apart nearly alike: the machine keeps `this` until a
/// method returns, and a term holds a value that is about to be dropped.
fn definition(name: &str, program: &Arc<Lowered>, states: &Exploration, count: &mut Count) {
    let visible = plain::explore(program, &options(Algorithm::Plain), Points::Visible);
    assert_eq!(visible.cut, None, "{name}: the definition");
    for (points, plain) in [(Points::Visible, Some(visible)), (Points::Every, every(program))] {
        let Some(plain) = plain else { continue };
        let ends = |e: &Exploration| (e.executions, e.blocked, e.outcomes.clone());
        assert_eq!(keys(states, |_| true), keys(&plain, |_| true), "{name}: states and the definition, {points:?}");
        assert_eq!(ends(states), ends(&plain), "{name}: final states, {points:?}");
        assert_eq!(states.reached, plain.reached, "{name}: methods that are called, {points:?}");
        for found in &plain.found {
            shows(name, program, &plain, &found.key);
        }
        if points == Points::Every {
            count.single_steps += 1;
        } else {
            count.defined += 1;
            let same = (plain.states, plain.transitions) == (states.states, states.transitions);
            count.same_states += u32::from(same);
        }
    }
}

/// By single steps, if there are not too many.
fn every(program: &Arc<Lowered>) -> Option<Exploration> {
    let budget = Budget { states: 300, ..Budget::default() };
    let plain = plain::explore(program, &Options { budget, ..options(Algorithm::Plain) }, Points::Every);
    plain.complete().then_some(plain)
}

/// The shortest schedules show what they are for, and those of races are as short as a search over single steps finds.
fn witnesses(name: &str, program: &Arc<Lowered>, all: &[Key], count: &mut Count) {
    let mut options = options(Algorithm::States);
    options.budget.states = 50_000;
    options.budget.steps = u64::MAX;
    let found = shortest(program, &options, all);
    for witness in &found {
        let detectors = Detectors { adjacent: true, ..Detectors::default() };
        let run = RunOptions { detectors, monitors: MonitorSet::NONE, ..RunOptions::default() };
        let again = replay(program, &run, &witness.schedule);
        let shown: Vec<_> = again.findings().iter().map(|f| f.key()).collect();
        assert_eq!(again.replay_error, None, "{name}: {:?}", witness.key);
        assert!(shown.contains(&witness.key), "{name}: {:?} is not in {shown:?}", witness.key);
        if let (Key::Race(..), true) = (&witness.key, witness.proved && count.shortest < 200)
            && let Some(least) = definition::shortest_race(program, &options, &witness.key, 500)
        {
            assert_eq!((witness.switches, witness.steps), least, "{name}: {:?} {:?}", witness.key, witness.schedule);
            count.shortest += 1;
        }
    }
    let keys: Vec<&Key> = found.iter().map(|w| &w.key).collect();
    if found.iter().all(|w| w.proved) {
        assert_eq!(keys, all.iter().collect::<Vec<_>>(), "{name}: a schedule for everything");
    }
}

/// The schedule of a finding shows it.
fn shows(name: &str, program: &Arc<Lowered>, result: &Exploration, key: &Key) {
    let found = result.found.iter().find(|f| f.key == *key).unwrap();
    let detectors = Detectors { adjacent: true, ..Detectors::default() };
    let options = RunOptions { detectors, monitors: MonitorSet::NONE, ..RunOptions::default() };
    let run = replay(program, &options, &found.schedule);
    assert_eq!(run.replay_error, None, "{name}: {:?} {key:?}", result.algorithm);
    let shown: Vec<_> = run.findings().iter().map(|f| f.key()).collect();
    let (by, steps) = (result.algorithm, found.schedule.steps());
    assert!(shown.contains(key), "{name}: {by:?} {key:?} is not in {shown:?}: {steps}");
}

#[test]
fn the_corpus() {
    let mut count = Count::default();
    for entry in racefree_corpus::entries() {
        let Ok(parsed) = racefree_grammar::parse(entry.source) else { continue };
        let Ok(program) = racefree_interp::lower(parsed) else { continue };
        // Programs with forms of Java have one search, on the reference engine.
        if !program.on_reference() {
            compare(entry.path, &program, &mut count);
        }
    }
    eprintln!("{count:?}");
    assert!(count.racing > 30 && count.deadlocking > 3 && count.counted > 100, "{count:?}");
    assert!(count.over_states > 200 && count.unreached > 5, "{count:?}");
    assert!(count.defined > 200 && count.single_steps > 100 && count.printing > 10, "{count:?}");
    assert!(count.same_states * 100 >= count.defined * 95, "{count:?}");
}

fn cases(usually: u64) -> u64 {
    std::env::var("RACEFREE_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(usually)
}

/// The generator of the interpreter's tests: every construct, and programs of some size.
#[test]
fn generated_programs() {
    let cases = cases(60).min(1_000);
    let mut count = Count::default();
    let mut seed = 0;
    while u64::from(count.programs - count.too_big) < cases {
        seed += 1;
        let source = racefree_generate::ill_typed::source(seed);
        let Ok(parsed) = racefree_grammar::parse(&source) else { continue };
        let Ok(program) = racefree_interp::lower(parsed) else { continue };
        compare(&format!("seed {seed}\n{source}"), &program, &mut count);
    }
    eprintln!("{count:?} in {seed} seeds");
    let enough = |n: u32, share: u32| u64::from(n) * 100 >= cases * u64::from(share);
    assert!(enough(count.racing, 15) && enough(count.many_traces, 20), "{count:?}");
    assert!(enough(count.throwing, 20) && enough(count.counted, 20), "{count:?}");
    assert!(enough(count.over_states, 90), "{count:?}");
}

/// Small programs that contend for few objects.
#[test]
fn small_programs() {
    let all = std::env::var_os("RACEFREE_ALL").is_some_and(|all| all == "1");
    let cases = cases(if all { 150 } else { 50 });
    let mut count = Count::default();
    for seed in 0..cases {
        let source = support::small::program(seed);
        compare(&format!("seed {seed}\n{source}"), &support::program(&source), &mut count);
    }
    eprintln!("{count:?}");
    let share = |n: u32| u64::from(n) * 100 / cases;
    assert!(
        share(count.racing) > 30 && u64::from(count.deadlocking) * 1_000 >= cases * 4 && share(count.throwing) > 10,
        "{count:?}"
    );
    assert!(
        u64::from(count.defined) * 10 > cases * 3
            && u64::from(count.shortest) * 10 > cases
            && count.same_states * 100 >= count.defined * 90,
        "{count:?}"
    );
    assert!(share(count.counted) > 30 && share(count.outcomes) > 30 && share(count.too_big) < 20, "{count:?}");
}

#[test]
fn a_cut_is_said() {
    let source = "class C { int x } let C c = new C in { fork { while (c.x < 9) c.x = c.x + 1 }; while (c.x < 9) {} }";
    let program = support::program(source);
    let mut small = options(Algorithm::States);
    small.budget.states = 3;
    assert_eq!(explore(&program, &small).cut, Some(Cut::States));
    small.budget.states = 2_000;
    assert_eq!(explore(&program, &small).cut, None, "spinning programs have finitely many states");
}
