//! Type systems, their rules and variants, as data.

use crate::json::VERSION;
use crate::variant;
use racefree_kernel::{Premise, Rule, RuleBook, System};
use racefree_systems::SYSTEMS;
use schemars::JsonSchema;
use serde::Serialize;

// The members stand in the order of their names, in which they were always written.

/// The rules of a system.
#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "rules")]
pub struct RuleList {
    /// They.
    pub rules: Vec<RuleRecord>,
    /// The type system.
    pub system: &'static str,
    /// The version of the format.
    pub version: u32,
}

/// A rule.
#[derive(Serialize, JsonSchema, Debug)]
pub struct RuleRecord {
    /// What stands under the bar.
    pub conclusion: &'static str,
    /// The program of the corpus that shows it.
    pub example: Option<&'static str>,
    /// What there is to know about it.
    pub note: &'static str,
    /// What stands above the bar.
    pub premises: Vec<PremiseRecord>,
    /// Its name.
    pub rule: &'static str,
    /// Where it stands in the system's document.
    pub section: &'static str,
    /// The type system.
    pub system: &'static str,
}

/// A premise.
#[derive(Serialize, JsonSchema, Debug)]
pub struct PremiseRecord {
    /// Whether it checks something, and so can be switched off.
    pub checks: bool,
    /// Its name.
    pub name: &'static str,
    /// What it says.
    pub statement: &'static str,
    /// What it is for.
    pub why: &'static str,
    /// The program of the corpus that it alone rejects.
    pub witness: Option<&'static str>,
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

/// The type systems.
#[derive(Serialize, JsonSchema, Debug)]
#[schemars(rename = "systems")]
pub struct SystemList {
    /// They.
    pub systems: Vec<SystemRecord>,
    /// The version of the format.
    pub version: u32,
}

/// A type system.
#[derive(Serialize, JsonSchema, Debug)]
pub struct SystemRecord {
    /// What a program says that is for it.
    pub name: &'static str,
    /// What it is.
    pub title: &'static str,
    /// Literal readings of its paper, and changes of the semantics.
    pub variants: Vec<VariantRecord>,
}

/// A rule variant.
#[derive(Serialize, JsonSchema, Debug)]
pub struct VariantRecord {
    /// What it is about.
    pub description: String,
    /// Its name.
    pub name: String,
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
