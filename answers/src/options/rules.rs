//! The typing rules and the semantics that are asked for.

use crate::variant::{Rules, Variant, apply, find_in, premise};
use racefree_kernel::{System, report};

/// By which rules, in words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RuleOptions {
    /// The type system; without it, what the program says, or the base.
    pub system: Option<String>,
    /// Rule variants.
    pub variant: Vec<String>,
    /// Premises that are switched off.
    pub off: Vec<String>,
    /// Kinds of errors that are silenced.
    pub no_warn: Vec<String>,
    /// Decision D1: a constructor holds the lock of its object.
    pub constructor_holds_lock: bool,
    /// Decision D-O14: of the system of owners, fields without a guard are allowed.
    pub racy_fields: bool,
    /// Whether missing annotations are filled in first.
    pub defaults: bool,
}

/// The system that a program is of, by its header and what is asked for.
///
/// # Errors
///
/// A sentence, if they differ or there is no such system.
pub fn system(wanted: Option<&str>, source: &str) -> Result<&'static dyn System, String> {
    let wanted = wanted.map(racefree_systems::find).transpose()?;
    racefree_systems::of(source, wanted)
}

/// The rules that the words name; `find` knows variants by what they are called.
///
/// # Errors
///
/// A sentence that says what is wrong with a word.
pub fn rules(
    words: &RuleOptions,
    system: &'static dyn System,
    find: &dyn Fn(&'static dyn System, &str) -> Result<Variant, String>,
) -> Result<Rules, String> {
    let mut rules = Rules::of(system);
    for name in &words.variant {
        apply(&find(system, name)?, &mut rules)?;
    }
    if !words.variant.is_empty() {
        rules.name = words.variant.join(" + ");
    }
    for name in &words.off {
        // A premise, or premises and one part of them.
        let off =
            if name.ends_with(')') { find_in(system, name)? } else { Variant::of_premises(&[premise(system, name)?]) };
        apply(&off, &mut rules)?;
    }
    if words.constructor_holds_lock {
        apply(&find_in(system, "constructor-holds-lock")?, &mut rules)?;
    }
    if words.racy_fields {
        let none = |_| format!("the system `{}` has no `--racy-fields`", system.name());
        apply(&find_in(system, "racy-fields").map_err(none)?, &mut rules)?;
    }
    silence(words, system, &mut rules)?;
    Ok(rules)
}

/// The rules that the words name, if these are premises that are off, and kinds of errors.
///
/// # Errors
///
/// A sentence that says what is wrong with a word, or that there are variants.
pub fn plain_rules(words: &RuleOptions, system: &'static dyn System) -> Result<Rules, String> {
    let parts = words.off.iter().any(|name| name.ends_with(')'));
    if !words.variant.is_empty() || words.constructor_holds_lock || words.racy_fields || parts {
        return Err("here are no variants".to_owned());
    }
    let mut rules = Rules::of(system);
    for name in &words.off {
        rules.options.off.switch_off(premise(system, name)?);
    }
    silence(words, system, &mut rules)?;
    Ok(rules)
}

/// The kinds of errors that are silenced.
fn silence(words: &RuleOptions, system: &'static dyn System, rules: &mut Rules) -> Result<(), String> {
    let known = report::kinds(system);
    for kind in &words.no_warn {
        let plain = kind.to_lowercase().replace([' ', '/', '-'], "_");
        let full = format!("{}:", system.name());
        let plain = plain.strip_prefix(&full).unwrap_or(&plain).to_owned();
        if !known.contains(&plain) {
            return Err(format!("there is no kind of error `{kind}`; `racefree rules --kinds` lists them"));
        }
        rules.options.no_warn.push(plain);
    }
    Ok(())
}
