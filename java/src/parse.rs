//! Text to syntax, a file at a time and several at once.

use crate::Stop;
use crate::declare::compact::module_words;
use crate::declare::notes::next_token;
use crate::sources::Sources;
use crate::syntax::{At, Node, NodeKind, Role, Syntax};
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

/// Dots in the names of record patterns, `case Shape.Circle(int r)`: the grammar takes no name with a dot there, and one word of the same length.
fn record_names(text: &str) -> Vec<usize> {
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let mut dots = Vec::new();
    for (at, word) in text.match_indices("case ").chain(text.match_indices("instanceof ")) {
        if text[..at].ends_with(is_name) {
            continue;
        }
        let (start, mut depth, mut name) = (at + word.len(), 0, None);
        for (i, c) in text[start..].char_indices().map(|(i, c)| (start + i, c)) {
            let begun: usize = name.unwrap_or(i);
            match c {
                _ if is_name(c) || c == '.' => name = Some(begun),
                '<' | '>' | ' ' if name.is_some() && text[i..].trim_start().starts_with(['<', '(']) => {}
                '(' => {
                    let own = text[begun..i].split('<').next().unwrap_or_default();
                    dots.extend(own.match_indices('.').map(|(dot, _)| begun + dot));
                    (depth, name) = (depth + 1, None);
                }
                ')' if depth == 1 => break,
                ')' => (depth, name) = (depth - 1, None),
                '{' | '}' | ';' | ':' | '-' | '&' | '|' => break,
                // A word is no part of the next one.
                _ => name = None,
            }
            if depth < 0 {
                break;
            }
        }
    }
    dots
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

/// Places of brackets around variables that are assigned, which the grammar does not know: `(n) = 3`.
fn around_assigned(text: &[u8]) -> Vec<usize> {
    const ASSIGN: &[&str] = &["=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>="];
    let mut found = Vec::new();
    for close in (0..text.len()).filter(|close| text[*close] == b')') {
        let behind = text[close + 1..].trim_ascii_start();
        let assigned = ASSIGN.iter().any(|op| behind.starts_with(op.as_bytes())) && !behind.starts_with(b"==");
        let mut depth = 0;
        let open = text[..=close].iter().rposition(|byte| {
            depth += i32::from(*byte == b')') - i32::from(*byte == b'(');
            depth == 0 || !assigned || matches!(byte, b';' | b'{' | b'}')
        });
        let Some(open) = open.filter(|open| text[*open] == b'(') else { continue };
        // Not those of a call, a parameter list or a condition.
        let before = without_comments(&text[..open]);
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | 128..);
        let word = &before[before.iter().rposition(|byte| !is_letter(byte)).map_or(0, |at| at + 1)..];
        if matches!(word, b"" | b"else" | b"do" | b"return") && !before.ends_with(b"]") {
            found.extend([open, close]);
        }
    }
    found
}

/// Places of `super(…)` and `this(…)` behind other statements, which the grammar does not know: with a capital they are calls of methods.
fn late_delegations(text: &[u8]) -> Vec<usize> {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'$' | b'.' | 128..);
    let mut found = Vec::new();
    for word in [&b"super"[..], b"this"] {
        for at in (1..text.len().saturating_sub(word.len())).filter(|at| text[*at..].starts_with(word)) {
            let calls = text[at + word.len()..].trim_ascii_start().starts_with(b"(");
            if calls && !is_letter(&text[at - 1]) && matches!(without_comments(&text[..at]).last(), Some(b';' | b'}')) {
                found.push(at);
            }
        }
    }
    found
}

/// A text without the blanks and comments that it ends with.
fn without_comments(mut text: &[u8]) -> &[u8] {
    loop {
        text = text.trim_ascii_end();
        let line = text.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let comment = match text.ends_with(b"*/") {
            true => text.windows(2).rposition(|pair| pair == b"/*"),
            false => text[line..].windows(2).position(|pair| pair == b"//").map(|at| line + at),
        };
        match comment {
            Some(at) => text = &text[..at],
            None => return text,
        }
    }
}

/// Places of brackets around the left operand of a sum: the grammar takes `(o.x) + 1` for a cast of `+1`, which Java has for primitive types alone.
fn around_operands(syntax: &Syntax, text: &str, base: u32) -> Vec<usize> {
    let casts = (0..syntax.nodes.len() as u32).map(At).filter(|at| syntax.kind(*at) == NodeKind::Cast);
    let brackets = casts.filter_map(|cast| {
        let (ty, value) = (syntax.child(cast, Role::Type)?, syntax.child(cast, Role::Value)?);
        let is_name = matches!(syntax.kind(ty), NodeKind::Identifier | NodeKind::TypeIdentifier | NodeKind::ScopedType);
        let sign = text.as_bytes()[(syntax.span(value).start - base) as usize];
        let open = (syntax.span(cast).start - base) as usize;
        let close = next_token(text, (syntax.span(ty).end - base) as usize);
        (is_name && matches!(sign, b'+' | b'-')).then_some([open, close])
    });
    brackets.flatten().collect()
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
    if pattern.contains(" _") && pattern.contains(',') {
        return Some("a list of patterns in a case");
    }
    let name = pattern.split('(').next()?.trim_end();
    let qualified = name.contains('.') && name.chars().all(|c| c.is_alphanumeric() || matches!(c, '.' | '_' | '$'));
    (qualified && name.len() < pattern.len()).then_some("a record pattern with a qualified name")
}
