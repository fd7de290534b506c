//! Constructors, of which there are none: what one does becomes initialisers, or a method that is called after `new`.

use crate::fix::{Edit, Fix};
use crate::repair::Text;
use crate::token::Token;
use std::ops::Range;

/// Message for a constructor.
pub(super) const NONE: &str = "there are no constructors";
/// Help for a constructor.
pub(super) const HELP: &str =
    "a field gets its first value from its own `= …`; for the rest write a method and call it after `new`";

/// A constructor, by its tokens.
struct Constructor {
    /// All tokens, from an access modifier or the name on.
    whole: Range<usize>,
    /// Name.
    name: usize,
    /// Tokens between the brackets.
    params: Range<usize>,
    /// Tokens between the braces.
    body: Range<usize>,
}

/// Constructors that a class declares.
fn declared(text: Text<'_>, class: &str) -> Vec<Constructor> {
    let own = |i: usize| {
        let own = |(c, open)| text.class_name(c) == Some(class) && text.open_around(i) == Some(open);
        text.name(i) == Some(class)
            && text.is(i + 1, Token::OpenParen)
            && !(i > 0 && text.is(i - 1, Token::New))
            && text.class_around(i).is_some_and(own)
    };
    let constructor = |name: usize| {
        let public = |i: &usize| matches!(text.name(*i), Some("public" | "private" | "protected"));
        let start = (0..name).rev().take_while(public).last().unwrap_or(name);
        let params = name + 2..text.close(name + 1)?;
        let open = text.find(params.end + 1, |t| t == Token::OpenBrace)?;
        let close = text.close(open)?;
        Some(Constructor { whole: start..close + 1, name, params, body: open + 1..close })
    };
    (0..text.len()).filter(|&i| own(i)).filter_map(constructor).collect()
}

/// Constructor of a class that declares one alone.
fn only(text: Text<'_>, class: &str) -> Option<Constructor> {
    let mut all = declared(text, class);
    all.pop().filter(|_| all.is_empty())
}

/// Names behind `new` where objects of a class are made with brackets.
fn news(text: Text<'_>, class: &str) -> Vec<usize> {
    let made =
        |i: &usize| text.is(i - 1, Token::New) && text.name(*i) == Some(class) && text.is(i + 1, Token::OpenParen);
    (1..text.len()).filter(made).collect()
}

/// Repair of the constructor of a class; of several, the removal of one that is not called.
pub(crate) fn methods(text: Text<'_>, class: &str) -> Option<Fix> {
    if text.is_large() {
        return None;
    }
    let Some(constructor) = only(text, class) else { return unused(text, class) };
    let Constructor { whole, name, params, body } = &constructor;
    let news = news(text, class);
    let bare = |i: usize| text.is(i + 2, Token::CloseParen);
    if params.is_empty()
        && news.iter().all(|&i| bare(i))
        && let Some(mut edits) = initialisers(text, *name, body.clone())
    {
        let title = match edits.is_empty() {
            true => "remove it: it does nothing",
            false => "write what it sets as the fields' own `= …`",
        };
        edits.push(text.remove(whole.clone()));
        edits.extend(news.iter().map(|&i| text.remove(i + 1..i + 3)));
        return Some(Fix::new(title, edits));
    }
    let method = method(text, class, CHAIN)?;
    let (mut edits, title) = match handed_on(text, &constructor) {
        Some(_) if hands_all_on(text, &constructor) => {
            (vec![text.remove(whole.clone())], format!("remove it, and call `{method}` after `new {class}`"))
        }
        handed => {
            let of_super = handed.and_then(|_| method_of_super(text, class, CHAIN));
            let mut edits = vec![text.replace(whole.start..name + 1, format!("void {method}"))];
            edits.extend(of_super.map(|of| text.replace(body.start..body.start + 1, format!("this.{of}"))));
            (edits, format!("write a method, `void {method}(…)`, and call it after `new {class}`"))
        }
    };
    for i in news {
        edits.extend(initialised(text, i, class, &method)?);
    }
    // An object of a subclass is made by this constructor, too, and one of this class by that of its superclass.
    let calls = |class: &str| only(text, class).is_some_and(|c| handed_on(text, &c).is_some());
    let subclasses = (1..text.len()).filter(|&i| text.is(i, Token::Extends) && text.name(i + 1) == Some(class));
    let above = superclass(text, class).is_none_or(|of| calls(class) || self::method(text, of, CHAIN).is_none());
    let sure = above && subclasses.map(|i| text.name(i - 1)).all(|sub| sub.is_some_and(calls));
    Some(Fix::new(title, edits).if_sure(sure))
}

