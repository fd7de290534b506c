//! Run-time owners in one run of each trace show what they show in every run: each made by the definition (`interp/explore/src/plain`), all
//! interleavings of visible steps.

use crate::support::cases;
use racefree_explore::plain::{Points, Reference};
use racefree_explore::{Options, owners};
use racefree_interp::drive::{Key, watched};
use racefree_interp::event::Event;
use racefree_interp::machine::Lowered;
use racefree_interp::options::Limits;
use racefree_interp::reduction::State;
use racefree_interp::schedule::Schedule;
use racefree_soundness::matrix::written as written_as;
use racefree_soundness::owners::{campaign, with_near_misses};
use std::collections::BTreeSet;
use std::sync::Arc;

/// The schedules of all runs; none, if there are more than `most`, or one that is too long.
fn runs(program: &Lowered, options: &Options, most: usize) -> Option<Vec<Schedule>> {
    let reference = Reference::new(program, options, Points::Visible);
    let first = reference.first();
    let mut open: Vec<(State, Vec<Event>)> = vec![(first.state, first.events)];
    let mut done = Vec::new();
    while let Some((state, events)) = open.pop() {
        let enabled = reference.enabled(&state);
        if enabled.is_empty() {
            let mut schedule = Schedule::default();
            events.iter().for_each(|event| schedule.push(event.thread, 1));
            done.push(schedule);
        }
        for thread in enabled {
            let next = reference.transition(&state, thread)?;
            // A method that calls itself last has no end and no limit on calls.
            let endless = events.len() as u64 > options.limits.steps;
            if endless || next.limit.is_some() || done.len() + open.len() > most {
                return None;
            }
            open.push((next.state, events.iter().chain(&next.events).copied().collect()));
        }
    }
    Some(done)
}

#[test]
fn one_run_of_each_trace_shows_what_all_runs_show() {
    let limits = Limits { steps: 2_000, calls: 64, threads: 16, objects: 1_000 };
    let options = Options { limits, ..Options::default() };
    let rules = campaign::rules();
    let (mut accepted, mut rejected, mut fires, mut fewer, mut all_runs, mut traces) = (0, 0, 0, 0, 0, 0);
    for seed in 0..cases(80) {
        for source in with_near_misses(seed, 2) {
            let Ok(program) = racefree_grammar::parse(&source) else { continue };
            let Ok(lowered) = racefree_interp::lower(program.clone()) else { continue };
            let Some(runs) = runs(&lowered, &options, 100) else { continue };
            let (checks, written) = (rules.accepts(&program), Arc::new(program));
            let mut every: BTreeSet<Key> = BTreeSet::new();
            for schedule in &runs {
                let fired = watched(&lowered, &written, options.semantics, schedule);
                every.extend(fired.into_iter().map(|v| Key::Monitor(v.monitor, v.site)));
            }
            let some = owners::breaches(&lowered, &written, &options, u64::MAX);
            assert!(some.complete, "{source}");
            let some_keys: BTreeSet<Key> = some.found.iter().map(|found| found.key.clone()).collect();
            assert!(some_keys.is_subset(&every), "{some_keys:?} {every:?}\n{source}");
            if checks {
                assert!(every.is_empty(), "{every:?}\n{source}");
            }
            *(if checks { &mut accepted } else { &mut rejected }) += 1;
            fires += u32::from(!every.is_empty());
            fewer += u32::from(some_keys != every);
            all_runs += runs.len() as u64;
            traces += some.traces;
            // Each reported schedule shows what it is reported for.
            for found in &some.found {
                let again = watched(&lowered, &written, options.semantics, &found.schedule);
                assert!(
                    again.iter().any(|v| Key::Monitor(v.monitor, v.site) == found.key),
                    "{}\n{source}",
                    written_as(&found.schedule)
                );
            }
        }
    }
    let told = format!(
        "{accepted} accepted, {rejected} rejected, {fires} fire, {fewer} less by traces; {all_runs} runs, {traces} traces"
    );
    assert!(accepted as u64 >= cases(80) / 4 && rejected >= accepted / 3 && fires * 4 >= rejected, "{told}");
    assert!(fewer * 50 <= fires && all_runs >= traces * 2, "{told}");
}
