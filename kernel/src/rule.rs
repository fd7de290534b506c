//! Rules and premises as data.

/// A rule by its number in its [`RuleBook`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RuleId(pub u8);

/// The most premises that a rule can have.
pub const MAX_PREMISES: usize = 16;

/// A premise of a rule: 16 times the rule's number, plus its own number in the rule.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct PremiseId(pub u16);

impl PremiseId {
    /// Premise number `index` of a rule.
    pub const fn new(rule: RuleId, index: u8) -> PremiseId {
        PremiseId(rule.0 as u16 * MAX_PREMISES as u16 + index as u16)
    }

    /// The rule that it belongs to.
    pub const fn rule(self) -> RuleId {
        RuleId((self.0 / MAX_PREMISES as u16) as u8)
    }

    /// Which premise of the rule it is, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize % MAX_PREMISES
    }
}

/// What a premise does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `→`: yields what later premises use, or is a whole judgment with errors of its own; always in force.
    Computes,
    /// `?`: only checks; can be switched off, which makes a rule variant.
    Checks,
    /// Checks that a program is one at all (a class exists, the number of arguments is right); always in force.
    Malformed,
}

/// A premise of a rule.
#[derive(Clone, Copy, Debug)]
pub struct Premise {
    /// Its name within the rule, such as `guard-held`.
    pub name: &'static str,
    /// What it says, in the notation of the calculus.
    pub statement: &'static str,
    /// What it does.
    pub kind: Kind,
    /// What it is for, in a sentence or two.
    pub why: &'static str,
}

/// A typing rule.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its name, in ASCII: `EXP REF`, `CLASS3`.
    pub name: &'static str,
    /// The section of the calculus that states it.
    pub section: &'static str,
    /// The judgment that it concludes.
    pub conclusion: &'static str,
    /// Side conditions and decisions, for a reader.
    pub note: &'static str,
    /// Its premises, in order.
    pub premises: &'static [Premise],
}

/// All rules of a system, in the order of their numbers.
#[derive(Clone, Copy, Debug)]
pub struct RuleBook(pub &'static [Rule]);

impl RuleBook {
    /// The rule of a number.
    pub fn rule(&self, id: RuleId) -> &'static Rule {
        &self.0[id.0 as usize]
    }

    /// The premise of a number.
    pub fn premise(&self, id: PremiseId) -> &'static Premise {
        &self.rule(id.rule()).premises[id.index()]
    }

    /// `RULE/premise`.
    pub fn premise_name(&self, id: PremiseId) -> String {
        format!("{}/{}", self.rule(id.rule()).name, self.premise(id).name)
    }

    /// Every rule with its number.
    pub fn rules(&self) -> impl Iterator<Item = (RuleId, &'static Rule)> + '_ {
        self.0.iter().enumerate().map(|(i, rule)| (RuleId(i as u8), rule))
    }

    /// Every premise of every rule.
    pub fn premises(&self) -> impl Iterator<Item = (PremiseId, &'static Premise)> + '_ {
        self.rules().flat_map(|(id, rule)| {
            rule.premises.iter().enumerate().map(move |(i, premise)| (PremiseId::new(id, i as u8), premise))
        })
    }

    /// Finds a rule by name; case, brackets, subscripts and `_`, `-` for a blank do not matter.
    pub fn find_rule(&self, name: &str) -> Option<RuleId> {
        let wanted = plain(name);
        self.rules().find(|(_, rule)| plain(rule.name) == wanted).map(|(id, _)| id)
    }

    /// Finds a premise by `RULE/premise`, the rule as in [`RuleBook::find_rule`].
    pub fn find_premise(&self, name: &str) -> Option<PremiseId> {
        let (rule, premise) = name.split_once('/')?;
        let rule = self.find_rule(rule)?;
        let wanted = plain(premise);
        let index = self.rule(rule).premises.iter().position(|p| plain(p.name) == wanted)?;
        Some(PremiseId::new(rule, index as u8))
    }
}

fn plain(name: &str) -> String {
    name.chars()
        .filter_map(|c| match c {
            '[' | ']' | ' ' | '_' | '-' => None,
            '₀'..='₉' => char::from_digit(c as u32 - '₀' as u32, 10),
            c => Some(c.to_ascii_lowercase()),
        })
        .collect()
}

/// Declares the rules of a system: for each a module with `RULE` and a constant for each premise, and `BOOK` with them all.
///
/// ```
/// mod sums {
///     racefree_kernel::rules! {
///         /// The rule for sums.
///         exp_sum: "EXP SUM", "5.7", "E ⊢ e₁ + e₂ : int", "" {
///             LEFT "left" Checks "E ⊢ e₁ : int", "only numbers can be added";
///             RIGHT "right" Checks "E ⊢ e₂ : int", "only numbers can be added";
///         }
///     }
/// }
/// assert_eq!(sums::BOOK.premise_name(sums::exp_sum::RIGHT), "EXP SUM/right");
/// assert_eq!(sums::BOOK.find_rule("[exp sum]"), Some(sums::exp_sum::RULE));
/// ```
#[macro_export]
macro_rules! rules {
    ($($(#[$doc:meta])* $module:ident: $name:literal, $section:literal, $conclusion:literal, $note:literal {
        $($premise:ident $premise_name:literal $kind:ident $statement:literal, $why:literal;)*
    })*) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u8)]
        enum Number { $($module),* }
        $(
            $(#[$doc])*
            pub mod $module {
                #[allow(unused_imports)]
                use $crate::{PremiseId, RuleId};
                /// The rule.
                pub const RULE: RuleId = RuleId(super::Number::$module as u8);
                #[allow(non_camel_case_types, clippy::upper_case_acronyms, dead_code)]
                enum Index { $($premise),* }
                $(
                    #[doc = concat!("`", $name, "/", $premise_name, "`: ", $statement)]
                    pub const $premise: PremiseId = PremiseId::new(RULE, Index::$premise as u8);
                )*
            }
        )*
        /// Every rule, in the order of the calculus.
        pub const BOOK: $crate::RuleBook = $crate::RuleBook(&[$(
            $crate::Rule {
                name: $name,
                section: $section,
                conclusion: $conclusion,
                note: $note,
                premises: &[$(
                    $crate::Premise {
                        name: $premise_name,
                        statement: $statement,
                        kind: $crate::Kind::$kind,
                        why: $why,
                    }
                ),*],
            }
        ),*]);
    };
}
