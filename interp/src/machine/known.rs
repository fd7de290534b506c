//! Types of values that are known when the program is lowered: if nothing has been otherwise than declared so far, what is in a register
//! has them.
//!
//! What a method requires it has as long as it runs, its parameters keep their types, and what an object was given for its ghosts never
//! changes. So a method that stores, binds, returns or passes on what it was given, what it made of that, or what the fields of that hold,
//! need not be looked at, if no value that was stored, bound, returned or passed before was in doubt.

use super::at_once::{GhostType, Need, QuickPath};
use super::code::{Args, Callee, Code, FieldName, Instr, Pc, Reg, What};
use super::fast::CodeNames;
use super::quick::QuickType;
use crate::index::Packed;
use crate::program::{FieldAt, MethodId, Ty};
use crate::value::Value;
use racefree_grammar::ast::{BinOp, UnOp};

/// So many instructions back it is looked for what is in a register.
const NEAR: usize = 64;
/// So many of these it is traced through.
const TRACED: u32 = 8;

/// What is known of a value.
#[derive(Clone, Debug)]
pub(super) struct Known {
    /// It is one of these, at most.
    bound: QuickType,
    /// If it is an object, it is of this type, by registers that are constant.
    ghosts: Option<GhostType>,
}

impl Known {
    const NOTHING: Known = Known { bound: QuickType::ANYTHING, ghosts: None };

    fn sort(value: Value) -> Known {
        let bound = if value.object().is_some() { QuickType::ANYTHING } else { QuickType::of_sort(value) };
        Known { bound, ghosts: None }
    }

    fn is_int(&self) -> bool {
        self.bound.is_int()
    }

    /// Whether it has a type, the ghosts of which are by registers that are constant, too.
    pub(super) fn fits(&self, quick: QuickType, ghosts: Option<&GhostType>) -> bool {
        self.bound.fits(quick) || ghosts.is_some() && self.ghosts.as_ref() == ghosts
    }
}

/// What leads to an instruction.
#[derive(Clone, Copy)]
enum Led {
    Never,
    By(Pc),
    InManyWays,
}

/// How the instructions of a piece of code follow each other.
pub(super) struct Flow<'a> {
    code: &'a Code,
    names: &'a CodeNames<'a>,
    /// For each instruction, what leads to it.
    led: Vec<Led>,
    /// For each instruction, the acquire of the innermost `synchronized` that it stands in; empty if there is none.
    within: Vec<Packed<Pc>>,
    /// How many of the first registers are parameters or captured variables.
    given: usize,
    /// For each register how often it is written, at most twice: once is before anybody can speak of it.
    writes: Vec<u8>,
    /// If it is the body of a fork, what is known of the captured variables.
    captured: &'a [Known],
}

