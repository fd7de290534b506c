//! Changes of the text: repairs of errors, locks to take, annotations to fill in, the layout.

use crate::capabilities::FIX_ALL;
use crate::diagnostics;
use crate::documents::Document;
use crate::server::{Answer, Refused, Server};
use gen_lsp_types::{
    CodeAction, CodeActionKind, CodeActionParams, CodeActionResponse, Diagnostic, DiagnosticSeverity, DocumentChange,
    DocumentFormattingParams, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextDocumentIdentifier,
    TextEdit, WorkspaceEdit,
};
use racefree_answers::Verdict;
use racefree_answers::editing::{Buffer, Edit, Fix, Span, changes, format_in};
use racefree_answers::fixes;
use std::collections::HashMap;

impl Server {
    /// The edits of a text as an edit of the client's.
    pub(crate) fn workspace_edit(&self, document: &Document, edits: &[Edit]) -> WorkspaceEdit {
        let edit = |e: &Edit| TextEdit { range: document.range(e.span), new_text: e.text.clone() };
        let edits: Vec<TextEdit> = edits.iter().map(edit).collect();
        if !self.client.versioned_edits {
            let changes = HashMap::from([(document.uri.clone(), edits)]);
            return WorkspaceEdit { changes: Some(changes), ..Default::default() };
        }
        let text_document = OptionalVersionedTextDocumentIdentifier {
            version: Some(document.version),
            text_document_identifier: TextDocumentIdentifier { uri: document.uri.clone() },
        };
        let edits = edits.into_iter().map(Into::into).collect();
        let change = DocumentChange::TextDocumentEdit(TextDocumentEdit { text_document, edits });
        WorkspaceEdit { document_changes: Some(vec![change]), ..Default::default() }
    }

    pub(crate) fn action(
        &self,
        document: &Document,
        fix: &Fix,
        kind: CodeActionKind,
        of: Option<Diagnostic>,
    ) -> CodeAction {
        CodeAction {
            title: fix.title.clone(),
            is_preferred: (fix.sure && of.is_some()).then_some(true),
            kind: Some(kind),
            diagnostics: of.map(|d| vec![d]),
            edit: Some(self.workspace_edit(document, &fix.edits)),
            ..Default::default()
        }
    }

    pub(crate) fn code_actions(&mut self, params: CodeActionParams) -> Answer<Option<Vec<CodeActionResponse>>> {
        let document = self.document(&params.text_document.uri)?;
        let at = document.lines.span(&document.text, params.range);
        let only = params.context.only.unwrap_or_default();
        let only: Vec<String> = only.iter().map(ToString::to_string).collect();
        let wants = |kind: &str| {
            let within = |k: &String| kind == k || kind.starts_with(&format!("{k}."));
            only.is_empty() || only.iter().any(within)
        };
        let mut found = Vec::new();
        if document.is_java {
            let all = if wants("quickfix") { self.java_actions(document, at) } else { Vec::new() };
            return Ok(Some(all.into_iter().map(CodeActionResponse::CodeAction).collect()));
        }
        let Some(buffer) = document.buffer(&self.settings) else { return Ok(None) };
        if wants("quickfix") {
            found.extend(self.repairs(document, &buffer, at));
        }
        if wants("refactor.rewrite") {
            let rewrites = changes::locks(&buffer, at).into_iter().chain(changes::fill_in_defaults(&buffer));
            found.extend(rewrites.map(|fix| self.action(document, &fix, CodeActionKind::RefactorRewrite, None)));
        }
        // It is asked for when a text is saved; unasked it would stand in every list.
        if !only.is_empty() && wants(FIX_ALL) && !buffer.verdict.is_ok() {
            let repaired = fixes::repair(&buffer.text, &buffer.rules, fixes::ROUNDS, fixes::Choice::Sure).text;
            if repaired != buffer.text {
                let whole = Edit::replace(Span::new(0, buffer.text.len() as u32), repaired);
                let fix = Fix::new("Mend all errors that have a sure repair", vec![whole]);
                found.push(self.action(document, &fix, CodeActionKind::Custom(FIX_ALL.into()), None));
            }
        }
        Ok(Some(found.into_iter().map(CodeActionResponse::CodeAction).collect()))
    }

    /// The repairs of the errors and warnings at a place, those that are sure first, and `no_warn`.
    fn repairs(&self, document: &Document, buffer: &Buffer, at: Span) -> Vec<CodeAction> {
        let meets = |span: Span| span.start <= at.end && at.start <= span.end.max(span.start);
        let action =
            |fix: &Fix, of: &Diagnostic| self.action(document, fix, CodeActionKind::QuickFix, Some(of.clone()));
        let mut found = Vec::new();
        match buffer.settled() {
            Verdict::Syntax(errors) => {
                for error in errors.iter().filter(|e| meets(e.span)) {
                    let of = diagnostics::syntax(document, error);
                    found.extend(error.fixes.iter().map(|fix| action(fix, &of)));
                }
            }
            Verdict::Judged(judged) => {
                for error in judged.report.errors.iter().filter(|e| meets(e.span)) {
                    let of = diagnostics::error(document, &self.settings, error, DiagnosticSeverity::Error);
                    found.extend(error.fixes.iter().map(|fix| action(fix, &of)));
                    found.extend(changes::no_warn(buffer, error).map(|fix| action(&fix, &of)));
                }
                for warning in judged.report.warnings.iter().filter(|w| meets(w.span)) {
                    let of = diagnostics::warning(document, warning);
                    found.extend(warning.fixes.iter().map(|fix| action(fix, &of)));
                }
            }
        }
        found.sort_by_key(|action| action.is_preferred.is_none());
        found
    }

    /// The text in the canonical layout, as the least edit of whole lines.
    pub(crate) fn format(&mut self, params: DocumentFormattingParams) -> Answer<Option<Vec<TextEdit>>> {
        let document = self.document(&params.text_document.uri)?;
        let Some(buffer) = document.buffer(&self.settings) else { return Ok(None) };
        let formatted = format_in(&buffer.text, Some(buffer.rules.system.dialect())).map_err(|errors| {
            let first = errors.first().map(|e| e.message.clone()).unwrap_or_default();
            Refused::because(format!("a text with syntax errors is not laid out: {first}"))
        })?;
        Ok(Some(lines_changed(document, &formatted)))
    }
}

/// The edit from a text to another, between the lines that both begin and end with.
fn lines_changed(document: &Document, after: &str) -> Vec<TextEdit> {
    let before = &document.text;
    if before == after {
        return Vec::new();
    }
    let (old, new): (Vec<&str>, Vec<&str>) =
        (before.split_inclusive('\n').collect(), after.split_inclusive('\n').collect());
    let first = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - first;
    let last = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let length = |lines: &[&str]| lines.iter().map(|l| l.len()).sum::<usize>() as u32;
    let start = length(&old[..first]);
    let span = Span::new(start, start + length(&old[first..old.len() - last]));
    vec![TextEdit { range: document.range(span), new_text: new[first..new.len() - last].concat() }]
}
