//! Options of questions, each question's in one structure: a command line reads it (feature `clap`), JSON is read into it, a schema
//! describes it. Beside each stands what it amounts to for the room that it is about.
//!
//! | module | options of | for |
//! | --- | --- | --- |
//! | `rules` | [`RuleOptions`] | the typing rules and the semantics |
//! | `running` | [`Running`] | a run |
//! | `exploring` | [`Exploring`], [`ExploreOptions`], [`ExplainOptions`] | an exploration |
//! | `inferring` | [`InferOptions`], [`EraseOptions`], [`TranslateOptions`] | annotations found and taken out |
//! | `pairing` | `PairsOptions` | pairs that may race |
//! | `campaigns` | `FuzzOptions`, `CertifyOptions`, … | generated and enumerated programs |
//! | `lookup` | [`DerivationOptions`], [`ExamplesOptions`], … | derivations, examples, exercises, rules |
//! | `atomicity` | [`AtomicityOptions`] | claims of atomicity |
//! | `words` | | the words that options take |

#[macro_use]
mod macros;
mod atomicity;
#[cfg(feature = "campaigns")]
mod campaigns;
mod exploring;
mod fields;
mod inferring;
#[cfg(feature = "java")]
mod java;
mod lookup;
mod pairing;
mod rules;
mod running;
pub(crate) mod words;

pub use atomicity::{AtomicityOptions, ClaimOptions, PointsWord};
#[cfg(feature = "campaigns")]
pub use campaigns::{CertifyOptions, CurveOptions, DiffOptions, FuzzOptions, MatrixOptions, Share};
pub use exploring::{ExplainOptions, ExploreOptions, Exploring, GraphOptions, budget, explore_options};
pub(crate) use fields::set;
pub use fields::{Field, Fields, Options, object};
pub use inferring::{EraseOptions, InferOptions, StyleWord, TranslateOptions, WayWord};
#[cfg(feature = "java")]
pub use java::{
    AnnotateOptions, ClassesWord, ConstructorsWord, JavaCheckOptions, JavaOptions, LowerOptions, NotationWord,
    profile_name,
};
pub use lookup::{DerivationOptions, ExamplesOptions, ExerciseOptions, NoOptions, SystemOptions, WhyOptions};
pub(crate) use pairing::find_refinement;
pub use pairing::{Hint, ModeWord, PairsOptions, SitesByStage, StageWord};
pub use rules::{RuleOptions, find_variant, named, plain_rules, rules, system, system_name};
#[cfg(feature = "campaigns")]
pub use running::OverheadOptions;
pub use running::{
    MAX_STEPS, MAX_STEPS_OF_JAVA, Running, ScheduleText, Scheduling, StartOptions, TestingOptions, all_monitors,
    describe, monitors, semantics,
};
pub use words::{AlgorithmWord, By, DetectorWord, LocksWord, MemoryWord, Monitoring, Watch, instead_of};

/// Reads a time in seconds: `90`, `0.5`, `90s`, `10m`, `1h30m`.
#[cfg(feature = "clap")]
pub fn seconds(text: &str) -> Result<f64, String> {
    let units = [('s', 1.0), ('m', 60.0), ('h', 3_600.0)];
    let part = |part: &str| {
        let unit = units.iter().find(|(name, _)| part.ends_with(*name));
        let number: f64 = part.trim_end_matches(['s', 'm', 'h']).parse().ok()?;
        Some(number * unit.map_or(1.0, |&(_, seconds)| seconds))
    };
    let parts = text.split_inclusive(['s', 'm', 'h']).map(part);
    let sum: Option<f64> = if text.is_empty() { None } else { parts.sum() };
    sum.filter(|n| n.is_sign_positive() && std::time::Duration::try_from_secs_f64(*n).is_ok())
        .ok_or_else(|| "this is no time; write 60 or 0.5 for seconds, 10m, or 2h".to_owned())
}

/// Reads a time in seconds, at least one, rounded up.
#[cfg(feature = "clap")]
pub fn whole_seconds(text: &str) -> Result<u64, String> {
    Ok((seconds(text)?.ceil() as u64).max(1))
}

/// Reads an amount of memory in megabytes: `512`, `512M`, `2G`. It is between a megabyte and 16 terabytes.
#[cfg(feature = "clap")]
pub fn megabytes(text: &str) -> Result<u64, String> {
    let (number, unit) = match text.strip_suffix('G') {
        Some(number) => (number, 1_024),
        None => (text.strip_suffix('M').unwrap_or(text), 1),
    };
    let size = number.parse().ok().and_then(|n: u64| n.checked_mul(unit));
    size.filter(|size| (1..=1 << 24).contains(size))
        .ok_or_else(|| "this is no amount of memory from 1 to 16777216 megabytes; write 512, 512M or 2G".to_owned())
}
