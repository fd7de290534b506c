//! Classes of Java's library, and the type parameters that some have.

use crate::fix::Fix;
use crate::repair::Text;
use crate::span::Span;
use crate::token::Token;
use std::ops::Range;

/// Classes that have a substitute here.
pub(super) const CLASSES: &[&str] = &["ReentrantLock", "AtomicInteger", "AtomicLong", "AtomicBoolean"];

/// Returns the message and the help for one of these classes.
pub(super) fn instead(class: &str) -> (String, &'static str) {
    let help = match class {
        "ReentrantLock" => {
            "every object is a lock: declare a `final Object lock = new Object`, and write `synchronized this.lock in { … }`"
        }
        _ => "write a class with a field that is `guarded_by this`, and `synchronized` methods",
    };
    (format!("there is no class `{class}`"), help)
}

/// The repair of all uses of such a class.
pub(super) fn fix(text: Text<'_>, class: &str) -> Option<Fix> {
    match class {
        _ if text.is_large() || !CLASSES.contains(&class) => None,
        "ReentrantLock" => monitors(text),
        _ => own(text, class),
    }
}

/// Returns the tokens at which a class is named, as a type or behind `new`.
fn uses<'a>(text: Text<'a>, class: &'a str) -> impl Iterator<Item = usize> + 'a {
    (0..text.len()).filter(move |&i| {
        text.name(i) == Some(class) && !text.is(i + 1, Token::Dot) && !text.is(i.wrapping_sub(1), Token::Dot)
    })
}

/// `new C(…)`, with its class at token `i`: what is between the brackets.
fn arguments(text: Text<'_>, i: usize) -> Option<Range<usize>> {
    let made = i > 0 && text.is(i - 1, Token::New) && text.is(i + 1, Token::OpenParen);
    made.then(|| text.close(i + 1)).flatten().map(|close| i + 2..close)
}

/// Locks become objects, and what is between `l.lock()` and `l.unlock()` becomes `synchronized l in { … }`.
fn monitors(text: Text<'_>) -> Option<Fix> {
    let mut edits = Vec::new();
    for class in ["ReentrantLock", "Lock"] {
        for i in uses(text, class) {
            let end = arguments(text, i).map_or(i + 1, |arguments| arguments.end + 1);
            edits.push(text.replace(i..end, "Object"));
        }
    }
    // Calls of `lock`, each with that of `unlock`.
    let mut held: Vec<(usize, usize)> = Vec::new();
    let method =
        |i: usize| text.name(i).filter(|_| i > 0 && text.is(i - 1, Token::Dot) && text.is(i + 1, Token::OpenParen));
    for i in (0..text.len()).filter(|&i| method(i) == Some("lock")) {
        let (path, end) = statement(text, i)?;
        let lock = text.text_of(path.clone());
        let taken = format!("synchronized {lock} in");
        if text.name(end) == Some("try") {
            let close = text.close(end + 1)?;
            let finally = if text.is(close + 1, Token::AutoSemi) { close + 2 } else { close + 1 };
            let last = text.close(finally + 1)?;
            let unlock = (finally..last).find(|&j| method(j) == Some("unlock"))?;
            let (other, after) = statement(text, unlock)?;
            let alone = text.name(finally) == Some("finally") && other.start == finally + 2 && after == last;
            if !alone || text.text_of(other) != lock {
                return None;
            }
            held.push((i, unlock));
            edits.push(text.replace(path.start..end + 1, taken));
            edits.push(text.remove(finally..last + 1));
            continue;
        }
        let mut j = end;
        let unlock = loop {
            match text.token(j)? {
                Token::CloseBrace => return None,
                Token::OpenBrace | Token::OpenParen => j = text.close(j)?,
                _ if method(j) == Some("unlock") && text.text_of(statement(text, j)?.0) == lock => break j,
                _ => {}
            }
            j += 1;
        };
        let (other, after) = statement(text, unlock)?;
        held.push((i, unlock));
        edits.push(text.replace(path.start..end, format!("{taken} {{")));
        edits.push(text.replace(other.start..after, "}"));
    }
    // Locks that are released elsewhere are not released at the end of a block.
    let other = |i: usize| match method(i) {
        Some("unlock") => !held.iter().any(|&(_, unlock)| unlock == i),
        Some("tryLock" | "lockInterruptibly" | "newCondition") => true,
        _ => false,
    };
    // A lock that is released while a later one is held makes no block.
    if held.iter().any(|a| held.iter().any(|b| a.0 < b.0 && b.0 < a.1 && a.1 < b.1)) {
        return None;
    }
    let title = "every object is a lock: write `Object`, and `synchronized … in { … }` around what holds it";
    (!(0..text.len()).any(other)).then(|| Fix::new(title, edits))
}

