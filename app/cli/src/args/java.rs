//! Arguments about Java source.

use clap::{Args as ClapArgs, ValueEnum};
use racefree_answers::options::{AnnotateOptions, LowerOptions};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Surroundings of Java files.
#[derive(ClapArgs, Debug, Clone)]
pub struct JavaArgs {
    /// Java: look for classes that the sources do not declare below a folder that is laid out by package.
    #[arg(long, value_name = "DIR")]
    pub classpath_source: Vec<PathBuf>,
    /// Java: read a stub file, which declares foreign members or annotates those of the sources; `none` drops the stubs that are
    /// built in.
    #[arg(long, value_name = "FILE")]
    pub stubs: Vec<PathBuf>,
    /// Java: number of threads that read files; by default, one for each core.
    #[arg(long, value_name = "N")]
    pub threads: Option<NonZeroUsize>,
}

/// Languages of programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Language {
    /// The calculus.
    Rfj,
    /// Java.
    Java,
}

/// Arguments of `racefree lower`.
#[derive(ClapArgs, Debug)]
pub struct LowerArgs {
    /// The Java files, which are one program; folders are walked; `-` is standard input.
    #[arg(required = true, value_name = "PATH")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub options: LowerOptions,
    #[command(flatten)]
    pub java: JavaArgs,
}

/// Arguments of `racefree annotate`.
#[derive(ClapArgs, Debug)]
pub struct AnnotateArgs {
    /// The Java files, which are one program; folders are walked.
    #[arg(required = true, value_name = "PATH")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub options: AnnotateOptions,
    #[command(flatten)]
    pub java: JavaArgs,
    /// Print the difference; that is done without --write as well.
    #[arg(long)]
    pub diff: bool,
    /// Write the files.
    #[arg(long)]
    pub write: bool,
}
