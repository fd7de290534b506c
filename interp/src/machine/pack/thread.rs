//! Threads, packed and put in: a word for each register, frame and lock held.

use super::{ENDED, FINISHED, Part, RUNNING, THREAD, ThreadName, UNWINDING, Workbench};
use crate::index::Packed;
use crate::machine::Lowered;
use crate::machine::code::{CodeId, CodeKind, Pc, Reg};
use crate::machine::state::*;
use crate::program::{Root, Ty};
use crate::value::{Exception, ThreadId};
use racefree_grammar::ast::ExprId;

impl Workbench {
    /// Takes the threads that were forked by the last steps, by name; [`Workbench::turn_to`] looks at one of them.
    pub fn forked(&mut self, into: &mut Vec<ThreadName>) {
        into.clear();
        while self.machine.state.threads.len() > self.threads.len() {
            let Some(child) = self.machine.state.threads.pop() else { break };
            self.machine.state.ready.forget_last();
            let name = (self.loaded, child.fork);
            let next = ThreadName(self.threads.len() as u32 + into.len() as u32);
            let named = *self.thread_names.entry(name).or_insert(next);
            into.push(named);
            self.machine.spare.push(child);
        }
        // The last of those is the first one forked.
        into.reverse();
        for &name in into.iter() {
            let Some(child) = self.machine.spare.pop() else { break };
            let index = name.index();
            if index >= self.threads.len() {
                // Names given just now may be out of order.
                self.threads.resize(index + 1, (ThreadName::MAIN, 0));
            }
            self.threads[index] = (self.loaded, child.fork);
            self.fit_threads();
            self.machine.state.threads[index] = child;
        }
    }

    /// Makes room in the machine for all threads that have names.
    pub(super) fn fit_threads(&mut self) {
        while self.machine.state.threads.len() < self.threads.len() {
            self.machine.state.threads.push(FlatThread::default());
            self.machine.state.ready.add_thread();
            let last = self.machine.state.threads.len() as u32 - 1;
            self.machine.state.ready.threads.remove(ThreadId(last));
        }
    }

    /// The thread as a part of states, with a word of the caller's. Two that are told apart only by dead variables are the
    /// same.
    pub fn pack_thread(&mut self, tag: u64) -> Part {
        let mut words = std::mem::take(&mut self.words);
        self.thread_words(&mut words);
        words.push(tag);
        let part = Part(self.parts.intern(&words));
        self.words = words;
        part
    }

    /// The caller's word of a thread.
    pub fn tag(&self, thread: Part) -> u64 {
        self.parts.get(thread.0).last().copied().unwrap_or(0)
    }

    fn thread_words(&self, out: &mut Vec<u64>) {
        out.clear();
        let thread = &self.machine.state.threads[self.loaded.index()];
        let (life, value) = match thread.life {
            // A stuck thread is the same before and after that is noticed.
            Life::Running | Life::Stuck => (RUNNING, 0),
            Life::Finished(v) => (FINISHED, self.value(v)),
            Life::Unwinding(x) => (UNWINDING, x as u64),
            Life::Ended(x) => (ENDED, x as u64),
        };
        out.push(THREAD | u64::from(self.loaded.0) | life << 32 | u64::from(thread.unusual) << 40);
        out.push(value);
        if matches!(life, FINISHED | ENDED) {
            return;
        }
        out.push(u64::from(thread.allocs) | u64::from(thread.forks) << 32);
        out.push(thread.syncs.len() as u64 | (thread.frames.len() as u64) << 32);
        for held in &thread.syncs {
            let object = Packed::from(held.object.map(|o| self.names[o.index()]));
            out.push(u64::from(object.raw()) | u64::from(held.site.number()) << 32);
        }
        if life == UNWINDING {
            return;
        }
        // From the current frame outwards; a caller's result register is written before it is read.
        let (mut code, mut pc, mut base) = (thread.code, thread.pc, thread.base as usize);
        let mut result = None;
        for frame in thread.frames.iter().rev().map(Some).chain([None]) {
            out.push(u64::from(code.0) | u64::from(pc.0) << 32);
            out.push(u64::from(Packed::from(result).raw()));
            let piece = self.machine.program.code(code);
            let live = piece.live.get(pc.index()).map(|live| live | self.returned[code.index()]);
            let regs = &thread.regs[base..base + piece.constants.index()];
            for (reg, &v) in regs.iter().enumerate() {
                let dead = live.is_some_and(|live| live >> reg & 1 == 0) || result == Some(Reg(reg as u32));
                out.push(if dead { 0 } else { self.value(v) });
            }
            if let Some(f) = frame {
                (base, code, pc, result) = (f.base as usize, f.code, f.pc, Some(f.dst));
            }
        }
    }

