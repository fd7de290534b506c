//! Live registers at each instruction. In the calculus a variable is gone once its last occurrence is; so two states
//! are the same if they agree on these registers alone.

use super::code::*;
use crate::program::{LockPath, Root, Ty};

/// Maximum of registers for which this is computed.
const MOST: Reg = Reg(64);

/// A set of registers for each instruction, or nothing if the code has more than 64 that are not constant.
pub(crate) fn registers<'c>(code: &Code, captures: impl Fn(CodeId) -> &'c [(Reg, Reg)]) -> Vec<u64> {
    if code.constants > MOST {
        return Vec::new();
    }
    let own = |reg: Reg| if reg < code.constants { 1u64 << reg.0 } else { 0 };
    let of_path = |path: &LockPath| match path.root {
        Root::Reg(reg) => own(reg),
        Root::Ghost { this, .. } => own(this),
        Root::Nothing => 0,
    };
    // Registers that an instruction reads and writes.
    let effects = |instr: &Instr| {
        let (mut reads, mut writes) = (0, 0);
        let mut instr = *instr;
        instr.registers(|reg, written| *(if written { &mut writes } else { &mut reads }) |= own(*reg));
        match instr {
            Instr::Invoke { args, .. } => code.args[args.range()].iter().for_each(|&r| reads |= own(r)),
            Instr::New { ghosts, .. } => code.paths[ghosts.range()].iter().for_each(|p| reads |= of_path(p)),
            Instr::Holds { path, .. } => reads |= of_path(&code.paths[path.index()]),
            Instr::Let { ty, .. } => {
                if let Ty::Class(_, args) = &code.types[ty.index()] {
                    args.iter().for_each(|p| reads |= of_path(p));
                }
            }
            Instr::Fork { body, .. } => captures(body).iter().for_each(|c| reads |= own(c.0)),
            // The declared result type may mention `this` and the parameters.
            Instr::Return { .. } if matches!(code.what, CodeKind::Method(_)) => reads |= 1,
            Instr::InitWrite { .. } | Instr::Built => reads |= 1,
            _ => {}
        }
        (reads, writes)
    };
    // Without a jump back the instructions after one are done before it.
    let loops = code.instrs.iter().enumerate().any(|(pc, i)| matches!(i, Instr::Jump { to } if to.index() <= pc));
    let mut live = vec![0u64; code.instrs.len()];
    loop {
        let mut changed = false;
        for (pc, instr) in code.instrs.iter().enumerate().rev() {
            let next = live.get(pc + 1).copied().unwrap_or(0);
            let after = match *instr {
                Instr::Jump { to } => live[to.index()],
                Instr::Return { .. } | Instr::Built => 0,
                Instr::If { otherwise, .. } => next | live[otherwise.index()],
                // Taken or not, the value is in `dst` at the end; on the short way it comes from `src`.
                Instr::Logic { end, .. } => next | live[end.index()],
                _ => next,
            };
            let (reads, writes) = effects(instr);
            let before = match instr {
                // The step may come round again with the same registers.
                Instr::GhostStep { .. } => after | reads,
                _ => (after & !writes) | reads,
            };
            changed |= before != live[pc];
            live[pc] = before;
        }
        if !loops || !changed {
            return live;
        }
    }
}
