//! Values of literals, as they are written.

/// The characters of a literal, its escapes read. None for an escape that Java does not have.
pub(crate) fn unescaped(text: &str) -> Option<String> {
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
pub(crate) fn whole(text: &str) -> Option<u64> {
    let text = text.trim_end_matches(['l', 'L']).replace('_', "").to_lowercase();
    match (text.strip_prefix("0x"), text.strip_prefix("0b")) {
        (Some(digits), _) => u64::from_str_radix(digits, 16).ok(),
        (_, Some(digits)) => u64::from_str_radix(digits, 2).ok(),
        _ if text.len() > 1 && text.starts_with('0') => u64::from_str_radix(&text[1..], 8).ok(),
        _ => text.parse().ok(),
    }
}

/// The characters of a string or text block, as it is written.
pub(crate) fn text_of(text: &str) -> Option<String> {
    match text.strip_prefix("\"\"\"").and_then(|rest| rest.strip_suffix("\"\"\"")) {
        Some(inner) => unescaped(&text_block(&inner.replace("\r\n", "\n"))),
        None => text.get(1..text.len().saturating_sub(1)).and_then(unescaped),
    }
}
