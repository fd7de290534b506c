//! Regions ρ: an owner that is not known yet, and the one thread that holds the object of this owner.

use super::omega::Omega;
use crate::value::ThreadId;

#[derive(Clone, Copy, Debug)]
struct Region {
    /// The owner that it has become.
    is: Option<Omega>,
    /// The thread with the one reference; none, if that is in a field.
    holder: Option<ThreadId>,
}

/// All regions, by number.
#[derive(Clone, Debug, Default)]
pub(super) struct Regions(Vec<Region>);

impl Regions {
    /// A new region, held by a thread.
    pub(super) fn make(&mut self, holder: ThreadId) -> Omega {
        self.0.push(Region { is: None, holder: Some(holder) });
        Omega::Region(self.0.len() as u32 - 1)
    }

    /// Returns the owner that an owner has become: a region, only if it is one still.
    pub(super) fn resolve(&self, o: Omega) -> Omega {
        let is = |r: u32| self.0.get(r as usize).and_then(|region| region.is);
        match o {
            Omega::Region(r) => is(r).map_or(o, |o| self.resolve(o)),
            Omega::RegionAt(r, at) => match is(r).map(|o| self.resolve(o)) {
                None => o,
                Some(Omega::Itself) => Omega::Object(at),
                Some(Omega::Region(r)) => Omega::RegionAt(r, at),
                Some(other) => other,
            },
            o => o,
        }
    }

    /// Returns true if it is a region still.
    pub(super) fn is_open(&self, o: Omega) -> bool {
        matches!(self.resolve(o), Omega::Region(_))
    }

    /// The region of an owner becomes something else.
    pub(super) fn becomes(&mut self, o: Omega, other: Omega) {
        if let Omega::Region(r) = self.resolve(o)
            && self.resolve(other) != Omega::Region(r)
        {
            self.0[r as usize].is = Some(other);
        }
    }

    /// Another thread has the one reference now, or a field.
    pub(super) fn hold(&mut self, o: Omega, holder: Option<ThreadId>) {
        if let Omega::Region(r) = self.resolve(o) {
            self.0[r as usize].holder = holder;
        }
    }

    /// The thread that holds a region.
    pub(super) fn holder(&self, r: u32) -> Option<ThreadId> {
        self.0.get(r as usize).and_then(|region| region.holder)
    }
}
