//! Atomizer (Flanagan & Freund, *Atomizer: A Dynamic Atomicity Checker for Multithreaded Programs*, POPL 2004): the
//! blocks of one run that are not of the form right* \[non-mover\] left*. Acquires move right, releases and forks left;
//! an access moves both ways while a lock protects its cell (Eraser), and else not at all.
//!
//! Off line, the locks that protect a cell are those of the whole run: there is no state in which a cell belongs to one thread for
//! the time being, and init-writes stand apart. Then a run with a cycle has an alarm (`tests/serial.rs`).

use crate::event::{Event, EventKind};
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId};
use racefree_grammar::ast::ExprId;
use std::collections::{BTreeMap, BTreeSet};

/// A block that is not reducible in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Alarm {
    /// The block.
    pub block: ExprId,
    /// The step after which only left movers may follow.
    pub first: Event,
    /// A later step that is no left mover.
    pub second: Event,
}

/// The locks that protect cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Atomizer {
    /// The locks known so far, by Eraser.
    Online,
    /// The locks of the whole run.
    Offline,
}

/// Reason why a block is reducible in a run though its steps seem not to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Excuse {
    /// A cell without a lock that protects it is never written once it is initialised.
    ReadOnly,
    /// A cell without one, or a lock, is one thread's.
    OneThread,
    /// All threads that take a lock hold another one, in common.
    ProtectedLock,
}

impl Excuse {
    /// Its name in output.
    pub fn name(self) -> &'static str {
        match self {
            Excuse::ReadOnly => "read only",
            Excuse::OneThread => "one thread",
            Excuse::ProtectedLock => "protected lock",
        }
    }
}

/// Mover of a step: the direction in which it commutes with steps of other threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mover {
    Both,
    Right,
    Left,
    Not,
}

type Cell = (ObjectId, FieldId);
type LockSet = BTreeSet<ObjectId>;

/// Shadow of a cell on line: its first thread; since a second one came, the locks that were held at every access, and
/// true if there was a write.
struct Eraser {
    first: ThreadId,
    shared: Option<(LockSet, bool)>,
}

/// Shadow of a cell off line.
#[derive(Default)]
struct Whole {
    threads: BTreeSet<ThreadId>,
    /// The locks that were held at every write, and at every access.
    at_writes: Option<LockSet>,
    at_all: Option<LockSet>,
}

/// The blocks that are not reducible, each with the first pair of steps that shows it.
pub fn alarms(events: &[Event], how: Atomizer) -> Vec<Alarm> {
    let held = held(events);
    let movers = match how {
        Atomizer::Online => online(events, &held),
        Atomizer::Offline => offline(events, &held).0,
    };
    irreducible(events, &movers)
}

/// Returns the excuses of a block that is reducible in this run: by the locks of the whole run, and where a lock that
/// one thread alone takes, or that another lock protects, is no step. A final field that is not written needs no
/// excuse.
pub fn excuses(events: &[Event], block: ExprId, is_final: impl Fn(FieldId) -> bool) -> Option<BTreeSet<Excuse>> {
    let held = held(events);
    let (mut movers, mut excuses) = offline(events, &held);
    for (event, excuse) in events.iter().zip(&mut excuses) {
        excuse.take_if(|_| event.kind.access().is_some_and(|(_, field, _)| is_final(field)));
    }
    let mut locks: BTreeMap<ObjectId, (BTreeSet<ThreadId>, Option<LockSet>)> = BTreeMap::new();
    for (event, held) in events.iter().zip(&held) {
        if let EventKind::Acquire { object, count: 1 } = event.kind {
            let others = held.iter().copied().filter(|&lock| lock != object).collect::<LockSet>();
            let lock = locks.entry(object).or_default();
            lock.0.insert(event.thread);
            lock.1 = Some(lock.1.as_ref().map_or_else(|| others.clone(), |common| common & &others));
        }
    }
    for (at, event) in events.iter().enumerate() {
        let (EventKind::Acquire { object, count: 1 } | EventKind::Release { object, count: 0 }) = event.kind else {
            continue;
        };
        let excuse = match locks.get(&object) {
            Some((threads, _)) if threads.len() < 2 => Excuse::OneThread,
            Some((_, Some(common))) if !common.is_empty() => Excuse::ProtectedLock,
            _ => continue,
        };
        movers[at] = Mover::Both;
        excuses[at] = Some(excuse);
    }
    if irreducible(events, &movers).iter().any(|alarm| alarm.block == block) {
        return None;
    }
    // Excuses of the steps of the block.
    let mut open: BTreeMap<ThreadId, (u32, ExprId)> = BTreeMap::new();
    let mut given = BTreeSet::new();
    for (event, excuse) in events.iter().zip(excuses) {
        match (event.kind, open.get_mut(&event.thread)) {
            (EventKind::Begin { block }, None) => drop(open.insert(event.thread, (1, block))),
            (EventKind::Begin { .. }, Some(open)) => open.0 += 1,
            (EventKind::End { .. }, Some((1, _))) => drop(open.remove(&event.thread)),
            (EventKind::End { .. }, Some(open)) => open.0 -= 1,
            (_, Some((_, of))) if *of == block => given.extend(excuse),
            (_, _) => {}
        }
    }
    Some(given)
}

