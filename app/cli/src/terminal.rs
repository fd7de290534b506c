//! Standard output and standard error. Everything is printed by way of [`Out`], so that colours, width and `--quiet` are decided once.

use crate::args::Color;
use std::io::{self, BufWriter, IsTerminal, Stdout, Write};

/// Standard output, buffered, with the reader's preferences.
pub struct Out {
    sink: Sink,
    /// True if it is coloured.
    pub color: bool,
    /// True if only errors are printed.
    pub quiet: bool,
    /// Columns of the terminal, or 100.
    pub width: usize,
    /// Standard output is a terminal.
    terminal: bool,
}

/// Destination of the output.
enum Sink {
    Stdout(Pipe),
    /// Into memory, each complaint with how much had been written before it.
    Memory(Vec<u8>, Vec<(usize, String)>),
}

/// Standard output, whose reader may leave. What is written from then on goes nowhere: the command ends as it would have ended.
struct Pipe {
    to: BufWriter<Stdout>,
    left: bool,
}

impl Pipe {
    fn unless_left<T>(
        &mut self,
        nothing: T,
        work: impl FnOnce(&mut BufWriter<Stdout>) -> io::Result<T>,
    ) -> io::Result<T> {
        if self.left {
            return Ok(nothing);
        }
        match work(&mut self.to) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.left = true;
                Ok(nothing)
            }
            done => done,
        }
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.unless_left(bytes.len(), |to| to.write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.unless_left((), |to| to.flush())
    }
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
        let sink = Sink::Stdout(Pipe { to: BufWriter::new(io::stdout()), left: false });
        Out { sink, color, quiet, width: columns.unwrap_or(100).clamp(40, 400), terminal }
    }

    /// The same, but in memory until [`Out::replay`]: for a worker, whose turn to be read comes later.
    pub fn in_memory(&self) -> Out {
        let sink = Sink::Memory(Vec::new(), Vec::new());
        Out { sink, color: self.color, quiet: self.quiet, width: self.width, terminal: self.terminal }
    }

    /// Writes what another one has in memory.
    pub fn replay(&mut self, other: Out) -> io::Result<()> {
        if let Sink::Memory(text, complaints) = other.sink {
            let mut written = 0;
            for (at, message) in complaints {
                self.sink().write_all(&text[written..at])?;
                self.complain(&message);
                written = at;
            }
            self.sink().write_all(&text[written..])?;
        }
        Ok(())
    }

    /// Says on standard error why something could not be done.
    pub fn complain(&mut self, message: &str) {
        match &mut self.sink {
            Sink::Stdout(stdout) => {
                // If standard error is gone too, there is no place left to say it.
                let _ = stdout.flush();
                aside(&format!("racefree: {message}\n"));
            }
            Sink::Memory(text, complaints) => complaints.push((text.len(), message.to_owned())),
        }
    }

    /// Writes a document as it is: a program, a difference, a page. On a terminal its control characters are escaped too.
    pub fn verbatim(&mut self, text: &str) -> io::Result<()> {
        if self.terminal { self.write_all(text.as_bytes()) } else { self.sink().write_all(text.as_bytes()) }
    }

    /// Writes text to standard error, behind what standard output has so far.
    pub fn aside(&mut self, text: &str) {
        let _ = self.flush();
        aside(text);
    }

    /// Writes what another one has in memory to standard error.
    pub fn aside_of(&mut self, other: Out) {
        if let Sink::Memory(text, _) = other.sink {
            self.aside(&String::from_utf8_lossy(&text));
        }
    }

    /// True if nobody reads what is written.
    pub fn is_left(&self) -> bool {
        matches!(&self.sink, Sink::Stdout(Pipe { left: true, .. }))
    }

    fn sink(&mut self) -> &mut dyn Write {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout,
            Sink::Memory(text, _) => text,
        }
    }

    /// Writes the last line of an answer, unless `--quiet` leaves it out.
    pub fn summary(&mut self, text: &str) -> io::Result<()> {
        if self.quiet { Ok(()) } else { writeln!(self, "{}", self.bold(text)) }
    }

    /// Writes a paragraph in lines of at most `width` characters, each behind a margin.
    pub fn paragraph(&mut self, margin: &str, text: &str, width: usize) -> io::Result<()> {
        let lines = if text.is_empty() { Vec::new() } else { wrap(text, width) };
        lines.iter().try_for_each(|line| writeln!(self, "{margin}{line}"))
    }

    /// Writes a text line by line behind a margin.
    pub fn indented(&mut self, margin: &str, text: &str) -> io::Result<()> {
        text.lines().try_for_each(|line| writeln!(self, "{}", format!("{margin}{line}").trim_end()))
    }

    /// Text in bold, if colours are wanted.
    pub fn bold(&self, text: &str) -> String {
        painted(self.color, BOLD, text)
    }
}

