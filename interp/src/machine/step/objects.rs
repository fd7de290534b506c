//! The reduction rules (calculus, section 8) of objects and their fields, on the flat state.

use super::StepResult;
use super::stepper::Stepper;
use super::watched::Accessed;
use crate::event::{Access, EventKind, Local, Site};
use crate::machine::SchedulingPoints;
use crate::machine::code::*;
use crate::machine::ghosts::ghost_path;
use crate::machine::observer::Observer;
use crate::options::Limit;
use crate::program::{ClassId, FieldAt};
use crate::value::{ObjectId, Value};

impl<P: SchedulingPoints, O: Observer> Stepper<'_, '_, P, O> {
    /// \[RED NEW\]
    #[inline(always)]
    pub(super) fn new_object(
        &mut self,
        stack: &mut Vec<Value>,
        dst: Reg,
        class: ClassId,
        ghosts: Args,
        init: CodeId,
    ) -> StepResult {
        self.local()?;
        if class == ClassId::STRING {
            return self.stuck();
        }
        self.in_time()?;
        if self.heap.objects.len() >= self.limits.objects as usize {
            return self.over(Limit::Objects);
        }
        self.may_call()?;
        let regs = &stack[*self.base as usize..];
        let ghosts = &self.code.paths[ghosts.range()];
        *self.allocs += 1;
        let serial = *self.allocs;
        // An observer of every step is told of every step.
        let once = !(P::LOCAL || O::EVENTS && (O::LOCAL || O::ACCESSES));
        if once
            && let Some(fields) = &self.program.constants[class.index()]
            && self.n + (fields.len() as u64) < self.limits.steps
        {
            let o = self.heap.new_object(self.program, self.id, serial, (class, fields), ghosts, regs);
            self.tell(regs, EventKind::Alloc { object: o, class });
            self.build(o, class, fields.len() as u32);
            stack[*self.base as usize..][dst] = Value::Object(o);
            self.pc += 1;
            return Ok(());
        }
        let fields = &self.program.defaults[class.index()];
        let o = self.heap.new_object(self.program, self.id, serial, (class, fields), ghosts, regs);
        self.tell(regs, EventKind::Alloc { object: o, class });
        let (base, to) = (stack.len(), self.program.code(init));
        to.begin(stack);
        stack[base] = Value::Object(o);
        self.enter((init, to), base, dst);
        Ok(())
    }

    /// \[RED INIT\] of all fields, which are constants, and of the object that then is initialised
    #[inline(always)]
    fn build(&mut self, o: ObjectId, class: ClassId, fields: u32) {
        self.heap.objects[o.index()].built = fields;
        if O::TOUCHES {
            self.tell_built(o, self.program.fields_of(class));
        }
        self.n += u64::from(fields);
        self.n += 1;
    }

    /// \[RED INIT\] of a field
    #[inline(always)]
    pub(super) fn init_write(&mut self, regs: &mut [Value], src: Reg, at: FieldAt) -> StepResult {
        let Value::Object(o) = regs[0] else { return self.stuck() };
        if self.program.private_until_built[self.heap.object(o).class.index()] {
            self.local()?;
        } else {
            self.access()?;
        }
        let v = regs[src];
        let cell = self.heap.cell(o, at.slot);
        self.heap.cells[cell.index()] = v;
        self.heap.objects[o.index()].built += 1;
        let made = Accessed { access: Access::Init, object: o, field: at.field, cell };
        let kind = EventKind::InitWrite { object: o, field: at.field, value: v };
        self.tell_access(regs, made, Site::field(at.field), kind);
        self.pc += 1;
        Ok(())
    }

    /// \[RED INIT\] of an object whose fields are initialised
    #[inline(always)]
    pub(super) fn built(&mut self, stack: &mut Vec<Value>) -> StepResult {
        self.local()?;
        let regs = &stack[*self.base as usize..];
        let v = regs[0];
        self.tell_local(regs, EventKind::Local(Local::Built));
        self.leave(stack, v)
    }

    /// \[RED REF\] by the name of a field
    #[inline(always)]
    pub(super) fn read(&mut self, regs: &mut [Value], dst: Reg, obj: Reg, name: FieldName) -> StepResult {
        let field = regs[obj].object().and_then(|o| self.program.field(self.heap.object(o).class, name));
        self.before_read(field)?;
        let o = self.object(regs, obj)?;
        let Some(at) = field else { return self.stuck() };
        self.read_field(regs, dst, o, at);
        self.pc += 1;
        Ok(())
    }

    /// Before a read, which others can notice if the field may change.
    #[inline(always)]
    fn before_read(&mut self, field: Option<FieldAt>) -> StepResult {
        match field {
            Some(at) if self.program.is_fixed(at.field) => self.local(),
            _ => self.access(),
        }
    }

    #[inline(always)]
    fn read_field(&mut self, regs: &mut [Value], dst: Reg, o: ObjectId, at: FieldAt) {
        let cell = self.heap.cell(o, at.slot);
        let v = self.heap.cells[cell.index()];
        regs[dst] = v;
        let made = Accessed { access: Access::Read, object: o, field: at.field, cell };
        let kind = EventKind::Read { object: o, field: at.field, value: v };
        self.tell_access(regs, made, self.site(), kind);
    }

    /// \[RED ASSIGN\]
    #[inline(always)]
    pub(super) fn write(&mut self, regs: &mut [Value], dst: Reg, obj: Reg, name: FieldName, src: Reg) -> StepResult {
        self.access()?;
        let o = self.object(regs, obj)?;
        let Some(at) = self.program.field(self.heap.object(o).class, name) else { return self.stuck() };
        let v = regs[src];
        let cell = self.heap.cell(o, at.slot);
        let old = std::mem::replace(&mut self.heap.cells[cell.index()], v);
        regs[dst] = v;
        let made = Accessed { access: Access::Write, object: o, field: at.field, cell };
        let kind = EventKind::Write { object: o, field: at.field, value: v, old };
        self.tell_access(regs, made, self.site(), kind);
        self.pc += 1;
        Ok(())
    }

    /// A ghost variable: the start of its path. A ghost that its object has not got denotes nothing, as if `null` had
    /// been put in.
    #[inline(always)]
    pub(super) fn ghost(&mut self, regs: &mut [Value], dst: Reg, done: Reg, this: Reg, class: ClassId, ghost: u32) {
        let path = ghost_path(self.program, self.heap, regs[this], class, ghost);
        regs[dst] = path.map_or(Value::Null, |p| p.0);
        regs[done] = Value::Int(0);
        self.pc += 1;
    }

    /// \[RED REF\] along the path that was put in for a ghost variable
    #[inline(always)]
    pub(super) fn ghost_step(
        &mut self,
        regs: &mut [Value],
        dst: Reg,
        done: Reg,
        this: Reg,
        class: ClassId,
        ghost: u32,
    ) -> StepResult {
        let path = ghost_path(self.program, self.heap, regs[this], class, ghost);
        let Value::Int(k) = regs[done] else { return self.stuck() };
        let Some(&fd) = path.as_ref().and_then(|p| p.1.get(k as usize)) else {
            self.pc += 1;
            return Ok(());
        };
        let field = regs[dst].object().and_then(|o| self.program.tables.field_of(self.heap.object(o).class, fd));
        self.before_read(field)?;
        let o = self.object(regs, dst)?;
        let Some(at) = field else { return self.stuck() };
        regs[done] = Value::Int(k + 1);
        self.read_field(regs, dst, o, at);
        Ok(())
    }
}
