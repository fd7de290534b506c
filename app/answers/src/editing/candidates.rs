//! Words that can stand at a place: members of the object in front of a point, locks of the type that is wanted, classes, variables,
//! keywords; and the method whose arguments are being written.

use super::names::name_of;
use super::{Buffer, Entity};
use crate::fixes::Surroundings;
use racefree_grammar::ast::{Class, Dialect, Expr, ExprId, Method, Program, TypeId, TypeKind};
use racefree_grammar::fix::Edit;
use racefree_grammar::lexer::{Lexer, Spanned};
use racefree_grammar::name::Name;
use racefree_grammar::parents::Parents;
use racefree_grammar::span::Span;
use racefree_grammar::token::{Extras, Token};
use racefree_program::{ClassId, Resolved};

/// Kind of a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum CandidateKind {
    Keyword,
    Class,
    Variable,
    Ghost,
    Field,
    Method,
}

/// A word, or a path, that can stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// Text to insert.
    pub text: String,
    /// Kind of the name that it is, or ends with.
    pub kind: CandidateKind,
    /// Its type or declaration.
    pub detail: String,
}

/// A place where a word is being written.
enum Wanted {
    /// A member of what stands before the point; a final field, if it is part of a lock.
    Member { lock: bool },
    /// A lock of any class.
    Lock,
    /// The argument of this number, from 0, of a class's type.
    Argument(String, usize),
    /// A class.
    Class,
    /// An expression, a declaration or a keyword.
    Any,
}

/// Name that stands for the word that is being written.
const HERE: &str = "racefree_here";

/// Text behind that name with which the program may parse, the likeliest first.
const ENDS: [&str; 7] = ["", ";", " in {}", "; {}", "() {}", " = null in {}", " }"];

/// Returns the word at a place, which may begin or end there; empty if there is none.
pub fn word_at(text: &str, offset: u32) -> Span {
    let (before, after) = text.split_at_checked(offset as usize).unwrap_or((text, ""));
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '$';
    let end = offset + (after.len() - after.trim_start_matches(is_word).len()) as u32;
    Span::new(before.trim_end_matches(is_word).len() as u32, end)
}

/// The candidates at a place. `good` is the last text that was a program, with the same place in it.
pub fn candidates(buffer: &Buffer, good: Option<(&Buffer, u32)>, offset: u32) -> Vec<Candidate> {
    let word = word_at(&buffer.text, offset);
    let start = word.start;
    let dialect = buffer.rules.system.dialect();
    let before = tokens(buffer.text.get(..start as usize).unwrap_or(""), dialect);
    let wanted = wanted(&before, &buffer.text);
    let patched = patched(buffer, word);
    let (at, span) = match (&patched, good) {
        (Some(patched), _) => (patched, Span::new(start, start + HERE.len() as u32)),
        (None, Some((good, at))) => (good, Span::new(at, at)),
        (None, None) => return keywords(dialect),
    };
    let Some(program) = &at.program else { return keywords(dialect) };
    let (parents, resolved) = (Parents::new(program), Resolved::new(program));
    let place = Surroundings::new(program, &at.text, &parents, around_type(program, span));
    let around = Around { place, program, resolved: &resolved };
    let mut found = match wanted {
        Wanted::Member { lock } => around.members(at, span, lock),
        Wanted::Lock => around.locks(None),
        Wanted::Argument(class, n) => around.locks(around.ghost_class(&class, n)),
        Wanted::Class => around.classes(),
        Wanted::Any => around.any(),
    };
    found.retain(|c| !c.text.contains(HERE));
    found
}

/// The place of the expression that writes the type around a place; the place itself, if it is in no such type. A lock in a type has
/// no parent, but the expression has.
fn around_type(program: &Program, span: Span) -> Span {
    let writes = |e: &ExprId| program.parts(*e).ty.is_some_and(|t| program.ty(t).span.contains(span));
    let exprs = (0..program.exprs.len() as u32).map(ExprId::new).filter(writes);
    exprs.map(|e| program.span(e)).min_by_key(|s| s.end - s.start).unwrap_or(span)
}

fn tokens(text: &str, dialect: Dialect) -> Vec<Spanned> {
    Lexer::of(text, Extras::default(), dialect).filter(|t| t.0 < t.2).collect()
}

/// The keywords of the language.
pub fn keywords(dialect: Dialect) -> Vec<Candidate> {
    let words = racefree_grammar::keywords::KEYWORDS.iter();
    let fits = |word: &&&str| dialect == Dialect::Base || !matches!(**word, "ghost" | "thread_local");
    let one = |word: &&str| Candidate { text: (*word).to_owned(), kind: CandidateKind::Keyword, detail: String::new() };
    words.filter(fits).map(one).collect()
}

