//! The program `racefree`; all of it is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    racefree_cli::main()
}
