//! `racefree completions` and `racefree man`.

use super::Outcome;
use crate::args::Args;
use crate::terminal::Out;
use clap::CommandFactory;
use std::io::{self, Write};

/// Prints a completion script.
pub fn completions(shell: clap_complete::Shell, out: &mut Out) -> io::Result<Outcome> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "racefree", &mut script);
    out.write_all(&script)?;
    Ok(Outcome::Fine)
}

/// Prints the manual page, the commands' pages behind the main one.
pub fn man(out: &mut Out) -> io::Result<Outcome> {
    let mut page = Vec::new();
    let command = Args::command();
    clap_mangen::Man::new(command.clone()).render(&mut page)?;
    for sub in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        let name = format!("racefree {}", sub.get_name());
        page.write_all(format!(".SH \"{}\"\n", name.to_uppercase()).as_bytes())?;
        let man = clap_mangen::Man::new(sub.clone().bin_name(name.clone()).display_name(name));
        man.render_description_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    out.write_all(&page)?;
    Ok(Outcome::Fine)
}
