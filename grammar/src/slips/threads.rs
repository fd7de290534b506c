//! Threads as in Java: `new Thread(…).start()`, `Thread.fork(…)`, and the method that a program starts with.

use crate::error::SyntaxError;
use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::site::Site;
use crate::span::Span;
use crate::token::Token;
use crate::words::Explained;
use std::ops::Range;

/// `new Thread(…)`, with what comes behind it.
pub(super) fn new_thread(site: &Site<'_>) -> Option<Explained> {
    let thread = std::iter::once(site.at).chain(site.backwards()).find(|&i| {
        site.name(i) == Some("Thread") && i > 0 && site.is(i - 1, Token::New) && site.is(i + 1, Token::OpenParen)
    })?;
    Some(no_fork(site.span_of(thread - 1..thread + 1), started(site.text, thread)))
}

/// Help for a thread.
const FORK: &str = "write `fork …`: a new thread evaluates what follows";

/// The error of a thread at a place, with its repair.
pub(super) fn no_fork(span: Span, fix: Option<Fix>) -> Explained {
    SyntaxError::new(span, "a thread is started by `fork`", FORK.to_owned()).with(fix).into()
}

/// Returns the argument of `Thread(…)` as an expression: the body of a function without parameters, that of an object
/// made for it, a method by its name, or else a call of `run`; with the text to write behind it.
fn body(text: Text<'_>, open: usize, close: usize) -> Option<(Range<usize>, String)> {
    let last = (open + 1 < close).then_some(close)?;
    let arrow = text.is(open + 1, Token::OpenParen)
        && text.is(open + 2, Token::CloseParen)
        && text.is(open + 3, Token::Minus)
        && text.is(open + 4, Token::Gt);
    if arrow {
        return Some((open + 5..last, String::new()));
    }
    let gap = Span::new(text.span(close - 2).end, text.span(close - 1).start);
    if close > open + 2 && gap.text(text.source).trim() == "::" {
        return Some((open + 1..close - 1, format!(".{}()", text.name(close - 1)?)));
    }
    let anonymous = text.is(open + 1, Token::New) && text.is(close - 1, Token::CloseBrace);
    if anonymous {
        let run = (open..close).find(|&i| text.name(i) == Some("run") && text.is(i + 1, Token::OpenParen))?;
        let block = text.find(text.close(run + 1)? + 1, |t| t == Token::OpenBrace)?;
        return Some((block..text.close(block)? + 1, String::new()));
    }
    Some((open + 1..last, ".run()".to_owned()))
}

/// The repair of `Thread(…)`, with its name at token `thread`. A thread that has a name starts where that is said.
pub(super) fn started(text: Text<'_>, thread: usize) -> Option<Fix> {
    let open = thread + 1;
    let close = text.close(open)?;
    let (body, call) = body(text, open, close)?;
    let new = thread - 1;
    let start =
        |i: usize| text.is(i, Token::Dot) && text.name(i + 1) == Some("start") && text.is(i + 2, Token::OpenParen);
    // `Thread t = new Thread(…); … t.start();`
    let declares = new >= 3 && text.is(new - 1, Token::Assign) && text.name(new - 3) == Some("Thread");
    if declares {
        let t = text.name(new - 2)?;
        let first = new - 3;
        let first = if first > 0 && text.is(first - 1, Token::Let) { first - 1 } else { first };
        let behind = match text.token(close + 1) {
            Some(Token::Semi | Token::In) => close + 2,
            _ => close + 1,
        };
        let mut edits = vec![text.remove(first..behind)];
        let (mut starts, mut others) = (0, 0);
        let end = text.end_around(new);
        for i in (close..end).filter(|&i| text.name(i) == Some(t)) {
            let called = text.is(i + 1, Token::Dot) && text.is(i + 3, Token::OpenParen);
            let past = text.close(i + 3).filter(|_| called)? + 1;
            if start(i + 1) {
                starts += 1;
                edits.push(text.replace(i..past, format!("fork {}{call}", text.text_of(body.clone()))));
            } else {
                others += 1;
                edits.push(text.remove(i..past + usize::from(text.is(past, Token::Semi))));
            }
        }
        return match (starts, others) {
            (1, 0) => Some(Fix::new(FORK, edits)),
            // Nothing waits for the end of a thread.
            (1, _) => Some(Fix::guess("write `fork …`, and leave out what there is not, such as `join`", edits)),
            _ => None,
        };
    }
    let until = |end: u32| Span::new(text.span(body.end - 1).end, end);
    let opened = Edit::replace(Span::new(text.span(new).start, text.span(body.start).start), "fork ");
    if start(close + 1) {
        let end = text.span((close + 4).min(text.len() - 1)).end;
        return Some(Fix::new(FORK, vec![opened, Edit::replace(until(end), call)]));
    }
    Some(Fix::guess(FORK, vec![opened, Edit::replace(until(text.span(close).end), call)]))
}

