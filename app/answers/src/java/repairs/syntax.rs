//! Repairs of Java that does not parse: a word that is misspelt, a sign that is missing. Which one it is, the parser says: each is tried out.

use racefree_grammar::{Edit, Fix, Span};
use strsim::osa_distance;

/// Words of Java that a misspelt one may be.
const WORDS: &[&str] = &[
    "abstract",
    "assert",
    "boolean",
    "break",
    "catch",
    "class",
    "continue",
    "default",
    "double",
    "else",
    "enum",
    "extends",
    "final",
    "finally",
    "float",
    "for",
    "if",
    "implements",
    "import",
    "instanceof",
    "int",
    "interface",
    "long",
    "new",
    "package",
    "private",
    "protected",
    "public",
    "record",
    "return",
    "static",
    "super",
    "switch",
    "synchronized",
    "this",
    "throw",
    "throws",
    "try",
    "void",
    "volatile",
    "while",
];

/// Changes that may let the text around a place parse, the likeliest first.
pub(super) fn of(text: &str, code: &[u8], at: Span) -> Vec<Fix> {
    let mut found = Vec::new();
    if at.text(text) == "/*" {
        // The line that the comment begins with is one, as far as anybody can tell.
        let line = text[at.start as usize..].lines().next().unwrap_or_default().trim_end();
        let end = at.start + line.len() as u32;
        return vec![Fix::new("Close the comment by `*/`", vec![Edit::insert(end, " */")])];
    }
    // A method without the type of its result gives none, unless it says so.
    let is_name = at.start < at.end && at.text(text).chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_name && code[at.end as usize..].trim_ascii_start().starts_with(b"(") {
        let title = format!("Write `void` in front of `{}`", at.text(text));
        found.push(Fix::new(title, vec![Edit::insert(at.start, "void ")]));
    }
    found.extend(locking(code, at));
    found.extend(misspelt(text, code, at));
    found.extend(opened(text, code, at));
    found.extend(unclosed_text(text, at));
    let end_of_line = |from: usize| code[from..].iter().position(|&b| b == b'\n').map_or(code.len(), |n| from + n);
    let behind = |end: usize| code[..end.min(code.len())].trim_ascii_end().len() as u32;
    // Behind what is wrong, behind what stands before it, at the end of its line.
    let mut places = vec![behind(at.end as usize), behind(at.start as usize), behind(end_of_line(at.start as usize))];
    places.dedup();
    // A statement ends where its line does, or its block.
    let ends = |place: &u32| {
        let rest = code[*place as usize..].iter().find(|b| !matches!(b, b' ' | b'\t' | b'\r'));
        rest.is_none_or(|b| matches!(b, b'\n' | b'}'))
    };
    found.extend(unclosed(text, code));
    for sign in [";", ")", "]"] {
        let mut places = places.clone();
        places.retain(|place| sign != ";" || ends(place));
        let insert = |&place: &u32| Fix::new(format!("Insert `{sign}`"), vec![Edit::insert(place, sign)]);
        found.extend(places.iter().map(insert));
    }
    // In front of a semicolon or a block at the end of the line.
    let line = behind(end_of_line(at.start as usize));
    if line > 0 && matches!(code[line as usize - 1], b';' | b'{') {
        let place = behind(line as usize - 1);
        found.push(Fix::new("Insert `)`", vec![Edit::insert(place, ")")]));
    }
    found
}

