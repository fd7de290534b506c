//! Rules as people read them: the list of all, and the page of one.

pub mod typeset;

use crate::args::{RulesArgs, RulesFormat};
use crate::ending::{Done, Ending};
use crate::terminal::Out;
use racefree_answers::json::{VERSION, line};
use racefree_answers::rules;
use racefree_kernel::condition::{Metavariable, PREDICATES, Scope};
use racefree_kernel::{Premise, Rule, RuleBook, System, report};
use racefree_systems::SYSTEMS;
use serde_json::json;
use std::io::{self, Write};

/// Lists the rules of a system.
pub fn list(system: &dyn System, book: RuleBook, out: &mut Out) -> io::Result<()> {
    let (document, titles) = system.sections();
    let title = |section: &str| titles.iter().find(|(s, _)| *s == section).map_or("", |(_, title)| title);
    writeln!(out, "The typing rules, by section of the {document}. `racefree rules \"EXP REF\"` explains one.")?;
    let mut section = "";
    for (_, rule) in book.rules() {
        if rule.section != section {
            section = rule.section;
            writeln!(out, "\n{}", out.bold(&format!("{section} {}", title(section))))?;
        }
        writeln!(out, "  {:<28} {}", rule.name, rule.conclusion)?;
    }
    Ok(())
}

/// The page of a rule; with a premise, that premise's witness is shown.
pub fn page(system: &dyn System, rule: &Rule, wanted: Option<&str>, out: &mut Out) -> io::Result<()> {
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
    out.paragraph("  ", rule.note, width + 4)?;
    if rule.premises.iter().any(Premise::is_switch) {
        writeln!(
            out,
            "  → yields what later premises use; ? only checks and can be switched off; ! a program without it is none."
        )?;
    }
    for premise in rule.premises {
        let name = format!("{}/{}", rule.name, premise.name);
        if wanted.is_some_and(|w| w != premise.name) {
            continue;
        }
        writeln!(out, "\n  {}", out.bold(&name))?;
        out.paragraph("      ", premise.why, width)?;
        if let Some(off) = premise.off {
            writeln!(out, "      Switched off: {off}")?;
        }
        if let Some(entry) = racefree_corpus::witness_of(system.name(), &name).and_then(racefree_corpus::entry) {
            writeln!(out, "      Rejected by this premise alone: corpus/{}", entry.path)?;
            out.indented(PROGRAM, racefree_corpus::program_text(entry.source).trim_end())?;
        }
    }
    for (name, text) in system.decisions().iter().filter(|(name, _)| mentions(rule, name)) {
        writeln!(out, "\n  {}", out.bold(&format!("Decision {name}")))?;
        out.paragraph("      ", text, width)?;
    }
    if wanted.is_none()
        && let Some(entry) = racefree_corpus::example_of(system.name(), rule.name).and_then(racefree_corpus::entry)
    {
        writeln!(out, "\n  A program that needs the rule: corpus/{}", entry.path)?;
        out.indented(PROGRAM, racefree_corpus::program_text(entry.source).trim_end())?;
    }
    Ok(())
}

/// Margin of a program.
const PROGRAM: &str = "          ";

/// Returns true if a rule's text names a decision: as a word, so that D1 is not found in D12.
fn mentions(rule: &Rule, decision: &str) -> bool {
    let texts = rule.premises.iter().flat_map(|p| [p.statement, p.why]).chain([rule.note]);
    texts.into_iter().any(|text| text.split(|c: char| !c.is_ascii_alphanumeric()).any(|word| word == decision))
}

/// Lists the systems, or the kinds of errors of one.
pub fn lists(system: &dyn System, args: &RulesArgs, out: &mut Out) -> io::Result<()> {
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
pub fn conditions(system: &dyn System, format: RulesFormat, out: &mut Out) -> Done {
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
    in_words(scopes, out)?;
    Ok(Ending::Fine)
}

/// Prints what a condition of a variant can say, and the names that each rule binds.
fn in_words(scopes: Vec<Scope>, out: &mut Out) -> io::Result<()> {
    writeln!(out, "{}", out.bold("Conditions, joined by and, or, not"))?;
    for (_, _, usage, meaning) in PREDICATES {
        writeln!(out, "  {usage:<18} {meaning}")?;
    }
    writeln!(out, "  Beside what a rule binds they can name `this`, int, boolean, String and Object.")?;
    writeln!(out, "\n{}", out.bold("Rules, with what each binds"))?;
    for scope in scopes {
        let name = |x: &Metavariable| match x.key == x.written.replace('`', "") || x.each {
            true => x.key.clone(),
            false => format!("{} (that is {})", x.key, x.written),
        };
        let names: Vec<String> = scope.names.iter().map(name).collect();
        writeln!(out, "  {:<24} {}", scope.rule, names.join(", "))?;
    }
    Ok(())
}
