//! Findings in what changed: those whose member, or whose related place, or of whose uses without a lock a member, has a line that a change has
//! touched.

use super::baseline::whole;
use super::{FileVerdict, JavaError, JavaVerdict};
use racefree_grammar::Span;
use racefree_grammar::span::LineIndex;
use racefree_java::tree::FileNo;
use std::ops::RangeInclusive;

/// Lines of a file that a change has touched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChangedLines {
    /// All: the file is new.
    All,
    /// These, in order.
    Some(Vec<RangeInclusive<u32>>),
}

impl ChangedLines {
    fn touch(&self, lines: RangeInclusive<u32>) -> bool {
        match self {
            ChangedLines::All => true,
            ChangedLines::Some(all) => all.iter().any(|l| l.start() <= lines.end() && lines.start() <= l.end()),
        }
    }
}

/// Takes the findings outside of what changed out of the errors of a verdict. `of` has the changed lines of a file, by its name.
pub fn apply(verdict: &mut JavaVerdict, of: &dyn Fn(&str) -> Option<ChangedLines>) {
    let files = verdict.sources.files();
    let indices: Vec<(LineIndex, Option<ChangedLines>)> =
        files.iter().map(|f| (LineIndex::new(verdict.sources.at(f.span)), of(&f.name))).collect();
    for i in 0..verdict.files.len() {
        let errors = std::mem::take(&mut verdict.files[i].errors);
        let is_inside = |e: &JavaError| is_touched(verdict, &indices, &verdict.files[i], e);
        let (inside, outside): (Vec<_>, Vec<_>) = errors.into_iter().partition(is_inside);
        verdict.files[i].errors = inside;
        verdict.files[i].outside = outside;
    }
}

fn is_touched(
    verdict: &JavaVerdict,
    indices: &[(LineIndex, Option<ChangedLines>)],
    file: &FileVerdict,
    error: &JavaError,
) -> bool {
    let touched = |at: FileNo, span: Span| {
        let (lines, changed) = &indices[at.index()];
        changed.as_ref().is_some_and(|c| c.touch(lines.line(span.start)..=lines.line(span.end.max(span.start))))
    };
    let member = |at: FileNo, span: Span| {
        let of = verdict.sources.files()[at.index()].span;
        let member = verdict.members.member_at(whole(of, span));
        member.map_or(span, |m| Span::new(m.start - of.start, m.end.min(of.end) - of.start))
    };
    touched(file.file, member(file.file, error.span))
        || touched(file.file, error.span)
        || error.unlocked.iter().any(|&(at, span)| touched(at, member(at, span)))
        || error.related.iter().any(|r| touched(r.file, r.span))
}