/// Blocks that lock as other languages write them: `lock (l) {…}`, `synchronized {…}`, `synchronized (l) n++;`.
fn locking(code: &[u8], at: Span) -> Vec<Fix> {
    let start = code[..at.start as usize].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
    let end = code[at.end as usize..].iter().position(|&b| b == b'\n').map_or(code.len(), |n| at.end as usize + n);
    let mut found = Vec::new();
    for word in ["lock", "synchronized"] {
        let is_letter = |b: Option<&u8>| b.is_some_and(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'.'));
        let starts = (start..end).filter(|&n| code[n..].starts_with(word.as_bytes()));
        for n in starts.filter(|&n| !is_letter(code[..n].last()) && !is_letter(code.get(n + word.len()))) {
            let next = |from: usize| code[from..].iter().position(|b| !b.is_ascii_whitespace()).map(|k| from + k);
            let Some(open) = next(n + word.len()) else { continue };
            if word == "synchronized" && code[open] == b'{' {
                let fix =
                    Fix::guess("Name the lock: `synchronized (this)`", vec![Edit::insert(open as u32, "(this) ")]);
                found.push(fix);
            }
            let Some(close) = closing(code, open).filter(|_| code[open] == b'(') else { continue };
            let Some(behind) = next(close + 1) else { continue };
            match (word, code[behind]) {
                ("lock", b'{') => {
                    let place = Span::new(n as u32, (n + word.len()) as u32);
                    found.push(Fix::new("Write `synchronized` for `lock`", vec![Edit::replace(place, "synchronized")]));
                }
                ("synchronized", first) if first != b'{' => {
                    let Some(ends) = code[behind..].iter().position(|&b| b == b';').map(|k| behind + k + 1) else {
                        continue;
                    };
                    let edits = vec![Edit::insert(behind as u32, "{ "), Edit::insert(ends as u32, " }")];
                    found.push(Fix::new("Write the statement as a block: `{ … }`", edits));
                }
                _ => {}
            }
        }
    }
    found
}

