//! Rule variants (calculus, section 9.5): premises switched off, literal readings of section 10 in force, changes of the
//! semantics; the built-in ones, and one's own in TOML.

use racefree_grammar::Program;
use racefree_interp::options::{Locks, Semantics};
use racefree_kernel::{Kind, PremiseId};
use racefree_typeck::error::TypeError;
use racefree_typeck::rules::{BOOK, exp_let, final_ref, final_var, premise_name, type_c};
use racefree_typeck::{Options, check};
use serde::Deserialize;

/// A rule variant, as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
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
    /// The one part of the premises that is off: `scope`, `finality`, `subtype` or `rest`. Without it they are off as a whole.
    #[serde(default)]
    pub only: Option<String>,
    /// Literal readings in force, as [`READINGS`] names them.
    #[serde(default)]
    pub readings: Vec<String>,
    /// Changes of the semantics, which the type checker does not see, as [`SEMANTICS`] names them.
    #[serde(default)]
    pub semantics: Vec<String>,
}

/// The literal readings of section 10 that are no switched-off premise.
pub const READINGS: [&str; 4] =
    ["super-may-mention-this", "invoke-substitutes-this-only", "substitute-in-two-steps", "constructor-holds-lock"];

/// The changes of the semantics: those of section 10, and a planted bug.
pub const SEMANTICS: [&str; 3] = ["null-lock-is-free", "inner-release-frees", "binary-locks"];

/// Why a type or a lock expression is not well formed: the parts into which a premise about one can be split.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Part {
    /// A variable that is not in scope.
    Scope,
    /// A path through a field that is not final.
    Finality,
    /// A ghost argument of the wrong type.
    Subtype,
    /// Anything else: an expression that is no path, a lock that is no object, a value of another type.
    Rest,
}

impl Part {
    /// All of them.
    pub const ALL: [Part; 4] = [Part::Scope, Part::Finality, Part::Subtype, Part::Rest];

    /// As it is written.
    pub fn name(self) -> &'static str {
        match self {
            Part::Scope => "scope",
            Part::Finality => "finality",
            Part::Subtype => "subtype",
            Part::Rest => "rest",
        }
    }

    /// Which part of its premise an error is about: what its chain of judgments ends in.
    pub fn of(error: &TypeError) -> Part {
        match error.because.last().map(|(premise, _)| *premise) {
            Some(final_var::IN_SCOPE) => Part::Scope,
            Some(final_ref::FINAL) => Part::Finality,
            Some(type_c::ARG_TYPE) => Part::Subtype,
            _ => Part::Rest,
        }
    }
}

/// A rule variant, ready to judge programs by.
#[derive(Clone, Debug)]
pub struct Rules {
    /// What the variant is called.
    pub name: String,
    /// The typing rules.
    pub options: Options,
    /// The one part of the premises that is off.
    pub only: Option<Part>,
    /// What programs mean.
    pub semantics: Semantics,
}

impl Rules {
    /// The rules as they stand.
    pub fn base() -> Rules {
        Rules { name: "base".to_owned(), options: Options::default(), only: None, semantics: Semantics::default() }
    }

    /// Whether the typing rules are the base's, and only the semantics differs.
    pub fn only_semantics(&self) -> bool {
        self.options == Options::default()
    }

    /// Whether the rules are the base's without some premises that only check, so that they accept whatever the base accepts.
    /// EXP LET/result is none: it chooses the type.
    pub fn only_takes_away(&self) -> bool {
        let rest = Options { off: self.options.off.clone(), ..Options::default() };
        self.options == rest && self.semantics == Semantics::default() && !self.options.off.is_off(exp_let::RESULT)
    }

    /// Whether a program is well typed by these rules, without escapes.
    pub fn accepts(&self, program: &Program) -> bool {
        self.accepts_with(program, 0)
    }

    /// Whether a program is well typed by these rules, without escapes that let anything through: a `holds` may say what is so.
    pub fn accepts_idle(&self, program: &Program) -> bool {
        self.accepts_with(program, usize::MAX)
    }

    fn accepts_with(&self, program: &Program, idle: usize) -> bool {
        let report = check(program, "", &self.options);
        let escapes = &report.escapes;
        if !report.is_ok() || !report.silenced.is_empty() || escapes.holds.len() > escapes.idle_holds.min(idle) {
            return false;
        }
        let Some(part) = self.only else { return true };
        let base = check(program, "", &Options::default());
        let is_off = |e: &TypeError| {
            let mut chain = std::iter::once(e.premise).chain(e.because.iter().map(|(premise, _)| *premise));
            chain.any(|premise| self.options.off.is_off(premise))
        };
        // What is rejected for another reason in the end is in no part.
        base.errors.iter().all(|e| is_off(e) && Part::of(e) == part)
    }

    /// Whether a program belongs to what the variant has and the base has not: the variant accepts it, and the base does
    /// not or gives it another meaning.
    pub fn sets_apart(&self, program: &Program) -> bool {
        if !self.accepts(program) {
            return false;
        }
        let base = check(program, "", &Options::default()).is_ok();
        if self.only_semantics() { base } else { !base }
    }
}

impl Variant {
    fn new(name: &str, description: &str) -> Variant {
        Variant { name: name.to_owned(), description: description.to_owned(), ..Variant::default() }
    }

    fn off(mut self, premises: &[&str]) -> Variant {
        self.off = premises.iter().map(|&s| s.to_owned()).collect();
        self
    }

    /// The variant with these premises off and nothing else.
    pub fn of_premises(premises: &[PremiseId]) -> Variant {
        let names: Vec<String> = premises.iter().map(|&p| premise_name(p)).collect();
        Variant { name: names.join(" + "), off: names, ..Variant::default() }
    }

