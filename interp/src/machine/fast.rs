//! Several instructions at once, for runs in which nobody watches local steps: the machine makes the same steps, and counts
//! as many, in fewer turns of its loop.

use super::code::{Instr, Pc, Reg};
use racefree_grammar::ast::BinOp;

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
    /// A read, and the let of what was read.
    Read { dst: Reg, obj: Reg, name: u32, steps: u32, next: Pc },
    /// A write, and the sequence that it stands in.
    Write { dst: Reg, obj: Reg, name: u32, src: Reg, steps: u32, next: Pc },
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
pub(crate) fn code(instrs: &[Instr]) -> Vec<Fast> {
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
                let (steps, next) = after(dst);
                Fast::Read { dst, obj, name, steps, next }
            }
            Instr::Write { dst, obj, name, src } => {
                let (steps, next) = after(dst);
                Fast::Write { dst, obj, name, src, steps, next }
            }
            _ => Fast::Slow,
        }
    };
    instrs.iter().enumerate().map(fast).collect()
}
