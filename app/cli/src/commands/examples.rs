//! `racefree examples`: the corpus, and the programs that show what each premise is for. They are in the binary.

use crate::args::{ExamplesArgs, RunFormat};
use crate::ending::{Done, Ending};
use crate::terminal::Out;
use racefree_answers::examples::{Example, Examples, all, find};
use racefree_answers::{json, names};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Lists, shows or copies.
pub fn run(args: &ExamplesArgs, out: &mut Out) -> Done {
    let (action, name) = match (args.action.as_deref(), args.name.as_deref()) {
        (None, _) => ("list", None),
        (Some(action @ ("list" | "show" | "copy")), name) => (action, name),
        (Some(name), None) => ("show", Some(name)),
        (Some(action), Some(_)) => {
            let near = names::suggestion(action, ["list", "show", "copy"]);
            return Err(format!("there is no `examples {action}`: there are list, show and copy{near}").into());
        }
    };
    let all = all();
    match action {
        "list" => list(&all, name, args.format, out),
        _ if action == "copy" && name.is_none() => copy(all.iter().collect(), args.to.as_deref(), true, out),
        _ => {
            let Some(name) = name else {
                return Err("which one? `racefree examples list` lists them".into());
            };
            let Some(example) = find(&all, name) else {
                let names = all.iter().flat_map(|e| [e.name.as_str(), e.name.rsplit('/').next().unwrap_or_default()]);
                let near = names::suggestion(name, names);
                return Err(format!("there is no example `{name}`{near}; `racefree examples list` lists them").into());
            };
            match action {
                "copy" => copy(vec![example], args.to.as_deref(), false, out),
                _ => show(example, args.format, out),
            }
        }
    }
}

fn list(all: &[Example], only: Option<&str>, format: RunFormat, out: &mut Out) -> Done {
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

fn show(example: &Example, format: RunFormat, out: &mut Out) -> Done {
    match format {
        RunFormat::Json => writeln!(out, "{}", json::line(&Examples::of([example], true)))?,
        RunFormat::Human => out.verbatim(&format!("{}\n", example.text.trim_end()))?,
    }
    Ok(Ending::Fine)
}

/// Writes files; one that is there already is left alone.
fn copy(examples: Vec<&Example>, to: Option<&Path>, folders: bool, out: &mut Out) -> Done {
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
