//! A hash of the state that does not depend on the schedule that led to it: threads and objects are named as section 8
//! says, by parent and number of the fork, by thread and number of the `new`; variables that are dead do not count.

use super::Machine;
use super::code::{Code, Pc, Reg};
use super::state::{FlatThread, GhostNode, Life};
use crate::ops::Texts;
use crate::value::{ObjectId, ThreadId, Value};

/// A strong enough mixer (the finaliser of SplitMix64, on a running state).
#[derive(Clone, Copy)]
struct Mix(u64, u64);

#[inline]
fn scramble(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Mix {
    fn new(kind: u64) -> Mix {
        Mix(scramble(kind ^ 0x9e37_79b9_7f4a_7c15), scramble(kind ^ 0xd1b5_4a32_d192_ed03))
    }

    #[inline]
    fn add(&mut self, word: u64) {
        self.0 = scramble(self.0.wrapping_add(word));
        self.1 = scramble(self.1 ^ word.wrapping_mul(0xff51_afd7_ed55_8ccd)).rotate_left(23).wrapping_add(self.0);
    }

    fn end(self) -> u128 {
        u128::from(self.0) << 64 | u128::from(self.1)
    }
}

/// The name of a thread, from its parent's.
pub(super) fn name(parent: u64, fork: u32) -> u64 {
    scramble(parent.wrapping_mul(31).wrapping_add(u64::from(fork) + 1))
}

impl Machine {
    /// A 128-bit hash of the current state, output not included. Two states that differ only in the order in which
    /// threads were forked and objects allocated have the same.
    pub fn canonical_hash(&self) -> u128 {
        let threads = self.state.threads.iter().map(|t| self.thread_hash(t));
        let objects = (0..self.state.heap.objects.len()).map(|o| self.object_hash(o));
        threads.chain(objects).fold(0, u128::wrapping_add)
    }

    fn value(&self, v: Value) -> u64 {
        match v {
            Value::Void => 1,
            Value::Null => 2,
            Value::Bool(b) => 3 + u64::from(b),
            Value::Int(n) => 1 << 32 | u64::from(n as u32),
            Value::Object(o) => self.object_hash_name(o),
        }
    }

    fn object_hash_name(&self, o: ObjectId) -> u64 {
        let object = self.state.heap.object(o);
        if object.serial == 0 {
            return scramble(5 << 32 | u64::from(o.0));
        }
        let thread = self.state.threads[object.thread.index()].name;
        scramble(thread.wrapping_add(u64::from(object.serial).wrapping_mul(0xa076_1d64_78bd_642f)))
    }

    fn thread_name(&self, thread: ThreadId) -> u64 {
        self.state.threads.get(thread.index()).map_or(0, |t| t.name)
    }

    fn thread_hash(&self, thread: &FlatThread) -> u128 {
        let mut mix = Mix::new(1);
        mix.add(thread.name);
        let (life, value) = match thread.life {
            // A stuck thread is the same before and after that is noticed.
            Life::Running | Life::Stuck => (0, 0),
            Life::Unwinding(x) => (1, x as u64),
            Life::Finished(v) => (2, self.value(v)),
            Life::Ended(x) => (3, x as u64),
        };
        mix.add(life);
        mix.add(value);
        for held in &thread.syncs {
            mix.add(held.object.map_or(0, |o| self.object_hash_name(o)));
            mix.add(u64::from(held.site.number()));
        }
        if life > 1 {
            return mix.end();
        }
        mix.add(u64::from(thread.allocs) << 32 | u64::from(thread.forks));
        // Of `C[throw X]` only the `in_sync` frames are left.
        if life == 1 {
            return mix.end();
        }
        // From the current frame outwards; a caller's result register is written before it is read.
        let (mut code, mut pc, mut base) = (thread.code, thread.pc, thread.base as usize);
        let (mut top, mut result) = (thread.regs.len(), None);
        for frame in thread.frames.iter().rev().map(Some).chain([None]) {
            mix.add(u64::from(code.0) << 32 | u64::from(pc.0));
            self.frame(&mut mix, self.program.code(code), pc, &thread.regs[base.min(top)..top], result);
            if let Some(f) = frame {
                (top, base, code, pc, result) = (base, f.base as usize, f.code, f.pc, Some(f.dst));
            }
        }
        mix.end()
    }

    fn frame(&self, mix: &mut Mix, code: &Code, pc: Pc, regs: &[Value], result: Option<Reg>) {
        let live = code.live.get(pc.index()).copied();
        for (reg, &v) in regs.iter().take(code.constants.index()).enumerate() {
            let dead = live.is_some_and(|live| live >> reg & 1 == 0) || result == Some(Reg(reg as u32));
            if !dead {
                mix.add(reg as u64);
                mix.add(self.value(v));
            }
        }
    }

    fn object_hash(&self, o: usize) -> u128 {
        let heap = &self.state.heap;
        let object = &heap.objects[o];
        let mut mix = Mix::new(2);
        mix.add(self.object_hash_name(ObjectId(o as u32)));
        mix.add(u64::from(object.class.0));
        mix.add(object.owner().map_or(0, |owner| self.thread_name(owner)));
        mix.add(u64::from(object.count) << 32 | u64::from(object.built));
        if let Some(text) = heap.text(Value::Object(ObjectId(o as u32))) {
            text.iter().for_each(|&unit| mix.add(u64::from(unit)));
        }
        let size = self.program.defaults[object.class.index()].len();
        let first = object.cells.index();
        heap.cells[first..first + size].iter().for_each(|&v| mix.add(self.value(v)));
        if let Some(first) = object.ghosts.get() {
            let declared = self.program.tables.classes.declared(object.class);
            let ghosts = declared.map_or(0, |d| self.program.tables.program.classes[d as usize].ghosts.len());
            for k in 0..ghosts {
                let mut node = heap.ghost_args[first.index() + k].path;
                loop {
                    match heap.ghost_nodes[node.index()] {
                        GhostNode::Root(v) => break mix.add(self.value(v)),
                        GhostNode::Field(before, fd) => {
                            mix.add(7 << 32 | u64::from(fd.0));
                            node = before;
                        }
                    }
                }
            }
        }
        mix.end()
    }
}
