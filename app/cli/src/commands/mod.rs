//! The commands, a file each: arguments, a question, its answer, a renderer.

mod ask;
mod atomicity;
mod certify;
mod check;
mod course;
mod curve;
mod diff;
mod erase;
mod examples;
mod exercise;
mod explain;
mod explore;
mod fix;
mod fmt;
mod fuzz;
mod infer;
mod java;
mod lsp;
mod matrix;
mod overhead;
mod pairs;
mod play;
mod rules;
mod run;
mod shell;
mod test;
mod variants;
mod why;

use crate::args::{Args, Command};
use crate::ending::{Done, Ending, Halt};
use crate::running::interrupt;
use crate::terminal::Out;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Shows why a command, or one of its files, has ended, if that has not been done.
fn settled(done: Done, out: &mut Out) -> io::Result<Ending> {
    match done {
        Ok(outcome) | Err(Halt::Shown(outcome)) => Ok(outcome),
        Err(Halt::Output(error)) => Err(error),
        Err(Halt::Refused(refusal, format)) => crate::running::program::refused(*refusal, format, out),
        Err(Halt::Message(message)) => {
            out.complain(&message);
            Ok(Ending::Failed)
        }
    }
}

/// Carries out a command for each of its files, and returns the worst ending; an interrupt ends it between two files.
fn each(files: &[PathBuf], out: &mut Out, mut one: impl FnMut(&Path, &mut Out) -> Done) -> Done {
    let mut worst = Ending::Fine;
    for file in files {
        if interrupt::interrupted() {
            return Ok(Ending::Interrupted);
        }
        let done = one(file, out);
        worst = worst.max(settled(done, out)?);
    }
    Ok(worst)
}

/// Carries out a command.
pub fn run(args: &Args) -> Ending {
    let mut out = Out::new(args.color, args.quiet);
    let outcome = match &args.command {
        Command::Check(check) => check::run(check, None, &mut out),
        Command::Play(play) => play::run(play, &mut out),
        Command::Course(course) => course::run(course, &mut out),
        Command::Ask(ask) => ask::run(ask, &mut out),
        Command::Lsp { .. } => lsp::run(),
        Command::Atomicity(atomicity) => atomicity::run(atomicity, &mut out),
        Command::Fmt(fmt) => fmt::run(fmt, &mut out),
        Command::Rules(rules) => rules::run(rules, &mut out),
        Command::Run(run) => run::run(run, &mut out),
        Command::Test(test) => test::run(test, &mut out),
        Command::Explore(explore) => explore::run(explore, &mut out),
        Command::Explain(explain) => explain::run(explain, &mut out),
        Command::Infer(infer) => infer::run(infer, &mut out),
        Command::Erase(erase) => erase::run(erase, &mut out),
        Command::Annotate(annotate) => java::annotate::run(annotate, &mut out),
        Command::Lower(lower) => java::lower(lower, &mut out),
        Command::Pairs(pairs) => pairs::run(pairs, &mut out),
        Command::Overhead(overhead) => overhead::run(overhead, &mut out),
        Command::Translate(translate) => erase::translate(translate, &mut out),
        Command::Why(why) => why::run(why, &mut out),
        Command::Examples(examples) => examples::run(examples, &mut out),
        Command::Exercise(exercise) => exercise::run(exercise, &mut out),
        Command::Variants(variants) => variants::run(variants, &mut out),
        Command::Certify(certify) => certify::run(certify, &mut out),
        Command::Fuzz(fuzz) => fuzz::run(fuzz, &mut out),
        Command::Completions { shell } => shell::completions(*shell, &mut out),
        Command::Man { command, output } => shell::man(command, output.as_deref(), &mut out),
    };
    match settled(outcome, &mut out).and_then(|outcome| out.flush().map(|()| outcome)) {
        Ok(outcome) => outcome,
        Err(error) => {
            out.complain(&format!("the output cannot be written: {error}"));
            Ending::Failed
        }
    }
}
