//! Text as LaTeX: nothing in a program's names and strings is a command, and every symbol of the notation is typeset.

use racefree_kernel::statement::{Sort, Statement};

/// A statement as LaTeX that stands in text or math.
pub fn statement(statement: &Statement) -> String {
    let mut out = String::from("\\stm{");
    for (sort, text) in statement.pieces() {
        let command = match sort {
            Sort::Meta | Sort::Omitted => {
                meta(&mut out, text);
                continue;
            }
            Sort::Plain => "code",
            Sort::Keyword => "kw",
            Sort::Variable => "var",
            Sort::Class => "cls",
            Sort::Member => "mem",
            Sort::Literal => "lit",
        };
        out.push_str(&format!("\\{command}{{{}}}", escaped(text)));
    }
    out.push('}');
    out
}

/// Text as LaTeX, typeset as it is written.
pub fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| character(&mut out, c));
    out
}

fn character(out: &mut String, c: char) {
    match c {
        '\\' => out.push_str("\\textbackslash{}"),
        '{' | '}' | '$' | '&' | '#' | '_' | '%' => out.extend(['\\', c]),
        '^' => out.push_str("\\textasciicircum{}"),
        '~' => out.push_str("\\textasciitilde{}"),
        '"' => out.push_str("\\textquotedbl{}"),
        '\'' => out.push_str("\\textquotesingle{}"),
        '`' => out.push_str("\\textasciigrave{}"),
        '<' => out.push_str("\\textless{}"),
        '>' => out.push_str("\\textgreater{}"),
        '|' => out.push_str("\\textbar{}"),
        // Two in a row would become another character.
        '-' | ',' | '!' | '?' => out.extend(['{', c, '}']),
        '\t' | '\n' | '\r' => out.push(' '),
        ' '..='~' | 'À'..='ÿ' if c != '×' && c != '÷' => out.push(c),
        '₀'..='₉' => out.push_str(&format!("${{}}_{}$", c as u32 - '₀' as u32)),
        c => match symbol(c) {
            Some(symbol) => out.push_str(&format!("${symbol}$")),
            None => out.push_str(&format!("\\texttt{{\\textbackslash{{}}u\\{{{:X}\\}}}}", c as u32)),
        },
    }
}

/// Metavariables of the judgment: `P` and `E₁` are set as in math.
fn meta(out: &mut String, text: &str) {
    let mut rest = text.char_indices().peekable();
    let mut before = ' ';
    while let Some((i, c)) = rest.next() {
        let alone = !before.is_alphanumeric() && !rest.peek().is_some_and(|(_, next)| next.is_ascii_alphanumeric());
        before = c;
        match c {
            'P' | 'E' if alone => {
                let mut number = String::new();
                while let Some(digit) = rest.peek().and_then(|&(_, next)| subscript(next)) {
                    number.push(digit);
                    rest.next();
                }
                out.push_str(&if number.is_empty() { format!("${c}$") } else { format!("${c}_{{{number}}}$") });
            }
            '⊢' if text[i..].starts_with("⊢final") => {
                out.push_str("$\\vdash_{\\mathsf{final}}$");
                rest.nth("final".len() - 1);
            }
            c => character(out, c),
        }
    }
}

fn subscript(c: char) -> Option<char> {
    ('₀'..='₉').contains(&c).then(|| char::from_digit(c as u32 - '₀' as u32, 10)).flatten()
}

/// The symbols of the rule book and of statements.
fn symbol(c: char) -> Option<&'static str> {
    Some(match c {
        '⊢' => "\\vdash",
        '⊬' => "\\nvdash",
        '∅' => "\\emptyset",
        '∈' => "\\in",
        '∉' => "\\notin",
        '⊆' => "\\subseteq",
        '∪' => "\\cup",
        '≡' => "\\equiv",
        '≢' => "\\not\\equiv",
        '×' => "\\times",
        '÷' => "\\div",
        '→' => "\\rightarrow",
        '…' => "\\ldots",
        '′' => "{}'",
        'θ' => "\\theta",
        'ᵢ' => "{}_i",
        'ⱼ' => "{}_j",
        'ₖ' => "{}_k",
        'ₙ' => "{}_n",
        '¹' => "{}^1",
        'ʲ' => "{}^j",
        'ⁿ' => "{}^n",
        _ => return None,
    })
}
