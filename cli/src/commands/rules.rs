//! `racefree rules`.

use super::variants::wrap;
use super::{Outcome, typeset};
use crate::args::RulesArgs;
use crate::terminal::Out;
use racefree_answers::json::line;
use racefree_answers::rules;
use racefree_kernel::{Premise, PremiseId, Rule, RuleId, System, report};
use racefree_systems::{BASE, SYSTEMS, premise_name};
use std::io::{self, Write};

/// Lists the rules, or explains one.
pub fn run(args: &RulesArgs, out: &mut Out) -> io::Result<Outcome> {
    let system = args.system.map_or(BASE, |system| system.0);
    let full = args.rule.as_deref().map(|name| racefree_systems::qualified(system, name));
    let system = full.map_or(system, |(system, _)| system);
    let wanted = full.map(|(_, name)| name);
    let book = system.book();
    if args.systems {
        for system in SYSTEMS {
            writeln!(out, "{:<16} {}", system.name(), system.title())?;
        }
        return Ok(Outcome::Fine);
    }
    if args.kinds {
        for kind in report::kinds(system) {
            writeln!(out, "{kind}")?;
        }
        return Ok(Outcome::Fine);
    }
    if args.format == "latex" || args.format == "html" {
        let wanted = match wanted {
            None => None,
            Some(name) => match book.find_premise(name).map(PremiseId::rule).or_else(|| book.find_rule(name)) {
                Some(id) => Some(id),
                None => {
                    let near = racefree_answers::why::near(system, name);
                    out.complain(&format!("there is no rule `{name}`{near}; `racefree rules` lists them"));
                    return Ok(Outcome::Failed);
                }
            },
        };
        let document =
            if args.format == "latex" { typeset::latex(system, wanted) } else { typeset::html(system, wanted) };
        writeln!(out, "{}", document.trim_end())?;
        return Ok(Outcome::Fine);
    }
    let as_json = args.format == "json";
    let Some(name) = wanted else {
        if as_json {
            writeln!(out, "{}", line(&rules::rules(system)))?;
        } else {
            list(system, out)?;
        }
        return Ok(Outcome::Fine);
    };
    let premise = book.find_premise(name);
    let Some(id) = premise.map(PremiseId::rule).or_else(|| book.find_rule(name)) else {
        let near = racefree_answers::why::near(system, name);
        out.complain(&format!("there is no rule `{name}`{near}; `racefree rules` lists them"));
        return Ok(Outcome::Failed);
    };
    if as_json {
        writeln!(out, "{}", line(&rules::rule(system, id)))?;
    } else {
        show(system, id, premise, out)?;
    }
    Ok(Outcome::Fine)
}

fn list(system: &dyn System, out: &mut Out) -> io::Result<()> {
    let (document, titles) = system.sections();
    let title = |section: &str| titles.iter().find(|(s, _)| *s == section).map_or("", |(_, title)| title);
    writeln!(out, "The typing rules, by section of the {document}. `racefree rules \"EXP REF\"` explains one.")?;
    let mut section = "";
    for (_, rule) in system.book().rules() {
        if rule.section != section {
            section = rule.section;
            writeln!(out)?;
            writeln!(out, "{}", out.bold(&format!("{section} {}", title(section))))?;
        }
        writeln!(out, "  {:<28} {}", rule.name, rule.conclusion)?;
    }
    Ok(())
}

/// The page of a rule; with a premise, that premise's witness is shown.
fn show(system: &dyn System, id: RuleId, wanted: Option<PremiseId>, out: &mut Out) -> io::Result<()> {
    let rule = system.book().rule(id);
    let width = out.width.min(100) - 8;
    writeln!(out, "{}    {}, section {}", out.bold(&format!("[{}]", rule.name)), system.sections().0, rule.section)?;
    writeln!(out)?;
    let names = rule.premises.iter().map(|p| p.name.len()).max().unwrap_or(0);
    for premise in rule.premises {
        writeln!(out, "    {:<names$}  {}  {}", premise.name, premise.mark(), premise.statement)?;
    }
    let bar = rule.premises.iter().map(|p| p.statement.chars().count() + names + 5).max().unwrap_or(0);
    let bar = bar.max(rule.conclusion.chars().count()).min(out.width - 8);
    writeln!(out, "    {}", "─".repeat(bar))?;
    writeln!(out, "    {}", rule.conclusion)?;
    writeln!(out)?;
    for line in wrap(rule.note, width + 4) {
        writeln!(out, "  {line}")?;
    }
    if rule.premises.iter().any(Premise::is_switch) {
        writeln!(
            out,
            "  → yields what later premises use; ? only checks and can be switched off; ! a program without it is none."
        )?;
    }
    for (i, premise) in rule.premises.iter().enumerate() {
        let premise_id = PremiseId::new(id, i as u8);
        if wanted.is_some_and(|w| w != premise_id) {
            continue;
        }
        writeln!(out)?;
        writeln!(out, "  {}", out.bold(&premise_name(premise_id)))?;
        for line in wrap(premise.why, width) {
            writeln!(out, "      {line}")?;
        }
        if let Some(off) = premise.off {
            writeln!(out, "      Switched off: {off}")?;
        }
        if let Some(entry) = racefree_corpus::witness_of(system.name(), &premise_name(premise_id)) {
            writeln!(out, "      Rejected by this premise alone: corpus/{}", entry.path)?;
            program(racefree_corpus::program_text(entry.source), out)?;
        }
    }
    for (name, text) in system.decisions().iter().filter(|(name, _)| mentions(rule, name)) {
        writeln!(out)?;
        writeln!(out, "  {}", out.bold(&format!("Decision {name}")))?;
        for line in wrap(text, width) {
            writeln!(out, "      {line}")?;
        }
    }
    if wanted.is_none()
        && let Some(entry) = racefree_corpus::example_of(system.name(), rule.name)
    {
        writeln!(out)?;
        writeln!(out, "  A program that needs the rule: corpus/{}", entry.path)?;
        program(racefree_corpus::program_text(entry.source), out)?;
    }
    Ok(())
}

fn program(text: &str, out: &mut Out) -> io::Result<()> {
    for line in text.trim_end().lines() {
        writeln!(out, "          {line}")?;
    }
    Ok(())
}

/// Whether a rule's text names a decision: as a word, so that D1 is not found in D12.
fn mentions(rule: &Rule, decision: &str) -> bool {
    let texts = rule.premises.iter().flat_map(|p| [p.statement, p.why]).chain([rule.note]);
    texts.into_iter().any(|text| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == decision))
}
