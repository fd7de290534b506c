//! The accesses in code, numbered: the pending access of a thread at rest is found at its instruction, without decoding
//! it, and two such accesses are rivals if a bit says so.

use super::code::QuickName;
use super::code::{Code, CodeKind, Instr, Reg};
use super::state::{CellId, Heap};
use crate::event::{Access, Site};
use crate::index::Packed;
use crate::program::{ClassId, FieldAt, FieldId, FieldSlot};
use crate::value::{ObjectId, Value};
use racefree_grammar::name::Name;

racefree_grammar::index! {
    /// A read or write in the code of a program, by its number.
    AccessNumber;
}

/// Classes one after the other in their order, as a class and its subclasses are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct ClassRange {
    first: ClassId,
    count: u32,
}

impl ClassRange {
    /// No class.
    const NONE: ClassRange = ClassRange { first: ClassId(0), count: 0 };

    /// Returns true if a class is among them.
    #[inline(always)]
    fn has(&self, class: ClassId) -> bool {
        class.0.wrapping_sub(self.first.0) < self.count
    }
}

/// Access of an instruction, if the register holds an object of one of these classes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct AccessAt {
    pub(crate) obj: Reg,
    pub(crate) classes: ClassRange,
    pub(crate) slot: FieldSlot,
    /// None if it makes no access, or one that takes a closer look.
    pub(crate) number: Packed<AccessNumber>,
    /// [`Numbered::bit`]; none if it makes no access.
    pub(crate) bit: u32,
}

impl AccessAt {
    /// The access of an instruction that makes none, or (`bit`) one that takes a closer look.
    fn unnumbered(bit: u32) -> AccessAt {
        AccessAt { obj: Reg::THIS, classes: ClassRange::NONE, slot: FieldSlot(0), number: Packed::NONE, bit }
    }

    /// Returns true if the instruction makes no access.
    #[inline(always)]
    pub(crate) fn is_none(&self) -> bool {
        self.bit == 0
    }

    /// Returns the pending access if this value is in the register; none if there is none or it takes a closer look.
    #[inline(always)]
    pub(crate) fn find(&self, object: Value, heap: &Heap) -> Option<NextCell> {
        let o = object.object()?;
        let object = heap.object(o);
        self.classes.has(object.class).then(|| NextCell {
            object: o,
            cell: object.cell(self.slot),
            number: self.number,
            bit: self.bit,
        })
    }
}

/// A numbered access that a thread is about to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NextCell {
    /// The object.
    pub(crate) object: ObjectId,
    /// Its field.
    pub(crate) cell: CellId,
    /// None if it takes a closer look.
    pub(crate) number: Packed<AccessNumber>,
    /// [`Numbered::bit`]
    pub(crate) bit: u32,
}

/// A numbered access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbered {
    /// The field.
    pub(crate) field: FieldId,
    /// Read, write or init-write.
    pub(crate) access: Access,
    /// Its place.
    pub(crate) site: Site,
    /// Itself, as a set of accesses to the field.
    pub(crate) bit: u32,
    /// Accesses that it races with, by another thread, on the same cell.
    pub(crate) rivals: u32,
}

/// The bit shared by the accesses to a field for which no bit of their own is left.
pub(crate) const OTHERS: u32 = 1 << 31;

/// Numbers the accesses of a program.
pub(crate) struct AccessNumbers {
    numbered: Vec<Numbered>,
    /// By field: the accesses that have a bit of their own, and the writes among them.
    of_field: Vec<(u32, u32)>,
    /// True if there may be accesses that take a closer look, of any field.
    closer: bool,
}

impl AccessNumbers {
    /// Numbers for a program of `fields` fields.
    pub(crate) fn new(fields: usize) -> AccessNumbers {
        AccessNumbers { numbered: Vec::new(), of_field: vec![(0, 0); fields], closer: false }
    }

    /// Fills in [`Code::accesses`]. `names` has the meanings of the names of fields.
    pub(crate) fn add(&mut self, code: &mut Code, names: &[(Name, QuickName<FieldAt>)], private_until_built: &[bool]) {
        code.accesses = (0..code.instrs.len()).map(|pc| self.at(code, pc, names)).collect();
        let slow = |pc: usize| code.accesses[pc].number.is_none();
        let closer = |(pc, instr): (usize, &Instr)| match *instr {
            Instr::Read { name, .. } | Instr::Write { name, .. } => slow(pc) || names[name.index()].1.more,
            Instr::InitWrite { .. } => {
                !matches!(code.what, CodeKind::Init(class) if private_until_built[class.index()])
            }
            Instr::GhostStep { .. } => true,
            _ => false,
        };
        self.closer |= code.instrs.iter().enumerate().any(closer);
    }

    fn at(&mut self, code: &Code, pc: usize, names: &[(Name, QuickName<FieldAt>)]) -> AccessAt {
        let (obj, name, access) = match code.instrs[pc] {
            Instr::Read { obj, name, .. } => (obj, name, Access::Read),
            Instr::Write { obj, name, .. } => (obj, name, Access::Write),
            Instr::InitWrite { .. } | Instr::GhostStep { .. } => return AccessAt::unnumbered(OTHERS),
            _ => return AccessAt::unnumbered(0),
        };
        let QuickName { from, to, what, .. } = names[name.index()].1;
        let Some(at) = what else { return AccessAt::unnumbered(OTHERS) };
        let (all, writes) = &mut self.of_field[at.field.index()];
        let bit = (*all + 1).min(OTHERS);
        *all |= bit & !OTHERS;
        *writes |= if access.writes() { bit } else { 0 };
        self.numbered.push(Numbered { field: at.field, access, site: Site::expr(code.sites[pc]), bit, rivals: 0 });
        let number = Packed::some(AccessNumber(self.numbered.len() as u32 - 1));
        AccessAt {
            obj,
            classes: ClassRange { first: from, count: to.0.saturating_sub(from.0) },
            slot: at.slot,
            number,
            bit,
        }
    }

    /// The numbered accesses.
    pub(crate) fn finish(mut self) -> Vec<Numbered> {
        for n in &mut self.numbered {
            let (all, writes) = self.of_field[n.field.index()];
            let others = if self.closer || all == OTHERS - 1 { OTHERS } else { 0 };
            n.rivals = others | if n.access.writes() { all } else { writes };
        }
        self.numbered
    }
}