/// `Thread.fork(e)`, `Thread.start(e)`.
pub(super) fn method_of_thread(site: &Site<'_>) -> Option<Explained> {
    let class = |i: usize| site.name(i).is_some_and(|name| name.starts_with(|c: char| c.is_ascii_uppercase()));
    let i = site.index_before(2).filter(|&i| site.is(i + 1, Token::Dot) && site.is(i + 2, Token::Fork))?;
    let error = SyntaxError::new(site.span_of(i..i + 3), "`fork` is no method", FORK.to_owned());
    let fix = site.close(i + 3).filter(|_| site.is(i + 3, Token::OpenParen)).map(|close| {
        let function =
            site.is(i + 4, Token::OpenParen) && site.is(i + 5, Token::CloseParen) && site.is(i + 7, Token::Gt);
        let first = if function { i + 8 } else { i + 4 };
        let edits = vec![
            Edit::replace(Span::new(site.span(i).start, site.span(first).start), "fork "),
            site.remove(close..close + 1),
        ];
        // An object may have a method of another name.
        Fix::new(FORK, edits).if_sure(class(i))
    });
    Some(error.with(fix).into())
}

/// Returns the token of the name, if a member is `public static void main(String[] args) { … }`, or nearly.
pub(crate) fn entry(text: Text<'_>, member: Range<usize>) -> Option<usize> {
    let main = member.clone().take(8).find(|&i| text.name(i) == Some("main") && text.is(i + 1, Token::OpenParen))?;
    let strings = text.name(main + 2) == Some("String");
    let is_static = member.clone().take(4).any(|i| text.name(i) == Some("static"));
    (strings || is_static).then_some(main)
}

/// Returns the error for such a member.
pub(crate) fn no_main(text: Text<'_>, member: Range<usize>, main: usize) -> SyntaxError {
    let span = text.span_of(member.start..main + 1);
    SyntaxError::new(span, NO_MAIN, BEHIND.to_owned()).with(moved(text, member, main))
}

/// `void main() { … }` outside of all classes, whose name is token `main`: its body is the main expression.
pub(super) fn main_alone(text: Text<'_>, start: usize, main: usize) -> Option<SyntaxError> {
    let close = text.close(main + 1).filter(|_| text.name(main) == Some("main"))?;
    let open = text.find(close + 1, |t| t == Token::OpenBrace)?;
    let end = text.close(open)?;
    let error = SyntaxError::new(text.span_of(start..main + 1), NO_MAIN, "write its body alone".to_owned());
    let first = start == 0 || text.is(start - 1, Token::CloseBrace) && text.open_around(start).is_none();
    let sure = first && end + 1 == text.len() && close == main + 2 && text.is(start, Token::Void);
    Some(error.by_if(sure, vec![text.remove(start..open)]))
}

/// Message for a method that a program is to start with.
const NO_MAIN: &str = "there is no method `main`: a program starts with its main expression";
/// Help for such a method.
const BEHIND: &str = "write the main expression behind the last class";

/// The body of `main` becomes the main expression.
fn moved(text: Text<'_>, member: Range<usize>, main: usize) -> Option<Fix> {
    if text.is_large() {
        return None;
    }
    let close = text.close(main + 1)?;
    let open = text.find(close + 1, |t| t == Token::OpenBrace)?;
    let end = text.close(open)?;
    let (class, class_open) = text.class_around(main)?;
    let class_close = text.close(class_open)?;
    let public = |i: usize| matches!(text.name(i), Some("public" | "final" | "abstract"));
    let class_start = (0..class).rev().take_while(|&i| public(i)).last().unwrap_or(class);
    let alone = member.start == class_open + 1 && end + 1 == class_close;
    let used = (0..text.len()).any(|i| text.name(i) == text.class_name(class) && i > class + 2);
    let last = end + 1 == class_close && class_close + 1 == text.len();
    let edits = match (last, alone && !used) {
        // The braces of `main` stay; the class is closed before them, or goes.
        (true, true) => vec![text.replace(class_start..open, ""), text.remove(class_close..class_close + 1)],
        (true, false) => vec![text.replace(member.start..open, "}\n"), text.remove(class_close..class_close + 1)],
        (false, gone) => {
            let body = text.span_of(open..end + 1).text(text.source);
            let removed = if gone { class_start..class_close + 1 } else { member.start..end + 1 };
            vec![text.remove(removed), text.behind(text.len() - 1, format!("\n{body}"))]
        }
    };
    Some(Fix::new(BEHIND, edits))
}

/// `spawn { … }`, `async { … }`, `go { … }`.
pub(super) fn fork_word(site: &Site<'_>) -> Option<Explained> {
    const WORDS: &[&str] = &["spawn", "async", "go", "launch", "thread", "parallel"];
    let word = site.name_before(1).filter(|word| WORDS.contains(word))?;
    if !matches!(site.found()?, Token::OpenBrace | Token::Ident(_)) || site.back(2) == Some(Token::Dot) {
        return None;
    }
    let edit = site.replace(site.at - 1..site.at, "fork");
    site.slip(site.at - 1, format!("`{word}` is no word of the language"), "write `fork`", vec![edit])
}
