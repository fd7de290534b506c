//! Numbers, characters and strings as they are written.

use crate::elaborate::code::Code;
use crate::types::{Primitive, Ty};
use racefree_grammar::Span;
use racefree_grammar::ast::{Expr, ExprId};

/// The characters of a literal, its escapes read. None for an escape that Java does not have.
fn unescaped(text: &str) -> Option<String> {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text.chars().peekable());
    while let Some(c) = rest.next() {
        if c != '\\' {
            out.push(c);
            continue;
        }
        match rest.next()? {
            'n' => out.push('\n'),
            't' => out.push('\t'),
            'r' => out.push('\r'),
            'b' => out.push('\u{8}'),
            'f' => out.push('\u{c}'),
            's' => out.push(' '),
            '\n' => {}
            'u' => {
                while rest.next_if_eq(&'u').is_some() {}
                let digits: String = rest.by_ref().take(4).collect();
                out.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
            }
            c @ '0'..='7' => {
                let mut value = c.to_digit(8)?;
                let most = if c <= '3' { 2 } else { 1 };
                for _ in 0..most {
                    let Some(digit) = rest.next_if(|c| ('0'..='7').contains(c)) else { break };
                    value = value * 8 + digit.to_digit(8)?;
                }
                out.push(char::from_u32(value)?);
            }
            c @ ('\\' | '\'' | '"') => out.push(c),
            _ => return None,
        }
    }
    Some(out)
}

/// The contents of a text block: without the indentation that all its lines share.
fn text_block(inner: &str) -> String {
    let body = inner.split_once('\n').map_or("", |(_, body)| body);
    let lines: Vec<&str> = body.split('\n').collect();
    let blank = |line: &&str| !line.trim().is_empty();
    let last = lines.last().copied().unwrap_or_default();
    let significant = lines.iter().copied().filter(blank).chain((last.trim().is_empty()).then_some(last));
    let indent = significant.map(|line| line.len() - line.trim_start().len()).min().unwrap_or(0);
    let cut = |line: &&str| line.get(indent.min(line.len())..).unwrap_or_default().trim_end().to_owned();
    lines.iter().map(cut).collect::<Vec<_>>().join("\n")
}

/// The value of a whole number, its sign aside: decimal, hexadecimal, octal or binary.
fn whole(text: &str) -> Option<u64> {
    let text = text.trim_end_matches(['l', 'L']).replace('_', "").to_lowercase();
    match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
        (Some(digits), _) => u64::from_str_radix(digits, 16).ok(),
        (_, Some(digits)) => u64::from_str_radix(digits, 2).ok(),
        _ if text.len() > 1 && text.starts_with('0') => u64::from_str_radix(&text[1..], 8).ok(),
        _ => text.parse().ok(),
    }
}

impl Code<'_, '_, '_> {
    /// A number that is no `int`.
    pub(in crate::elaborate) fn number_to_run(&mut self, text: &str, ty: Ty, span: Span) -> ExprId {
        let made = match self.primitive_type(ty) {
            Some(Primitive::Long) => whole(text).map(|n| ("longOf", (n as i64).to_string())),
            Some(Primitive::Double) => {
                let digits = text.trim_end_matches(['d', 'D']).replace('_', "");
                digits.parse::<f64>().ok().map(|_| ("doubleOf", digits))
            }
            Some(Primitive::Float) => {
                let digits = text.trim_end_matches(['f', 'F']).replace('_', "");
                digits.parse::<f32>().ok().map(|_| ("floatOf", digits))
            }
            _ => None,
        };
        match made {
            Some((primitive, digits)) => {
                let digits = self.it.intern(&digits);
                let digits = self.it.out.expr(Expr::Str(digits), span);
                self.it.primitive(primitive, &[digits], span)
            }
            None => self.refused(
                ty,
                span,
                format!("the number `{text}` does not run: `int`, `long`, `float` and `double` do"),
            ),
        }
    }

    /// A character.
    pub(in crate::elaborate) fn character_to_run(&mut self, text: &str, ty: Ty, span: Span) -> ExprId {
        let inner = text.get(1..text.len().saturating_sub(1)).and_then(unescaped);
        let mut units = inner.iter().flat_map(|text| text.encode_utf16());
        match (units.next(), units.next()) {
            (Some(unit), None) => self.it.out.int(i32::from(unit), span),
            _ => self.refused(ty, span, "this is no character"),
        }
    }

    /// A string.
    pub(in crate::elaborate) fn string_to_run(&mut self, text: &str, ty: Ty, span: Span) -> ExprId {
        let block = text.strip_prefix("\"\"\"").and_then(|rest| rest.strip_suffix("\"\"\""));
        let inner = match block {
            Some(inner) => unescaped(&text_block(&inner.replace("\r\n", "\n"))),
            None => text.get(1..text.len().saturating_sub(1)).and_then(unescaped),
        };
        match inner {
            Some(inner) => {
                let name = self.it.intern(&inner);
                self.it.out.expr(Expr::Str(name), span)
            }
            None => self.refused(ty, span, "an escape in this string is not one of Java's"),
        }
    }
}