/// Longest chain of superclasses that is followed.
const CHAIN: usize = 8;

/// Name of a class's superclass.
fn superclass<'a>(text: Text<'a>, class: &str) -> Option<&'a str> {
    let class = text.brackets.classes.iter().copied().find(|&c| text.class_name(c) == Some(class))?;
    extended(text, class)
}

/// Name of the superclass of the class with its first word at `class`.
fn extended(text: Text<'_>, class: usize) -> Option<&str> {
    let extends = (class..class + 5).find(|&i| text.is(i, Token::Extends))?;
    text.name(extends + 1)
}

/// Arguments of `super(…)` at the start of a constructor, if there are any.
fn handed_on(text: Text<'_>, constructor: &Constructor) -> Option<Range<usize>> {
    let at = constructor.body.start;
    let close = text.close(at + 1).filter(|_| text.name(at) == Some("super") && text.is(at + 1, Token::OpenParen))?;
    (close > at + 2).then_some(at + 2..close)
}

/// True for a constructor that only hands its parameters to that of the superclass.
fn hands_all_on(text: Text<'_>, constructor: &Constructor) -> bool {
    let Some(given) = handed_on(text, constructor) else { return false };
    let names = constructor.params.clone().filter(|&i| text.is(i + 1, Token::Comma) || i + 1 == constructor.params.end);
    let names: Vec<&str> = names.map(|i| text.word(i)).collect();
    let all: Vec<&str> = text.text_of(given.clone()).split(',').map(str::trim).collect();
    let ends = |i: usize| i == constructor.body.end || text.is(i, Token::Semi) && i + 1 == constructor.body.end;
    names == all && ends(given.end + 1)
}

/// Name of the method that takes the place of a class's constructor; an override would hide the superclass's.
fn method(text: Text<'_>, class: &str, most: usize) -> Option<String> {
    let declares = |method: &str| (1..text.len()).any(|i| text.name(i) == Some(method) && text.is(i - 1, Token::Void));
    let other = format!("init{class}");
    match only(text, class) {
        Some(constructor) if hands_all_on(text, &constructor) => method_of_super(text, class, most),
        Some(constructor) if handed_on(text, &constructor).is_some() => Some(other),
        Some(_) => Some("init".to_owned()),
        // An earlier repair has written it.
        None if declares(&other) => Some(other),
        None => declares("init").then(|| "init".to_owned()),
    }
}

fn method_of_super(text: Text<'_>, class: &str, most: usize) -> Option<String> {
    method(text, superclass(text, class)?, most.checked_sub(1)?)
}

/// Removal of the constructor that no `new` calls, by the number of its parameters.
fn unused(text: Text<'_>, class: &str) -> Option<Fix> {
    let many = |range: Range<usize>| match range.is_empty() {
        true => 0,
        false => 1 + text.text_of(range).matches(',').count(),
    };
    let calls = news(text, class).into_iter().filter_map(|i| Some(i + 2..text.close(i + 1)?));
    let called: Vec<usize> = calls.map(many).collect();
    let constructor = declared(text, class).into_iter().find(|c| !called.contains(&many(c.params.clone())))?;
    Some(Fix::guess("remove the constructor that is not called", vec![text.remove(constructor.whole)]))
}

/// Repair of a block among the members, whose brace is token `open`.
pub(super) fn block(text: Text<'_>, open: usize) -> Option<Fix> {
    let close = text.close(open)?;
    let mut edits = initialisers(text, open, open + 1..close)?;
    edits.push(text.remove(open..close + 1));
    Some(Fix::new("write what it sets as the fields' own `= …`", edits))
}

