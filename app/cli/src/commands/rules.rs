//! `racefree rules`.

use crate::args::{RulesArgs, RulesFormat};
use crate::ending::{Done, Ending};
use crate::options;
use crate::rules::{self as show, typeset};
use crate::terminal::Out;
use racefree_answers::json::line;
use racefree_answers::rules;
use racefree_kernel::{PremiseId, RuleBook, RuleId, System};
use std::io::Write;

/// Lists the rules, or explains one.
pub fn run(args: &RulesArgs, out: &mut Out) -> Done {
    let system = racefree_answers::options::named(args.system.as_deref());
    let full = args.rule.as_deref().map(|name| racefree_systems::qualified(system, name));
    let system = full.map_or(system, |(system, _)| system);
    let book = match &args.variant {
        None => system.book(),
        Some(name) => rules::of_variant(&options::variant(system, name)?.rules()?),
    };
    if args.conditions {
        return show::conditions(system, args.format, out);
    }
    if args.systems || args.kinds {
        show::lists(system, args, out)?;
        return Ok(Ending::Fine);
    }
    let wanted = full.map(|(_, name)| found(system, book, name)).transpose()?;
    let rule = wanted.map(|(rule, _)| rule);
    match (args.format, wanted) {
        (RulesFormat::Latex, _) => writeln!(out, "{}", typeset::latex(system, book, rule).trim_end())?,
        (RulesFormat::Html, _) => writeln!(out, "{}", typeset::html(system, book, rule).trim_end())?,
        (RulesFormat::Json, None) => writeln!(out, "{}", line(&rules::rules(system, book)))?,
        (RulesFormat::Json, Some((id, _))) => writeln!(out, "{}", line(&rules::rule(system, book.rule(id))))?,
        (RulesFormat::Human, None) => show::list(system, book, out)?,
        (RulesFormat::Human, Some((id, premise))) => {
            show::page(system, book.rule(id), premise.map(|premise| book.premise(premise).name), out)?;
        }
    }
    Ok(Ending::Fine)
}

/// The rule of a name, and the premise if the name is that of one.
fn found(system: &dyn System, book: RuleBook, name: &str) -> Result<(RuleId, Option<PremiseId>), String> {
    let premise = book.find_premise(name);
    let rule = premise.map(PremiseId::rule).or_else(|| book.find_rule(name));
    rule.map(|rule| (rule, premise)).ok_or_else(|| {
        let near = racefree_answers::why::near(system, name);
        format!("there is no rule `{name}`{near}; `racefree rules` lists them")
    })
}
