//! Standard output and standard error. Everything is printed by way of [`Out`], so that colours, width and `--quiet` are decided once.

use crate::args::Color;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

/// Standard output, buffered, with what the reader wants of it.
pub struct Out {
    stdout: BufWriter<Stdout>,
    /// Whether to colour.
    pub color: bool,
    /// Whether to leave out what is not an error.
    pub quiet: bool,
    /// Columns of the terminal, or 100.
    pub width: usize,
}

impl Out {
    /// Standard output as the arguments and the environment say.
    pub fn new(color: Color, quiet: bool) -> Out {
        let terminal = io::stdout().is_terminal();
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|v| v.is_empty());
        let color = match color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => terminal && wanted,
        };
        let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
        let columns = columns.or_else(|| terminal_size::terminal_size().map(|(width, _)| usize::from(width.0)));
        Out { stdout: BufWriter::new(io::stdout()), color, quiet, width: columns.unwrap_or(100).clamp(40, 400) }
    }

    /// Says on standard error why something could not be done.
    pub fn complain(&mut self, message: &str) {
        // If standard error is gone too, there is no place left to say it.
        let _ = self.stdout.flush();
        let _ = writeln!(io::stderr(), "racefree: {message}");
    }

    /// Text in bold, if colours are wanted.
    pub fn bold(&self, text: &str) -> String {
        if self.color { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stdout.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stdout.flush()
    }
}