    pub(super) fn load_thread(&mut self, part: Part) {
        let words = self.parts.get(part.0).to_vec();
        let words = &words[..words.len() - 1];
        let name = ThreadName(words[0] as u32);
        self.loaded = name;
        self.fit_threads();
        let mut thread = std::mem::take(&mut self.machine.state.threads[name.index()]);
        let (parent, fork) = self.threads[name.index()];
        (thread.parent, thread.fork) = (parent.id(), fork);
        thread.unusual = words[0] >> 40 & 1 == 1;
        thread.frames.clear();
        thread.regs.clear();
        thread.syncs.clear();
        thread.base = 0;
        let exception = match words[1] {
            0 => Exception::NullPointer,
            1 => Exception::DivisionByZero,
            2 => Exception::AssertionFailed,
            _ => Exception::IndexOutOfRange,
        };
        let life = words[0] >> 32 & 0xff;
        thread.life = match life {
            RUNNING => Life::Running,
            FINISHED => Life::Finished(self.unvalue(words[1])),
            UNWINDING => Life::Unwinding(exception),
            _ => Life::Ended(exception),
        };
        if matches!(life, RUNNING | UNWINDING) {
            (thread.allocs, thread.forks) = (words[2] as u32, (words[2] >> 32) as u32);
            let (syncs, frames) = (words[3] as u32 as usize, (words[3] >> 32) as usize);
            for &word in &words[4..4 + syncs] {
                let object = Packed::from_raw(word as u32).get().map(|name| self.placed(name));
                thread.syncs.push(Held { object, site: ExprId::new((word >> 32) as u32) });
            }
            if life == RUNNING {
                self.load_frames(&mut thread, &words[4 + syncs..], frames);
            }
        }
        self.machine.state.threads[name.index()] = thread;
    }

    fn load_frames(&self, thread: &mut FlatThread, words: &[u64], frames: usize) {
        // Starts of the words of each frame but the innermost, from the inside out; frames are laid down outside in.
        let mut starts = Vec::with_capacity(frames);
        let mut at = 0;
        for _ in 0..frames {
            at += 2 + self.machine.program.codes[words[at] as u32 as usize].constants.index();
            starts.push(at);
        }
        for (depth, at) in starts.into_iter().rev().chain([0]).enumerate() {
            let (code, pc) = (CodeId(words[at] as u32), Pc((words[at] >> 32) as u32));
            let piece = self.machine.program.code(code);
            let base = thread.regs.len();
            thread.regs.extend_from_slice(&piece.template);
            let count = piece.constants.index();
            for (reg, &word) in thread.regs[base..base + count].iter_mut().zip(&words[at + 2..]) {
                *reg = self.unvalue(word);
            }
            if depth == frames {
                (thread.code, thread.pc, thread.base) = (code, pc, base as u32);
            } else {
                thread.frames.push(Call { code, pc, base: base as u32, dst: Reg(words[at + 1] as u32) });
            }
        }
    }
}

/// The registers that the result type of a method mentions: a monitor looks at them when it returns.
pub(super) fn mentioned(program: &Lowered, what: CodeKind) -> u64 {
    let CodeKind::Method(m) = what else { return 0 };
    let Ty::Class(_, args) = &program.methods[m as usize].ret else { return 0 };
    let bit = |Reg(reg)| if reg < 64 { 1u64 << reg } else { 0 };
    args.iter().fold(0, |mask, path| match path.root {
        Root::Reg(reg) => mask | bit(reg),
        Root::Ghost { this, .. } => mask | bit(this),
        Root::Nothing => mask,
    })
}
