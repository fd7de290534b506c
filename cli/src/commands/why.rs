//! `racefree why RULE/premise`: one page that says what a premise is for. The rule, the reason, the smallest program that goes wrong
//! without it, its derivation with the premise assumed, what goes wrong, and the command that shows it.

use super::Outcome;
use super::examples::slug;
use super::matrix::words;
use super::variants::wrap;
use crate::args::{DerivationForm, WhyArgs, WhyFormat};
use crate::derivation;
use crate::page::{self, escaped};
use crate::running::replay;
use crate::terminal::Out;
use crate::trace::{self, Look};
use racefree_answers::derivation::Options;
use racefree_answers::json::VERSION;
use racefree_answers::names;
use racefree_answers::running::command::quoted;
use racefree_answers::trace::collect;
use racefree_answers::variant::{self, Rules};
use racefree_interp::drive::Detectors;
use racefree_interp::machine::lower;
use racefree_interp::options::Limits;
use racefree_interp::schedule::Schedule;
use racefree_kernel::{Kind, PremiseId, RuleId, System};
use racefree_soundness::matrix::{self, Example, Matrix};
use racefree_systems::{BASE, premise_name};
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::io::{self, Write};

/// A program that shows what a premise is for.
struct Shown<'e> {
    example: &'e Example,
    /// What `racefree examples` calls it.
    name: String,
    /// The command that replays it.
    command: String,
    /// Its derivation, the premise assumed.
    derivation: String,
    /// Its run.
    trace: String,
}

/// Everything that is said of a premise, or of a rule.
struct Page<'e> {
    system: &'static dyn System,
    rule: RuleId,
    premise: Option<PremiseId>,
    shown: Vec<Shown<'e>>,
    /// Without a program: why there is none.
    without: Vec<String>,
}

/// Prints the page.
pub fn run(args: &WhyArgs, out: &mut Out) -> io::Result<Outcome> {
    let system = args.system.map_or(BASE, |system| system.0);
    let (system, name) = racefree_systems::qualified(system, &args.rule);
    let book = system.book();
    let premise = book.find_premise(name);
    let Some(rule) = premise.map(PremiseId::rule).or_else(|| book.find_rule(name)) else {
        out.complain(&format!("there is no rule or premise `{name}`{}", near(system, name)));
        return Ok(Outcome::Failed);
    };
    let known = match matrix::committed(system) {
        Ok(known) => known,
        Err(message) => {
            out.complain(&message);
            return Ok(Outcome::Failed);
        }
    };
    // A rule with one premise that can be switched off is asked about that.
    let switches: Vec<PremiseId> =
        book.premises().filter(|(id, p)| id.rule() == rule && p.is_switch()).map(|(id, _)| id).collect();
    let premise = premise.or(if let [one] = switches.as_slice() { Some(*one) } else { None });
    let page = match page(system, rule, premise, &known, out.width) {
        Ok(page) => page,
        Err(message) => {
            out.complain(&message);
            return Ok(Outcome::Failed);
        }
    };
    match args.format {
        WhyFormat::Human => writeln!(out, "{}", page.text(out.width.min(100)).trim_end())?,
        WhyFormat::Json => writeln!(out, "{}", page.json())?,
        WhyFormat::Html => writeln!(out, "{}", page.html(out.width.min(100)).trim_end())?,
    }
    Ok(Outcome::Fine)
}

/// `; did you mean …?`, of the rules and premises of a system.
pub fn near(system: &dyn System, name: &str) -> String {
    let book = system.book();
    let rules: Vec<String> = book.rules().map(|(_, rule)| rule.name.to_owned()).collect();
    let premises: Vec<String> = book.premises().map(|(id, _)| premise_name(id)).collect();
    let all = rules.iter().chain(&premises).map(String::as_str);
    names::suggestion(name, all)
}

