//! Names: where they are declared and used, and another name for them.

use crate::documents::Aligned;
use crate::server::{Answer, Refused, Server};
use gen_lsp_types::{
    Definition, DefinitionParams, DefinitionResponse, DocumentHighlight, DocumentHighlightKind,
    DocumentHighlightParams, Location, PrepareRenameParams, PrepareRenamePlaceholder, PrepareRenameResult,
    ReferenceParams, RenameParams, TextDocumentPositionParams, WorkspaceEdit,
};
use racefree_answers::editing::{Occurrence, Span, rename};

impl Server {
    /// The name at a position, with the last text that was a program.
    fn name(&self, at: &TextDocumentPositionParams) -> Answer<Option<(Aligned, Occurrence)>> {
        let document = self.document(&at.text_document.uri)?;
        let Some(good) = document.good(&self.settings) else { return Ok(None) };
        let offset = good.then(document.lines.offset(&document.text, at.position));
        let name = good.buffer.names().at(offset);
        Ok(name.map(|name| (good, name)))
    }

    fn location(&self, at: &TextDocumentPositionParams, span: Span) -> Option<Location> {
        let document = self.document(&at.text_document.uri).ok()?;
        Some(Location { uri: document.uri.clone(), range: document.range(span) })
    }

    pub(crate) fn definition(&mut self, params: DefinitionParams) -> Answer<Option<DefinitionResponse>> {
        let at = params.text_document_position_params;
        let Some((good, name)) = self.name(&at)? else { return Ok(None) };
        let declared = good.buffer.names().declaration(name.entity).and_then(|span| good.span_now(span));
        let location = declared.and_then(|span| self.location(&at, span));
        Ok(location.map(|l| DefinitionResponse::Definition(Definition::Location(l))))
    }

    pub(crate) fn references(&mut self, params: ReferenceParams) -> Answer<Option<Vec<Location>>> {
        let at = params.text_document_position_params;
        let Some((good, name)) = self.name(&at)? else { return Ok(None) };
        let wanted = |o: &Occurrence| params.context.include_declaration || !o.declares;
        let all = good.buffer.names().of(name.entity).filter(wanted);
        Ok(Some(all.filter_map(|o| self.location(&at, good.span_now(o.span)?)).collect()))
    }

    pub(crate) fn highlights(&mut self, params: DocumentHighlightParams) -> Answer<Option<Vec<DocumentHighlight>>> {
        let at = params.text_document_position_params;
        let Some((good, name)) = self.name(&at)? else { return Ok(None) };
        let one = |o: Occurrence| {
            let kind = if o.declares { DocumentHighlightKind::Write } else { DocumentHighlightKind::Read };
            Some(DocumentHighlight { range: self.location(&at, good.span_now(o.span)?)?.range, kind: Some(kind) })
        };
        Ok(Some(good.buffer.names().of(name.entity).filter_map(one).collect()))
    }

    pub(crate) fn prepare_rename(&mut self, params: PrepareRenameParams) -> Answer<Option<PrepareRenameResult>> {
        let at = params.text_document_position_params;
        let document = self.document(&at.text_document.uri)?;
        let Some(buffer) = document.buffer(&self.settings) else { return Ok(None) };
        if buffer.program.is_none() {
            return Err(Refused::because("the program has syntax errors; mend these first"));
        }
        let name = crate::hover::name_at(document, &buffer, at.position);
        Ok(name.map(|name| {
            PrepareRenameResult::PrepareRenamePlaceholder(PrepareRenamePlaceholder {
                range: document.range(name.span),
                placeholder: name.span.text(&document.text).to_owned(),
            })
        }))
    }

    pub(crate) fn rename(&mut self, params: RenameParams) -> Answer<Option<WorkspaceEdit>> {
        let at = params.text_document_position_params;
        let document = self.document(&at.text_document.uri)?;
        let Some(buffer) = document.buffer(&self.settings) else { return Ok(None) };
        let name = crate::hover::name_at(document, &buffer, at.position);
        let name = name.ok_or_else(|| Refused::because("here is no name that the program declares"))?;
        let edits = rename(&buffer, name.entity, &params.new_name).map_err(Refused::because)?;
        Ok(Some(self.workspace_edit(document, &edits)))
    }
}
