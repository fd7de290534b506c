//! `racefree rules`.

use super::typeset;
use crate::args::{RulesArgs, RulesFormat};
use crate::ending::{Done, Ending};
use crate::options;
use crate::rules as show;
use crate::terminal::Out;
use racefree_answers::json::{VERSION, line};
use racefree_answers::rules;
use racefree_kernel::condition::{Metavariable, PREDICATES, Scope};
use racefree_kernel::{PremiseId, RuleBook, RuleId, System, report};
use racefree_systems::SYSTEMS;
use serde_json::json;
use std::io::{self, Write};

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
        return conditions(system, args.format, out);
    }
    if args.systems || args.kinds {
        lists(system, args, out)?;
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

/// Lists the systems, or the kinds of errors of one.
fn lists(system: &dyn System, args: &RulesArgs, out: &mut Out) -> io::Result<()> {
    let kinds = report::kinds(system);
    match (args.systems, args.format) {
        (true, RulesFormat::Json) => writeln!(out, "{}", line(&rules::systems())),
        (true, _) => SYSTEMS.iter().try_for_each(|of| writeln!(out, "{:<16} {}", of.name(), of.title())),
        (false, RulesFormat::Json) => {
            writeln!(out, "{}", json!({ "version": VERSION, "system": system.name(), "kinds": kinds }))
        }
        (false, _) => kinds.iter().try_for_each(|kind| writeln!(out, "{kind}")),
    }
}

/// Prints the predicates of conditions, and the names that each rule binds.
fn conditions(system: &dyn System, format: RulesFormat, out: &mut Out) -> Done {
    let Some(vocabulary) = system.vocabulary() else {
        return Err(format!("the rules of the system `{}` take no premises of a variant", system.name()).into());
    };
    let scopes: Vec<Scope> = vocabulary.rules.iter().map(|&id| Scope::of(vocabulary.templates, id)).collect();
    if format == RulesFormat::Json {
        let name = |x: &Metavariable| json!({ "name": x.key, "stands_for": x.written, "sort": x.sort.name() });
        let rule =
            |scope: &Scope| json!({ "rule": scope.rule, "binds": scope.names.iter().map(name).collect::<Vec<_>>() });
        let said = PREDICATES.iter().map(|(_, _, usage, meaning)| json!({ "condition": usage, "meaning": meaning }));
        let object = json!({
            "version": VERSION,
            "system": system.name(),
            "conditions": said.collect::<Vec<_>>(),
            "rules": scopes.iter().map(rule).collect::<Vec<_>>(),
        });
        writeln!(out, "{object}")?;
        return Ok(Ending::Fine);
    }
    show::conditions(scopes, out)?;
    Ok(Ending::Fine)
}
