//! `racefree variants curve`: which share of programs of a size each rule set accepts.

use crate::args::{CurveArgs, TableFormat};
use crate::ending::Done;
use crate::options;
use crate::running::{Line, write_file};
use crate::terminal::Out;
use crate::variants::curve::{human, table};
use crate::variants::drawing;
use racefree_answers::campaigns::{Hooks, curve};
use racefree_answers::options::CurveOptions;
use racefree_kernel::System;
use std::io::Write;

/// Counts, prints and draws.
pub fn run(system: &'static dyn System, args: &CurveArgs, out: &mut Out) -> Done {
    let asked = CurveOptions { system: Some(system.name().to_owned()), ..args.options.clone() };
    let (desk, _) = options::desk(false);
    let line = Line::new(!out.quiet);
    let counted = curve::counted(&desk, &asked, &Hooks { tell: &|words| line.tell(words), keep: &|_| () });
    drop(line);
    let (found, ending) = counted?;
    if let Some(file) = &args.svg {
        write_file(file, "drawing", &drawing::svg(&found, asked.seed)?)?;
    }
    match args.format {
        TableFormat::Json => writeln!(out, "{}", curve::json(&asked, &found))?,
        TableFormat::Human => human(args, &found, out)?,
        format => write!(out, "{}", table(&found).written(format))?,
    }
    Ok(ending)
}
