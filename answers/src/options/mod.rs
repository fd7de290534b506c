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
//! | `atomicity` | [`AtomicityOptions`] | claims of atomicity |
//! | `words` | | the words that options take |

#[macro_use]
mod macros;
mod atomicity;
#[cfg(feature = "campaigns")]
mod campaigns;
mod exploring;
mod inferring;
#[cfg(feature = "campaigns")]
mod overhead;
#[cfg(feature = "campaigns")]
mod pairing;
mod rules;
mod running;
pub(crate) mod words;

pub use atomicity::{AtomicityOptions, ClaimOptions, PointsWord};
#[cfg(feature = "campaigns")]
pub use campaigns::{CertifyOptions, CurveOptions, DiffOptions, FuzzOptions, MatrixOptions, Share};
pub use exploring::{ExplainOptions, ExploreOptions, Exploring, GraphOptions, budget, explore_options};
pub use inferring::{EraseOptions, InferOptions, StyleWord, TranslateOptions, WayWord};
#[cfg(feature = "campaigns")]
pub use overhead::OverheadOptions;
#[cfg(feature = "campaigns")]
pub(crate) use pairing::find_refinement;
#[cfg(feature = "campaigns")]
pub use pairing::{Hint, ModeWord, PairsOptions, SitesByStage, StageWord};
pub use rules::{RuleOptions, named, plain_rules, rules, system, system_name};
pub use running::{
    MAX_STEPS, Running, ScheduleText, Scheduling, TestingOptions, all_monitors, blocks, describe, monitors, owners,
    run_options, semantics, watched,
};
pub use words::{AlgorithmWord, By, DetectorWord, LocksWord, Monitoring, Watch};

/// Reads a number of seconds.
///
/// # Errors
///
/// That it is none.
#[cfg(feature = "clap")]
pub fn seconds(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok();
    number
        .filter(|n| std::time::Duration::try_from_secs_f64(*n).is_ok())
        .ok_or_else(|| "this is no number of seconds; write 60, or 0.5".to_owned())
}
