//! Several instructions at once, for runs in which nobody watches local steps: the machine makes the same steps, and counts
//! as many, in fewer turns of its loop.

use super::code::{Args, Callee, Code, Instr, Pc, Reg, What};
use crate::program::{ClassId, FieldAt, MethodRef};
use racefree_grammar::ast::BinOp;
use racefree_grammar::name::Name;

/// So many arguments of a call need no memory of their own.
pub(crate) const FEW: usize = 8;

/// What an instruction and those after it come to. `steps` and `next` are the number of steps and the position after them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Fast {
    /// Nothing shorter than the instruction itself.
    Slow,
    /// `v; e` and the like: nothing but steps.
    Skip { steps: u32, next: Pc },
    /// `v + v`
    Add { dst: Reg, a: Reg, b: Reg, steps: u32, next: Pc },
    /// `v - v`
    Sub { dst: Reg, a: Reg, b: Reg, steps: u32, next: Pc },
    /// A comparison of integers, and the `if` on it: bit 0 of `when` says whether it holds for less, bit 1 for equal, bit
    /// 2 for greater.
    Compare { a: Reg, b: Reg, when: u8, otherwise: Pc, next: Pc },
    /// A read from an object of a class from `from` up to `to`, and the let of what was read.
    Read { dst: Reg, obj: Reg, from: ClassId, to: ClassId, at: FieldAt, steps: u32, next: Pc },
    /// A write, likewise, and the sequence that it stands in.
    Write { dst: Reg, obj: Reg, from: ClassId, to: ClassId, at: FieldAt, src: Reg, steps: u32, next: Pc },
    /// An acquire of a lock that nobody has.
    Acquire { lock: Reg },
    /// An outermost release, and the sequence that it stands in.
    Release { steps: u32, next: Pc },
    /// A call in tail position of the method that the frame is of, on an object of a class from `from` up to `to`.
    Again { recv: Reg, from: ClassId, to: ClassId, args: Args, plain: bool },
}

/// What the names in code mean, and which code is being made fast.
pub(crate) struct Names<'a> {
    pub(crate) fields: &'a [(Name, super::code::Fast<FieldAt>)],
    pub(crate) methods: &'a [(Name, super::code::Fast<MethodRef>)],
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

/// The fast code for `instrs`.
pub(crate) fn code(code: &Code, names: &Names<'_>) -> Vec<Fast> {
    let instrs = &code.instrs;
    // From `pc` on, steps that do nothing when the value just made is in register `made`.
    let idle = |mut pc: usize, made: Option<Reg>| {
        let (start, mut steps) = (pc, 0);
        loop {
            match instrs.get(pc) {
                Some(Instr::Seq) => {}
                Some(&Instr::Let { dst, src, .. }) if dst == src && made == Some(dst) && pc == start => {}
                _ => return (steps, pc as Pc),
            }
            steps += 1;
            pc += 1;
        }
    };
    let fast = |(pc, instr): (usize, &Instr)| {
        let after = |made| {
            let (steps, next) = idle(pc + 1, Some(made));
            (steps + 1, next)
        };
        match *instr {
            Instr::Seq => {
                let (steps, next) = idle(pc, None);
                Fast::Skip { steps, next }
            }
            Instr::Binary { op: BinOp::Add, dst, a, b } => {
                let (steps, next) = after(dst);
                Fast::Add { dst, a, b, steps, next }
            }
            Instr::Binary { op: BinOp::Sub, dst, a, b } => {
                let (steps, next) = after(dst);
                Fast::Sub { dst, a, b, steps, next }
            }
            Instr::Binary { op, dst, a, b } => match (when(op), instrs.get(pc + 1)) {
                (Some(when), Some(&Instr::If { cond, otherwise })) if cond == dst => {
                    Fast::Compare { a, b, when, otherwise, next: pc as Pc + 2 }
                }
                _ => Fast::Slow,
            },
            Instr::Read { dst, obj, name } => {
                let ((steps, next), field) = (after(dst), &names.fields[name as usize].1);
                let read = |at| Fast::Read { dst, obj, from: field.from, to: field.to, at, steps, next };
                field.what.map_or(Fast::Slow, read)
            }
            Instr::Write { dst, obj, name, src } => {
                let ((steps, next), field) = (after(dst), &names.fields[name as usize].1);
                let write = |at| Fast::Write { dst, obj, from: field.from, to: field.to, at, src, steps, next };
                field.what.map_or(Fast::Slow, write)
            }
            Instr::Acquire { lock } => Fast::Acquire { lock },
            Instr::Release => {
                let (steps, next) = idle(pc + 1, None);
                Fast::Release { steps: steps + 1, next }
            }
            // Without knowing what is live, every register has to start anew.
            Instr::Invoke { recv, name, args, tail: true, .. } if args.len as usize <= FEW && !code.live.is_empty() => {
                let method = &names.methods[name as usize].1;
                match method.what {
                    Some(MethodRef::Declared(m)) if What::Method(m) == code.what => {
                        let Callee { arity, plain, .. } = names.callees[m as usize];
                        let again = Fast::Again { recv, from: method.from, to: method.to, args, plain };
                        if arity == args.len { again } else { Fast::Slow }
                    }
                    _ => Fast::Slow,
                }
            }
            _ => Fast::Slow,
        }
    };
    instrs.iter().enumerate().map(fast).collect()
}