/// Text for people and JSON: control characters of a program, of its output or of a file's name are escaped, so that none reaches a
/// terminal.
impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match escaped(bytes, self.color) {
            None => self.sink().write(bytes),
            Some(escaped) => self.sink().write_all(escaped.as_bytes()).map(|()| bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink().flush()
    }
}

/// Bold text.
pub const BOLD: &str = "1";
/// Text for orientation only.
pub const FAINT: &str = "2";

/// Text in a colour, by its code (SGR), if colours are wanted.
pub fn painted(color: bool, code: &str, text: &str) -> String {
    if color && !code.is_empty() && !text.is_empty() { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
}

/// Text in lines of at most `width` characters, broken at blanks, and within words that are too long.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        match lines.last_mut() {
            Some(line) if !line.is_empty() && line.chars().count() + 1 + letters.len() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            last => {
                if last.is_some_and(|line| line.is_empty()) {
                    lines.pop();
                }
                lines.extend(letters.chunks(width).map(|part| part.iter().collect::<String>()));
            }
        }
    }
    lines
}

/// Writes text to standard error. If standard error is gone, there is no place left to say it.
pub fn aside(text: &str) {
    let text = escaped(text.as_bytes(), false).unwrap_or_else(|| text.to_owned());
    let _ = io::stderr().write_all(text.as_bytes());
}

/// A character that changes how a terminal shows others: a control character, or one that reverses the direction of text. Line feed and
/// tab are none.
pub fn is_control(c: char) -> bool {
    let turns = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    turns || c.is_control() && c != '\n' && c != '\t'
}

/// Text with its control characters as JSON would escape them, if it has any. Colours stay if they are wanted; so does the carriage
/// return of a line's end.
fn escaped(bytes: &[u8], color: bool) -> Option<String> {
    // Most of what is written.
    if bytes.iter().all(|byte| matches!(byte, b' '..=b'~' | b'\n')) {
        return None;
    }
    let text = str::from_utf8(bytes).ok().filter(|text| text.contains(is_control))?;
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while let Some(at) = rest.find(is_control) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        let kept = match color {
            true => colour(rest),
            false => 0,
        };
        let kept = kept.max(if rest.starts_with("\r\n") { 2 } else { 0 });
        let Some(c) = rest.chars().next() else { break };
        if kept == 0 {
            out.push_str(&format!("\\u{:04x}", u32::from(c)));
        }
        out.push_str(&rest[..kept]);
        rest = &rest[kept.max(c.len_utf8())..];
    }
    out.push_str(rest);
    Some(out)
}

/// Length of the colour that a text begins with, `ESC [ … m`, or 0.
fn colour(text: &str) -> usize {
    let Some(code) = text.strip_prefix("\x1b[") else { return 0 };
    let digits = code.bytes().take_while(|b| b.is_ascii_digit() || *b == b';').count();
    // Hidden, blinking and reversed text is none of ours.
    let ours = code[..digits].split(';').all(|n| !matches!(n, "5" | "6" | "7" | "8"));
    if code[digits..].starts_with('m') && (ours || code.starts_with("38;5;")) { digits + 3 } else { 0 }
}