/// The statement `l.m();` with its method at token `i`: the path, and what comes behind the `;`, which may be missing before a `}`.
fn statement(text: Text<'_>, i: usize) -> Option<(Range<usize>, usize)> {
    let start = text.path_before(0..i)?;
    let end = match text.token(i + 3) {
        Some(Token::Semi) => i + 4,
        Some(Token::CloseBrace) => i + 3,
        _ => return None,
    };
    let ends = text.is(i + 2, Token::CloseParen);
    // A call that is a branch may be skipped.
    let branch = start > 0 && matches!(text.token(start - 1), Some(Token::CloseParen | Token::Else));
    (ends && !branch && text.is_statement(start..i + 3)).then_some((start..i - 1, end))
}

/// Methods of the classes for numbers and truth values, with their declarations here.
const METHODS: &[(&str, &str)] = &[
    ("get", "synchronized T get() { this.value }"),
    ("set", "synchronized void set(T v) { this.value = v }"),
    ("getAndSet", "synchronized T getAndSet(T v) { let T old = this.value in { this.value = v; old } }"),
    ("incrementAndGet", "synchronized T incrementAndGet() { this.value = this.value + 1 }"),
    ("decrementAndGet", "synchronized T decrementAndGet() { this.value = this.value - 1 }"),
    ("getAndIncrement", "synchronized T getAndIncrement() { (this.value = this.value + 1) - 1 }"),
    ("getAndDecrement", "synchronized T getAndDecrement() { (this.value = this.value - 1) + 1 }"),
    ("addAndGet", "synchronized T addAndGet(T d) { this.value = this.value + d }"),
    ("getAndAdd", "synchronized T getAndAdd(T d) { (this.value = this.value + d) - d }"),
    (
        "compareAndSet",
        "synchronized boolean compareAndSet(T old, T v) { if (this.value == old) { this.value = v; true } else { false } }",
    ),
];

/// The class written out, with the methods that are called.
fn own(text: Text<'_>, class: &str) -> Option<Fix> {
    let made: Vec<Range<usize>> = uses(text, class).filter_map(|i| arguments(text, i)).collect();
    let value = made.first().map_or("", |first| text.text_of(first.clone()));
    // A name means something else in another class.
    let literal = |i: usize| matches!(text.token(i), Some(Token::Number(_) | Token::True | Token::False));
    let other = |arguments: &Range<usize>| {
        arguments.len() > 1 || !arguments.clone().all(literal) || text.text_of(arguments.clone()) != value
    };
    if made.iter().any(other) {
        return None;
    }
    let ty = if class == "AtomicBoolean" { "boolean" } else { "int" };
    let value = if value.is_empty() { String::new() } else { format!(" = {value}") };
    let mut declaration = format!("class {class} {{\n  {ty} value guarded_by this{value}\n");
    let called = |name: &str| (1..text.len()).any(|i| text.name(i) == Some(name) && text.is(i - 1, Token::Dot));
    for (_, method) in METHODS.iter().filter(|(name, _)| called(name)) {
        declaration += &format!("  {}\n", method.replace("T ", &format!("{ty} ")));
    }
    let mut edits = vec![text.new_class(&format!("{declaration}}}"))];
    edits.extend(made.iter().map(|arguments| text.remove(arguments.start - 1..arguments.end + 1)));
    Some(Fix::new(format!("write the class `{class}` with what is called of it"), edits))
}

/// `class C<T>` with its type parameter at token `at`: the type that it stands for in its place, where that is one.
pub(super) fn without_type_parameter(text: Text<'_>, at: usize) -> Option<Fix> {
    if text.is_large() || !text.is(at.checked_sub(2)? + 1, Token::Lt) || !text.is(at + 1, Token::Gt) {
        return None;
    }
    let (class, parameter) = (text.name(at - 2)?, text.name(at)?);
    let open = text.find(at + 2, |t| t == Token::OpenBrace)?;
    let body = open..text.close(open)?;
    let mut edits = vec![text.remove(at - 1..at + 2)];
    let mut types: Vec<&str> = Vec::new();
    for i in (0..text.len()).filter(|&i| i != at - 2 && text.name(i) == Some(class)) {
        let Some(Token::Lt | Token::OpenArgs) = text.token(i + 1) else { continue };
        let close = (i + 2..i + 4).find(|&j| text.is(j, Token::Gt))?;
        types.extend((i + 2 < close).then(|| text.word(i + 2)).filter(|&ty| ty != parameter));
        edits.push(text.remove(i + 1..close + 1));
    }
    types.sort_unstable();
    types.dedup();
    let ty = match types.as_slice() {
        ["Integer"] => "int",
        ["Boolean"] => "boolean",
        [one] => one,
        _ => "Object",
    };
    let gone: Vec<Span> = edits.iter().map(|edit| edit.span).collect();
    let stays = |i: usize| gone.iter().all(|span| !span.contains(text.span(i)));
    let uses = body.filter(|&i| text.name(i) == Some(parameter) && stays(i));
    edits.extend(uses.map(|i| text.replace(i..i + 1, ty)));
    let title = format!("classes have no type parameters: write `{ty}` for `{parameter}`");
    Some(Fix::new(title, edits).if_sure(types.len() == 1))
}
