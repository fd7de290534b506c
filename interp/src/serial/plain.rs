//! The definition: the steps of a run, the transactions that they are in, and the cycles of the graph. Everything is
//! computed anew at each step.

use super::{Act, Numbers, Step};
use crate::event::Event;
use crate::value::ThreadId;
use racefree_grammar::ast::ExprId;
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// A transaction of a run.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Transaction(pub usize);

/// The steps of a run by transaction.
#[derive(Clone, Debug)]
pub struct Transactions<'s> {
    steps: &'s [Step],
    /// The transaction of each step.
    of: Vec<Transaction>,
    /// By transaction its thread, and its block, if it is one.
    blocks: Vec<(ThreadId, Option<ExprId>)>,
    /// By step its immediate predecessors in the dependency order.
    before: Vec<Vec<usize>>,
}

/// A cycle of transactions that a step closes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cycle {
    /// The block.
    pub block: ExprId,
    /// Its steps, two for each pair of transactions or one if they are the same, by number; the first is of the block, the last
    /// one closes the cycle.
    pub steps: Vec<usize>,
}

impl<'s> Transactions<'s> {
    /// The transactions of these steps.
    pub fn of(steps: &'s [Step]) -> Transactions<'s> {
        let (mut of, mut blocks) = (Vec::new(), Vec::new());
        // For each thread the number of blocks that it is in, and the transaction of the outermost one.
        let mut open: BTreeMap<ThreadId, (u32, Transaction)> = BTreeMap::new();
        for step in steps {
            let next = Transaction(blocks.len());
            let now = match (open.get_mut(&step.thread), step.act) {
                (Some((depth, transaction)), act) => {
                    let transaction = *transaction;
                    match act {
                        Act::Begin(_) => *depth += 1,
                        Act::End if *depth == 1 => {
                            open.remove(&step.thread);
                        }
                        Act::End => *depth -= 1,
                        Act::Read(_) | Act::Write(_) | Act::Acquire(_) | Act::Release(_) | Act::Fork(_) => {}
                    }
                    transaction
                }
                (None, Act::Begin(block)) => {
                    open.insert(step.thread, (1, next));
                    blocks.push((step.thread, Some(block)));
                    next
                }
                (None, _) => {
                    blocks.push((step.thread, None));
                    next
                }
            };
            of.push(now);
        }
        let before = (0..steps.len()).map(|at| right_before(steps, at)).collect();
        Transactions { steps, of, blocks, before }
    }

    /// The transaction of a step.
    pub fn of_step(&self, step: usize) -> Transaction {
        self.of[step]
    }

    /// The block of a transaction, if it is one.
    pub fn block(&self, transaction: Transaction) -> Option<ExprId> {
        self.blocks[transaction.0].1
    }

    /// The steps right before a step that it depends on: the last one of its thread, or the fork; of a read the last write; of a
    /// write the last write and the reads since; of an acquire the last release.
    pub fn before(&self, step: usize) -> &[usize] {
        &self.before[step]
    }

    /// The cycle that a step closes, if it does.
    pub fn closes(&self, step: usize) -> Option<Cycle> {
        let (mine, steps) = (self.of[step], &self.steps[..step]);
        let block = self.block(mine)?;
        // The way to each transaction that the step's own one reaches: edges as pairs of steps.
        let mut ways: BTreeMap<Transaction, Vec<(usize, usize)>> = BTreeMap::from([(mine, Vec::new())]);
        let mut queue = VecDeque::from([mine]);
        while let Some(at) = queue.pop_front() {
            for to in (0..steps.len()).filter(|&to| self.of[to] != at) {
                let Some(&from) = self.before[to].iter().find(|&&from| self.of[from] == at) else { continue };
                if !ways.contains_key(&self.of[to]) {
                    let mut way = ways[&at].clone();
                    way.push((from, to));
                    ways.insert(self.of[to], way);
                    queue.push_back(self.of[to]);
                }
            }
        }
        let last =
            self.before[step].iter().find(|&&from| self.of[from] != mine && ways.contains_key(&self.of[from]))?;
        let mut way = ways.remove(&self.of[*last])?;
        way.push((*last, step));
        let mut cycle: Vec<usize> = way.into_iter().flat_map(|(from, to)| [from, to]).collect();
        cycle.dedup();
        Some(Cycle { block, steps: cycle })
    }

    /// Returns true if a step closes a cycle in which all transactions but its own one are single steps: steps of
    /// others come between those of the block.
    pub fn parts(&self, step: usize) -> bool {
        let mine = self.of[step];
        if self.block(mine).is_none() {
            return false;
        }
        // The steps after one of the block, others than its own.
        let mut after = BTreeSet::new();
        for to in (0..step).filter(|&to| self.of[to] != mine) {
            if self.before[to].iter().any(|from| self.of[*from] == mine || after.contains(from)) {
                after.insert(to);
            }
        }
        self.before[step].iter().any(|from| after.contains(from))
    }
}

/// The steps that a step depends on, and that come right before it.
fn right_before(steps: &[Step], at: usize) -> Vec<usize> {
    let Step { thread, act } = steps[at];
    let earlier = || (0..at).rev();
    let last = |is: &dyn Fn(Act) -> bool| earlier().find(|&i| is(steps[i].act));
    let own = earlier().find(|&i| steps[i].thread == thread);
    let mut before: Vec<usize> = own.or_else(|| last(&|act| act == Act::Fork(thread))).into_iter().collect();
    match act {
        Act::Read(cell) => before.extend(last(&|act| act == Act::Write(cell))),
        Act::Write(cell) => {
            let write = last(&|act| act == Act::Write(cell));
            let since = write.map_or(0, |write| write + 1);
            before.extend((since..at).filter(|&i| steps[i].act == Act::Read(cell)));
            before.extend(write);
        }
        Act::Acquire(lock) => before.extend(last(&|act| act == Act::Release(lock))),
        Act::Begin(_) | Act::End | Act::Release(_) | Act::Fork(_) => {}
    }
    before
}

/// The steps of a run that close cycles, in order, and the blocks that they are in.
pub fn closings(steps: &[Step]) -> Vec<(usize, ExprId)> {
    let transactions = Transactions::of(steps);
    (0..steps.len()).filter_map(|step| Some((step, transactions.closes(step)?.block))).collect()
}

/// The steps of a run that close cycles with single steps, and the blocks that they are in.
pub fn partings(steps: &[Step]) -> Vec<(usize, ExprId)> {
    let transactions = Transactions::of(steps);
    let parts = |step: &usize| transactions.parts(*step);
    let block = |step: usize| Some((step, transactions.block(transactions.of_step(step))?));
    (0..steps.len()).filter(parts).filter_map(block).collect()
}

/// Returns true if no transaction steps after it was interrupted.
pub fn is_serial(steps: &[Step]) -> bool {
    let transactions = Transactions::of(steps);
    let made: Vec<Transaction> = (0..steps.len())
        .filter(|&step| !matches!(steps[step].act, Act::Begin(_) | Act::End))
        .map(|step| transactions.of_step(step))
        .collect();
    let mut over = BTreeSet::new();
    made.windows(2).all(|pair| pair[0] == pair[1] || (over.insert(pair[0]) && !over.contains(&pair[1])))
}

/// The first cycle through a block that a run closes, as the events of its steps.
pub fn cycle(events: &[Event], block: ExprId) -> Option<Vec<(Event, Option<ExprId>)>> {
    let mut numbers = Numbers::default();
    let all: Vec<(Event, Step)> = events.iter().filter_map(|e| Some((*e, numbers.step(e)?))).collect();
    let steps: Vec<Step> = all.iter().map(|s| s.1).collect();
    let transactions = Transactions::of(&steps);
    let cycle = (0..steps.len()).filter_map(|step| transactions.closes(step)).find(|cycle| cycle.block == block)?;
    let of = |step: usize| transactions.block(transactions.of_step(step));
    Some(cycle.steps.into_iter().map(|step| (all[step].0, of(step))).collect())
}
