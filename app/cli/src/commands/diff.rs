//! `racefree variants diff`.

use crate::args::{DiffArgs, TableFormat};
use crate::ending::Done;
use crate::options;
use crate::running::Line;
use crate::terminal::Out;
use crate::variants::difference::{human, table};
use racefree_answers::campaigns::{Hooks, diff};
use racefree_answers::options::DiffOptions;
use racefree_kernel::System;
use std::io::Write;

/// Compares two rule sets.
pub fn run(system: &'static dyn System, args: &DiffArgs, out: &mut Out) -> Done {
    let asked = DiffOptions { system: Some(system.name().to_owned()), ..args.options.clone() };
    let (desk, _) = options::desk(false);
    let line = Line::new(!out.quiet);
    let compared = diff::compared(&desk, &asked, &Hooks { tell: &|words| line.tell(words), keep: &|_| () });
    drop(line);
    let compared = compared?;
    match args.format {
        TableFormat::Json => writeln!(out, "{}", compared.json())?,
        TableFormat::Human => human(&asked, compared.universe.as_ref(), &compared.found, out)?,
        format => write!(out, "{}", table(&asked, &compared.found).written(format))?,
    }
    Ok(compared.ending)
}
