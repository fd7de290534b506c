//! From code to the superinstructions of [`crate::machine::fast`].

use crate::event::Site;
use crate::machine::code::*;
use crate::machine::fast::*;
use crate::machine::known::Flow;
use crate::machine::quick::{ClassRange, Keeper, QuickField, QuickType};
use crate::program::MethodId;
use crate::value::Value;
use racefree_grammar::ast::{BinOp, UnOp};
use std::cell::OnceCell;

/// What is known of registers, once somebody asks. It is not worked out of code that runs once, or once for an object.
type Lazy<'a> = dyn Fn() -> Option<&'a Flow<'a>> + 'a;

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

/// The same for the operands in the other order.
fn mirrored(when: u8) -> u8 {
    when & 0b010 | (when & 0b001) << 2 | (when & 0b100) >> 2
}

/// The value in a register that is a constant.
fn constant(code: &Code, reg: Reg) -> Option<Value> {
    (reg >= code.constants).then(|| code.template[reg.index()])
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

/// Fills in [`Code::fast`] and [`Code::moves`] of all code of a program.
pub(crate) fn add(codes: &mut [Code], names: &CodeNames<'_>) {
    // Without ghosts, it takes no longer to look at what is captured. The bodies of forks come after the code that forks them.
    let has_ghosts = names.tables.program.classes.iter().any(|class| !class.ghosts.is_empty());
    let mut captured = vec![Vec::new(); codes.len()];
    for at in 0..codes.len() {
        let (code, own) = (&codes[at], std::mem::take(&mut captured[at]));
        let (flow, mut moves) = (OnceCell::new(), Vec::new());
        let known = || flow.get_or_init(|| Flow::of(code, names, &own));
        let often = || matches!(code.what, What::Method(_) | What::Fork(_)).then(known);
        let of = |pc| fast(code, pc, names, &often, &mut moves).unwrap_or(Fast::Slow);
        let fast = (0..code.instrs.len()).map(of).collect();
        for (pc, instr) in code.instrs.iter().enumerate() {
            if let Instr::Fork { body, .. } = instr
                && has_ghosts
            {
                captured[body.index()] = known().captured(pc, &codes[body.index()].captures);
            }
        }
        drop(flow);
        (codes[at].fast, codes[at].moves) = (fast, moves);
    }
}

/// From `pc` on, steps that do nothing when the value just made is in register `made`.
fn idle(code: &Code, names: &CodeNames<'_>, flow: &Lazy<'_>, start: usize, made: Option<Reg>) -> Then {
    let (mut pc, mut steps, mut lets, mut asks) = (start, 0, QuickType::ANYTHING, false);
    loop {
        match code.instrs.get(pc) {
            Some(Instr::Seq) => steps += 1,
            Some(&Instr::Let { dst, src, ty }) if dst == src && made == Some(dst) && pc == start => {
                (steps, lets) = (steps + 1, code.quick_types[ty.index()]);
                let ghosts = code.ghost_types[ty.index()].as_ref();
                asks = lets != QuickType::ANYTHING && !flow().is_some_and(|flow| flow.may_bind(pc, src, lets, ghosts));
            }
            Some(&Instr::Jump { to }) if to.index() > pc => {
                pc = to.index();
                continue;
            }
            instr => {
                let access = match instr {
                    Some(Instr::Read { name, .. }) => !names.may_be_fixed(*name),
                    Some(Instr::Write { .. }) => true,
                    _ => false,
                };
                return Then { steps, next: Pc(pc as u32), access, lets, asks };
            }
        }
        pc += 1;
    }
}

/// A sum, together with the call that comes right after it, if one does: a step of recursion is mostly that.
fn with_call(sum: Fast, fast: impl FnOnce(usize) -> Option<Fast>) -> Fast {
    let Fast::AddInt { dst, a, by, then: Then { steps, next, .. } } = sum else { return sum };
    let before = Some(Sum { dst, a, by, steps, call: next });
    match fast(next.index()) {
        Some(Fast::Call { first: None, dst, on, m, body, args, count, tail, asks }) => {
            Fast::Call { first: before, dst, on, m, body, args, count, tail, asks }
        }
        Some(Fast::Again { first: None, on, moves, tail, asks }) => {
            Fast::Again { first: before, on, moves, tail, asks }
        }
        _ => sum,
    }
}

/// What an instruction and those after it come to; nothing shorter than the instruction if there is no such thing, or if a register
/// is far.
fn fast(code: &Code, pc: usize, names: &CodeNames<'_>, flow: &Lazy<'_>, moves: &mut Vec<(Near, Near)>) -> Option<Fast> {
    // After `steps` steps.
    let after = |steps, pc, made| {
        let then = idle(code, names, flow, pc, made);
        Then { steps: then.steps + steps, ..then }
    };
    let site = Site::expr(code.sites[pc]);
    // If what was made is an integer.
    let int = |then: Then| match then.lets.is_int() {
        true => Then { lets: QuickType::ANYTHING, asks: false, ..then },
        false => then,
    };
    let near = Near::of;
    // A comparison, and the `if` on it.
    let compare = |op, a, b, otherwise| {
        let (when, then) = (when(op)?, after(2, pc + 2, None));
        let by_identity = matches!(op, BinOp::Eq | BinOp::Ne);
        Some(match (constant(code, a), constant(code, b)) {
            (_, Some(Value::Int(with))) => Fast::CompareInt { a: near(a)?, with, when, otherwise, then },
            (Some(Value::Int(with)), _) => {
                Fast::CompareInt { a: near(b)?, with, when: mirrored(when), otherwise, then }
            }
            (_, Some(Value::Null)) if by_identity => Fast::IsNull { a: near(a)?, on: op == BinOp::Eq, otherwise, then },
            (Some(Value::Null), _) if by_identity => Fast::IsNull { a: near(b)?, on: op == BinOp::Eq, otherwise, then },
            _ if by_identity => Fast::Same { a: near(a)?, b: near(b)?, on: op == BinOp::Eq, otherwise, then },
            _ => Fast::Compare { a: near(a)?, b: near(b)?, when, otherwise, then },
        })
    };
    Some(match code.instrs[pc] {
        Instr::Jump { to } if to.index() <= pc => {
            let then = Then { steps: 0, next: to, access: false, lets: QuickType::ANYTHING, asks: false };
            Fast::Skip { then }
        }
        Instr::Seq | Instr::Jump { .. } => match idle(code, names, flow, pc, None) {
            then if then.next.index() > pc => Fast::Skip { then },
            _ => return None,
        },
        Instr::While => Fast::While { then: after(1, pc + 1, None) },
        Instr::Move { dst, src } => Fast::Move { dst: near(dst)?, src: near(src)?, next: Pc(pc as u32 + 1) },
        Instr::Return { src } => {
            let asks = matches!(code.what, What::Method(_)) && !flow().is_some_and(|flow| flow.may_return(pc, src));
            Fast::Return { src: near(src)?, asks }
        }
        Instr::Let { dst, src, .. } if dst == src => {
            Fast::Let { dst: near(dst)?, then: idle(code, names, flow, pc, Some(dst)) }
        }
        Instr::If { cond, otherwise } => {
            Fast::If { cond: near(cond)?, on: true, otherwise, then: after(1, pc + 1, None) }
        }
        Instr::Logic { dst, src, on, end } => {
            Fast::Logic { dst: near(dst)?, src: near(src)?, on, end, then: after(1, pc + 1, None) }
        }
        Instr::Unary { op: UnOp::Not, dst, a } => match code.instrs.get(pc + 1) {
            Some(&Instr::If { cond, otherwise }) if cond == dst => {
                Fast::If { cond: near(a)?, on: false, otherwise, then: after(2, pc + 2, None) }
            }
            _ => return None,
        },
        Instr::Binary { op: op @ (BinOp::Add | BinOp::Sub), dst: to, a, b } => {
            let (then, dst) = (int(after(1, pc + 1, Some(to))), near(to)?);
            let sum = match (op, constant(code, a), constant(code, b)) {
                (BinOp::Add, _, Some(Value::Int(by))) => Fast::AddInt { dst, a: near(a)?, by, then },
                (BinOp::Add, Some(Value::Int(by)), _) => Fast::AddInt { dst, a: near(b)?, by, then },
                (BinOp::Sub, _, Some(Value::Int(by))) => Fast::AddInt { dst, a: near(a)?, by: by.wrapping_neg(), then },
                (BinOp::Sub, ..) => Fast::Sub { dst, a: near(a)?, b: near(b)?, then },
                _ => Fast::Add { dst, a: near(a)?, b: near(b)?, then },
            };
            // What a let binds may have to be looked at.
            let hidden = then.lets != QuickType::ANYTHING;
            if hidden { sum } else { with_call(sum, |pc| fast(code, pc, names, flow, moves)) }
        }
        Instr::Binary { op, dst, a, b } => match code.instrs.get(pc + 1) {
            Some(&Instr::If { cond, otherwise }) if cond == dst => compare(op, a, b, otherwise)?,
            _ => return None,
        },
        Instr::Read { dst: to, obj: of, name } => {
            let (then, field) = (after(1, pc + 1, Some(to)), &names.fields[name.index()].1);
            let (dst, obj, at) = (near(to)?, near(of)?, field.what?);
            let QuickField { keeper, fixed, .. } = names.declared[at.field.index()];
            let held = keeper == Keeper::Ghost && flow().is_some_and(|flow| flow.may_access(pc, of, name));
            let classes = ClassRange::of(field.from, field.to);
            Fast::Read { dst, fixed, access: FastAccess { obj, classes, at, keeper, held, site, then } }
        }
        Instr::Write { dst: to, obj: of, name, src: value } => {
            let (then, field) = (after(1, pc + 1, Some(to)), &names.fields[name.index()].1);
            let (dst, obj, src, at) = (near(to)?, near(of)?, near(value)?, field.what?);
            let QuickField { keeper, ty, .. } = names.declared[at.field.index()];
            let classes = ClassRange::of(field.from, field.to);
            let fits = constant(code, value).is_some_and(|value| ty.sorts.has(value));
            let asks = !fits && !flow().is_some_and(|flow| flow.may_store(pc, of, name, value));
            let held = keeper == Keeper::Ghost && flow().is_some_and(|flow| flow.may_access(pc, of, name));
            Fast::Write {
                dst,
                src,
                sorts: ty.sorts,
                asks,
                access: FastAccess { obj, classes, at, keeper, held, site, then },
            }
        }
        Instr::Acquire { lock } => {
            Fast::Acquire { lock: near(lock)?, site: code.sites[pc], then: after(1, pc + 1, None) }
        }
        Instr::Release => Fast::Release { then: after(1, pc + 1, None) },
        Instr::Invoke { dst, recv, name, args, tail } => {
            let method = &names.methods[name.index()].1;
            let (Some(MethodId::Declared(m)), on) = (method.what, near(recv)?) else { return None };
            let callee = &names.callees[m as usize];
            let body = callee.code;
            if callee.arity != args.len {
                return None;
            }
            let given: Vec<Near> = code.args[args.range()].iter().map(|&arg| near(arg)).collect::<Option<_>>()?;
            let asks = !flow().is_some_and(|flow| flow.may_call(pc, m, recv, args));
            let passes_on = || flow().is_some_and(|flow| flow.may_pass_on(pc, m, recv, args));
            let kept = Tail::of(tail, code.what, names.callees, m, passes_on);
            let recv = on;
            // Without knowing what is live, every register has to start anew.
            let again = tail && !code.live.is_empty() && What::Method(m) == code.what;
            let values = std::iter::once(recv).chain(given.iter().copied()).enumerate();
            let few = if again { in_order(values.map(|(to, from)| (Reg(to as u32), Reg::from(from)))) } else { None };
            let (from, to) = (method.from, method.to);
            let sure = matches!(code.what, What::Method(own) if recv == Near::THIS && {
                let class = names.tables.method_owner[own as usize];
                from <= class && names.tables.classes.get(class).end() <= to
            });
            let on = Receiver { reg: recv, sure, classes: ClassRange::of(from, to) };
            match few {
                Some(few) => {
                    let start = moves.len() as u32;
                    for (to, from) in few {
                        moves.push((near(to)?, near(from)?));
                    }
                    let moves = Args { start, len: moves.len() as u32 - start };
                    Fast::Again { first: None, on, moves, tail: kept, asks }
                }
                None if given.len() <= FEW => {
                    let args = std::array::from_fn(|i| given.get(i).copied().unwrap_or(Near::THIS));
                    Fast::Call { first: None, dst, on, m, body, args, count: given.len() as u8, tail: kept, asks }
                }
                None => return None,
            }
        }
        _ => return None,
    })
}
