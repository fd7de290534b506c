//! Readings of the rules about constructors.

use racefree_kernel::ReadingId;
pub use racefree_typeck::options::CONSTRUCTOR_HOLDS_LOCK;

/// Constructors and static initialisers are not checked for the fields of their own class.
pub const CONSTRUCTORS_UNCHECKED: ReadingId = ReadingId(5);
/// `this` is not fresh in constructors, and a static initialiser is like any method.
pub const NOT_FRESH: ReadingId = ReadingId(6);
