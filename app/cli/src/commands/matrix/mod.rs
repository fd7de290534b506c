//! `racefree variants matrix`.

mod update;

use crate::args::{MatrixArgs, TableFormat};
use crate::ending::Done;
use crate::options;
use crate::terminal::Out;
use crate::variants::matrix::{one, show};
use crate::variants::pages;
use racefree_answers::campaigns::matrix;
use racefree_answers::options::MatrixOptions;
use racefree_kernel::System;
use racefree_soundness::matrix::{Matrix, committed};
use std::path::Path;

/// Shows, searches, updates or writes pages.
pub fn run(system: &'static dyn System, args: &MatrixArgs, out: &mut Out) -> Done {
    let asked = MatrixOptions { system: Some(system.name().to_owned()), ..args.options.clone() };
    let format = if args.json { TableFormat::Json } else { args.format };
    if let Some(file) = &args.update {
        return update::run(system, args, file, out);
    }
    let (desk, _) = options::desk(false);
    if let Some(name) = &asked.search {
        return one(system, &Matrix::default(), matrix::search(&desk, name, &asked), format, out);
    }
    let known = match &args.file {
        Some(file) => read(file),
        None => committed(system),
    };
    let known = known?;
    match &args.docs {
        _ if known.entries.is_empty() => Err("this matrix is empty: it says nothing".into()),
        Some(folder) => pages::write(system, &known, folder, out),
        None => match &asked.variant {
            None => show(system, &known, format, out),
            Some(name) => one(system, &known, matrix::line(&desk, &known, name, &asked), format, out),
        },
    }
}

fn read(file: &Path) -> Result<Matrix, String> {
    let text = crate::input::read_results(file)?;
    serde_json::from_str(&text).map_err(|e| format!("`{}` is no matrix: {e}", file.display()))
}
