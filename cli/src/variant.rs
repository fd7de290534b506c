//! Rule variants by name or file, and the options that they and the other arguments amount to.

use crate::args::RuleArgs;
use racefree_kernel::{Kind, PremiseId};
use racefree_typeck::rules::BOOK;
use racefree_typeck::{Options, escapes};
use serde::Deserialize;

/// A rule variant: premises switched off, and literal readings in force.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Variant {
    /// What it is called.
    #[serde(default)]
    pub name: String,
    /// What it is about, in a sentence or two.
    #[serde(default)]
    pub description: String,
    /// Premises switched off, as `RULE/premise`.
    #[serde(default)]
    pub off: Vec<String>,
    /// Literal readings in force, as [`READINGS`] names them.
    #[serde(default)]
    pub readings: Vec<String>,
    /// Changes of the semantics, which the type checker does not see.
    #[serde(default)]
    pub semantics: Vec<String>,
}

/// The literal readings of section 10 that are no switched-off premise.
pub const READINGS: [&str; 4] =
    ["super-may-mention-this", "invoke-substitutes-this-only", "substitute-in-two-steps", "constructor-holds-lock"];

/// The changes of the semantics of section 10.
pub const SEMANTICS: [&str; 1] = ["null-lock-is-free"];

/// The built-in variants, by name: those that section 10 names.
pub fn built_in() -> Vec<Variant> {
    let variant = |name: &str, description: &str, off: &[&str], readings: &[&str], semantics: &[&str]| {
        let owned = |list: &[&str]| list.iter().map(|s| (*s).to_owned()).collect();
        Variant {
            name: name.to_owned(),
            description: description.to_owned(),
            off: owned(off),
            readings: owned(readings),
            semantics: owned(semantics),
        }
    };
    let reading = |name: &str, description: &str| variant(name, description, &[], &[name], &[]);
    let off = |name: &str, description: &str, premise: &str| variant(name, description, &[premise], &[], &[]);
    vec![
        reading(
            "super-may-mention-this",
            "D1: the superclass is checked with `this` in scope, as [CLASS2] and [CLASS3] print it. Unsound: the subtyping \
             can then be used where `this` is another object.",
        ),
        off(
            "init-may-use-this",
            "D2: `this` is an ordinary variable in an initialiser. Unsound: the object escapes while it is built.",
            "FIELD/init-this",
        ),
        reading(
            "constructor-holds-lock",
            "D2, section 6.1 of the paper: initialisers are checked with `this` an ordinary variable and lock set {this}. \
             Unsound, as the paper says.",
        ),
        reading(
            "invoke-substitutes-this-only",
            "D3: a call substitutes its receiver only, as [EXP INVOKE] is printed. Unsound: a parameter in a requires clause \
             or a type is read in the caller's scope and captures a variable of the same name.",
        ),
        off(
            "ghosts-may-run",
            "D4: a ghost may occur in code. Its program would need ghosts at run time.",
            "EXP VAR/not-ghost",
        ),
        off("ghosts-may-be-locked", "D4: a ghost may be locked.", "EXP SYNC/lock-real"),
        off("let-leaks", "D5: a let's variable leaks out of its scope in the type of its body.", "EXP LET/result"),
        off(
            "shadowing",
            "D10: variables may be shadowed. Unsound: a lock set's `x` comes to mean two things.",
            "ENV X/fresh",
        ),
        reading(
            "substitute-in-two-steps",
            "D11: the ghosts are substituted first, and `this` after that. Rejects figure 2 of the paper, and unsound: a ghost \
             argument that is the caller's `this` is captured.",
        ),
        variant(
            "null-lock-is-free",
            "D12: `synchronized null in e` runs e instead of throwing. A change of the semantics; the typing rules are the \
             same. Unsound.",
            &[],
            &[],
            &["null-lock-is-free"],
        ),
    ]
}

