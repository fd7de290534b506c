//! Mutants of a program, by its text.

use racefree_generate::Choices;

/// Words before which a clause or modifier may go.
const CLAUSES: [&str; 3] = ["guarded_by", "requires", "synchronized"];
/// Modifiers.
const MODIFIERS: [&str; 5] = ["final", "readonly", "volatile", "thread_local", "synchronized"];

/// A text that differs in one to three places.
pub fn mutant(text: &str, choices: &mut Choices<'_>) -> String {
    let mut text = text.to_owned();
    for _ in 0..1 + choices.below(3) {
        text = match choices.weighted([4, 3, 2, 2, 1]) {
            0 => name(&text, choices),
            1 => word(&text, choices),
            2 => lines(&text, choices, |lines, from, _| {
                lines.remove(from);
            }),
            3 => lines(&text, choices, |lines, from, to| {
                let line = lines[from].clone();
                lines.insert(to, line);
            }),
            _ => lines(&text, choices, |lines, from, to| lines.swap(from, to)),
        };
    }
    text
}

/// Tokens: names and words, and every other character for itself.
fn tokens(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let of_name = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let end = if of_name(first) { rest.find(|c| !of_name(c)).unwrap_or(rest.len()) } else { first.len_utf8() };
        found.push(&rest[..end]);
        rest = &rest[end..];
    }
    found
}

fn is_name(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphabetic() || c == '_')
}

/// Puts one name in the place of another.
fn name(text: &str, choices: &mut Choices<'_>) -> String {
    let mut tokens = tokens(text);
    let names: Vec<usize> = (0..tokens.len()).filter(|&i| is_name(tokens[i])).collect();
    if let (Some(&from), Some(&to)) = (choices.pick(&names), choices.pick(&names)) {
        tokens[to] = tokens[from];
    }
    tokens.concat()
}

/// Takes a modifier away, puts one in, or takes a clause of one lock away.
fn word(text: &str, choices: &mut Choices<'_>) -> String {
    let mut tokens = tokens(text);
    let names: Vec<usize> = (0..tokens.len()).filter(|&i| is_name(tokens[i])).collect();
    let known: Vec<usize> =
        names.iter().copied().filter(|&i| CLAUSES.contains(&tokens[i]) || MODIFIERS.contains(&tokens[i])).collect();
    match choices.pick(&known) {
        Some(&at) if choices.percent(70) => {
            let modifier = MODIFIERS.contains(&tokens[at]) && tokens.get(at + 2) != Some(&"this");
            let end = if modifier { at + 1 } else { end_of_clause(&tokens, at) };
            tokens[at..end].fill("");
        }
        _ => {
            if let Some(&at) = choices.pick(&names) {
                tokens.splice(at..at, [choices.one_of(&MODIFIERS), " "]);
            }
        }
    }
    tokens.concat()
}

/// End of `guarded_by l`, `requires l` or `synchronized l in`.
fn end_of_clause(tokens: &[&str], at: usize) -> usize {
    let mut end = at + 1;
    while tokens.get(end).is_some_and(|t| is_name(t) && *t != "in" || matches!(*t, " " | "." | ",")) {
        end += 1;
    }
    if tokens.get(end) == Some(&"in") { end + 1 } else { end }
}

fn lines(text: &str, choices: &mut Choices<'_>, change: impl Fn(&mut Vec<String>, usize, usize)) -> String {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    if lines.len() > 2 {
        let (from, to) = (1 + choices.below(lines.len() - 1), 1 + choices.below(lines.len() - 1));
        change(&mut lines, from, to);
    }
    lines.join("\n") + "\n"
}
