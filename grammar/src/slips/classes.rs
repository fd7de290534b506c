//! Slips in the heads of classes and in types.

use crate::fix::Fix;
use crate::site::Site;
use crate::token::Token;
use crate::words::Explained;

/// Returns the error for a class without a body.
pub(crate) fn no_body(site: &Site<'_>) -> crate::error::SyntaxError {
    let name = site.piece.clone().find(|&i| site.name(i).is_some()).unwrap_or(site.piece.start);
    let class = site.word(name);
    let help = format!("write `class {class} {{ … }}`; a class without members is `class {class} {{}}`");
    let end = site.piece.end;
    let edit = match site.is(end, Token::Semi) {
        true => site.replace(end..end + 1, " {}"),
        false => site.behind(end - 1, " {}"),
    };
    site.error(name, format!("class `{class}` has no body"), help).by(vec![edit])
}

/// Ghost parameters without `ghost` or without a type, of a type that has no locks, or meant as type parameters.
pub(super) fn ghost(site: &Site<'_>) -> Option<Explained> {
    let primitive = matches!(site.found(), Some(Token::Int | Token::Boolean | Token::Void));
    let at = site.at;
    if site.back(1) == Some(Token::Ghost) && primitive {
        let message = format!("a ghost stands for a lock, so its type cannot be `{}`", site.word(at));
        let edit = site.replace(at..at + 1, "Object");
        return site.slip(at, message, "its type is a class: write `ghost Object x`", vec![edit]);
    }
    if site.back(2) == Some(Token::Ghost) && matches!(site.found(), Some(Token::Gt | Token::Comma)) {
        let x = site.name_before(1)?;
        if x.starts_with(|c: char| c.is_ascii_uppercase()) {
            let help = format!("write `ghost {x} x`, or another name for `x`");
            return site.slip(at - 1, "this ghost has no name", help, vec![site.behind(at - 1, " x")]);
        }
        let (message, help) = (format!("ghost `{x}` has no type"), format!("write `ghost Object {x}`"));
        return site.slip(at - 1, message, help, vec![site.before(at - 1, "Object ")]);
    }
    if !site.expects("ghost") || !matches!(site.back(1), Some(Token::Lt | Token::Comma)) {
        return None;
    }
    let (first, second) = (site.name(at), site.name(at + 1));
    let ghosts = site.backwards().any(|i| site.token(i) == Some(Token::Ghost));
    let declared = first.zip(second).or(first.filter(|_| ghosts).map(|x| ("Object", x)));
    if let Some((ty, x)) = declared {
        let edit = site.before(at, if second.is_some() { "ghost " } else { "ghost Object " });
        let help = format!("write `ghost {ty} {x}`");
        return site.slip(at, "a parameter of a class is declared with `ghost`", help, vec![edit]);
    }
    let help = "a class takes only locks as parameters: write `class C<ghost Object l>`";
    let fix = super::library::without_type_parameter(site.text, at).or_else(|| without_arguments(site));
    Some(site.error(at, "classes have no type parameters", help).with(fix).into())
}

/// `ghost` before a formal owner, and `otherThread`, in a program with owners.
pub(super) fn owners(site: &Site<'_>) -> Option<Explained> {
    if site.back(1) == Some(Token::Ghost) && matches!(site.found(), Some(Token::Formal(_))) {
        let help = "a formal owner is its name alone: write `class C<l>`, and `where l != self` if it is one lock";
        let end = if matches!(site.token(site.at + 1), Some(Token::Formal(_))) { site.at + 1 } else { site.at };
        let edit = site.remove(site.at - 1..end);
        return site.slip(site.at - 1, "there is no `ghost` in a program with owners", help, vec![edit]);
    }
    let opened = matches!(site.back(1), Some(Token::Lt | Token::Comma));
    if opened && site.expects("formal") && !site.word(site.at).starts_with(['>', ',', '{']) {
        let word = site.word(site.at);
        let name = word.starts_with(|c: char| c.is_ascii_alphabetic());
        let message = match site.found() {
            Some(Token::Special(_)) => format!("`{word}` is an owner of its own, and no name of a formal owner"),
            _ if name => format!("`{word}` is a reserved word, so it cannot be a formal owner"),
            _ => format!("a formal owner is a name, and `{word}` is none"),
        };
        let error = site.error(site.at, message, "a formal owner is a name: write `class C<thisOwner, lock>`");
        let renamed = name.then(|| Fix::guess(format!("write `{word}1`"), vec![site.behind(site.at, "1")]));
        return Some(error.with(renamed).into());
    }
    if site.found() != Some(Token::OtherThread) {
        return None;
    }
    let message = "`otherThread` is what messages call an owner that is another thread; no program names it";
    let help =
        "write `thisThread` for what belongs to the thread that runs this code, or a lock that both threads take";
    site.slip(site.at, message, help, vec![site.replace(site.at..site.at + 1, "thisThread")])
}

/// More than one superclass.
pub(super) fn superclass(site: &Site<'_>) -> Option<Explained> {
    let several = site.found() == Some(Token::Comma)
        && !site.expects(",")
        && site.backwards().any(|i| site.token(i) == Some(Token::Extends));
    let end = site.find(site.at, |t| t == Token::OpenBrace).unwrap_or(site.piece.end);
    several.then(|| {
        let error = site.error(site.at, "a class has one superclass", "remove all but one");
        error.with([Fix::guess("remove all but the first", vec![site.remove(site.at..end)])]).into()
    })
}

