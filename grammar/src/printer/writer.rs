//! Writing lines: indentation, what comes at the end of a line, the inner lines of comments.

/// What has been written, and what belongs to the line that is being written.
#[derive(Default)]
pub(super) struct Writer {
    out: String,
    /// The indentation of a line that nothing stands on yet.
    pending: Option<u32>,
    /// How far the last line that the layout began is indented.
    pub(super) base: u32,
    /// Comments for the end of the line, with the columns at which they start in the source.
    trailing: Vec<(String, u32)>,
    /// What the line silences: the kinds, none meaning all.
    silenced: Option<Vec<String>>,
}

impl Writer {
    /// Whether nothing has been written.
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

    /// Writes what starts with whatever is wanted before it.
    pub(super) fn text(&mut self, write: impl FnOnce(&mut String)) {
        if let Some(indent) = self.pending.take() {
            indented(&mut self.out, indent);
        }
        write(&mut self.out);
    }

    /// Puts a comment at the end of the line.
    pub(super) fn trail(&mut self, comment: &str, column: u32) {
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

    /// Writes a comment. Its lines keep their places under each other, wherever the first is moved to.
    pub(super) fn comment(&mut self, comment: &str, column: u32) {
        if !has_lines(comment) {
            return self.text(|out| out.push_str(comment.trim_end()));
        }
        self.text(|_| {});
        let start = self.out.rfind('\n').map_or(0, |i| i + 1);
        let moved = self.out[start..].chars().count() as i64 - i64::from(column);
        for (i, line) in comment.lines().enumerate() {
            let mut line = line.trim_end();
            if i > 0 {
                self.out.push('\n');
                let text = line.trim_start_matches([' ', '\t']);
                let blanks = (line.len() - text.len()) as i64 + moved;
                if !text.is_empty() {
                    self.out.extend(std::iter::repeat_n(' ', blanks.max(0) as usize));
                }
                line = text;
            }
            self.out.push_str(line);
        }
    }

    /// All that was written.
    pub(super) fn finish(mut self) -> String {
        self.end_line();
        if !self.is_empty() {
            self.out.push('\n');
        }
        self.out
    }
}

/// Whether a comment takes several lines.
pub(super) fn has_lines(comment: &str) -> bool {
    memchr::memchr(b'\n', comment.as_bytes()).is_some()
}

/// Writes so many blanks.
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
