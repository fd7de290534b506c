//! Questions to `racefree-answers`, by its protocol, and as much of the answers as pages show.

use racefree_answers::protocol::{Desk, Limits};
use racefree_explore::SystemHost;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;

/// A token of a program.
#[derive(Deserialize, Debug)]
pub struct Token {
    /// Its first byte.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
    /// `keyword`, `name`, `number`, `string` or `sign`.
    pub kind: String,
}

/// A rule.
#[derive(Deserialize, Debug)]
pub struct Rule {
    /// Its name.
    pub rule: String,
    /// Section of the calculus.
    pub section: String,
    /// The conclusion, under the bar.
    pub conclusion: String,
    /// Note on the rule.
    pub note: String,
    /// Program of the corpus that shows it.
    pub example: Option<String>,
    /// Its premises, above the bar.
    pub premises: Vec<Premise>,
}

/// A premise.
#[derive(Deserialize, Debug)]
pub struct Premise {
    /// Its name.
    pub name: String,
    /// Its statement.
    pub statement: String,
    /// Its purpose.
    pub why: String,
    /// True if it can be switched off.
    pub checks: bool,
    /// Program of the corpus that it alone rejects.
    pub witness: Option<String>,
}

/// Purpose of a premise.
#[derive(Deserialize, Debug)]
pub struct Why {
    /// The rule.
    pub rule: String,
    /// The premise.
    pub premise: Option<String>,
    /// Its purpose.
    pub reason: Option<String>,
    /// The smallest program that goes wrong without it.
    pub example: Option<Example>,
    /// The smallest with a race, if it is another one.
    pub race: Option<Example>,
    /// Reasons why there is none.
    pub none_because: Option<Vec<String>>,
}

/// A program that goes wrong.
#[derive(Deserialize, Debug)]
pub struct Example {
    /// Its name in `racefree examples`.
    pub name: String,
    /// Its text.
    pub program: String,
    /// Number of its tokens.
    pub tokens: usize,
    /// The fault.
    pub wrong: String,
    /// Meaning of the fault.
    pub meaning: String,
    /// Schedule that shows the fault.
    pub schedule: String,
    /// Command that replays the schedule.
    pub command: String,
    /// Its derivation, with the premise assumed.
    pub derivation: Tree,
    /// The run.
    pub trace: Trace,
}

/// A derivation.
#[derive(Deserialize, Debug)]
pub struct Tree {
    /// Judgments, the root first.
    pub nodes: Vec<Judgment>,
    /// Environments that the judgments name.
    pub environments: Vec<Environment>,
}

/// A judgment.
#[derive(Deserialize, Debug)]
pub struct Judgment {
    /// Its rule.
    pub rule: String,
    /// The judgment.
    pub judgment: String,
    /// True if it is proved.
    pub holds: bool,
    /// Substitution into the member in use.
    pub substitution: Option<String>,
    /// The rule's premises.
    pub premises: Vec<Evidence>,
}

/// Evidence for a premise.
#[derive(Deserialize, Debug)]
pub struct Evidence {
    /// Name of the premise.
    pub premise: String,
    /// `derivation`, `holds`, `assumed` or `fails`.
    pub evidence: String,
    /// Index of the judgment that is the evidence.
    pub node: Option<usize>,
    /// Statement of the premise, where no judgment states it.
    pub statement: Option<String>,
}

/// An environment with a name.
#[derive(Deserialize, Debug)]
pub struct Environment {
    /// Its name.
    pub name: String,
    /// Its bindings.
    pub bindings: String,
}

/// A run.
#[derive(Deserialize, Debug)]
pub struct Trace {
    /// Its threads.
    pub threads: Vec<Lane>,
    /// Its steps.
    pub steps: Vec<Step>,
}

/// A thread.
#[derive(Deserialize, Debug)]
pub struct Lane {
    /// Its number.
    pub thread: u32,
}

/// A step of a run.
#[derive(Deserialize, Debug)]
pub struct Step {
    /// Its number.
    pub step: u64,
    /// Its thread.
    pub thread: u32,
    /// The step in words.
    pub text: String,
    /// Locks that the thread holds after it.
    #[serde(default)]
    pub holds: Vec<Held>,
    /// Races in which it is an access.
    #[serde(default)]
    pub races: Vec<usize>,
}

/// A lock that is held.
#[derive(Deserialize, Debug)]
pub struct Held {
    /// The object.
    pub object: String,
}

/// The library that answers.
pub struct Library(Desk);

impl Default for Library {
    fn default() -> Library {
        Library(Desk::new(Limits::NATIVE, Arc::new(SystemHost)))
    }
}

impl Library {
    fn ask<T: DeserializeOwned>(&self, question: &Value) -> Result<T, String> {
        let answer: Value = serde_json::from_str(&self.0.ask(&question.to_string())).map_err(|e| e.to_string())?;
        if let Some(message) = answer.pointer("/error/message").and_then(Value::as_str) {
            return Err(message.to_owned());
        }
        serde_json::from_value(answer).map_err(|e| format!("an answer of another form: {e}"))
    }

    /// Tokens of a text.
    ///
    /// # Errors
    ///
    /// The library's refusal.
    pub fn tokens(&self, text: &str) -> Result<Vec<Token>, String> {
        #[derive(Deserialize)]
        struct Tokens {
            tokens: Vec<Token>,
        }
        let program = json!({"name": "page.rfj", "text": text});
        self.ask(&json!({"ask": "tokens", "program": program})).map(|all: Tokens| all.tokens)
    }

    /// Rules of the base.
    ///
    /// # Errors
    ///
    /// The library's refusal.
    pub fn rules(&self) -> Result<Vec<Rule>, String> {
        #[derive(Deserialize)]
        struct Rules {
            rules: Vec<Rule>,
        }
        self.ask(&json!({"ask": "rules"})).map(|all: Rules| all.rules)
    }

    /// Purpose of a premise, given as `RULE/premise`.
    ///
    /// # Errors
    ///
    /// There is no such rule or premise.
    pub fn why(&self, name: &str) -> Result<Why, String> {
        self.ask(&json!({"ask": "why", "options": {"name": name}}))
    }

    /// Derivation of the judgment at a place of a program, given as `LINE:COLUMN`.
    ///
    /// # Errors
    ///
    /// The program does not parse, or no judgment is about the place.
    pub fn derivation(&self, name: &str, text: &str, at: &str) -> Result<Tree, String> {
        #[derive(Deserialize)]
        struct Derivation {
            derivation: Option<Tree>,
        }
        let question = json!({"ask": "derivation", "program": {"name": name, "text": text}, "options": {"at": at}});
        let answer: Derivation = self.ask(&question)?;
        answer.derivation.ok_or_else(|| format!("`{name}` has a syntax error, so nothing is derived"))
    }
}
