//! Methods that are warned of, judged as if each was claimed to be atomic: is it real that another thread comes between its steps?

use crate::exploring::cycles::{self, CycleRecord, Serial};
use crate::exploring::{Shown, search, shown, words};
use crate::json::Places;
use crate::options::{self, Exploring, Monitoring};
use crate::running::{Again, Loaded, Parsed};
use racefree_atomicity::Analysis;
use racefree_explore::{Host, Options};
use racefree_grammar::ast::{Expr, Program};
use racefree_interp::lower;
use racefree_interp::monitor::{Monitor, MonitorSet};
use racefree_kernel::Report;
use serde_json::{Value, json};
use std::sync::Arc;

/// Verdict on a method.
pub struct MethodVerdict {
    /// `Account.deposit`
    pub name: String,
    /// Name of the verdict: `real`, `false-alarm`, `unknown`.
    pub verdict: &'static str,
    /// Why, in sentences.
    pub reasons: Vec<String>,
    span: racefree_grammar::Span,
    violation: Option<CycleRecord>,
    command: Option<String>,
}

/// A program in which one more method is claimed to be atomic.
fn claimed(program: &Program, method: u32) -> Program {
    let mut program = program.clone();
    let declared = program.methods[method as usize];
    let block = program.add(Expr::Atomic(declared.body), declared.span);
    (program.methods[method as usize].atomic, program.methods[method as usize].body) = (true, block);
    program
}

/// Judges each method that is warned of, and not claimed already.
pub fn judge(
    parsed: &Parsed,
    analysis: &Analysis,
    exploring: &Exploring,
    host: &Arc<dyn Host>,
) -> Result<Vec<MethodVerdict>, String> {
    let Parsed { source, program, rules, .. } = parsed;
    let monitors = MonitorSet::NONE.with(Monitor::Serializable);
    let options = Options { outcomes: false, ..options::explore_options(exploring, rules, monitors, host)? };
    let mut verdicts = Vec::new();
    for method in analysis.methods.iter().filter(|m| m.warned && !program.methods[m.index as usize].atomic) {
        let of = |verdict, reasons| MethodVerdict {
            name: method.name.clone(),
            verdict,
            reasons,
            span: method.span,
            violation: None,
            command: None,
        };
        if program.main.is_none() {
            verdicts.push(of("unknown", vec!["there is no main".to_owned()]));
            continue;
        }
        let program = match lower(claimed(program, method.index)) {
            Ok(program) => program,
            Err(errors) => return Err(errors.first().map_or_else(String::new, |e| e.message.clone())),
        };
        // The program that runs may be another one: the erasure of one with owners.
        let block = program.tables.program.methods[method.index as usize].body;
        let source = source.clone();
        let loaded = Loaded {
            source,
            program,
            accepted: false,
            report: Report::default(),
            rules: rules.clone(),
            taken: Vec::new(),
        };
        let searched = search(&loaded.program, exploring, &options);
        let key = searched.result.found.iter().map(|f| &f.key).find(|key| cycles::block(key) == Some(block)).cloned();
        let covered = words::covered(&searched);
        let Some(key) = key else {
            verdicts.push(match words::bound(&searched) {
                None => {
                    of("false-alarm", vec![format!("no schedule closes a cycle through it: {covered}, which are all")])
                }
                Some(bound) => of("unknown", vec![format!("the search was stopped {bound}, after {covered}")]),
            });
            continue;
        };
        let again = Again::exploring(&loaded.source.name, exploring, Monitoring::Auto);
        let witnesses = shown::shorten(&loaded, &searched, &[key]);
        let serial = Serial::of(&loaded, &searched, &[block]);
        let mut real = of("real", serial.words(block));
        if let Some(shown) = witnesses.first().map(|w| Shown::new(&loaded, &searched.options, &again, w)) {
            real.reasons.insert(0, format!("in a schedule of {}", shown.size()));
            real.violation = shown.violation(&loaded, &serial);
            real.command = Some(shown.command);
        }
        verdicts.push(real);
    }
    Ok(verdicts)
}

impl MethodVerdict {
    /// Verdicts as JSON.
    pub fn json(&self, places: &Places<'_>) -> Value {
        json!({
            "method": self.name,
            "span": places.place(self.span),
            "verdict": self.verdict,
            "reasons": self.reasons,
            "violation": self.violation,
        })
    }

    /// Verdicts in one line.
    pub fn line(&self) -> String {
        let word = match self.verdict {
            "real" => "REAL",
            "false-alarm" => "FALSE ALARM",
            _ => "UNKNOWN",
        };
        format!("{}, if it was claimed to be atomic: {word}: {}", self.name, self.reasons.join("; "))
    }
}
