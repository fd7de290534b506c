//! Uses of a collection that a method gives away, in the code that calls it: a copy serves those who read.

use super::blocks::closing;
use racefree_grammar::Span;

/// Use of the collection that a call gives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Use {
    /// It is read.
    Reads,
    /// It is changed.
    Changes,
    /// It goes on to code that may do either.
    Passes,
}

/// Beginnings of the names of methods that change a collection.
const CHANGES: &[&str] = &[
    "add", "clear", "compute", "merge", "offer", "poll", "pop", "push", "put", "remove", "replace", "retain", "set(",
    "sort",
];

/// Methods that read a collection, and give away nothing that writes into it.
const READS: &[&str] = &[
    "contains",
    "equals(",
    "first",
    "forEach(",
    "get",
    "hashCode(",
    "indexOf(",
    "isEmpty(",
    "last",
    "peek",
    "size(",
    "stream(",
    "toArray(",
    "toString(",
];

/// Views that show the contents of a map.
const VIEWS: &[&str] = &["entrySet()", "keySet()", "values()"];

/// Calls that read what they are given.
const READERS: &[&str] = &[
    ".print(",
    ".println(",
    ".copyOf(",
    ".valueOf(",
    ".join(",
    "ArrayList<>(",
    "HashMap<>(",
    "HashSet<>(",
    "LinkedHashMap<>(",
    "TreeMap<>(",
    "TreeSet<>(",
];

/// The uses of what calls of a method give, outside of the method.
pub(super) fn uses(text: &str, called: &str, own: Span) -> Vec<Use> {
    let call = format!("{called}(");
    let starts = text.match_indices(&call).map(|(at, _)| at).filter(|at| !own.contains(at_place(*at)));
    let is_whole = |at: &usize| !text[..*at].ends_with(is_letter);
    let found = starts.filter(is_whole).filter_map(|at| {
        let end = closing(text.as_bytes(), at + call.len() - 1)? + 1;
        let start = text[..at].rfind(|c| !(is_letter(c) || c == '.')).map_or(0, |n| n + 1);
        Some(of_value(text, (start, end), true))
    });
    // A reference to the method gives the collection to anybody.
    let referred = text.contains(&format!("::{called}")).then_some(Use::Passes);
    found.chain(referred).collect()
}

/// The use of a value that stands at a place.
fn of_value(text: &str, (start, end): (usize, usize), is_call: bool) -> Use {
    let (before, behind) = (text[..start].trim_end(), text[end..].trim_start());
    if let Some(member) = behind.strip_prefix('.') {
        let member = VIEWS.iter().find_map(|view| member.strip_prefix(view)).map_or(member, |rest| {
            // A view changes what it shows.
            rest.strip_prefix('.').unwrap_or("isEmpty(")
        });
        let has = |names: &[&str]| names.iter().any(|name| member.starts_with(name));
        return match (has(CHANGES), has(READS)) {
            (true, _) => Use::Changes,
            (false, true) => Use::Reads,
            (false, false) => Use::Passes,
        };
    }
    let is_looped = before.ends_with(':') && !before.ends_with("::") && behind.starts_with(')');
    let is_joined = before.ends_with('+') || behind.starts_with('+');
    let is_given = READERS.iter().any(|reader| before.ends_with(reader)) && behind.starts_with(')');
    // A statement of its own drops it.
    let is_dropped = before.ends_with([';', '{', '}']) && behind.starts_with(';');
    if is_looped || is_joined || is_given || is_dropped {
        return Use::Reads;
    }
    let name = before.strip_suffix('=').map(str::trim_end).filter(|_| is_call && behind.starts_with(';'));
    name.map_or(Use::Passes, |declared| of_variable(text, declared, end))
}

/// The use of a variable that is declared with a value which ends at a place, up to the end of its block.
fn of_variable(text: &str, declared: &str, end: usize) -> Use {
    let name = &declared[declared.rfind(|c| !is_letter(c)).map_or(0, |n| n + 1)..];
    let mut depth = 0;
    let length = text[end..].find(|c| {
        depth += i32::from(c == '{') - i32::from(c == '}');
        depth < 0
    });
    let last = length.map_or(text.len(), |length| end + length);
    let mut found = Use::Reads;
    for (at, _) in text[end..last].match_indices(name) {
        let (start, stop) = (end + at, end + at + name.len());
        if text[..start].ends_with(is_letter) || text[stop..].starts_with(is_letter) {
            continue;
        }
        match of_value(text, (start, stop), false) {
            Use::Changes => return Use::Changes,
            Use::Passes => found = Use::Passes,
            Use::Reads => {}
        }
    }
    // A field has it for others.
    let is_local = !declared.contains('.') || declared.contains(' ');
    if name.is_empty() || !is_local { Use::Passes } else { found }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

fn at_place(at: usize) -> Span {
    Span::new(at as u32, at as u32)
}

#[cfg(test)]
mod tests {
    use super::{Use, uses};
    use racefree_grammar::Span;

    #[test]
    fn who_is_given_a_collection_reads_changes_or_passes_it_on() {
        let of = |code: &str| uses(&format!("void m() {{ {code} }}"), "rows", Span::new(0, 0));
        for code in [
            "for (String s : f.rows()) say(s);",
            "System.out.println(f.rows());",
            "say(\"a\" + f.rows());",
            "f.rows().size();",
            "for (String k : rows().keySet()) say(k);",
            "List<String> l = f.rows(); for (String s : l) say(l.get(0));",
            "List<String> l = new ArrayList<>(f.rows());",
            "int n = f.rows().stream().mapToInt(x -> 1).sum();",
        ] {
            assert_eq!(of(code), [Use::Reads], "{code}");
        }
        for code in ["f.rows().add(1);", "List<String> l = f.rows(); l.clear();", "f.rows().keySet().remove(1);"] {
            assert_eq!(of(code), [Use::Changes], "{code}");
        }
        for code in [
            "fill(f.rows());",
            "Collections.addAll(f.rows(), 1);",
            "return f.rows();",
            "this.all = f.rows();",
            "List<String> l = f.rows(); fill(l);",
            "Iterator<String> i = f.rows().iterator();",
            "go(f::rows);",
        ] {
            assert_eq!(of(code), [Use::Passes], "{code}");
        }
    }
}
