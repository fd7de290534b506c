//! Repairs of names that mean nothing where they are.

use super::super::{misspells, renamed, similar};
use crate::cx::Cx;
use crate::error::At;
use crate::reading::Failure;
use crate::types::ClassId;
use racefree_grammar::ast::{Expr, TypeKind};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

impl Cx<'_, ()> {
    /// Place of a name within a span.
    fn name_in(&self, span: Span, x: Name) -> Option<Span> {
        let places = self.program.exprs.iter().zip(&self.program.spans);
        places.filter(|(e, s)| **e == Expr::Var(x) && span.contains(**s)).map(|(_, &s)| s).min_by_key(|s| s.start)
    }

    /// A variable that is not in scope.
    pub(super) fn fix_not_in_scope(&mut self, failure: &Failure, x: Name, fixes: &mut Vec<Fix>) {
        let at = failure.at;
        let Some(span) = self.name_in(failure.span, x) else { return };
        let text = self.name(x).to_owned();
        let this = self.env.bindings(at.env).find(|b| b.name == Name::THIS).copied();
        let class = this.and_then(|b| self.types.class_of(b.ty));
        let guard = self.program.fields.iter().find(|f| f.guard.is_some_and(|g| self.program.span(g).contains(span)));
        if let Some(class) = class.filter(|&c| self.classes.field(c, x).is_some()) {
            self.fix_field_name(span, class, x, fixes);
        }
        if let Some(field) = guard.copied() {
            fixes.extend(self.as_ghost(failure.span, x));
            self.fix_guard_name(at, &field, &text, fixes);
        }
        let names: Vec<String> = self.env.bindings(at.env).map(|b| self.name(b.name).to_owned()).take(40).collect();
        let capitals = names.iter().find(|name| **name != text && name.eq_ignore_ascii_case(&text)).map(String::as_str);
        if let Some(near) = capitals.or_else(|| similar(&text, names.iter().map(String::as_str))) {
            let near = near.to_owned();
            let fix = Fix::new(format!("there is a variable `{near}`"), vec![self.replaced(span, near.clone())]);
            fixes.push(renamed(&text, &near, names.iter().map(String::as_str), fix));
        }
        for value in ["true", "false", "null"].into_iter().filter(|value| misspells(&text, value)) {
            fixes.push(Fix::new(format!("write `{value}`"), vec![self.replaced(span, value)]));
        }
        if let Some(class) = self.classes.find(x) {
            // The object of static members is one of a kind: another object of its class may not do.
            if this.is_some_and(|b| self.types.class_of(b.ty) == Some(class)) {
                fixes.push(self.instead(span, "this"));
            }
            let class = self.class_name(class);
            let title = format!("`{class}` is a class; an object of it is made by `new {class}`");
            let new = format!("new {class}");
            // As a lock a new object would be none.
            let before = self.source.get(..span.start as usize).unwrap_or("").trim_end();
            let is_value = before.ends_with('=') && !before.ends_with("==");
            fixes.push(Fix::new(title, vec![self.replaced(span, new)]).if_sure(is_value));
        }
        // The object itself, by its name in other languages.
        if let ("self" | "me" | "Me" | "self_" | "This", true) = (text.as_str(), this.is_some_and(|b| !b.ghost)) {
            fixes.push(Fix::new("write `this`", vec![self.replaced(span, "this")]));
        }
        // In the main expression, the object that it has.
        if x == Name::THIS {
            let made = self.env.bindings(at.env).filter(|b| !b.ghost && b.ty.is_class()).map(|b| self.name(b.name));
            let made: Vec<String> = made.map(str::to_owned).take(4).collect();
            fixes.extend(made.iter().map(|name| self.instead(span, name)));
        }
        if guard.is_some() || at.method.is_some() {
            fixes.extend(self.as_ghost(failure.span, x));
        }
    }

    /// A lock that is a variable of the main expression, as a ghost of the class: `class C<ghost Object x>`, and `C<x>` where the main
    /// expression names the class.
    fn as_ghost(&self, place: Span, x: Name) -> Option<Fix> {
        let program = self.program;
        let class = self.class_at(place).filter(|c| c.ghosts.is_empty())?;
        let main = program.span(program.main?);
        let declared = program.exprs.iter().zip(&program.spans).find_map(|(e, span)| match *e {
            Expr::Let { ty, var, .. } if var == x && main.contains(*span) => Some((ty, *span)),
            _ => None,
        });
        let (ty, scope) = declared?;
        let (lock, text) = (self.written(program.ty(ty).span).to_owned(), self.name(x));
        let mut edits = vec![Edit::insert(class.name_span.end, format!("<ghost {lock} {text}>"))];
        for written in &program.types {
            let TypeKind::Class { name, args } = written.kind else { continue };
            if name != class.name || written.span.start == written.span.end {
                continue;
            }
            // Elsewhere the variable has no name.
            if args.len > 0 || !(scope.contains(written.span) || class.span.contains(written.span)) {
                return None;
            }
            edits.push(Edit::insert(written.span.end, format!("<{text}>")));
        }
        let class = self.name(class.name);
        let title = format!(
            "`{text}` is a variable of the main expression: declare it a ghost, `class {class}<ghost {lock} {text}>`"
        );
        Some(Fix::new(title, edits))
    }

    /// A field that is named without `this.`, everywhere in the class, since it is the same slip.
    fn fix_field_name(&self, span: Span, class: ClassId, x: Name, fixes: &mut Vec<Fix>) {
        let text = self.name(x);
        let title = format!("`{text}` is a field: write `this.{text}`");
        let whole = self.classes.decl(class).map_or(span, |c| c.span);
        // `--n` is the number itself here, and steps down elsewhere.
        let stepped = |s: Span| self.source.get(..s.start as usize).unwrap_or("").ends_with("--");
        if stepped(span) {
            let down = format!("this.{text} = this.{text} - 1");
            let whole = Span::new(span.start - 2, span.end);
            let title = format!("there is no operator `--`: write `{down}`");
            fixes.push(Fix::guess(title, vec![self.replaced(whole, down)]));
        }
        let bound = |m: &&racefree_grammar::ast::Method| self.program.params_of(m).iter().any(|p| p.name == x);
        let own: Vec<Span> = self.program.methods.iter().filter(bound).map(|m| m.span).collect();
        let all = (self.program.exprs.iter().zip(&self.program.spans))
            .filter(|(e, s)| **e == Expr::Var(x) && whole.contains(**s) && !own.iter().any(|m| m.contains(**s)))
            .filter(|(_, s)| !stepped(**s))
            .map(|(_, s)| Edit::insert(s.start, "this."))
            .collect();
        let sure = !stepped(span);
        fixes.push(Fix { sure, ..Fix::new(title.clone(), all) });
        fixes.push(Fix { sure, ..Fix::new(title, vec![Edit::insert(span.start, "this.")]) });
    }

    /// The guard of a field names something that no user of the object can name: a parameter, for instance.
    fn fix_guard_name(&mut self, at: At, field: &racefree_grammar::ast::Field, x: &str, fixes: &mut Vec<Fix>) {
        let mut guards: Vec<String> = Vec::new();
        let ghosts = self.env.bindings(at.env).filter(|b| b.ghost && b.name != Name::THIS);
        guards.extend(ghosts.map(|b| self.name(b.name).to_owned()));
        if let Some(class) = self.class_at(field.span) {
            let locks = self.program.fields_of(&class).iter().filter(|f| {
                f.is_final && matches!(self.program.ty(f.ty).kind, TypeKind::Class { .. }) && f.span != field.span
            });
            guards.extend(locks.map(|f| format!("this.{}", self.name(f.name))));
        }
        guards.push("this".to_owned());
        // A name that means nothing in the class at all may stand for a ghost that it has not got.
        let is_parameter = self.class_at(field.span).is_some_and(|class| {
            let mut params = self.program.methods_of(&class).iter().flat_map(|m| self.program.params_of(m));
            params.any(|param| self.name(param.name) == x)
        });
        for guard in guards {
            let title = format!(
                "`{x}` means nothing here; a guard is a ghost of the class, `this`, or a final field of it: write `guarded_by {guard}`"
            );
            fixes.push(Fix::new(title, vec![self.guard_edit(field, &guard)]).if_sure(is_parameter));
        }
    }

    /// A variable that hides another one.
    pub(super) fn fix_not_fresh(&mut self, span: Span, x: Name, fixes: &mut Vec<Fix>) {
        let to = self.fresh_name(self.name(x));
        let title = format!("choose another name, such as `{to}`");
        let of_let = self.program.exprs.iter().position(|e| match *e {
            Expr::Let { ty, var, .. } => var == x && self.program.ty(ty).span == span,
            _ => false,
        });
        if let Some(i) = of_let
            && let Expr::Let { ty, body, .. } = self.program.exprs[i]
            && let Some(name) = self.let_name(ty, x)
        {
            let scope = self.program.span(body);
            // The bodies of sequences end where their last expression does.
            let scope = Span::new(scope.start, self.program.spans[i].end.max(scope.end));
            fixes.push(Fix::new(title, self.rename(name, x, scope, &to)));
            return;
        }
        let len = self.name(x).len() as u32;
        let name = Span::new(span.end.saturating_sub(len), span.end);
        if self.written(name) != self.name(x) {
            return;
        }
        let method = self.program.methods.iter().find(|m| m.span.contains(span));
        let class = self.program.classes.iter().find(|c| c.span.contains(span));
        if let Some(scope) = method.map(|m| m.span).or(class.map(|c| c.span)) {
            fixes.push(Fix::new(title, self.rename(name, x, scope, &to)));
        }
    }

    /// `void` where a type of values belongs.
    pub(super) fn fix_only_result(&mut self, span: Span, fixes: &mut Vec<Fix>) {
        let voids = self.program.types.iter().filter(|t| t.kind == TypeKind::Void && span.contains(t.span));
        if let Some(ty) = voids.min_by_key(|t| t.span.start) {
            for (text, class) in [("int", false), ("boolean", false), ("Object", true)] {
                let fix = Fix::new(
                    format!("write a type that has values, such as `{text}`"),
                    vec![self.replaced(ty.span, text)],
                );
                fixes.push(if class { Fix { sure: false, ..fix } } else { fix });
            }
        }
    }

    /// The places of a class's name in types within a place.
    fn class_names_in(&self, span: Span, name: Name) -> Vec<Span> {
        let text = self.name(name);
        let uses = self
            .program
            .types
            .iter()
            .filter(|t| matches!(t.kind, TypeKind::Class { name: n, .. } if n == name) && span.contains(t.span));
        let place = |t: &racefree_grammar::ast::TypeExpr| {
            let at = self.written(t.span).find(text)? as u32;
            Some(Span::new(t.span.start + at, t.span.start + at + text.len() as u32))
        };
        uses.filter_map(place).collect()
    }

    /// A class that is not declared.
    pub(super) fn fix_no_class(&mut self, span: Span, name: Name, fixes: &mut Vec<Fix>) {
        let text = self.name(name).to_owned();
        let here = self.let_with_type(span).map_or(span, |e| self.program.span(e));
        let places = self.class_names_in(here, name);
        let places = if places.is_empty() { self.class_names_in(span, name) } else { places };
        let to = |class: &str| places.iter().map(|&p| Edit::replace(p, class)).collect::<Vec<_>>();
        let word = match text.as_str() {
            "Integer" | "long" | "short" | "byte" | "double" | "float" | "Int" | "Long" => Some("int"),
            "Boolean" | "bool" => Some("boolean"),
            "string" | "char" | "Character" | "CharSequence" => Some("String"),
            "object" | "Lock" | "Thread" | "Runnable" => Some("Object"),
            _ => ["int", "boolean", "void"].into_iter().find(|word| misspells(&text, word)),
        };
        if let Some(word) = word {
            fixes.push(Fix::new(format!("write `{word}`"), to(word)));
        }
        if let Some(near) = self.similar_class(&text) {
            let others = self.program.classes.iter().map(|c| self.name(c.name));
            fixes.push(renamed(&text, near, others, Fix::new(format!("there is a class `{near}`"), to(near))));
        }
    }

    /// Types with the wrong number or sort of ghost arguments: locks in scope, the class's own ghosts first.
    pub(super) fn fix_ghost_arguments(&mut self, at: At, span: Span, class: ClassId, fixes: &mut Vec<Fix>) {
        let whole = self.let_with_type(span);
        let within = match whole.map(|e| self.program.expr(e)) {
            Some(Expr::Let { ty, bound, .. }) => {
                let bound = self.program.span(bound);
                vec![self.program.ty(ty).span, bound]
            }
            _ => vec![span],
        };
        let wanted = self.classes.ghosts(class);
        let name = self.classes.get(class).name;
        let text = self.name(name).to_owned();
        let types: Vec<Span> = (self.program.types.iter())
            .filter(|t| matches!(t.kind, TypeKind::Class { name: n, .. } if n == name))
            .filter(|t| within.iter().any(|w| w.contains(t.span)))
            .map(|t| t.span)
            .collect();
        let edits = |args: &str| {
            let with = |t: &Span| {
                let new = if self.written(*t).starts_with("new") { "new " } else { "" };
                Edit::replace(*t, format!("{new}{text}{args}"))
            };
            types.iter().map(with).collect::<Vec<Edit>>()
        };
        if wanted == 0 {
            fixes.push(Fix::new(format!("class `{text}` has no ghost parameters: write `{text}`"), edits("")));
            return;
        }
        let mut rows: Vec<String> = Vec::new();
        let own = self.class_at(span).filter(|c| self.program.ghosts_of(c).len() == wanted);
        if let Some(own) = own.filter(|c| c.name == name).or(own) {
            let ghosts: Vec<&str> = self.program.ghosts_of(&own).iter().map(|g| self.name(g.name)).collect();
            rows.push(ghosts.join(", "));
        }
        // Later bindings are not in scope here.
        let locks = self.locks_in_scope(at);
        if wanted == 1 {
            rows.extend(locks);
        } else if wanted == 2 {
            for a in &locks {
                rows.extend(locks.iter().map(|b| format!("{a}, {b}")));
            }
        } else {
            rows.extend(locks.iter().map(|l| vec![l.as_str(); wanted].join(", ")));
        }
        rows.dedup();
        for row in rows.into_iter().take(16) {
            let title = format!("name the lock that guards its fields: write `{text}<{row}>`");
            fixes.push(Fix::new(title, edits(&format!("<{row}>"))));
        }
    }
}
