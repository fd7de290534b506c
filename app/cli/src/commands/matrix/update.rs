//! `racefree variants matrix --update FILE`.

use crate::args::MatrixArgs;
use crate::ending::{Done, Ending};
use crate::running::{interrupt, write_json};
use crate::terminal::Out;
use racefree_answers::Job;
use racefree_answers::campaigns::matrix::{corpus_of, has_own_generator};
use racefree_kernel::System;
use racefree_soundness::generate::systems::makes;
use racefree_soundness::matrix::Matrix;
use racefree_soundness::matrix::update::{UpdatePlan, Watch, update};
use racefree_soundness::owners;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Default time: less than ten minutes, together with the work begun last.
const SECONDS: u64 = 540;

const ONE_STAGE: &str = "programs with owners are made at random and not enumerated: --stage search is the only stage";

/// Updates a file.
pub fn run(system: &'static dyn System, args: &MatrixArgs, file: &Path, out: &mut Out) -> Done {
    match has_own_generator(system) {
        true if args.stage.iter().any(|stage| stage != "search") => return Err(ONE_STAGE.into()),
        true => {}
        false => makes(system)?,
    }
    let known = if file.exists() { super::read(file)? } else { Matrix::default() };
    write_json(file, "matrix", &known)?;
    interrupt::listen();
    let (start, shown) = (Instant::now(), io::stderr().is_terminal());
    let seconds = args.options.time.unwrap_or(SECONDS);
    let job = Job { all: None, time: Some(seconds as f64) };
    let trouble = Mutex::new(None);
    let at = |said: &str, now: &Matrix| {
        if shown {
            // If even standard error is closed, there is no place to say it.
            let took = start.elapsed().as_secs_f64();
            let _ = writeln!(io::stderr(), "{took:6.1} s{}  {said}", job.left(0, took));
        }
        if let Err(message) = write_json(file, "matrix", now) {
            *trouble.lock().unwrap_or_else(PoisonError::into_inner) = Some(message);
        }
    };
    let troubled = || trouble.lock().unwrap_or_else(PoisonError::into_inner).is_some();
    let stop = || interrupt::interrupted() || troubled();
    let plan = UpdatePlan {
        system,
        time: Duration::from_secs(seconds),
        threads: args.threads.into(),
        memory: (args.memory as usize) << 20,
        only: args.only.clone(),
        stages: args.stage.iter().filter_map(|stage| stage.parse().ok()).collect(),
    };
    let watch = Watch { at: &at, stop: &stop };
    let updated = match has_own_generator(system) {
        true => Ok(owners::matrix::update(known, &corpus_of(system), &plan, &watch)),
        false => update(known, &plan, &watch),
    };
    let matrix = match (updated, trouble.into_inner().unwrap_or_else(PoisonError::into_inner)) {
        (Err(message), _) | (_, Some(message)) => return Err(message.into()),
        (Ok(matrix), None) => matrix,
    };
    let entries = &matrix.entries;
    if entries.is_empty() {
        return Err("no premise and no variant is called so (--only), so the matrix is empty".into());
    }
    let with = entries.iter().filter(|e| e.smallest.is_some()).count();
    writeln!(out, "{}: {with} of {} lines have a program", file.display(), entries.len())?;
    Ok(if interrupt::interrupted() { Ending::Interrupted } else { Ending::Fine })
}
