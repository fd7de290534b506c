//! Variants by name: built-in ones, premises, parts of premises, several at once; and as they are written.

use super::{Part, Rules, Variant, Written, apply, named, said};
use racefree_kernel::{Kind, PremiseId, System};
use racefree_systems::BASE;

/// A variant of the base by built-in name or by premise.
///
/// # Errors
///
/// A sentence that names the mistake.
pub fn find(name: &str) -> Result<Variant, String> {
    find_in(BASE, name)
}

/// A variant as it is written in TOML; `name` is the name of the text.
///
/// # Errors
///
/// A sentence that names the mistake.
pub fn from_toml(system: &'static dyn System, name: &str, text: &str) -> Result<Variant, String> {
    let mut variant: Variant = toml::from_str(text).map_err(|e| format!("`{name}` is no variant: {e}"))?;
    if variant.name.is_empty() {
        name.clone_into(&mut variant.name);
    }
    variant.system = variant.system.or_else(|| said(system));
    // A mistake in a premise of its own is reported with the place.
    if let Ok(system) = variant.system.as_deref().map_or(Ok(BASE), racefree_systems::find) {
        for (written, changes) in variant.written() {
            written
                .resolve(system, changes)
                .map_err(|wrong| format!("in `{name}`, {}", wrong.placed(written, text)))?;
        }
    }
    variant.rules().map_err(|e| format!("in `{name}`: {e}"))?;
    Ok(variant)
}

/// Returns true if a name is that of a system or of a built-in variant.
pub fn is_named(system: &'static dyn System, name: &str) -> bool {
    let plain = name.replace('_', "-").to_lowercase();
    plain == system.name() || named(system).iter().any(|v| v.name == plain)
}

/// A variant of a system by built-in name or by premise.
///
/// # Errors
///
/// A sentence that names the mistake.
pub fn find_in(system: &'static dyn System, name: &str) -> Result<Variant, String> {
    let plain = name.replace('_', "-").to_lowercase();
    if plain == system.name() {
        return Ok(Variant { system: said(system), ..Variant::new(system.name(), "The rules as they stand.") });
    }
    if let Some(found) = named(system).into_iter().find(|v| v.name == plain) {
        return Ok(found);
    }
    let condition = name.contains(":=");
    let (list, part) = match name.strip_suffix(')').filter(|_| !condition).and_then(|n| n.rsplit_once(" (")) {
        Some((list, part)) => (list, Some(part_of(part)?)),
        None => (name, None),
    };
    let variant = match list.split(" + ").try_fold(Variant::default(), |all, item| Ok(all.and(single(system, item)?))) {
        Ok(variant) => Variant { name: list.to_owned(), ..variant },
        Err(message) if name.contains('/') => return Err(message),
        Err::<_, String>(_) => {
            return Err(format!(
                "there is no variant `{name}`; `racefree variants` lists them, and a file's name ends in .toml"
            ));
        }
    };
    let Some(part) = part else {
        if condition {
            apply(&variant, &mut Rules::of(system))?;
        }
        return Ok(variant);
    };
    let variant = variant.part(part);
    apply(&variant, &mut Rules::of(system))?;
    Ok(variant)
}

/// A variant by built-in name, or a premise that is off.
fn single(system: &'static dyn System, name: &str) -> Result<Variant, String> {
    let plain = name.replace('_', "-").to_lowercase();
    match named(system).into_iter().find(|v| v.name == plain) {
        Some(found) => Ok(found),
        None => match Written::inline(name) {
            Some(written) if written.replaces(system) => Ok(Variant { change: vec![written], ..Variant::default() }),
            Some(written) => Ok(Variant { add: vec![written], ..Variant::default() }),
            None => Ok(Variant::of_premises(&[premise(system, name)?])),
        },
    }
}

pub(super) fn part_of(name: &str) -> Result<Part, String> {
    let found = Part::ALL.iter().copied().find(|p| p.name() == name);
    found.ok_or_else(|| format!("a premise has no part `{name}`; there are: scope, finality, subtype, rest"))
}

/// A premise of a system, by name, that can be switched off.
///
/// # Errors
///
/// A sentence that names the mistake.
pub fn premise(system: &dyn System, name: &str) -> Result<PremiseId, String> {
    let (named, name) = racefree_systems::qualified(racefree_systems::system(system.id()), name);
    if named.id() != system.id() {
        return Err(format!(
            "`{name}` is wanted of the system `{}`, and this is about `{}`",
            named.name(),
            system.name()
        ));
    }
    let book = system.book();
    let Some(id) = book.find_premise(name) else {
        let rule = name.split('/').next().and_then(|rule| book.find_rule(rule));
        return Err(match rule {
            None => format!("there is no premise `{name}`; write RULE/premise, as in \"EXP REF/guard-held\""),
            Some(rule) => {
                let rule = book.rule(rule);
                let names: Vec<_> = rule.premises.iter().filter(|p| p.is_switch()).map(|p| p.name).collect();
                format!(
                    "[{}] has no premise of that name that can be switched off; it has: {}",
                    rule.name,
                    names.join(", ")
                )
            }
        });
    };
    match book.premise(id).kind {
        _ if book.premise(id).is_switch() => Ok(id),
        Kind::Computes | Kind::Checks => Err(format!(
            "`{}` computes what later premises use; only premises marked ? can be switched off",
            book.premise_name(id)
        )),
        Kind::Malformed => Err(format!(
            "without `{}` there is no program to speak of; only premises marked ? can be switched off",
            book.premise_name(id)
        )),
    }
}
