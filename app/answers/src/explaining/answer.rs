//! The answer to `explain`: the verdicts, or why there are none.

use super::clients::{self, ClientSearch};
use super::json::{self, ExplainRecord};
use super::open;
use super::report::Told;
use super::told::told;
use crate::desk::{Desk, Refusal, ready};
use crate::options::{ExplainOptions, all_monitors, explore_options};
use crate::running::{Loaded, Parsed};
use crate::source::Ending;
use racefree_explore::Options;
use racefree_kernel::TypeError;

/// Everything that can be told of a program's errors.
pub enum Explanation {
    /// There is no main expression to judge by; one is suggested.
    Open(Parsed, Option<String>),
    /// There is none, and the errors are judged by clients.
    Library(Parsed, ClientSearch),
    /// There is nothing to judge.
    Nothing(Loaded),
    /// The verdicts.
    Told(Box<Told>),
}

impl Explanation {
    /// Answer as JSON.
    pub fn json(&self) -> ExplainRecord {
        match self {
            Explanation::Open(parsed, suggestion) => json::open(parsed, suggestion.clone()),
            Explanation::Library(parsed, tried) => json::library(parsed, tried),
            Explanation::Nothing(loaded) => json::nothing(loaded),
            Explanation::Told(told) => told.json(),
        }
    }

    /// Ending of the search.
    pub fn ending(&self) -> Ending {
        match self {
            Explanation::Open(parsed, _) if parsed.complaints().next().is_none() => Ending::Fine,
            Explanation::Library(_, tried) if tried.found.iter().any(|with| with.client.is_some()) => Ending::Wrong,
            Explanation::Open(..) | Explanation::Library(..) => Ending::Budget,
            Explanation::Nothing(_) => Ending::Fine,
            Explanation::Told(told) => told.ending(),
        }
    }
}

impl Desk {
    /// Judges every error, silenced error and `holds` of a program. Fails if the program cannot run, or a word means nothing.
    pub fn explain(&self, mut parsed: Parsed, options: &ExplainOptions) -> Result<Explanation, Refusal> {
        let (asked, most) = (self.exploring(&options.exploring), options.clients);
        let of_java = parsed.names.own_end.is_some();
        if !of_java {
            parsed.settle(asked.time);
        }
        // Clients are made of the text of the calculus.
        let most = if of_java { 0 } else { most };
        let how = explore_options(&asked, &parsed.rules, all_monitors(&parsed.rules), &self.host)?;
        let how = Options { outcomes: false, ..how };
        if parsed.program.main.is_some() {
            return Ok(told(ready(parsed)?, &asked, &how, most));
        }
        let errors: Vec<&TypeError> = parsed.complaints().collect();
        if errors.is_empty() || most == 0 {
            let spans: Vec<_> = errors.iter().map(|e| e.span).collect();
            let suggestion = open::suggestion(&parsed.program, &spans);
            return Ok(Explanation::Open(parsed, suggestion));
        }
        let tried = clients::find(&parsed.source, &parsed.program, &parsed.rules, &errors, (&asked, &how), most);
        Ok(Explanation::Library(parsed, tried))
    }
}