/// `thread_local` anywhere but before `class`.
pub(super) fn thread_local(site: &Site<'_>) -> Option<Explained> {
    let local = Some(Token::ThreadLocal);
    let i = site.index_before(1).filter(|&i| site.token(i) == local);
    let i = i.or((site.found() == local && site.at < site.piece.end).then_some(site.at))?;
    let error = site.error(i, "`thread_local` belongs to a class", "write `thread_local class C { … }`");
    Some(error.with([Fix::new("remove it here", vec![site.remove(i..i + 1)])]).into())
}

/// Words of the language that are long enough to be known when they are misspelt.
const WORDS: &[&str] = &[
    "guarded_by",
    "write_guarded_by",
    "thread_local",
    "requires",
    "extends",
    "no_warn",
    "synchronized",
    "boolean",
    "assert",
    "print",
    "while",
    "final",
    "class",
    "return",
    "else",
    "fork",
];

/// The word of the language that this one was meant to be: the nearest, capitals and `_` left out.
pub(super) fn meant(word: &str) -> Option<&'static str> {
    let plain = |word: &str| word.replace('_', "").to_ascii_lowercase();
    let wrong = plain(word);
    let near = |right: &&'static str| {
        let distance = strsim::damerau_levenshtein(&wrong, &plain(right));
        let most = if right.len() < 8 { 1 } else { 2 };
        // Short words are near to many: their letters are all there.
        let letters = |word: &str| {
            let mut letters: Vec<char> = word.chars().collect();
            letters.sort_unstable();
            letters
        };
        let kept = right.len() > 4 || letters(&wrong) == letters(right);
        (distance <= most && kept).then_some((distance, *right))
    };
    WORDS.iter().filter_map(near).min().map(|(_, right)| right)
}

/// A reserved word written in another way: `guardedBy`.
pub(super) fn misspelt(site: &Site<'_>) -> Option<Explained> {
    let near = [site.at, site.at.wrapping_sub(1), site.at.wrapping_sub(2)];
    let near = || near.into_iter().filter(|i| site.piece.contains(i) && site.name(*i).is_some());
    // `guarded by`, `thread local`
    let joined = |i: usize| site.name(i + 1).map(|next| format!("{}_{next}", site.word(i)));
    let two = near().find(|&i| joined(i).is_some_and(|word| WORDS.contains(&word.as_str()))).map(|i| i..i + 2);
    // Names of the program's own classes are no misspellings.
    let own = |word: &str| site.declares_class(word);
    let one = || near().find(|&i| meant(site.word(i)).is_some() && !own(site.word(i))).map(|i| i..i + 1);
    let range = two.or_else(one)?;
    let word = site.text_of(range.clone());
    let right = meant(&word.replace(char::is_whitespace, ""))?;
    let (message, help) = (format!("`{word}` is no word of the language"), format!("write `{right}`"));
    site.slip(range.start, message, help, vec![site.replace(range, right)])
}

/// A type where a lock belongs: `List<int>`, `Map<List<x>>`.
pub(super) fn type_argument(site: &Site<'_>) -> Option<Explained> {
    let opened = matches!(site.back(1), Some(Token::Lt | Token::OpenArgs | Token::Comma));
    let lock = site.expects("this") && !site.expects_expression();
    let primitive = matches!(site.found(), Some(Token::Int | Token::Boolean | Token::Void));
    let nested = site.found() == Some(Token::Lt) && site.expects(">") && site.expects(".") && !site.expects("||");
    if !(nested || opened && lock && primitive) {
        return None;
    }
    let (i, text) = if nested { (site.at.checked_sub(1)?, "<…>") } else { (site.at, "") };
    let message = format!("`{}{text}` is a type, and what stands in `<…>` here is a lock", site.word(i));
    let help =
        "classes have no type parameters: write `this`, a variable or a path such as `this.lock`, or no `<…>` at all";
    Some(site.error(i, message, help).with(without_arguments(site)).into())
}

/// `<…>` removed, in which the error is or right before which.
fn without_arguments(site: &Site<'_>) -> Option<Fix> {
    let opens = |&i: &usize| matches!(site.token(i), Some(Token::Lt | Token::OpenArgs));
    let mut open = (site.piece.start..=site.at.min(site.tokens.len() - 1)).rev().take(16).find(opens)?;
    while let Some(outer) = open.checked_sub(2).filter(|&o| opens(&o)) {
        open = outer;
    }
    let mut depth = 0;
    let close = (open..site.tokens.len()).take(32).find(|&i| {
        depth += i32::from(opens(&i)) - i32::from(site.is(i, Token::Gt));
        depth == 0
    })?;
    let named = |i: usize| {
        use Token::*;
        matches!(site.token(i), Some(Ident(_) | Int | Boolean | Void | This | Dot | Comma | Lt | OpenArgs | Gt))
    };
    let fix = Fix::new("remove the `<…>`: classes have no type parameters", vec![site.remove(open..close + 1)]);
    Some(fix.if_sure((open..close).all(named)))
}
