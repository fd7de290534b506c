//! `racefree pairs`.

use super::Outcome;
use crate::args::pairs::{PairsArgs, PairsFormat};
use crate::pairing::{self, Answered, Subject, human, json};
use crate::running::interrupt;
use crate::terminal::Out;
use std::io::{self, Write};

/// Analyses programs, one after the other.
pub fn run(args: &PairsArgs, out: &mut Out) -> io::Result<Outcome> {
    interrupt::listen();
    let mut worst = Outcome::Fine;
    for file in &args.files {
        let subject = match pairing::load(file, args, out)? {
            Ok(subject) => subject,
            Err(outcome) => {
                worst = worst.max(outcome);
                continue;
            }
        };
        worst = worst.max(one(&subject, args, out)?);
        if interrupt::interrupted() {
            break;
        }
    }
    Ok(worst)
}

fn one(subject: &Subject, args: &PairsArgs, out: &mut Out) -> io::Result<Outcome> {
    let analysis = pairing::analyse(subject, args, !out.quiet);
    let answered = Answered::new(subject, analysis, args);
    match args.format {
        PairsFormat::Json => writeln!(out, "{}", json::pairs(&answered))?,
        _ => human::pairs(&answered, args, out)?,
    }
    Ok(answered.outcome())
}
