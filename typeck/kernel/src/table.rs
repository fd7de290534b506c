//! Tables of rules, as systems declare them: [`rules!`](crate::rules).

use crate::rule::{Premise, Rule, RuleId};

/// The premises of a rule, and further ones.
pub const fn joined<const N: usize>(premises: &[Premise], further: &[Premise]) -> [Premise; N] {
    let mut all = [premises[0]; N];
    let mut i = 0;
    while i < N {
        all[i] = if i < premises.len() { premises[i] } else { further[i - premises.len()] };
        i += 1;
    }
    all
}

/// The rules of a table, some of them replaced.
pub const fn replaced<const N: usize>(rules: &[Rule], by: &[(RuleId, Rule)]) -> [Rule; N] {
    let mut all = [rules[0]; N];
    let mut i = 0;
    while i < N {
        all[i] = rules[i];
        i += 1;
    }
    let mut i = 0;
    while i < by.len() {
        all[by[i].0.index()] = by[i].1;
        i += 1;
    }
    all
}

/// Declares the rules of a system: for each a module with `RULE` and a constant for each premise, `CHAPTER` with them all, and
/// `BOOK`. A rule that is no [`Role::Subject`](crate::Role::Subject) says its role before its name; a premise of
/// which switching off means more than to take it as holding says what, after `off`. A table that goes on where another one ends names
/// that one's module, after `after`: its book has both, and the rules of the other one may have further premises in it, which stand
/// behind its own.
///
/// ```
/// mod sums {
///     racefree_kernel::rules! {
///         system 0;
///
///         /// The rule for sums.
///         exp_sum: "EXP SUM", "5.7", "E ⊢ e₁ + e₂ : t", "" {
///             LEFT "left" Checks "E ⊢ e₁ : int", "only numbers can be added";
///             WIDTH "width" Computes "t = int", "sums wrap around", off "t = long";
///         }
///         int_known: Evident "INT KNOWN", "5.2", "E ⊢ int", "" {}
///     }
/// }
/// assert_eq!(sums::BOOK.premise_name(sums::exp_sum::LEFT), "EXP SUM/left");
/// assert_eq!(sums::BOOK.find_rule("[exp sum]"), Some(sums::exp_sum::RULE));
/// assert_eq!(sums::BOOK.premise(sums::exp_sum::WIDTH).mark(), "→?");
/// ```
#[macro_export]
macro_rules! rules {
    (system $system:literal, after $($before:ident)::+; further {
        $($of:ident { $($further:ident $further_name:literal $further_kind:ident $further_statement:literal, $further_why:literal;)* })*
    } $($rules:tt)*) => {
        /// The table before.
        mod before {
            pub use $($before)::+::*;
        }
        $(
            #[doc = concat!("Rule `", stringify!($of), "` with its further premises.")]
            pub mod $of {
                use $crate::{Premise, PremiseId, Rule};
                pub use super::before::$of::*;
                /// The rule without them.
                const RULE_BEFORE: Rule = super::before::CHAPTER.rules[RULE.index()];
                #[allow(non_camel_case_types, clippy::upper_case_acronyms, dead_code)]
                enum Further { $($further),* }
                $(
                    #[doc = concat!("`", $further_name, "`: ", $further_statement)]
                    pub const $further: PremiseId = PremiseId::new(RULE, RULE_BEFORE.premises.len() as u8 + Further::$further as u8);
                )*
                const FURTHER: &[Premise] = &[$($crate::Premise {
                    name: $further_name,
                    statement: $further_statement,
                    kind: $crate::Kind::$further_kind,
                    why: $further_why,
                    off: None,
                }),*];
                const PREMISES: [Premise; RULE_BEFORE.premises.len() + FURTHER.len()] =
                    $crate::table::joined(RULE_BEFORE.premises, FURTHER);
                pub(super) const WHOLE: Rule = Rule { premises: &PREMISES, ..RULE_BEFORE };
            }
        )*
        const RULES_BEFORE: [$crate::Rule; before::CHAPTER.rules.len()] =
            $crate::table::replaced(before::CHAPTER.rules, &[$(($of::RULE, $of::WHOLE)),*]);
        $crate::rules! {
            @ $system, before::CHAPTER.end(),
            [$crate::Chapter { rules: &RULES_BEFORE, ..before::CHAPTER }], $($rules)*
        }
    };
    (system $system:literal; $($rules:tt)*) => {
        $crate::rules! { @ $system, 0, [], $($rules)* }
    };
    (@ $system:literal, $first:expr, [$($chapter:expr)?], $($(#[$doc:meta])* $module:ident: $($role:ident)? $name:literal, $section:literal, $conclusion:literal, $note:literal {
        $($premise:ident $premise_name:literal $kind:ident $statement:literal, $why:literal $(, off $off:literal)?;)*
    })*) => {
        /// The number of the system.
        pub const SYSTEM: $crate::SystemId = $crate::SystemId::new($system);
        #[allow(non_camel_case_types, clippy::upper_case_acronyms)]
        #[repr(u8)]
        enum Number { $($module),* }
        $(
            $(#[$doc])*
            pub mod $module {
                #[allow(unused_imports)]
                use $crate::{PremiseId, RuleId};
                /// The rule.
                pub const RULE: RuleId = RuleId::new(super::SYSTEM, super::CHAPTER.first + super::Number::$module as u8);
                #[allow(non_camel_case_types, clippy::upper_case_acronyms, dead_code)]
                enum Ordinal { $($premise),* }
                $(
                    #[doc = concat!("`", $name, "/", $premise_name, "`: ", $statement)]
                    pub const $premise: PremiseId = PremiseId::new(RULE, Ordinal::$premise as u8);
                )*
            }
        )*
        /// Every rule of this table, in the order of the calculus.
        pub const CHAPTER: $crate::Chapter = $crate::Chapter { system: SYSTEM, first: $first, rules: &[$(
            $crate::Rule {
                name: $name,
                role: $crate::rule_role!($($role)?),
                section: $section,
                conclusion: $conclusion,
                note: $note,
                premises: &[$(
                    $crate::Premise {
                        name: $premise_name,
                        statement: $statement,
                        kind: $crate::Kind::$kind,
                        why: $why,
                        off: $crate::off_reading!($($off)?),
                    }
                ),*],
            }
        ),*] };
        /// The book of the system.
        pub const BOOK: $crate::RuleBook = $crate::RuleBook(&[$($chapter,)? CHAPTER]);
    };
}

/// A rule's role, if it is said.
#[doc(hidden)]
#[macro_export]
macro_rules! rule_role {
    () => {
        $crate::Role::Subject
    };
    ($role:ident) => {
        $crate::Role::$role
    };
}

/// A premise's off reading, if it has one.
#[doc(hidden)]
#[macro_export]
macro_rules! off_reading {
    () => {
        None
    };
    ($off:literal) => {
        Some($off)
    };
}
