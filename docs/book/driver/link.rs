//! Links to the playground, by the same code as those of `racefree play --link`.

use serde::Serialize;
use serde_json::Value;

#[path = "../../../app/cli/src/commands/play/link.rs"]
mod written;

pub use written::of;

/// A program with its view. Defaults are left out.
#[derive(Serialize)]
pub struct Shown<'a> {
    text: &'a str,
    name: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schedule: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    exercise: Option<&'a str>,
}

impl<'a> Shown<'a> {
    /// A program as it is.
    pub fn new(name: &'a str, text: &'a str) -> Shown<'a> {
        Shown { text, name, rules: None, schedule: None, exercise: None }
    }

    /// An exercise: its text, with the header, and its path without the suffix.
    pub fn exercise(name: &'a str, text: &'a str, exercise: &'a str) -> Shown<'a> {
        Shown { exercise: Some(exercise), ..Shown::new(name, text) }
    }

    /// A program by the rules without a premise, and a schedule of it.
    pub fn without(name: &'a str, text: &'a str, premise: &str, schedule: &'a str) -> Shown<'a> {
        Shown { rules: Some(serde_json::json!({"off": [premise]})), schedule: Some(schedule), ..Shown::new(name, text) }
    }
}
