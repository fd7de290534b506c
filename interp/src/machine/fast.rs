//! Superinstructions: several instructions at once, for runs in which local steps are not watched: the machine makes the same steps, and counts
//! as many, in fewer turns of its loop.

use super::code::{Args, Callee, Code, Instr, Pc, Reg, What};
use super::quick::{Keeper, QuickField, QuickType, Sorts};
use crate::event::Site;
use crate::program::{ClassId, FieldAt, MethodId};
use crate::value::Value;
use racefree_grammar::ast::{BinOp, UnOp};
use racefree_grammar::name::Name;
use std::cell::OnceCell;

/// So many arguments of a call need no memory of their own.
pub(crate) const FEW: usize = 8;

/// Where an instruction and those that go with it lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Then {
    /// How many steps they are.
    pub(crate) steps: u32,
    /// The position after them.
    pub(crate) next: Pc,
    /// Whether an access comes next, which is a scheduling point unless only acquires are.
    pub(crate) access: bool,
    /// The type of the let that is the second of them; any, if there is none or what it binds has the type anyway.
    pub(crate) lets: QuickType,
}

/// What an instruction and those after it come to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fast {
    /// Nothing shorter than the instruction itself.
    Slow,
    /// `v; e` and the like: nothing but steps.
    Skip { then: Then },
    /// `v + v`
    Add { dst: Reg, a: Reg, b: Reg, then: Then },
    /// `v - v`
    Sub { dst: Reg, a: Reg, b: Reg, then: Then },
    /// A comparison of integers, and the `if` on it: bit 0 of `when` says whether it holds for less, bit 1 for equal, bit
    /// 2 for greater.
    Compare { a: Reg, b: Reg, when: u8, otherwise: Pc, then: Then },
    /// `v == v` (`on` true), `v != v` (`on` false), and the `if` on it.
    Same { a: Reg, b: Reg, on: bool, otherwise: Pc, then: Then },
    /// An `if` on a variable or what was read (`on` true), or on the opposite of that.
    If { cond: Reg, on: bool, otherwise: Pc, then: Then },
    /// `v && e`, `v || e`
    Logic { dst: Reg, src: Reg, on: bool, end: Pc, then: Then },
    /// The first step of a turn of a loop.
    While { then: Then },
    /// The let of what was made in its own register, by a call or a `new`.
    Let { dst: Reg, then: Then },
    /// Copies a register.
    Move { dst: Reg, src: Reg, next: Pc },
    /// The instruction itself, without a further look.
    Return { src: Reg },
    /// A read from an object of a class from `from` up to `to`, and the let of what was read.
    Read { dst: Reg, obj: Reg, from: ClassId, to: ClassId, at: FieldAt, keeper: Keeper, site: Site, then: Then },
    /// A write, likewise, and the sequence that it stands in.
    Write {
        dst: Reg,
        obj: Reg,
        from: ClassId,
        to: ClassId,
        at: FieldAt,
        keeper: Keeper,
        sorts: Sorts,
        src: Reg,
        site: Site,
        then: Then,
    },
    /// An acquire of a free lock.
    Acquire { lock: Reg, then: Then },
    /// An outermost release, and the sequence that it stands in.
    Release { then: Then },
    /// A call of method number `m` of the program, on an object of a class from `from` up to `to`.
    Call { dst: Reg, recv: Reg, from: ClassId, to: ClassId, m: u32, args: Args, tail: bool },
    /// A call in tail position of the method that the frame is of, on an object of a class from `from` up to `to`. `moves`,
    /// a run of [`Code::moves`], puts receiver and arguments into their registers; `asks` says that locks are required, or that
    /// arguments need not have the types of their parameters even if the parameters have them now.
    Again { recv: Reg, from: ClassId, to: ClassId, moves: Args, plain: bool, asks: bool },
}

/// What the names in code mean, and which code is being made fast.
pub(crate) struct CodeNames<'a> {
    pub(crate) fields: &'a [(Name, super::code::QuickName<FieldAt>)],
    pub(crate) declared: &'a [QuickField],
    pub(crate) methods: &'a [(Name, super::code::QuickName<MethodId>)],
    pub(crate) callees: &'a [Callee],
}

/// For which orders of two integers a comparison holds.
fn when(op: BinOp) -> Option<u8> {
    match op {
        BinOp::Lt => Some(0b001),
        BinOp::Le => Some(0b011),
        BinOp::Gt => Some(0b100),
        BinOp::Ge => Some(0b110),
        BinOp::Eq => Some(0b010),
        BinOp::Ne => Some(0b101),
        BinOp::Or | BinOp::And | BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem => None,
    }
}

