//! The question `exercise`. Exercises stand above this crate: whoever makes a desk hands over what answers it.

use super::{Desk, Failure, bad};
use crate::options::ExerciseOptions;
use crate::source::Source;

/// Function that answers the question, about a program that is an exercise or one that is built in.
pub type AnswerExercise = fn(&Desk, Option<Source>, &ExerciseOptions) -> Result<ExerciseRecord, Failure>;

records! {
    /// Answer to the question.
    #[derive(Default)]
    #[cfg_attr(feature = "schemas", schemars(rename = "exercise"))]
    pub struct ExerciseRecord {
        /// The version of the format.
        pub version: u32,
        /// All exercises, or the one that was asked about.
        pub exercises: Vec<ExerciseItem>,
        /// Sheet to begin with.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub sheet: Option<String>,
        /// Lines of the sheet of a derivation, in parts.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub lines: Vec<SheetLine>,
        /// Choices for the blanks of that sheet.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub choices: Option<ChoicesRecord>,
        /// A right answer, if it was asked for.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub answer: Option<String>,
        /// Grade of the answer that was handed in.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub grade: Option<GradeRecord>,
    }

    /// An exercise.
    #[derive(Default)]
    pub struct ExerciseItem {
        /// Name of the exercise.
        pub name: String,
        /// Name of a file for its program: what it ends in tells Java from the calculus.
        pub file: String,
        /// Title.
        pub title: String,
        /// `predict`, `derivation`, `schedule`, `annotate` or `repair`.
        pub kind: &'static str,
        /// Points for a right answer.
        pub points: u32,
        /// Task, in a sentence or two.
        pub task: String,
        /// Hints, the gentlest first.
        pub hints: Vec<String>,
        /// Text of the program; left out of the list.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub text: Option<String>,
        /// Solution that stands beside it, in the list for a page whose engine has no exercises.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub solution: Option<String>,
    }

    /// A line of a sheet; `____` is a blank.
    #[derive(Default)]
    pub struct SheetLine {
        /// Number, as `1.3`.
        pub number: String,
        /// Name of the premise; empty at the root.
        pub premise: String,
        /// Judgment, or side condition.
        pub judgment: String,
        /// Rule in square brackets, `holds` or `fails`.
        pub last: String,
        /// Blanks: `env`, `locks`, `type`, `judgment`, `rule`, `verdict`.
        pub blanks: Vec<&'static str>,
    }

    /// Choices for a blank; it may be something else as well.
    #[derive(Default)]
    pub struct ChoicesRecord {
        /// Names of rules.
        pub rule: Vec<String>,
        /// Environments.
        pub env: Vec<String>,
        /// Lock sets.
        pub locks: Vec<String>,
        /// Types.
        #[serde(rename = "type")]
        pub types: Vec<String>,
    }

    /// State of a line that was handed in.
    #[derive(Default)]
    pub struct MarkRecord {
        /// Number of the line.
        pub number: String,
        /// `right`, `wrong` or `open`: a part is missing, and none is wrong.
        pub state: &'static str,
        /// Parts that are wrong.
        pub wrong: Vec<&'static str>,
        /// Parts that are missing.
        pub open: Vec<&'static str>,
        /// Feedback on what is wrong, in words.
        pub message: String,
    }

    /// Grade of an answer.
    #[derive(Default)]
    pub struct GradeRecord {
        /// Points.
        pub points: f64,
        /// Points for a right answer.
        pub max: u32,
        /// `right`, `partly`, `wrong`, `unreadable` or `undecided`.
        pub verdict: &'static str,
        /// Stars of a schedule, from 1 to 3: compared with the shortest.
        #[serde(skip_serializing_if = "Option::is_none")]
        pub stars: Option<u8>,
        /// Place of the first fault.
        #[serde(rename = "where")]
        pub place: String,
        /// Feedback in words.
        pub message: String,
        /// State of each line of a derivation.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        pub marks: Vec<MarkRecord>,
    }
}

/// Answer of a desk that no exercises were given to.
pub(super) fn none(_: &Desk, _: Option<Source>, _: &ExerciseOptions) -> Result<ExerciseRecord, Failure> {
    Err(bad("there are no exercises here"))
}
