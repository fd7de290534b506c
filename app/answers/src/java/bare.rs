//! Java source as a text that is compared: its first error of syntax, and its members without what keeps threads apart, which a repair of
//! locks leaves as they are.

use racefree_grammar::fix;
use racefree_grammar::{Edit, Span};
use racefree_java::Java;
use racefree_java::declare::Problem;
use racefree_java::sources::Sources;
use racefree_java::tree::{Class, Member, MethodKind, Origin};

/// The tokens of a member, `Account.deposit` or `Account.balance`: without comments, annotations, `final`, `volatile`, and without
/// `synchronized`, as a modifier or around a block. Methods of one name are taken together. None if there is no such member.
pub fn bare_member(text: &str, name: &str) -> Option<Vec<String>> {
    let (of, member) = name.rsplit_once('.')?;
    let mut sources = Sources::default();
    sources.add("program.java".to_owned(), text.as_bytes(), Origin::Source).ok()?;
    let java = Java::read(sources, None, 1);
    let named = |class: &&Class| {
        let whole = java.names.text(class.qualified);
        whole == of || whole.strip_suffix(of).is_some_and(|rest| rest.ends_with('.'))
    };
    let spans = java.classes.iter().filter(named).flat_map(|class| &class.members).filter_map(|at| match at {
        Member::Field(at) => {
            let field = &java.fields[at.index()];
            (java.names.text(field.name) == member).then_some(field.span)
        }
        Member::Method(at) => {
            let method = &java.methods[at.index()];
            (method.has_body && java.names.text(method.name) == member).then_some(method.span)
        }
        Member::Initializer(_) => None,
    });
    let found: Vec<String> = spans.flat_map(|span| bare(tokens(java.sources.at(span)))).collect();
    (!found.is_empty()).then_some(found)
}

/// Variants of a program that is idle: bodies of methods are gone, or return where they waited, of one method and of all. Each has the name of
/// the method, as `Mailbox.take`; those in `keep` are left alone.
pub fn idle_members(text: &str, keep: &[String]) -> Vec<(String, String)> {
    let mut sources = Sources::default();
    if sources.add("program.java".to_owned(), text.as_bytes(), Origin::Source).is_err() {
        return Vec::new();
    }
    let java = Java::read(sources, None, 1);
    let (mut gone, mut returning) = (Vec::new(), Vec::new());
    for method in java.methods.iter().filter(|method| method.has_body && method.kind == MethodKind::Plain) {
        let (whole, name) = (java.sources.at(method.span), java.names.text(method.name));
        let of = |kept: &String| kept.rsplit_once('.').is_some_and(|(_, member)| member == name);
        let Some(open) = whole.find('{').filter(|_| !keep.iter().any(of)) else { continue };
        let answer = match java.sources.at(method.result.span) {
            "void" => "return;",
            "boolean" => "return false;",
            "byte" | "short" | "char" | "int" | "long" | "float" | "double" => "return 0;",
            _ => "return null;",
        };
        let class = java.names.text(java.classes[method.class.index()].qualified);
        let (name, body) = (format!("{class}.{name}"), &whole[open..]);
        let span = Span::new(method.span.start + open as u32, method.span.end);
        if body.contains("wait();") {
            let returns = body.replace("this.wait();", answer).replace("wait();", answer);
            returning.push((name.clone(), Edit::replace(span, returns)));
        }
        gone.push((name, Edit::replace(span, format!("{{ {answer} }}"))));
    }
    let all = |edits: &[(String, Edit)]| {
        let edits: Vec<Edit> = edits.iter().map(|(_, edit)| edit.clone()).collect();
        (edits.len() > 1).then(|| ("each method that need not stay".to_owned(), edits))
    };
    let together = [all(&gone), all(&returning)].into_iter().flatten();
    let alone = returning.iter().chain(&gone).map(|(name, edit)| (name.clone(), vec![edit.clone()]));
    let put = |(name, edits): (String, Vec<Edit>)| Some((name, fix::apply(java.sources.text(), &edits)?));
    alone.chain(together).filter_map(put).collect()
}

/// The first error of the syntax, with its place in the text. The library is not needed for that.
pub fn syntax_error(text: &str) -> Option<(Span, String)> {
    let mut sources = Sources::default();
    if let Err(error) = sources.add("program.java".to_owned(), text.as_bytes(), Origin::Source) {
        return Some((Span::NONE, error.to_string()));
    }
    let java = Java::read(sources, None, 1);
    java.problems.iter().find_map(|problem| match problem {
        Problem::Syntax(error) => Some((error.span, error.message(&java.sources))),
        _ => None,
    })
}

/// The tokens of a text, comments left out.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = match first {
            _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            _ if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |at| at + 2),
            _ if rest.starts_with("\"\"\"") => quoted(rest, "\"\"\""),
            '"' => quoted(rest, "\""),
            '\'' => quoted(rest, "'"),
            c if is_word(c) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
            c => c.len_utf8(),
        };
        let token = &rest[..length];
        rest = &rest[length..];
        let is_comment = token.starts_with("//") || token.starts_with("/*");
        if !is_comment && !first.is_whitespace() {
            found.push(token);
        }
    }
    found
}

/// Length of the literal that begins a text.
fn quoted(text: &str, mark: &str) -> usize {
    let mut at = mark.len();
    while at < text.len() && !text[at..].starts_with(mark) {
        let mut chars = text[at..].chars();
        at += chars.next().map_or(1, char::len_utf8);
        if text[..at].ends_with('\\') {
            at += chars.next().map_or(0, char::len_utf8);
        }
    }
    (at + mark.len()).min(text.len())
}

/// Tokens without annotations, modifiers and locks.
fn bare(tokens: Vec<&str>) -> Vec<String> {
    let mut kept = Vec::new();
    // Open braces: true for those of a block under a lock.
    let mut open: Vec<bool> = Vec::new();
    let mut at = 0;
    while let Some(&token) = tokens.get(at) {
        at += 1;
        let next = tokens.get(at).copied();
        match token {
            "synchronized" if next == Some("(") => {
                at = behind(&tokens, at);
                if tokens.get(at) == Some(&"{") {
                    open.push(true);
                    at += 1;
                }
            }
            "synchronized" | "volatile" | "final" => {}
            "@" if next != Some("interface") => {
                at += 1;
                while tokens.get(at) == Some(&".") {
                    at += 2;
                }
                if tokens.get(at) == Some(&"(") {
                    at = behind(&tokens, at);
                }
            }
            "{" => {
                open.push(false);
                kept.push(token.to_owned());
            }
            "}" if open.pop() == Some(true) => {}
            _ => kept.push(token.to_owned()),
        }
    }
    kept
}

/// The place behind the bracket that is closed last of those from a place on.
fn behind(tokens: &[&str], from: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(from) {
        match *token {
            "(" => depth += 1,
            ")" => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}
