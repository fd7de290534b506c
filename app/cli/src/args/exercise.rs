//! Arguments of `racefree exercise`.

use super::RunFormat;
use clap::{Args as ClapArgs, Subcommand, ValueEnum};
use racefree_answers::options::ExerciseOptions;
use std::path::PathBuf;

pub const AFTER: &str = "EXERCISE is a file, or the name of an exercise that is built in. Nothing keeps an answer from students: the same tool that \
grades an exercise solves it.";

/// Arguments of `racefree exercise`.
#[derive(ClapArgs, Debug)]
pub struct ExerciseArgs {
    #[command(subcommand)]
    pub action: ExerciseAction,
}

/// Actions on exercises.
#[derive(Subcommand, Debug)]
pub enum ExerciseAction {
    /// List the exercises that are built in.
    List {
        /// Output format.
        #[arg(long, value_name = "FORMAT", default_value = "human")]
        format: RunFormat,
    },
    /// Show the task and the program of an exercise.
    Show(OneArgs),
    /// Print the sheet to begin with: a derivation with blanks, the program to change, or the form of the answer.
    Sheet(OneArgs),
    /// Compute a right answer.
    Answer(OneArgs),
    /// Solve an exercise in the terminal, with hints and feedback.
    Play(OneArgs),
    /// Grade one answer.
    Check {
        #[command(flatten)]
        one: OneArgs,
        /// The answer; `-` is standard input.
        #[arg(value_name = "ANSWER")]
        answer: PathBuf,
    },
    /// Look for faults of exercises: malformed, unsolvable, or solved as they are.
    Lint {
        /// Files; by default, the exercises that are built in.
        #[arg(value_name = "FILE")]
        files: Vec<PathBuf>,
    },
    /// Grade a folder of submissions, DIR/STUDENT/EXERCISE.rfj, .java or .txt.
    Grade(GradeArgs),
}

/// An exercise and the options of a question about it.
#[derive(ClapArgs, Debug)]
pub struct OneArgs {
    /// The exercise: a file, or a name.
    #[arg(value_name = "EXERCISE")]
    pub exercise: String,
    #[command(flatten)]
    pub options: ExerciseOptions,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: RunFormat,
}

/// Arguments of `racefree exercise grade`.
#[derive(ClapArgs, Debug)]
pub struct GradeArgs {
    /// Folder of exercises.
    #[arg(long, value_name = "DIR")]
    pub exercises: PathBuf,
    /// Folder of submissions: a folder for each student, with a file for each exercise.
    #[arg(long, value_name = "DIR")]
    pub submissions: PathBuf,
    /// Output format.
    #[arg(long, value_name = "FORMAT", default_value = "human")]
    pub format: GradeFormat,
    /// Write the rows to a file instead of standard output.
    #[arg(long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Go on where the output file of an interrupted run ends.
    #[arg(long, requires = "output")]
    pub resume: bool,
    /// Extent of the feedback: 0 right or wrong, 1 the place, 2 the part and the reason, 3 the expected part.
    #[arg(long, value_name = "LEVEL", default_value_t = 2, value_parser = clap::value_parser!(u8).range(0..=3))]
    pub feedback: u8,
    /// Write a report for each submission to DIR/STUDENT/EXERCISE.txt.
    #[arg(long, value_name = "DIR")]
    pub reports: Option<PathBuf>,
    /// The sheets were made with `--vary STUDENT`.
    #[arg(long)]
    pub vary: bool,
    /// Number of workers; by default, one for each core. It does not change the grades.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=64))]
    pub threads: Option<u16>,
    /// Time limit for a submission, in seconds.
    #[arg(long, value_name = "SECONDS|10m|2h", default_value = "10", value_parser = racefree_answers::options::seconds)]
    pub time: f64,
    /// Memory limit for a submission, in megabytes.
    #[arg(long, value_name = "MB|2G", default_value = "512", value_parser = racefree_answers::options::megabytes)]
    pub memory: u64,
}

/// Output formats of grades.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum GradeFormat {
    /// For people.
    Human,
    /// One JSON object, with summaries.
    Json,
    /// A table for spreadsheets.
    Csv,
    /// The results.json of an autograder of Gradescope, for the submissions of one student.
    Gradescope,
    /// Base64 text that a grader of GitHub Classroom hands to its reporter, for the submissions of one student.
    Github,
    /// XML of JUnit: a case for each exercise of each student.
    Junit,
}
