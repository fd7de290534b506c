//! Sources with noise in them.

use racefree_grammar::lexer::Lexer;
use racefree_grammar::token::Token;

/// Writes a source again with other white space, needless brackets and `;`, comments and annotation comments between its
/// tokens, as `choices` say.
pub(crate) fn noise(source: &str, choices: &[u8]) -> String {
    let mut choices = choices.iter().copied();
    let mut out = String::new();
    let mut comments = 0;
    let mut annotation = false;
    for token in bracketed(source, &mut choices) {
        let mut comment = |open: &str, close: &str| {
            comments += 1;
            format!("{open} c{comments}{close}")
        };
        let before = match choices.next().unwrap_or(0) % 32 {
            1 => comment(" //", "\n"),
            2 => comment("\n//", "\n"),
            3 => comment("\n\n  /*", " */\n\n"),
            4 => comment(" /*", "\n   * more\n   */\n"),
            5 => format!("{}{}", comment(" /*", " */"), comment(" //", "\n")),
            6 => comment("\n   /*", " */ "),
            7 => comment(" /*", " */ "),
            8 if !annotation => {
                annotation = true;
                " /*# ".to_owned()
            }
            9 | 10 if annotation => {
                annotation = false;
                " */ ".to_owned()
            }
            11 => " //# no_warn guard_held\n".to_owned(),
            12 => " /*# no_warn */ ".to_owned(),
            13 => "\n//# no_warn exp_ref, exp_assign\n".to_owned(),
            14 => format!(" //# no_warn a {}\n", comment("/*", " */")),
            15 | 16 => "\n\n".to_owned(),
            17 | 18 => "\n".to_owned(),
            _ => " ".to_owned(),
        };
        out.push_str(&before);
        out.push_str(&token);
    }
    if annotation {
        out.push_str(" */");
    }
    comments += 1;
    out.push_str(&match choices.next().unwrap_or(0) % 4 {
        1 => format!("\n\n/* c{comments} */\n"),
        2 => format!("\n// c{comments}\n\n\n"),
        3 => format!(" // c{comments}"),
        _ => String::new(),
    });
    out
}

/// The tokens of a source, with needless brackets around some literals and some bracketed things, and needless `;`.
fn bracketed(source: &str, choices: &mut impl Iterator<Item = u8>) -> Vec<String> {
    let tokens: Vec<_> = Lexer::new(source, Default::default()).filter(|t| t.1 != Token::AutoSemi).collect();
    let mut out: Vec<String> = Vec::new();
    // Open brackets: what to write beside the closing one, and whether statements are in it.
    let mut open: Vec<(&str, bool)> = Vec::new();
    let mut head = false;
    let mut before = Token::Semi;
    for &(start, token, end) in &tokens {
        let text = source[start as usize..end as usize].to_owned();
        let choice = choices.next().unwrap_or(0) % 16;
        match token {
            Token::OpenBrace | Token::OpenParen => {
                let class = std::mem::take(&mut head) && token == Token::OpenBrace;
                let fixed =
                    class || token == Token::OpenParen && matches!(before, Token::Ident(_) | Token::If | Token::While);
                let (opening, closing) = match choice {
                    _ if fixed => ("", ""),
                    1 => ("{", "}"),
                    2 => ("(", ")"),
                    _ => ("", ""),
                };
                open.push((closing, token == Token::OpenBrace && !class));
                out.push(text);
                // Nothing, but a block, may be empty.
                out.extend((!opening.is_empty()).then(|| opening.to_owned()));
            }
            Token::CloseBrace | Token::CloseParen => {
                let (closing, statements) = open.pop().unwrap_or_default();
                if closing == ")" && out.last().is_some_and(|t| t == "(") {
                    out.pop();
                } else if !closing.is_empty() {
                    out.push(closing.to_owned());
                }
                if statements && choice == 3 && !matches!(before, Token::OpenBrace | Token::Semi) {
                    out.push(";".to_owned());
                }
                out.push(text);
            }
            Token::Number(_) | Token::Text(_) | Token::Null | Token::True | Token::False if choice < 3 => {
                let (opening, closing) = [("", ""), ("(", ")"), ("{", "}")][choice as usize];
                out.extend([opening.to_owned(), text, closing.to_owned()].into_iter().filter(|t| !t.is_empty()));
            }
            _ => {
                head |= token == Token::Class;
                out.push(text);
            }
        }
        before = token;
    }
    out
}
