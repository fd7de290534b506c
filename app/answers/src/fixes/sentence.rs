//! Sentences of repairs. A repair is called by what its edits do: a title that promises code which the repaired text does not have,
//! such as the general form `fork e`, gives way to one made of the edits.

use racefree_grammar::fix::{self, Edit, Fix};
use racefree_grammar::span::Span;

/// Code is quoted up to this length, in bytes.
const QUOTED: usize = 40;

/// The code that a title promises, without its spaces: the first that it says to write, in parts where it leaves something out. What is done
/// besides (`; and …`) has a title of its own, and may stand far away.
fn promised(title: &str) -> Vec<String> {
    let title = title.split("; and ").next().unwrap_or_default();
    let from = ["write `", "write the type `", "take the lock: `"]
        .iter()
        .filter_map(|word| Some(title.find(word)? + word.len()))
        .min();
    let code = from.and_then(|from| title[from..].split('`').next());
    let parts = code.unwrap_or_default().split('…');
    parts.map(|part| part.split_whitespace().collect::<String>()).filter(|part| !part.is_empty()).collect()
}

/// Returns true if a repaired text has the code that the title of its repair promises, spaces aside.
pub fn keeps_promise(title: &str, repaired: &str) -> bool {
    let text: String = repaired.split_whitespace().collect();
    let mut rest = &text[..];
    promised(title).iter().all(|part| {
        let found = rest.find(part);
        rest = found.map_or(rest, |i| &rest[i + part.len()..]);
        found.is_some()
    })
}

/// The part of a text around some edits, of so many bytes before and behind them, and these edits of it.
fn around<'t>(text: &'t str, edits: &[Edit], before: usize, behind: usize) -> (&'t str, Vec<Edit>) {
    let (Some(first), Some(last)) = (edits.first(), edits.last()) else { return (text, Vec::new()) };
    let (from, to) = ((first.span.start as usize).saturating_sub(before), last.span.end as usize + behind);
    let from = (0..=from).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0);
    let to = (to..text.len()).find(|&at| text.is_char_boundary(at)).unwrap_or(text.len());
    let moved =
        |e: &Edit| Edit { span: Span::new(e.span.start - from as u32, e.span.end - from as u32), text: e.text.clone() };
    (text.get(from..to).unwrap_or_default(), edits.iter().map(moved).collect())
}

/// Gives a repair of a text a title made of its edits, if it does not do what its title promises.
pub(super) fn say(text: &str, fix: &mut Fix) {
    let parts = promised(&fix.title);
    let code: usize = parts.iter().map(String::len).sum();
    // Farther away the same code stands by chance. What a `…` leaves out can be long.
    let repaired = || {
        let behind = if parts.len() > 1 { 1 << 14 } else { 2 * code };
        let (text, edits) = around(text, &fix.edits, 2 * code, behind);
        fix::apply(text, &edits)
    };
    if code == 0 || repaired().is_none_or(|new| keeps_promise(&fix.title, &new)) {
        return;
    }
    if let Some(moved) = of_move(text, &fix.edits) {
        fix.title = moved;
        return;
    }
    let said: Option<Vec<String>> = fix.edits.iter().map(|edit| of_edit(text, edit)).collect();
    // The reason stays: *a formal owner is its name alone: write …*.
    let reason = fix.title.find(": write `").map_or("", |end| &fix.title[..end]);
    let said = match said.filter(|said| !said.is_empty() && said.len() <= 3) {
        Some(said) => said.join(" and "),
        None => format!("change the text in {} places", fix.edits.len()),
    };
    fix.title = said + if reason.is_empty() { "" } else { ": " } + reason;
}

/// The sentence of two edits that take code away and put it elsewhere.
fn of_move(text: &str, edits: &[Edit]) -> Option<String> {
    let [a, b] = edits else { return None };
    let (gone, new) = if a.text.is_empty() { (a, b) } else { (b, a) };
    let code = text.get(gone.span.start as usize..gone.span.end as usize)?.trim();
    let moved =
        gone.text.is_empty() && new.span.start == new.span.end && new.text.trim() == code && code.len() <= QUOTED;
    let before = text.get(..new.span.start as usize)?.split_whitespace().next_back()?;
    moved.then(|| format!("move `{code}` behind `{before}`"))
}

/// The sentence of one edit; none for code that is too long to quote.
fn of_edit(text: &str, edit: &Edit) -> Option<String> {
    let (old, new) = (text.get(edit.span.start as usize..edit.span.end as usize)?.trim(), edit.text.trim());
    let short = old.len() <= QUOTED && new.len() <= QUOTED;
    short.then(|| match (old, new) {
        ("", new) => format!("write `{new}`"),
        (old, "") => format!("remove `{old}`"),
        (old, new) => format!("write `{new}` for `{old}`"),
    })
}
