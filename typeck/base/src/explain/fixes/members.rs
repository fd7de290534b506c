//! Repairs of members that a class does not have, and of calls with too many or too few arguments.

use super::super::{renamed, same_words, similar};
use crate::cx::Cx;
use crate::judgment::MethodId;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Expr, ExprId, TypeId};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

impl Cx<'_, ()> {
    /// Place of a member's name in an access or a call: right behind the receiver and a dot.
    pub(super) fn member_name(&self, e: ExprId) -> Option<Span> {
        let (recv, member) = match self.program.expr(e) {
            Expr::Field { recv, field } | Expr::Assign { recv, field, .. } => (recv, field),
            Expr::Call { recv, method, .. } => (recv, method),
            _ => return None,
        };
        let (from, text) = (self.program.span(recv).end, self.name(member));
        let rest = self.source.get(from as usize..self.program.span(e).end as usize)?;
        let dot = rest.find('.')?;
        let at = dot + rest[dot..].find(text)?;
        Some(Span::new(from + at as u32, from + (at + text.len()) as u32))
    }

    /// The expression at a place that uses a member.
    fn use_at(&self, span: Span, member: Name) -> Option<ExprId> {
        self.exprs_at(span).find(|&e| match self.program.expr(e) {
            Expr::Field { field, .. } | Expr::Assign { field, .. } => field == member,
            Expr::Call { method, .. } => method == member,
            _ => false,
        })
    }

    /// The names of the fields, and of the methods, that a class has.
    fn members(&self, class: ClassId) -> (Vec<String>, Vec<(String, usize)>) {
        let (mut fields, mut methods) = (Vec::new(), Vec::new());
        for c in self.classes.ancestors(class).take(16) {
            let Some(decl) = self.classes.decl(c) else { continue };
            fields.extend(self.program.fields_of(&decl).iter().map(|f| self.name(f.name).to_owned()));
            let named = |m: &racefree_grammar::ast::Method| (self.name(m.name).to_owned(), m.params.len());
            methods.extend(self.program.methods_of(&decl).iter().map(named));
        }
        (fields, methods)
    }

    /// No such field.
    pub(super) fn fix_no_field(&mut self, span: Span, c: Ty, fd: Name, fixes: &mut Vec<Fix>) {
        let Some(class) = self.types.class_of(c) else { return };
        let Some(e) = self.use_at(span, fd) else { return };
        let Some(place) = self.member_name(e) else { return };
        let text = self.name(fd).to_owned();
        let (fields, _) = self.members(class);
        if self.classes.method(class, fd).is_some() && matches!(self.program.expr(e), Expr::Field { .. }) {
            fixes.push(Fix::new(
                format!("`{text}` is a method: call it as `{text}()`"),
                vec![Edit::insert(place.end, "()")],
            ));
        }
        if let Some(near) = similar(&text, fields.iter().map(String::as_str)) {
            let fix = Fix::new(format!("there is a field `{near}`"), vec![self.replaced(place, near)]);
            fixes.push(renamed(&text, near, fields.iter().map(String::as_str), fix));
        }
        self.fix_receiver(e, c, fd, true, fixes);
    }

    /// No such method.
    pub(super) fn fix_no_method(&mut self, span: Span, c: Ty, mn: Name, fixes: &mut Vec<Fix>) {
        let Some(class) = self.types.class_of(c) else { return };
        let Some(e) = self.use_at(span, mn) else { return };
        let Some(place) = self.member_name(e) else { return };
        let Expr::Call { args, .. } = self.program.expr(e) else { return };
        let text = self.name(mn).to_owned();
        let (fields, methods) = self.members(class);
        let end = self.program.span(e).end;
        if text == "start" && methods.iter().any(|(m, n)| m == "run" && *n == args.len as usize) {
            let edits = vec![Edit::insert(self.program.span(e).start, "fork "), self.replaced(place, "run")];
            fixes.push(Fix::new("a thread is started by `fork`: write `fork ….run()`", edits));
        }
        if let ("lock" | "acquire" | "enter", 0) = (text.as_str(), args.len) {
            fixes.extend(self.held_until(e));
        }
        if fields.contains(&text) && args.len == 0 {
            let edit = self.replaced(Span::new(place.end, end), "");
            fixes.push(Fix::new(format!("`{text}` is a field: write it without brackets"), vec![edit]));
        }
        let instead = racefree_grammar::words::instead_of_method(&text).is_some();
        if let Some(near) = similar(&text, methods.iter().map(|(m, _)| m.as_str())).filter(|_| !instead) {
            let fix = Fix::new(format!("there is a method `{near}`"), vec![self.replaced(place, near)]);
            fixes.push(renamed(&text, near, methods.iter().map(|(m, _)| m.as_str()), fix));
        }
        // `getN()` is often called `n()`, and the other way round.
        let plain = |name: &str| name.strip_prefix("get").filter(|rest| !rest.is_empty()).unwrap_or(name).to_owned();
        let mut getters = methods.iter().filter(|(m, n)| *n == 0 && same_words(&plain(m), &plain(&text)));
        if let (Some((getter, _)), None, 0) = (getters.next(), getters.next(), args.len) {
            let fix = Fix::new(format!("there is a method `{getter}`"), vec![self.replaced(place, getter.clone())]);
            fixes.push(fix);
        }
        // A loop that waits no more spins, and holds its lock.
        if instead && text != "wait" {
            let semicolon = self.past_semicolon(end);
            let whole = Span::new(self.program.span(e).start, semicolon.unwrap_or(end));
            let text = if semicolon.is_some() { "" } else { "{}" };
            fixes.push(Fix::guess("leave it out: there is no such method", vec![self.replaced(whole, text)]));
        }
        self.fix_receiver(e, c, mn, false, fixes);
    }

    /// `l.lock(); …; l.unlock()` of an object: its lock is held in between.
    fn held_until(&self, call: ExprId) -> Option<Fix> {
        let program = self.program;
        let Expr::Call { recv, .. } = program.expr(call) else { return None };
        let lock = self.written(program.span(recv));
        let (at, list) = program.exprs.iter().find_map(|e| match *e {
            Expr::Seq(list) => program.list(list).iter().position(|&element| element == call).map(|at| (at, list)),
            _ => None,
        })?;
        let elements = program.list(list);
        let gives_up = |&e: &ExprId| match program.expr(e) {
            Expr::Call { recv, method, args } => {
                let name = self.name(method);
                args.len == 0
                    && matches!(name, "unlock" | "release" | "exit" | "leave")
                    && self.written(program.span(recv)) == lock
            }
            _ => false,
        };
        let end = at + elements[at..].iter().position(gives_up)?;
        let span = |i: usize| program.span(elements[i]);
        if end == at + 1 {
            return None;
        }
        let until = self.past_semicolon(span(end).end).unwrap_or(span(end).end);
        let edits = vec![
            self.replaced(Span::new(span(at).start, span(at + 1).start), format!("synchronized {lock} in {{ ")),
            self.replaced(Span::new(span(end - 1).end, until), " };"),
        ];
        Some(Fix::new(format!("an object is its own lock: `synchronized {lock} in {{ … }}`"), edits))
    }

    /// The member is one of an object in a field, or of another variable's class, or the receiver is declared with too small a type.
    fn fix_receiver(&mut self, e: ExprId, c: Ty, member: Name, is_field: bool, fixes: &mut Vec<Fix>) {
        fixes.extend(self.of_a_field(e, c, member, is_field));
        let (Expr::Field { recv, .. } | Expr::Assign { recv, .. } | Expr::Call { recv, .. }) = self.program.expr(e)
        else {
            return;
        };
        let owners: Vec<ClassId> = (0..self.classes.len() as u32)
            .map(ClassId)
            .filter(|&c| match is_field {
                true => self.classes.own_field(c, member).is_some(),
                false => self.classes.own_method(c, member).is_some(),
            })
            .take(4)
            .collect();
        let here = self.program.span(recv);
        let Expr::Var(x) = self.program.expr(recv) else { return };
        // Declarations of the variable with another type.
        let methods = self.program.methods.iter().filter(|m| m.span.contains(here));
        let params = methods.flat_map(|m| self.program.params_of(m)).map(|param| (param.ty, param.name));
        let declared = self.lets_around(here).chain(params).filter(|&(_, var)| var == x);
        let declared: Vec<TypeId> = declared.map(|(ty, _)| ty).collect();
        for owner in owners {
            let class = self.class_name(owner);
            for &ty in &declared {
                let title = format!("declare `{}` of type `{class}`", self.name(x));
                fixes.push(Fix::guess(title, vec![self.replaced(self.program.ty(ty).span, class)]));
            }
        }
        if x != Name::THIS && self.program.methods.iter().any(|m| m.span.contains(here)) {
            fixes.push(self.instead(here, "this"));
        }
    }

    /// `this.area` for `this.hide.area`, if one field alone has an object with that member.
    fn of_a_field(&self, e: ExprId, c: Ty, member: Name, is_field: bool) -> Option<Fix> {
        let place = self.member_name(e)?;
        let class = self.types.class_of(c)?;
        let has = |ty: TypeId| match (self.classes.class_of_type(ty), is_field) {
            (Some(class), true) => self.classes.field(class, member).is_some(),
            (Some(class), false) => self.classes.method(class, member).is_some(),
            (None, _) => false,
        };
        let decls = self.classes.ancestors(class).take(16).filter_map(|class| self.classes.decl(class));
        let mut fields = decls.flat_map(|decl| self.program.fields_of(&decl).to_vec()).filter(|field| has(field.ty));
        let field = fields.next()?;
        let path = format!("{}.{}", self.name(field.name), self.name(member));
        fields.next().is_none().then(|| self.instead(place, &path))
    }

    /// Too many or too few arguments.
    pub(super) fn fix_arity(&mut self, span: Span, method: MethodId, fixes: &mut Vec<Fix>) {
        let MethodId::Declared(m) = method else { return };
        let declared = self.program.methods[m as usize];
        let Some(e) = self.use_at(span, declared.name) else { return };
        let Expr::Call { args, .. } = self.program.expr(e) else { return };
        let given: Vec<ExprId> = self.program.list(args).to_vec();
        let params: Vec<_> = self.program.params_of(&declared).to_vec();
        let end = self.program.span(e).end - 1;
        if given.len() > params.len() {
            let from = match params.len() {
                0 => self.program.span(given[0]).start,
                n => self.program.span(given[n - 1]).end,
            };
            let n = given.len() - params.len();
            let title = format!(
                "remove {}",
                if n == 1 { "the last argument".to_owned() } else { format!("the last {n} arguments") }
            );
            fixes.push(Fix::new(title, vec![self.replaced(Span::new(from, end), "")]));
        }
    }
}
