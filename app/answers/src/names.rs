//! Spelling suggestions: the nearest names to an unknown one.

/// Greatest number of suggestions.
const MOST: usize = 4;

/// The candidates that come nearest to a name, the nearest first: those that begin with it or contain it, and those that differ by a
/// few letters. Capitals, blanks, `-`, `_` and `/` make no difference.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    nearest_of(name, &mut candidates.into_iter())
}

fn nearest_of<'a>(name: &str, candidates: &mut dyn Iterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = plain(name);
    let most = (wanted.len() / 3).clamp(1, 4);
    let mut found: Vec<(usize, usize, &str)> = candidates
        .filter_map(|candidate| {
            let known = plain(candidate);
            let distance = strsim::damerau_levenshtein(&wanted, &known);
            let contains = wanted.len() > 2 && (known.contains(&wanted) || wanted.contains(&known) && known.len() > 2);
            let rank = match () {
                () if distance <= most => distance,
                () if contains => most + 1,
                () => return None,
            };
            Some((rank, known.len(), candidate))
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found.truncate(MOST);
    found.into_iter().map(|(_, _, name)| name).collect()
}

/// Letters and digits alone, small.
fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

/// `; did you mean "a" or "b"?`, or nothing.
pub fn suggestion<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> String {
    one_of(&nearest(name, candidates))
}

fn one_of(near: &[&str]) -> String {
    let near: Vec<String> = near.iter().map(|n| format!("`{n}`")).collect();
    match near.as_slice() {
        [] => String::new(),
        [one] => format!("; did you mean {one}?"),
        [most @ .., last] => format!("; did you mean {} or {last}?", most.join(", ")),
    }
}
