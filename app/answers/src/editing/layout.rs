//! Parts of a text that are told from its syntax alone: kinds of words, blocks to fold, selections that grow.

use super::{Buffer, Entity, Occurrence, Program};
use racefree_grammar::ast::Dialect;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::span::Span;
use racefree_grammar::token::{Extras, Token};

/// Kind of a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum WordKind {
    Keyword,
    Class,
    Ghost,
    Field,
    Method,
    Parameter,
    Variable,
    Number,
    Text,
    Comment,
}

/// A word of a text, or a comment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Word {
    /// Place of the word.
    pub span: Span,
    /// Kind of the word.
    pub kind: WordKind,
    /// True where the name is declared.
    pub declares: bool,
    /// True of a field that is final.
    pub readonly: bool,
    /// True of a field that a lock guards.
    pub guarded: bool,
    /// True of a thread-local class.
    pub thread_local: bool,
}

/// The words of a text. `name` tells what a name stands for, in which program.
pub fn words<'p>(text: &str, dialect: Dialect, name: impl Fn(Span) -> Option<(&'p Program, Occurrence)>) -> Vec<Word> {
    let mut lexer = Lexer::of(text, Extras { keep_comments: true, ..Extras::default() }, dialect);
    let tokens: Vec<_> = lexer.by_ref().filter(|t| t.0 < t.2).collect();
    let (extras, ..) = lexer.finish();
    let plain = |span, kind| Word { span, kind, declares: false, readonly: false, guarded: false, thread_local: false };
    let mut found: Vec<Word> = extras.comments.into_iter().map(|span| plain(span, WordKind::Comment)).collect();
    for (start, token, end) in tokens {
        let span = Span::new(start, end);
        match token {
            Token::Number(_) => found.push(plain(span, WordKind::Number)),
            Token::Text(_) => found.push(plain(span, WordKind::Text)),
            Token::Ident(_) | Token::Formal(_) => {
                if let Some((program, occurrence)) = name(span) {
                    found.push(of_name(program, Occurrence { span, ..occurrence }));
                } else if matches!(span.text(text), "Object" | "String") {
                    found.push(plain(span, WordKind::Class));
                }
            }
            _ if span.text(text).starts_with(|c: char| c.is_ascii_alphabetic()) => {
                found.push(plain(span, WordKind::Keyword));
            }
            _ => {}
        }
    }
    found.sort_by_key(|w| w.span);
    found
}

/// The word that an occurrence of a name is.
fn of_name(program: &Program, occurrence: Occurrence) -> Word {
    let Occurrence { span, entity, declares } = occurrence;
    let mut word =
        Word { span, kind: WordKind::Variable, declares, readonly: false, guarded: false, thread_local: false };
    match entity {
        Entity::Class(c) => {
            (word.kind, word.thread_local) = (WordKind::Class, program.classes[c as usize].thread_local);
        }
        Entity::Ghost(_) | Entity::Formal(_) => word.kind = WordKind::Ghost,
        Entity::Field(f) => {
            let field = &program.fields[f as usize];
            let class = program.classes.iter().find(|c| c.fields.indices().contains(&(f as usize)));
            let guard = class.and_then(|class| program.guard_of(class, field));
            word.kind = WordKind::Field;
            word.readonly = field.is_final;
            word.guarded = guard.is_some() || field.write_guard.is_some();
        }
        Entity::Method(_) => word.kind = WordKind::Method,
        Entity::Param(_) => word.kind = WordKind::Parameter,
        Entity::Let(_) => {}
    }
    word
}

/// A part of a text that can be folded.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Block {
    /// Place of the part: between braces, or comments.
    pub span: Span,
    /// True of comments.
    pub comment: bool,
}

