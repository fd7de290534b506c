//! The unified difference of a text and that with annotations. These stand in lines, so that each line has one counterpart, and no search
//! for the least difference is needed.

use std::fmt::Write;

/// Number of lines around a change that are shown.
const AROUND: usize = 2;

/// The difference, with a header.
pub(super) fn unified(name: &str, old: &str, new: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (old.split_inclusive('\n').collect(), new.split_inclusive('\n').collect());
    let mut out = format!("--- {name}\n+++ {name} (annotated)\n");
    let lines = old.len().min(new.len());
    let mut changes = (0..lines).filter(|&i| old[i] != new[i]).peekable();
    while let Some(first) = changes.next() {
        let mut last = first;
        // Changes whose surroundings touch are shown together.
        while let Some(next) = changes.next_if(|&next| next <= last + 2 * AROUND) {
            last = next;
        }
        let (from, to) = (first.saturating_sub(AROUND), (last + 1 + AROUND).min(lines));
        let range = if to - from == 1 { format!("{}", from + 1) } else { format!("{},{}", from + 1, to - from) };
        let _ = writeln!(out, "@@ -{range} +{range} @@");
        let mut at = from;
        while at < to {
            let end = (at..to).find(|&i| old[i] == new[i]).unwrap_or(to);
            old[at..end].iter().for_each(|text| line(&mut out, '-', text));
            new[at..end].iter().for_each(|text| line(&mut out, '+', text));
            if end < to {
                line(&mut out, ' ', old[end]);
            }
            at = end + 1;
        }
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
