//! Premises that a variant has of its own: added to a rule, or in the place of one of its premises.

use super::Rules;
use racefree_kernel::condition::{Fault, Scope, Vocabulary, own_premise};
use racefree_kernel::{Condition, Kind, OwnPremise, PremiseId, RuleId, System};
use serde::Deserialize;
use std::sync::Arc;

/// A premise as it is written in a variant: in `[[add]]` a new one, in `[[change]]` one that replaces a premise of the system.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Written {
    /// `RULE/premise`
    pub premise: toml::Spanned<String>,
    /// Condition, from the vocabulary of [`racefree_kernel::condition`].
    pub condition: toml::Spanned<String>,
    /// Purpose, in a sentence.
    #[serde(default)]
    pub sentence: String,
}

/// Error in a written premise: in its name, or at a byte of its condition.
pub(super) struct Wrong {
    in_condition: Option<usize>,
    message: String,
}

impl Wrong {
    fn name(message: impl Into<String>) -> Wrong {
        Wrong { in_condition: None, message: message.into() }
    }

    /// Message without a place in a file.
    pub(super) fn said(&self, written: &Written) -> String {
        let (premise, condition) = (written.premise.get_ref(), written.condition.get_ref());
        match self.in_condition {
            Some(at) => {
                let column = condition.get(..at).map_or(0, |before| before.chars().count()) + 1;
                format!("in the condition of `{premise}`, at character {column} of `{condition}`: {}", self.message)
            }
            None => format!("`{premise}`: {}", self.message),
        }
    }

    /// Message with the line and the column in the text of the variant.
    pub(super) fn placed(&self, written: &Written, text: &str) -> String {
        let at = match self.in_condition {
            // Behind the quotes; a text with escapes in it is another one than its value.
            Some(at) => {
                let span = written.condition.span();
                let value = written.condition.get_ref();
                let start =
                    text.get(span.clone()).and_then(|quoted| quoted.find(value.as_str())).map(|i| span.start + i);
                start.map_or(span.start, |start| start + at)
            }
            None => written.premise.span().start,
        };
        let before = text.get(..at).unwrap_or_default();
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        format!("line {line}, column {column}: {}", self.message)
    }
}

impl Written {
    /// A premise that is written on a command line, `RULE/premise := CONDITION`.
    pub(super) fn inline(text: &str) -> Option<Written> {
        let (premise, condition) = text.split_once(":=")?;
        let spanned = |text: &str| toml::Spanned::new(0..0, text.trim().to_owned());
        Some(Written { premise: spanned(premise), condition: spanned(condition), sentence: String::new() })
    }

    /// The same, in a variant that adds it or puts it in the place of another one.
    pub(super) fn replaces(&self, system: &dyn System) -> bool {
        system.book().find_premise(self.premise.get_ref()).is_some()
    }

    /// Resolves the premise. With `changes` it replaces a premise of that name; otherwise there must be none.
    pub(super) fn resolve(&self, system: &dyn System, changes: bool) -> Result<OwnPremise, Wrong> {
        let Some(vocabulary) = system.vocabulary() else {
            return Err(Wrong::name(format!(
                "the rules of the system `{}` take no premises of a variant",
                system.name()
            )));
        };
        let full = self.premise.get_ref();
        let (rule, name) = full.split_once('/').ok_or_else(|| Wrong::name("write RULE/premise"))?;
        let rule = rule_of(system, vocabulary, rule)?;
        let known = system.book().find_premise(full);
        let name = match (changes, known) {
            (true, Some(known)) => changeable(system, known)?,
            (true, None) => {
                let names: Vec<&str> = system.book().rule(rule).premises.iter().map(|p| p.name).collect();
                return Err(Wrong::name(format!(
                    "there is no such premise to change; [{}] has: {}. A new one stands in [[add]]",
                    system.book().rule(rule).name,
                    names.join(", ")
                )));
            }
            (false, Some(_)) => {
                return Err(Wrong::name("the rule has a premise of that name; what replaces one stands in [[change]]"));
            }
            (false, None) => new_name(name)?,
        };
        let scope = Scope::of(vocabulary.templates, rule);
        let wrong = |Fault { at, message }| Wrong { in_condition: Some(at), message };
        let condition = Condition::parse(self.condition.get_ref(), &scope).map_err(wrong)?;
        let id = own_premise(rule, name, &condition.statement, self.sentence.trim());
        let id = id.map_err(|full| Wrong::name(full.to_string()))?;
        Ok(OwnPremise { id, replaces: known, condition: Arc::new(condition) })
    }
}

/// A rule to which a variant may add premises.
fn rule_of(system: &dyn System, vocabulary: Vocabulary, name: &str) -> Result<RuleId, Wrong> {
    let book = system.book();
    let listed = || vocabulary.rules.iter().map(|&id| book.rule(id).name).collect::<Vec<_>>().join(", ");
    let Some(rule) = book.find_rule(name) else {
        return Err(Wrong::name(format!(
            "there is no rule `{name}`; those that take premises of a variant: {}",
            listed()
        )));
    };
    if !vocabulary.rules.contains(&rule) {
        return Err(Wrong::name(format!(
            "[{}] takes no premise of a variant; those that do: {}",
            book.rule(rule).name,
            listed()
        )));
    }
    Ok(rule)
}

/// The name of a premise that may be replaced: one that only checks.
fn changeable(system: &dyn System, premise: PremiseId) -> Result<&'static str, Wrong> {
    let declared = system.book().premise(premise);
    match declared.kind {
        Kind::Checks => Ok(declared.name),
        Kind::Computes => Err(Wrong::name("it computes what later premises use; only what is marked ? can be changed")),
        Kind::Malformed => {
            Err(Wrong::name("without it there is no program to speak of; only what is marked ? can be changed"))
        }
    }
}

/// Checks that a name is like those of premises.
fn new_name(name: &str) -> Result<&str, Wrong> {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let fits = name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(letters) && name.len() <= 40;
    if fits { Ok(name) } else { Err(Wrong::name("a premise's name is of small letters, digits and `-`, at most 40")) }
}

/// Puts a premise into force.
pub(super) fn demand(own: OwnPremise, rules: &mut Rules) {
    if let Some(replaced) = own.replaces {
        rules.options.off.switch_off(replaced);
    }
    rules.options.own.insert(own);
}

/// Spelling on a command line.
pub(super) fn spelled(own: &OwnPremise) -> String {
    format!("{} := {}", racefree_systems::premise_name(own.id), own.condition.text)
}
