//! The typing rules and the semantics that are asked for.

use crate::names;
use crate::variant::{self, Rules, Variant, apply, find_in, premise};
use racefree_kernel::{PremiseId, System, report};
use racefree_systems::premise_name;

options! {
    /// Rules to check by.
    pub struct RuleOptions {
        /// The type system, if the program does not name one in a line `//! system: NAME` at its top (`racefree rules --systems`).
        #[arg(long, value_name = "NAME", value_parser = system_name)]
        pub system: Option<String>,
        /// Check by a rule variant: a built-in name (`racefree variants`) or a TOML file.
        #[arg(long, value_name = "V")]
        pub variant: Vec<String>,
        /// Switch off a premise, as in "EXP FORK2/empty-lock-set".
        #[arg(long, value_name = "RULE/premise")]
        pub off: Vec<String>,
        /// Silence errors of a kind everywhere, as in exp_ref_guard_held (`racefree rules --kinds`).
        #[arg(long, value_name = "KIND", value_delimiter = ',')]
        pub no_warn: Vec<String>,
        /// Check initialisers as if they held the lock of the object under construction (unsound).
        #[arg(long)]
        pub constructor_holds_lock: bool,
        /// In the system of owners: accept fields without guard that are not unique, and reads of fields with `write_guarded_by`.
        #[arg(long)]
        pub racy_fields: bool,
        /// Fill in missing annotations by the paper's heuristics (section 6.2) before checking.
        #[arg(long)]
        pub defaults: bool,
    }
}

/// The name of a system, if there is one of it.
pub fn system_name(name: &str) -> Result<String, String> {
    let near = || names::suggestion(name, racefree_systems::SYSTEMS.iter().map(|system| system.name()));
    let found = racefree_systems::find(name).map_err(|message| format!("{message}{}", near()));
    found.map(|system| system.name().to_owned())
}

/// The system of a name that was read already; without one, the base.
pub fn named(name: Option<&str>) -> &'static dyn System {
    name.and_then(|name| racefree_systems::find(name).ok()).unwrap_or(racefree_systems::BASE)
}

/// System of a program, by its header and the options. Fails if they differ, or there is no such system.
pub fn system(wanted: Option<&str>, source: &str) -> Result<&'static dyn System, String> {
    let wanted = wanted.map(racefree_systems::find).transpose()?;
    racefree_systems::of(source, wanted)
}

/// Rules that the words name; `find` knows variants by name.
pub fn rules(
    words: &RuleOptions,
    system: &'static dyn System,
    find: &dyn Fn(&'static dyn System, &str) -> Result<Variant, String>,
) -> Result<Rules, String> {
    let mut rules = Rules { defaults: words.defaults, ..Rules::of(system) };
    for name in &words.variant {
        apply(&find(system, name)?, &mut rules)?;
    }
    if !words.variant.is_empty() {
        rules.name = words.variant.join(" + ");
    }
    for name in &words.off {
        // A premise, or premises and one part of them.
        let off = if name.ends_with(')') {
            find_variant(system, name)?
        } else {
            Variant::of_premises(&[known(system, name)?])
        };
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

/// Variant of a system by name; of a name that is misspelt, the error names the nearest.
pub fn find_variant(system: &'static dyn System, name: &str) -> Result<Variant, String> {
    find_in(system, name).map_err(|message| {
        let named = variant::named(system);
        match names::suggestion(name, named.iter().map(|variant| variant.name.as_str())) {
            none if none.is_empty() => format!("{message}{}", near_premise(system, name)),
            near => format!("{message}{near}"),
        }
    })
}

/// The premise of a name that can be switched off.
fn known(system: &dyn System, name: &str) -> Result<PremiseId, String> {
    premise(system, name).map_err(|message| format!("{message}{}", near_premise(system, name)))
}

/// `; did you mean …?`, of the premises that can be switched off; nothing of a premise that cannot.
fn near_premise(system: &dyn System, name: &str) -> String {
    let book = system.book();
    let all: Vec<String> = book.switches().map(|(id, _)| premise_name(id)).collect();
    let is_known = book.find_premise(name).is_some();
    if is_known { String::new() } else { names::suggestion(name, all.iter().map(String::as_str)) }
}

/// The rules that the words name, if these are premises that are off, and kinds of errors. Fails if there are variants.
pub fn plain_rules(words: &RuleOptions, system: &'static dyn System) -> Result<Rules, String> {
    let parts = words.off.iter().any(|name| name.ends_with(')'));
    if !words.variant.is_empty() || words.constructor_holds_lock || words.racy_fields || parts {
        return Err("here are no variants".to_owned());
    }
    let mut rules = Rules { defaults: words.defaults, ..Rules::of(system) };
    for name in &words.off {
        rules.options.off.switch_off(known(system, name)?);
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
        // The kinds of rccjava stand for several, in a comment and here.
        #[cfg(feature = "java")]
        if racefree_java::kinds::is_kind(kind) {
            rules.options.no_warn.extend(racefree_java::kinds::expand(kind).into_iter().filter(|k| known.contains(k)));
            continue;
        }
        if !known.contains(&plain) {
            let near = names::suggestion(&plain, known.iter().map(String::as_str));
            return Err(format!("there is no kind of error `{kind}`; `racefree rules --kinds` lists them{near}"));
        }
        rules.options.no_warn.push(plain);
    }
    Ok(())
}
