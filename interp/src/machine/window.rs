//! The first registers of a frame, as superinstructions name them.

use crate::program::Reg;
use crate::value::Value;

/// Frames are put on the stack so many registers at a time: each frame has at least these.
pub(crate) const WINDOW: usize = 16;

/// The first registers of a frame. As every one of these numbers is one of a register, none is compared with how many there are.
pub(crate) type Window = [Value; WINDOW];

macro_rules! near {
    ($($name:ident)*) => {
        /// A register in the window of its frame.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u8)]
        #[allow(missing_docs)]
        pub(crate) enum Near { $($name),* }

        impl Near {
            const ALL: [Near; WINDOW] = [$(Near::$name),*];
        }
    };
}

near!(R0 R1 R2 R3 R4 R5 R6 R7 R8 R9 R10 R11 R12 R13 R14 R15);

impl Near {
    /// The register of `this`.
    pub(crate) const THIS: Near = Near::R0;

    /// This register, if it is near.
    pub(crate) fn of(reg: Reg) -> Option<Near> {
        Near::ALL.get(reg.index()).copied()
    }
}

impl std::ops::Index<Near> for Window {
    type Output = Value;

    #[inline(always)]
    fn index(&self, reg: Near) -> &Value {
        &self[reg as usize]
    }
}

impl std::ops::IndexMut<Near> for Window {
    #[inline(always)]
    fn index_mut(&mut self, reg: Near) -> &mut Value {
        &mut self[reg as usize]
    }
}

impl From<Near> for Reg {
    #[inline(always)]
    fn from(near: Near) -> Reg {
        Reg(near as u32)
    }
}
