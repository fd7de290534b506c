//! Pending step of a thread of the machine ([`Pending`]), and the lock that it waits for ([`Status`]).

use super::Machine;
use super::code::{Code, Instr, Reg};
use super::ghosts::ghost_path;
use super::state::{FlatThread, Life};
use crate::event::{Access, Site};
use crate::ops;
use crate::options::Locks;
use crate::pending::{NextAccess, Pending, Status};
use crate::program::{FieldAt, MethodId};
use crate::value::{Fault, ObjectId, ThreadId, Value};
use racefree_grammar::ast::BinOp;

impl Machine {
    fn current(&self, thread: ThreadId) -> (&FlatThread, &Code) {
        let thread = &self.state.threads[thread.index()];
        (thread, self.program.code(thread.code))
    }

    /// Returns the pending step of a thread.
    pub fn pending(&self, id: ThreadId) -> Pending {
        let (thread, code) = self.current(id);
        let heap = &self.state.heap;
        match thread.life {
            Life::Finished(_) | Life::Ended(_) | Life::Stuck => return Pending::Nothing,
            Life::Unwinding(_) => {
                return thread.syncs.last().and_then(|h| h.object).map_or(Pending::Local, |o| self.release_of(o));
            }
            Life::Running => {}
        }
        let regs = thread.window();
        let site = Site::expr(code.sites[thread.pc.index()]);
        let access = |v: Value, at: Option<FieldAt>, access| match (v, at) {
            (Value::Object(object), Some(at)) => Pending::Access { object, field: at.field, access, site },
            (Value::Null, _) => Pending::Local,
            _ => Pending::Nothing,
        };
        let class_of = |v: Value| v.object().map(|o| heap.object(o).class);
        match code.instrs[thread.pc.index()] {
            Instr::Read { obj, name, .. } => {
                let v = regs[obj];
                access(v, class_of(v).and_then(|c| self.program.field(c, name)), Access::Read)
            }
            Instr::Write { obj, name, .. } => {
                let v = regs[obj];
                access(v, class_of(v).and_then(|c| self.program.field(c, name)), Access::Write)
            }
            Instr::InitWrite { at, .. } => match access(regs[0], Some(at), Access::Init) {
                Pending::Access { object, field, access, .. } => {
                    Pending::Access { object, field, access, site: Site::field(at.field) }
                }
                other => other,
            },
            Instr::GhostStep { dst, .. } => {
                let v = regs[dst];
                let fd = self.next_ghost_field(id);
                access(v, fd.and_then(|fd| self.program.tables.field_of(class_of(v)?, fd)), Access::Read)
            }
            Instr::Acquire { lock } => match regs[lock] {
                Value::Object(object) => {
                    let outermost = !heap.object(object).held_by(id) || self.semantics.locks == Locks::Binary;
                    Pending::Acquire { object, site, outermost }
                }
                Value::Null => Pending::Local,
                _ => Pending::Nothing,
            },
            Instr::Release => thread.syncs.last().and_then(|h| h.object).map_or(Pending::Local, |o| self.release_of(o)),
            Instr::Fork { .. } => Pending::Fork,
            _ if self.applies(id) => Pending::Local,
            _ => Pending::Nothing,
        }
    }

    /// Returns [`Machine::pending`], if it is an access.
    pub fn next_access(&self, id: ThreadId) -> Option<NextAccess> {
        match self.pending(id) {
            Pending::Access { object, field, access, site } => Some(NextAccess { object, field, access, site }),
            Pending::Nothing | Pending::Local | Pending::Acquire { .. } | Pending::Release { .. } | Pending::Fork => {
                None
            }
        }
    }

    fn release_of(&self, object: ObjectId) -> Pending {
        let outermost = self.state.heap.object(object).count <= 1 || self.semantics.inner_release_frees;
        Pending::Release { object, outermost }
    }

    fn next_ghost_field(&self, id: ThreadId) -> Option<racefree_grammar::name::Name> {
        let (thread, code) = self.current(id);
        let regs = thread.window();
        let Instr::GhostStep { done, this, class, ghost, .. } = code.instrs[thread.pc.index()] else { return None };
        let (_, fields) = ghost_path(&self.program, &self.state.heap, regs[this], class, ghost)?;
        let Value::Int(done) = regs[done] else { return None };
        fields.get(done as usize).copied()
    }

    /// Returns true if the rule of a local step applies.
    fn applies(&self, id: ThreadId) -> bool {
        let (thread, code) = self.current(id);
        let (regs, heap) = (thread.window(), &self.state.heap);
        let reg = |r: Reg| regs[r];
        match code.instrs[thread.pc.index()] {
            Instr::New { class, .. } => class != crate::program::ClassId::STRING,
            Instr::Invoke { recv, name, args, .. } => match reg(recv) {
                Value::Null => true,
                Value::Object(o) => match self.program.method(heap.object(o).class, name) {
                    Some(MethodId::Declared(m)) => self.program.methods[m as usize].arity == args.len,
                    Some(MethodId::Predefined(b)) => {
                        let values: Vec<Value> = code.args[args.range()].iter().map(|&a| reg(a)).collect();
                        ops::builtin(heap, b, reg(recv), &values) != Err(Fault::Stuck)
                    }
                    None => false,
                },
                _ => false,
            },
            Instr::If { cond, .. } | Instr::Logic { src: cond, .. } | Instr::Assert { a: cond, .. } => {
                matches!(reg(cond), Value::Bool(_))
            }
            Instr::Binary { op, a, b, .. } => {
                debug_assert!(!matches!(op, BinOp::And | BinOp::Or));
                ops::binary(heap, op, reg(a), reg(b)) != Err(Fault::Stuck)
            }
            Instr::Unary { op, a, .. } => ops::unary(op, reg(a)).is_ok(),
            _ => true,
        }
    }

    /// Returns the status of a thread: enabled, or the reason why not.
    pub fn status(&self, id: ThreadId) -> Status {
        match self.state.threads[id.index()].life {
            Life::Finished(v) => Status::Finished(v),
            Life::Ended(exception) => Status::Ended(exception),
            Life::Stuck => Status::Stuck,
            Life::Unwinding(_) => Status::Ready,
            Life::Running => match self.pending(id) {
                Pending::Nothing => Status::Stuck,
                Pending::Acquire { object, outermost: true, .. } => {
                    let owner = self.state.heap.object(object).owner();
                    owner.map_or(Status::Ready, |owner| Status::Blocked { lock: object, owner })
                }
                _ => Status::Ready,
            },
        }
    }

    /// Returns true if a thread can step.
    pub fn enabled(&self, id: ThreadId) -> bool {
        self.status(id) == Status::Ready
    }

    /// The lock that a blocked thread waits for, and its owner.
    pub fn waits_for(&self, id: ThreadId) -> Option<(ObjectId, ThreadId)> {
        self.state.ready.waits_for(&self.state.heap.objects, id)
    }

    /// The wait-for cycle that a thread is on: each waiting thread, its lock, and the owner.
    pub fn wait_cycle(&self, thread: ThreadId) -> Option<Vec<(ThreadId, ObjectId, ThreadId)>> {
        if !self.state.ready.waits_for_itself(&self.state.heap.objects, thread) {
            return None;
        }
        let mut cycle = Vec::new();
        let mut at = thread;
        while let Some((lock, owner)) = self.waits_for(at) {
            cycle.push((at, lock, owner));
            at = owner;
            if at == thread {
                break;
            }
        }
        Some(cycle)
    }
}
