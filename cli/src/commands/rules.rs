//! `racefree rules`.

use super::Outcome;
use super::variants::wrap;
use crate::args::RulesArgs;
use crate::terminal::Out;
use racefree_kernel::{Kind, Premise, PremiseId, Rule, RuleId};
use racefree_typeck::escapes;
use racefree_typeck::rules::{BOOK, premise_name};
use serde_json::json;
use std::io::{self, Write};

/// The decisions of section 10, in a sentence each.
const DECISIONS: [(&str, &str); 12] = [
    (
        "D1",
        "The superclass is checked without `this`, though [CLASS2] and [CLASS3] print it with `this` in E: with `class B extends A<this>` the subtyping B <: A<this> could be used where `this` is another object.",
    ),
    (
        "D2",
        "`this` may occur in the type annotations of an initialiser, not as a value: a reference that escapes during construction would expose final fields before they are set.",
    ),
    (
        "D3",
        "Parameters may occur in requires clauses and types, and a call substitutes the actual arguments for them, as on the Types Against Races slides; the printed [EXP INVOKE] substitutes the receiver only.",
    ),
    (
        "D4",
        "Ghosts occur in annotations only, not in code that runs, as the paper's text says; the printed [EXP SYNC] would accept one.",
    ),
    (
        "D5",
        "If the type of a let's body mentions the variable and what it is bound to is not final, the let has the least supertype that is well formed outside; `Object` always is.",
    ),
    ("D6", "Locks are re-entrant, as Java's are; the paper's have two states."),
    (
        "D7",
        "A thread that throws ends, and releases its locks on the way out, as Java's monitors do; the paper's calculus has no exceptions.",
    ),
    (
        "D8",
        "Reading a guarded final field needs the guard, as [EXP REF] is printed; naming it in a final expression does not, as [FINAL REF] has no lock set.",
    ),
    ("D9", "FV(e) of a fork includes variables in type annotations, and ghosts, as printed."),
    ("D10", "No variable may be shadowed, as [ENV X] has it; two lets in disjoint scopes may use one name."),
    (
        "D11",
        "Ghosts, `this` and parameters are substituted at once: in two steps, a ghost argument that is the caller's `this` would be captured.",
    ),
    ("D12", "`synchronized null in e` throws."),
];

/// Lists the rules, or explains one.
pub fn run(args: &RulesArgs, out: &mut Out) -> io::Result<Outcome> {
    if args.kinds {
        for kind in escapes::kinds() {
            writeln!(out, "{kind}")?;
        }
        return Ok(Outcome::Fine);
    }
    let as_json = args.format == "json";
    let Some(name) = &args.rule else {
        if as_json {
            let all: Vec<_> = BOOK.rules().map(|(id, _)| rule_json(id)).collect();
            writeln!(out, "{}", json!({ "version": crate::json::VERSION, "rules": all }))?;
        } else {
            list(out)?;
        }
        return Ok(Outcome::Fine);
    };
    let premise = BOOK.find_premise(name);
    let Some(id) = premise.map(PremiseId::rule).or_else(|| BOOK.find_rule(name)) else {
        out.complain(&format!("there is no rule `{name}`; `racefree rules` lists them"));
        return Ok(Outcome::Failed);
    };
    if as_json {
        writeln!(out, "{}", rule_json(id))?;
    } else {
        show(id, premise, out)?;
    }
    Ok(Outcome::Fine)
}

fn rule_json(id: RuleId) -> serde_json::Value {
    let rule = BOOK.rule(id);
    let premises: Vec<_> = rule
        .premises
        .iter()
        .enumerate()
        .map(|(i, premise)| {
            let name = premise_name(PremiseId::new(id, i as u8));
            let witness = racefree_corpus::witness_of(&name).map(|e| e.path);
            json!({
                "name": premise.name,
                "statement": premise.statement,
                "why": premise.why,
                "checks": premise.kind == Kind::Checks,
                "witness": witness,
            })
        })
        .collect();
    json!({
        "rule": rule.name,
        "section": rule.section,
        "conclusion": rule.conclusion,
        "note": rule.note,
        "premises": premises,
        "example": racefree_corpus::example_of(rule.name).map(|e| e.path),
    })
}

fn list(out: &mut Out) -> io::Result<()> {
    writeln!(out, "The typing rules, by section of the calculus. `racefree rules \"EXP REF\"` explains one.")?;
    let mut section = "";
    for (_, rule) in BOOK.rules() {
        if rule.section != section {
            section = rule.section;
            writeln!(out)?;
            writeln!(out, "{}", out.bold(&format!("{section} {}", section_title(section))))?;
        }
        writeln!(out, "  {:<28} {}", rule.name, rule.conclusion)?;
    }
    Ok(())
}

fn section_title(section: &str) -> &'static str {
    match section {
        "5.1" => "Programs and classes",
        "5.2" => "Environments, types, subtyping",
        "5.3" => "Fields and methods",
        "5.4" => "Looking members up",
        "5.5" => "Sharing",
        "5.6" => "Final expressions and lock sets",
        "5.7" => "Expressions",
        "6" => "The example language",
        _ => "Escapes",
    }
}

fn mark(premise: &Premise) -> &'static str {
    match premise.kind {
        Kind::Computes => "→",
        Kind::Checks => "?",
        Kind::Malformed => "!",
    }
}

/// The page of a rule; with a premise, that premise's witness is shown.
fn show(id: RuleId, wanted: Option<PremiseId>, out: &mut Out) -> io::Result<()> {
    let rule = BOOK.rule(id);
    let width = out.width.min(100) - 8;
    writeln!(out, "{}    calculus, section {}", out.bold(&format!("[{}]", rule.name)), rule.section)?;
    writeln!(out)?;
    let names = rule.premises.iter().map(|p| p.name.len()).max().unwrap_or(0);
    for premise in rule.premises {
        writeln!(out, "    {:<names$}  {}  {}", premise.name, mark(premise), premise.statement)?;
    }
    let bar = rule.premises.iter().map(|p| p.statement.chars().count() + names + 5).max().unwrap_or(0);
    let bar = bar.max(rule.conclusion.chars().count()).min(out.width - 8);
    writeln!(out, "    {}", "─".repeat(bar))?;
    writeln!(out, "    {}", rule.conclusion)?;
    writeln!(out)?;
    for line in wrap(rule.note, width + 4) {
        writeln!(out, "  {line}")?;
    }
    if rule.premises.iter().any(|p| p.kind == Kind::Checks) {
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
        if let Some(entry) = racefree_corpus::witness_of(&premise_name(premise_id)) {
            writeln!(out, "      Rejected by this premise alone: corpus/{}", entry.path)?;
            program(racefree_corpus::program_text(entry.source), out)?;
        }
    }
    for (name, text) in DECISIONS.iter().filter(|(name, _)| mentions(rule, name)) {
        writeln!(out)?;
        writeln!(out, "  {}", out.bold(&format!("Decision {name}")))?;
        for line in wrap(text, width) {
            writeln!(out, "      {line}")?;
        }
    }
    if wanted.is_none()
        && let Some(entry) = racefree_corpus::example_of(rule.name)
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
