//! Examples: listed, shown, and copied to files.

use crate::args::RunFormat;
use crate::ending::{Done, Ending};
use crate::terminal::Out;
use racefree_answers::examples::{Example, Examples};
use racefree_answers::json;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

pub fn list(all: &[Example], only: Option<&str>, format: RunFormat, out: &mut Out) -> Done {
    let wanted: Vec<&Example> =
        all.iter().filter(|e| only.is_none_or(|only| e.name.contains(only) || e.title.contains(only))).collect();
    if format == RunFormat::Json {
        writeln!(out, "{}", json::line(&Examples::of(wanted, false)))?;
        return Ok(Ending::Fine);
    }
    for example in wanted {
        writeln!(out, "{:<52} {}", example.name, example.title)?;
    }
    Ok(Ending::Fine)
}

pub fn show(example: &Example, format: RunFormat, out: &mut Out) -> Done {
    match format {
        RunFormat::Json => writeln!(out, "{}", json::line(&Examples::of([example], true)))?,
        RunFormat::Human => out.verbatim(&format!("{}\n", example.text.trim_end()))?,
    }
    Ok(Ending::Fine)
}

/// Writes files; one that is there already is left alone.
pub fn copy(examples: Vec<&Example>, to: Option<&Path>, folders: bool, out: &mut Out) -> Done {
    let mut outcome = Ending::Fine;
    for example in examples {
        let base = to.map_or_else(|| PathBuf::from(if folders { "examples" } else { "." }), Path::to_path_buf);
        let file = match folders {
            true => base.join(format!("{}.rfj", example.name)),
            false if base.extension().is_some_and(|e| e == "rfj") => base,
            false => base.join(format!("{}.rfj", example.name.rsplit('/').next().unwrap_or("example"))),
        };
        let written = file.parent().map_or(Ok(()), std::fs::create_dir_all).and_then(|()| {
            let mut new = std::fs::OpenOptions::new().write(true).create_new(true).open(&file)?;
            new.write_all(example.text.as_bytes())
        });
        match written {
            Ok(()) if out.quiet => {}
            Ok(()) => writeln!(out, "{}", file.display())?,
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                out.complain(&format!("`{}` is there already, and is left alone", file.display()));
                outcome = Ending::Failed;
            }
            Err(error) => {
                return Err(format!("`{}` cannot be written: {error}", file.display()).into());
            }
        }
    }
    Ok(outcome)
}
