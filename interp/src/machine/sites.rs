//! The accesses in code, numbered: what a thread at rest is about to access is found at its instruction, without decoding it,
//! and two such accesses are rivals if a bit says so.

use super::code::{Code, Pc, Reg};
use super::fast::Fast;
use crate::event::Access;
use crate::program::{ClassId, FieldId};

/// The number of an instruction that makes no access.
pub(crate) const NO_ACCESS: u32 = u32::MAX;

/// The number of an instruction that may make one, and has no number of its own.
pub(crate) const UNNUMBERED: u32 = u32::MAX - 1;

/// What an instruction is about to access, if the register holds an object of a class from `from` up to `to`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AccessAt {
    pub(crate) obj: Reg,
    pub(crate) from: ClassId,
    pub(crate) to: ClassId,
    pub(crate) slot: u32,
    pub(crate) number: u32,
}

/// A numbered access, as a set of the accesses to its field.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbered {
    /// Itself.
    pub(crate) bit: u64,
    /// Those that it races with, by another thread, on the same cell.
    pub(crate) rivals: u64,
}

/// The bit of accesses without a number.
pub(crate) const OTHERS: u64 = 1 << 63;

/// Numbers the accesses of a program.
pub(crate) struct Numbering {
    numbered: Vec<(FieldId, Numbered)>,
    /// By field: those that have a number, and the writes among them.
    of_field: Vec<(u64, u64)>,
}

impl Numbering {
    /// For a program of so many fields.
    pub(crate) fn new(fields: usize) -> Numbering {
        Numbering { numbered: Vec::new(), of_field: vec![(0, 0); fields] }
    }

    /// Fills in [`Code::accesses`], from [`Code::fast`].
    pub(crate) fn add(&mut self, code: &mut Code) {
        code.accesses = (0..code.instrs.len()).map(|pc| self.at(code, pc as Pc)).collect();
    }

    fn at(&mut self, code: &Code, pc: Pc) -> AccessAt {
        let none = ClassId(0);
        let (obj, from, to, at, access) = match code.fast[pc as usize] {
            Fast::Read { obj, from, to, at, .. } => (obj, from, to, at, Access::Read),
            Fast::Write { obj, from, to, at, .. } => (obj, from, to, at, Access::Write),
            Fast::Slow => return AccessAt { obj: 0, from: none, to: none, slot: 0, number: UNNUMBERED },
            _ => return AccessAt { obj: 0, from: none, to: none, slot: 0, number: NO_ACCESS },
        };
        let (all, writes) = &mut self.of_field[at.field.index()];
        let bit = *all + 1;
        if bit == OTHERS {
            return AccessAt { obj, from: none, to: none, slot: 0, number: UNNUMBERED };
        }
        *all |= bit;
        *writes |= if access.writes() { bit } else { 0 };
        self.numbered.push((at.field, Numbered { bit, rivals: 0 }));
        AccessAt { obj, from, to, slot: at.slot, number: self.numbered.len() as u32 - 1 }
    }

    /// The numbered accesses.
    pub(crate) fn finish(self) -> Vec<Numbered> {
        let of_field = self.of_field;
        let with_rivals = |(field, n): (FieldId, Numbered)| {
            let (all, writes) = of_field[field.index()];
            Numbered { rivals: OTHERS | if writes & n.bit != 0 { all } else { writes }, ..n }
        };
        self.numbered.into_iter().map(with_rivals).collect()
    }
}
