//! Purpose of a premise: its rule, the reason, the smallest program that goes wrong without it, that program's
//! derivation with the premise assumed, the harm, and the command that shows it. All data are in the binary.

use crate::derivation::outline::OutlineBounds;
use crate::derivation::{self, Document, Options};
use crate::examples;
use crate::json::{VERSION, to_value};
use crate::matrix::{self, Example, Matrix, words};
use crate::names;
use crate::running::command::quoted;
use crate::running::replay;
use crate::trace::{Trace, collect};
use crate::variant::{self, Rules};
use racefree_grammar::Program;
use racefree_interp::drive::RunOptions;
use racefree_interp::machine::lower;
use racefree_interp::options::Limits;
use racefree_interp::schedule::Schedule;
#[cfg(feature = "java")]
use racefree_java::kinds::{OWN, OWN_RULES, OwnPremise};
use racefree_kernel::{Derived, Kind, PremiseId, RuleId, System};
use racefree_systems::premise_name;
use serde_json::Value;
use std::fmt::Write as _;

/// A program that shows the purpose of a premise.
pub struct WhyPage {
    /// Example as it is committed.
    pub example: Example,
    /// Name of the program in `racefree examples`.
    pub name: String,
    /// The command that replays it.
    pub command: String,
    /// Trace of every thread.
    pub trace: Trace,
    program: Program,
    rules: Rules,
}

/// Page about a premise, or about a rule.
pub struct Page {
    /// The type system.
    pub system: &'static dyn System,
    /// The rule.
    pub rule: RuleId,
    /// Premise in question.
    pub premise: Option<PremiseId>,
    /// Smallest program with a race without the premise, if there is one, then the smallest that goes wrong, if it is another one.
    pub shown: Vec<WhyPage>,
    /// Reasons why there is no program.
    pub without: Vec<String>,
}

/// The reason why a premise about forms of the dialect of Java has neither a program nor a reason.
const NOT_LOOKED_FOR: &str = "not looked for: what goes wrong without it is seen when a program runs, and the forms of the dialect of Java do not run yet";

/// Greatest number of steps of a run that are shown.
const STEPS: usize = 200;

/// Page about `RULE/premise`, or about `RULE`. Fails if there is no such rule or premise, or the committed data are broken.
pub fn page(system: &'static dyn System, name: &str) -> Result<Page, String> {
    let (system, name) = racefree_systems::qualified(system, name);
    let book = system.book();
    let premise = book.find_premise(name);
    let rule = premise.map(PremiseId::rule).or_else(|| book.find_rule(name));
    let rule = rule.ok_or_else(|| format!("there is no rule or premise `{name}`{}", near(system, name)))?;
    // A rule with one premise that can be switched off is asked about that.
    let switches: Vec<PremiseId> =
        book.premises().filter(|(id, p)| id.rule() == rule && p.is_switch()).map(|(id, _)| id).collect();
    let premise = premise.or(if let [one] = switches.as_slice() { Some(*one) } else { None });
    let mut page = Page { system, rule, premise, shown: Vec::new(), without: Vec::new() };
    let Some(id) = premise else { return Ok(page) };
    let (name, known): (String, Matrix) = (premise_name(id), matrix::committed(system)?);
    let Some(entry) = known.entry(&name) else {
        if racefree_systems::premise(id).is_switch() {
            page.without = vec![NOT_LOOKED_FOR.to_owned()];
        }
        return Ok(page);
    };
    let rules = variant::find_in(system, &name)?.rules()?;
    for (example, race) in [(&entry.race, true), (&entry.smallest, false)] {
        let Some(example) = example else { continue };
        page.shown.push(shown(example, examples::of_premise(system, &name, race), &name, &rules)?);
    }
    page.without = words::without(&known, entry);
    Ok(page)
}

/// Command that shows the page of a premise. A premise that computes has none, since no program goes wrong without it, nor has one that
/// a variant adds.
pub fn command(premise: PremiseId) -> Option<String> {
    let system = racefree_systems::system(premise.system());
    let name = match system.id() == racefree_systems::BASE.id() {
        true => premise_name(premise),
        false => format!("{}: {}", system.name(), premise_name(premise)),
    };
    let has_page = racefree_systems::premise(premise).is_switch() && !premise.is_own();
    has_page.then(|| format!("racefree why {}", quoted(&name)))
}

