//! Diagnostics: the verdict in the protocol's words, pushed or asked for.

use crate::documents::Document;
use crate::java;
use crate::server::{Answer, Server};
use crate::settings::Settings;
use gen_lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, DocumentDiagnosticParams,
    DocumentDiagnosticReport, FullDocumentDiagnosticReport, Location, RelatedFullDocumentDiagnosticReport,
    RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
};
use racefree_answers::Verdict;
use racefree_answers::editing::{Buffer, Span, SyntaxError, TypeError, Warning, premise_name};

/// Limit on the diagnostics of a text.
const MOST: usize = 1_000;

/// The diagnostics of a text, as `check` has them; without what takes longer than the verdict.
pub(crate) fn of(document: &Document, settings: &Settings) -> Vec<Diagnostic> {
    if document.text.len() > crate::LARGEST {
        let message = format!("this text is larger than {} MB, and is not judged", crate::LARGEST >> 20);
        return vec![first_line(document, message)];
    }
    if document.is_java {
        return match document.judged_java(settings) {
            Ok(buffer) => java::diagnostics(document, &buffer),
            Err(why) => vec![first_line(document, why)],
        };
    }
    let buffer = match document.judged(settings) {
        Ok(buffer) => buffer,
        Err(why) => return vec![first_line(document, why)],
    };
    let mut all: Vec<Diagnostic> = match &buffer.verdict {
        Verdict::Syntax(errors) => errors.iter().take(MOST).map(|e| syntax(document, e)).collect(),
        Verdict::Judged(judged) => {
            let report = &judged.report;
            let errors =
                report.errors.iter().take(MOST).map(|e| error(document, settings, e, DiagnosticSeverity::Error));
            let silenced = report.silenced.iter().take(MOST).map(|e| Diagnostic {
                message: format!("silenced: {}", e.message).into(),
                ..error(document, settings, e, DiagnosticSeverity::Hint)
            });
            let warnings = report.warnings.iter().take(MOST).map(|w| warning(document, w));
            errors.chain(silenced).chain(warnings).collect()
        }
    };
    all.extend(unjudged(document, &buffer));
    all
}

/// A claim that the system does not judge, as `check` warns of it.
fn unjudged(document: &Document, buffer: &Buffer) -> Option<Diagnostic> {
    racefree_answers::verdict::unjudged(&buffer.text, buffer.rules.system).map(|w| warning(document, &w))
}

pub(crate) fn plain(document: &Document, span: Span, severity: DiagnosticSeverity, message: String) -> Diagnostic {
    Diagnostic {
        range: document.range(span),
        severity: Some(severity),
        source: Some("racefree".to_owned()),
        message: message.into(),
        ..Default::default()
    }
}

fn first_line(document: &Document, message: String) -> Diagnostic {
    let end = document.text.find('\n').unwrap_or(document.text.len()).min(1_000) as u32;
    plain(document, Span::new(0, end), DiagnosticSeverity::Error, message)
}

pub(crate) fn syntax(document: &Document, error: &SyntaxError) -> Diagnostic {
    Diagnostic {
        code: Some("syntax".to_owned().into()),
        ..plain(document, error.span, DiagnosticSeverity::Error, error.message.clone())
    }
}

/// An error with its notes, its related places and its page.
pub(crate) fn error(
    document: &Document,
    settings: &Settings,
    error: &TypeError,
    severity: DiagnosticSeverity,
) -> Diagnostic {
    let notes = error.notes.iter().map(|note| format!("\n{note}"));
    let message = std::iter::once(error.message.clone()).chain(notes).collect();
    let name = premise_name(error.premise);
    let related = |(span, message): &(Span, String)| DiagnosticRelatedInformation {
        location: Location { uri: document.uri.clone(), range: document.range(*span) },
        message: message.clone(),
    };
    let related: Vec<_> = error.related.iter().map(related).collect();
    Diagnostic {
        code_description: page(settings, &name),
        code: Some(name.into()),
        related_information: (!related.is_empty()).then_some(related),
        ..plain(document, error.span, severity, message)
    }
}

/// The page about a premise, if the user has said where the pages are.
fn page(settings: &Settings, premise: &str) -> Option<CodeDescription> {
    let pages = settings.pages.as_deref()?.trim_end_matches('/');
    let rule = premise.split('/').next().unwrap_or(premise);
    Some(CodeDescription { href: format!("{pages}/premises.md#{}", rule.to_lowercase().replace(' ', "-")).into() })
}

pub(crate) fn warning(document: &Document, warning: &Warning) -> Diagnostic {
    Diagnostic {
        code: Some(warning.kind.to_owned().into()),
        ..plain(document, warning.span, DiagnosticSeverity::Warning, warning.message.clone())
    }
}

impl Server {
    /// Diagnostics that the client asks for. They are told by the version of the text, so unchanged ones are not sent twice.
    pub(crate) fn pulled(&mut self, params: DocumentDiagnosticParams) -> Answer<DocumentDiagnosticReport> {
        let document = self.document(&params.text_document.uri)?;
        let items = of(document, &self.settings);
        let result_id = fingerprint(&items);
        if params.previous_result_id.as_deref() == Some(&result_id) {
            let unchanged_document_diagnostic_report = UnchangedDocumentDiagnosticReport { result_id };
            return Ok(DocumentDiagnosticReport::RelatedUnchangedDocumentDiagnosticReport(
                RelatedUnchangedDocumentDiagnosticReport {
                    related_documents: None,
                    unchanged_document_diagnostic_report,
                },
            ));
        }
        let full_document_diagnostic_report = FullDocumentDiagnosticReport { result_id: Some(result_id), items };
        Ok(DocumentDiagnosticReport::RelatedFullDocumentDiagnosticReport(RelatedFullDocumentDiagnosticReport {
            related_documents: None,
            full_document_diagnostic_report,
        }))
    }
}

/// A hash of diagnostics (FNV-1a), by which a client names those that it has.
fn fingerprint(items: &[Diagnostic]) -> String {
    let text = serde_json::to_string(items).unwrap_or_default();
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3));
    format!("{hash:016x}")
}
