//! Transactions in states: the open ones are a part of the state ([`racefree_interp::serial::Online`], as words), so
//! equal states have equal futures, cycles included, and programs that spin are decided.

use super::step::ActsNumber;
use super::{Extra, Kind, PartNumber, Slot, Step};
use racefree_grammar::ast::ExprId;
use racefree_interp::drive::Key;
use racefree_interp::event::Site;
use racefree_interp::machine::pack::ThreadName;
use racefree_interp::monitor::Monitor;
use racefree_interp::serial::{self, Act, Cell, Graph, Lock, Online};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Slot of the transactions in a state, in spaces that keep them.
pub const TRANSACTIONS: Slot = Slot(0);

/// The blocks through which a transition closes cycles, if there are any.
pub type Closed = Option<Arc<[Key]>>;

/// Open transactions, by number; 0 if none is open.
#[derive(Default)]
pub struct Transactions {
    online: Online,
    /// From number 1 on.
    all: Vec<Box<[u64]>>,
    numbers: FxHashMap<Box<[u64]>, PartNumber>,
    /// Transaction acts of transitions, from number 1 on.
    acts: Vec<Box<[serial::Step]>>,
    act_numbers: FxHashMap<Box<[serial::Step]>, ActsNumber>,
    /// By transactions and number of acts: the transactions after them, and the place of the closed blocks plus one.
    after: FxHashMap<u64, (PartNumber, u32)>,
    closed: Vec<Arc<[Key]>>,
    words: Vec<u64>,
    bytes: usize,
}

/// Returns the key of a cycle: the block that is closed.
pub fn key(block: ExprId) -> Key {
    Key::Monitor(Monitor::Serializable, Site::expr(block))
}

/// Returns the transaction acts of a transition of a thread.
pub fn acts<'e>(
    name: ThreadName,
    step: &Step,
    extra: Option<&'e Extra>,
) -> impl Iterator<Item = serial::Step> + use<'e> {
    let acts = extra.map_or(&[][..], |extra| &extra.acts[..]);
    let act = match step.kind {
        _ if !acts.is_empty() => None,
        Kind::Read => Some(Act::Read(Cell(step.target.cell().0))),
        Kind::Write => Some(Act::Write(Cell(step.target.cell().0))),
        Kind::Acquire => Some(Act::Acquire(Lock(step.target.lock().0))),
        Kind::Other | Kind::Blocked | Kind::Over | Kind::Stuck | Kind::Limit => None,
    };
    act.map(|act| serial::Step { thread: name.id(), act }).into_iter().chain(acts.iter().copied())
}

impl Transactions {
    /// Looks for cycles in this graph.
    pub fn new(graph: Graph) -> Transactions {
        Transactions { online: Online::new(graph), ..Transactions::default() }
    }

    /// Number of numbered transactions.
    pub fn count(&self) -> usize {
        self.all.len()
    }

    /// Bytes in use.
    pub fn memory(&self) -> usize {
        self.bytes + self.after.capacity() * (size_of::<(u64, (PartNumber, u32))>() + 1)
    }

    /// Interns the transaction acts of a transition. Returns their number.
    pub fn number(&mut self, acts: impl Iterator<Item = serial::Step>) -> ActsNumber {
        let acts: Box<[serial::Step]> = acts.collect();
        if acts.is_empty() {
            return ActsNumber::default();
        }
        if let Some(&known) = self.act_numbers.get(&acts) {
            return known;
        }
        self.acts.push(acts.clone());
        let begins = acts.iter().any(|act| matches!(act.act, Act::Begin(_)));
        let number = ActsNumber::new(self.acts.len() as u32, begins);
        self.bytes += size_of_val(&acts[..]) * 2 + 64;
        self.act_numbers.insert(acts, number);
        number
    }

    /// Returns the transactions after a transition, and the blocks through which it closes cycles.
    #[inline]
    pub fn after(&mut self, at: PartNumber, acts: ActsNumber) -> (PartNumber, Closed) {
        if acts.changes_nothing(at) {
            return (at, None);
        }
        let cause = u64::from(at.0) << 32 | u64::from(acts.number());
        match self.after.get(&cause) {
            Some(&(after, 0)) => (after, None),
            Some(&(after, closed)) => (after, Some(self.closed[closed as usize - 1].clone())),
            None => self.worked_out(at, acts, cause),
        }
    }

    #[cold]
    #[inline(never)]
    fn worked_out(&mut self, at: PartNumber, acts: ActsNumber, cause: u64) -> (PartNumber, Closed) {
        let steps = std::mem::take(&mut self.acts[acts.number() as usize - 1]);
        let (after, closed) = self.work_out(at, steps.iter().copied());
        self.acts[acts.number() as usize - 1] = steps;
        let place = closed.as_ref().map_or(0, |keys| {
            self.closed.push(keys.clone());
            self.closed.len() as u32
        });
        self.after.insert(cause, (after, place));
        (after, closed)
    }

    /// Computes the transactions after some acts, and the blocks through which these close cycles.
    pub fn work_out(&mut self, at: PartNumber, acts: impl Iterator<Item = serial::Step>) -> (PartNumber, Closed) {
        self.online.load(if at.0 == 0 { &[] } else { &self.all[at.index() - 1] });
        let mut closed: Vec<Key> = acts.filter_map(|act| self.online.step(act)).map(key).collect();
        closed.sort();
        closed.dedup();
        self.words.clear();
        self.online.save(&mut self.words);
        let next = PartNumber(self.all.len() as u32 + 1);
        let number = match (self.words.is_empty(), self.numbers.get(&self.words[..])) {
            (true, _) => PartNumber(0),
            (false, Some(&number)) => number,
            (false, None) => {
                let words: Box<[u64]> = self.words[..].into();
                self.bytes += words.len() * 16 + 64;
                self.all.push(words.clone());
                self.numbers.insert(words, next);
                next
            }
        };
        (number, (!closed.is_empty()).then(|| closed.into()))
    }
}
