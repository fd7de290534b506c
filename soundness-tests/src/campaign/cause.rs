//! Cause of a failure: the premises that the unchanged rules of the system demand, and the rules in force do not.

use crate::variant::Rules;
use racefree_grammar::Program;
use racefree_kernel::{Options, PremiseId};
use racefree_systems::premise_name;

/// Separator of names of premises.
const AND: &str = ", ";

/// Names of the premises for which the unchanged rules reject a program that the rules in force accept. Empty if they accept it too.
pub fn cause(rules: &Rules, program: &Program) -> String {
    let unchanged = Options::default();
    if rules.options == unchanged {
        return String::new();
    }
    let broken = rules.system.failures(program, &unchanged);
    let mut names: Vec<String> = broken.into_iter().map(|(premise, _)| premise_name(premise)).collect();
    names.sort();
    names.dedup();
    names.join(AND)
}

/// Returns true if a cause names no premise that another one does not name.
pub(super) fn within(outer: &str, inner: &str) -> bool {
    inner.split(AND).all(|name| outer.split(AND).any(|other| other == name))
}

/// The premises that a cause names.
pub fn premises(cause: &str) -> Vec<PremiseId> {
    let of = |name| racefree_systems::SYSTEMS.iter().find_map(|system| system.book().find_premise(name));
    cause.split(AND).filter_map(of).collect()
}
