//! Java that the grammar does not know: the places at which a text of the same length stands for it, which the grammar does.

use crate::declare::notes::next_token;
use crate::syntax::{At, NodeKind, Role, Syntax};

/// Dots in the names of record patterns, `case Shape.Circle(int r)`: the grammar takes no name with a dot there, and one word of the same length.
pub(crate) fn record_names(text: &str) -> Vec<usize> {
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

/// Places of brackets around variables that are assigned, which the grammar does not know: `(n) = 3`.
pub(crate) fn around_assigned(text: &[u8]) -> Vec<usize> {
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
pub(crate) fn late_delegations(text: &[u8]) -> Vec<usize> {
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
pub(crate) fn around_operands(syntax: &Syntax, text: &str, base: u32) -> Vec<usize> {
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
