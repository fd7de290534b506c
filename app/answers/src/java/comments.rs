//! `// @GuardedBy("this")`: annotations that stand in comments for people, as code bases have them whose build knows no such annotation. On
//! request each is written over as an annotation comment of the same length, so that every place stays.

/// The notation in comments, up to the lock.
const WRITTEN: &str = "@GuardedBy(\"";

/// A text in which the comments that are annotations say so.
pub fn read(text: &[u8]) -> Vec<u8> {
    let mut out = text.to_vec();
    let mut at = 0;
    while let Some(found) = find(&text[at..], WRITTEN.as_bytes()).map(|i| at + i) {
        at = found + WRITTEN.len();
        let line_start = text[..found].iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let line_end = text[found..].iter().position(|&b| b == b'\n').map_or(text.len(), |i| found + i);
        let before = &text[line_start..found];
        let Some(sign) = opened(before).map(|i| line_start + i) else { continue };
        let Some(close) = find(&text[at..line_end], b"\")").map(|i| at + i) else { continue };
        let word: &[u8] = if is_method(text, sign, (line_start, line_end)) { b"requires" } else { b"guarded_by" };
        // `//#`, and blanks where signs were.
        let room = at - (sign + 3);
        if room < word.len() + 2 {
            continue;
        }
        out[sign + 2] = b'#';
        out[sign + 3..at].fill(b' ');
        out[sign + 4..sign + 4 + word.len()].copy_from_slice(word);
        out[close..close + 2].fill(b' ');
        // Words for people behind it are none of the annotation.
        let end = find(&text[close..line_end], b"*/").map_or(line_end, |i| close + i);
        out[close..end].iter_mut().filter(|b| **b != b'\r').for_each(|b| *b = b' ');
    }
    out
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|w| w == what)
}

/// Offset of the sign of the comment that is open at the end of a line's beginning, if nothing but blanks stands between.
fn opened(before: &[u8]) -> Option<usize> {
    let end = before.len() - before.iter().rev().take_while(|b| **b == b' ' || **b == b'*').count();
    let rest = before[end..].iter().filter(|b| **b == b'*').count();
    match rest {
        0 if before[..end].ends_with(b"//") => Some(end - 2),
        // The star of the sign was taken for a blank.
        1 if before[..end].ends_with(b"/") => Some(end - 1),
        _ => None,
    }
}

/// True for a comment about a method: of the code before it in its line, or else of the next line, a bracket comes before a sign of a field.
fn is_method(text: &[u8], comment: usize, (line_start, line_end): (usize, usize)) -> bool {
    let own = text[line_start..comment].trim_ascii();
    let code = if own.is_empty() {
        let behind = text.get(line_end..).unwrap_or_default().split(|&b| b == b'\n').map(<[u8]>::trim_ascii);
        let is_code = |line: &&[u8]| !line.is_empty() && !line.starts_with(b"//") && !line.starts_with(b"@");
        behind.into_iter().find(is_code).unwrap_or_default()
    } else {
        own
    };
    let sign = code.iter().find(|b| matches!(b, b'(' | b'=' | b';'));
    sign == Some(&b'(')
}
