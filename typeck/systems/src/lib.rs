//! Every type system there is, by its name and by the number that its rules carry. A new one is a line here.

#[cfg(not(feature = "few"))]
use racefree_atomicity::{Atomicity, Epaj};
use racefree_grammar::ast::{Class, Program};
use racefree_java_rules::Java;
use racefree_kernel::{Premise, PremiseId, Rule, RuleId, System, SystemId};
#[cfg(not(feature = "few"))]
use racefree_owners::Eprfj;
#[cfg(not(feature = "few"))]
use racefree_typeck::ConcurrentJava;

/// The system that a program is of if nothing says otherwise.
pub const BASE: &dyn System = &Java;

/// All of them, in the order of their numbers.
#[cfg(not(feature = "few"))]
pub const SYSTEMS: [&dyn System; 5] = [BASE, &ConcurrentJava, &Eprfj, &Atomicity, &Epaj];
/// The first of them.
#[cfg(feature = "few")]
pub const SYSTEMS: [&dyn System; 1] = [BASE];

/// The system of a number.
pub fn system(id: SystemId) -> &'static dyn System {
    SYSTEMS[id.index()]
}

/// The system of a name.
///
/// # Errors
///
/// A sentence, if there is none.
pub fn find(name: &str) -> Result<&'static dyn System, String> {
    SYSTEMS.into_iter().find(|system| system.name() == name.trim()).ok_or_else(|| {
        let names: Vec<_> = SYSTEMS.iter().map(|system| system.name()).collect();
        format!("there is no system `{}`; there are: {}", name.trim(), names.join(", "))
    })
}

/// A rule or premise in its full form, `owners:EXP REF/guard-held`: the system that it names, and the rest; otherwise the one given.
pub fn qualified<'n>(system: &'static dyn System, name: &'n str) -> (&'static dyn System, &'n str) {
    let full = name.split_once(':').and_then(|(named, rest)| Some((find(named).ok()?, rest.trim_start())));
    full.unwrap_or((system, name))
}

/// Returns true if a system has the rules of another one, over another system underneath: `owners+atomicity` those of `atomicity`.
pub fn is_by_rules_of(system: &dyn System, other: &dyn System) -> bool {
    system.book().0.iter().all(|chapter| chapter.system == other.id())
}

/// The system that a program is of: the one that its header names (a line `//! system: NAME` at its top), or the one wanted,
/// or the base. A header that says over what a system's rules are meant does not contradict that system, nor one that names the system
/// underneath.
///
/// # Errors
///
/// A sentence, if the two differ or the header names none.
pub fn of(source: &str, wanted: Option<&'static dyn System>) -> Result<&'static dyn System, String> {
    let named = named(source)?;
    let above = |named: &dyn System, wanted: &dyn System| {
        wanted.name().strip_prefix(named.name()).is_some_and(|rest| rest.starts_with('+'))
    };
    match (named, wanted) {
        (Some(named), Some(wanted)) if above(named, wanted) => Ok(wanted),
        (Some(named), Some(wanted)) if named.id() != wanted.id() && !is_by_rules_of(named, wanted) => {
            Err(format!("its header says `system: {}`, and `--system {}` was asked for", named.name(), wanted.name()))
        }
        (Some(system), _) | (None, Some(system)) => Ok(system),
        (None, None) => Ok(BASE),
    }
}

/// The system that a header names.
///
/// # Errors
///
/// A sentence, if it names none that there is.
pub fn named(source: &str) -> Result<Option<&'static dyn System>, String> {
    let mut header = source.lines().map_while(|line| line.strip_prefix("//!"));
    header.find_map(|line| line.trim().strip_prefix("system:")).map(find).transpose()
}