/// The kind of word that comes behind tokens.
fn wanted(before: &[Spanned], text: &str) -> Wanted {
    let takes_lock = |token: Token| {
        matches!(
            token,
            Token::GuardedBy
                | Token::WriteGuardedBy
                | Token::Requires
                | Token::Holds
                | Token::Synchronized
                | Token::Reads
        )
    };
    // Back over the path, and over locks before it in a list.
    let mut at = before.len();
    let mut commas = 0;
    let member = matches!(before.last(), Some((_, Token::Dot, _)));
    while let Some((_, token, _)) = at.checked_sub(1).map(|i| before[i]) {
        match token {
            Token::Dot | Token::Ident(_) | Token::This => {}
            Token::Comma => commas += 1,
            _ => break,
        }
        at -= 1;
    }
    let Some(&(_, opener, _)) = at.checked_sub(1).map(|i| &before[i]) else { return Wanted::Any };
    let last = before.last().map(|t| t.1);
    let ends_path = matches!(last, Some(Token::Ident(_) | Token::This));
    if member {
        return Wanted::Member { lock: takes_lock(opener) };
    }
    if ends_path {
        return Wanted::Any;
    }
    match opener {
        Token::Lt | Token::OpenArgs => match at.checked_sub(2).map(|i| before[i]) {
            Some((start, Token::Ident(_), end)) => {
                Wanted::Argument(Span::new(start, end).text(text).to_owned(), commas)
            }
            _ => Wanted::Any,
        },
        opener if takes_lock(opener) && (commas == 0 || opener == Token::Requires || opener == Token::Reads) => {
            Wanted::Lock
        }
        Token::New | Token::Extends | Token::Ghost if commas == 0 => Wanted::Class,
        _ => Wanted::Any,
    }
}

/// The text with a name in the place of the word that is being written, if it is a program then.
fn patched(buffer: &Buffer, word: Span) -> Option<Buffer> {
    let texts = ENDS.iter().map(|behind| Edit::replace(word, format!("{HERE}{behind}")));
    let texts = texts.filter_map(|edit| racefree_grammar::fix::apply(&buffer.text, &[edit]));
    let mut programs = texts.filter_map(|text| {
        let program = crate::verdict::parse(buffer.rules.system, &text).ok()?;
        Some(Buffer::unjudged(text, buffer.rules.clone(), program))
    });
    programs.next()
}

/// A place with the names in scope.
struct Around<'a> {
    place: Surroundings<'a>,
    program: &'a Program,
    resolved: &'a Resolved<'a>,
}

impl Around<'_> {
    fn class_of(&self, ty: TypeId) -> Option<ClassId> {
        match self.program.ty(ty).kind {
            TypeKind::Class { name, .. } => self.resolved.find(name),
            TypeKind::Int | TypeKind::Boolean | TypeKind::Void | TypeKind::Array { .. } => None,
        }
    }

    fn written(&self, ty: TypeId) -> String {
        self.program.ty(ty).span.text(self.place.source).to_owned()
    }

    /// The fields and methods that a class has, those of its own first.
    fn members(&self, at: &Buffer, span: Span, lock: bool) -> Vec<Candidate> {
        let recv = self.program.exprs.iter().zip(&self.program.spans).find_map(|(e, s)| match *e {
            Expr::Field { recv, .. } | Expr::Call { recv, .. } | Expr::Assign { recv, .. } if s.contains(span) => {
                (self.program.span(recv).end < span.start).then_some(recv)
            }
            _ => None,
        });
        let class = recv.and_then(|recv| at.names().classes[recv.index()]);
        let Some(class) = class else { return Vec::new() };
        let mut found = Vec::new();
        for declared in self.resolved.ancestors(class).filter_map(|c| self.resolved.decl(c)) {
            for field in self.program.fields_of(&declared) {
                if !lock || field.is_final && self.class_of(field.ty).is_some() {
                    found.push(self.candidate(field.name, CandidateKind::Field, self.written(field.ty)));
                }
            }
            for method in self.program.methods_of(&declared).iter().filter(|_| !lock) {
                found.push(self.candidate(
                    method.name,
                    CandidateKind::Method,
                    head(self.program, self.place.source, method),
                ));
            }
        }
        found.dedup_by(|a, b| a.text == b.text);
        found
    }

    fn candidate(&self, name: Name, kind: CandidateKind, detail: String) -> Candidate {
        Candidate { text: self.program.text(name).to_owned(), kind, detail }
    }

    /// The variables in scope with their classes; ghosts where no code is.
    fn variables(&self) -> Vec<(Candidate, Option<ClassId>)> {
        let mut found = Vec::new();
        if let Some(class) = self.place.class {
            let id = self.resolved.find(class.name);
            let this = self.candidate(Name::THIS, CandidateKind::Keyword, self.program.text(class.name).to_owned());
            found.push((this, id));
            let ghosts = self.program.ghosts_of(class).iter();
            found.extend(ghosts.map(|g| {
                (
                    self.candidate(g.name, CandidateKind::Ghost, format!("ghost {}", self.written(g.ty))),
                    self.class_of(g.ty),
                )
            }));
            let formals = self.program.formals_of(class).iter().filter(|f| !f.implied);
            found.extend(formals.map(|f| (self.candidate(f.name, CandidateKind::Ghost, "owner".into()), None)));
        }
        let variables = self.place.variables().into_iter();
        found.extend(
            variables.map(|(x, ty)| (self.candidate(x, CandidateKind::Variable, self.written(ty)), self.class_of(ty))),
        );
        found
    }

    /// Final paths of at most one field, of a class or one below it.
    fn locks(&self, of: Option<ClassId>) -> Vec<Candidate> {
        let fits = |class: ClassId| class != ClassId::STRING && of.is_none_or(|of| self.resolved.below(class, of));
        let in_code = self.place.in_code();
        let mut found = Vec::new();
        let mut fields = Vec::new();
        for (root, class) in self.variables() {
            let Some(class) = class else { continue };
            // A ghost stands for a lock in types and clauses alone.
            let runs = root.kind != CandidateKind::Ghost || !in_code || of.is_some();
            for declared in self.resolved.ancestors(class).filter_map(|c| self.resolved.decl(c)) {
                for field in self.program.fields_of(&declared).iter().filter(|f| f.is_final) {
                    if self.class_of(field.ty).is_some_and(fits) && runs {
                        let text = format!("{}.{}", root.text, self.program.text(field.name));
                        fields.push(Candidate { text, kind: CandidateKind::Field, detail: self.written(field.ty) });
                    }
                }
            }
            if fits(class) && runs {
                found.push(root);
            }
        }
        found.extend(fields);
        found
    }

    /// The class of the ghost parameter of a number.
    fn ghost_class(&self, class: &str, n: usize) -> Option<ClassId> {
        let class = self.program.classes.iter().find(|c| self.program.text(c.name) == class)?;
        let ghost = self.program.ghosts_of(class).get(n)?;
        self.class_of(ghost.ty)
    }

    fn classes(&self) -> Vec<Candidate> {
        let declared = |class: &Class| {
            let ghosts: Vec<&str> =
                self.program.ghosts_of(class).iter().map(|g| g.span.text(self.place.source)).collect();
            let detail = if ghosts.is_empty() { String::new() } else { format!("<{}>", ghosts.join(", ")) };
            self.candidate(class.name, CandidateKind::Class, detail)
        };
        let mut found: Vec<Candidate> = self.program.classes.iter().map(declared).collect();
        let predefined = [Name::OBJECT, Name::STRING].into_iter();
        found.extend(predefined.map(|name| self.candidate(name, CandidateKind::Class, "predefined".into())));
        found
    }

    fn any(&self) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = self.variables().into_iter().map(|(c, _)| c).collect();
        found.retain(|c| c.kind != CandidateKind::Keyword);
        found.extend(self.classes());
        found.extend(keywords(self.program.dialect));
        found
    }
}

