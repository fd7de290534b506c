//! `racefree completions` and `racefree man`.

use super::{Done, Outcome};
use crate::args::Args;
use crate::terminal::Out;
use clap::CommandFactory;
use std::io::Write;
use std::path::Path;

/// Prints a completion script.
pub fn completions(shell: clap_complete::Shell, out: &mut Out) -> Done {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "racefree", &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Fine)
}

/// Prints the manual page, or that of a command; or writes all of them into a folder.
pub fn man(path: &[String], folder: Option<&Path>, out: &mut Out) -> Done {
    let mut command = Args::command().name("racefree");
    command.build();
    if let Some(folder) = folder {
        let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
        return Ok(match written {
            Ok(()) => Outcome::Fine,
            Err(error) => {
                out.complain(&format!("cannot write the pages to `{}`: {error}", folder.display()));
                Outcome::Failed
            }
        });
    }
    let mut wanted = &command;
    for name in path {
        let Some(found) = wanted.find_subcommand(name) else {
            return Err(format!("there is no command `{}`; `racefree help` lists them", path.join(" ")).into());
        };
        wanted = found;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(wanted.clone()).render(&mut page)?;
    out.write_all(&page)?;
    Ok(Outcome::Fine)
}
