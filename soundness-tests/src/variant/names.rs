//! Variants by name: built-in ones, premises, parts of premises, several at once, and files.

use super::{Part, Rules, Variant, apply, named};
use racefree_kernel::{Kind, PremiseId};
use racefree_typeck::rules::BOOK;

/// Whether a name is a file's.
fn is_file(name: &str) -> bool {
    name.ends_with(".toml") || std::path::Path::new(name).is_file()
}

/// A variant by built-in name, by premise, or from a TOML file.
///
/// # Errors
///
/// A sentence that says what is wrong with the name or the file.
pub fn find(name: &str) -> Result<Variant, String> {
    let plain = name.replace('_', "-").to_lowercase();
    if plain == "base" {
        return Ok(Variant::new("base", "The rules as they stand."));
    }
    if let Some(found) = named().into_iter().find(|v| v.name == plain) {
        return Ok(found);
    }
    if is_file(name) {
        let text = std::fs::read_to_string(name).map_err(|e| format!("cannot read the variant `{name}`: {e}"))?;
        let mut variant: Variant = toml::from_str(&text).map_err(|e| format!("`{name}` is no variant: {e}"))?;
        if variant.name.is_empty() {
            name.clone_into(&mut variant.name);
        }
        variant.rules().map_err(|e| format!("in `{name}`: {e}"))?;
        return Ok(variant);
    }
    let (list, part) = match name.strip_suffix(')').and_then(|n| n.rsplit_once(" (")) {
        Some((list, part)) => (list, Some(part_of(part)?)),
        None => (name, None),
    };
    let variant = match list.split(" + ").try_fold(Variant::default(), |all, item| Ok(all.and(single(item)?))) {
        Ok(variant) => Variant { name: list.to_owned(), ..variant },
        Err(message) if name.contains('/') => return Err(message),
        Err::<_, String>(_) => {
            return Err(format!(
                "there is no variant `{name}`; `racefree variants` lists them, and a file's name ends in .toml"
            ));
        }
    };
    let Some(part) = part else { return Ok(variant) };
    let variant = variant.part(part);
    apply(&variant, &mut Rules::base())?;
    Ok(variant)
}

/// A variant by built-in name, or a premise that is off.
fn single(name: &str) -> Result<Variant, String> {
    let plain = name.replace('_', "-").to_lowercase();
    match named().into_iter().find(|v| v.name == plain) {
        Some(found) => Ok(found),
        None => Ok(Variant::of_premises(&[premise(name)?])),
    }
}

pub(super) fn part_of(name: &str) -> Result<Part, String> {
    let found = Part::ALL.into_iter().find(|p| p.name() == name);
    found.ok_or_else(|| format!("a premise has no part `{name}`; there are: scope, finality, subtype, rest"))
}

/// A `?` premise by name.
///
/// # Errors
///
/// A sentence that says what is wrong with it.
pub fn premise(name: &str) -> Result<PremiseId, String> {
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
