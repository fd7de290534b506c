//! Completeness of an exploration, in words.

use super::Searched;
use crate::source::count;
use racefree_explore::{Algorithm, Cut};
use racefree_interp::ThreadId;

/// `4 traces, 96 steps`; `81 states, 3 of them final`.
pub fn covered(searched: &Searched) -> String {
    let result = &searched.result;
    let steps = count(result.steps, "step");
    match result.algorithm {
        Algorithm::States | Algorithm::Plain => {
            let behind = result.traces.map_or(String::new(), |all| format!(", in {}", traces(all)));
            format!("{}, {} of them final{behind}", count(result.states, "state"), result.executions)
        }
        Algorithm::Dpor => format!("{}, {steps}", count(result.executions, "trace")),
    }
}

/// `756756 traces`, as they are [counted](racefree_explore::Options::traces) over states.
pub fn traces(all: u64) -> String {
    if all == u64::MAX { "more than 10^19 traces".to_owned() } else { count(all, "trace") }
}

/// Name of the bound that was hit.
pub fn bound(searched: &Searched) -> Option<String> {
    let Searched { result, options, .. } = searched;
    let budget = &options.budget;
    Some(match result.cut? {
        Cut::Steps => format!("after {} steps in all", budget.steps),
        Cut::States if result.algorithm.keeps_states() => format!("after {}", count(budget.states, "state")),
        Cut::States => format!("after {}", count(budget.states, "run")),
        Cut::Time => "when its time was over (--time)".to_owned(),
        Cut::Memory => format!("when it needed more than {} MB of memory (--memory)", budget.memory >> 20),
        Cut::Limit(limit) => format!("where {}", limit.message(&options.limits)),
        Cut::Refused => "where the program comes to what does not run".to_owned(),
        Cut::Interrupted => "by an interrupt".to_owned(),
        Cut::Found => "at the first finding".to_owned(),
        Cut::Cycles => return None,
    })
}

/// The name of what cut it, for tools.
pub fn cut_name(cut: Cut) -> &'static str {
    match cut {
        Cut::Steps => "steps",
        Cut::States => "states",
        Cut::Time => "time",
        Cut::Memory => "memory",
        Cut::Limit(_) => "limit",
        Cut::Refused => "refused",
        Cut::Interrupted => "interrupted",
        Cut::Found => "found",
        Cut::Cycles => "cycles",
    }
}

/// `every schedule was covered: 4 traces, 96 steps (dpor)`
pub fn completeness(searched: &Searched) -> String {
    let (covered, how) = (covered(searched), searched.result.algorithm);
    match bound(searched) {
        None if searched.result.cut == Some(Cut::Cycles) => {
            format!("every state was covered: {covered} ({how}), but plain does not look for cycles of atomic blocks")
        }
        None => format!("every schedule was covered: {covered} ({how})"),
        Some(bound) if searched.result.endless => {
            format!(
                "every state was covered but for what was printed up to it: stopped {bound}, after {covered} ({how})"
            )
        }
        Some(bound) => format!("NOT every schedule was covered: stopped {bound}, after {covered} ({how})"),
    }
}

/// Remark that run-time owners were watched in some runs alone.
pub fn some_traces(traces: u64) -> String {
    let traces = count(traces, "trace");
    format!("run-time owners were watched in {traces} and in runs at random, not in every schedule")
}

/// `thread 1 never ends, whatever the schedule`
pub fn never_ends(threads: &[ThreadId]) -> String {
    let names: Vec<String> = threads.iter().map(|thread| thread.0.to_string()).collect();
    match names.as_slice() {
        [one] => format!("thread {one} never ends, whatever the schedule"),
        all => format!("threads {} never end, whatever the schedule", all.join(", ")),
    }
}
