//! Completion, and help with the arguments of a call.

use crate::server::{Answer, Server};
use gen_lsp_types::{
    ActiveParameter, CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, ParameterInformation,
    ParameterInformationLabel, SignatureHelp, SignatureHelpParams, SignatureInformation, TextEdit,
};
use racefree_answers::editing::Span;
use racefree_answers::editing::candidates::{self, Candidate, CandidateKind};

impl Server {
    pub(crate) fn completion(&mut self, params: CompletionParams) -> Answer<Option<CompletionResponse>> {
        let at = params.text_document_position_params;
        let document = self.document(&at.text_document.uri)?;
        let Some(buffer) = document.buffer(&self.settings) else { return Ok(None) };
        let offset = document.lines.offset(&document.text, at.position);
        let good = document.good(&self.settings);
        let good = good.as_ref().map(|good| (&*good.buffer, good.then(offset)));
        let found = candidates::candidates(&buffer, good, offset);
        let written = document.range(Span::new(candidates::word_at(&document.text, offset).start, offset));
        let item = |(i, candidate): (usize, Candidate)| CompletionItem {
            kind: Some(match candidate.kind {
                CandidateKind::Keyword => CompletionItemKind::Keyword,
                CandidateKind::Class => CompletionItemKind::Class,
                CandidateKind::Variable => CompletionItemKind::Variable,
                CandidateKind::Ghost => CompletionItemKind::TypeParameter,
                CandidateKind::Field => CompletionItemKind::Field,
                CandidateKind::Method => CompletionItemKind::Method,
            }),
            detail: (!candidate.detail.is_empty()).then_some(candidate.detail),
            sort_text: Some(format!("{i:04}")),
            text_edit: Some(TextEdit { range: written, new_text: candidate.text.clone() }.into()),
            label: candidate.text,
            ..Default::default()
        };
        Ok(Some(CompletionResponse::CompletionItemList(found.into_iter().enumerate().map(item).collect())))
    }

    pub(crate) fn signature_help(&mut self, params: SignatureHelpParams) -> Answer<Option<SignatureHelp>> {
        let at = params.text_document_position_params;
        let document = self.document(&at.text_document.uri)?;
        let Some(buffer) = document.buffer(&self.settings) else { return Ok(None) };
        let offset = document.lines.offset(&document.text, at.position);
        let good = document.good(&self.settings);
        let Some(call) = candidates::call(&buffer, good.as_ref().map(|good| &*good.buffer), offset) else {
            return Ok(None);
        };
        let parameter = |label: String| ParameterInformation {
            label: ParameterInformationLabel::String(label),
            documentation: None,
        };
        let method = |(label, params): (String, Vec<String>)| SignatureInformation {
            label,
            documentation: None,
            parameters: Some(params.into_iter().map(parameter).collect()),
            active_parameter: None,
        };
        Ok(Some(SignatureHelp {
            signatures: call.methods.into_iter().map(method).collect(),
            active_signature: Some(0),
            active_parameter: Some(ActiveParameter::Int(call.argument)),
        }))
    }
}
