//! Repairs of code that is warned of: a wait in a loop, a lock in the place of `volatile`.

use super::super::members::MethodAt;
use super::blocks::{assigns, closing, statement_end, word_before};
use super::candidates::Near;
use racefree_grammar::{Edit, Fix, Span};

/// Beginning of the code of a warning, where it stands among errors.
pub(super) const WARNING: &str = "warning/";

impl Near<'_> {
    /// `while` for the `if` around a wait: whoever is woken looks again. It is meant if the `if` does nothing but wait.
    pub(super) fn in_loop(&self) -> Vec<Fix> {
        let code = &self.code;
        let Some(own) = self.call() else { return Vec::new() };
        // In a loop, a wait of some time would wait for ever.
        let arguments = own.text(self.text).find('(').map_or(own.end as usize, |n| own.start as usize + n);
        if !self.text[arguments..].trim_start().starts_with("()") {
            return Vec::new();
        }
        let (mut at, mut is_alone) = (own.start as usize, true);
        loop {
            let before = code[..at].trim_ascii_end();
            match before.last() {
                Some(b'{') => {
                    let open = before.len() - 1;
                    let Some(end) = closing(code, open) else { return Vec::new() };
                    let inside = code[open + 1..end].trim_ascii();
                    let head = before[..open].trim_ascii_end();
                    at = if head.ends_with(b"try") { head.len() - 3 } else { open };
                    is_alone &= inside.starts_with(b"try") || inside.iter().filter(|b| **b == b';').count() == 1;
                }
                Some(b';') => {
                    let Some(open) = before.iter().rposition(|b| matches!(b, b'{' | b'}')) else { return Vec::new() };
                    if code[open] != b'{' {
                        return Vec::new();
                    }
                    (at, is_alone) = (open + 1, false);
                }
                Some(b')') => {
                    let Some((start, b"if")) = word_before(code, before.len() - 1) else { return Vec::new() };
                    let test = &self.text[start..before.len()];
                    let changes = ["++", "--", "+=", "-="].iter().any(|sign| test.contains(sign));
                    let end = statement_end(code, start).unwrap_or(code.len());
                    if changes || code[end..].trim_ascii_start().starts_with(b"else") {
                        return Vec::new();
                    }
                    // The text behind it on the way back may be a part of the `if` with an `else`.
                    let has_else = code[start..end].windows(4).any(|word| word == b"else");
                    let span = Span::new(start as u32, start as u32 + 2);
                    let fix = Fix::new("Write `while` for `if`", vec![Edit::replace(span, "while")]);
                    let inner = self.loop_of_wait(Span::new(start as u32, before.len() as u32), own);
                    return match has_else {
                        true => inner.into_iter().collect(),
                        false if is_alone => vec![fix],
                        false => inner.into_iter().chain([fix.if_sure(false)]).collect(),
                    };
                }
                _ => return Vec::new(),
            }
        }
    }

    /// A loop around the wait alone, inside of the `if` that has an `else`, or does more: what it does besides it does once.
    fn loop_of_wait(&self, head: Span, wait: Span) -> Option<Fix> {
        let test = head.text(self.text).strip_prefix("if")?.trim_start();
        let between = Span::new(head.end, wait.start).text(self.text);
        let mut names = test.split(|c: char| !(c.is_alphanumeric() || c == '_')).filter(|name| !name.is_empty());
        // Statements in front may make the condition untrue.
        let prints = ["System.out.println(", "System.out.print(", "System.out.printf("];
        let calls = between.matches('(').count();
        let printed: usize = prints.iter().map(|call| between.matches(call).count()).sum();
        let is_free = printed == calls && !between.contains("else") && !names.any(|name| assigns(between, name));
        let title = format!("Write `while {test} {}`", wait.text(self.text));
        is_free.then(|| Fix::new(title, vec![Edit::insert(wait.start, format!("while {test} "))]))
    }

    /// The statement that is a call at the place, also behind a head without brackets.
    fn call(&self) -> Option<Span> {
        let is_path = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'$' | b'.') || !b.is_ascii();
        let before = &self.code[..self.error.span.start as usize];
        let start = before.len() - before.iter().rev().take_while(|b| is_path(b)).count();
        let open = self.code[start..].iter().position(|&b| b == b'(')? + start;
        let end = closing(&self.code, open)? + 1;
        let semicolon = end + self.code[end..].iter().position(|b| !b.is_ascii_whitespace())?;
        (self.code[semicolon] == b';').then(|| Span::new(start as u32, semicolon as u32 + 1))
    }

    /// A lock in the place of `volatile`.
    pub(super) fn without_volatile(&self) -> Option<Fix> {
        let name = self.names().next().filter(|_| self.error.message.contains("is volatile, but"))?;
        let field = self.verdict.members.field_named(name, self.at)?;
        let head = Span::new(self.own(field.start), self.own(field.type_start));
        let at = head.start + head.text(self.text).find("volatile ")? as u32;
        let guard = if field.is_static { format!("{}.class", field.class_name()) } else { "this".to_owned() };
        let span = Span::new(at, at + "volatile ".len() as u32);
        let mut edits = vec![Edit::replace(span, format!("/*# guarded_by {guard} */ "))];
        // Who reads by a method of its own may do so at any time.
        let text = self.verdict.sources.text();
        let returns = [format!("return {};", field.name), format!("return this.{};", field.name)];
        let gets = |m: &&MethodAt| {
            let body = m.span.text(text).split_once('{').map_or("", |(_, body)| body.trim_end_matches('}').trim());
            let is_own = m.class.rsplit('.').next() == Some(field.class_name()) && m.is_static == field.is_static;
            is_own && !m.is_synchronized && !m.is_constructor && returns.iter().any(|of| of == body)
        };
        let getters = self.verdict.members.methods().filter(gets).filter(|m| m.span.start >= self.start);
        edits.extend(getters.map(|m| Edit::insert(self.own(m.type_start), "synchronized ")));
        Some(Fix::new(format!("Guard `{}` by `{guard}` instead of `volatile`", field.name), edits))
    }
}
