//! Standard output and standard error. Everything is printed by way of [`Out`], so that colours, width and `--quiet` are decided once.

use crate::args::Color;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

/// Standard output, buffered, with what the reader wants of it.
pub struct Out {
    sink: Sink,
    /// Whether to colour.
    pub color: bool,
    /// Whether to leave out what is not an error.
    pub quiet: bool,
    /// Columns of the terminal, or 100.
    pub width: usize,
}

/// Where it goes.
enum Sink {
    Stdout(BufWriter<Stdout>),
    /// Into memory, each complaint with how much had been written before it.
    Memory(Vec<u8>, Vec<(usize, String)>),
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
        let sink = Sink::Stdout(BufWriter::new(io::stdout()));
        Out { sink, color, quiet, width: columns.unwrap_or(100).clamp(40, 400) }
    }

    /// The same, but in memory until [`Out::replay`]: for a worker, whose turn to be read comes later.
    pub fn in_memory(&self) -> Out {
        Out { sink: Sink::Memory(Vec::new(), Vec::new()), color: self.color, quiet: self.quiet, width: self.width }
    }

    /// Writes what another one has in memory.
    pub fn replay(&mut self, other: Out) -> io::Result<()> {
        if let Sink::Memory(text, complaints) = other.sink {
            let mut written = 0;
            for (at, message) in complaints {
                self.write_all(&text[written..at])?;
                self.complain(&message);
                written = at;
            }
            self.write_all(&text[written..])?;
        }
        Ok(())
    }

    /// What is in memory.
    pub fn into_text(self) -> String {
        match self.sink {
            Sink::Memory(text, _) => String::from_utf8_lossy(&text).into_owned(),
            Sink::Stdout(_) => String::new(),
        }
    }

    /// Says on standard error why something could not be done.
    pub fn complain(&mut self, message: &str) {
        match &mut self.sink {
            Sink::Stdout(stdout) => {
                // If standard error is gone too, there is no place left to say it.
                let _ = stdout.flush();
                let _ = writeln!(io::stderr(), "racefree: {message}");
            }
            Sink::Memory(text, complaints) => complaints.push((text.len(), message.to_owned())),
        }
    }

    /// Text in bold, if colours are wanted.
    pub fn bold(&self, text: &str) -> String {
        if self.color { format!("\x1b[1m{text}\x1b[0m") } else { text.to_owned() }
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.write(bytes),
            Sink::Memory(text, _) => text.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout.flush(),
            Sink::Memory(..) => Ok(()),
        }
    }
}
