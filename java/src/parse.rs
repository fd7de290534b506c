//! Text to syntax, a file at a time and several at once.

use crate::Stop;
use crate::declare::compact::module_words;
use crate::respelled::{around_assigned, around_operands, late_delegations, record_names};
use crate::sources::Sources;
use crate::syntax::{Node, NodeKind, Role, Syntax};
use crate::tree::{FileNo, Note, NoteKind};
use racefree_grammar::Span;
use std::borrow::Cow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use tree_sitter::{Language, Parser, TreeCursor};

/// An error of the syntax.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SyntaxError {
    /// Its place: text that fits nowhere, or the empty place where something is missing.
    pub span: Span,
    /// Its sort.
    pub kind: SyntaxErrorKind,
}

/// The sort of an error of the syntax.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SyntaxErrorKind {
    /// Text that fits nowhere.
    Unexpected,
    /// A token is missing, in the words of the grammar.
    Missing(&'static str),
    /// Java that this parser does not know.
    NotUnderstood(&'static str),
    /// Text that is in no class.
    Outside,
    /// A comment without its end.
    OpenComment,
}

impl SyntaxError {
    /// The error in words.
    pub fn message(&self, sources: &Sources) -> String {
        match &self.kind {
            SyntaxErrorKind::Unexpected => {
                let text = sources.at(self.span).lines().next().unwrap_or("").trim();
                let short: String = text.chars().take(40).collect();
                let dots = if short.len() < sources.at(self.span).trim().len() { "…" } else { "" };
                if short.is_empty() { "the text ends too early".into() } else { format!("unexpected `{short}{dots}`") }
            }
            SyntaxErrorKind::Missing(token) if token.chars().all(|c| !c.is_alphanumeric()) => {
                format!("`{token}` is missing here")
            }
            SyntaxErrorKind::Missing(token) => format!("{} is missing here", token.replace('_', " ")),
            SyntaxErrorKind::Outside => {
                "this is in no class, and not checked: outside of classes there are members alone, in a file that is in no \
                 package and has a method `main`"
                    .into()
            }
            SyntaxErrorKind::OpenComment => "this comment has no end: `*/` is missing".into(),
            SyntaxErrorKind::NotUnderstood(what) => {
                format!("{what} is not understood, and what it stands in is not checked")
            }
        }
    }
}

/// A file, parsed.
#[derive(Clone, Debug, Default)]
pub(crate) struct Parsed {
    pub(crate) syntax: Syntax,
    /// Annotation comments, in order.
    pub(crate) comments: Vec<Note>,
    /// Errors, in order.
    pub(crate) errors: Vec<SyntaxError>,
    /// Lines of code.
    pub(crate) lines: u32,
}

/// Sorts and roles by the parser's numbers.
struct Numbers {
    language: Language,
    kinds: Vec<NodeKind>,
    roles: Vec<Role>,
}

fn tables() -> &'static Numbers {
    static TABLES: OnceLock<Numbers> = OnceLock::new();
    TABLES.get_or_init(|| {
        let language = Language::new(tree_sitter_java::LANGUAGE);
        let kind = |id| {
            let named = language.node_kind_is_named(id) || language.node_kind_for_id(id) == Some(";");
            language.node_kind_for_id(id).filter(|_| named).map_or(NodeKind::Token, NodeKind::of)
        };
        let kinds = (0..language.node_kind_count() as u16).map(kind).collect();
        let roles = (0..=language.field_count() as u16)
            .map(|id| language.field_name_for_id(id).map_or(Role::None, Role::of))
            .collect();
        Numbers { language, kinds, roles }
    })
}

/// Parses files, on as many threads. The result is in the order of `files`.
pub(crate) fn all(sources: &Sources, files: &[FileNo], threads: usize, stop: &Stop) -> Vec<Parsed> {
    let (next, threads) = (AtomicUsize::new(0), threads.clamp(1, files.len().max(1)));
    let work = || {
        let (mut parser, mut mine) = (parser(), Vec::new());
        while let Some(file) = files.get(next.fetch_add(1, Relaxed)) {
            mine.push((*file, one(&mut parser, sources, *file, stop)));
        }
        mine
    };
    let mut parsed = if threads == 1 {
        work()
    } else {
        std::thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut parsed = work();
            for other in others {
                match other.join() {
                    Ok(files) => parsed.extend(files),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            parsed
        })
    };
    parsed.sort_by_key(|(file, _)| *file);
    parsed.into_iter().map(|(_, parsed)| parsed).collect()
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    // The versions of both crates are pinned, and fit.
    let fits = parser.set_language(&tables().language);
    debug_assert!(fits.is_ok());
    parser
}

