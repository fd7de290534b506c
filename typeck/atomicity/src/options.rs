//! Readings of the rules.

use racefree_kernel::ReadingId;

/// fork is atomic: the papers' five points (D-A1).
pub const FIVE_POINTS: ReadingId = ReadingId(0);
/// print is no mover (D-A2).
pub const ORDERED_OUTPUT: ReadingId = ReadingId(1);
/// The ghosts are substituted first (D-A10).
pub const GHOSTS_FIRST: ReadingId = ReadingId(2);
/// Inside a synchronized block every lock is decided as held.
pub const ALL_HELD: ReadingId = ReadingId(3);
/// An overriding method is held to the declaration of the nearest overridden one alone.
pub const NEAREST_DECLARED: ReadingId = ReadingId(5);

/// D-O14: fields without `guarded_by` are no error of the system of owners.
pub const RACY_FIELDS: ReadingId = ReadingId(4);
