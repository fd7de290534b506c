//! The shape of a text: its declarations, what can be folded, selections that grow.

use crate::documents::{Aligned, Document};
use crate::server::{Answer, Server};
use gen_lsp_types::{
    DocumentSymbol, DocumentSymbolParams, DocumentSymbolResponse, FoldingRange, FoldingRangeKind, FoldingRangeParams,
    SelectionRange, SelectionRangeParams, SymbolKind,
};
use racefree_answers::editing::Entity;
use racefree_answers::editing::layout::{self, Outlined};

impl Server {
    /// The declarations; while the text is no program, those of the last one that are still there.
    pub(crate) fn symbols(&mut self, params: DocumentSymbolParams) -> Answer<Option<DocumentSymbolResponse>> {
        let document = self.document(&params.text_document.uri)?;
        let Some(good) = document.good(&self.settings) else { return Ok(None) };
        let all = layout::outline(&good.buffer);
        let symbols = all.into_iter().filter_map(|s| symbol(document, &good, s)).collect();
        Ok(Some(DocumentSymbolResponse::DocumentSymbolList(symbols)))
    }

    pub(crate) fn folding(&mut self, params: FoldingRangeParams) -> Answer<Option<Vec<FoldingRange>>> {
        let document = self.document(&params.text_document.uri)?;
        let Some(buffer) = document.buffer(&self.settings) else { return Ok(None) };
        let fold = |block: layout::Block| {
            let range = document.range(block.span);
            // The line of a closing brace stays.
            let end_line = if block.comment { range.end.line } else { range.end.line.saturating_sub(1) };
            let kind = block.comment.then_some(FoldingRangeKind::Comment);
            let fold = FoldingRange { start_line: range.start.line, end_line, kind, ..Default::default() };
            (range.start.line < end_line).then_some(fold)
        };
        let blocks = layout::blocks(&document.text, buffer.rules.system.dialect());
        Ok(Some(blocks.into_iter().filter_map(fold).collect()))
    }

    pub(crate) fn selections(&mut self, params: SelectionRangeParams) -> Answer<Option<Vec<SelectionRange>>> {
        let document = self.document(&params.text_document.uri)?;
        let Some(buffer) = document.buffer(&self.settings) else { return Ok(None) };
        let one = |position| {
            let spans = layout::around(&buffer, document.lines.offset(&document.text, position));
            let nest = |parent: Option<Box<SelectionRange>>, span: &_| {
                Some(Box::new(SelectionRange { range: document.range(*span), parent }))
            };
            spans.iter().rev().fold(None, nest).map_or_else(SelectionRange::default, |range| *range)
        };
        Ok(Some(params.positions.into_iter().map(one).collect()))
    }
}

#[allow(deprecated)] // The protocol's types have the old member too.
fn symbol(document: &Document, good: &Aligned, outlined: Outlined) -> Option<DocumentSymbol> {
    let range = document.range(good.whole_now(outlined.span)?);
    let selection_range = document.range(good.span_now(outlined.name_span).or(good.whole_now(outlined.name_span))?);
    let kind = match outlined.entity {
        Some(Entity::Class(_)) => SymbolKind::Class,
        Some(Entity::Ghost(_) | Entity::Formal(_)) => SymbolKind::TypeParameter,
        Some(Entity::Field(_)) => SymbolKind::Field,
        Some(Entity::Method(_)) => SymbolKind::Method,
        Some(Entity::Param(_) | Entity::Let(_)) => SymbolKind::Variable,
        None => SymbolKind::Function,
    };
    let children: Vec<_> = outlined.members.into_iter().filter_map(|m| symbol(document, good, m)).collect();
    Some(DocumentSymbol {
        name: outlined.name,
        detail: (!outlined.detail.is_empty()).then_some(outlined.detail),
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children: Some(children),
    })
}
