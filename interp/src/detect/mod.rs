//! Race detectors: observers of one run.
//!
//! | detector | finding | source |
//! | --- | --- | --- |
//! | [`Adjacent`] | two threads about to access, one of them a write | calculus, section 9.2 |
//! | [`HappensBefore`] | two accesses that nothing orders | section 9.3; Flanagan, Freund: FastTrack, PLDI 2009 |
//! | [`Lockset`] | a field that no lock protects throughout; can raise false alarms | Savage et al.: Eraser, TOCS 1997 |
//!
//! Each stands beside its definition, in [`plain`], to which tests hold it.

mod adjacent;
mod clock;
mod happens_before;
mod lockset;
mod past;
pub mod plain;

pub use adjacent::Adjacent;
pub use clock::{Clocks, Rows};
pub use happens_before::HappensBefore;
pub use lockset::Lockset;

use crate::event::{Access, Site};
use crate::in_place::{clone_in_place, refill};
use crate::observe::Place;
use crate::program::FieldId;
use crate::value::{ObjectId, ThreadId};

/// The detector that found a race.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Detector {
    /// Section 9.2.
    Adjacent,
    /// Section 9.3.
    HappensBefore,
    /// Eraser.
    Lockset,
}

impl Detector {
    /// Its name in output.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// One of the two accesses of a race.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RacyAccess {
    /// The thread.
    pub thread: ThreadId,
    /// Read, write or init-write.
    pub access: Access,
    /// Its place.
    pub site: Site,
}

impl From<Place<'_>> for RacyAccess {
    #[inline]
    fn from(Place { thread, access, site, .. }: Place<'_>) -> RacyAccess {
        RacyAccess { thread, access, site: *site }
    }
}

/// A race in one run, with the run's numbers for objects and threads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RawRace {
    /// The object.
    pub object: ObjectId,
    /// The field.
    pub field: FieldId,
    /// The two accesses, the earlier first.
    pub accesses: [RacyAccess; 2],
    /// The detector that found it.
    pub detector: Detector,
    /// Number of steps of the run after which both accesses have happened (for [`Detector::Adjacent`]: are about to).
    pub steps: u64,
}

impl RawRace {
    /// Returns the identity of the race in a report: the field, and the two places in either order.
    pub fn key(&self) -> (FieldId, Site, Site) {
        let [a, b] = self.accesses.map(|a| a.site);
        (self.field, a.min(b), a.max(b))
    }
}

/// Keeps the first race of each field and pair of places.
#[derive(Default, Debug)]
pub struct Races {
    found: Vec<RawRace>,
}

clone_in_place!(Races { found });

impl Races {
    pub(crate) fn clear(&mut self) {
        self.found.clear();
    }

    /// Becomes equal to `to`, in memory that is there already.
    #[inline]
    pub(crate) fn rewind(&mut self, to: &Races) {
        refill(&mut self.found, &to.found);
    }

    #[inline]
    pub(crate) fn add(&mut self, race: RawRace) {
        let key = race.key();
        if self.found.iter().all(|known| known.key() != key) {
            self.found.push(race);
        }
    }

    /// Races in the order in which they were found.
    pub fn all(&self) -> &[RawRace] {
        &self.found
    }
}
