//! Java: diagnostics, hovers and repairs of a Java text, next to whatever other server knows the language.

use crate::diagnostics::plain;
use crate::documents::Document;
use crate::server::Server;
use gen_lsp_types::{
    CodeAction, CodeActionKind, Contents, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Hover,
    Location, MarkupContent, MarkupKind, Uri,
};
use racefree_answers::editing::{Fix, Span};
use racefree_answers::java::editing::{JavaBuffer, Told};
use racefree_answers::java::{JavaError, JavaWarning};

/// Limit on the diagnostics of a text.
const MOST: usize = 1_000;

/// True for the address of a Java file.
pub(crate) fn is_java(uri: &Uri) -> bool {
    racefree_answers::is_java(&uri.0)
}

/// The path of a file's address.
pub(crate) fn path(uri: &Uri) -> String {
    let Some(path) = uri.0.strip_prefix("file://") else { return uri.0.clone() };
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let Some((&first, after)) = rest.split_first() {
        let digits = after.get(..2).and_then(|d| u8::from_str_radix(std::str::from_utf8(d).ok()?, 16).ok());
        match (first, digits) {
            (b'%', Some(byte)) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            _ => {
                bytes.push(first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// The diagnostics of a Java text, as `check` has them.
pub(crate) fn diagnostics(document: &Document, buffer: &JavaBuffer) -> Vec<Diagnostic> {
    let Some(file) = buffer.file() else { return Vec::new() };
    let errors = file.errors.iter().take(MOST).map(|e| error(document, buffer, e, DiagnosticSeverity::Error));
    let silenced = file.silenced.iter().take(MOST).map(|e| Diagnostic {
        message: format!("silenced: {}", e.message).into(),
        ..error(document, buffer, e, DiagnosticSeverity::Hint)
    });
    let warnings = file.warnings.iter().take(MOST).map(|w| warning(document, buffer, w));
    errors.chain(silenced).chain(warnings).collect()
}

fn warning(document: &Document, buffer: &JavaBuffer, of: &JavaWarning) -> Diagnostic {
    let span = buffer.original(of.span);
    let said = plain(document, span, DiagnosticSeverity::Warning, of.message.clone());
    Diagnostic { code: Some(of.kind.to_owned().into()), ..said }
}

fn error(document: &Document, buffer: &JavaBuffer, error: &JavaError, severity: DiagnosticSeverity) -> Diagnostic {
    let message = std::iter::once(&error.message).chain(&error.notes).cloned().collect::<Vec<_>>().join("\n");
    let related = error.related.iter().map(|related| {
        let (uri, range) = match buffer.elsewhere(related) {
            Some((name, text)) => (Uri(format!("file://{name}")), document.range_in(text, related.span)),
            None => (document.uri.clone(), document.range(buffer.original(related.span))),
        };
        DiagnosticRelatedInformation { location: Location { uri, range }, message: related.message.clone() }
    });
    let related: Vec<_> = related.collect();
    Diagnostic {
        code: Some(error.code.clone().into()),
        related_information: (!related.is_empty()).then_some(related),
        ..plain(document, buffer.original(error.span), severity, message)
    }
}

impl Server {
    /// The guard of the field at a place, and the locks held there.
    pub(crate) fn java_hover(&self, document: &Document, offset: u32) -> Option<Hover> {
        let Told { span, text } = document.java(&self.settings)?.hover(offset)?;
        let contents = Contents::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value: text });
        Some(Hover { contents, range: Some(document.range(span)) })
    }

    /// The repairs of the errors at a place, the sure ones first.
    pub(crate) fn java_actions(&self, document: &Document, at: Span) -> Vec<CodeAction> {
        let Some(buffer) = document.java(&self.settings) else { return Vec::new() };
        let Some(file) = buffer.file() else { return Vec::new() };
        let meets = |span: Span| {
            let span = buffer.original(span);
            span.start <= at.end && at.start <= span.end.max(span.start)
        };
        let mut found = Vec::new();
        let mut put = |fixes: Vec<Fix>, diagnostic: &Diagnostic| {
            let action = |fix| self.action(document, fix, CodeActionKind::QuickFix, Some(diagnostic.clone()));
            found.extend(fixes.iter().map(action));
        };
        for of in file.errors.iter().filter(|e| meets(e.span)) {
            put(buffer.repairs(of), &error(document, &buffer, of, DiagnosticSeverity::Error));
        }
        for of in file.warnings.iter().filter(|w| meets(w.span)) {
            put(buffer.repairs_of_warning(of), &warning(document, &buffer, of));
        }
        found.sort_by_key(|action| action.is_preferred.is_none());
        found
    }
}
