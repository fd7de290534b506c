//! `racefree rules`.

use super::{Done, Ending, typeset};
use crate::args::{RulesArgs, RulesFormat};
use crate::options;
use crate::terminal::Out;
use racefree_answers::json::{VERSION, line};
use racefree_answers::rules;
use racefree_answers::variant::Rules;
use racefree_kernel::condition::{Metavariable, PREDICATES, Scope};
use racefree_kernel::{Chapter, Premise, PremiseId, Rule, RuleBook, RuleId, System, report};
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
        Some(name) => of_variant(&options::variant(system, name)?.rules()?),
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
        (RulesFormat::Human, None) => list(system, book, out)?,
        (RulesFormat::Human, Some((id, premise))) => {
            show(system, book.rule(id), premise.map(|premise| book.premise(premise).name), out)?;
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

/// The rules of a variant: a premise that is off is marked so, a changed one has its new demand, added ones stand last.
/// They are leaked, since the program shows them and ends.
fn of_variant(rules: &Rules) -> RuleBook {
    let options = &rules.options;
    let rule = |id: RuleId, rule: &Rule| {
        let own = |replaces: Option<PremiseId>| {
            options.own.of(id).filter(move |own| own.replaces == replaces).map(|own| racefree_systems::premise(own.id))
        };
        let declared = rule.premises.iter().enumerate().map(|(i, premise)| {
            let premise_id = PremiseId::new(id, i as u8);
            match own(Some(premise_id)).next() {
                Some(other) => *other,
                None if !options.off.is_off(premise_id) => *premise,
                None => {
                    let part = options.only.map_or(String::new(), |part| format!(" ({})", part.name()));
                    let text = match premise.off {
                        Some(off) => format!("off{part}, in its place: {off}"),
                        None => format!("off{part}: {}", premise.statement),
                    };
                    Premise { statement: text.leak(), ..*premise }
                }
            }
        });
        let premises: Vec<Premise> = declared.chain(own(None).copied()).collect();
        Rule { premises: premises.leak(), ..*rule }
    };
    let chapter = |chapter: &Chapter| {
        let rules: Vec<Rule> = chapter.rules().map(|(id, declared)| rule(id, declared)).collect();
        Chapter { rules: rules.leak(), ..*chapter }
    };
    let chapters: Vec<Chapter> = rules.system.book().0.iter().map(chapter).collect();
    RuleBook(chapters.leak())
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
    Ok(Ending::Fine)
}

fn list(system: &dyn System, book: RuleBook, out: &mut Out) -> io::Result<()> {
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
fn show(system: &dyn System, rule: &Rule, wanted: Option<&str>, out: &mut Out) -> io::Result<()> {
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