/// The place of the bracket that closes one.
fn closing(code: &[u8], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    code[open..]
        .iter()
        .position(|b| {
            match b {
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        })
        .map(|n| open + n)
}

/// A bracket that is missing behind a word that has one, and a block that is missing behind the head of a method or statement.
fn opened(text: &str, code: &[u8], at: Span) -> Vec<Fix> {
    const HEADS: &[&str] = &["synchronized", "if", "while", "for", "switch", "catch"];
    let from = code[..at.start as usize].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
    let mut found = Vec::new();
    let mut start = from;
    for line in text[from..].split_inclusive('\n').take(2) {
        let own = &code[start..start + line.len()];
        for head in HEADS {
            let words = line.match_indices(head).map(|(n, _)| n + head.len());
            let is_head = |&n: &usize| own.get(n) == Some(&b' ') && !own[n..].trim_ascii_start().starts_with(b"(");
            let is_word = |n: &usize| own[..n - head.len()].last().is_none_or(|b| !b.is_ascii_alphanumeric());
            for n in words.filter(|n| is_head(n) && is_word(n)).filter(|_| own.contains(&b')')) {
                found.push(Fix::new("Insert `(`", vec![Edit::insert((start + n + 1) as u32, "(")]));
            }
        }
        start += line.len();
    }
    // Lines before the place that end as a head does, in front of one that goes in.
    let own_end =
        code[at.end as usize..].iter().position(|&b| b == b'\n').map_or(code.len(), |n| at.end as usize + n + 1);
    let (mut end, mut lines) = (own_end, 0);
    while let Some(n) = code[..end].iter().rposition(|&b| b == b'\n').filter(|_| lines < 12) {
        let before = code[..n].trim_ascii_end();
        let first = code[before.len()..].trim_ascii_start().first();
        if before.ends_with(b")")
            && !matches!(first, Some(b'{' | b'.' | b';' | b')' | b'+' | b'-' | b'?' | b':' | b'&' | b'|'))
        {
            found.push(Fix::new("Insert `{`", vec![Edit::insert(before.len() as u32, " {")]));
        }
        (end, lines) = (n, lines + 1);
    }
    found
}

/// A quote that is missing in a line: at its end, or in front of what closes a call there.
fn unclosed_text(text: &str, at: Span) -> Vec<Fix> {
    let start = text[..at.start as usize].rfind('\n').map_or(0, |n| n + 1);
    let mut found = Vec::new();
    let mut place = start;
    for line in text[start..].split_inclusive('\n').take(5_000) {
        let own = line.trim_end();
        if own.replace("\\\"", "").matches('"').count() % 2 == 1 && !own.contains("\"\"\"") {
            let insert = |at: usize| Fix::new("Insert `\"`", vec![Edit::insert((place + at) as u32, "\"")]);
            // Text and what is put behind it cannot be told apart: both places are guesses.
            let last = own.rfind('"').unwrap_or(0);
            let plus = own[last..].find(" +").map(|n| last + n);
            found.extend(plus.map(|at| insert(at).if_sure(false)));
            let closing = own.len() - own.trim_end_matches([')', ';', '}', ' ']).len();
            let at_end = (0..=closing).rev().map(|back| insert(own.len() - back).if_sure(plus.is_none()));
            found.extend(at_end);
            break;
        }
        place += line.len();
    }
    found
}

/// The words at a place and before it that are nearly one of the language.
fn misspelt(text: &str, code: &[u8], at: Span) -> Vec<Fix> {
    let letter = |b: u8| b.is_ascii_alphanumeric() || b == b'_';
    let start_of_line = code[..at.start as usize].iter().rposition(|&b| b == b'\n').map_or(0, |n| n + 1);
    let end = (at.end as usize).min(start_of_line + 200).max(at.start as usize);
    let (mut words, mut i) = (Vec::new(), start_of_line);
    while i < end {
        let length = code[i..].iter().position(|&b| !letter(b)).unwrap_or(code.len() - i);
        let behind = code[i + length..].iter().find(|b| !b.is_ascii_whitespace());
        let before = code[..i].trim_ascii_end();
        let word_before = before.len() - before.iter().rev().take_while(|b| letter(**b)).count();
        // A name behind a type, in front of its parameters, is no word of the language.
        let is_name = behind == Some(&b'(')
            && before.last().is_some_and(|&b| letter(b) || matches!(b, b'>' | b']'))
            && !matches!(&before[word_before..], b"else" | b"do" | b"return");
        if length > 1 && !is_name {
            words.push(Span::new(i as u32, (i + length) as u32));
        }
        i += length.max(1);
    }
    let near = |span: Span| {
        let word = span.text(text);
        let close = |known: &&&str| {
            let most = if known.len() > 5 { 2 } else { 1 };
            // Of two letters both are there: `fi`.
            let same = word.len() > 2 || known.chars().all(|c| word.contains(c));
            **known != word && same && osa_distance(word, known) <= most
        };
        let known = WORDS.iter().filter(close).min_by_key(|known| osa_distance(word, known))?;
        Some((
            osa_distance(word, known),
            Fix::new(format!("Write `{known}` for `{word}`"), vec![Edit::replace(span, *known)]),
        ))
    };
    let mut found: Vec<(usize, Fix)> =
        words.into_iter().rev().filter(|w| !WORDS.contains(&w.text(text))).filter_map(near).collect();
    found.sort_by_key(|(distance, _)| *distance);
    found.into_iter().map(|(_, fix)| fix).collect()
}

/// A block that is not closed where the lines behind it go back: the bracket is put there.
fn unclosed(text: &str, code: &[u8]) -> Option<Fix> {
    let end = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let mut open: Vec<usize> = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let own = &code[start..start + line.len()];
        let indent = own.iter().take_while(|b| **b == b' ' || **b == b'\t').count();
        let first = own.get(indent).copied().filter(|b| !b.is_ascii_whitespace());
        if let (Some(first), Some(&block)) = (first, open.last()) {
            let goes_back = if first == b'}' { indent < block } else { indent <= block };
            if goes_back {
                let bracket = format!(
                    "{}}}{end}",
                    &line[..indent].chars().next().map_or("", |c| if c == '\t' { "\t" } else { " " }).repeat(block)
                );
                return Some(Fix::new("Insert `}`", vec![Edit::insert(start as u32, bracket)]));
            }
        }
        for &b in own {
            match b {
                b'{' => open.push(indent),
                b'}' => _ = open.pop(),
                _ => {}
            }
        }
        start += line.len();
    }
    let last = open.last()?;
    let bracket = format!("{}}}{end}", " ".repeat(*last));
    Some(Fix::new("Insert `}`", vec![Edit::insert(text.len() as u32, bracket)]))
}