/// `; did you mean …?`, of the rules and premises of a system.
pub fn near(system: &dyn System, name: &str) -> String {
    let book = system.book();
    let rules: Vec<String> = book.rules().map(|(_, rule)| rule.name.to_owned()).collect();
    let premises: Vec<String> = book.premises().map(|(id, _)| premise_name(id)).collect();
    names::suggestion(name, rules.iter().chain(&premises).map(String::as_str))
}

/// Runs a program.
fn shown(example: &Example, name: String, off: &str, rules: &Rules) -> Result<WhyPage, String> {
    let text = &example.program;
    let program = racefree_grammar::parse(text).map_err(|_| "a program of the matrix does not parse".to_owned())?;
    let lowered = lower(program.clone()).map_err(|_| "a program of the matrix cannot run".to_owned())?;
    let schedule = match example.schedule.as_str() {
        "" => Schedule::default(),
        schedule => replay::parse(schedule).map_err(|e| format!("a schedule of the matrix: {e}"))?,
    };
    let limits = Limits { steps: 10_000, ..Limits::default() };
    let how = RunOptions { semantics: rules.semantics, limits, ..RunOptions::default() };
    let trace = collect::collect(&lowered, text, &how, &schedule, STEPS);
    let monitors = if example.kind == "race" { "" } else { " --monitors all" };
    let command = format!(
        "racefree examples show {name} | racefree run - --off {}{monitors} --scheduler {}",
        quoted(off),
        quoted(&format!("replay:{}", example.schedule))
    );
    Ok(WhyPage { example: example.clone(), name, command, trace, program, rules: rules.clone() })
}

impl WhyPage {
    /// Type system of the page.
    pub fn system(&self) -> &'static str {
        self.rules.system.name()
    }

    /// Derivation of the program, with the premise assumed.
    pub fn derived(&self) -> Box<dyn Derived + '_> {
        self.rules.system.derive(&self.program, &self.example.program, &self.rules.options).1
    }

    fn record(&self) -> Result<SmallestProgram, String> {
        let derived = self.derived();
        let extent = OutlineBounds { depth: None, judgments: usize::MAX, levels: u32::MAX, whole: true };
        let options = Options { file: &self.name, system: self.system(), ..Options::default() };
        let document = Document::new(&*derived, &self.example.program, extent, &options)?;
        let e = &self.example;
        Ok(SmallestProgram {
            name: self.name.clone(),
            program: e.program.clone(),
            tokens: e.tokens,
            kind: e.kind.clone(),
            detail: e.detail.clone(),
            wrong: words::wrong(e),
            meaning: words::meaning(e),
            schedule: e.schedule.clone(),
            command: self.command.clone(),
            derivation: to_value(&derivation::json::record(&document).derivation),
            trace: to_value(&self.trace),
        })
    }
}

records! {
    /// A premise of the rule.
    struct PurposeRecord {
        /// Name of the premise.
        name: &'static str,
        /// Statement of the premise.
        statement: &'static str,
        /// Purpose of the premise.
        why: &'static str,
        /// True if the premise can be switched off.
        checks: bool,
    }

    /// A program that goes wrong without the premise.
    struct SmallestProgram {
        /// Name of the program in `racefree examples`.
        name: String,
        /// Text of the program.
        program: String,
        /// Number of tokens in the program.
        tokens: usize,
        /// `race`, `stuck`, `monitor` or `waits for itself`.
        kind: String,
        /// The racy field, or the monitor.
        detail: String,
        /// Fault that the schedule shows.
        wrong: String,
        /// Meaning of that fault.
        meaning: &'static str,
        /// Schedule that shows the fault.
        schedule: String,
        /// Command that replays the schedule.
        command: String,
        /// Derivation of the program, with the premise assumed.
        #[cfg_attr(feature = "schemas", schemars(with = "crate::derivation::json::Judgments"))]
        derivation: Value,
        /// Trace of every thread.
        #[cfg_attr(feature = "schemas", schemars(with = "Trace"))]
        trace: Value,
    }

    /// Purpose of a premise.
    #[cfg_attr(feature = "schemas", schemars(rename = "why"))]
    pub struct WhyRecord {
        /// The version of the format.
        version: u32,
        /// The type system.
        system: &'static str,
        /// The rule.
        rule: &'static str,
        /// The premise; null where a rule is asked about.
        premise: Option<&'static str>,
        /// The rule's conclusion.
        conclusion: &'static str,
        /// Premises of the rule.
        premises: Vec<PurposeRecord>,
        /// Purpose of the premise.
        reason: Option<&'static str>,
        /// The smallest program that goes wrong without it.
        example: Option<SmallestProgram>,
        /// Smallest program with a race, if it is another one.
        race: Option<SmallestProgram>,
        /// Reasons why there is no such program.
        none_because: Option<Vec<String>>,
        /// The program of the corpus that is rejected by this premise alone.
        witness: Option<&'static str>,
    }
}

