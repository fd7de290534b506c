//! Options of a system: premises off, literal readings, escapes.

use crate::budget::Budget;
use crate::condition::OwnPremises;
use crate::rule::PremiseId;
use crate::switches::Switches;
use racefree_grammar::Span;

/// The rules to check by. The default is the system as it stands.
#[derive(Clone, Default, Debug, PartialEq, Eq)]
pub struct Options {
    /// Premises that are taken as holding, or of which the off reading is in force; those among them in whose place another one
    /// stands are not demanded either.
    pub off: Switches,
    /// Premises that are demanded beside those of the system, or in their place.
    pub own: OwnPremises,
    /// The one part of those premises that is off: a failure for any other reason counts. Without it they are off as a whole.
    pub only: Option<Part>,
    /// Literal readings in force.
    pub readings: Readings,
    /// Kinds of errors that are silenced everywhere, as [`crate::report::kinds`] names them.
    pub no_warn: Vec<String>,
    /// No repairs are proposed, and every error stands for itself: the program was made from a text of another language.
    pub without_repairs: bool,
    /// Only the classes that begin in this part of the text are judged, by systems that can: other threads judge the others.
    pub within: Option<Span>,
    /// Budget of the check. A system that looks at it judges no further class once it is over, and its report is no verdict then.
    pub until: Until,
}

/// A budget that is no part of the rules: all are equal.
#[derive(Clone, Default, Debug)]
pub struct Until(pub Option<Budget>);

impl PartialEq for Until {
    fn eq(&self, _: &Until) -> bool {
        true
    }
}

impl Eq for Until {}

impl Until {
    /// Returns true once the budget is over.
    pub fn is_over(&self) -> bool {
        self.0.as_ref().is_some_and(|budget| budget.stopped().is_some())
    }
}

/// A literal reading of the text that a system follows, by its number below 32. Its name is in [`crate::System::variants`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReadingId(pub u8);

/// A set of readings.
#[derive(Clone, Copy, Default, Debug, PartialEq, Eq)]
pub struct Readings(u32);

impl Readings {
    /// Puts a reading into force.
    pub fn insert(&mut self, reading: ReadingId) {
        self.0 |= 1 << reading.0;
    }

    /// These readings without one.
    #[must_use]
    pub fn without(self, reading: ReadingId) -> Readings {
        Readings(self.0 & !(1 << reading.0))
    }

    /// Returns true if a reading is in force.
    #[inline]
    pub fn contains(self, reading: ReadingId) -> bool {
        self.0 >> reading.0 & 1 == 1
    }
}

impl FromIterator<ReadingId> for Readings {
    fn from_iter<I: IntoIterator<Item = ReadingId>>(readings: I) -> Readings {
        let mut set = Readings::default();
        readings.into_iter().for_each(|reading| set.insert(reading));
        set
    }
}

/// Why a type or a lock expression is not well formed: the parts into which a premise about one can be split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
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
    pub const ALL: &[Part] = <Part as strum::VariantArray>::VARIANTS;

    /// As it is written.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

impl Options {
    /// Returns true if a premise that fails for a reason of this part is taken as holding, or its off reading is in force. A premise
    /// about no type and no lock expression has no part but the rest.
    #[inline]
    pub fn takes(&self, premise: PremiseId, part: Part) -> bool {
        self.off.is_off(premise) && self.only.is_none_or(|only| only == part)
    }

    /// Returns true if a reading is in force.
    #[inline]
    pub fn reads(&self, reading: ReadingId) -> bool {
        self.readings.contains(reading)
    }
}
