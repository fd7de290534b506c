//! The answer to `explain`: the verdicts, or why there are none.

use super::clients::{self, ClientSearch};
use super::json::{self, ExplainRecord};
use super::open;
use super::report::Told;
use super::told::told;
use crate::options::{ExplainOptions, all_monitors, explore_options};
use crate::protocol::{Desk, Refusal, ready};
use crate::running::{Loaded, Parsed};
use crate::source::Ending;
use racefree_explore::Options;
use racefree_kernel::TypeError;

/// Everything that can be told of a program's errors.
pub enum Explanation<'a> {
    /// There is no main expression to judge by; one is suggested.
    Open(&'a Parsed, Option<String>),
    /// There is none, and the errors are judged by clients.
    Library(&'a Parsed, &'a [&'a TypeError], &'a ClientSearch),
    /// There is nothing to judge.
    Nothing(&'a Loaded),
    /// The verdicts.
    Told(&'a Told<'a>),
}

impl Explanation<'_> {
    /// Answer as JSON.
    pub fn json(&self) -> ExplainRecord {
        match self {
            Explanation::Open(parsed, suggestion) => json::open(parsed, suggestion.clone()),
            Explanation::Library(parsed, _, tried) => json::library(parsed, tried),
            Explanation::Nothing(loaded) => json::nothing(loaded),
            Explanation::Told(told) => told.json(),
        }
    }
}

impl Desk {
    /// Judges every error, silenced error and `holds` of a program, and tells what there is to `tell`.
    ///
    /// # Errors
    ///
    /// The program cannot run, or a word means nothing.
    pub fn explain<T>(
        &self,
        mut parsed: Parsed,
        options: &ExplainOptions,
        tell: impl FnOnce(&Explanation<'_>) -> T,
    ) -> Result<(Ending, T), Refusal> {
        let (asked, most) = (self.exploring(&options.exploring), options.clients);
        parsed.settle(asked.time);
        let how = explore_options(&asked, &parsed.rules, all_monitors(&parsed.rules), &self.host)?;
        let how = Options { outcomes: false, ..how };
        if parsed.program.main.is_none() {
            let errors: Vec<&TypeError> = parsed.report.errors.iter().chain(&parsed.report.silenced).collect();
            if errors.is_empty() || most == 0 {
                let spans: Vec<_> = errors.iter().map(|e| e.span).collect();
                let suggestion = open::suggestion(&parsed.program, &spans);
                let ending = if errors.is_empty() { Ending::Fine } else { Ending::Budget };
                return Ok((ending, tell(&Explanation::Open(&parsed, suggestion))));
            }
            let tried = clients::find(&parsed.source, &parsed.program, &parsed.rules, &errors, (&asked, &how), most);
            let real = tried.found.iter().any(|with| with.client.is_some());
            let ending = if real { Ending::Wrong } else { Ending::Budget };
            return Ok((ending, tell(&Explanation::Library(&parsed, &errors, &tried))));
        }
        let loaded = ready(parsed)?;
        Ok(told(&loaded, &asked, &how, most, |told| {
            tell(&told.map_or(Explanation::Nothing(&loaded), Explanation::Told))
        }))
    }
}