/// The statements of a constructor, if each gives a field of the class that has no initialiser a value that is the same in all objects.
fn initialisers(text: Text<'_>, constructor: usize, body: Range<usize>) -> Option<Vec<Edit>> {
    let (class, open) = text.class_around(constructor)?;
    let members = open + 1..text.close(open)?;
    let (mut edits, mut at) = (Vec::new(), body.start);
    while at < body.end {
        let end = text.statement_end(at);
        // The constructor of the superclass does something only where there is one.
        let calls_super = text.name(at) == Some("super") && text.is(at + 1, Token::OpenParen) && end == at + 3;
        if calls_super && !extended(text, class).is_some_and(|of| declares(text, of)) {
            at = end + 1;
            continue;
        }
        let name = if text.is(at, Token::This) && text.is(at + 1, Token::Dot) { at + 2 } else { at };
        let value = name + 2..end;
        let field = text.name(name).filter(|_| text.is(name + 1, Token::Assign))?;
        let declared = members.clone().filter(|i| !(body.start..body.end).contains(i)).find(|&i| {
            let typed = matches!(text.token(i - 1), Some(Token::Int | Token::Boolean | Token::Ident(_) | Token::Gt));
            text.name(i) == Some(field) && typed && text.open_around(i) == Some(open)
        })?;
        let ends = head_end(text, declared);
        if text.is(ends, Token::Assign) || !is_constant(text, value.clone()) {
            return None;
        }
        let value = text.text_of(value).trim_end_matches(')').trim_end().trim_end_matches('(').trim_end();
        edits.push(text.behind(ends - 1, format!(" = {value}")));
        at = end + 1;
    }
    Some(edits)
}

/// End of the head of a field, whose name is a token: behind its guard, if it has one.
fn head_end(text: Text<'_>, name: usize) -> usize {
    let mut end = name + 1;
    if matches!(text.token(end), Some(Token::GuardedBy | Token::WriteGuardedBy)) {
        end += 2;
        while text.is(end, Token::Dot) {
            end += 2;
        }
    }
    end
}

/// True for a class that declares a constructor, or may do so.
pub(super) fn declares(text: Text<'_>, class: &str) -> bool {
    let called = |i: usize| text.name(i) == Some(class) && text.is(i + 1, Token::OpenParen);
    text.is_large() || (0..text.len()).any(|i| called(i) && !(i > 0 && text.is(i - 1, Token::New)))
}

/// A literal, or a new object that nothing more is done with.
fn is_constant(text: Text<'_>, value: Range<usize>) -> bool {
    use Token::*;
    let tokens: Vec<Token> = value.clone().filter_map(|i| text.token(i)).collect();
    match tokens.as_slice() {
        [Number(_) | Text(_) | True | False | Null] | [Minus, Number(_)] => true,
        [New, Ident(_)] | [New, Ident(_), OpenParen, CloseParen] => !declares(text, text.word(value.start + 1)),
        _ => false,
    }
}

/// `new C(…)`, with its class at token `i`, becomes `new C` and a call of a method.
fn initialised(text: Text<'_>, i: usize, class: &str, method: &str) -> Option<Vec<Edit>> {
    let close = text.close(i + 1)?;
    let args = text.text_of(i + 2..close);
    // `let C x = new C(…) in` and `C x = new C(…);`: the call is the first statement of what follows.
    if i >= 4 && text.is(i - 2, Token::Assign) && text.name(i - 4).is_some() {
        let call = format!("{}.{method}({args});", text.name(i - 3)?);
        let has_let = i >= 5 && text.is(i - 5, Token::Let);
        if has_let && text.is(close + 1, Token::In) {
            return Some(vec![text.remove(i + 1..close + 1), text.behind(close + 1, format!(" {call}"))]);
        }
        if text.is(close + 1, Token::Semi) {
            let mut edits = vec![text.remove(i + 1..close + 1), text.in_at(close + 1, &call)];
            if !has_let {
                edits.push(text.before(i - 4, "let "));
            }
            return Some(edits);
        }
    }
    let made = format!("{{ let {class} made = new {class} in made.{method}({args}); made }}");
    Some(vec![text.replace(i - 1..close + 1, made)])
}
