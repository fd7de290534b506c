//! Changes of modifiers, clauses and names of declarations.

use super::Changes;
use super::place::Surroundings;
use racefree_grammar::ast::{Class, Expr, Field, Method};
use racefree_grammar::fix::Edit;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

impl Surroundings<'_> {
    /// Fields, methods and classes declared in another way.
    pub(super) fn declare(&self, changes: &mut Changes) {
        let named = self.expr.map(|e| self.program.expr(e));
        let field = match named {
            Some(Expr::Field { field, .. } | Expr::Assign { field, .. }) => Some(field),
            Some(Expr::Move(inner)) => match self.program.expr(inner) {
                Expr::Field { field, .. } => Some(field),
                _ => None,
            },
            _ => None,
        };
        let fields: Vec<&Field> = self.program.fields.iter().filter(|f| Some(f.name) == field).collect();
        for field in self.field.into_iter().chain(fields) {
            self.redeclare_field(field, changes);
        }
        if let Some(method) = self.method {
            self.redeclare_method(method, changes);
        }
        if let Some(class) = self.class {
            self.redeclare_class(class, changes);
        }
        if let Some(e) = self.expr
            && let Expr::Let { ty, var, body, .. } = self.program.expr(e)
        {
            let from = self.program.ty(ty).span.end;
            let text = self.name(var);
            if let Some(at) = self.source.get(from as usize..).and_then(|rest| rest.find(text)) {
                let declared = Span::new(from + at as u32, from + (at + text.len()) as u32);
                let to = self.fresh(text);
                let uses = self.program.within(body).filter(|&e| self.program.expr(e) == Expr::Var(var));
                let mut edits: Vec<Edit> = uses.map(|e| Edit::replace(self.program.span(e), to.clone())).collect();
                edits.push(Edit::replace(declared, to.clone()));
                changes.likely(format!("give the variable another name: `{to}`"), edits);
            }
        }
    }

    fn redeclare_field(&self, field: &Field, changes: &mut Changes) {
        let fd = self.name(field.name);
        let head = self.written(field.span);
        if field.is_final
            && let Some(at) = head.find("final")
        {
            let start = field.span.start + at as u32;
            let word = Span::new(start, start + "final".len() as u32);
            let drop = Edit::remove(word, self.source);
            changes.likely(format!("drop `final` of `{fd}`, if it is to change"), vec![drop.clone()]);
            for lock in self.parameters().iter().map(String::as_str).chain(["this"]) {
                let guard = Edit::insert(field.name_span.end, format!(" guarded_by {lock}"));
                let title = format!("drop `final` of `{fd}`, and write `guarded_by {lock}` behind it");
                changes.likely(title, vec![drop.clone(), guard]);
            }
        } else {
            let title = format!("declare `{fd}` as `final`, if it never changes");
            changes.likely(title, vec![Edit::insert(field.span.start, "final ")]);
        }
        let clause = field.guard.or(field.write_guard).map(|g| self.program.span(g).end);
        let guard = Span::new(field.name_span.end, clause.unwrap_or(field.name_span.end));
        let formals = self.parameters();
        for lock in formals.iter().map(String::as_str).chain(["this"]) {
            // A guard that is written is a decision, and where there is none the rule itself proposes one.
            changes.guess(
                format!("write `guarded_by {lock}` behind `{fd}`"),
                vec![Edit::replace(guard, format!(" guarded_by {lock}"))],
            );
        }
        if clause.is_some() {
            changes.guess(format!("leave out the guard of `{fd}`"), vec![Edit::replace(guard, "")]);
        }
        if field.init.is_some() {
            let value = Span::new(guard.end, field.span.end);
            let edit = Edit::replace(value, "");
            changes.guess("leave the field without this initial value, and set it in a method", vec![edit]);
        }
        let to = self.fresh(fd);
        changes.guess(format!("give it another name: `{to}`"), vec![Edit::replace(field.name_span, to)]);
    }

    fn redeclare_method(&self, method: &Method, changes: &mut Changes) {
        let mn = self.name(method.name);
        let head = |m: &Method| Span::new(self.program.ty(m.ret).span.start, self.body_brace(m));
        // An overriding method has the head of the overridden one.
        for other in self.program.methods.iter().filter(|m| {
            let own = self.class.is_some_and(|class| class.span.contains(m.span));
            m.name == method.name && !own
        }) {
            let title = format!("write the head of the other `{mn}`");
            changes.likely(title, vec![Edit::replace(head(method), self.written(head(other)))]);
        }
        let clauses = Span::new(self.after_parameters(method), self.body_brace(method));
        if !self.written(clauses).trim().is_empty() {
            changes.guess(format!("leave out the clauses of `{mn}`"), vec![Edit::replace(clauses, " ")]);
        }
        let to = self.fresh(mn);
        changes.guess(format!("give it another name: `{to}`"), vec![Edit::replace(method.name_span, to)]);
    }

    fn redeclare_class(&self, class: &Class, changes: &mut Changes) {
        let cn = self.name(class.name);
        let head = self.to_brace(class.name_span.end, class.span.end);
        let text = self.written(head);
        let formals = self.program.formals_of(class);
        let known: Vec<Name> = self
            .program
            .not_self_of(class)
            .iter()
            .filter_map(|&e| if let Expr::Var(f) = self.program.expr(e) { Some(f) } else { None })
            .collect();
        for formal in formals.iter().filter(|f| !f.implied && !known.contains(&f.name)) {
            let f = self.name(formal.name);
            let clause = if known.is_empty() { " where" } else { "," };
            let end = head.start + text.trim_end().len() as u32;
            let title = format!("declare `where {f} != self` of class `{cn}`");
            changes.likely(title, vec![Edit::insert(end, format!("{clause} {f} != self"))]);
        }
        if let Some(at) = text.find(" where") {
            let clause = Span::new(head.start + at as u32, head.end);
            changes.guess(format!("leave out the `where` of class `{cn}`"), vec![Edit::replace(clause, " ")]);
        }
        for (i, formal) in formals.iter().enumerate().filter(|(_, f)| !f.implied) {
            let f = self.name(formal.name);
            if formals[..i].iter().any(|other| other.name == formal.name) {
                let to = self.fresh(f);
                changes.likely(format!("give the formal another name: `{to}`"), vec![Edit::replace(formal.span, to)]);
            }
        }
        if let Some(class_type) = class.extends {
            let end = self.program.ty(class_type).span.end;
            if let Some(at) = self.written(Span::new(head.start, end)).find("extends") {
                let clause = Span::new(head.start + at as u32, end);
                changes.guess("leave the superclass out", vec![Edit::remove(clause, self.source)]);
            }
        }
        let twice = self.program.classes.iter().any(|c| c.name == class.name && c.span != class.span);
        if twice {
            let to = self.fresh(cn);
            changes.likely(format!("give it another name: `{to}`"), vec![Edit::replace(class.name_span, to)]);
        }
    }

    /// A name that nothing in the program has.
    fn fresh(&self, like: &str) -> String {
        let taken = |name: &str| self.program.names.find(name).is_some();
        (2..).map(|n| format!("{like}{n}")).find(|name| !taken(name)).unwrap_or_default()
    }
}
