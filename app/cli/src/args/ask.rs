//! Arguments of `racefree ask`.

use clap::{Args as ClapArgs, ValueEnum};
use std::path::PathBuf;

pub const AFTER: &str = r#"A question: {"ask": "check", "program": {"name": "a.rfj", "text": "class A {}"}, "options": {"off": ["EXP REF/guard-held"]}}
Questions: check, fmt, tokens, outline, tree, derivation, run, trace, state, explore, graph, explain, examples, exercise, why, rules, systems; fix
(check --fix), infer, erase, translate, atomicity, pairs, test, overhead; and, of no program, fuzz, certify, matrix, diff, curve (of variants). The
answer is the object that the command prints with --format json, or {"error": {"kind", "message"}}."#;

/// Arguments of `racefree ask`.
#[derive(ClapArgs, Debug)]
pub struct AskArgs {
    /// Limits of questions: those of this machine, or those of the page in a browser.
    #[arg(long, value_name = "WHERE", default_value = "native")]
    pub limits: LimitsArg,
    /// Write the schemas of questions and answers into a folder instead.
    #[arg(long, value_name = "DIR")]
    pub schemas: Option<PathBuf>,
}

/// Limits of questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LimitsArg {
    /// Limits of this machine: only memory and time.
    Native,
    /// Limits of the page in a browser.
    Browser,
}
