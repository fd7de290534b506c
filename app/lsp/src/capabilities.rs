//! The server's offers, and what of the client's abilities changes its answers.

use crate::jobs::{EXPLORE, SCHEDULE};
use crate::position::Encoding;
use crate::tokens;
use gen_lsp_types::{
    CodeActionKind, CodeActionOptions, CodeLensOptions, CompletionOptions, DiagnosticOptions, ExecuteCommandOptions,
    Full, PositionEncodingKind, RenameOptions, SemanticTokensFullDelta, SemanticTokensLegend, SemanticTokensOptions,
    ServerCapabilities, SignatureHelpOptions, TextDocumentSyncKind, TextDocumentSyncOptions,
};
use serde_json::Value;

/// Abilities of the client. They are looked up one by one: a client that writes another one wrongly is served all the same.
pub(crate) struct Client {
    pub(crate) encoding: Encoding,
    /// It asks for diagnostics, so they are not pushed.
    pub(crate) pulls: bool,
    /// Edits carry the version of the text that they are for.
    pub(crate) versioned_edits: bool,
    /// It can be asked for its settings.
    pub(crate) configuration: bool,
    pub(crate) progress: bool,
    pub(crate) show_document: bool,
    /// It can be asked to ask anew for diagnostics and hints.
    pub(crate) refreshes: Vec<&'static str>,
}

impl Client {
    /// Reads the parameters of `initialize`.
    pub(crate) fn read(params: &Value) -> Client {
        let capabilities = &params["capabilities"];
        let is = |path: &str| capabilities.pointer(path).and_then(Value::as_bool).unwrap_or(false);
        let encodings = capabilities.pointer("/general/positionEncodings").and_then(Value::as_array);
        let utf8 = encodings.is_some_and(|all| all.iter().any(|e| e == "utf-8"));
        let refresh = [
            ("/workspace/inlayHint/refreshSupport", "workspace/inlayHint/refresh"),
            ("/workspace/diagnostics/refreshSupport", "workspace/diagnostic/refresh"),
            ("/workspace/codeLens/refreshSupport", "workspace/codeLens/refresh"),
        ];
        Client {
            encoding: if utf8 { Encoding::Utf8 } else { Encoding::Utf16 },
            pulls: capabilities.pointer("/textDocument/diagnostic").is_some_and(Value::is_object),
            versioned_edits: is("/workspace/workspaceEdit/documentChanges"),
            configuration: is("/workspace/configuration"),
            progress: is("/window/workDoneProgress"),
            show_document: is("/window/showDocument/support"),
            refreshes: refresh.into_iter().filter(|(path, _)| is(path)).map(|(_, method)| method).collect(),
        }
    }
}

/// The kind of the action that mends all errors.
pub(crate) const FIX_ALL: &str = "source.fixAll.racefree";

/// The server's offers for Java, beside a server that knows the language: errors, guards and locks, repairs.
pub(crate) fn beside(client: &Client) -> ServerCapabilities {
    let all = server(client);
    let kinds = vec![CodeActionKind::QuickFix];
    ServerCapabilities {
        position_encoding: all.position_encoding,
        text_document_sync: all.text_document_sync,
        hover_provider: all.hover_provider,
        diagnostic_provider: all.diagnostic_provider,
        code_action_provider: Some(CodeActionOptions { code_action_kinds: Some(kinds), ..Default::default() }.into()),
        ..Default::default()
    }
}

/// The server's offers.
pub(crate) fn server(client: &Client) -> ServerCapabilities {
    let options = || None;
    let signs = |all: &[&str]| Some(all.iter().map(|s| (*s).to_owned()).collect());
    ServerCapabilities {
        position_encoding: Some(match client.encoding {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }),
        text_document_sync: Some(
            TextDocumentSyncOptions {
                open_close: Some(true),
                change: Some(TextDocumentSyncKind::Incremental),
                ..Default::default()
            }
            .into(),
        ),
        hover_provider: Some(true.into()),
        definition_provider: Some(true.into()),
        references_provider: Some(true.into()),
        document_highlight_provider: Some(true.into()),
        document_symbol_provider: Some(true.into()),
        document_formatting_provider: Some(true.into()),
        folding_range_provider: Some(true.into()),
        selection_range_provider: Some(true.into()),
        inlay_hint_provider: Some(true.into()),
        rename_provider: Some(RenameOptions { prepare_provider: Some(true), ..Default::default() }.into()),
        code_action_provider: Some(
            CodeActionOptions {
                code_action_kinds: Some(vec![
                    CodeActionKind::QuickFix,
                    CodeActionKind::RefactorRewrite,
                    CodeActionKind::Custom(FIX_ALL.into()),
                ]),
                ..Default::default()
            }
            .into(),
        ),
        code_lens_provider: Some(CodeLensOptions::default()),
        completion_provider: Some(CompletionOptions {
            trigger_characters: signs(&[".", "<"]),
            resolve_provider: options(),
            ..Default::default()
        }),
        signature_help_provider: Some(SignatureHelpOptions {
            trigger_characters: signs(&["(", ","]),
            ..Default::default()
        }),
        execute_command_provider: Some(ExecuteCommandOptions {
            commands: vec![EXPLORE.to_owned(), SCHEDULE.to_owned()],
            ..Default::default()
        }),
        diagnostic_provider: Some(
            DiagnosticOptions { identifier: Some("racefree".to_owned()), ..Default::default() }.into(),
        ),
        semantic_tokens_provider: Some(
            SemanticTokensOptions {
                legend: SemanticTokensLegend {
                    token_types: tokens::TYPES.map(str::to_owned).to_vec(),
                    token_modifiers: tokens::MODIFIERS.map(str::to_owned).to_vec(),
                },
                full: Some(Full::SemanticTokensFullDelta(SemanticTokensFullDelta { delta: Some(true) })),
                ..Default::default()
            }
            .into(),
        ),
        ..Default::default()
    }
}
