//! Places in Java text: the statement around a place, where a modifier goes, where the head of a method ends.

use racefree_grammar::Span;

/// A text in which strings, characters and comments are blanks, so that signs are signs.
pub(in crate::java) fn code(text: &str) -> Vec<u8> {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut i = 0;
    while i < bytes.len() {
        let end = match (bytes[i], bytes.get(i + 1)) {
            (b'/', Some(b'/')) => bytes[i..].iter().position(|&b| b == b'\n').map_or(bytes.len(), |n| i + n),
            (b'/', Some(b'*')) => find(bytes, i + 2, b"*/").map_or(bytes.len(), |n| n + 2),
            (b'"', Some(b'"')) if bytes.get(i + 2) == Some(&b'"') => {
                find(bytes, i + 3, b"\"\"\"").map_or(bytes.len(), |n| n + 3)
            }
            (quote @ (b'"' | b'\''), _) => closing(bytes, i + 1, quote),
            _ => {
                i += 1;
                continue;
            }
        };
        out[i..end].iter_mut().filter(|b| **b != b'\n').for_each(|b| *b = b' ');
        i = end;
    }
    out
}

fn find(bytes: &[u8], from: usize, what: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.windows(what.len()).position(|w| w == what).map(|n| from + n)
}

/// Offset behind the quote that closes a string.
fn closing(bytes: &[u8], mut i: usize, quote: u8) -> usize {
    while i < bytes.len() && bytes[i] != quote && bytes[i] != b'\n' {
        i += if bytes[i] == b'\\' { 2 } else { 1 };
    }
    (i + 1).min(bytes.len())
}

/// The simple statement around a place: from behind the sign that ends what stands before, up to its semicolon. None, if it is no statement
/// of its own (a head of a loop), declares a variable, or has a block in it.
pub(super) fn statement(text: &str, code: &[u8], at: Span) -> Option<Span> {
    simple_statement(text, code, at).filter(|span| !declares(span.text(text)))
}

/// The statement around a place, also one that declares a variable.
pub(super) fn simple_statement(text: &str, code: &[u8], at: Span) -> Option<Span> {
    let (mut start, mut depth) = (at.start as usize, 0i32);
    while start > 0 {
        match code[start - 1] {
            b')' => depth += 1,
            b'(' if depth == 0 => {}
            b'(' => depth -= 1,
            b';' | b'{' | b'}' if depth == 0 => break,
            _ => {}
        }
        start -= 1;
    }
    start += text.get(start..)?.len() - text.get(start..)?.trim_start().len();
    let start = skipped_comments(text, start);
    let (mut end, mut depth) = (start, 0i32);
    loop {
        match *code.get(end)? {
            b'(' => depth += 1,
            b')' => depth -= 1,
            b'{' | b'}' => return None,
            b';' if depth == 0 => break,
            _ if depth < 0 => return None,
            _ => {}
        }
        end += 1;
    }
    let span = Span::new(start as u32, end as u32 + 1);
    let first = text.get(start..)?;
    let heads = ["for", "while", "if", "else", "do", "switch", "case", "default", "try", "catch", "this(", "super("];
    let begins = |word: &str| {
        let rest = first.strip_prefix(word);
        rest.is_some_and(|rest| word.ends_with('(') || !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    (span.contains(at) && !heads.iter().any(|w| begins(w))).then_some(span)
}

/// The lock of the innermost `synchronized (…)` around a place, from where its method begins.
pub(super) fn synchronized_around(code: &[u8], at: u32, from: u32) -> Option<Span> {
    let before = |at: usize| code[..at].iter().rposition(|b| !b.is_ascii_whitespace());
    let (mut i, mut depth) = (at as usize, 0);
    while i > from as usize {
        i -= 1;
        match code[i] {
            b'}' => depth += 1,
            b'{' if depth > 0 => depth -= 1,
            b'{' => {
                let Some(close) = before(i).filter(|&close| code[close] == b')') else { continue };
                let mut open = close;
                let mut parts = 1;
                while parts > 0 && open > from as usize {
                    open -= 1;
                    parts += i32::from(code[open] == b')') - i32::from(code[open] == b'(');
                }
                if code[..open].trim_ascii_end().ends_with(b"synchronized") {
                    return Some(Span::new(open as u32 + 1, close as u32));
                }
            }
            _ => {}
        }
    }
    None
}

/// Offset behind comments that stand before a statement.
fn skipped_comments(text: &str, mut at: usize) -> usize {
    loop {
        let rest = &text[at..];
        let comment = match rest {
            _ if rest.starts_with("//") => rest.find('\n'),
            _ if rest.starts_with("/*") && !rest.starts_with("/*#") => rest.find("*/").map(|n| n + 2),
            _ => None,
        };
        let Some(length) = comment else { return at };
        at += length;
        at += text[at..].len() - text[at..].trim_start().len();
    }
}

/// True for a statement that declares a variable: two words at its beginning, the second before a sign of a declaration.
pub(super) fn declares(statement: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '.' | '<' | '>' | '[' | ']' | ',' | '?');
    let first = statement.split(|c: char| !word(c)).next().unwrap_or("");
    if matches!(first, "return" | "throw" | "yield" | "assert" | "break" | "continue" | "new") {
        return false;
    }
    let rest = statement[first.len()..].trim_start();
    !first.is_empty()
        && rest.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$')
        && !rest.starts_with("instanceof")
}

/// The end of a line, as a text has it.
pub(super) fn feed(text: &str) -> &'static str {
    if text.contains("\r\n") { "\r\n" } else { "\n" }
}

/// Indentation by one level, as the white space of a line has it.
pub(super) fn unit(indent: &str) -> &'static str {
    if indent.contains('\t') { "\t" } else { "    " }
}

/// Offset of the bracket that closes the parameters of a method, from behind its name.
pub(super) fn behind_parameters(code: &[u8], name_end: u32) -> Option<u32> {
    let (mut at, mut depth) = (name_end as usize, 0);
    loop {
        match *code.get(at)? {
            b'(' => depth += 1,
            b')' if depth == 1 => return Some(at as u32 + 1),
            b')' => depth -= 1,
            b'{' | b';' if depth == 0 => return None,
            _ => {}
        }
        at += 1;
    }
}
