//! Verdicts on the errors that are left, by every schedule of the partial answer; for false alarms, the facts that a
//! type system would have to know.

use crate::desk::Desk;
use crate::explaining::answer::Explanation;
use crate::explaining::told::told;
use crate::options::{Exploring, InferOptions, explore_options};
use crate::running::Loaded;
use crate::source::Source;
use crate::variant::Rules;
use racefree_explore::Options;
use racefree_grammar::{Program, Span};
use racefree_infer::{Answer, Failed, words};
use racefree_interp::machine::lower;
use racefree_interp::monitor::MonitorSet;
use serde_json::{Value, json};

/// The verdicts.
pub struct ExplainedErrors {
    /// Verdicts by place in the text of the answer.
    pub lines: Vec<(Span, String)>,
    /// Verdicts for tools.
    pub json: Value,
}

/// Explores the answer.
pub fn explain(
    desk: &Desk,
    source: &Source,
    program: &Program,
    answer: &Answer,
    (asked, rules): (&InferOptions, Rules),
) -> Result<ExplainedErrors, String> {
    let none = |why: &str| ExplainedErrors { lines: vec![(Span::NONE, format!("UNKNOWN: {why}"))], json: json!([]) };
    let exploring = desk.exploring(&Exploring {
        rules: asked.rules.clone(),
        max_steps: asked.max_steps.min(100_000),
        time: asked.time,
        memory: asked.memory.unwrap_or(2_048),
        locks: asked.locks,
        ..Exploring::default()
    });
    let options = explore_options(&exploring, &rules, MonitorSet::ALL, &desk.host)?;
    let options = Options { outcomes: false, ..options };
    let text = match racefree_grammar::parse(&answer.text) {
        Ok(text) if text.main.is_some() => text,
        Ok(_) => return Ok(none("there is no main expression to judge by")),
        Err(_) => return Ok(none("the answer is no program")),
    };
    let Ok(lowered) = lower(text.clone()) else { return Ok(none("the program cannot run")) };
    let loaded = Loaded {
        source: Source { name: source.name.clone(), text: answer.text.clone() },
        program: lowered,
        accepted: answer.ok,
        report: answer.report.clone(),
        rules,
        taken: Vec::new(),
    };
    // A fact that a type system would need is about the field of an error.
    let known = |span: Span| {
        let error = answer.report.errors.iter().flat_map(racefree_kernel::TypeError::all).find(|e| e.span == span)?;
        let fields = racefree_infer::fields_of(&text, error, program);
        // Other premises do not say which field they are about; it is clear if there is one alone.
        let about = |f: &&Failed| fields.contains(&f.field) || fields.is_empty() && answer.failed.len() == 1;
        let failed = answer.failed.iter().find(about)?;
        words::would_have_to_know(&failed.reason)
    };
    let Explanation::Told(told) = told(loaded, &exploring, &options, 0) else {
        return Ok(none("there is nothing to judge"));
    };
    let mut verdicts: Vec<Value> = told.verdicts().iter().map(crate::json::to_value).collect();
    let mut lines = told.lines();
    for (verdict, (span, line)) in verdicts.iter_mut().zip(&mut lines) {
        let alarm = verdict["verdict"] == "false-alarm";
        let know = known(*span).filter(|_| alarm);
        if let Some(know) = know {
            line.push_str(&format!("; {know}"));
        }
        verdict["would_have_to_know"] = json!(know);
    }
    Ok(ExplainedErrors { lines, json: Value::Array(verdicts) })
}
