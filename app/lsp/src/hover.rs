//! Hover: the declaration of a name, the type and the locks at a place, the rule that says so, why a path is a lock or none.

use crate::documents::Document;
use crate::server::{Answer, Server};
use gen_lsp_types::{Contents, Hover, HoverParams, MarkupContent, MarkupKind, Range};
use racefree_answers::editing::{Buffer, Entity, Occurrence, Program, Span, candidates, names, place, rename};

impl Server {
    pub(crate) fn hover(&mut self, params: HoverParams) -> Answer<Option<Hover>> {
        let at = params.text_document_position_params;
        let document = self.document(&at.text_document.uri)?;
        if document.is_java {
            return Ok(self.java_hover(document, document.lines.offset(&document.text, at.position)));
        }
        let Some(good) = document.good(&self.settings) else { return Ok(None) };
        let offset = good.then(document.lines.offset(&document.text, at.position));
        let Some((value, span)) = told(&good.buffer, offset) else { return Ok(None) };
        let range: Option<Range> = good.span_now(span).map(|span| document.range(span));
        let contents = Contents::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value });
        Ok(Some(Hover { contents, range }))
    }
}

/// The text of a hover, and the place that it is about.
fn told(buffer: &Buffer, offset: u32) -> Option<(String, Span)> {
    let program = buffer.program.as_ref()?;
    let name = buffer.names().at(offset);
    let at = name.map_or(Span::new(offset, offset), |o| o.span);
    let path = place::path_at(program, at);
    let judgment = place::judgment(buffer, path.unwrap_or(at));
    let mut parts = Vec::new();
    parts.extend(name.map(|o| declared(buffer, program, o)));
    let declares = name.is_some_and(|o| o.declares);
    let about = judgment.as_ref().filter(|_| !declares);
    if let Some(judgment) = about {
        let ty = judgment.ty.iter().map(|ty| format!("type `{ty}`"));
        let held = judgment.locks.iter().map(|locks| match locks.as_slice() {
            [] => "no lock held here".to_owned(),
            locks => format!("held here: `{}`", locks.join("`, `")),
        });
        let facts: Vec<String> = ty.chain(held).collect();
        parts.extend((!facts.is_empty()).then(|| facts.join(" · ")));
        parts.extend(judgment.substitution.iter().map(|s| format!("where `{s}`")));
    }
    if let Some(path) = path.filter(|_| !declares && about.is_some()) {
        let text = path.text(&buffer.text);
        parts.extend(place::why_no_lock(buffer, path).map(|why| match why {
            Ok(()) => format!("`{text}` is final: it can be named as a lock"),
            Err(why) => format!("`{text}` is no lock: {why}"),
        }));
    }
    parts.extend(about.map(|judgment| {
        let fails = if judgment.holds { "" } else { " · a premise fails" };
        format!("```text\n{}\n```\n[{}]{fails}", judgment.text, judgment.rule)
    }));
    let span = path.or(about.map(|j| j.span)).unwrap_or(at);
    (!parts.is_empty()).then(|| (parts.join("\n\n"), if name.is_some() { at } else { span }))
}

/// The declaration of a name: its head, with the lock that guards a field.
fn declared(buffer: &Buffer, program: &Program, name: Occurrence) -> String {
    let text = |span: Span| span.text(&buffer.text).split_whitespace().collect::<Vec<_>>().join(" ");
    let of = |class: Option<&str>| class.map(|c| format!("  // in {c}")).unwrap_or_default();
    let class_of = |inside: &dyn Fn(&std::ops::Range<usize>, &std::ops::Range<usize>) -> bool| {
        let found = program.classes.iter().find(|c| inside(&c.fields.indices(), &c.methods.indices()));
        found.map(|c| program.text(c.name))
    };
    let mut note = String::new();
    let head = match name.entity {
        Entity::Class(c) => {
            let class = &program.classes[c as usize];
            let head = Span::new(class.span.start, class.span.end).text(&buffer.text);
            text(Span::new(class.span.start, class.span.start + head.find('{').unwrap_or(head.len()) as u32))
        }
        Entity::Ghost(g) => text(program.ghosts[g as usize].span),
        Entity::Formal(f) => text(program.formals[f as usize].span),
        Entity::Field(f) => {
            let field = &program.fields[f as usize];
            let class = program.classes.iter().find(|c| c.fields.indices().contains(&(f as usize)));
            let guard = class.and_then(|class| program.guard_of(class, field)).filter(|_| field.guard.is_none());
            if let Some(guard) = guard {
                note = format!("\n\nguarded by `{}`, the guard of its class", text(program.span(guard)));
            }
            format!("{}{}", text(field.span), of(class.map(|c| program.text(c.name))))
        }
        Entity::Method(m) => {
            let head = candidates::head(program, &buffer.text, &program.methods[m as usize]);
            format!("{head}{}", of(class_of(&|_, methods| methods.contains(&(m as usize)))))
        }
        Entity::Param(p) => text(program.params[p as usize].span),
        Entity::Let(_) => {
            let name_text = names::name_of(program, name.entity);
            let at = buffer.names().declaration(name.entity).map_or(0, |s| s.start);
            let written = program.types.iter().filter(|t| t.span.end <= at).max_by_key(|t| (t.span.end, t.span.start));
            format!("let {} {name_text}", written.map(|t| text(t.span)).unwrap_or_default())
        }
    };
    let what = rename::described(program, name.entity);
    let what = what.split(" `").next().unwrap_or("").trim_start_matches("the ").to_owned();
    format!("```rfj\n{head}\n```\n{what}{note}")
}

/// True if a document has a name at a position.
pub(crate) fn name_at(document: &Document, buffer: &Buffer, position: gen_lsp_types::Position) -> Option<Occurrence> {
    buffer.names().at(document.lines.offset(&document.text, position))
}
