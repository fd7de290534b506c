//! Claims of atomicity with verdicts: whether another thread really interrupts a block.

use super::record;
use crate::desk::{self, Desk, Refusal};
use crate::explaining::answer::Explanation;
use crate::explaining::methods::{self, MethodVerdict};
use crate::json::{self, Places};
use crate::options::{ExplainOptions, Exploring, RuleOptions};
use crate::running::Parsed;
use crate::source::{Ending, Source};
use racefree_atomicity::Analysis;

/// Claims of a program, each with a verdict: whether another thread really interrupts it.
pub struct ExplainedClaims {
    /// The program, and the rules by which it is judged.
    pub parsed: Parsed,
    /// Atomicities of the program.
    pub analysis: Analysis,
    /// Verdicts on the methods with warnings.
    pub methods: Vec<MethodVerdict>,
    /// Verdicts on the claims.
    pub explained: Explanation,
}

/// Explains the claims of a program, and with `all` also the methods with warnings.
pub fn explained(desk: &Desk, source: Source, rules: &RuleOptions, all: bool) -> Result<ExplainedClaims, Refusal> {
    let parsed = desk::parsed(source, rules, desk.variant)?;
    let analysis = racefree_atomicity::analyse(&parsed.program, &parsed.source.text, &parsed.rules.options);
    let exploring = Exploring { rules: rules.clone(), ..Exploring::default() };
    let asked = desk.exploring(&exploring);
    let methods = match all {
        true => methods::judge(&parsed, &analysis, &asked, &desk.host)?,
        false => Vec::new(),
    };
    let question = ExplainOptions { exploring, clients: 0 };
    let explained = desk.explain(parsed.clone(), &question)?;
    Ok(ExplainedClaims { parsed, analysis, methods, explained })
}

impl ExplainedClaims {
    /// Answer as JSON.
    pub fn json(&self) -> String {
        let Parsed { source, program, .. } = &self.parsed;
        let places = Places::new(&source.text);
        let mut object =
            json::to_value(&record(&source.name, self.parsed.rules.system, program, &places, &self.analysis));
        object["explained"] = json::to_value(&self.explained.json());
        object["explained_methods"] = self.methods.iter().map(|m| m.json(&places)).collect::<Vec<_>>().into();
        json::line(&object)
    }

    /// Ending of the analysis: wrong for a claim that fails, a method really interrupted, or, if `strict`, a warning.
    pub fn ending(&self, strict: bool) -> Ending {
        let warned = strict && self.analysis.methods.iter().any(|m| m.warned);
        let real = self.methods.iter().any(|m| m.verdict == "real");
        let wrong = warned || real || !self.analysis.errors.is_empty();
        self.explained.ending().max(if wrong { Ending::Wrong } else { Ending::Fine })
    }
}
