//! What the arguments about rules amount to; the variants themselves are `racefree_soundness::variant`.

use crate::args::RuleArgs;
use racefree_soundness::variant::{Rules, Variant, apply, find, premise};
use racefree_typeck::{Options, escapes};

/// The rules that the arguments name: typing rules and semantics.
///
/// # Errors
///
/// A sentence that says what is wrong with an argument.
pub fn rules(args: &RuleArgs) -> Result<Rules, String> {
    let mut rules = Rules::base();
    for name in &args.variant {
        apply(&find(name)?, &mut rules)?;
    }
    if !args.variant.is_empty() {
        rules.name = args.variant.join(" + ");
    }
    for name in &args.off {
        // A premise, or premises and one part of them.
        let off = if name.ends_with(')') { find(name)? } else { Variant::of_premises(&[premise(name)?]) };
        apply(&off, &mut rules)?;
    }
    rules.options.constructor_holds_lock |= args.constructor_holds_lock;
    let known = escapes::kinds();
    for kind in &args.no_warn {
        let plain = kind.to_lowercase().replace([' ', '/', '-'], "_");
        if !known.contains(&plain) {
            return Err(format!("there is no kind of error `{kind}`; `racefree rules --kinds` lists them"));
        }
        rules.options.no_warn.push(plain);
    }
    Ok(rules)
}

/// The typing rules that the arguments amount to.
///
/// # Errors
///
/// A sentence that says what is wrong with an argument.
pub fn options(args: &RuleArgs) -> Result<Options, String> {
    Ok(rules(args)?.options)
}
