//! Inlay hints: the locks held, where they change; annotations that `--defaults` would fill in.

use crate::server::{Answer, Server};
use gen_lsp_types::{InlayHint, InlayHintParams, Label, TextEdit};
use racefree_answers::editing::{Span, changes, held};

impl Server {
    pub(crate) fn inlay_hints(&mut self, params: InlayHintParams) -> Answer<Option<Vec<InlayHint>>> {
        let document = self.document(&params.text_document.uri)?;
        let Some(good) = document.good(&self.settings) else { return Ok(None) };
        let seen = document.lines.span(&document.text, params.range);
        let hint = |at: u32, label: String| InlayHint {
            position: document.lines.position(&document.text, at),
            label: Label::String(label),
            kind: None,
            text_edits: None,
            tooltip: None,
            padding_left: None,
            padding_right: Some(true),
            data: None,
        };
        let mut found = Vec::new();
        if self.settings.hints.held_locks {
            for one in held(&good.buffer) {
                let start = Span::new(one.span.start, one.span.start);
                let Some(now) = good.span_now(start).filter(|now| seen.contains(*now)) else { continue };
                let locks = if one.locks.is_empty() { "nothing".to_owned() } else { one.locks.join(", ") };
                found.push(hint(now.start, format!("held: {locks}")));
            }
        }
        if self.settings.hints.defaults {
            for one in changes::defaults(&good.buffer) {
                let Some(now) = good.span_now(one.span).filter(|now| seen.contains(*now)) else { continue };
                let plain = hint(now.start, one.text.clone());
                let edit = TextEdit { range: document.range(now), new_text: one.text };
                found.push(InlayHint { padding_right: None, text_edits: Some(vec![edit]), ..plain });
            }
        }
        Ok(Some(found))
    }
}
