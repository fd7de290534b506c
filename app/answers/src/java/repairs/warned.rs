//! Repairs of code that is warned of: a wait in a loop, one step instead of two.

use super::super::members::FieldAt;
use super::blocks::{closing, statement_end, word_before};
use super::candidates::Near;
use racefree_grammar::{Edit, Fix, Span};

/// Beginning of the code of a warning, where it stands among errors.
pub(super) const WARNING: &str = "warning/";

impl Near<'_> {
    /// `while` for the `if` around a wait: whoever is woken looks again. It is meant if the `if` does nothing but wait.
    pub(super) fn in_loop(&self) -> Vec<Fix> {
        let code = &self.code;
        let Some(own) = self.call() else { return Vec::new() };
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
                    return if has_else { Vec::new() } else { vec![fix.if_sure(is_alone)] };
                }
                _ => return Vec::new(),
            }
        }
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

    /// One step for two: of a volatile number by a lock, of an atomic one or a concurrent map by its own methods.
    pub(super) fn at_once(&self) -> Vec<Fix> {
        let Some(name) = self.names().next().map(str::to_owned) else { return Vec::new() };
        match () {
            () if self.error.message.contains("is volatile, but") => {
                let field = self.verdict.members.field_named(&name, self.at);
                field.and_then(|field| self.without_volatile(field)).into_iter().collect()
            }
            () if self.error.message.contains("is atomic, but") => self.updated(&name).into_iter().collect(),
            () => self.put_at_once(&name).into_iter().collect(),
        }
    }

    /// A lock in the place of `volatile`.
    fn without_volatile(&self, field: &FieldAt) -> Option<Fix> {
        let head = Span::new(self.own(field.start), self.own(field.type_start));
        let at = head.start + head.text(self.text).find("volatile ")? as u32;
        let guard = if field.is_static { format!("{}.class", field.class_name()) } else { "this".to_owned() };
        let span = Span::new(at, at + "volatile ".len() as u32);
        let edit = Edit::replace(span, format!("/*# guarded_by {guard} */ "));
        Some(Fix::guess(format!("Guard `{}` by `{guard}` instead of `volatile`", field.name), vec![edit]))
    }

    /// `n.addAndGet(m)` for `n.set(n.get() + m)`.
    fn updated(&self, name: &str) -> Option<Fix> {
        let own = self.call()?;
        let text = own.text(self.text);
        let value = text.strip_prefix(&format!("{name}.set({name}.get()"))?.trim_start().strip_suffix(");")?;
        let is_plain = |rest: &str| !rest.is_empty() && !rest.contains(['+', '-', '*', '/', '?', '<', '>', '=', ',']);
        let call = match value.split_at_checked(1)? {
            (sign @ ("+" | "-"), rest) if rest.trim() == "1" => {
                format!("{name}.{}AndGet()", if sign == "+" { "increment" } else { "decrement" })
            }
            ("+", rest) if is_plain(rest) => format!("{name}.addAndGet({})", rest.trim()),
            ("-", rest) if is_plain(rest) => format!("{name}.addAndGet(-{})", rest.trim()),
            _ => return None,
        };
        Some(Fix::new(format!("Write `{call}`"), vec![Edit::replace(own, format!("{call};"))]))
    }

    /// `m.putIfAbsent(k, v)` for a look and a put, `m.merge(k, 1, Integer::sum)` for a number that goes up.
    fn put_at_once(&self, map: &str) -> Option<Fix> {
        let own = self.call()?;
        let arguments = own.text(self.text).strip_prefix(&format!("{map}.put("))?.strip_suffix(");")?;
        let start = own.start as usize + map.len() + ".put(".len();
        let comma = top_level_comma(&self.code[start..start + arguments.len()])?;
        let (key, value) = (arguments[..comma].trim(), arguments[comma + 1..].trim());
        if self.error.message.contains("`putIfAbsent` is one") {
            let before = self.code[..own.start as usize].trim_ascii_end();
            let before = before.strip_suffix(b"{").map_or(before, <[u8]>::trim_ascii_end);
            let (at, b"if") = word_before(&self.code, before.len().checked_sub(1)?)? else { return None };
            let end = statement_end(&self.code, at)?;
            let call = match value.contains(['(', '[']) {
                // A value that is made is made only where it is wanted.
                true => format!("{map}.computeIfAbsent({key}, absent -> {value});"),
                false => format!("{map}.putIfAbsent({key}, {value});"),
            };
            let title = format!("Write `{}`", call.trim_end_matches(';'));
            return Some(Fix::guess(title, vec![Edit::replace(Span::new(at as u32, end as u32), call)]));
        }
        let value: String = value.split_whitespace().collect();
        let read = [format!("{map}.get({key})"), format!("{map}.getOrDefault({key},0)")];
        let added = read.iter().find_map(|read| value.strip_prefix(read.as_str())?.strip_prefix('+'))?;
        let is_long = |of: &FieldAt| of.ty.ends_with("Long>");
        let field = self.verdict.members.field_named(map, self.at)?;
        let ty = if is_long(field) { "Long" } else { "Integer" };
        let is_known = field.ty.ends_with("Integer>") || is_long(field);
        let is_plain = added.chars().all(|c| c.is_alphanumeric() || c == '_');
        (is_known && is_plain).then(|| {
            let call = format!("{map}.merge({key}, {added}, {ty}::sum)");
            Fix::guess(format!("Write `{call}`"), vec![Edit::replace(own, format!("{call};"))])
        })
    }
}

/// Offset of the first comma that is in no brackets.
fn top_level_comma(code: &[u8]) -> Option<usize> {
    let mut depth = 0;
    code.iter().position(|b| {
        depth += i32::from(matches!(b, b'(' | b'[' | b'{')) - i32::from(matches!(b, b')' | b']' | b'}'));
        depth == 0 && *b == b','
    })
}
