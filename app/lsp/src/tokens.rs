//! Semantic tokens: the words of a text by what they mean, whole or as the difference from the last answer.

use crate::documents::Document;
use crate::server::{Answer, Server};
use crate::settings::Settings;
use gen_lsp_types::{
    SemanticTokens, SemanticTokensDelta, SemanticTokensDeltaParams, SemanticTokensDeltaResponse, SemanticTokensEdit,
    SemanticTokensParams,
};
use racefree_answers::editing::layout::{Word, WordKind, words};
use racefree_answers::editing::{Occurrence, Span};

/// Types of tokens, by the numbers that stand for them.
pub(crate) const TYPES: [&str; 10] =
    ["keyword", "class", "typeParameter", "property", "method", "parameter", "variable", "number", "string", "comment"];

/// Modifiers of tokens, by their bits.
pub(crate) const MODIFIERS: [&str; 5] = ["declaration", "readonly", "ghost", "guarded", "threadLocal"];

fn type_of(kind: WordKind) -> u32 {
    match kind {
        WordKind::Keyword => 0,
        WordKind::Class => 1,
        WordKind::Ghost => 2,
        WordKind::Field => 3,
        WordKind::Method => 4,
        WordKind::Parameter => 5,
        WordKind::Variable => 6,
        WordKind::Number => 7,
        WordKind::Text => 8,
        WordKind::Comment => 9,
    }
}

fn modifiers(word: &Word) -> u32 {
    let ghost = word.kind == WordKind::Ghost;
    let bits = [word.declares, word.readonly, ghost, word.guarded, word.thread_local];
    bits.iter().enumerate().map(|(i, &bit)| u32::from(bit) << i).sum()
}

/// The tokens of a text, five numbers each, relative to the one before.
fn encoded(document: &Document, settings: &Settings) -> Vec<u32> {
    let Some(buffer) = document.buffer(settings) else { return Vec::new() };
    let good = document.good(settings);
    let name = |span: Span| {
        let good = good.as_ref()?;
        let then = good.span_then(span)?;
        let found: Occurrence = good.buffer.names().at(then.start).filter(|o| o.span == then)?;
        Some((good.buffer.program.as_ref()?, found))
    };
    let mut data = Vec::new();
    let mut last = (0, 0);
    for word in words(&document.text, buffer.rules.system.dialect(), name) {
        // A token stays on its line.
        let mut start = word.span.start;
        for part in word.span.text(&document.text).split_inclusive('\n') {
            let shown = part.trim_end_matches(['\n', '\r']);
            let (from, to) = (start, start + shown.len() as u32);
            start += part.len() as u32;
            let range = document.range(Span::new(from, to));
            let (line, character) = (range.start.line, range.start.character);
            let length = range.end.character.saturating_sub(character);
            if length == 0 || range.end.line != line {
                continue;
            }
            let delta = if line == last.0 { character - last.1 } else { character };
            data.extend([line - last.0, delta, length, type_of(word.kind), modifiers(&word)]);
            last = (line, character);
        }
    }
    data
}

impl Server {
    /// The tokens of a text, kept with a number for the next difference.
    fn kept(&mut self, uri: &gen_lsp_types::Uri) -> Answer<(u32, Vec<u32>)> {
        let data = encoded(self.document(uri)?, &self.settings);
        if let Some(document) = self.documents.get_mut(&uri.0) {
            document.tokens = (document.tokens.0.wrapping_add(1), data);
            return Ok(document.tokens.clone());
        }
        Ok((0, data))
    }

    pub(crate) fn tokens_full(&mut self, params: SemanticTokensParams) -> Answer<Option<SemanticTokens>> {
        let (number, data) = self.kept(&params.text_document.uri)?;
        Ok(Some(full(number, &data)))
    }

    pub(crate) fn tokens_delta(
        &mut self,
        params: SemanticTokensDeltaParams,
    ) -> Answer<Option<SemanticTokensDeltaResponse>> {
        let uri = params.text_document.uri;
        let (known, before) = self.document(&uri)?.tokens.clone();
        let (number, now) = self.kept(&uri)?;
        if params.previous_result_id != known.to_string() {
            return Ok(Some(SemanticTokensDeltaResponse::SemanticTokens(full(number, &now))));
        }
        let prefix = before.iter().zip(&now).take_while(|(a, b)| a == b).count();
        let most = before.len().min(now.len()) - prefix;
        let suffix = before.iter().rev().zip(now.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        let edit = SemanticTokensEdit {
            start: prefix as u32,
            delete_count: (before.len() - prefix - suffix) as u32,
            data: Some(now[prefix..now.len() - suffix].to_vec()),
        };
        let edits = if before == now { Vec::new() } else { vec![edit] };
        let delta = SemanticTokensDelta { result_id: Some(number.to_string()), edits };
        Ok(Some(SemanticTokensDeltaResponse::SemanticTokensDelta(delta)))
    }
}

fn full(number: u32, data: &[u32]) -> SemanticTokens {
    let token = |five: &[u32]| [five[0], five[1], five[2], five[3], five[4]].into();
    SemanticTokens { result_id: Some(number.to_string()), data: data.chunks_exact(5).map(token).collect() }
}
