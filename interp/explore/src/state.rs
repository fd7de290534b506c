//! Errors visible in one state: races by definition 9.2, and wait-for cycles.
//!
//! Definition: [`crate::plain::faults()`]; `tests/cross.rs` holds the two together.

use crate::space::{Kind, Slot, Step};
use racefree_interp::drive::Key;
use racefree_interp::event::Site;
use racefree_interp::machine::pack::ThreadName;

/// A thread of a state, and its next transition.
#[derive(Clone, Copy, Debug)]
pub struct Turn {
    /// Its name.
    pub name: ThreadName,
    /// Its slot in states.
    pub slot: Slot,
    /// Its next transition.
    pub step: Step,
}

/// Summary of the threads' steps in a state: tells if there may be an error to look for.
#[derive(Clone, Copy, Default)]
pub struct StepSummary {
    accesses: u32,
    /// Threads that wait for others, and the others; all with the same name up to a multiple of 64 have one bit.
    waiting: u64,
    awaited: u64,
    goes: bool,
    limit: bool,
}

impl StepSummary {
    /// Looks at a thread.
    #[inline]
    pub fn add(&mut self, step: &Step, name: impl FnOnce() -> ThreadName) {
        self.accesses += u32::from(step.kind.is_access());
        self.goes |= step.kind.goes();
        self.limit |= step.kind == Kind::Limit;
        if step.kind == Kind::Blocked {
            self.waiting |= 1 << (name().0 % 64);
            self.awaited |= 1 << (step.leads.owner().0 % 64);
        }
    }

    /// Returns true if no thread can go on, and not because of a limit.
    #[inline]
    pub fn is_over(&self) -> bool {
        !self.goes && !self.limit
    }

    /// Returns true if there may be a race or a wait-for cycle, or a run ends.
    #[inline]
    pub fn matters(&self) -> bool {
        self.accesses > 1 || self.waiting & self.awaited != 0 || self.is_over()
    }
}

/// Calls `found` with each pair of threads that race (section 9.2).
#[inline]
pub fn races(turns: &[Turn], mut found: impl FnMut(&Turn, &Turn)) {
    for (i, a) in turns.iter().enumerate() {
        if !a.step.kind.is_access() {
            continue;
        }
        for b in &turns[i + 1..] {
            let clash = b.step.target == a.step.target
                && b.step.kind.is_access()
                && (a.step.kind == Kind::Write || b.step.kind == Kind::Write);
            if clash {
                found(a, b);
            }
        }
    }
}

/// Returns the key that equal races share.
pub fn race_key(a: &Step, b: &Step) -> Key {
    Key::Race(a.field, a.site.min(b.site), a.site.max(b.site))
}

/// Calls `found` with the threads of each wait-for cycle, and the places where they wait.
#[inline]
pub fn cycles(turns: &[Turn], found: impl FnMut(Vec<ThreadName>, Vec<Site>)) {
    let blocked = turns.iter().filter(|t| t.step.kind == Kind::Blocked).count();
    let itself = || turns.iter().any(|t| t.step.kind == Kind::Blocked && t.step.leads.owner() == t.name);
    if blocked > 1 || (blocked == 1 && itself()) {
        wait_cycles(turns, found);
    }
}

#[inline(never)]
fn wait_cycles(turns: &[Turn], mut found: impl FnMut(Vec<ThreadName>, Vec<Site>)) {
    let waits_for = |name: ThreadName| {
        let turn = turns.iter().find(|t| t.name == name && t.step.kind == Kind::Blocked)?;
        Some((turn.step.leads.owner(), turn.step.site))
    };
    // Tells if waiting leads from a thread back to it; each cycle is looked at from its least thread.
    let comes_back = |turn: &&Turn| {
        let mut at = turn.name;
        for _ in turns {
            match waits_for(at) {
                Some((owner, _)) if owner == turn.name => return true,
                Some((owner, _)) if owner > turn.name => at = owner,
                _ => return false,
            }
        }
        false
    };
    for turn in turns.iter().filter(|t| t.step.kind == Kind::Blocked).filter(comes_back) {
        let (mut threads, mut sites) = (Vec::new(), Vec::new());
        let mut at = turn.name;
        // Each cycle from its least thread.
        while let Some((owner, site)) = waits_for(at) {
            if at < turn.name || threads.len() > turns.len() {
                break;
            }
            threads.push(at);
            sites.push(site);
            if owner == turn.name {
                sites.sort_unstable();
                found(threads, sites);
                break;
            }
            at = owner;
        }
    }
}