fn one(parser: &mut Parser, sources: &Sources, file: FileNo, stop: &Stop) -> Parsed {
    let span = sources.files()[file.index()].span;
    let text = sources.at(span);
    let mut parsed = Parsed { lines: lines_of_code(text), ..Parsed::default() };
    let mut plain = Cow::Borrowed(text);
    while !stop.is_over()
        && let Some(tree) = parser.parse(&*plain, None)
    {
        (parsed.syntax, parsed.comments, parsed.errors) = Default::default();
        parsed.syntax.nodes.reserve(text.len() / 5);
        Flat { text, base: span.start, parsed: &mut parsed }.walk(&mut tree.walk());
        if tree.root_node().is_error() && parsed.errors.is_empty() {
            parsed.errors.push(SyntaxError { span, kind: SyntaxErrorKind::Unexpected });
        }
        parsed.syntax.nodes.shrink_to_fit();
        let assigned = match parsed.errors.is_empty() {
            true => Vec::new(),
            false => [around_assigned(plain.as_bytes()), module_words(&plain)].concat(),
        };
        let brackets = [assigned, around_operands(&parsed.syntax, text, span.start)].concat();
        let late = if parsed.errors.is_empty() { Vec::new() } else { late_delegations(plain.as_bytes()) };
        let dots = if parsed.errors.is_empty() { Vec::new() } else { record_names(&plain) };
        if brackets.is_empty() && late.is_empty() && dots.is_empty() {
            break;
        }
        let mut bytes = plain.into_owned().into_bytes();
        late.into_iter().for_each(|at| bytes[at].make_ascii_uppercase());
        brackets.into_iter().for_each(|at| bytes[at] = b' ');
        dots.into_iter().for_each(|at| bytes[at] = b'_');
        plain = Cow::Owned(String::from_utf8_lossy(&bytes).into_owned());
    }
    if parsed.syntax.nodes.is_empty() {
        parsed.syntax.nodes.push(Node { kind: NodeKind::Program, role: Role::None, damaged: false, span, next: 1 });
    }
    open_comment(text, span.start, &mut parsed.errors);
    parsed
}

/// A comment without its end takes the rest of the text with it, so nothing behind is an error of its own.
fn open_comment(text: &str, base: u32, errors: &mut Vec<SyntaxError>) {
    let is_open = |error: &SyntaxError| {
        let rest = text[(error.span.start - base) as usize..].strip_prefix("/*");
        error.kind == SyntaxErrorKind::Unexpected && rest.is_some_and(|rest| !rest.contains("*/"))
    };
    if let Some(first) = errors.iter().position(is_open) {
        errors.truncate(first + 1);
        let start = errors[first].span.start;
        errors[first] = SyntaxError { span: Span::new(start, start + 2), kind: SyntaxErrorKind::OpenComment };
    }
}

/// Number of lines that are neither blank nor comments alone.
fn lines_of_code(text: &str) -> u32 {
    let (mut inside, mut lines) = (false, 0);
    for mut line in text.lines().map(str::trim_start) {
        // Comments in front of the code of a line, annotations among them.
        while let Some(at) = if inside { line.find("*/") } else { line.starts_with("/*").then_some(0) } {
            (inside, line) = (!inside, line[at + 2..].trim_start());
        }
        if inside || line.is_empty() || line.starts_with("//") {
            continue;
        }
        lines += 1;
        let last = line.as_bytes().windows(2).rfind(|pair| matches!(*pair, b"/*" | b"*/"));
        inside = last.is_some_and(|last| last == b"/*");
    }
    lines
}

/// Makes a parser's tree flat.
struct Flat<'t> {
    text: &'t str,
    base: u32,
    parsed: &'t mut Parsed,
}

