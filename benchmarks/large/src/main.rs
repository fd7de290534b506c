//! `racefree-large features|equivalent LINES > file`, or `racefree-large SHAPE BYTES > file`; without arguments, the shapes.

use racefree_large::shapes::SHAPES;
use std::io::{self, Write};
use std::process::ExitCode;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let text = match args.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["features", lines] => lines.parse().ok().map(racefree_large::program),
        ["equivalent", lines] => lines.parse().ok().map(racefree_large::equivalent),
        [] => Some(SHAPES.iter().map(|shape| format!("{:<12} {}\n", shape.name, shape.what)).collect()),
        [name, bytes] => {
            SHAPES.iter().find(|shape| shape.name == name).and_then(|shape| Some(shape.program(bytes.parse().ok()?)))
        }
        _ => None,
    };
    let done = match text {
        Some(text) => io::stdout().lock().write_all(text.as_bytes()),
        None => Err(io::Error::other("usage: racefree-large features|equivalent LINES > file, or SHAPE BYTES")),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "racefree-large: {error}");
            ExitCode::from(2)
        }
    }
}