fn page<'e>(
    system: &'static dyn System,
    rule: RuleId,
    premise: Option<PremiseId>,
    known: &'e Matrix,
    width: usize,
) -> Result<Page<'e>, String> {
    let mut page = Page { system, rule, premise, shown: Vec::new(), without: Vec::new() };
    let Some(id) = premise else { return Ok(page) };
    let name = premise_name(id);
    let Some(entry) = known.entry(&name) else { return Ok(page) };
    let rules = variant::find_in(system, &name)?.rules()?;
    let folder = if system.id() == BASE.id() { "why".to_owned() } else { format!("why/{}", system.name()) };
    for (example, suffix) in [(&entry.smallest, ""), (&entry.race, "-race")] {
        let Some(example) = example else { continue };
        let file = format!("{folder}/{}{suffix}", slug(&name));
        page.shown.push(shown(example, file, &name, &rules, width)?);
    }
    page.without = words::without(known, entry);
    Ok(page)
}

/// Derives and runs a program.
fn shown<'e>(example: &'e Example, name: String, off: &str, rules: &Rules, width: usize) -> Result<Shown<'e>, String> {
    let text = &example.program;
    let program = racefree_grammar::parse(text).map_err(|_| "a program of the matrix does not parse".to_owned())?;
    let (_, derived) = rules.system.derive(&program, text, &rules.options);
    let options = Options { file: &name, ..Options::default() };
    let look = derivation::Look { width, color: false };
    let derivation = derivation::render(DerivationForm::Text, &*derived, text, &options, look)?;
    let lowered = lower(program.clone()).map_err(|_| "a program of the matrix cannot run".to_owned())?;
    let schedule = match example.schedule.as_str() {
        "" => Schedule::default(),
        schedule => replay::schedule(schedule, &lowered, rules.semantics.locks)?,
    };
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let trace = collect::collect(&lowered, text, (rules.semantics, limits), &schedule, Detectors::default(), 200);
    let look = Look { width, color: false, all_steps: true };
    let trace = trace::table(&trace, look);
    let monitors = if example.kind == "race" { "" } else { " --monitors all" };
    let command = format!(
        "racefree examples show {name} | racefree run - --off {}{monitors} --scheduler {}",
        quoted(off),
        quoted(&format!("replay:{}", example.schedule))
    );
    Ok(Shown { example, name, command, derivation, trace })
}

