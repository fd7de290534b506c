//! `racefree completions` and `racefree man`.

use crate::args::help;
use crate::completion;
use crate::ending::{Done, Ending};
use crate::terminal::Out;
use clap::Command;
use racefree_answers::names;
use std::io::Write;
use std::path::Path;

/// Prints a completion script.
pub fn completions(shell: clap_complete::Shell, out: &mut Out) -> Done {
    out.verbatim(&completion::script(shell)?)?;
    Ok(Ending::Fine)
}

/// A command, and those below it, without `help`: a page about that says nothing.
fn without_help(command: Command) -> Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

/// Prints the manual page, or that of a command; or writes all of them into a folder.
pub fn man(path: &[String], folder: Option<&Path>, out: &mut Out) -> Done {
    let mut command = without_help(help::command());
    command.build();
    if let Some(folder) = folder {
        let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
        return Ok(match written {
            Ok(()) => Ending::Fine,
            Err(error) => {
                out.complain(&format!("cannot write the pages to `{}`: {error}", folder.display()));
                Ending::Failed
            }
        });
    }
    let mut wanted = &command;
    for name in path {
        let Some(found) = wanted.find_subcommand(name) else {
            let near = names::suggestion(name, wanted.get_subcommands().map(Command::get_name));
            return Err(format!("there is no command `{}`{near}; `racefree help` lists them", path.join(" ")).into());
        };
        wanted = found;
    }
    let mut page = Vec::new();
    clap_mangen::Man::new(wanted.clone()).render(&mut page)?;
    out.write_all(&page)?;
    Ok(Ending::Fine)
}