/// The system that a program is of under the rules of another one: `atomicity` over one of `owners` is `owners+atomicity`.
///
/// # Errors
///
/// As [`of`], where there is no such system.
pub fn under(source: &str, rules: &'static dyn System) -> Result<&'static dyn System, String> {
    let both = named(source)?.and_then(|named| find(&format!("{}+{}", named.name(), rules.name())).ok());
    both.map_or_else(|| of(source, Some(rules)), Ok)
}

/// The system underneath another one: the first of those that judge programs of its dialect.
pub fn beneath(system: &'static dyn System) -> &'static dyn System {
    SYSTEMS.into_iter().find(|known| known.dialect() == system.dialect()).unwrap_or(system)
}

/// The system that judges claims of atomicity over another one.
pub fn over(beneath: &dyn System) -> Option<&'static dyn System> {
    SYSTEMS.into_iter().find(|known| known.dialect() == beneath.dialect() && known.judges_claims())
}

/// `C.fd` for each field of a program.
pub fn field_names(program: &Program) -> Vec<String> {
    let of = |class: &Class| program.fields_of(class).iter().map(|f| (class.name, f.name)).collect::<Vec<_>>();
    let all = program.classes.iter().flat_map(of);
    all.map(|(class, f)| format!("{}.{}", program.text(class), program.text(f))).collect()
}

/// The rule of a number, of whatever system.
pub fn rule(id: RuleId) -> &'static Rule {
    system(id.system()).book().rule(id)
}

/// The premise of a number, of whatever system.
pub fn premise(id: PremiseId) -> &'static Premise {
    system(id.system()).book().premise(id)
}

/// `RULE/premise`.
pub fn premise_name(id: PremiseId) -> String {
    system(id.system()).book().premise_name(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_system_is_found_by_its_number_and_by_its_name() {
        for (i, system) in SYSTEMS.into_iter().enumerate() {
            assert_eq!(system.id().index(), i);
            assert_eq!(find(system.name()).map(|found| found.id()), Ok(system.id()));
            for (id, _) in system.book().premises() {
                assert_eq!(system.book().find_premise(&premise_name(id)), Some(id));
            }
        }
    }

    #[test]
    fn every_system_is_declared_consistently() {
        for system in SYSTEMS {
            let book = system.book();
            let (_, sections) = system.sections();
            for (_, rule) in book.rules() {
                assert!(sections.iter().any(|(section, _)| *section == rule.section), "[{}]", rule.name);
            }
            for variant in system.variants() {
                assert!(variant.off.is_empty() != variant.reading.is_none(), "{}: one or the other", variant.name);
                for &id in variant.off {
                    assert!(book.premise(id).is_switch(), "{}", variant.name);
                }
            }
            for (name, premises) in system.groups() {
                assert!(premises.iter().all(|&id| book.premise(id).is_reported()), "{name}");
            }
        }
    }

    #[test]
    fn a_full_name_names_its_system() {
        let of = |name| qualified(BASE, name);
        assert_eq!((of("owners:EXP REF/borrow").0.name(), of("owners:EXP REF/borrow").1), ("owners", "EXP REF/borrow"));
        assert_eq!((of("EXP REF").0.name(), of("nothing:EXP REF").1), ("base", "nothing:EXP REF"));
    }

    #[test]
    fn a_program_names_its_system() {
        assert_eq!(of("//! A title\n//! system: base\n1", None).map(|s| s.name()), Ok("base"));
        assert_eq!(of("1 //! system: nothing", None).map(|s| s.name()), Ok("base"));
        assert!(of("//! system: nothing\n1", None).is_err());
    }

    #[test]
    fn a_system_over_another_one_is_of_its_programs() {
        let (owners, rules) = ("//! system: owners\n1", find("atomicity").unwrap());
        let name = |found: Result<&dyn System, String>| found.map(|system| system.name());
        assert_eq!(name(under(owners, rules)), Ok("owners+atomicity"));
        assert_eq!(name(under("1", rules)), Ok("atomicity"));
        assert_eq!(name(of(owners, find("owners+atomicity").ok())), Ok("owners+atomicity"));
        assert!(of(owners, Some(rules)).is_err());
    }
}
