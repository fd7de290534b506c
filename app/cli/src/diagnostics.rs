//! Errors as people read them, by `ariadne`. The only module that knows it.

use crate::terminal::{Out, is_control};
use ariadne::{Cache, Color, Config, IndexType, Label, Report as Picture, ReportKind, Source};
use racefree_answers::Problem;
use racefree_grammar::span::{Files, LineIndex, Span};
use racefree_grammar::{Fix, SyntaxError};
use racefree_kernel::{TypeError, Warning};
use racefree_systems::premise_name;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::fmt::{Debug, Display};
use std::io::{self, Write};
use std::ops::Range;

/// Draws the errors of one file.
pub struct Artist<'s> {
    name: &'s str,
    source: Source<Cow<'s, str>>,
    text: &'s str,
    files: Files<'s>,
    /// Made when it is first needed.
    lines: OnceCell<LineIndex>,
    config: Config,
}

/// Length in bytes from which lines are not drawn.
const LONG_LINE: usize = 1_000;

/// Characters that `ariadne` takes for the end of a line; no label may reach over one.
const LINE_ENDS: [char; 7] = ['\n', '\r', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];

/// Help text: the first repair, then the alternatives, one a line.
fn helps(help: &Option<String>, fixes: &[Fix]) -> Option<String> {
    let mut help = help.clone()?;
    for other in fixes.iter().skip(1) {
        help.push_str(&format!("\nor: {}", other.title));
    }
    Some(help)
}

/// A program's text without control characters, place for place and byte for byte: a terminal must not see them, and an escape would
/// move what stands behind it.
fn drawable(text: &str) -> Cow<'_, str> {
    let hidden = |c: char| is_control(c) && !LINE_ENDS.contains(&c);
    if !text.contains(hidden) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match c.len_utf8() {
        _ if !hidden(c) => c,
        1 => '?',
        2 => '¿',
        _ => char::REPLACEMENT_CHARACTER,
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Everything that is drawn at once.
struct Diagnosis<'d> {
    is_warning: bool,
    code: &'d str,
    message: &'d str,
    /// Labels of places, the main place first.
    labels: Vec<(Span, &'d str)>,
    notes: Vec<String>,
    help: Option<String>,
    /// Notes beside an excerpt.
    briefly: Vec<String>,
}

impl<'d> Diagnosis<'d> {
    /// An error at one place, with nothing else to say.
    fn new(code: &'d str, message: &'d str, span: Span) -> Diagnosis<'d> {
        let (notes, briefly) = (Vec::new(), Vec::new());
        Diagnosis { is_warning: false, code, message, labels: vec![(span, "here")], notes, help: None, briefly }
    }
}

/// Texts of files by their names; that of the whole by any other.
struct Drawn<'a, 's> {
    files: Vec<(&'s str, Source<Cow<'s, str>>)>,
    whole: &'a Source<Cow<'s, str>>,
}

impl<'s> Cache<&'s str> for Drawn<'_, 's> {
    type Storage = Cow<'s, str>;

    fn fetch(&mut self, name: &&'s str) -> Result<&Source<Cow<'s, str>>, impl Debug> {
        let found = self.files.iter().find(|file| file.0 == *name).map(|file| &file.1);
        Ok::<_, ()>(found.unwrap_or(self.whole))
    }

    fn display<'b>(&self, name: &'b &'s str) -> Option<impl Display + 'b> {
        Some(*name)
    }
}

type Located<'s> = (&'s str, Range<usize>);