    /// This variant with only a part of its premises off.
    #[must_use]
    pub fn part(mut self, part: Part) -> Variant {
        self.name = format!("{} ({})", self.name, part.name());
        self.only = Some(part.name().to_owned());
        self
    }

    /// What the variant amounts to.
    ///
    /// # Errors
    ///
    /// A sentence that says which of its names means nothing.
    pub fn rules(&self) -> Result<Rules, String> {
        let mut rules = Rules { name: self.name.clone(), ..Rules::base() };
        apply(self, &mut rules)?;
        Ok(rules)
    }
}

/// The built-in variants with a name of their own: those of section 10, and changes of the semantics.
pub fn named() -> Vec<Variant> {
    let reading =
        |name: &str, description: &str| Variant { readings: vec![name.to_owned()], ..Variant::new(name, description) };
    let semantic =
        |name: &str, description: &str| Variant { semantics: vec![name.to_owned()], ..Variant::new(name, description) };
    vec![
        reading(
            "super-may-mention-this",
            "D1: the superclass is checked with `this` in scope, as [CLASS2] and [CLASS3] print it. Unsound: the subtyping \
             can then be used where `this` is another object.",
        ),
        Variant::new(
            "init-may-use-this",
            "D2: `this` is an ordinary variable in an initialiser. Unsound: the object escapes while it is built.",
        )
        .off(&["FIELD/init-this"]),
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
        Variant::new("ghosts-may-run", "D4: a ghost may occur in code. Its program would need ghosts at run time.")
            .off(&["EXP VAR/not-ghost"]),
        Variant::new("ghosts-may-be-locked", "D4: a ghost may be locked.").off(&["EXP SYNC/lock-real"]),
        Variant::new("let-leaks", "D5: a let's variable leaks out of its scope in the type of its body.")
            .off(&["EXP LET/result"]),
        Variant::new(
            "shadowing",
            "D10: variables may be shadowed. Unsound: a lock set's `x` comes to mean two things.",
        )
        .off(&["ENV X/fresh"]),
        reading(
            "substitute-in-two-steps",
            "D11: the ghosts are substituted first, and `this` after that. Rejects figure 2 of the paper, and unsound: a ghost \
             argument that is the caller's `this` is captured.",
        ),
        semantic(
            "null-lock-is-free",
            "D12: `synchronized null in e` runs e instead of throwing. A change of the semantics; the typing rules are the \
             same. Unsound.",
        ),
        semantic(
            "inner-release-frees",
            "A planted bug: leaving an inner synchronized block frees a lock that an outer one still needs. The typing rules \
             are the same. Unsound.",
        ),
        semantic(
            "binary-locks",
            "D6: the paper's locks with two states: whoever acquires a lock that he has already waits for himself for ever. \
             The typing rules are the same.",
        ),
    ]
}

/// Every `?` premise off, one at a time.
pub fn premises() -> Vec<Variant> {
    BOOK.premises().filter(|(_, p)| p.kind == Kind::Checks).map(|(id, _)| Variant::of_premises(&[id])).collect()
}

/// Every variant of a single cause: the premises, the literal readings, and the changes of the semantics. Those named
/// variants that are a single premise are listed as the premise.
pub fn all() -> Vec<Variant> {
    let mut all = premises();
    all.extend(named().into_iter().filter(|v| v.off.is_empty()));
    all
}

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
    let plain = |s: &str| s.replace('_', "-").to_lowercase();
    if plain(name) == "base" {
        return Ok(Variant::new("base", "The rules as they stand."));
    }
    if let Some(found) = named().into_iter().find(|v| plain(&v.name) == plain(name)) {
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
    let ids: Result<Vec<PremiseId>, String> = list.split(" + ").map(premise).collect();
    match ids {
        Ok(ids) => {
            let variant = Variant::of_premises(&ids);
            Ok(match part {
                Some(part) => variant.part(part),
                None => variant,
            })
        }
        Err(message) if name.contains('/') => Err(message),
        Err(_) => Err(format!(
            "there is no variant `{name}`; `racefree variants` lists them, and a file's name ends in .toml"
        )),
    }
}

fn part_of(name: &str) -> Result<Part, String> {
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

/// Puts a variant into force, on top of what is in force already.
///
/// # Errors
///
/// A sentence that says which of its names means nothing.
pub fn apply(variant: &Variant, rules: &mut Rules) -> Result<(), String> {
    let options = &mut rules.options;
    for name in &variant.off {
        options.off.switch_off(premise(name)?);
    }
    if let Some(part) = &variant.only {
        rules.only = Some(part_of(part)?);
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
        match change.replace('_', "-").as_str() {
            "null-lock-is-free" => rules.semantics.null_lock_is_free = true,
            "inner-release-frees" => rules.semantics.inner_release_frees = true,
            "binary-locks" => rules.semantics.locks = Locks::Binary,
            _ => {
                return Err(format!(
                    "there is no change of the semantics `{change}`; there are: {}",
                    SEMANTICS.join(", ")
                ));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_variant_means_something() {
        for variant in named().into_iter().chain(all()) {
            variant.rules().unwrap_or_else(|e| panic!("{}: {e}", variant.name));
            assert_eq!(find(&variant.name).as_ref().map(|v| &v.off), Ok(&variant.off), "{}", variant.name);
        }
        assert!(find("EXP REF/receiver").is_err());
        assert!(find("nothing").is_err());
    }

    #[test]
    fn a_part_of_a_premise_is_a_variant() {
        let variant = find("ENV X/type (finality)").unwrap();
        assert_eq!(variant.rules().unwrap().only, Some(Part::Finality));
        assert!(find("ENV X/type (size)").is_err());
    }
}
