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

/// Findings of Java that do not count.
#[derive(ClapArgs, Debug, Clone)]
pub struct AdoptArgs {
    /// Java: findings in this file are known, and new ones alone count; a finding is known by file, class, method, field and kind.
    #[arg(long, value_name = "FILE")]
    pub baseline: Option<PathBuf>,
    /// Java: write the findings to this file, as a baseline.
    #[arg(long, value_name = "FILE", conflicts_with = "changed_since")]
    pub write_baseline: Option<PathBuf>,
    /// Java: findings in members that git says changed since the branch left this revision alone count.
    #[arg(long, value_name = "REV")]
    pub changed_since: Option<String>,
}

impl AdoptArgs {
    /// The first of the options that is given.
    pub fn given(&self) -> Option<&'static str> {
        let baseline = self.baseline.as_ref().map(|_| "--baseline");
        let write = self.write_baseline.as_ref().map(|_| "--write-baseline");
        baseline.or(write).or(self.changed_since.as_ref().map(|_| "--changed-since"))
    }
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
