//! The states that are checked: those of a random schedule, or of every schedule of a small program.

use super::{Broken, Preservation};
use racefree_interp::reduction::State;
use racefree_interp::schedule::{Schedule, Stream};
use racefree_interp::{Status, ThreadId};
use rustc_hash::{FxHashSet, FxHasher};
use std::hash::Hasher;

/// An invariant violated: a state in which it does not hold.
#[derive(Clone, Debug)]
pub struct Violation {
    /// Broken invariants.
    pub broken: Vec<Broken>,
    /// The schedule that leads there.
    pub schedule: Schedule,
}

fn ready(p: &Preservation<'_>, state: &State) -> Vec<ThreadId> {
    let all = (0..state.threads.len()).map(|t| ThreadId(t as u32));
    all.filter(|&t| p.run.status(state, t) == Status::Ready).collect()
}

/// Checks one random schedule of a seed, up to a number of steps. Threads run for a while, so that they get somewhere.
///
/// # Errors
///
/// The first state in which an invariant does not hold.
pub fn random_schedule(p: &Preservation<'_>, seed: u64, steps: u64) -> Result<u64, Violation> {
    let mut stream = Stream::new(seed);
    let mut schedule = Schedule::default();
    let mut state = p.run.first();
    look(p.state(&state).into_iter().collect(), &schedule)?;
    let mut made = 0;
    while made < steps {
        let ready = ready(p, &state);
        if ready.is_empty() {
            break;
        }
        let thread = ready[stream.below(ready.len() as u32) as usize];
        for _ in 0..1 + stream.below(6) {
            let Some((next, event)) = p.run.step(&state, thread) else { break };
            made += 1;
            schedule.push(thread, 1);
            let mut broken = p.step(&state, &event, &next);
            broken.extend(p.state(&next));
            look(broken.into_iter().collect(), &schedule)?;
            state = next;
        }
    }
    Ok(made)
}

/// Checks every schedule, up to a number of states. Returns true if these were all.
///
/// # Errors
///
/// A state in which an invariant does not hold.
pub fn all_schedules(p: &Preservation<'_>, states: usize) -> Result<bool, Violation> {
    let mut seen = FxHashSet::default();
    let first = p.run.first();
    look(p.state(&first).into_iter().collect(), &Schedule::default())?;
    seen.insert(fingerprint(&first));
    let mut stack = vec![(first, Schedule::default())];
    while let Some((state, so_far)) = stack.pop() {
        for thread in ready(p, &state) {
            let Some((next, event)) = p.run.step(&state, thread) else { continue };
            let mut schedule = so_far.clone();
            schedule.push(thread, 1);
            look(p.step(&state, &event, &next).into_iter().collect(), &schedule)?;
            if !seen.insert(fingerprint(&next)) {
                continue;
            }
            if seen.len() > states {
                return Ok(false);
            }
            look(p.state(&next).into_iter().collect(), &schedule)?;
            stack.push((next, schedule));
        }
    }
    Ok(true)
}

fn look(broken: Vec<Broken>, schedule: &Schedule) -> Result<(), Violation> {
    if broken.is_empty() { Ok(()) } else { Err(Violation { broken, schedule: schedule.clone() }) }
}

/// Two states of one program with the same fingerprint are taken to be equal.
fn fingerprint(state: &State) -> (u64, u64) {
    let text = format!("{state:?}");
    let hash = |seed: u64| {
        let mut hasher = FxHasher::default();
        hasher.write_u64(seed);
        hasher.write(text.as_bytes());
        hasher.finish()
    };
    (hash(1), hash(0x9e37_79b9_7f4a_7c15))
}
