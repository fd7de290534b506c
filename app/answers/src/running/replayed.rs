//! A run with store buffers as people read it: the steps that others can see, the writes that wait, and those that reach memory later.

use super::Loaded;
use super::buffered::{BufferedRun, Turn, turns};
use super::steps::Steps;
use racefree_interp::options::{Limits, Semantics};
use racefree_interp::reduction::Order;

/// A step of a run, or a write that reaches memory.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Told {
    /// The thread.
    pub thread: u32,
    /// The line; none where the source has none.
    pub line: Option<u32>,
    /// The step in words.
    pub text: String,
    /// A write that waits behind its step.
    pub waits: bool,
}

/// A run that was made turn by turn.
pub struct Replayed {
    /// The steps that others can see.
    pub told: Vec<Told>,
    /// Number of turns.
    pub turns: usize,
    /// The lines printed.
    pub output: Vec<String>,
    /// Each thread by its number, and how it is at the end: `finished`, `ready`…, with the value that it has, or the reason why it waits.
    pub ends: Vec<(u32, String)>,
    /// Writes that wait at the end.
    pub waiting: usize,
}

/// Makes the turns of a text (`0*13,1*4,1!0`).
///
/// # Errors
///
/// A sentence: the turn that does not fit, and why.
pub fn replayed(
    loaded: &Loaded,
    (semantics, limits): (Semantics, Limits),
    (order, text): (Order, &str),
) -> Result<Replayed, String> {
    let mut steps = Steps::new(loaded, semantics, limits);
    let mut run = BufferedRun::new(steps.words.run, steps.state.clone(), order);
    let (mut told, all) = (Vec::<Told>::new(), turns(text)?);
    // The lines of the writes that wait, by thread, the oldest first.
    let mut open: Vec<Vec<usize>> = Vec::new();
    for (at, &turn) in all.iter().enumerate() {
        let (Turn::Step(thread) | Turn::Performs(thread, _)) = turn;
        let before = run.view(thread);
        let waited = run.waiting(thread, &mut steps);
        let event =
            run.make(turn, &mut steps).map_err(|why| format!("the schedule does not fit at turn {}: {why}", at + 1))?;
        open.resize_with(open.len().max(thread.index() + 1), Vec::new);
        let open = &mut open[thread.index()];
        match (turn, event) {
            (Turn::Step(_), Some(event)) => {
                let step = steps.words.step(&before, &run.view(thread), &event, at as u64 + 1);
                let new = run.waiting(thread, &mut steps).len().saturating_sub(waited.len());
                if new > 0 || !step.is_local() {
                    let line = step.span.map(|place| place.line);
                    told.push(Told { thread: thread.0, line, text: step.text, waits: new > 0 });
                }
                open.extend(std::iter::repeat_n(told.len().saturating_sub(1), new));
            }
            (Turn::Performs(_, place), _) if place < open.len() => {
                let line = open.remove(place);
                // A write that reaches memory before anything else is seen has not waited.
                if line + 1 == told.len() && !open.contains(&line) {
                    told[line].waits = false;
                } else if let Some(write) = waited.get(place) {
                    told.push(Told {
                        thread: thread.0,
                        line: None,
                        text: format!("{write} is performed"),
                        waits: false,
                    });
                }
            }
            _ => {}
        }
    }
    let ends = steps.threads().map(|t| {
        let end = steps.words.end(&steps.state, t);
        let what = end.what.filter(|what| what != "void");
        (t.0, what.map_or(end.state.to_owned(), |what| format!("{} {what}", end.state)))
    });
    let ends = ends.collect();
    let waiting = open.iter().map(Vec::len).sum();
    Ok(Replayed { told, turns: all.len(), output: steps.output(), ends, waiting })
}