/// The assignments of registers that come, one after the other, to all of `wanted` at once; those that change nothing are
/// left out. `None` if some would have to be swapped.
fn in_order(wanted: impl Iterator<Item = (Reg, Reg)>) -> Option<Vec<(Reg, Reg)>> {
    let mut left: Vec<(Reg, Reg)> = wanted.filter(|(to, from)| to != from).collect();
    let mut done = Vec::with_capacity(left.len());
    while !left.is_empty() {
        // One whose register is dead.
        let free = left.iter().position(|&(to, _)| left.iter().all(|&(other, from)| from != to || other == to))?;
        done.push(left.swap_remove(free));
    }
    Some(done)
}

/// Fills in [`Code::fast`] and [`Code::moves`].
pub(crate) fn add(code: &mut Code, names: &CodeNames<'_>) {
    let mut moves = Vec::new();
    if let What::Method(m) = code.what {
        let (params, _) = &names.callees[m as usize].quick;
        code.parameters = std::iter::once(QuickType::ANYTHING).chain(params.iter().copied()).collect();
    }
    let flow = OnceCell::new();
    code.fast = (0..code.instrs.len()).map(|pc| fast(code, pc, names, &flow, &mut moves)).collect();
    code.moves = moves;
}

/// What can be said of registers.
struct Flow {
    /// For each instruction, whether another one than that before it leads to it.
    entered: Vec<bool>,
    /// Whether some parameter gets another value than the argument.
    assigned: bool,
}

impl Flow {
    fn of(code: &Code) -> Flow {
        let mut entered = vec![false; code.instrs.len() + 1];
        let mut assigned = false;
        for &instr in &code.instrs {
            if let Instr::Jump { to } | Instr::If { otherwise: to, .. } | Instr::Logic { end: to, .. } = instr {
                entered[to.index()] = true;
            }
            { instr }.registers(|&mut reg, written| assigned |= written && reg.index() < code.parameters.len());
        }
        Flow { entered, assigned }
    }

    /// A type of what is in a register at `pc`.
    fn ty(&self, code: &Code, pc: usize, reg: Reg) -> QuickType {
        if let Some(&declared) = code.parameters.get(reg.index()) {
            return if self.assigned { QuickType::ANYTHING } else { declared };
        }
        for at in (0..pc).rev().take_while(|&at| !self.entered[at + 1]) {
            let mut written = false;
            { code.instrs[at] }.registers(|&mut r, writes| written |= writes && r == reg);
            match code.instrs[at] {
                Instr::Jump { .. } => break,
                Instr::Binary { op: BinOp::Sub | BinOp::Mul | BinOp::Div | BinOp::Rem, .. } if written => {
                    return QuickType::of_sort(Value::Int(0));
                }
                Instr::Binary { op, .. } if written && when(op).is_some() => {
                    return QuickType::of_sort(Value::Bool(true));
                }
                _ if written => break,
                _ => {}
            }
        }
        QuickType::ANYTHING
    }
}

/// From `pc` on, steps that do nothing when the value just made is in register `made`.
fn idle(code: &Code, start: usize, made: Option<Reg>) -> Then {
    let (mut pc, mut steps, mut lets) = (start, 0, QuickType::ANYTHING);
    loop {
        match code.instrs.get(pc) {
            Some(Instr::Seq) => steps += 1,
            Some(&Instr::Let { dst, src, ty }) if dst == src && made == Some(dst) && pc == start => {
                (steps, lets) = (steps + 1, code.quick_types[ty.index()]);
            }
            Some(&Instr::Jump { to }) if to.index() > pc => {
                pc = to.index();
                continue;
            }
            instr => {
                let access = matches!(instr, Some(Instr::Read { .. } | Instr::Write { .. }));
                return Then { steps, next: Pc(pc as u32), access, lets };
            }
        }
        pc += 1;
    }
}

