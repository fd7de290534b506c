//! An exception of an interrupt that nothing catches: declared by the method, or caught where its callers or what it overrides declare none.

use super::super::members::MethodAt;
use super::super::{FileVerdict, JavaError, JavaVerdict};
use super::place;
use super::text::{behind_parameters, feed, statement, unit};
use racefree_grammar::{Edit, Fix, Span};

/// The repair of a call that may end by an interrupt.
pub(super) fn interrupted(verdict: &JavaVerdict, file: &FileVerdict, error: &JavaError, code: &[u8]) -> Option<Fix> {
    let of = &verdict.sources.files()[file.file.index()];
    let method = verdict.members.method_at(place(verdict, file, error))?;
    let head = Span::new(method.span.start, method.type_start).text(verdict.sources.text());
    let is_fixed = head.contains("@Override") || method.name == "run" || is_called(verdict, method);
    match is_fixed {
        true => caught(verdict.sources.at(of.span), code, error.span),
        false => declared(code, method.name_end - of.span.start),
    }
}

/// Returns true for a method that code of the sources calls: who calls it may have to declare the exception too.
fn is_called(verdict: &JavaVerdict, method: &MethodAt) -> bool {
    let (text, name) = (verdict.sources.text(), &method.name);
    let declared = method.name_end as usize - name.len();
    let call = format!("{name}(");
    let reference = format!("::{name}");
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let is_call = |at: usize| at != declared && !text[..at].ends_with(is_part);
    text.match_indices(&call).any(|(at, _)| is_call(at)) || text.contains(&reference)
}

/// The exception in the head of a method, from behind its name.
fn declared(code: &[u8], name_end: u32) -> Option<Fix> {
    let end = behind_parameters(code, name_end)?;
    let has_some = code[end as usize..].trim_ascii_start().starts_with(b"throws");
    let place = match has_some {
        true => code[end as usize..]
            .iter()
            .position(|&b| b == b'{')
            .map(|n| code[..end as usize + n].trim_ascii_end().len() as u32)?,
        false => end,
    };
    let text = if has_some { ", InterruptedException" } else { " throws InterruptedException" };
    Some(Fix::new("Declare `throws InterruptedException`", vec![Edit::insert(place, text)]))
}

/// The exception caught at its statement, and the interrupt kept for who asks for it.
fn caught(text: &str, code: &[u8], at: Span) -> Option<Fix> {
    let own = statement(text, code, at)?;
    let line = text[..own.start as usize].rfind('\n').map_or(0, |n| n + 1);
    let indent: String = text[line..].chars().take_while(|c| matches!(c, ' ' | '\t')).collect();
    let is_line = text[line..own.start as usize].trim().is_empty();
    let restore = "Thread.currentThread().interrupt();";
    let edits = match is_line {
        true => {
            let (feed, unit) = (feed(text), unit(&indent));
            vec![
                Edit::insert(own.start, format!("try {{{feed}{indent}{unit}")),
                Edit::insert(
                    own.end,
                    format!(
                        "{feed}{indent}}} catch (InterruptedException e) {{{feed}{indent}{unit}{restore}{feed}{indent}}}"
                    ),
                ),
            ]
        }
        false => vec![
            Edit::insert(own.start, "try { "),
            Edit::insert(own.end, format!(" }} catch (InterruptedException e) {{ {restore} }}")),
        ],
    };
    Some(Fix::new("Catch the `InterruptedException`, and keep the interrupt", edits))
}
