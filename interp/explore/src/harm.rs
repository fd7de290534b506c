//! Harm by blocks that are not serializable: an outcome that no serial run has. In a serial run no transaction steps
//! after it was interrupted. Serial runs have the outcomes of the runs that close no cycle, which are equivalent to
//! them. Both sets are explored state by state.
//!
//! Definition: `serializability` (`tests/definition`); `tests/serial.rs` holds the two equal, and serial runs to the others.

use crate::meter::{Meter, Used};
use crate::options::{Algorithm, Options};
use crate::outcome::Outcomes;
use crate::result::{Cut, Outcome};
use crate::space::{Keep, Kind, Space};
use racefree_interp::machine::{Atoms, Lowered};
use racefree_interp::monitor::MonitorSet;
use racefree_interp::serial::Graph;
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// Verdict on harm.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Harm {
    /// Some run ends so, and no serial one does.
    Done(Difference),
    /// Serial runs have all outcomes.
    None,
    /// The budget ran out, for this reason.
    Unknown(Cut),
}

/// Returns the outcomes of a program, or those of its serial runs alone, in order; and the cut, if these are not all.
pub fn outcomes(program: &Arc<Lowered>, options: &Options, serial: bool) -> (Vec<Outcome>, Option<Cut>) {
    let keep = Keep { output: true, transactions: serial.then_some(Graph::All), ..Keep::default() };
    let mut space: Space<Atoms> =
        Space::new(program.clone(), &Options { monitors: MonitorSet::NONE, ..options.clone() }, keep);
    let (initial, _, extra) = space.first();
    let initial: Box<[u32]> = initial.into();
    let (mut known, mut queue) = (FxHashSet::from_iter([initial.clone()]), vec![initial]);
    let (mut found, mut turns, mut next) = (Outcomes::default(), Vec::new(), Vec::new());
    let mut cut = extra.limit.map(Cut::Limit);
    let options = Options { algorithm: Algorithm::States, ..options.clone() };
    let mut meter = Meter::new(&options);
    let mut steps = 0;
    while let Some(state) = queue.pop() {
        let used = Used { steps, states: known.len() as u64 };
        if let Some(why) = meter.check(used, || Space::memory(&space) + known.len() * (state.len() * 4 + 64)) {
            cut = Some(why);
            break;
        }
        space.turns(&state, &mut turns);
        if turns.iter().any(|t| t.step.kind == Kind::Limit) {
            let limit = turns.iter().find_map(|t| space.extra(&t.step)?.limit);
            cut = cut.or(limit.map(Cut::Limit));
        } else if !turns.iter().any(|t| t.step.kind.goes()) {
            found.add(&state);
        }
        for turn in turns.iter().filter(|t| t.step.kind.goes()) {
            steps += u64::from(turn.step.steps);
            let closes = space.successor(&state, turn, &mut next).is_some();
            if !closes && !known.contains(&next[..]) {
                let state: Box<[u32]> = next[..].into();
                known.insert(state.clone());
                queue.push(state);
            }
        }
    }
    (found.render(&mut space, usize::MAX), cut)
}

/// Difference of an outcome from all serial ones: parts of it, none of which can be left out, that no serial outcome has together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// Parts of the outcome.
    pub parts: Vec<Part>,
}

/// Part of an outcome.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Part {
    /// One line that is printed.
    Line(String),
    /// All lines that are printed.
    Output(Vec<String>),
    /// One object in the end.
    Object(String),
    /// All objects in the end.
    Heap(Vec<String>),
    /// End of one thread: its name, and its exception, the main thread's value, or `blocked`.
    Thread(String, String),
}

impl Part {
    fn is_of(&self, outcome: &Outcome) -> bool {
        let output = outcome.output.as_deref().unwrap_or_default();
        match self {
            Part::Line(line) => output.contains(line),
            Part::Output(lines) => output == lines,
            Part::Object(object) => outcome.heap.contains(object),
            Part::Heap(objects) => outcome.heap == *objects,
            Part::Thread(name, end) => outcome.threads.contains(&format!("{name}: {end}")),
        }
    }

    /// All parts of an outcome, the small ones first.
    fn all(outcome: &Outcome) -> Vec<Part> {
        let output = outcome.output.as_deref().unwrap_or_default();
        let thread = |thread: &String| thread.split_once(": ").map(|(name, end)| Part::Thread(name.into(), end.into()));
        let small = output.iter().cloned().map(Part::Line).chain(outcome.heap.iter().cloned().map(Part::Object));
        let small = small.chain(outcome.threads.iter().filter_map(thread));
        small.chain([Part::Output(output.to_vec()), Part::Heap(outcome.heap.clone())]).collect()
    }
}

/// Difference of an observable outcome from the serial ones, if none of these is equal to it: one part if that is
/// enough, or all parts without those that are not needed.
fn difference(outcome: &Outcome, serial: &[Outcome]) -> Option<Difference> {
    let parts = Part::all(outcome);
    let differ = |parts: &[&Part]| !serial.iter().any(|one| parts.iter().all(|part| part.is_of(one)));
    let mut kept: Vec<&Part> = parts.iter().collect();
    if !differ(&kept) {
        return None;
    }
    if let Some(one) = parts.iter().find(|part| differ(&[part])) {
        return Some(Difference { parts: vec![one.clone()] });
    }
    // The large parts first: the lines of one say what all of it would.
    for part in parts.iter().rev() {
        let fewer: Vec<&Part> = kept.iter().copied().filter(|kept| *kept != part).collect();
        if differ(&fewer) {
            kept = fewer;
        }
    }
    Some(Difference { parts: kept.into_iter().cloned().collect() })
}

/// Looks for an outcome that no serial run has. Values that forked threads end with are no part of it: nobody reads them.
pub fn harm(program: &Arc<Lowered>, options: &Options) -> Harm {
    let (serial, cut) = outcomes(program, options, true);
    if let Some(cut) = cut {
        return Harm::Unknown(cut);
    }
    let observable = |outcomes: Vec<Outcome>| outcomes.into_iter().map(Outcome::observable).collect::<Vec<_>>();
    let serial = observable(serial);
    let (all, cut) = outcomes(program, options, false);
    let differences = observable(all).into_iter().filter_map(|one| difference(&one, &serial));
    match (differences.min_by_key(|one| one.parts.len()), cut) {
        (Some(difference), _) => Harm::Done(difference),
        (None, Some(cut)) => Harm::Unknown(cut),
        (None, None) => Harm::None,
    }
}