impl<'a> Flow<'a> {
    pub(super) fn of(code: &'a Code, names: &'a CodeNames<'a>, captured: &'a [Known]) -> Flow<'a> {
        let given = names.callee(code).map_or(code.captures.len(), |own| own.params.len() + 1);
        let mut writes = vec![0; code.template.len()];
        writes[..given].fill(1);
        let (mut within, mut syncs) = (Vec::new(), Vec::new());
        let mut led = vec![Led::Never; code.instrs.len() + 1];
        let mut lead = |from: usize, to: Pc| {
            let led = &mut led[to.index()];
            *led = if let Led::Never = led { Led::By(Pc(from as u32)) } else { Led::InManyWays };
        };
        for (pc, &instr) in code.instrs.iter().enumerate() {
            if !within.is_empty() {
                within.push(syncs.last().copied().into());
            }
            let mut write = |reg: Reg, times: u8| writes[reg.index()] = (writes[reg.index()] + times).min(2);
            match instr {
                Instr::Acquire { .. } => {
                    within.resize(pc + 1, syncs.last().copied().into());
                    syncs.push(Pc(pc as u32));
                }
                Instr::Release => drop(syncs.pop()),
                Instr::Jump { to } | Instr::If { otherwise: to, .. } | Instr::Logic { end: to, .. } => lead(pc, to),
                Instr::GhostStep { dst, .. } => write(dst, 2),
                _ => {}
            }
            if !matches!(instr, Instr::Jump { .. } | Instr::Return { .. }) {
                lead(pc, Pc(pc as u32 + 1));
            }
            if !matches!(instr, Instr::Let { dst, src, .. } if dst == src) {
                { instr }.registers(|&mut reg, written| write(reg, u8::from(written)));
            }
        }
        Flow { code, names, led, within, given, writes, captured }
    }

    fn is_constant(&self, reg: Reg) -> bool {
        self.writes[reg.index()] <= 1
    }

    /// What is known of the variables that the body of a fork at `pc` captures, by its own registers.
    pub(super) fn captured(&self, pc: usize, captures: &[(Reg, Reg)]) -> Vec<Known> {
        let inside = |reg: Reg| captures.iter().find(|c| c.0 == reg && self.is_constant(reg)).map(|c| c.1);
        let path = |QuickPath { reg, ghost }| Some(QuickPath { reg: inside(reg)?, ghost });
        let known = |&(from, _): &_| {
            let Known { bound, ghosts } = self.known(pc, from);
            Known { bound, ghosts: ghosts.and_then(|ty| ty.by(path)) }
        };
        captures.iter().map(known).collect()
    }

    /// The instruction that has put into a register what is there at `pc`, if that is known.
    fn writer(&self, mut pc: usize, reg: Reg) -> Option<usize> {
        for _ in 0..NEAR {
            pc = match self.led[pc] {
                Led::By(from) if from.index() < pc => from.index(),
                Led::Never | Led::By(_) | Led::InManyWays => return None,
            };
            let mut written = false;
            { self.code.instrs[pc] }.registers(|&mut r, writes| written |= writes && r == reg);
            if written {
                return Some(pc);
            }
        }
        None
    }

    /// What is in a register at `pc`.
    pub(super) fn known(&self, pc: usize, reg: Reg) -> Known {
        self.traced(pc, reg, TRACED).unwrap_or(Known::NOTHING)
    }

    fn traced(&self, pc: usize, reg: Reg, left: u32) -> Option<Known> {
        let left = left.checked_sub(1)?;
        if reg.index() < self.given {
            return if self.is_constant(reg) { self.parameter(reg) } else { None };
        }
        if reg >= self.code.constants {
            return Some(Known::sort(self.code.template[reg.index()]));
        }
        let at = self.writer(pc, reg)?;
        let bool = Known::sort(Value::Bool(true));
        let int = Known::sort(Value::Int(0));
        Some(match self.code.instrs[at] {
            Instr::Move { src, .. } | Instr::Write { src, .. } => self.traced(at, src, left)?,
            Instr::Binary { op: BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem, .. } => int,
            Instr::Binary { op: BinOp::Add, a, b, .. } => {
                let ints = self.traced(at, a, left)?.is_int() && self.traced(at, b, left)?.is_int();
                if ints { int } else { Known::NOTHING }
            }
            Instr::Binary { .. } | Instr::Unary { op: UnOp::Not, .. } => bool,
            Instr::Unary { op: UnOp::Neg, .. } => int,
            Instr::Let { ty, .. } => self.declared(&self.code.types[ty.index()], |path| self.by_constants(path)),
            Instr::New { class, ghosts, .. } => {
                let mut given = self.code.paths[ghosts.range()].iter().map(QuickPath::of);
                let ghosts = given.try_fold(Vec::new(), |mut all, path| {
                    all.push(self.by_constants(path?)?);
                    Some(all)
                });
                let ghosts =
                    ghosts.filter(|ghosts| !ghosts.is_empty()).map(|ghosts| GhostType { class, ghosts: ghosts.into() });
                Known { bound: QuickType::objects_of(class), ghosts }
            }
            Instr::Read { obj, name, .. } => {
                let of = self.object(at, obj, left);
                self.declared(&self.names.tables.fields[self.field(name)?.field.index()].ty, |path| of.path(path))
            }
            Instr::Invoke { recv, name, args, .. } => {
                let name = &self.names.methods[name.index()].1;
                let Some(MethodId::Declared(m)) = name.what.filter(|_| !name.more) else { return None };
                self.result(&self.names.callees[m as usize], &self.call(at, recv, args, left))
            }
            _ => return None,
        })
    }

    /// What a field name means, if it means one thing only.
    fn field(&self, name: FieldName) -> Option<FieldAt> {
        let field = &self.names.fields[name.index()].1;
        field.what.filter(|_| !field.more)
    }

    /// A value of a declared type, whose paths are by registers that are constant if `path` says how.
    fn declared(&self, ty: &Ty, path: impl Fn(QuickPath) -> Option<QuickPath>) -> Known {
        let ghosts = GhostType::of(ty).and_then(|ty| ty.by(path));
        Known { bound: QuickType::bound(ty, &self.names.tables.classes), ghosts }
    }

    fn by_constants(&self, path: QuickPath) -> Option<QuickPath> {
        Some(path).filter(|path| self.is_constant(path.reg))
    }

    fn parameter(&self, reg: Reg) -> Option<Known> {
        let own = match self.code.what {
            What::Method(own) => own,
            What::Fork(_) => return self.captured.get(reg.index()).cloned(),
            What::Main | What::Init(_) => return None,
        };
        if let Some(at) = reg.index().checked_sub(1) {
            return Some(self.declared(&self.names.callees[own as usize].params[at], Some));
        }
        // Whatever its class is, an object has what the class that declares the method says of it.
        let (tables, class) = (self.names.tables, self.names.tables.method_owner[own as usize]);
        let declared = tables.classes.declared(class);
        let count = declared.map_or(0, |d| tables.program.classes.at(d as usize).ghosts.len());
        let own = (0..count as u32).map(|ghost| QuickPath { reg: Reg::THIS, ghost: Some((class, ghost)) });
        let ghosts = (count > 0).then(|| GhostType { class, ghosts: own.collect() });
        let bound = QuickType::bound(&Ty::Class(class, Vec::new()), &tables.classes);
        Some(Known { bound, ghosts })
    }

    fn object(&self, pc: usize, reg: Reg, left: u32) -> Object<'_, 'a> {
        let ghosts = self.traced(pc, reg, left).and_then(|known| known.ghosts);
        Object { flow: self, reg, ghosts }
    }

    /// Whether what is in a register at `pc` has the type of the field that a name means, if it is stored there.
    pub(super) fn may_store(&self, pc: usize, obj: Reg, name: FieldName, src: Reg) -> bool {
        let Some(at) = self.field(name) else { return false };
        let declared = &self.names.declared[at.field.index()];
        let of = || self.object(pc, obj, TRACED);
        let wanted = declared.ghosts.as_ref().and_then(|ty| ty.by(|path| of().path(path)));
        self.known(pc, src).fits(declared.ty, wanted.as_ref())
    }

    /// Whether what is in a register at `pc` has the type of a let.
    pub(super) fn may_bind(&self, pc: usize, src: Reg, quick: QuickType, ghosts: Option<&GhostType>) -> bool {
        let wanted = ghosts.and_then(|ty| ty.by(|path| self.by_constants(path)));
        self.known(pc, src).fits(quick, wanted.as_ref())
    }

    /// Whether it has the result type of the method whose code this is.
    pub(super) fn may_return(&self, pc: usize, src: Reg) -> bool {
        let own = self.names.callee(self.code);
        own.is_some_and(|own| self.may_bind(pc, src, own.quick.1, own.ghosts.as_ref()))
    }

    /// Whether what method number `m` gives back to a call at `pc` has it.
    pub(super) fn may_pass_on(&self, pc: usize, m: u32, recv: Reg, args: Args) -> bool {
        let own = self.names.callee(self.code);
        let given = self.result(&self.names.callees[m as usize], &self.call(pc, recv, args, TRACED));
        own.is_some_and(|own| given.fits(own.quick.1, own.ghosts.as_ref()))
    }

    fn call(&self, pc: usize, recv: Reg, args: Args, left: u32) -> Call<'_, 'a> {
        Call { of: self.object(pc, recv, left), args: &self.code.args[args.range()] }
    }

    fn result(&self, callee: &Callee, call: &Call<'_, '_>) -> Known {
        self.declared(&callee.ret, |path| call.path(path))
    }

    /// Whether a call at `pc` has all that method number `m` needs.
    pub(super) fn may_call(&self, pc: usize, m: u32, recv: Reg, args: Args) -> bool {
        let needs = self.names.callees[m as usize].needs.as_ref();
        let call = self.call(pc, recv, args, TRACED);
        needs.is_some_and(|needs| needs.iter().all(|need| self.has(pc, &call, need)))
    }

    /// Whether the guard of the field that a name means is a ghost, and held at `pc`.
    pub(super) fn may_access(&self, pc: usize, obj: Reg, name: FieldName) -> bool {
        let guard = self.field(name).and_then(|at| self.names.declared[at.field.index()].guard);
        let lock = guard.and_then(|guard| self.object(pc, obj, TRACED).path(guard));
        lock.is_some_and(|lock| self.is_held(pc, lock))
    }

    /// Whether a lock is held at `pc`: it is required, or taken.
    fn is_held(&self, pc: usize, lock: QuickPath) -> bool {
        let needs = self.names.callee(self.code).and_then(|own| own.needs.as_ref());
        let required = |need: &Need| matches!(need, Need::Lock(own) if *own == lock);
        let around = |pc: usize| self.within.get(pc).and_then(|at| at.get());
        let mut taken = std::iter::successors(around(pc), |at| around(at.index())).take(NEAR);
        needs.is_some_and(|needs| needs.iter().any(required))
            || lock.ghost.is_none()
                && taken
                    .any(|at| matches!(self.code.instrs[at.index()], Instr::Acquire { lock: reg } if reg == lock.reg))
    }

    fn has(&self, pc: usize, call: &Call<'_, '_>, need: &Need) -> bool {
        match need {
            Need::Lock(lock) => call.path(*lock).is_some_and(|lock| self.is_held(pc, lock)),
            Need::Type(reg, quick, ghosts) => {
                let Some(arg) = call.argument(*reg) else { return false };
                let wanted = ghosts.as_ref().and_then(|ty| ty.by(|path| call.path(path)));
                self.known(pc, arg).fits(*quick, wanted.as_ref())
            }
        }
    }
}