impl<'s> Artist<'s> {
    /// Artist for a file.
    pub fn new(name: &'s str, text: &'s str, out: &Out) -> Artist<'s> {
        let config = Config::default().with_index_type(IndexType::Byte).with_color(out.color).with_compact(false);
        let (source, files) = (Source::from(drawable(text)), Files::new(text));
        Artist { name, source, text, files, lines: OnceCell::new(), config }
    }

    /// A span within the text, at most to the end of its first line, and never empty where there is something to show.
    fn place(&self, span: Span) -> Located<'s> {
        let len = self.text.len();
        let floor = |i: usize| (0..=i.min(len)).rev().find(|&i| self.text.is_char_boundary(i)).unwrap_or(0);
        let start = floor(span.start as usize);
        let end = floor(span.end as usize).max(start);
        let line_end = self.text[start..end].find(LINE_ENDS).map_or(end, |i| start + i);
        (self.name, start..line_end)
    }

    /// A place in the text of its file.
    fn in_file(&self, (name, range): Located<'s>) -> Located<'s> {
        match self.files.at(range.start as u32) {
            Some((_, name, start)) => (name, range.start - start as usize..range.end - start as usize),
            None => (name, range),
        }
    }

    /// Draws a diagnosis; where a line of it is too long, it is told beside an excerpt.
    fn draw(&self, diagnosis: &Diagnosis<'_>, out: &mut Out) -> io::Result<()> {
        let Diagnosis { is_warning, code, message, labels, notes, help, briefly } = diagnosis;
        let (kind, word, color) = match is_warning {
            true => (ReportKind::Warning, "Warning", Color::Yellow),
            false => (ReportKind::Error, "Error", Color::Red),
        };
        let main = self.place(labels.first().map_or(Span::NONE, |label| label.0));
        let colors = std::iter::once(color).chain(std::iter::repeat(Color::Blue));
        let mut labels: Vec<(Located<'s>, &str, Color)> =
            labels.iter().zip(colors).map(|(&(span, text), color)| (self.place(span), text, color)).collect();
        if labels.iter().any(|(place, ..)| self.too_long(place)) {
            self.excerpt(code, word, message, &main, out)?;
            for note in briefly {
                writeln!(out, "   │ {note}")?;
            }
            return writeln!(out);
        }
        // In the order of the lines, or `ariadne` starts a new picture at each step back.
        labels.sort_by_key(|(place, ..)| place.1.start);
        let main = self.in_file(main);
        let mut picture = Picture::build(kind, main).with_config(self.config).with_code(code).with_message(message);
        for (place, text, color) in labels {
            picture = picture.with_label(Label::new(self.in_file(place)).with_message(text).with_color(color));
        }
        for note in notes {
            picture = picture.with_note(note);
        }
        if let Some(help) = help {
            picture = picture.with_help(help);
        }
        // As a whole: of a colour that is written in pieces `Out` would escape the first.
        let mut text = Vec::new();
        let files = self.files.each(self.text).map(|(name, text)| (name, Source::from(drawable(text)))).collect();
        picture.finish().write(Drawn { files, whole: &self.source }, &mut text)?;
        out.write_all(&text)?;
        writeln!(out)
    }

    /// Returns true if a line is too long to be drawn, such as that of a file without line feeds.
    fn too_long(&self, place: &Located<'s>) -> bool {
        let text = self.text.as_bytes();
        let before = text[..place.1.start].iter().rev().take(LONG_LINE).take_while(|&&b| b != b'\n').count();
        let after = text[place.1.start..].iter().take(LONG_LINE).take_while(|&&b| b != b'\n').count();
        before + after >= LONG_LINE
    }

    /// The start of a diagnosis whose line is too long to be drawn: an excerpt stands for the line.
    fn excerpt(&self, code: &str, kind: &str, message: &str, place: &Located<'s>, out: &mut Out) -> io::Result<()> {
        let floor = |i: usize| (0..=i).rev().find(|&i| self.text.is_char_boundary(i)).unwrap_or(0);
        let lines = self.lines.get_or_init(|| LineIndex::new(self.text));
        let (line, column) = lines.line_column(self.text, place.1.start as u32);
        let file = self.files.at(place.1.start as u32);
        let above = file.map_or(0, |(_, _, start)| lines.line(start) - 1);
        let (line, name) = (line - above, file.map_or(self.name, |file| file.1));
        let start = floor(place.1.start.saturating_sub(40));
        let end = floor((place.1.start + 60).min(self.text.len()));
        let before = self.text[start..place.1.start].rsplit(LINE_ENDS).next().unwrap_or("");
        let behind = self.text[place.1.start..end].split(LINE_ENDS).next().unwrap_or("");
        let around = format!("{before}{behind}");
        writeln!(out, "[{code}] {kind}: {message}")?;
        writeln!(out, "   ╭─[ {name}:{line}:{column} ]")?;
        writeln!(out, "   │ …{}…", around.trim())
    }

    /// A type error; `silenced` if a `no_warn` covers it.
    pub fn type_error(&self, error: &TypeError, silenced: bool, out: &mut Out) -> io::Result<()> {
        let label = if error.label.is_empty() { "here" } else { &error.label };
        let mut labels = vec![(error.span, label)];
        for (span, text) in &error.related {
            let place = self.place(*span);
            if !labels.iter().any(|(other, said)| self.place(*other) == place && said == text) {
                labels.push((*span, text));
            }
        }
        let because = error.because.iter().map(|(premise, text)| {
            let text = if *text == error.message { String::new() } else { format!(": {text}") };
            format!("because of [{}]{text}", premise_name(*premise))
        });
        let message = if silenced { format!("silenced by no_warn: {}", error.message) } else { error.message.clone() };
        let diagnosis = Diagnosis {
            is_warning: silenced,
            code: &premise_name(error.premise),
            message: &message,
            labels,
            notes: error.notes.iter().cloned().chain(because).collect(),
            help: helps(&error.help, &error.fixes),
            briefly: error.notes.iter().chain(&error.help).cloned().collect(),
        };
        self.draw(&diagnosis, out)
    }

    /// A syntax error.
    pub fn syntax_error(&self, error: &SyntaxError, out: &mut Out) -> io::Result<()> {
        let help = helps(&error.help, &error.fixes);
        let briefly = error.help.iter().map(|note| format!("Help: {note}")).collect();
        self.draw(&Diagnosis { help, briefly, ..Diagnosis::new("syntax", &error.message, error.span) }, out)
    }

    /// Draws any other problem: a headline, and labels at places, the main one first.
    pub fn problem(&self, problem: &Problem, out: &mut Out) -> io::Result<()> {
        self.problem_and_help(problem, &[], out)
    }

    /// The same with repairs, the likeliest first.
    pub fn problem_and_help(&self, problem: &Problem, fixes: &[Fix], out: &mut Out) -> io::Result<()> {
        let Problem { code, message, labels, notes } = problem;
        let diagnosis = Diagnosis {
            labels: labels.iter().map(|(span, text)| (*span, text.as_str())).collect(),
            notes: notes.clone(),
            help: helps(&fixes.first().map(|fix| fix.title.clone()), fixes),
            briefly: labels.iter().map(|(_, text)| text).chain(notes).cloned().collect(),
            ..Diagnosis::new(code, message, Span::NONE)
        };
        self.draw(&diagnosis, out)
    }

    /// A warning.
    pub fn warning(&self, warning: &Warning, out: &mut Out) -> io::Result<()> {
        let diagnosis = Diagnosis::new(warning.kind, &warning.message, warning.span);
        self.draw(&Diagnosis { is_warning: true, ..diagnosis }, out)
    }
}
