//! The typing rules and the semantics that the arguments name; the variants themselves are `racefree_soundness::variant`.

use crate::args::{RuleArgs, SystemArg};
use racefree_grammar::{Program, SyntaxError};
use racefree_kernel::{Filled, System, report};
use racefree_owners::Eprfj;
use racefree_soundness::variant::{Rules, Variant, apply, find_in, premise};

/// The system that a program is of, by its header and `--system`.
///
/// # Errors
///
/// A sentence, if they differ or there is no such system.
pub fn system(wanted: Option<SystemArg>, source: &str) -> Result<&'static dyn System, String> {
    racefree_systems::of(source, wanted.map(|wanted| wanted.0))
}

/// The rules that the arguments name: typing rules and semantics.
///
/// # Errors
///
/// A sentence that says what is wrong with an argument.
pub fn rules(args: &RuleArgs, system: &'static dyn System) -> Result<Rules, String> {
    let mut rules = Rules::of(system);
    for name in &args.variant {
        apply(&find_in(system, name)?, &mut rules)?;
    }
    if !args.variant.is_empty() {
        rules.name = args.variant.join(" + ");
    }
    for name in &args.off {
        // A premise, or premises and one part of them.
        let off =
            if name.ends_with(')') { find_in(system, name)? } else { Variant::of_premises(&[premise(system, name)?]) };
        apply(&off, &mut rules)?;
    }
    if args.constructor_holds_lock {
        apply(&find_in(system, "constructor-holds-lock")?, &mut rules)?;
    }
    if args.racy_fields {
        let none = |_| format!("the system `{}` has no `--racy-fields`", system.name());
        apply(&find_in(system, "racy-fields").map_err(none)?, &mut rules)?;
    }
    let known = report::kinds(system);
    for kind in &args.no_warn {
        let plain = kind.to_lowercase().replace([' ', '/', '-'], "_");
        let full = format!("{}:", system.name());
        let plain = plain.strip_prefix(&full).unwrap_or(&plain).to_owned();
        if !known.contains(&plain) {
            return Err(format!("there is no kind of error `{kind}`; `racefree rules --kinds` lists them"));
        }
        rules.options.no_warn.push(plain);
    }
    Ok(rules)
}

/// Parses a program of a system.
///
/// # Errors
///
/// All syntax errors.
pub fn parse(system: &dyn System, source: &str) -> Result<Program, Vec<SyntaxError>> {
    let dialect = Some(system.dialect());
    racefree_grammar::parse_with(source, racefree_grammar::Options { dialect, ..Default::default() })
}

/// Fills in missing annotations, if that is asked for.
///
/// # Errors
///
/// The system has no heuristics for that.
pub fn fill_in(args: &RuleArgs, system: &dyn System, program: &mut Program, source: &str) -> Result<Filled, String> {
    if !args.defaults {
        return Ok(Filled::default());
    }
    if system.id() == Eprfj.id() {
        return Ok(racefree_infer::owners::fill_in(program, source));
    }
    let none = || format!("the system `{}` has no annotations that `--defaults` could fill in", system.name());
    system.fill_in(program).ok_or_else(none)
}