/// An object that code works on: it is not null.
struct Object<'f, 'a> {
    flow: &'f Flow<'a>,
    reg: Reg,
    ghosts: Option<GhostType>,
}

impl Object<'_, '_> {
    /// Whether it is that of the method whose code this is.
    fn is_this(&self) -> bool {
        self.reg == Reg::THIS && matches!(self.flow.code.what, What::Method(_))
    }

    /// A path from the object, by registers that are constant.
    fn path(&self, path: QuickPath) -> Option<QuickPath> {
        match path.ghost {
            None => Some(QuickPath { reg: self.reg, ghost: None }).filter(|_| self.flow.is_constant(self.reg)),
            Some(_) if self.is_this() => Some(path).filter(|_| self.flow.is_constant(self.reg)),
            Some((class, number)) => self.ghosts.as_ref()?.given(class, number),
        }
    }
}

/// A call of a method.
struct Call<'f, 'a> {
    of: Object<'f, 'a>,
    args: &'f [Reg],
}

impl Call<'_, '_> {
    /// A parameter of the callee.
    fn argument(&self, reg: Reg) -> Option<Reg> {
        reg.index().checked_sub(1).map_or(Some(self.of.reg), |at| self.args.get(at).copied())
    }

    /// A path of the callee, by registers that are constant.
    fn path(&self, path: QuickPath) -> Option<QuickPath> {
        if path.reg == Reg::THIS {
            return self.of.path(path);
        }
        let reg = self.argument(path.reg).filter(|&reg| path.ghost.is_none() && self.of.flow.is_constant(reg))?;
        Some(QuickPath { reg, ghost: None })
    }
}

impl CodeNames<'_> {
    /// The method whose code this is.
    fn callee(&self, code: &Code) -> Option<&Callee> {
        match code.what {
            What::Method(m) => Some(&self.callees[m as usize]),
            What::Main | What::Init(_) | What::Fork(_) => None,
        }
    }
}
