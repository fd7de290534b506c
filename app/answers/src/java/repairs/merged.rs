//! Blocks of one lock that stand side by side, one of them added by a repair: between them another thread would see one half of a change, so they
//! become one.

use super::blocks::locked_in;
use super::text::{code, feed, unit};
use racefree_grammar::Span;

/// Longest line that two blocks of one line are put on.
const WIDTH: usize = 100;

/// A text in which such blocks are one; none, if there are none. Blocks that stood side by side before stay.
pub(super) fn merged(before: &str, after: &str) -> Option<String> {
    let mut now = after.to_owned();
    while let Some(next) = step(before, &now) {
        now = next;
    }
    (now != after).then_some(now)
}

/// Merges the first two blocks.
fn step(before: &str, text: &str) -> Option<String> {
    let code = code(text);
    let all = locked_in(&code, Span::new(0, text.len() as u32));
    all.iter().find_map(|first| {
        let last =
            all.iter().find(|last| last.1.start >= first.2.end && is_declared(text, first.2.end, last.1.start))?;
        let is_same = plain(first.0.text(text)) == plain(last.0.text(text));
        let whole = Span::new(first.1.start, last.2.end);
        let is_old = before.contains(whole.text(text));
        let is_filled = |of: &(Span, Span, Span)| !Span::new(of.1.end, of.2.start).text(text).trim().is_empty();
        // The end of a case or of a head without brackets is no end of a list of statements.
        let is_listed = text[..first.1.start as usize].trim_end().ends_with([';', '{', '}']);
        (is_same && !is_old && is_listed && is_filled(first) && is_filled(last)).then(|| one(text, first, last))
    })
}

/// Returns true for a text with nothing but declarations of variables without a value.
fn is_declared(text: &str, start: u32, end: u32) -> bool {
    let between = Span::new(start, end).text(text);
    let plain = |c: char| {
        c.is_alphanumeric() || matches!(c, '_' | '$' | '<' | '>' | '[' | ']' | ',' | '.' | ';') || c.is_whitespace()
    };
    let is_one = |statement: &str| statement.trim().contains(' ') && !statement.trim().starts_with("return");
    between.chars().all(plain)
        && (between.trim().is_empty() || between.trim().ends_with(';'))
        && between.split(';').filter(|part| !part.trim().is_empty()).all(is_one)
}

/// One block in the place of two.
fn one(text: &str, first: &(Span, Span, Span), last: &(Span, Span, Span)) -> String {
    let inside = |of: &(Span, Span, Span)| Span::new(of.1.end, of.2.start).text(text);
    let (a, b) = (inside(first), inside(last));
    let declared: String = Span::new(first.2.end, last.1.start).text(text).trim().to_owned();
    let line = text[..first.1.start as usize].rfind('\n').map_or(0, |n| n + 1);
    let indent: String = text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let is_own = text[line..first.1.start as usize].trim().is_empty();
    let head = first.1.text(text);
    let declared = match (declared.is_empty(), is_own) {
        (true, _) => String::new(),
        (false, true) => format!("{declared}{}{indent}", feed(text)),
        (false, false) => format!("{declared} "),
    };
    let short = format!("{head} {} {} }}", a.trim(), b.trim());
    let is_short = !a.contains('\n') && !b.contains('\n') && indent.len() + short.len() <= WIDTH;
    let whole = match is_short {
        true => short,
        false => {
            let deeper = format!("{}{indent}{}", feed(text), unit(&indent));
            format!("{head}{deeper}{}{deeper}{}{}{indent}}}", a.trim(), b.trim(), feed(text))
        }
    };
    format!("{}{declared}{whole}{}", &text[..first.1.start as usize], &text[last.2.end as usize..])
}

fn plain(lock: &str) -> &str {
    lock.trim().trim_start_matches("this.")
}

#[cfg(test)]
mod tests {
    use super::merged;

    #[test]
    fn blocks_of_one_lock_that_a_repair_puts_side_by_side_become_one() {
        for (after, wanted) in [
            (
                "{\n  synchronized (l) { a = 1; }\n  synchronized (l) { b = 2; }\n}",
                "{\n  synchronized (l) { a = 1; b = 2; }\n}",
            ),
            ("{ synchronized (l) { a++; } synchronized (l) { return a; } }", "{ synchronized (l) { a++; return a; } }"),
            (
                "{\n  int x; synchronized (l) { x = a; }\n  int y; synchronized (l) { y = b; }\n}",
                "{\n  int x; int y; synchronized (l) { x = a; y = b; }\n}",
            ),
            (
                "{\n    synchronized (l) {\n        a();\n        b();\n    }\n    synchronized (l) { c(); }\n}",
                "{\n    synchronized (l) {\n        a();\n        b();\n        c();\n    }\n}",
            ),
        ] {
            assert_eq!(merged("", after).as_deref(), Some(wanted));
            assert_eq!(merged(after, after), None, "what stood side by side before stays");
        }
        for other in [
            "{ synchronized (l) { a++; } synchronized (m) { b++; } }",
            "{ synchronized (l) { } synchronized (l) { b++; } }",
            "{ synchronized (l) { a++; } go(); synchronized (l) { b++; } }",
            "{ if (x) synchronized (l) { a++; } synchronized (l) { b++; } }",
            "{ synchronized (l) { a++; } return; synchronized (l) { b++; } }",
        ] {
            assert_eq!(merged("", other), None, "{other}");
        }
    }
}
