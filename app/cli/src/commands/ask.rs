//! `racefree ask`.

use crate::args::ask::{AskArgs, LimitsArg};
use crate::ending::{Done, Ending};
use crate::running::host::Terminal;
use crate::terminal::Out;
use racefree_answers::desk::{Desk, Limits};
use racefree_answers::protocol::schemas;
use std::io::{self, BufRead, Write};
use std::path::Path;

/// Greatest size of a question in bytes.
const MOST: u64 = 1 << 31;

/// Answers each question, until there is none.
pub fn run(args: &AskArgs, out: &mut Out) -> Done {
    if let Some(folder) = &args.schemas {
        write_schemas(folder)?;
        return Ok(Ending::Fine);
    }
    let limits = match args.limits {
        LimitsArg::Native => Limits::NATIVE,
        LimitsArg::Browser => Limits::BROWSER,
    };
    let desk = Desk { exercise: racefree_exercises::ask, ..Desk::new(limits, Terminal::listen(false)) };
    let mut input = io::stdin().lock();
    loop {
        let mut line = Vec::new();
        let read = io::Read::take(&mut input, MOST).read_until(b'\n', &mut line)?;
        if read == 0 {
            return Ok(Ending::Fine);
        }
        let question = String::from_utf8_lossy(&line);
        if question.trim().is_empty() {
            continue;
        }
        writeln!(out, "{}", desk.ask(&question))?;
        out.flush()?;
        if out.is_left() {
            return Ok(Ending::Fine);
        }
        if crate::running::interrupt::interrupted() {
            return Ok(Ending::Interrupted);
        }
    }
}

fn write_schemas(folder: &Path) -> Result<(), String> {
    std::fs::create_dir_all(folder).map_err(|e| format!("the folder `{}` cannot be made: {e}", folder.display()))?;
    for (name, schema) in schemas::WRITTEN {
        crate::running::write_file(&folder.join(format!("{name}.json")), "schema", schema)?;
    }
    Ok(())
}