/// The blocks that are not reducible with these movers.
fn irreducible(events: &[Event], movers: &[Mover]) -> Vec<Alarm> {
    let mut alarms: Vec<Alarm> = Vec::new();
    // Per thread: the number of its open blocks, the outermost one, and the step that only left movers may follow.
    let mut open: BTreeMap<ThreadId, (u32, ExprId, Option<Event>)> = BTreeMap::new();
    for (event, &mover) in events.iter().zip(movers) {
        match (event.kind, open.get_mut(&event.thread)) {
            (EventKind::Begin { block }, None) => {
                open.insert(event.thread, (1, block, None));
            }
            (EventKind::Begin { .. }, Some(block)) => block.0 += 1,
            (EventKind::End { .. }, Some(block)) => {
                block.0 -= 1;
                if block.0 == 0 {
                    open.remove(&event.thread);
                }
            }
            (_, Some((_, block, committed))) => match (mover, *committed) {
                (Mover::Right | Mover::Not, Some(first)) => {
                    if alarms.iter().all(|alarm| alarm.block != *block) {
                        alarms.push(Alarm { block: *block, first, second: *event });
                    }
                }
                (Mover::Left | Mover::Not, None) => *committed = Some(*event),
                (Mover::Both | Mover::Left, _) | (Mover::Right, None) => {}
            },
            (_, None) => {}
        }
    }
    alarms
}

/// Returns, by event, the locks that its thread holds.
fn held(events: &[Event]) -> Vec<LockSet> {
    let mut now: BTreeMap<ThreadId, LockSet> = BTreeMap::new();
    let at = |event: &Event| {
        let locks = now.entry(event.thread).or_default();
        match event.kind {
            EventKind::Acquire { object, count: 1 } => drop(locks.insert(object)),
            EventKind::Release { object, count: 0 } => drop(locks.remove(&object)),
            _ => {}
        }
        locks.clone()
    };
    events.iter().map(at).collect()
}

/// Returns the mover of a step that is no access.
fn mover(event: &Event) -> Mover {
    match event.kind {
        EventKind::Acquire { count: 1, .. } => Mover::Right,
        EventKind::Release { count: 0, .. } | EventKind::Fork { .. } => Mover::Left,
        _ => Mover::Both,
    }
}

fn online(events: &[Event], held: &[LockSet]) -> Vec<Mover> {
    let mut cells: BTreeMap<Cell, Eraser> = BTreeMap::new();
    let at = |(event, held): (&Event, &LockSet)| {
        let Some((object, field, access)) = event.kind.access() else { return mover(event) };
        let cell = cells.entry((object, field)).or_insert(Eraser { first: event.thread, shared: None });
        cell.shared = match cell.shared.take() {
            None if cell.first == event.thread => None,
            None => Some((held.clone(), access.writes())),
            Some((locks, written)) => Some((&locks & held, written || access.writes())),
        };
        match &cell.shared {
            Some((locks, true)) if locks.is_empty() => Mover::Not,
            Some(_) | None => Mover::Both,
        }
    };
    events.iter().zip(held).map(at).collect()
}

fn offline(events: &[Event], held: &[LockSet]) -> (Vec<Mover>, Vec<Option<Excuse>>) {
    let mut cells: BTreeMap<Cell, Whole> = BTreeMap::new();
    let accesses = |event: &Event| match event.kind {
        EventKind::Read { object, field, .. } => Some(((object, field), false)),
        EventKind::Write { object, field, .. } => Some(((object, field), true)),
        _ => None,
    };
    for (event, held) in events.iter().zip(held) {
        let Some((cell, writes)) = accesses(event) else { continue };
        let cell = cells.entry(cell).or_default();
        cell.threads.insert(event.thread);
        let meet =
            |locks: &mut Option<LockSet>| *locks = Some(locks.as_ref().map_or_else(|| held.clone(), |l| l & held));
        meet(&mut cell.at_all);
        if writes {
            meet(&mut cell.at_writes);
        }
    }
    let at = |(event, held): (&Event, &LockSet)| {
        let Some((cell, writes)) = accesses(event) else { return (mover(event), None) };
        let Some(cell) = cells.get(&cell) else { return (Mover::Both, None) };
        // A read commutes if it holds a lock that every write holds.
        let against = if writes { &cell.at_all } else { &cell.at_writes };
        match against {
            Some(locks) if !locks.is_disjoint(held) => (Mover::Both, None),
            None => (Mover::Both, Some(Excuse::ReadOnly)),
            Some(_) if cell.threads.len() < 2 => (Mover::Both, Some(Excuse::OneThread)),
            Some(_) => (Mover::Not, None),
        }
    };
    events.iter().zip(held).map(at).unzip()
}
