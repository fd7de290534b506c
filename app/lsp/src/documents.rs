//! Texts that the client has open.

use crate::position::{Encoding, Lines};
use crate::settings::Settings;
use gen_lsp_types::{Range, TextDocumentContentChangeEvent, Uri};
use racefree_answers::editing::{Buffer, Span, VARIANTS};
use racefree_answers::java::editing::JavaBuffer;
use std::cell::OnceCell;
use std::rc::Rc;

/// A text, with the answers about it.
pub(crate) struct Document {
    pub(crate) uri: Uri,
    pub(crate) version: i32,
    pub(crate) text: String,
    pub(crate) lines: Lines,
    encoding: Encoding,
    judged: OnceCell<Result<Rc<Buffer>, String>>,
    /// True for Java, which is no program of the calculus.
    pub(crate) is_java: bool,
    java: OnceCell<Result<Rc<JavaBuffer>, String>>,
    /// The last text that was a program.
    good: Option<Rc<Buffer>>,
    /// True if the client has not been told the diagnostics of this text.
    pub(crate) stale: bool,
    /// True once the client was told that the text is large.
    pub(crate) said_large: bool,
    /// The semantic tokens that were sent last, with their number.
    pub(crate) tokens: (u32, Vec<u32>),
}

impl Document {
    pub(crate) fn new(uri: Uri, version: i32, text: String, encoding: Encoding) -> Document {
        let lines = Lines::new(&text, encoding);
        let (judged, tokens) = (OnceCell::new(), (0, Vec::new()));
        let (is_java, java) = (crate::java::is_java(&uri), OnceCell::new());
        let (good, stale, said_large) = (None, true, false);
        Document { uri, version, text, lines, encoding, judged, is_java, java, good, stale, said_large, tokens }
    }

    /// Applies a change. Of one whose range is inverted, the end counts as its start.
    pub(crate) fn change(&mut self, change: TextDocumentContentChangeEvent) {
        match change {
            TextDocumentContentChangeEvent::TextDocumentContentChangePartial(part) => {
                let span = self.lines.span(&self.text, part.range);
                self.text.replace_range(span.start as usize..span.end as usize, &part.text);
            }
            TextDocumentContentChangeEvent::TextDocumentContentChangeWholeDocument(whole) => self.text = whole.text,
        }
        self.lines = Lines::new(&self.text, self.encoding);
        self.forget();
    }

    /// Forgets what was said of the text, because it or the rules have changed.
    pub(crate) fn forget(&mut self) {
        if let Some(Ok(buffer)) = self.judged.take()
            && buffer.program.is_some()
        {
            self.good = Some(buffer);
        }
        self.java.take();
        self.stale = true;
    }

    /// The text judged by the rules in the settings.
    pub(crate) fn judged(&self, settings: &Settings) -> Result<Rc<Buffer>, String> {
        let judged = || Buffer::read(self.text.clone(), &settings.rules(), VARIANTS).map(Rc::new);
        self.judged.get_or_init(judged).clone()
    }

    /// The Java text judged.
    pub(crate) fn judged_java(&self, settings: &Settings) -> Result<Rc<JavaBuffer>, String> {
        let path = || crate::java::path(&self.uri);
        let judged = || JavaBuffer::read(&path(), &self.text, &settings.rules(), VARIANTS).map(Rc::new);
        self.java.get_or_init(judged).clone()
    }

    /// The Java text judged, if it is Java and not too large.
    pub(crate) fn java(&self, settings: &Settings) -> Option<Rc<JavaBuffer>> {
        let small = self.is_java && self.text.len() <= crate::LARGE;
        if small { self.judged_java(settings).ok() } else { None }
    }

    /// The text judged, if it is a program and not too large for questions about its places.
    pub(crate) fn buffer(&self, settings: &Settings) -> Option<Rc<Buffer>> {
        if self.is_java || self.text.len() > crate::LARGE {
            return None;
        }
        self.judged(settings).ok()
    }

    /// The last text that was a program: this one, or an earlier one.
    pub(crate) fn good(&self, settings: &Settings) -> Option<Aligned> {
        let now = self.buffer(settings)?;
        let good = if now.program.is_some() { now } else { self.good.clone()? };
        Some(Aligned::new(good, &self.text))
    }

    /// The range of a span of another text.
    pub(crate) fn range_in(&self, text: &str, span: Span) -> Range {
        Lines::new(text, self.encoding).range(text, span)
    }

    /// The range of a span of the text.
    pub(crate) fn range(&self, span: Span) -> Range {
        self.lines.range(&self.text, span)
    }
}

/// An earlier text beside the present one: they differ between a common beginning and a common end.
pub(crate) struct Aligned {
    pub(crate) buffer: Rc<Buffer>,
    /// Length of the common beginning.
    prefix: u32,
    /// Starts of the common end, then and now.
    suffix: (u32, u32),
}

impl Aligned {
    fn new(buffer: Rc<Buffer>, now: &str) -> Aligned {
        let (a, b) = (buffer.text.as_bytes(), now.as_bytes());
        let prefix = a.iter().zip(b).take_while(|(a, b)| a == b).count();
        let rest = a.len().min(b.len()) - prefix;
        let common = a.iter().rev().zip(b.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
        let suffix = ((a.len() - common) as u32, (b.len() - common) as u32);
        Aligned { prefix: prefix as u32, suffix, buffer }
    }

    /// The place in the earlier text that stands for one in the present text.
    pub(crate) fn then(&self, offset: u32) -> u32 {
        if offset <= self.prefix {
            offset
        } else if offset >= self.suffix.1 {
            offset - self.suffix.1 + self.suffix.0
        } else {
            self.prefix
        }
    }

    /// The same for a span that is in both texts.
    pub(crate) fn span_then(&self, span: Span) -> Option<Span> {
        self.mapped(span, self.suffix.1, self.suffix.0)
    }

    /// The place in the present text of a span of the earlier one, if it is there.
    pub(crate) fn span_now(&self, span: Span) -> Option<Span> {
        self.mapped(span, self.suffix.0, self.suffix.1)
    }

    fn mapped(&self, span: Span, from: u32, to: u32) -> Option<Span> {
        if span.end <= self.prefix {
            Some(span)
        } else if span.start >= from {
            Some(Span::new(span.start - from + to, span.end - from + to))
        } else {
            None
        }
    }

    /// The place in the present text of a span that may have changed inside.
    pub(crate) fn whole_now(&self, span: Span) -> Option<Span> {
        let at = |offset: u32| match offset {
            offset if offset >= self.suffix.0 => Some(offset - self.suffix.0 + self.suffix.1),
            offset if offset <= self.prefix => Some(offset),
            _ => None,
        };
        Some(Span::new(at(span.start)?, at(span.end)?))
    }
}