impl Flat<'_> {
    fn walk(&mut self, cursor: &mut TreeCursor<'_>) {
        // Nodes that are open, by their numbers.
        let mut open: Vec<u32> = Vec::new();
        loop {
            let parent = open.last().map_or(NodeKind::Program, |i| self.parsed.syntax.nodes[*i as usize].kind);
            let entered = self.enter(cursor, parent);
            if entered && cursor.goto_first_child() {
                open.push(self.parsed.syntax.nodes.len() as u32 - 1);
                continue;
            }
            while !cursor.goto_next_sibling() {
                let Some(last) = open.pop() else { return };
                self.parsed.syntax.nodes[last as usize].next = self.parsed.syntax.nodes.len() as u32;
                if !cursor.goto_parent() || open.is_empty() {
                    return;
                }
            }
        }
    }

    /// Keeps the node if it tells something, and returns true if what is in it is to be looked at.
    fn enter(&mut self, cursor: &TreeCursor<'_>, parent: NodeKind) -> bool {
        let (node, tables) = (cursor.node(), tables());
        let root = self.parsed.syntax.nodes.is_empty();
        let kind = match () {
            // A text that is damaged everywhere has pieces of syntax too.
            () if root => NodeKind::Program,
            () if node.is_error() => NodeKind::Error,
            () => tables.kinds[node.kind_id() as usize],
        };
        let span = Span::new(self.base + node.start_byte() as u32, self.base + node.end_byte() as u32);
        if matches!(kind, NodeKind::LineComment | NodeKind::BlockComment) {
            self.comment(span);
            return false;
        }
        if parent != NodeKind::Error {
            if node.is_missing() {
                self.parsed.errors.push(SyntaxError { span, kind: SyntaxErrorKind::Missing(node.kind()) });
            } else if kind == NodeKind::Error {
                let what = gap(self.text, span.start - self.base, span.end - self.base);
                let kind = what.map_or(SyntaxErrorKind::Unexpected, SyntaxErrorKind::NotUnderstood);
                self.parsed.errors.push(SyntaxError { span, kind });
            }
        }
        let role = cursor.field_id().map_or(Role::None, |id| tables.roles[id.get() as usize]);
        match kind {
            NodeKind::Token if !tells(parent, role, self.text.as_bytes().get((span.start - self.base) as usize)) => {
                return false;
            }
            NodeKind::StringFragment | NodeKind::Escape | NodeKind::TextFragment | NodeKind::Semicolon
                if parent != NodeKind::Block =>
            {
                return false;
            }
            _ => {}
        }
        let next = self.parsed.syntax.nodes.len() as u32 + 1;
        self.parsed.syntax.nodes.push(Node { kind, role, damaged: node.has_error() || node.is_missing(), span, next });
        // Nodes in an error are part of it.
        kind != NodeKind::Error
    }

    fn comment(&mut self, span: Span) {
        let text = &self.text[(span.start - self.base) as usize..(span.end - self.base) as usize];
        if text[2..].starts_with('#') {
            self.parsed.comments.push(Note { span, kind: NoteKind::Comment });
        }
    }
}

/// Returns true if a token tells something: operators, modifiers, and words that choose between forms.
fn tells(parent: NodeKind, role: Role, first: Option<&u8>) -> bool {
    let is_word = first.is_some_and(u8::is_ascii_alphabetic);
    match parent {
        NodeKind::Update => true,
        NodeKind::Modifiers
        | NodeKind::Wildcard
        | NodeKind::Import
        | NodeKind::SwitchLabel
        | NodeKind::MethodReference => is_word,
        _ => role == Role::Operator,
    }
}

/// Java that the grammar does not know: the words for it, if an error looks like it.
fn gap(text: &str, start: u32, end: u32) -> Option<&'static str> {
    let from = |keyword: &str| text.get(..end as usize)?.rfind(keyword).map(|i| i + keyword.len());
    let at = from("case ").max(from("instanceof "))?;
    let pattern: &str = text[at..].split(['{', ';', ':', '-', '\n']).next()?;
    if start as usize > at + pattern.len() {
        return None;
    }
    if pattern.starts_with("final ") {
        return Some("`final` in the pattern of a case");
    }
    (pattern.contains(" _") && pattern.contains(',')).then_some("a list of patterns in a case")
}
