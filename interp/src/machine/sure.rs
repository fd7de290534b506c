//! Calls that are as they are declared to be, if all has been so far: known when the program is lowered.
//!
//! What a method requires it has as long as it runs, its parameters keep their types, and what an object was given for its ghosts never
//! changes. So a method that calls on with what it was given, or with what the fields of that hold, need not be looked at again, if
//! no value that was stored or passed before was in doubt.

use super::at_once::{GhostType, Need, QuickPath};
use super::code::{Args, Callee, Code, Instr, Reg, What};
use super::fast::{CodeNames, Flow};

/// A call in the code of a method.
pub(super) struct Sure<'a> {
    code: &'a Code,
    names: &'a CodeNames<'a>,
    flow: &'a Flow,
    caller: &'a Callee,
    /// Where, and with what.
    pc: usize,
    recv: Reg,
    args: &'a [Reg],
}

impl<'a> Sure<'a> {
    /// Whether this call has all that method number `m` needs.
    pub(super) fn has_all(
        code: &'a Code,
        names: &'a CodeNames<'a>,
        flow: &'a Flow,
        (pc, m): (usize, u32),
        (recv, args): (Reg, Args),
    ) -> bool {
        let What::Method(caller) = code.what else { return false };
        let sure = Sure {
            code,
            names,
            flow,
            caller: &names.callees[caller as usize],
            pc,
            recv,
            args: &code.args[args.range()],
        };
        let needs = names.callees[m as usize].needs.as_ref();
        !flow.assigned && needs.is_some_and(|needs| needs.iter().all(|need| sure.has(need)))
    }

    fn has(&self, need: &Need) -> bool {
        match need {
            Need::Lock(lock) => {
                let Some(lock) = self.path(*lock) else { return false };
                let has = |need: &Need| matches!(need, Need::Lock(own) if *own == lock);
                self.caller.needs.as_ref().is_some_and(|needs| needs.iter().any(has))
            }
            Need::Type(reg, quick, ghosts) => {
                let Some(arg) = self.argument(*reg) else { return false };
                self.flow.ty(self.code, self.pc, arg).fits(*quick)
                    || ghosts.as_ref().is_some_and(|wanted| self.ty(arg).is_some_and(|has| self.is_same(wanted, &has)))
            }
        }
    }

    /// A parameter of the callee.
    fn argument(&self, reg: Reg) -> Option<Reg> {
        if reg == Reg::THIS { Some(self.recv) } else { self.args.get(reg.index() - 1).copied() }
    }

    fn is_parameter(&self, reg: Reg) -> bool {
        reg.index() < self.code.parameters.len()
    }

    /// Whether a type of the callee is this one of the caller.
    fn is_same(&self, wanted: &GhostType, has: &GhostType) -> bool {
        let same = |(wanted, has): (&QuickPath, &QuickPath)| self.path(*wanted).is_some_and(|wanted| wanted == *has);
        wanted.class == has.class
            && wanted.ghosts.len() == has.ghosts.len()
            && wanted.ghosts.iter().zip(&has.ghosts).all(same)
    }

    /// A path of the callee, by the caller's parameters.
    fn path(&self, QuickPath { reg, ghost }: QuickPath) -> Option<QuickPath> {
        match ghost {
            None => self.argument(reg).filter(|&arg| self.is_parameter(arg)).map(|reg| QuickPath { reg, ghost }),
            Some(_) if reg != Reg::THIS => None,
            Some(_) if self.recv == Reg::THIS => Some(QuickPath { reg, ghost }),
            // What is called is not null.
            Some((class, number)) => self.ty(self.recv)?.given(class, number),
        }
    }

    /// The type of what is in a register, by the caller's parameters: of a parameter, or of a field of one.
    fn ty(&self, reg: Reg) -> Option<GhostType> {
        if self.is_parameter(reg) {
            return self.parameter(reg);
        }
        let Instr::Read { obj, name, .. } = self.code.instrs[self.flow.writer(self.code, self.pc, reg)?] else {
            return None;
        };
        let field = self.names.fields[name.index()].1;
        let declared = self.names.declared[field.what?.field.index()].ghosts.as_ref()?;
        // What was read from is not null.
        let of = match obj {
            Reg::THIS => None,
            _ => Some(self.parameter(obj)?),
        };
        let known = of.as_ref().is_none_or(|of| field.from <= of.class && of.class < field.to);
        if field.more || !known {
            return None;
        }
        let path = |path: &QuickPath| match (path.ghost, &of) {
            (None, _) => Some(QuickPath { reg: obj, ghost: None }),
            (_, None) => Some(*path),
            (Some((class, number)), Some(of)) => of.given(class, number),
        };
        Some(GhostType { class: declared.class, ghosts: declared.ghosts.iter().map(path).collect::<Option<_>>()? })
    }

    fn parameter(&self, reg: Reg) -> Option<GhostType> {
        self.caller.needs.as_ref()?.iter().find_map(|need| match need {
            Need::Type(its, _, ghosts) if *its == reg => ghosts.clone(),
            _ => None,
        })
    }
}
