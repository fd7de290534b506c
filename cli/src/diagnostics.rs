//! Errors as people read them, by `ariadne`. The only module that knows it.

use crate::terminal::{Out, is_control};
use ariadne::{Color, Config, IndexType, Label, Report as Picture, ReportKind, Source};
use racefree_answers::Problem;
use racefree_grammar::span::{LineIndex, Span};
use racefree_grammar::{Fix, SyntaxError};
use racefree_kernel::{TypeError, Warning};
use racefree_systems::premise_name;
use std::borrow::Cow;
use std::cell::OnceCell;
use std::io::{self, Write};
use std::ops::Range;

/// Draws the errors of one file.
pub struct Artist<'s> {
    name: &'s str,
    source: Source<Cow<'s, str>>,
    text: &'s str,
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

type Located<'s> = (&'s str, Range<usize>);

impl<'s> Artist<'s> {
    /// Artist for a file.
    pub fn new(name: &'s str, text: &'s str, out: &Out) -> Artist<'s> {
        let config = Config::default().with_index_type(IndexType::Byte).with_color(out.color).with_compact(false);
        Artist { name, source: Source::from(drawable(text)), text, lines: OnceCell::new(), config }
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

    fn draw(&self, picture: Picture<'_, Located<'s>>, out: &mut Out) -> io::Result<()> {
        // As a whole: of a colour that is written in pieces `Out` would escape the first.
        let mut text = Vec::new();
        picture.write((self.name, &self.source), &mut text)?;
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
        let start = floor(place.1.start.saturating_sub(40));
        let end = floor((place.1.start + 60).min(self.text.len()));
        let around: String = self.text[start..end].split(LINE_ENDS).next_back().unwrap_or("").to_owned();
        writeln!(out, "[{code}] {kind}: {message}")?;
        writeln!(out, "   ╭─[ {}:{line}:{column} ]", self.name)?;
        writeln!(out, "   │ …{}…", around.trim())
    }

    /// A type error; `silenced` if a `no_warn` covers it.
    pub fn type_error(&self, error: &TypeError, silenced: bool, out: &mut Out) -> io::Result<()> {
        let kind = if silenced { ReportKind::Warning } else { ReportKind::Error };
        let main = self.place(error.span);
        let label = if error.label.is_empty() { "here" } else { &error.label };
        let color = if silenced { Color::Yellow } else { Color::Red };
        // In the order of the lines, or `ariadne` starts a new picture at each step back.
        let mut labels = vec![(main.clone(), label, color)];
        for (span, text) in &error.related {
            let place = self.place(*span);
            if !labels.iter().any(|(p, t, _)| *p == place && *t == text.as_str()) {
                labels.push((place, text, Color::Blue));
            }
        }
        if labels.iter().any(|(place, ..)| self.too_long(place)) {
            let said = if silenced { "Warning: silenced by no_warn" } else { "Error" };
            self.excerpt(&premise_name(error.premise), said, &error.message, &main, out)?;
            for note in error.notes.iter().chain(&error.help) {
                writeln!(out, "   │ {note}")?;
            }
            return writeln!(out);
        }
        labels.sort_by_key(|(place, ..)| place.1.start);
        let mut picture =
            Picture::build(kind, main).with_config(self.config).with_code(premise_name(error.premise)).with_message(
                if silenced { format!("silenced by no_warn: {}", error.message) } else { error.message.clone() },
            );
        for (place, text, color) in labels {
            picture = picture.with_label(Label::new(place).with_message(text).with_color(color));
        }
        for note in &error.notes {
            picture = picture.with_note(note);
        }
        for (premise, text) in &error.because {
            let text = if *text == error.message { String::new() } else { format!(": {text}") };
            picture = picture.with_note(format!("because of [{}]{text}", premise_name(*premise)));
        }
        if let Some(help) = helps(&error.help, &error.fixes) {
            picture = picture.with_help(help);
        }
        self.draw(picture.finish(), out)
    }

    /// A syntax error.
    pub fn syntax_error(&self, error: &SyntaxError, out: &mut Out) -> io::Result<()> {
        let main = self.place(error.span);
        if self.too_long(&main) {
            self.excerpt("syntax", "Error", &error.message, &main, out)?;
            if let Some(note) = &error.help {
                writeln!(out, "   │ Help: {note}")?;
            }
            return writeln!(out);
        }
        let mut picture = Picture::build(ReportKind::Error, main.clone())
            .with_config(self.config)
            .with_code("syntax")
            .with_message(&error.message)
            .with_label(Label::new(main).with_message("here").with_color(Color::Red));
        if let Some(help) = helps(&error.help, &error.fixes) {
            picture = picture.with_help(help);
        }
        self.draw(picture.finish(), out)
    }

    /// Draws any other problem: a headline, and labels at places, the main one first.
    pub fn problem(&self, problem: &Problem, out: &mut Out) -> io::Result<()> {
        let Problem { code, message, labels, notes } = problem;
        let main = self.place(labels.first().map_or(Span::NONE, |l| l.0));
        if labels.iter().any(|(span, _)| self.too_long(&self.place(*span))) {
            self.excerpt(code, "Error", message, &main, out)?;
            for note in labels.iter().map(|(_, text)| text).chain(notes) {
                writeln!(out, "   │ {note}")?;
            }
            return writeln!(out);
        }
        let mut sorted: Vec<(Located<'s>, &String, Color)> = labels
            .iter()
            .enumerate()
            .map(|(i, (span, text))| (self.place(*span), text, if i == 0 { Color::Red } else { Color::Blue }))
            .collect();
        sorted.sort_by_key(|(place, ..)| place.1.start);
        let mut picture =
            Picture::build(ReportKind::Error, main).with_config(self.config).with_code(code).with_message(message);
        for (place, text, color) in sorted {
            picture = picture.with_label(Label::new(place).with_message(text).with_color(color));
        }
        for note in notes {
            picture = picture.with_note(note);
        }
        self.draw(picture.finish(), out)
    }

    /// A warning.
    pub fn warning(&self, warning: &Warning, out: &mut Out) -> io::Result<()> {
        let main = self.place(warning.span);
        if self.too_long(&main) {
            self.excerpt(warning.kind, "Warning", &warning.message, &main, out)?;
            return writeln!(out);
        }
        let picture = Picture::build(ReportKind::Warning, main.clone())
            .with_config(self.config)
            .with_code(warning.kind)
            .with_message(&warning.message)
            .with_label(Label::new(main).with_message("here").with_color(Color::Yellow));
        self.draw(picture.finish(), out)
    }
}
