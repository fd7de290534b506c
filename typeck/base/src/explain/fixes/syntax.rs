//! Places in the source, for repairs: of clauses and modifiers that the syntax tree does not keep.

use crate::cx::Cx;
use racefree_grammar::ast::{Class, Expr, ExprId, Field, Method, TypeId};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

impl Cx<'_, ()> {
    /// Replaces a place.
    pub(super) fn replaced(&self, span: Span, text: impl Into<String>) -> Edit {
        Edit::replace(span, text)
    }

    /// The text at a place, as it is written.
    pub(super) fn written(&self, span: Span) -> &str {
        span.text(self.source)
    }

    /// The source from an offset on.
    pub(super) fn rest(&self, from: u32) -> &str {
        self.source.get(from as usize..).unwrap_or("")
    }

    /// The end of the `;` that comes next, if one does.
    pub(in crate::explain) fn past_semicolon(&self, end: u32) -> Option<u32> {
        let rest = self.rest(end);
        rest.trim_start().starts_with(';').then(|| end + rest.find(';').map_or(0, |i| i as u32 + 1))
    }

    /// The expressions that are at a place, the innermost first.
    pub(super) fn exprs_at(&self, span: Span) -> impl Iterator<Item = ExprId> {
        let all = self.program.spans.iter().zip((0..).map(ExprId::new));
        all.filter(move |&(&s, _)| s == span).map(|(_, e)| e)
    }

    /// The innermost expression that is at a place, which need not be one.
    pub(super) fn expr_at(&self, span: Span) -> Option<ExprId> {
        self.exprs_at(span).next()
    }

    /// The variables of the lets around a place, with their types.
    pub(super) fn lets_around(&self, place: Span) -> impl Iterator<Item = (TypeId, Name)> {
        self.program.exprs.iter().filter_map(move |e| match *e {
            Expr::Let { ty, var, body, .. } if self.program.span(body).contains(place) => Some((ty, var)),
            _ => None,
        })
    }

    /// The let that a type at this place belongs to: its own, or that of the object that it is bound to.
    pub(super) fn let_with_type(&self, span: Span) -> Option<ExprId> {
        let found = self.program.exprs.iter().position(|e| match *e {
            Expr::Let { ty, bound, .. } => {
                let new = matches!(self.program.expr(bound), Expr::New(_)) && self.program.span(bound) == span;
                self.program.ty(ty).span == span || new
            }
            _ => false,
        });
        found.map(|i| ExprId::new(i as u32))
    }

    /// The class whose declaration holds a place.
    pub(super) fn class_at(&self, span: Span) -> Option<Class> {
        self.program.classes.iter().find(|c| c.span.contains(span)).copied()
    }

    /// The class that declares a field.
    pub(crate) fn class_of_field(&self, field: u32) -> Option<Class> {
        let declares = |c: &&Class| c.fields.indices().contains(&(field as usize));
        let classes = &self.program.classes;
        // In a program that was parsed the fields are in the order of the classes.
        let likely = classes.get(classes.partition_point(|c| c.fields.end <= field));
        likely.filter(declares).or_else(|| classes.iter().find(declares)).copied()
    }

    /// Right behind the `)` of a method's parameters.
    pub(super) fn after_params(&self, method: &Method) -> Option<u32> {
        let from = method.name_span.end as usize;
        let close = self.source.get(from..)?.find(')')?;
        Some((from + close + 1) as u32)
    }

    /// Edits that give a method this requires set.
    pub(super) fn require_edits(&self, method: &Method, locks: &str) -> Option<Edit> {
        let from = self.after_params(method)?;
        let text = if locks.is_empty() { String::new() } else { format!(" requires {locks}") };
        Some(match self.program.list(method.requires).last() {
            Some(&last) => Edit::replace(Span::new(from, self.program.span(last).end), text),
            None => Edit::insert(from, text),
        })
    }

    /// Edits that give a method one more lock to require.
    pub(super) fn requiring(&self, method: &Method, lock: &str) -> Option<Edit> {
        let already = self.program.list(method.requires).iter().map(|&l| self.written(self.program.span(l)));
        self.require_edits(method, &already.chain([lock]).collect::<Vec<_>>().join(", "))
    }

    /// Declares a field `final`.
    pub(super) fn make_final(&self, field: &Field) -> Edit {
        Edit::insert(field.span.start, "final ")
    }

    /// Takes a word away that is at the start of a declaration, such as `final`.
    pub(super) fn drop_word(&self, declaration: Span, word: &str) -> Option<Edit> {
        let at = self.written(declaration).find(word)?;
        let start = declaration.start + at as u32;
        (at < 64).then(|| Edit::remove(Span::new(start, start + word.len() as u32), self.source))
    }

    /// Gives a field a guard, in the place of its own if it has one.
    pub(super) fn guard_edit(&self, field: &Field, guard: &str) -> Edit {
        let end = field.guard.map_or(field.name_span.end, |g| self.program.span(g).end);
        let text = if guard.is_empty() { String::new() } else { format!(" guarded_by {guard}") };
        Edit::replace(Span::new(field.name_span.end, end.max(field.name_span.end)), text)
    }

    /// Renames a variable: where it is declared, and where it is used in a range of the source.
    pub(super) fn rename(&self, declared: Span, x: Name, scope: Span, to: &str) -> Vec<Edit> {
        let mut edits = vec![Edit::replace(declared, to)];
        for (e, &span) in self.program.exprs.iter().zip(&self.program.spans) {
            if *e == Expr::Var(x) && scope.contains(span) && span != declared && span.start < span.end {
                edits.push(Edit::replace(span, to));
            }
        }
        edits
    }

    /// The variable of a let, where it is written.
    pub(super) fn let_name(&self, ty: TypeId, x: Name) -> Option<Span> {
        let from = self.program.ty(ty).span.end;
        let text = self.name(x);
        let rest = self.source.get(from as usize..)?;
        let at = rest.find(text)?;
        (at <= 64).then(|| Span::new(from + at as u32, from + (at + text.len()) as u32))
    }

    /// Another name for what is declared.
    pub(super) fn renamed_to_fresh(&self, what: &str, name: Name, declared: Span) -> Fix {
        let to = self.fresh_name(self.name(name));
        Fix::new(format!("give {what} another name, such as `{to}`"), vec![self.replaced(declared, to)])
    }

    /// Another text for what is at a place, as a guess.
    pub(super) fn instead(&self, place: Span, text: &str) -> Fix {
        Fix::guess(format!("write `{text}`"), vec![self.replaced(place, text)])
    }

    /// A name that nothing in the program has.
    pub(super) fn fresh_name(&self, like: &str) -> String {
        let taken = |name: &str| self.program.names.find(name).is_some();
        (2..).map(|n| format!("{like}{n}")).find(|name| !taken(name)).unwrap_or_default()
    }
}
