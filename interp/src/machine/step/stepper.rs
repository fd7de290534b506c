//! A run of steps of one thread: the state that it changes, and the common parts of the rules: scheduling points,
//! counting, and observers.
//!
//! All of it is compiled into one function ([`Stepper::go`]): no method is called at run time, and every field is a local variable
//! that may stand in a register. Therefore methods that are not inlined are given fields, never the stepper itself.

use super::{StepResult, Stop, Stopped, Turn};
use crate::event::EventKind;
use crate::machine::code::*;
use crate::machine::observer::Observer;
use crate::machine::ready::Ready;
use crate::machine::spare::Spare;
use crate::machine::state::*;
use crate::machine::{Lowered, SchedulingPoints};
use crate::ops::Made;
use crate::options::{Limit, Limits, Semantics};
use crate::value::{Exception, Fault, ObjectId, ThreadId, Value};
use std::convert::Infallible;
use std::marker::PhantomData;

/// A thread in a run of steps. The registers are not among the fields: a frame's are borrowed from the stack as long as it lasts.
pub(super) struct Stepper<'p, 'm, P, O> {
    pub(super) program: &'p Lowered,
    pub(super) semantics: &'m Semantics,
    pub(super) limits: &'m Limits,
    pub(super) obs: &'m mut O,

    // The state.
    pub(super) heap: &'m mut Heap,
    pub(super) ready: &'m mut Ready,
    pub(super) output: &'m mut Vec<(ThreadId, Value)>,
    /// The limit that was hit.
    pub(super) limit: &'m mut Option<Limit>,
    /// A thread of a wait-for cycle, once there is one.
    pub(super) cycle: &'m mut Option<ThreadId>,
    /// Number of threads, without those forked in this turn.
    pub(super) threads: usize,
    pub(super) spare: &'m mut Spare,

    // The thread.
    pub(super) id: ThreadId,
    pub(super) name: &'m u64,
    pub(super) life: &'m mut Life,
    pub(super) frames: &'m mut Vec<Call>,
    pub(super) syncs: &'m mut Vec<Held>,
    pub(super) forks: &'m mut u32,
    pub(super) allocs: &'m mut u32,

    // Its frame.
    pub(super) code_id: &'m mut CodeId,
    pub(super) code: &'p Code,
    /// A [`Pc`], as wide as the machine registers in which it is counted up and looked up.
    pub(super) pc: usize,
    pub(super) base: &'m mut u32,

    // The run of steps.
    /// Number of steps of the run: now, at the start of this turn, and at the end of its (or an earlier turn's) time.
    pub(super) n: u64,
    pub(super) before: &'m mut u64,
    pub(super) slice: u64,
    /// True at the start of the thread's life.
    pub(super) settling: bool,
    pub(super) turn: &'m mut Turn,
    /// While the run has made fewer steps, nobody is asked whose turn it is if the thread alone can step.
    pub(super) until: u64,
    /// [`Observer::stops`]
    pub(super) stops: bool,
    /// Reason for its end, once a step is [`Stopped`].
    pub(super) stop: Stop,
    pub(super) points: PhantomData<P>,
}