/// The head of a method on one line, as it is written.
pub fn head(program: &Program, source: &str, method: &Method) -> String {
    let body = program.span(program.written_body(method)).start.max(method.name_span.end);
    let head = Span::new(method.span.start, body).text(source);
    let head = head.rsplit_once('{').map_or(head, |(head, _)| head);
    head.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A call that is being written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CallHelp {
    /// Head of each method that may be meant, with its parameters as they are written.
    pub methods: Vec<(String, Vec<String>)>,
    /// Number of the argument, from 0.
    pub argument: u32,
}

/// The method whose arguments are being written at a place.
pub fn call(buffer: &Buffer, good: Option<&Buffer>, offset: u32) -> Option<CallHelp> {
    let before = tokens(buffer.text.get(..offset as usize)?, buffer.rules.system.dialect());
    let (mut depth, mut argument) = (0, 0);
    let open = before.iter().rposition(|&(_, token, _)| {
        match token {
            Token::CloseParen | Token::CloseBrace => depth += 1,
            Token::OpenParen | Token::OpenBrace if depth > 0 => depth -= 1,
            Token::OpenParen | Token::OpenBrace => return true,
            Token::Comma if depth == 0 => argument += 1,
            _ => {}
        }
        false
    })?;
    let (start, name, end) = *before.get(open.checked_sub(1)?)?;
    let (Token::OpenParen, Token::Ident(_)) = (before[open].1, name) else { return None };
    let name = Span::new(start, end);
    let at = if buffer.program.is_some() { buffer } else { good? };
    let program = at.program.as_ref()?;
    let resolved = buffer.program.as_ref().and_then(|_| buffer.names().at(name.start)).filter(|o| o.span == name);
    let is_meant = |m: usize| match resolved {
        Some(o) if o.declares => false,
        Some(o) => o.entity == Entity::Method(m as u32),
        None => name_of(program, Entity::Method(m as u32)) == name.text(&buffer.text),
    };
    let written = |m: usize| {
        let method = &program.methods[m];
        let params = program.params_of(method).iter().map(|p| p.span.text(&at.text).to_owned()).collect();
        (head(program, &at.text, method), params)
    };
    let methods: Vec<_> = (0..program.methods.len()).filter(|&m| is_meant(m)).map(written).collect();
    (!methods.is_empty()).then_some(CallHelp { methods, argument })
}