fn fast(code: &Code, pc: usize, names: &CodeNames<'_>, flow: &OnceCell<Flow>, moves: &mut Vec<(Reg, Reg)>) -> Fast {
    // After `steps` steps.
    let after = |steps, pc, made| {
        let then = idle(code, pc, made);
        Then { steps: then.steps + steps, ..then }
    };
    let site = Site::expr(code.sites[pc]);
    // If what was made is an integer.
    let int = |then: Then| match then.lets.is_int() {
        true => Then { lets: QuickType::ANYTHING, ..then },
        false => then,
    };
    match code.instrs[pc] {
        Instr::Jump { to } if to.index() <= pc => {
            Fast::Skip { then: Then { steps: 0, next: to, access: false, lets: QuickType::ANYTHING } }
        }
        Instr::Seq | Instr::Jump { .. } => match idle(code, pc, None) {
            then if then.next.index() > pc => Fast::Skip { then },
            _ => Fast::Slow,
        },
        Instr::While => Fast::While { then: after(1, pc + 1, None) },
        Instr::Move { dst, src } => Fast::Move { dst, src, next: Pc(pc as u32 + 1) },
        Instr::Return { src } => Fast::Return { src },
        Instr::Let { dst, src, .. } if dst == src => Fast::Let { dst, then: idle(code, pc, Some(dst)) },
        Instr::If { cond, otherwise } => Fast::If { cond, on: true, otherwise, then: after(1, pc + 1, None) },
        Instr::Logic { dst, src, on, end } => Fast::Logic { dst, src, on, end, then: after(1, pc + 1, None) },
        Instr::Unary { op: UnOp::Not, dst, a } => match code.instrs.get(pc + 1) {
            Some(&Instr::If { cond, otherwise }) if cond == dst => {
                Fast::If { cond: a, on: false, otherwise, then: after(2, pc + 2, None) }
            }
            _ => Fast::Slow,
        },
        Instr::Binary { op: BinOp::Add, dst, a, b } => Fast::Add { dst, a, b, then: int(after(1, pc + 1, Some(dst))) },
        Instr::Binary { op: BinOp::Sub, dst, a, b } => Fast::Sub { dst, a, b, then: int(after(1, pc + 1, Some(dst))) },
        Instr::Binary { op, dst, a, b } => match (when(op), code.instrs.get(pc + 1)) {
            (Some(when), Some(&Instr::If { cond, otherwise })) if cond == dst => {
                let then = after(2, pc + 2, None);
                match op {
                    BinOp::Eq | BinOp::Ne => Fast::Same { a, b, on: op == BinOp::Eq, otherwise, then },
                    _ => Fast::Compare { a, b, when, otherwise, then },
                }
            }
            _ => Fast::Slow,
        },
        Instr::Read { dst, obj, name } => {
            let (then, field) = (after(1, pc + 1, Some(dst)), &names.fields[name.index()].1);
            let (from, to) = (field.from, field.to);
            let keeper = |at: FieldAt| names.declared[at.field.index()].keeper;
            let read = |at| Fast::Read { dst, obj, from, to, at, keeper: keeper(at), site, then };
            field.what.map_or(Fast::Slow, read)
        }
        Instr::Write { dst, obj, name, src } => {
            let (then, field) = (after(1, pc + 1, Some(dst)), &names.fields[name.index()].1);
            let (from, to) = (field.from, field.to);
            let keeper = |at: FieldAt| names.declared[at.field.index()].keeper;
            let sorts = |at: FieldAt| names.declared[at.field.index()].ty.sorts;
            let write =
                |at| Fast::Write { dst, obj, from, to, at, keeper: keeper(at), sorts: sorts(at), src, site, then };
            field.what.map_or(Fast::Slow, write)
        }
        Instr::Acquire { lock } => Fast::Acquire { lock, then: after(1, pc + 1, None) },
        Instr::Release => Fast::Release { then: after(1, pc + 1, None) },
        Instr::Invoke { dst, recv, name, args, tail } => {
            let method = &names.methods[name.index()].1;
            let Some(MethodId::Declared(m)) = method.what else { return Fast::Slow };
            let Callee { arity, plain, ref requires, .. } = names.callees[m as usize];
            if arity != args.len {
                return Fast::Slow;
            }
            let call = Fast::Call { dst, recv, from: method.from, to: method.to, m, args, tail };
            // Without knowing what is live, every register has to start anew.
            if !tail || code.live.is_empty() || What::Method(m) != code.what {
                return call;
            }
            let values = std::iter::once(recv).chain(code.args[args.range()].iter().copied());
            match in_order(values.enumerate().map(|(to, from)| (Reg(to as u32), from))) {
                Some(few) => {
                    let flow = flow.get_or_init(|| Flow::of(code));
                    let typed = few.iter().all(|&(to, from)| flow.ty(code, pc, from).fits(code.parameters[to.index()]));
                    let start = moves.len() as u32;
                    moves.extend(few);
                    let moves = Args { start, len: moves.len() as u32 - start };
                    let asks = !requires.is_empty() || !typed;
                    Fast::Again { recv, from: method.from, to: method.to, moves, plain, asks }
                }
                None => call,
            }
        }
        _ => Fast::Slow,
    }
}