impl<P: SchedulingPoints, O: Observer> Stepper<'_, '_, P, O> {
    /// Makes steps until one of them, or the point before the next, stops the run.
    #[inline(always)]
    pub(super) fn go(&mut self, stack: &mut Vec<Value>) -> StepResult<Infallible> {
        loop {
            let regs = &mut stack[*self.base as usize..];
            match self.code.instrs[self.pc] {
                Instr::Move { dst, src } => {
                    regs[dst] = regs[src];
                    self.pc += 1;
                }
                Instr::Jump { to } => self.pc = to.index(),
                Instr::Return { src } => {
                    let v = regs[src];
                    self.give_back(stack, v)?;
                }
                Instr::Ghost { dst, done, this, class, ghost } => self.ghost(regs, dst, done, this, class, ghost),
                Instr::GhostStep { dst, done, this, class, ghost } => {
                    self.ghost_step(regs, dst, done, this, class, ghost)?;
                }
                Instr::New { dst, class, ghosts, init } => self.new_object(stack, dst, class, ghosts, init)?,
                Instr::InitWrite { src, at } => self.init_write(regs, src, at)?,
                Instr::Built => self.built(stack)?,
                Instr::Read { dst, obj, name } => self.read(regs, dst, obj, name)?,
                Instr::Write { dst, obj, name, src } => self.write(regs, dst, obj, name, src)?,
                Instr::Invoke { dst, recv, name, args, tail } => self.invoke(stack, dst, recv, name, args, tail)?,
                Instr::Let { dst, src, ty: _ } => self.bind(regs, dst, src)?,
                Instr::Acquire { lock } => self.acquire(regs, lock)?,
                Instr::Release => self.release(regs)?,
                Instr::Begin => self.begin(regs)?,
                Instr::End => self.end(regs)?,
                Instr::Fork { dst, body } => self.fork(regs, dst, body)?,
                Instr::Seq => self.seq(regs)?,
                Instr::If { cond, otherwise } => self.branch(regs, cond, otherwise)?,
                Instr::While => self.unfold(regs)?,
                Instr::Logic { dst, src, on, end } => self.logic(regs, dst, src, on, end)?,
                Instr::Binary { op, dst, a, b } => self.binary(regs, op, dst, a, b)?,
                Instr::Unary { op, dst, a } => self.unary(regs, op, dst, a)?,
                Instr::Print { dst, a } => self.print(regs, dst, a)?,
                Instr::Assert { dst, a } => self.assert(regs, dst, a)?,
                Instr::Holds { dst, .. } => self.holds(regs, dst)?,
            }
        }
    }

    /// The position of the current instruction.
    #[inline(always)]
    pub(super) fn pc(&self) -> Pc {
        Pc(self.pc as u32)
    }

    // Ends of a run of steps.

    /// Ends the run.
    #[inline(always)]
    pub(super) fn stop<T>(&mut self, stop: Stop) -> StepResult<T> {
        self.stop = stop;
        Err(Stopped)
    }

    #[inline(always)]
    pub(super) fn throw<T>(&mut self, regs: &[Value], exception: Exception) -> StepResult<T> {
        self.tell(regs, EventKind::Throw { exception });
        *self.life = Life::Unwinding(exception);
        self.stop(Stop::Thrown)
    }

    /// The step that was counted last is not made: no rule applies.
    #[inline(always)]
    pub(super) fn stuck<T>(&mut self) -> StepResult<T> {
        self.n -= 1;
        *self.life = Life::Stuck;
        self.stop(Stop::Stuck)
    }

    /// A limit is hit.
    #[inline(always)]
    pub(super) fn hit<T>(&mut self, limit: Limit) -> StepResult<T> {
        *self.limit = Some(limit);
        self.stop(Stop::Limit)
    }

    /// The step that was counted last would go over a limit.
    #[inline(always)]
    pub(super) fn over<T>(&mut self, limit: Limit) -> StepResult<T> {
        self.n -= 1;
        self.hit(limit)
    }

    /// Ends the run of steps if its time is over: in a loop without a step that others can see, for now or for good.
    #[inline(always)]
    pub(super) fn in_time(&mut self) -> StepResult {
        if self.n > self.slice && !self.has_begun_anew() {
            self.n -= 1;
            return if self.n >= self.limits.steps { self.hit(Limit::Steps) } else { self.stop(Stop::Early) };
        }
        Ok(())
    }

    /// The object in a register; null throws, anything else is stuck.
    #[inline(always)]
    pub(super) fn object(&mut self, regs: &[Value], reg: Reg) -> StepResult<ObjectId> {
        match regs[reg] {
            Value::Object(o) => Ok(o),
            Value::Null => self.throw(regs, Exception::NullPointer),
            _ => self.stuck(),
        }
    }

    /// The value that an operation gave.
    #[inline(always)]
    pub(super) fn value(&mut self, regs: &[Value], made: Result<Made, Fault>) -> StepResult<Value> {
        match made {
            Ok(Made::Value(v)) => Ok(v),
            Ok(Made::Text(text)) => match self.heap.new_text(self.id, *self.allocs + 1, text, self.limits.objects) {
                Some(v) => {
                    *self.allocs += 1;
                    Ok(v)
                }
                None => self.hit(Limit::Objects),
            },
            Err(Fault::Throw(exception)) => self.throw(regs, exception),
            Err(Fault::Stuck) => self.stuck(),
        }
    }
}