/// Page about what the elaboration of Java looks at itself, `JAVA ANNOTATION`, `JAVA CODE` or a premise of these: the record, and the page as text.
#[cfg(feature = "java")]
pub fn of_java(name: &str) -> Option<(WhyRecord, String)> {
    let (rule, wanted) = name.split_once('/').map_or((name, None), |(rule, premise)| (rule, Some(premise)));
    let &(rule, conclusion) = OWN_RULES.iter().find(|(own, _)| *own == rule)?;
    let of_rule = || OWN.iter().filter(|own| own.rule == rule);
    let known = of_rule().find(|own| Some(own.name) == wanted);
    if wanted.is_some() && known.is_none() {
        return None;
    }
    let mut text = format!("[{rule}]  {conclusion}\n");
    for own in of_rule() {
        let mark = if Some(own.name) == wanted { "▶" } else { " " };
        let _ = writeln!(text, "{mark} {:18} {}", own.name, own.statement);
    }
    for own in of_rule().filter(|own| wanted.is_none() || Some(own.name) == wanted) {
        let _ = write!(text, "\n{rule}/{}\n    {}\n", own.name, own.why);
    }
    let purpose =
        |own: &OwnPremise| PurposeRecord { name: own.name, statement: own.statement, why: own.why, checks: false };
    let record = WhyRecord {
        version: VERSION,
        system: racefree_systems::BASE.name(),
        rule,
        premise: known.map(|own| own.name),
        conclusion,
        premises: of_rule().map(purpose).collect(),
        reason: known.map(|own| own.why),
        example: None,
        race: None,
        none_because: known
            .map(|_| vec!["it is about what is written in Java, and no program of the calculus".to_owned()]),
        witness: None,
    };
    Some((record, text))
}

/// Nothing: Java is not among what is judged.
#[cfg(not(feature = "java"))]
pub(crate) fn of_java(_: &str) -> Option<(WhyRecord, String)> {
    None
}

impl Page {
    /// Title of the page.
    pub fn title(&self) -> String {
        self.premise.map_or_else(|| self.system.book().rule(self.rule).name.to_owned(), premise_name)
    }

    /// The rule, as in a paper; the premise is marked.
    pub fn rule_text(&self) -> String {
        let rule = self.system.book().rule(self.rule);
        let mut text = format!("[{}]  {}\n", rule.name, rule.conclusion);
        for (i, premise) in rule.premises.iter().enumerate().filter(|(_, p)| p.kind != Kind::Malformed) {
            let mark = if self.premise == Some(PremiseId::new(self.rule, i as u8)) { "▶" } else { " " };
            let _ = writeln!(text, "{mark} {:18} {} {}", premise.name, premise.mark(), premise.statement);
        }
        text
    }

    /// The reason, a paragraph a premise.
    pub fn reasons(&self) -> Vec<(String, String)> {
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

    /// The program of the corpus that is rejected by this premise alone.
    pub fn witness(&self) -> Option<&'static str> {
        let id = self.premise?;
        racefree_corpus::witness_of(self.system.name(), &premise_name(id))
    }

    /// Answer as JSON. Fails if a program of the matrix has no derivation.
    pub fn record(&self) -> Result<WhyRecord, String> {
        let rule = self.system.book().rule(self.rule);
        let premise = |p: &'static racefree_kernel::Premise| PurposeRecord {
            name: p.name,
            statement: p.statement,
            why: p.why,
            checks: p.is_switch(),
        };
        let race = self.shown.first().filter(|_| self.shown.len() > 1);
        Ok(WhyRecord {
            version: VERSION,
            system: self.system.name(),
            rule: rule.name,
            premise: self.premise.map(|id| racefree_systems::premise(id).name),
            conclusion: rule.conclusion,
            premises: rule.premises.iter().map(premise).collect(),
            reason: self.premise.map(|id| racefree_systems::premise(id).why),
            example: self.shown.last().map(WhyPage::record).transpose()?,
            race: race.map(WhyPage::record).transpose()?,
            none_because: self.shown.is_empty().then(|| self.without.clone()),
            witness: self.witness(),
        })
    }
}
