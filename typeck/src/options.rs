//! What the checker can be told: premises off, literal readings, escapes.

use crate::rules::{field, final_ref, final_var, type_c};
use racefree_kernel::{PremiseId, Switches};

/// The rules to check by. The default is the calculus as it stands.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Options {
    /// `?` premises that are taken as holding.
    pub off: Switches,
    /// The one part of those premises that is off: a failure for any other reason counts. Without it they are off as a whole.
    pub only: Option<Part>,
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

/// Why a type or a lock expression is not well formed: the parts into which a premise about one can be split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Part {
    /// A variable that is not in scope.
    Scope,
    /// A path through a field that is not final.
    Finality,
    /// A ghost argument of the wrong type.
    Subtype,
    /// Anything else: an expression that is no path, a lock that is no object, a value of another type.
    Rest,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 4] = [Part::Scope, Part::Finality, Part::Subtype, Part::Rest];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Part::Scope => "scope",
            Part::Finality => "finality",
            Part::Subtype => "subtype",
            Part::Rest => "rest",
        }
    }

    /// Which part of its premise a failure is about: what its chain of judgments ends in.
    pub fn of(deepest: Option<PremiseId>) -> Part {
        match deepest {
            Some(final_var::IN_SCOPE) => Part::Scope,
            Some(final_ref::FINAL) => Part::Finality,
            Some(type_c::ARG_TYPE) => Part::Subtype,
            _ => Part::Rest,
        }
    }
}

impl Options {
    /// Whether a premise that fails for a reason of this part is taken as holding, or its off reading is in force. What is
    /// about no type and no lock expression has no part but the rest.
    #[inline]
    pub fn takes(&self, premise: PremiseId, part: Part) -> bool {
        let off = self.off.is_off(premise) && self.only.is_none_or(|only| only == part);
        off || self.constructor_holds_lock && premise == field::INIT_THIS
    }
}