/// A variant by built-in name, or from a TOML file.
///
/// # Errors
///
/// A sentence that says what is wrong with the name or the file.
pub fn find(name: &str) -> Result<Variant, String> {
    let plain = |s: &str| s.replace('_', "-").to_lowercase();
    if let Some(found) = built_in().into_iter().find(|v| plain(&v.name) == plain(name)) {
        return Ok(found);
    }
    let is_file = name.ends_with(".toml") || name.contains(['/', '\\']);
    if !is_file {
        if premise(name).is_ok() {
            return Ok(Variant { name: name.to_owned(), off: vec![name.to_owned()], ..Variant::default() });
        }
        return Err(format!(
            "there is no variant `{name}`; `racefree variants` lists them, and a file's name ends in .toml"
        ));
    }
    if name.contains('/') && !name.ends_with(".toml") && premise(name).is_ok() {
        return Ok(Variant { name: name.to_owned(), off: vec![name.to_owned()], ..Variant::default() });
    }
    let text = std::fs::read_to_string(name).map_err(|e| format!("cannot read the variant `{name}`: {e}"))?;
    let mut variant: Variant = toml::from_str(&text).map_err(|e| format!("`{name}` is no variant: {e}"))?;
    if variant.name.is_empty() {
        name.clone_into(&mut variant.name);
    }
    let mut options = Options::default();
    apply(&variant, &mut options).map_err(|e| format!("in `{name}`: {e}"))?;
    Ok(variant)
}

/// A `?` premise by name.
fn premise(name: &str) -> Result<PremiseId, String> {
    let Some(id) = BOOK.find_premise(name) else {
        let rule = name.split('/').next().and_then(|rule| BOOK.find_rule(rule));
        return Err(match rule {
            None => format!("there is no premise `{name}`; write RULE/premise, as in \"EXP REF/guard-held\""),
            Some(rule) => {
                let rule = BOOK.rule(rule);
                let names: Vec<_> = rule.premises.iter().filter(|p| p.kind == Kind::Checks).map(|p| p.name).collect();
                format!(
                    "[{}] has no premise of that name that can be switched off; it has: {}",
                    rule.name,
                    names.join(", ")
                )
            }
        });
    };
    match BOOK.premise(id).kind {
        Kind::Checks => Ok(id),
        Kind::Computes => Err(format!(
            "`{}` computes what later premises use; only premises marked ? can be switched off",
            BOOK.premise_name(id)
        )),
        Kind::Malformed => Err(format!(
            "without `{}` there is no program to speak of; only premises marked ? can be switched off",
            BOOK.premise_name(id)
        )),
    }
}

/// Puts a variant into force.
fn apply(variant: &Variant, options: &mut Options) -> Result<(), String> {
    for name in &variant.off {
        options.off.switch_off(premise(name)?);
    }
    for reading in &variant.readings {
        match reading.replace('_', "-").as_str() {
            "super-may-mention-this" => options.readings.super_may_mention_this = true,
            "invoke-substitutes-this-only" => options.readings.invoke_substitutes_this_only = true,
            "substitute-in-two-steps" => options.readings.substitute_in_two_steps = true,
            "constructor-holds-lock" => options.constructor_holds_lock = true,
            _ => return Err(format!("there is no reading `{reading}`; there are: {}", READINGS.join(", "))),
        }
    }
    for change in &variant.semantics {
        if !SEMANTICS.contains(&change.replace('_', "-").as_str()) {
            return Err(format!("there is no change of the semantics `{change}`; there are: {}", SEMANTICS.join(", ")));
        }
    }
    Ok(())
}

/// The options that the arguments amount to.
///
/// # Errors
///
/// A sentence that says what is wrong with an argument.
pub fn options(args: &RuleArgs) -> Result<Options, String> {
    let mut options = Options { constructor_holds_lock: args.constructor_holds_lock, ..Options::default() };
    for name in &args.variant {
        apply(&find(name)?, &mut options)?;
    }
    for name in &args.off {
        options.off.switch_off(premise(name)?);
    }
    let known = escapes::kinds();
    for kind in &args.no_warn {
        let plain = kind.to_lowercase().replace([' ', '/', '-'], "_");
        if !known.contains(&plain) {
            return Err(format!("there is no kind of error `{kind}`; `racefree rules --kinds` lists them"));
        }
        options.no_warn.push(plain);
    }
    Ok(options)
}
