//! Repairs of code that the compiler rejects: the name that is meant, the import, `new`, `==`.

use super::text::feed;
use racefree_grammar::{Edit, Fix, Span};
use strsim::osa_distance;

/// Changes that may give a name a meaning, by the message of the error about it.
pub(super) fn declared(text: &str, code: &[u8], at: Span, message: &str) -> Vec<Fix> {
    let wrong = at.text(text);
    if let Some(import) = message.split('`').find(|part| part.starts_with("import ")) {
        let place = behind_imports(text, code);
        let line = format!("{import}{}", feed(text));
        return vec![Fix::new(format!("Write `{import}`"), vec![Edit::insert(place, line)])];
    }
    if message.starts_with("`length` of a text") {
        return vec![Fix::new("Write `length()`", vec![Edit::insert(at.end, "()")])];
    }
    if message.starts_with("`length` of an array") {
        let end = code[at.end as usize..].iter().position(|&b| b == b')').map_or(at.end, |n| at.end + n as u32 + 1);
        return vec![Fix::new("Write `length`", vec![Edit::remove(Span::new(at.end, end), text)])];
    }
    // The name is the last word of `a.b`, or its first one.
    let name = message.split('`').nth(if message.contains("` has no ") { 3 } else { 1 }).unwrap_or_default();
    let Some(offset) = wrong.find(name).filter(|_| !name.is_empty()) else { return Vec::new() };
    let span = Span::new(at.start + offset as u32, at.start + (offset + name.len()) as u32);
    if let Some((_, near)) = message.split_once("is declared, and `") {
        let word = near.split('`').next().unwrap_or_default();
        return vec![everywhere(text, code, name, word)];
    }
    let called = is_called(code, span.end);
    let mut near: Vec<(usize, &str)> = Vec::new();
    for word in words(code) {
        let other = word.text(text);
        let capital = |word: &str| word.starts_with(char::is_uppercase);
        let alike =
            is_called(code, word.end) == called && capital(other) == capital(name) || message.starts_with("no class");
        let changes = osa_distance(other, name);
        if other != name
            && alike
            && changes <= 2
            && 2 * changes < name.len().max(3)
            && !near.iter().any(|(_, n)| *n == other)
        {
            near.push((changes, other));
        }
    }
    near.sort_unstable();
    let least = near.first().map_or(0, |(changes, _)| *changes);
    let is_alone = near.iter().filter(|(changes, _)| *changes == least).count() == 1;
    let write = |(_, other): &(usize, &str)| {
        // The error about a class stands at its first place alone.
        let fix = match message.starts_with("no class") {
            true => everywhere(text, code, name, other),
            false => Fix::new(format!("Write `{other}` for `{name}`"), vec![Edit::replace(span, *other)]),
        };
        fix.if_sure(is_alone)
    };
    let mut found: Vec<Fix> = near.iter().map(write).collect();
    if called && name.starts_with(char::is_uppercase) {
        found.push(Fix::new(format!("Write `new {name}`"), vec![Edit::insert(span.start, "new ")]));
    }
    found
}

/// Another word for a name, wherever it stands.
fn everywhere(text: &str, code: &[u8], name: &str, other: &str) -> Fix {
    let all = words(code).filter(|word| word.text(text) == name);
    Fix::new(format!("Write `{other}` for `{name}`"), all.map(|word| Edit::replace(word, other)).collect())
}

/// Changes that may give a value its type.
pub(super) fn typed(code: &[u8], at: Span, message: &str) -> Vec<Fix> {
    let own = &code[at.start as usize..at.end as usize];
    let is_alone = |i: usize| {
        own[i] == b'=' && !own[..i].last().is_some_and(|b| b"=!<>+-*/%&|^".contains(b)) && own.get(i + 1) != Some(&b'=')
    };
    let Some(equal) = (0..own.len()).find(|&i| is_alone(i)).filter(|_| message.starts_with("a condition")) else {
        return Vec::new();
    };
    let place = Span::new(at.start + equal as u32, at.start + equal as u32 + 1);
    vec![Fix::new("Compare by `==`", vec![Edit::replace(place, "==")])]
}

/// The repair that writes the word which the message says is meant.
pub(super) fn meant(code: &[u8], at: Span, message: &str) -> Option<Fix> {
    if let Some(meant) = message.strip_suffix("` is meant").and_then(|rest| rest.rsplit('`').next()) {
        // A lock that is waited for may be one of two in another order.
        let waits = code.get(at.start as usize..at.end as usize) == Some(b"tryLock".as_slice());
        return Some(Fix::new(format!("Write `{meant}`"), vec![Edit::replace(at, meant)]).if_sure(!waits));
    }
    if let Some(other) = message.strip_suffix("` begins one").and_then(|rest| rest.rsplit('`').next()) {
        return Some(Fix::guess(format!("Write `{other}`"), vec![Edit::replace(at, other)]));
    }
    (message.starts_with("this `;`") && code.get(at.start as usize) == Some(&b';'))
        .then(|| Fix::new("Take out the `;`", vec![Edit::replace(at, "")]))
}

/// The names in code.
fn words(code: &[u8]) -> impl Iterator<Item = Span> {
    let letter = |b: &u8| b.is_ascii_alphanumeric() || *b == b'_' || !b.is_ascii();
    let mut at = 0;
    std::iter::from_fn(move || {
        at += code[at..].iter().position(letter)?;
        let start = at;
        at += code[at..].iter().position(|b| !letter(b)).unwrap_or(code.len() - at);
        Some(Span::new(start as u32, at as u32))
    })
}

/// Returns true for a name in front of arguments.
fn is_called(code: &[u8], end: u32) -> bool {
    code[end as usize..].trim_ascii_start().first() == Some(&b'(')
}

/// The beginning of the line behind the last import, or of the file.
pub(super) fn behind_imports(text: &str, code: &[u8]) -> u32 {
    let is_import = |line: &&str, start: usize| line.starts_with("import ") && code[start] == b'i';
    let (mut start, mut place) = (0, 0);
    for line in text.split_inclusive('\n') {
        if is_import(&line, start) {
            place = start + line.len();
        }
        start += line.len();
    }
    place as u32
}
