//! The reduction rules (calculus, section 8) of calls, variables, branches, loops and operators, on the flat state.

use super::stepper::Stepper;
use super::{StepResult, Stop};
use crate::event::{EventKind, Local, Site};
use crate::machine::SchedulingPoints;
use crate::machine::code::*;
use crate::machine::observer::Observer;
use crate::machine::state::*;
use crate::ops::{self, Made};
use crate::options::Limit;
use crate::program::MethodId;
use crate::value::{Exception, ObjectId, Value};
use racefree_grammar::ast::{BinOp, UnOp};
use racefree_program::Predefined;
use smallvec::SmallVec;

impl<'p, P: SchedulingPoints, O: Observer> Stepper<'p, '_, P, O> {
    // Frames.

    /// Before a call, which must not be one too many.
    #[inline(always)]
    pub(super) fn may_call(&mut self) -> StepResult {
        if self.frames.len() >= self.limits.calls as usize {
            return self.over(Limit::Calls);
        }
        Ok(())
    }

    /// Enters a frame whose registers are on the stack from `base` on; its result is for `dst` of the present frame.
    #[inline(always)]
    pub(super) fn enter(&mut self, (id, code): (CodeId, &'p Code), base: usize, dst: Reg) {
        self.frames.push(Call { code: *self.code_id, pc: self.pc().next(), base: *self.base, dst });
        *self.code_id = id;
        (self.code, self.pc, *self.base) = (code, 0, base as u32);
    }

    /// Leaves a frame, with a value.
    #[inline(always)]
    pub(super) fn leave(&mut self, stack: &mut Vec<Value>, v: Value) -> StepResult {
        let Some(frame) = self.frames.pop() else {
            *self.life = Life::Finished(v);
            return self.stop(Stop::Finished);
        };
        stack.truncate(*self.base as usize);
        *self.code_id = frame.code;
        (self.code, self.pc, *self.base) = (self.program.code(frame.code), frame.pc.index(), frame.base);
        stack[*self.base as usize + frame.dst.index()] = v;
        Ok(())
    }

    /// A method or the body of a fork is a value.
    #[inline(always)]
    pub(super) fn give_back(&mut self, stack: &mut Vec<Value>, v: Value) -> StepResult {
        if O::RETURNS
            && let CodeKind::Method(m) = self.code.what
        {
            let (obs, view) = self.watched(&stack[*self.base as usize..]);
            obs.returned(view, m, v);
        }
        self.leave(stack, v)
    }

    /// \[RED INVOKE\]
    #[inline(always)]
    pub(super) fn invoke(
        &mut self,
        stack: &mut Vec<Value>,
        dst: Reg,
        recv: Reg,
        name: MethodName,
        args: Args,
        tail: bool,
    ) -> StepResult {
        self.local()?;
        let o = self.object(&stack[*self.base as usize..], recv)?;
        self.in_time()?;
        let Some(method) = self.program.method(self.heap.object(o).class, name) else { return self.stuck() };
        match method {
            MethodId::Declared(m) if self.program.methods[m as usize].arity == args.len => {
                let body = self.program.methods[m as usize].code;
                let regs = &stack[*self.base as usize..];
                let values: SmallVec<[Value; 8]> = self.code.args[args.range()].iter().map(|&arg| regs[arg]).collect();
                self.call(stack, dst, o, (m, body), &values, tail)
            }
            MethodId::Declared(_) => self.stuck(),
            MethodId::Predefined(b) => self.call_predefined(&mut stack[*self.base as usize..], dst, o, b, args),
        }
    }

    /// Returns true for a call after which its frame has nothing to do, so that substitution leaves nothing of it. If results are looked at,
    /// one of another type than the callee's keeps the frame.
    #[inline(always)]
    fn is_last(&self, callee: &Callee, tail: bool) -> bool {
        let same = || match self.code.what {
            CodeKind::Method(own) => {
                let own = &self.program.methods[own as usize];
                !O::EVERY_RETURN && own.plain && own.ret == callee.ret
            }
            CodeKind::Main | CodeKind::Init(_) | CodeKind::Fork(_) => !O::EVERY_RETURN,
        };
        tail && (!O::RETURNS || !self.obs.wants_returns() || same())
    }

    /// \[RED INVOKE\] of method number `m`, whose code is `body`
    #[inline(always)]
    fn call(
        &mut self,
        stack: &mut Vec<Value>,
        dst: Reg,
        o: ObjectId,
        (m, body): (u32, CodeId),
        values: &[Value],
        tail: bool,
    ) -> StepResult {
        let (program, code, at) = (self.program, self.code, self.pc);
        let (callee, to) = (&program.methods[m as usize], program.code(body));
        self.may_call()?;
        if self.is_last(callee, tail) {
            if *self.code_id != body || code.live.is_empty() {
                stack.truncate(*self.base as usize);
                to.begin(stack);
                *self.code_id = body;
                self.code = to;
            }
            self.pc = 0;
        } else {
            self.enter((body, to), stack.len(), dst);
            to.begin(stack);
        }
        let regs = &mut stack[*self.base as usize..];
        regs[0] = Value::Object(o);
        regs[1..][..values.len()].copy_from_slice(values);
        let site = || Site::expr(code.sites[at]);
        self.tell_binding(regs, site, EventKind::Call { object: o, method: MethodId::Declared(m) });
        Ok(())
    }

    #[inline(always)]
    fn call_predefined(&mut self, regs: &mut [Value], dst: Reg, o: ObjectId, b: Predefined, args: Args) -> StepResult {
        let values: Vec<Value> = self.code.args[args.range()].iter().map(|&a| regs[a]).collect();
        let made = ops::builtin(self.heap, b, Value::Object(o), &values);
        regs[dst] = self.value(regs, made)?;
        let site = self.site();
        self.tell_binding(regs, || site, EventKind::Call { object: o, method: MethodId::Predefined(b) });
        self.pc += 1;
        Ok(())
    }

    // Variables, branches and loops.

    /// \[RED LET\]
    #[inline(always)]
    pub(super) fn bind(&mut self, regs: &mut [Value], dst: Reg, src: Reg) -> StepResult {
        self.local()?;
        let v = regs[src];
        regs[dst] = v;
        self.tell_let(regs, EventKind::Local(Local::Let));
        self.pc += 1;
        Ok(())
    }

    /// `v; e` → `e`
    #[inline(always)]
    pub(super) fn seq(&mut self, regs: &[Value]) -> StepResult {
        self.local()?;
        self.tell_local(regs, EventKind::Local(Local::Seq));
        self.pc += 1;
        Ok(())
    }

    /// `if (v) e else e'`
    #[inline(always)]
    pub(super) fn branch(&mut self, regs: &[Value], cond: Reg, otherwise: Pc) -> StepResult {
        self.local()?;
        let Value::Bool(cond) = regs[cond] else { return self.stuck() };
        self.tell_local(regs, EventKind::Local(Local::If));
        self.pc = if cond { self.pc + 1 } else { otherwise.index() };
        Ok(())
    }

    /// `while (e) e'` → `if (e) (e'; while (e) e')`
    #[inline(always)]
    pub(super) fn unfold(&mut self, regs: &[Value]) -> StepResult {
        self.local()?;
        self.in_time()?;
        self.tell_local(regs, EventKind::Local(Local::While));
        self.pc += 1;
        Ok(())
    }

    /// `v && e`, `v || e`
    #[inline(always)]
    pub(super) fn logic(&mut self, regs: &mut [Value], dst: Reg, src: Reg, on: bool, end: Pc) -> StepResult {
        self.local()?;
        let Value::Bool(b) = regs[src] else { return self.stuck() };
        regs[dst] = Value::Bool(b);
        self.tell_local(regs, EventKind::Local(Local::Logic));
        self.pc = if b == on { self.pc + 1 } else { end.index() };
        Ok(())
    }

    // Operators.

    /// `v op v`
    #[inline(always)]
    pub(super) fn binary(&mut self, regs: &mut [Value], op: BinOp, dst: Reg, a: Reg, b: Reg) -> StepResult {
        self.local()?;
        let made = match (regs[a], regs[b]) {
            (Value::Int(a), Value::Int(b)) => ops::on_ints(op, a, b).map(Made::Value),
            (a, b) => ops::binary(self.heap, op, a, b),
        };
        regs[dst] = self.value(regs, made)?;
        self.tell_local(regs, EventKind::Local(Local::Op));
        self.pc += 1;
        Ok(())
    }

    /// `op v`
    #[inline(always)]
    pub(super) fn unary(&mut self, regs: &mut [Value], op: UnOp, dst: Reg, a: Reg) -> StepResult {
        self.local()?;
        let v = match (op, regs[a]) {
            (UnOp::Not, Value::Bool(b)) => Value::Bool(!b),
            (op, v) => self.value(regs, ops::unary(op, v).map(Made::Value))?,
        };
        regs[dst] = v;
        self.tell_local(regs, EventKind::Local(Local::Op));
        self.pc += 1;
        Ok(())
    }

    // Statements.

    /// `print v`
    #[inline(always)]
    pub(super) fn print(&mut self, regs: &mut [Value], dst: Reg, a: Reg) -> StepResult {
        // Prints must run in the order of the output: a thread that begins with one waits for its turn.
        if self.settling {
            return self.stop(Stop::Early);
        }
        self.local()?;
        let value = regs[a];
        self.output.push((self.id, value));
        regs[dst] = Value::Void;
        self.tell_local(regs, EventKind::Print { value });
        self.pc += 1;
        Ok(())
    }

    /// `assert v`
    #[inline(always)]
    pub(super) fn assert(&mut self, regs: &mut [Value], dst: Reg, a: Reg) -> StepResult {
        self.local()?;
        match regs[a] {
            Value::Bool(true) => {}
            Value::Bool(false) => return self.throw(regs, Exception::AssertionFailed),
            _ => return self.stuck(),
        }
        regs[dst] = Value::Void;
        self.tell_local(regs, EventKind::Assert);
        self.pc += 1;
        Ok(())
    }

    /// `holds l`
    #[inline(always)]
    pub(super) fn holds(&mut self, regs: &mut [Value], dst: Reg) -> StepResult {
        self.local()?;
        regs[dst] = Value::Void;
        self.tell_let(regs, EventKind::Local(Local::Holds));
        self.pc += 1;
        Ok(())
    }
}