/// Blocks in braces, and comments that follow one another, of more than one line.
pub fn blocks(text: &str, dialect: Dialect) -> Vec<Block> {
    let mut lexer = Lexer::of(text, Extras { keep_comments: true, ..Extras::default() }, dialect);
    let mut open = Vec::new();
    let mut found = Vec::new();
    for (start, token, end) in lexer.by_ref().filter(|t| t.0 < t.2) {
        match token {
            Token::OpenBrace => open.push(end),
            Token::CloseBrace => {
                found.extend(open.pop().map(|from| Block { span: Span::new(from, start), comment: false }));
            }
            _ => {}
        }
    }
    let (extras, ..) = lexer.finish();
    let mut run: Option<Span> = None;
    for span in extras.comments {
        let near = |run: &Span| Span::new(run.end, span.start).text(text).chars().all(char::is_whitespace);
        run = match run.filter(near) {
            Some(run) => Some(run.to(span)),
            None => {
                found.extend(run.map(|span| Block { span, comment: true }));
                Some(span)
            }
        };
    }
    found.extend(run.map(|span| Block { span, comment: true }));
    found.retain(|b| b.span.text(text).contains('\n'));
    found.sort_by_key(|b| (b.span.start, std::cmp::Reverse(b.span.end)));
    found
}

/// The places around one, each in the next: names, types, expressions, members, classes.
pub fn around(buffer: &Buffer, offset: u32) -> Vec<Span> {
    let here = Span::new(offset, offset);
    let mut found = vec![super::candidates::word_at(&buffer.text, offset)];
    if let Some(program) = &buffer.program {
        found.extend(&program.spans);
        found.extend(program.types.iter().map(|t| t.span));
        found.extend(program.fields.iter().map(|f| f.span));
        found.extend(program.methods.iter().map(|m| m.span));
        found.extend(program.params.iter().map(|p| p.span));
        found.extend(program.ghosts.iter().map(|g| g.span));
        found.extend(program.classes.iter().map(|c| c.span));
    }
    let blocks = blocks(&buffer.text, buffer.rules.system.dialect());
    found.extend(blocks.iter().map(|b| b.span));
    found.push(Span::new(0, buffer.text.len() as u32));
    found.retain(|s| s.contains(here) && s.start < s.end);
    found.sort_by_key(|s| (s.end - s.start, s.start));
    found.dedup();
    // Each must hold the one before it.
    let mut nested: Vec<Span> = Vec::with_capacity(found.len());
    for span in found {
        if nested.last().is_none_or(|inner| span.contains(*inner)) {
            nested.push(span);
        }
    }
    nested
}

/// A declaration, for the outline of a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outlined {
    /// Name of the declaration.
    pub name: String,
    /// Its type, or the rest of its head.
    pub detail: String,
    /// The declaration; none for the main expression.
    pub entity: Option<Entity>,
    /// Place of the whole.
    pub span: Span,
    /// Place of the name.
    pub name_span: Span,
    /// Members.
    pub members: Vec<Outlined>,
}

/// The classes with their members, and the main expression.
pub fn outline(buffer: &Buffer) -> Vec<Outlined> {
    let Some(program) = &buffer.program else { return Vec::new() };
    let text = |span: Span| span.text(&buffer.text).split_whitespace().collect::<Vec<_>>().join(" ");
    let leaf = |name, detail, entity, span, name_span| Outlined {
        name: program.text(name).to_owned(),
        detail,
        entity: Some(entity),
        span,
        name_span,
        members: Vec::new(),
    };
    let class = |(c, class): (usize, &racefree_grammar::ast::Class)| {
        let ghosts = class.ghosts.indices().map(|i| (i, program.ghosts[i]));
        let ghosts =
            ghosts.map(|(i, g)| leaf(g.name, text(program.ty(g.ty).span), Entity::Ghost(i as u32), g.span, g.span));
        let fields = class.fields.indices().map(|i| (i, program.fields[i]));
        let fields = fields
            .map(|(i, f)| leaf(f.name, text(program.ty(f.ty).span), Entity::Field(i as u32), f.span, f.name_span));
        let methods = class.methods.indices().map(|i| (i, program.methods[i]));
        let methods = methods.map(|(i, m)| {
            let head = super::candidates::head(program, &buffer.text, &m);
            leaf(m.name, head, Entity::Method(i as u32), m.span, m.name_span)
        });
        let detail = if class.thread_local { "thread_local" } else { "" };
        let members = ghosts.chain(fields).chain(methods).collect();
        Outlined {
            members,
            ..leaf(class.name, detail.to_owned(), Entity::Class(c as u32), class.span, class.name_span)
        }
    };
    let mut found: Vec<Outlined> = program.classes.iter().enumerate().map(class).collect();
    found.extend(program.main.map(|main| {
        let span = program.span(main);
        let name = "main".to_owned();
        Outlined { name, detail: String::new(), entity: None, span, name_span: span, members: Vec::new() }
    }));
    found
}
