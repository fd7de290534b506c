//! Threads that `main` starts, and does not wait for in front of what reads their work: the advice to do so, where they end before that.

use super::accesses::Seen;
use super::repairs::{closing, code};
use super::wording::Wording;
use racefree_grammar::Span;
use racefree_java::blocking::{is_endless, needs_partner};
use racefree_java::tree::{Method, Origin};

/// Calls that may let another thread go on.
const SIGNALS: &[&str] = &[
    "notify",
    "signal",
    "countDown(",
    "release(",
    ".put",
    ".add",
    ".offer",
    ".push(",
    ".transfer(",
    "interrupt(",
    ".complete",
    ".set",
    ".unpark(",
    "arrive",
    "await",
    ".exchange(",
    "compareAndSet(",
    ".take",
    ".poll",
    ".remove",
    "unlock(",
    ".close(",
];

/// Number of methods that the code of a thread is followed through.
const MOST: usize = 32;

impl<'j> Wording<'j> {
    /// Says that `main` uses a field behind the start of a thread that it does not wait for.
    pub(super) fn without_join(&self, seen: &Seen<'_>) -> Option<String> {
        let (method, at) = (seen.method.span, seen.access.span);
        let before = self.java.sources.at(Span::new(method.start, at.start.max(method.start)));
        let (own, _) = before.rsplit_once(".start()")?;
        let thread = own.rsplit(|c: char| !is_letter(c)).next().filter(|name| !name.is_empty())?;
        let is_main = self.java.names.text(seen.method.name) == "main";
        let line = self.line(at);
        (is_main && !before.contains(".join(") && self.ends_before(thread, before, seen))
            .then(|| format!("`main` does not wait for the thread: `{thread}.join();` in front of line {line} does"))
    }

    /// Returns true for a thread that comes to its end without what the rest of `main` does.
    fn ends_before(&self, thread: &str, before: &str, seen: &Seen<'_>) -> bool {
        let (file, _) = self.java.sources.place(seen.access.span);
        let whole = self.java.sources.at(self.java.sources.files()[file.index()].span);
        let method = seen.method.span;
        let made = self.reached(declared(before, thread), before);
        let has_loop = |code: &String| {
            let squeezed: String = code.split_whitespace().collect();
            squeezed.contains("while(") || squeezed.contains(";;")
        };
        let waits = |code: &String| {
            needs_partner(code, whole) || code.contains("wait(") || has_loop(code) || code.contains(".get()")
        };
        // The line of the access is behind the wait as well.
        let start = before.rfind([';', '{', '}']).map_or(0, |n| n + 1);
        let rest = self.java.sources.at(Span::new(method.start + start as u32, method.end));
        // A loop may look at a field until it has another value.
        let polls = made.iter().any(has_loop);
        let signals = || {
            let behind = self.reached(vec![rest.to_owned()], before);
            let wakes = |code: &String| SIGNALS.iter().any(|word| code.contains(word));
            behind.iter().any(|code| wakes(code) || polls && self.assigns(code, &made))
        };
        // A daemon is meant to go on.
        let goes_on = before.contains(&format!("{thread}.setDaemon(")) || made.iter().any(|code| is_endless(code));
        !goes_on && (!made.iter().any(waits) || !signals())
    }

    /// Code, and that of the methods and tasks of the sources that it names, and of variables in front of it.
    fn reached(&self, mut all: Vec<String>, before: &str) -> Vec<String> {
        let own = |m: &&Method| m.has_body && self.java.classes[m.class.index()].origin == Origin::Source;
        let mut seen: Vec<String> = Vec::new();
        let mut n = 0;
        while n < all.len() && n < MOST {
            let text = all[n].clone();
            let words = text.split(|c: char| !is_letter(c)).filter(|word| !word.is_empty());
            for word in words {
                if seen.iter().any(|of| of == word) {
                    continue;
                }
                seen.push(word.to_owned());
                let is_called = ["", " "].iter().any(|gap| text.contains(&format!("{word}{gap}(")))
                    || text.contains(&format!("::{word}"));
                let is_task = |m: &Method| {
                    let class = self.java.names.text(self.java.classes[m.class.index()].name);
                    let runs = matches!(self.java.names.text(m.name), "run" | "call" | "compute");
                    class == word && runs && text.contains(&format!("new {word}"))
                };
                let methods = self.java.methods.iter().filter(own);
                let found = methods.filter(|m| is_called && self.java.names.text(m.name) == word || is_task(m));
                let bodies = found.map(|m| self.java.sources.at(m.span)).filter(|body| !body.contains(before));
                all.extend(bodies.filter_map(|body| body.split_once('{')).map(|(_, body)| body.to_owned()));
                all.extend(declared(before, word));
            }
            n += 1;
        }
        all
    }

    /// Returns true for code that gives a field a value that other code names.
    fn assigns(&self, text: &str, others: &[String]) -> bool {
        let signs = ["=", "++", "--"];
        signs.iter().flat_map(|sign| text.match_indices(sign)).any(|(at, sign)| {
            let before = text[..at].trim_end().trim_end_matches(['+', '-', '*', '/', '|', '&', '^']).trim_end();
            let name = before.trim_end_matches(']').rsplit(|c: char| !is_letter(c)).next().unwrap_or_default();
            let is_test =
                sign == "=" && (text[at + 1..].starts_with('=') || text[..at].ends_with(['=', '!', '<', '>']));
            let is_field = self.java.fields.iter().any(|field| self.java.names.text(field.name) == name);
            !is_test
                && is_field
                && others.iter().any(|code| code.split(|c: char| !is_letter(c)).any(|word| word == name))
        })
    }
}

/// The values that code gives a variable.
fn declared(text: &str, name: &str) -> Vec<String> {
    let code = code(text);
    let value = |at: usize| {
        let end = (at..code.len()).scan(at, |next, here| {
            // Brackets keep together all that they hold.
            if here < *next {
                return Some(None);
            }
            *next = match code[here] {
                b'(' | b'{' | b'[' => closing(&code, here).unwrap_or(code.len()),
                _ => here,
            };
            Some((code[here] == b';' || code[here] == b',').then_some(here))
        });
        let end = end.flatten().next().unwrap_or(code.len());
        text[at..end].to_owned()
    };
    let sign = format!("{name} = ");
    let is_whole = |at: &usize| !text[..*at].ends_with(is_letter);
    text.match_indices(&sign).map(|(at, _)| at).filter(is_whole).map(|at| value(at + sign.len())).collect()
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}
