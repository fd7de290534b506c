//! Discovered annotations in the text: insertions, so that lines keep their place, and takes for their erasures.

use racefree_grammar::span::Span;

/// An edit of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Edit {
    /// Span to replace; empty for an insertion.
    pub(crate) at: Span,
    /// Replacement.
    pub(crate) text: String,
}

/// A text with edits; those within what another one deletes are void.
pub(crate) fn edited(source: &str, edits: &[Edit]) -> String {
    let mut edits: Vec<&Edit> = edits.iter().collect();
    // A stable sort keeps edits at one place in the order of their making.
    edits.sort_by_key(|e| e.at.start);
    let (mut out, mut at) = (String::with_capacity(source.len() * 2), 0);
    for edit in edits {
        let (start, end) = (edit.at.start as usize, edit.at.end as usize);
        if start < at {
            continue;
        }
        out.push_str(&source[at..start]);
        out.push_str(&edit.text);
        at = end;
    }
    out.push_str(&source[at..]);
    out
}

/// The first place from `from` on where a sign stands, comments passed over; the matching one, if it is an opening bracket.
pub(crate) fn find(source: &str, from: u32, sign: char) -> Option<u32> {
    let closes = match sign {
        ')' => Some('('),
        _ => None,
    };
    let bytes = source.as_bytes();
    let (mut i, mut depth) = (from as usize, 0);
    while i < bytes.len() {
        match bytes[i] {
            b'/' if bytes.get(i + 1) == Some(&b'/') && bytes.get(i + 2) != Some(&b'#') => {
                while i < bytes.len() && bytes[i] != b'\n' {
                    i += 1;
                }
            }
            b'/' if bytes.get(i + 1) == Some(&b'*') && bytes.get(i + 2) != Some(&b'#') => {
                i += 2;
                while i < bytes.len() && !bytes[i..].starts_with(b"*/") {
                    i += 1;
                }
                i += 1;
            }
            b if Some(char::from(b)) == closes => depth += 1,
            b if char::from(b) == sign && depth <= 1 && (closes.is_none() || depth == 1) => return Some(i as u32),
            b if char::from(b) == sign => depth -= 1,
            _ => {}
        }
        i += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_within_what_goes_are_void() {
        let edit = |start, end, text: &str| Edit { at: Span::new(start, end), text: text.to_owned() };
        let edits = [edit(4, 4, "!"), edit(1, 3, "-"), edit(2, 2, "?")];
        assert_eq!(edited("abcdef", &edits), "a-d!ef");
    }

    #[test]
    fn signs_in_comments_are_none() {
        assert_eq!(find("m(/* ) */ T x) {", 1, ')'), Some(13));
        assert_eq!(find("class T // {\n{", 7, '{'), Some(13));
    }
}
