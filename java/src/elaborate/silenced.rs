//! Comments of annotations: lines that they silence, and those that nothing takes.

use super::Elaborator;
use crate::annotations::Misread;
use crate::declare::Problem;
use crate::tree::{Note, Origin};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::NoWarn;

impl Elaborator<'_> {
    /// Comments that stand in the part that is elaborated.
    pub(super) fn own_comments(&self) -> Vec<Note> {
        let part = self.options.within.unwrap_or(Span::new(0, u32::MAX));
        self.java.comments(part.start, part.end).to_vec()
    }

    /// Lines that a comment silences.
    pub(super) fn silenced_lines(&mut self) {
        for note in self.own_comments() {
            let comment = self.java.sources.at(note.span);
            if crate::annotations::is_directive(comment) {
                self.found.assumptions.add(Assumed::OtherComment, note.span);
            }
            if !comment.contains("no_warn") {
                continue;
            }
            let (read, _) = crate::annotations::read_comment(comment, note.span.start);
            for annotation in read {
                if let crate::annotations::Clause::NoWarn(kinds) = annotation.clause {
                    let kinds = self.silences(&kinds, annotation.span);
                    self.out.program.no_warns.push(NoWarn { span: annotation.span, kinds });
                }
            }
        }
    }

    /// Reports comments that stand where no declaration, type or statement takes them.
    pub(super) fn unclaimed(&mut self) {
        // A class that is declared again is not looked at, nor are its comments.
        for problem in &self.java.problems {
            if let Problem::DuplicateClass { whole, .. } = problem {
                self.claimed.extend(self.java.comments(whole.start, whole.end).iter().map(|note| note.span.start));
            }
        }
        for note in self.own_comments() {
            let (file, _) = self.java.sources.place(note.span);
            let is_source = self.java.sources.files()[file.index()].origin == Origin::Source;
            if !is_source || self.claimed.contains(&note.span.start) {
                continue;
            }
            self.claimed.insert(note.span.start);
            let (read, wrong) = crate::annotations::read_comment(self.java.sources.at(note.span), note.span.start);
            self.misread(wrong);
            for annotation in read {
                let word = annotation.clause.word();
                if word != "no_warn" {
                    self.problem("JAVA ANNOTATION/place", annotation.span, format!("`{word}` means nothing here"));
                }
            }
        }
    }

    /// Counts an annotation that silences, and returns the kinds that it does.
    pub(super) fn silences(&mut self, kinds: &[String], span: Span) -> Vec<String> {
        self.count("no_warn", span);
        self.found.assumptions.add(Assumed::NoWarn, span);
        kinds.iter().flat_map(|kind| crate::kinds::expand(kind)).collect()
    }

    /// Reports errors in annotations.
    pub(super) fn misread(&mut self, wrong: Vec<Misread>) {
        for Misread { span, message } in wrong {
            self.problem("JAVA ANNOTATION/syntax", span, message);
        }
    }
}
