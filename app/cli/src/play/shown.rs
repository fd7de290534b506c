//! Initial view of the page: a program, its rules, and the position in its schedule.

use crate::args::play::PlayArgs;
use crate::options;
use clap::ValueEnum;
use racefree_answers::Source;
use racefree_answers::options::RuleOptions;
use racefree_answers::running::replay;
use serde::Serialize;
use serde_json::Value;

/// A program with its view. Defaults are left out.
#[derive(Clone, Serialize)]
pub struct Shown {
    text: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    at: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    schedule: Option<String>,
}

impl Shown {
    /// The same with another text.
    pub fn with(&self, text: String) -> Shown {
        Shown { text, ..self.clone() }
    }

    /// View that the arguments ask for. Fails if there are no such rules, or it is no schedule.
    pub fn new(source: Source, args: &PlayArgs) -> Result<Shown, String> {
        let rules = words(&args.rules, &source.text)?;
        let steps = args.schedule.as_deref().map(replay::parse).transpose()?.map_or(0, |s| s.steps());
        if let Some(at) = args.at.filter(|&at| at > steps) {
            return Err(format!("the schedule has {steps} steps, so it is nowhere at step {at}"));
        }
        let Source { name, text } = source;
        let view = args.view.and_then(|view| view.to_possible_value()).map(|view| view.get_name().to_owned());
        Ok(Shown { text, name, rules, view, at: args.at, schedule: args.schedule.clone() })
    }
}

/// Returns true if the arguments name any rules.
pub fn names_rules(args: &RuleOptions) -> bool {
    *args != RuleOptions::default()
}

/// The rules, in the words of a question; defaults are left out.
fn words(args: &RuleOptions, text: &str) -> Result<Option<Value>, String> {
    let of = racefree_answers::options::system(args.system.as_deref(), text)?;
    // They are tried out here, where a message can still be read.
    options::rules(args, of)?;
    // The page reads no files: a variant goes with it as it is written.
    let written = |name: &String| match name.ends_with(".toml") {
        true => std::fs::read_to_string(name).map_err(|e| format!("cannot read the variant `{name}`: {e}")),
        false => Ok(name.clone()),
    };
    let variant = args.variant.iter().map(written).collect::<Result<_, _>>()?;
    let mut words = racefree_answers::options::object(&mut RuleOptions { variant, ..args.clone() });
    let usual = [Value::Null, false.into(), Value::Array(Vec::new())];
    words.retain(|name, value| name == "variant" || name == "off" || !usual.contains(value));
    Ok(names_rules(args).then_some(words.into()))
}
