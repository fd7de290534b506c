//! What the checker can be told: premises off, literal readings, escapes.

use racefree_kernel::Switches;

/// The rules to check by. The default is the calculus as it stands.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Options {
    /// `?` premises that are taken as holding.
    pub off: Switches,
    /// Literal readings of the paper in force (calculus, section 10).
    pub readings: Readings,
    /// Initialisers are checked with `this` an ordinary variable and lock set {this} (section 7).
    pub constructor_holds_lock: bool,
    /// Kinds of errors that are silenced everywhere (section 7), as [`crate::escapes::kinds`] names them.
    pub no_warn: Vec<String>,
}

/// The readings of section 10 that are no switched-off premise.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Readings {
    /// D1: the superclass is checked with `this` in scope, as \[CLASS₂\] prints it.
    pub super_may_mention_this: bool,
    /// D3: a call substitutes its receiver only, not its arguments.
    pub invoke_substitutes_this_only: bool,
    /// D11: the ghosts are substituted first, then `this` and the parameters.
    pub substitute_in_two_steps: bool,
}