impl Page<'_> {
    fn title(&self) -> String {
        match self.premise {
            Some(id) => premise_name(id),
            None => self.system.book().rule(self.rule).name.to_owned(),
        }
    }

    /// The rule, as in a paper.
    fn rule_text(&self) -> String {
        let rule = self.system.book().rule(self.rule);
        let mut text = format!("[{}]  {}\n", rule.name, rule.conclusion);
        for (i, premise) in rule.premises.iter().enumerate().filter(|(_, p)| p.kind != Kind::Malformed) {
            let mark = if self.premise == Some(PremiseId::new(self.rule, i as u8)) { "▶" } else { " " };
            let _ = writeln!(text, "{mark} {:18} {} {}", premise.name, premise.mark(), premise.statement);
        }
        text
    }

    /// The reason, a paragraph a premise.
    fn reasons(&self) -> Vec<(String, String)> {
        let rule = self.system.book().rule(self.rule);
        let all = rule.premises.iter().enumerate().map(|(i, p)| (PremiseId::new(self.rule, i as u8), p));
        all.filter(|(id, p)| match self.premise {
            Some(wanted) => *id == wanted,
            None => p.kind != Kind::Malformed,
        })
        .map(|(id, p)| {
            let off = p.off.map_or_else(String::new, |off| format!(" Switched off: {off}."));
            (premise_name(id), format!("{}{off}", p.why))
        })
        .collect()
    }

    fn text(&self, width: usize) -> String {
        let mut text = self.rule_text();
        for (name, why) in self.reasons() {
            let _ = writeln!(text, "\n{name}");
            for line in wrap(&why, width.saturating_sub(4)) {
                let _ = writeln!(text, "    {line}");
            }
        }
        if self.premise.is_none() {
            let _ = writeln!(text, "\n`racefree why \"RULE/premise\"` shows what goes wrong without one.");
        }
        let indent = |block: &str| {
            block.trim_end().lines().map(|l| format!("    {l}\n").replace("    \n", "\n")).collect::<String>()
        };
        for (n, shown) in self.shown.iter().enumerate() {
            let title =
                if n == 0 { "The smallest program that goes wrong without it" } else { "The smallest with a race" };
            let _ = writeln!(text, "\n{title}: {} ({} tokens)", words::wrong(shown.example), shown.example.tokens);
            let _ = writeln!(text, "    {}.\n", words::meaning(shown.example));
            let _ = writeln!(text, "{}", indent(&shown.example.program));
            let _ = writeln!(text, "Its derivation, with the premise assumed:\n\n{}", indent(&shown.derivation));
            let _ = writeln!(text, "What goes wrong, {}:\n\n{}", words::schedule(shown.example), indent(&shown.trace));
            let _ = writeln!(text, "To see it:\n  {}", shown.command);
        }
        for (n, line) in self.without.iter().filter(|_| self.shown.is_empty()).enumerate() {
            let line = if n == 0 { format!("\n{line}.") } else { line.clone() };
            let _ = writeln!(text, "{line}");
        }
        if let Some(entry) =
            self.premise.and_then(|id| racefree_corpus::witness_of(self.system.name(), &premise_name(id)))
        {
            let _ = writeln!(
                text,
                "\nIn the corpus, rejected by it alone: racefree examples show {}",
                entry.path.trim_end_matches(".rfj")
            );
        }
        text
    }

    fn json(&self) -> Value {
        let rule = self.system.book().rule(self.rule);
        let premises: Vec<Value> = rule
            .premises
            .iter()
            .map(|p| json!({ "name": p.name, "statement": p.statement, "why": p.why, "checks": p.is_switch() }))
            .collect();
        let example = |shown: &Shown<'_>| {
            let e = shown.example;
            json!({
                "name": shown.name,
                "program": e.program,
                "tokens": e.tokens,
                "kind": e.kind,
                "detail": e.detail,
                "wrong": words::wrong(e),
                "meaning": words::meaning(e),
                "schedule": e.schedule,
                "command": shown.command,
                "derivation": shown.derivation,
                "trace": shown.trace,
            })
        };
        let race = self.shown.iter().find(|s| s.example.kind == "race");
        json!({
            "version": VERSION,
            "system": self.system.name(),
            "rule": rule.name,
            "premise": self.premise.map(|id| racefree_systems::premise(id).name),
            "conclusion": rule.conclusion,
            "premises": premises,
            "reason": self.premise.map(|id| racefree_systems::premise(id).why),
            "example": self.shown.first().map(example),
            "race": race.map(example),
            "none_because": if self.shown.is_empty() { json!(self.without) } else { Value::Null },
            "witness": self.premise.and_then(|id| racefree_corpus::witness_of(self.system.name(), &premise_name(id))).map(|e| e.path),
        })
    }

    /// One page that needs nothing else and runs nothing.
    fn html(&self, width: usize) -> String {
        let mut body = format!("<h1>{}</h1>\n<pre>{}</pre>\n", escaped(&self.title()), escaped(&self.rule_text()));
        for (name, why) in self.reasons() {
            let _ = writeln!(body, "<h2>{}</h2>\n<p>{}</p>", escaped(&name), escaped(&why));
        }
        for (n, shown) in self.shown.iter().enumerate() {
            let title =
                if n == 0 { "The smallest program that goes wrong without it" } else { "The smallest with a race" };
            let _ = writeln!(
                body,
                "<h2>{title}</h2>\n<p><strong>{}</strong>: {}.</p>\n<pre>{}</pre>\n<h3>Its derivation, with the premise assumed</h3>\n<pre>{}</pre>\n<h3>What goes wrong</h3>\n<pre>{}</pre>\n<p>To see it:</p>\n<pre>{}</pre>",
                escaped(&words::wrong(shown.example)),
                escaped(words::meaning(shown.example)),
                escaped(&shown.example.program),
                escaped(&shown.derivation),
                escaped(&shown.trace),
                escaped(&shown.command),
            );
        }
        if self.shown.is_empty() {
            for line in &self.without {
                let _ = writeln!(body, "<p>{}</p>", escaped(line));
            }
        }
        let _ = width;
        page::plain(&self.title(), STYLE, &body)
    }
}

/// The style of the page.
const STYLE: &str = "\
    body { font: 1rem/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; color: #1a1a1a; background: #fff }\n\
    pre { font: .875rem/1.4 ui-monospace, monospace; white-space: pre-wrap; overflow-wrap: anywhere; padding: .75rem; background: #f2f2f2; border-radius: .25rem }\n\
    @media (prefers-color-scheme: dark) { body { color: #eee; background: #161616 } pre { background: #262626 } }\n\
";
