//! A unified diff of two texts with as many lines, which differ within lines alone: annotations add none.

use std::fmt::Write;

/// Number of equal lines shown around a difference.
const CONTEXT: usize = 3;

/// The difference of a text from the one before, under a name each; empty if nothing differs.
pub fn unified((name, now): (&str, &str), old: &str, new: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let differ: Vec<usize> = (0..a.len().min(b.len())).filter(|&i| a[i] != b[i]).collect();
    let mut out = String::new();
    if differ.is_empty() {
        return out;
    }
    let _ = write!(out, "--- {name}\n+++ {now}\n");
    let mut i = 0;
    while i < differ.len() {
        let mut last = i;
        while last + 1 < differ.len() && differ[last + 1] - differ[last] <= 2 * CONTEXT {
            last += 1;
        }
        let (from, to) = (differ[i].saturating_sub(CONTEXT), (differ[last] + CONTEXT + 1).min(a.len()));
        let _ = writeln!(out, "@@ -{0},{1} +{0},{1} @@", from + 1, to - from);
        let mut at = from;
        while at < to {
            if a[at] == b[at] {
                line(&mut out, ' ', a[at]);
                at += 1;
                continue;
            }
            let end = (at..to).find(|&j| a[j] == b[j]).unwrap_or(to);
            a[at..end].iter().for_each(|text| line(&mut out, '-', text));
            b[at..end].iter().for_each(|text| line(&mut out, '+', text));
            at = end;
        }
        i = last + 1;
    }
    out
}

fn line(out: &mut String, mark: char, text: &str) {
    out.push(mark);
    out.push_str(text);
    if !text.ends_with('\n') {
        out.push_str("\n\\ No newline at end of file\n");
    }
}
