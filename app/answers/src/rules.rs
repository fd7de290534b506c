//! Type systems, their rules and variants, as data.

use crate::json::VERSION;
use crate::variant::{self, Rules};
use racefree_kernel::{Chapter, Premise, PremiseId, Rule, RuleBook, RuleId, System};
use racefree_systems::SYSTEMS;

// The members stand in the order of their names, in which they were always written.

records! {
    /// The rules of a system.
    #[cfg_attr(feature = "schemas", schemars(rename = "rules"))]
    pub struct RuleList {
        /// Rules of the system.
        pub rules: Vec<RuleRecord>,
        /// The type system.
        pub system: &'static str,
        /// The version of the format.
        pub version: u32,
    }

    /// A rule.
    pub struct RuleRecord {
        /// Conclusion, under the bar.
        pub conclusion: &'static str,
        /// Program of the corpus that shows the rule.
        pub example: Option<&'static str>,
        /// Note on the rule.
        pub note: &'static str,
        /// Premises, above the bar.
        pub premises: Vec<PremiseRecord>,
        /// Name of the rule.
        pub rule: &'static str,
        /// Section of the system's document with the rule.
        pub section: &'static str,
        /// The type system.
        pub system: &'static str,
    }

    /// A premise.
    pub struct PremiseRecord {
        /// True if the premise checks something, and so can be switched off.
        pub checks: bool,
        /// Name of the premise.
        pub name: &'static str,
        /// Statement of the premise.
        pub statement: &'static str,
        /// Purpose of the premise.
        pub why: &'static str,
        /// Program of the corpus that only this premise rejects.
        pub witness: Option<&'static str>,
    }
}

/// A rule.
pub fn rule(system: &dyn System, rule: &Rule) -> RuleRecord {
    let witness =
        |premise: &Premise| racefree_corpus::witness_of(system.name(), &format!("{}/{}", rule.name, premise.name));
    let premise = |premise: &Premise| PremiseRecord {
        checks: premise.is_switch(),
        name: premise.name,
        statement: premise.statement,
        why: premise.why,
        witness: witness(premise),
    };
    RuleRecord {
        conclusion: rule.conclusion,
        example: racefree_corpus::example_of(system.name(), rule.name),
        note: rule.note,
        premises: rule.premises.iter().map(premise).collect(),
        rule: rule.name,
        section: rule.section,
        system: system.name(),
    }
}

/// All rules of a system, as a book has them.
pub fn rules(system: &dyn System, book: RuleBook) -> RuleList {
    RuleList { rules: book.rules().map(|(_, of)| rule(system, of)).collect(), system: system.name(), version: VERSION }
}

/// The rules of a variant: a premise that is off is marked so, a changed one has its new demand, added ones stand last.
/// They are leaked, since the program shows them and ends.
pub fn of_variant(rules: &Rules) -> RuleBook {
    let options = &rules.options;
    let rule = |id: RuleId, rule: &Rule| {
        let own = |replaces: Option<PremiseId>| {
            options.own.of(id).filter(move |own| own.replaces == replaces).map(|own| racefree_systems::premise(own.id))
        };
        let declared = rule.premises.iter().enumerate().map(|(i, premise)| {
            let premise_id = PremiseId::new(id, i as u8);
            match own(Some(premise_id)).next() {
                Some(other) => *other,
                None if !options.off.is_off(premise_id) => *premise,
                None => {
                    let part = options.only.map_or(String::new(), |part| format!(" ({})", part.name()));
                    let text = match premise.off {
                        Some(off) => format!("off{part}, in its place: {off}"),
                        None => format!("off{part}: {}", premise.statement),
                    };
                    Premise { statement: text.leak(), ..*premise }
                }
            }
        });
        let premises: Vec<Premise> = declared.chain(own(None).copied()).collect();
        Rule { premises: premises.leak(), ..*rule }
    };
    let chapter = |chapter: &Chapter| {
        let rules: Vec<Rule> = chapter.rules().map(|(id, declared)| rule(id, declared)).collect();
        Chapter { rules: rules.leak(), ..*chapter }
    };
    let chapters: Vec<Chapter> = rules.system.book().0.iter().map(chapter).collect();
    RuleBook(chapters.leak())
}

records! {
    /// The type systems.
    #[cfg_attr(feature = "schemas", schemars(rename = "systems"))]
    pub struct SystemList {
        /// Type systems.
        pub systems: Vec<SystemRecord>,
        /// The version of the format.
        pub version: u32,
    }

    /// A type system.
    pub struct SystemRecord {
        /// Name of the system, as `//! system:` has it.
        pub name: &'static str,
        /// Title of the system.
        pub title: &'static str,
        /// Literal readings of its paper, and changes of the semantics.
        pub variants: Vec<VariantRecord>,
    }

    /// A rule variant.
    pub struct VariantRecord {
        /// Description of the variant.
        pub description: String,
        /// Name of the variant.
        pub name: String,
    }
}

/// All type systems.
pub fn systems() -> SystemList {
    let variants = |system| {
        let named = variant::named(system).into_iter();
        named.map(|v| VariantRecord { description: v.description, name: v.name }).collect()
    };
    let one = |system: &&'static dyn System| SystemRecord {
        name: system.name(),
        title: system.title(),
        variants: variants(*system),
    };
    SystemList { systems: SYSTEMS.iter().map(one).collect(), version: VERSION }
}
