//! Values of arguments that several commands take.

use crate::table::Style;
use clap::ValueEnum;
use racefree_answers::names;
use racefree_interp::drive::SchedulerKind;
use racefree_kernel::System;
use std::str::FromStr;
use std::time::Duration;

/// `I/N`
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    pub index: u64,
    /// At least 1.
    pub of: u64,
}

/// Reads `I/N`.
///
/// # Errors
///
/// How it is written.
pub fn shard(text: &str) -> Result<Shard, String> {
    let parts = text.split_once('/').and_then(|(i, n)| Some(Shard { index: i.parse().ok()?, of: n.parse().ok()? }));
    match parts {
        Some(shard) if shard.index < shard.of && shard.of <= 1 << 12 => Ok(shard),
        _ => Err("a shard is written I/N, with I from 0 to N - 1 and N at most 4096".to_owned()),
    }
}

/// Reads a number of seconds.
///
/// # Errors
///
/// That it is none.
pub fn seconds(text: &str) -> Result<Duration, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .and_then(|n| Duration::try_from_secs_f64(n).ok())
        .ok_or_else(|| "this is no number of seconds; write 60, or 0.5".to_owned())
}

/// Formats of what is a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum TableFormat {
    /// For people.
    #[value(alias = "text")]
    Human,
    /// One JSON object.
    Json,
    /// A line a row, for spreadsheets.
    Csv,
    /// A table for READMEs and issues.
    Markdown,
    /// A table for papers.
    Latex,
}

impl TableFormat {
    /// How a table is written; none, for what is no table.
    pub fn style(self) -> Option<Style> {
        match self {
            TableFormat::Human | TableFormat::Json => None,
            TableFormat::Csv => Some(Style::Csv),
            TableFormat::Markdown => Some(Style::Markdown),
            TableFormat::Latex => Some(Style::Latex),
        }
    }
}

/// A type system, as `--system` names it.
#[derive(Clone, Copy, Debug)]
pub struct SystemArg(pub &'static dyn System);

/// The system of a name.
pub fn system(text: &str) -> Result<SystemArg, String> {
    racefree_systems::find(text).map(SystemArg)
}

/// The argument of `--scheduler`: what chooses the thread that steps.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SchedulerArg {
    /// A scheduler by name.
    Kind(SchedulerKind),
    /// `replay:` and a file or a schedule.
    Replay(String),
}

impl FromStr for SchedulerArg {
    type Err = String;

    fn from_str(text: &str) -> Result<SchedulerArg, String> {
        match text.strip_prefix("replay:") {
            Some("") => Err("`replay:` is followed by a file or a schedule, as in replay:0*12,1*3,0".to_owned()),
            Some(what) => Ok(SchedulerArg::Replay(what.to_owned())),
            None => text.parse().map(SchedulerArg::Kind).map_err(|message: String| {
                let name = text.split(':').next().unwrap_or(text);
                let near = names::suggestion(name, ["random", "pct", "pos", "round-robin", "replay"]);
                format!("{message}{near}")
            }),
        }
    }
}

impl SchedulerArg {
    /// Whether it makes random choices.
    pub fn is_random(&self) -> bool {
        match self {
            SchedulerArg::Kind(SchedulerKind::Random | SchedulerKind::Pct(_) | SchedulerKind::Pos) => true,
            SchedulerArg::Kind(SchedulerKind::RoundRobin(_)) | SchedulerArg::Replay(_) => false,
        }
    }
}
