//! Number of traces, counted over states without making a run of each.
//!
//! A search with sleep sets (Godefroid, *Partial-Order Methods for the Verification of Concurrent Systems*, 1996) makes
//! exactly one complete run of each trace, and its continuation depends only on the state and on the sleep set. So each
//! such pair is looked at once, and the ways that lead to it are added up: the ways to a final state are the traces
//! that end there.
//!
//! Definition: `traces` (`tests/definition`); `tests/cross.rs` and `tests/oracles.rs` hold it to the runs that [`crate::Algorithm::Dpor`] makes.

use crate::outcome::Outcomes;
use crate::space::{Kind, Space, dependent};
use crate::state::Turn;
use racefree_interp::machine::SchedulingPoints;
use racefree_interp::machine::intern::Interner;

/// Pairs of a state and a sleep set, and their successors.
#[derive(Default)]
struct Pairs {
    /// Each pair: the set, in two words with a bit for each thread, and the state.
    rows: Interner<u32>,
    /// End of the successors of each pair that was looked at.
    ends: Vec<usize>,
    successors: Vec<u32>,
    /// Number of pairs that lead to each.
    before: Vec<u32>,
    /// The final states.
    ended: Vec<u32>,
}

/// The final states with the numbers of traces that end there (`u64::MAX` if there are more). `None` if there are more than `most`
/// pairs, more threads than bits, runs without end, or runs that meet a limit.
pub fn count<P: SchedulingPoints>(space: &mut Space<P>, first: &[u32], most: usize) -> Option<Outcomes> {
    let mut pairs = Pairs::default();
    let mut row = vec![0, 0];
    row.extend_from_slice(first);
    pairs.rows.intern(&row);
    while pairs.ends.len() < pairs.rows.len() {
        if pairs.rows.len() > most {
            return None;
        }
        pairs.expand(space, &mut row)?;
    }
    pairs.before.resize(pairs.rows.len(), 0);
    pairs.add_up()
}

impl Pairs {
    /// Adds the successors of the next pair.
    fn expand<P: SchedulingPoints>(&mut self, space: &mut Space<P>, row: &mut Vec<u32>) -> Option<()> {
        let at = self.ends.len() as u32;
        row.clear();
        row.extend_from_slice(self.rows.get(at));
        let (mut asleep, state) = (u64::from(row[0]) | u64::from(row[1]) << 32, &row[2..]);
        let (mut turns, mut next) = (Vec::new(), Vec::new());
        space.turns(state, &mut turns);
        let bit = |thread: usize| 1u64.checked_shl(thread as u32);
        if turns.iter().any(|turn| turn.step.kind == Kind::Limit || bit(turn.name.index()).is_none()) {
            return None;
        }
        let goes = |at: &usize| turns[*at].step.kind.goes();
        if !(0..turns.len()).any(|at| goes(&at)) {
            self.ended.push(at);
        }
        // A step that conflicts with nothing goes first, and alone.
        let alone = (0..turns.len()).find(|&at| turns[at].step.kind == Kind::Other);
        let choices = alone.map_or(0..turns.len(), |at| at..at + 1);
        for turn in choices.filter(goes).map(|at| &turns[at]) {
            let own = bit(turn.name.index())?;
            if asleep & own != 0 {
                continue;
            }
            let does = |turn: &Turn| (turn.step.kind, turn.step.target);
            let stays = |other: &&Turn| !dependent(does(other), does(turn));
            let sleeping = turns.iter().filter(|other| bit(other.name.index()).is_some_and(|bit| asleep & bit != 0));
            let after =
                sleeping.filter(stays).filter_map(|other| bit(other.name.index())).fold(0, |all, bit| all | bit);
            space.successor(state, turn, &mut next);
            next.splice(0..0, [after as u32, (after >> 32) as u32]);
            self.successors.push(self.rows.intern(&next));
            asleep |= own;
        }
        self.ends.push(self.successors.len());
        for &to in &self.successors[self.ends.iter().rev().nth(1).copied().unwrap_or(0)..] {
            if self.before.len() <= to as usize {
                self.before.resize(to as usize + 1, 0);
            }
            self.before[to as usize] += 1;
        }
        Some(())
    }

    /// Adds up the ways to each pair, those before it first; nothing if they go in circles.
    fn add_up(mut self) -> Option<Outcomes> {
        let mut ways = vec![0u64; self.rows.len()];
        ways[0] = 1;
        let mut ready: Vec<usize> = (0..self.before.len()).filter(|&at| self.before[at] == 0).collect();
        let mut done = 0;
        while let Some(at) = ready.pop() {
            done += 1;
            let start = at.checked_sub(1).map_or(0, |before| self.ends[before]);
            for &to in &self.successors[start..self.ends[at]] {
                let to = to as usize;
                ways[to] = ways[to].saturating_add(ways[at]);
                self.before[to] -= 1;
                if self.before[to] == 0 {
                    ready.push(to);
                }
            }
        }
        let mut outcomes = Outcomes::default();
        for &at in &self.ended {
            outcomes.put(self.rows.get(at)[2..].into(), ways[at as usize]);
        }
        (done == self.rows.len()).then_some(outcomes)
    }
}
