//! The reduction rules (calculus, section 8) of locks and threads, on the flat state.

use super::stepper::Stepper;
use super::{StepResult, Stop};
use crate::event::{EventKind, Local};
use crate::index::Packed;
use crate::machine::code::*;
use crate::machine::observer::{Observer, Order};
use crate::machine::ready::Ready;
use crate::machine::spare::Spare;
use crate::machine::state::*;
use crate::machine::unwind::release;
use crate::machine::{Lowered, SchedulingPoints};
use crate::options::{Limit, Locks};
use crate::value::{Exception, ThreadId, Value};

/// A thread more, which runs `body`.
#[inline(never)]
fn fork(
    spare: &mut Spare,
    ready: &mut Ready,
    program: &Lowered,
    body: CodeId,
    (parent, fork, name): (ThreadId, u32, u64),
    regs: &[Value],
) {
    spare.fork().begin(program, body, parent, fork, name, regs);
    ready.add_thread();
}

impl<P: SchedulingPoints, O: Observer> Stepper<'_, '_, P, O> {
    /// \[RED ACQUIRE\]
    #[inline(always)]
    pub(super) fn acquire(&mut self, regs: &[Value], lock: Reg) -> StepResult {
        let o = match regs[lock] {
            Value::Object(o) => o,
            Value::Null if self.semantics.null_lock_is_free => {
                self.local()?;
                self.syncs.push(Held { object: None, site: self.code.sites[self.pc] });
                self.tell_local(regs, EventKind::Local(Local::NullLock));
                self.pc += 1;
                return Ok(());
            }
            Value::Null => {
                self.local()?;
                return self.throw(regs, Exception::NullPointer);
            }
            _ => {
                self.local()?;
                return self.stuck();
            }
        };
        let object = &self.heap.objects[o.index()];
        if object.owner.is(self.id) && self.semantics.locks == Locks::Reentrant {
            self.local()?;
        } else {
            if !object.owner.is_none() || if P::LOCAL { self.is_next_turn() } else { self.turn.is_over() } {
                return self.stop(Stop::Lock(o));
            }
            self.see()?;
            let object = &mut self.heap.objects[o.index()];
            // It was the thread's own wish that it is about to fulfil, if it rested here.
            self.ready.forget_wish(self.id, o, object);
            if !object.contenders.is_empty() {
                self.ready.block(o, object.contenders);
                self.look_around();
            }
        }
        let object = &mut self.heap.objects[o.index()];
        object.owner = Packed::some(self.id);
        object.count += 1;
        let count = object.count;
        self.syncs.push(Held { object: Some(o), site: self.code.sites[self.pc] });
        if count == 1 {
            self.order(Order::Acquire(o));
        }
        self.tell_lock(regs, EventKind::Acquire { object: o, count });
        self.pc += 1;
        Ok(())
    }

    /// \[RED RELEASE\]
    #[inline(always)]
    pub(super) fn release(&mut self, regs: &[Value]) -> StepResult {
        let Some(&held) = self.syncs.last() else {
            self.local()?;
            return self.stuck();
        };
        let Some(o) = held.object else {
            self.local()?;
            self.syncs.pop();
            self.tell_local(regs, EventKind::Local(Local::NullLock));
            self.pc += 1;
            return Ok(());
        };
        if self.heap.objects[o.index()].count > 1 && !self.semantics.inner_release_frees {
            self.local()?;
        } else {
            self.mover(P::RELEASES)?;
        }
        self.syncs.pop();
        let count = release(self.heap, self.ready, o, self.semantics.inner_release_frees);
        self.look_around();
        if count == 0 {
            self.order(Order::Release(o));
        }
        self.tell_lock(regs, EventKind::Release { object: o, count });
        self.pc += 1;
        Ok(())
    }

    /// \[RED ATOMIC\]  `atomic e` → `in_atomic b e`
    #[inline(always)]
    pub(super) fn begin(&mut self, regs: &[Value]) -> StepResult {
        self.local()?;
        let block = self.code.sites[self.pc];
        self.syncs.push(Held { object: None, site: block });
        self.order(Order::Begin(block));
        self.tell_local(regs, EventKind::Begin { block });
        self.pc += 1;
        Ok(())
    }

    /// \[RED ATOMIC\]  `in_atomic b v` → `v`
    #[inline(always)]
    pub(super) fn end(&mut self, regs: &[Value]) -> StepResult {
        self.local()?;
        let block = self.code.sites[self.pc];
        self.syncs.pop();
        self.order(Order::End(block));
        self.tell_local(regs, EventKind::End { block });
        self.pc += 1;
        Ok(())
    }

    /// \[RED FORK\]
    #[inline(always)]
    pub(super) fn fork(&mut self, regs: &mut [Value], dst: Reg, body: CodeId) -> StepResult {
        self.mover(P::FORKS)?;
        let number = self.threads + self.spare.forked();
        if number >= self.limits.threads as usize {
            return self.over(Limit::Threads);
        }
        let child = ThreadId(number as u32);
        *self.forks += 1;
        fork(self.spare, self.ready, self.program, body, (self.id, *self.forks, *self.name), regs);
        // It is to come to its first scheduling point before threads are chosen again.
        self.until = 0;
        self.turn.alone(false);
        regs[dst] = Value::Int(0);
        self.order(Order::Fork(child));
        self.tell(regs, EventKind::Fork { child });
        self.pc += 1;
        Ok(())
    }
}
