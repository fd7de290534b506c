//! Writing lines: indentation, what comes at the end of a line, the inner lines of comments.

/// Output so far, and the state of the current line.
#[derive(Default)]
pub(super) struct Writer {
    out: String,
    /// The indentation of a line that is still empty.
    pending: Option<u32>,
    /// Indentation of the last line that the layout began.
    pub(super) base: u32,
    /// Comments for the end of the line, with the columns at which they start in the source if they have several lines.
    trailing: Vec<(String, Option<u32>)>,
    /// Errors silenced on the line: their kinds, none meaning all.
    silenced: Option<Vec<String>>,
}

impl Writer {
    /// Returns true if nothing has been written.
    pub(super) fn is_empty(&self) -> bool {
        self.out.is_empty()
    }

    /// Ends the line, and begins another after an empty one if `blank`.
    pub(super) fn line(&mut self, indent: u32, blank: bool) {
        if !self.is_empty() {
            self.end_line();
            self.out.push_str(if blank { "\n\n" } else { "\n" });
        }
        self.pending = Some(indent);
    }

    /// Writes what comes at the end of the line.
    fn end_line(&mut self) {
        if let Some(mut kinds) = self.silenced.take() {
            let mut seen = Vec::new();
            kinds.retain(|kind| !seen.contains(kind) && (seen.push(kind.clone()), true).1);
            self.out.push_str(" //# ");
            self.out.push_str(&no_warn(&kinds));
        }
        for (comment, column) in std::mem::take(&mut self.trailing) {
            self.space();
            self.comment(&comment, column);
        }
    }

    /// Writes a space, unless there is a space, a bracket or nothing at all before it on the line.
    pub(super) fn space(&mut self) {
        if self.pending.is_none() && !matches!(self.out.as_bytes().last(), None | Some(b' ' | b'(' | b'\n')) {
            self.out.push(' ');
        }
    }

    /// Writes text, after the pending start of its line.
    pub(super) fn text(&mut self, write: impl FnOnce(&mut String)) {
        if let Some(indent) = self.pending.take() {
            indented(&mut self.out, indent);
        }
        write(&mut self.out);
    }

    /// Puts a comment at the end of the line.
    pub(super) fn trail(&mut self, comment: &str, column: Option<u32>) {
        self.trailing.push((comment.to_owned(), column));
    }

    /// Silences errors on the line.
    pub(super) fn silence(&mut self, kinds: &[String]) {
        match &mut self.silenced {
            None => self.silenced = Some(kinds.to_vec()),
            Some(all) if all.is_empty() || kinds.is_empty() => all.clear(),
            Some(some) => some.extend_from_slice(kinds),
        }
    }

    /// Writes a comment. If it has several lines, and so a column, they keep their places under each other, wherever the first is moved
    /// to.
    pub(super) fn comment(&mut self, comment: &str, column: Option<u32>) {
        let Some(column) = column else {
            return self.text(|out| out.push_str(comment.trim_end()));
        };
        self.text(|_| {});
        let moved = i64::from(column_at(&self.out, self.out.len())) - i64::from(column);
        let ends = memchr::memchr_iter(b'\n', comment.as_bytes()).chain([comment.len()]);
        let mut start = 0;
        for (i, end) in ends.enumerate() {
            let mut line = comment[std::mem::replace(&mut start, end + 1)..end].trim_end();
            if i > 0 {
                self.out.push('\n');
                let text = line.trim_start_matches([' ', '\t']);
                let blanks = (line.len() - text.len()) as i64 + moved;
                if !text.is_empty() {
                    indented(&mut self.out, blanks.max(0) as u32);
                }
                line = text;
            }
            self.out.push_str(line);
        }
    }

    /// Ends the last line.
    pub(super) fn finish(mut self) -> String {
        self.end_line();
        if !self.is_empty() {
            self.out.push('\n');
        }
        self.out
    }
}

/// The column of a place, from 0.
pub(super) fn column_at(text: &str, place: usize) -> u32 {
    let start = memchr::memrchr(b'\n', &text.as_bytes()[..place]).map_or(0, |i| i + 1);
    text[start..place].chars().count() as u32
}

/// Returns true if a comment takes several lines.
pub(super) fn has_lines(comment: &str) -> bool {
    comment.starts_with("/*") && memchr::memchr(b'\n', comment.as_bytes()).is_some()
}

/// Writes a number of blanks.
pub(super) fn indented(out: &mut String, mut by: u32) {
    const BLANKS: &str = "                                ";
    while by > 0 {
        let some = by.min(BLANKS.len() as u32);
        out.push_str(&BLANKS[..some as usize]);
        by -= some;
    }
}

/// A `no_warn` of these kinds.
pub(super) fn no_warn(kinds: &[String]) -> String {
    if kinds.is_empty() { "no_warn".to_owned() } else { format!("no_warn {}", kinds.join(", ")) }
}
