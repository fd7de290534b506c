//! The literal readings of the paper that are no switched-off premise (calculus, section 10), and section 7's.

use racefree_kernel::ReadingId;
pub use racefree_kernel::{Options, Part, Readings};

/// D1: the superclass is checked with `this` in scope, as \[CLASS₂\] prints it.
pub const SUPER_MAY_MENTION_THIS: ReadingId = ReadingId(0);
/// D3: a call substitutes its receiver only, not its arguments.
pub const INVOKE_SUBSTITUTES_THIS_ONLY: ReadingId = ReadingId(1);
/// D11: the ghosts are substituted first, then `this` and the parameters.
pub const SUBSTITUTE_IN_TWO_STEPS: ReadingId = ReadingId(2);
/// Section 7: initialisers are checked with `this` an ordinary variable and lock set {this}.
pub const CONSTRUCTOR_HOLDS_LOCK: ReadingId = ReadingId(3);
/// The premise `lock-final` of \[EXP SYNC\] asks for P; E; ls ⊢ e₁ : c alone, as in a language that keeps no account of locks.
pub(crate) const ANY_LOCK: ReadingId = ReadingId(4);
