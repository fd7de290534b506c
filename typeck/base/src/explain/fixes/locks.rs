//! Repairs of what is held where.

use super::Parents;
use crate::cx::Cx;
use crate::error::{At, Missing};
use crate::locks::Taken;
use crate::reading::Failure;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{BinOp, Expr, ExprId, TypeKind};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::path::{Path, Step};
use racefree_grammar::span::Span;

impl Cx<'_, ()> {
    /// Repairs of an access or a call without its locks.
    pub(super) fn hold(
        &mut self,
        at: At,
        e: ExprId,
        locks: &[Path],
        missing: Missing,
        parents: &Parents,
        fixes: &mut Vec<Fix>,
    ) {
        if let Some(unnamed) = self.code_in(missing.lock) {
            self.bind_and_lock(unnamed, missing.lock, e, parents, fixes);
            return;
        }
        let bound = fixes.len();
        if missing.bound != 0 {
            self.one_name(at, e, missing, fixes);
        }
        // An object of two names needs one of them, and no second lock.
        let has_two_names = fixes.len() > bound;
        let texts: Vec<String> = locks.iter().map(|&l| self.show_path(l)).collect();
        let statement = parents.statement(self.program, e);
        let (whole, part) = (self.program.span(statement), self.program.span(e));
        let lock = texts.join(", ");
        let requires = self.requires_fix(at, &lock, missing.local);
        if missing.ghost {
            fixes.extend(requires);
            return;
        }
        let taken: String = texts.iter().map(|l| format!("synchronized {l} in ")).collect();
        let code = self.excerpt(statement);
        let brackets = self.needs_brackets(statement);
        let (open, close) = if brackets { ("(", ")") } else { ("", "") };
        let edits = vec![Edit::insert(whole.start, format!("{open}{taken}")), Edit::insert(whole.end, close)];
        // A test before it may be for the lock itself: `n != null && n.v > 0`.
        if !self.is_tested(statement, part) {
            let edits = edits.into_iter().filter(|e| !e.text.is_empty()).collect();
            let fix = Fix::new(format!("take the lock: `{taken}{code}`"), edits);
            fixes.push(Fix { sure: !has_two_names, ..fix });
        }
        fixes.extend(requires);
        if whole != part {
            let code = self.excerpt(e);
            let edits = vec![Edit::insert(part.start, format!("({taken}")), Edit::insert(part.end, ")")];
            let fix = Fix::new(format!("take the lock: `{taken}{code}`"), edits);
            fixes.push(Fix { sure: !has_two_names, ..fix });
        }
    }

    /// Returns true if a place is evaluated only after a test in its statement: `a && b`, `a || b`.
    fn is_tested(&self, statement: ExprId, part: Span) -> bool {
        let tests = |e: ExprId| {
            matches!(self.program.expr(e), Expr::Binary(BinOp::And | BinOp::Or, _, right)
                if self.program.span(right).contains(part))
        };
        self.program.within(statement).any(tests)
    }

    /// Returns true if a statement ends in a let, whose body would go on past it.
    fn needs_brackets(&self, e: ExprId) -> bool {
        matches!(self.program.expr(e), Expr::Let { .. })
    }

    /// Leaves the lock to the callers of the method.
    fn requires_fix(&self, at: At, lock: &str, local: bool) -> Option<Fix> {
        let m = at.method.filter(|_| !at.forked && !local)?;
        let method = &self.program.methods[m as usize];
        let edit = self.requiring(method, lock)?;
        let mn = self.name(method.name);
        Some(Fix::new(format!("leave it to the callers: add `requires {lock}` to the method `{mn}`"), vec![edit]))
    }

    /// One name for one object: the lock that is taken under another name is taken under the one that is needed, or the object is used
    /// under the one by which it is locked.
    fn one_name(&mut self, at: At, e: ExprId, missing: Missing, fixes: &mut Vec<Fix>) {
        let needed = self.show_path(missing.lock);
        let held: Vec<_> = self.locks.elements(at.locks).copied().take(super::super::NAMED).collect();
        for (i, h) in held.iter().enumerate() {
            if missing.bound >> i & 1 == 1 && h.taken == Taken::Sync {
                let name = self.show_path(h.lock);
                let title = format!("use one name for the object: `{needed}` and `{name}` were bound to each other");
                fixes.push(Fix::new(title.clone(), vec![self.replaced(h.span, needed.clone())]));
                if let Expr::Field { recv, .. } | Expr::Assign { recv, .. } | Expr::Call { recv, .. } =
                    self.program.expr(e)
                    && self.written(self.program.span(recv)) == needed
                {
                    fixes.push(Fix::guess(title, vec![self.replaced(self.program.span(recv), name)]));
                }
            }
        }
    }

    /// Names an unnamed lock: `let C x = … in synchronized x in …`.
    fn bind_and_lock(&mut self, unnamed: ExprId, lock: Path, e: ExprId, parents: &Parents, fixes: &mut Vec<Fix>) {
        let whole = self.program.span(parents.statement(self.program, e));
        let named = |text: &str, x: &str| format!("synchronized {} in ", self.show_path(lock).replacen(text, x, 1));
        fixes.extend(self.bound_around("bind it to a variable and lock that", unnamed, whole, named));
    }

    /// Binds an expression to a variable in a place around it, which then begins with the let, and what is made of the text and the
    /// variable.
    fn bound_around(
        &self,
        title: &str,
        unnamed: ExprId,
        whole: Span,
        then: impl FnOnce(&str, &str) -> String,
    ) -> Option<Fix> {
        let (ty, here) = (self.static_type(unnamed)?, self.program.span(unnamed));
        let (text, x) = (self.written(here), self.fresh_variable());
        let head = format!("let {ty} {x} = {text} in {}", then(text, &x));
        let edits = vec![
            Edit::insert(whole.start, format!("{{ {head}")),
            self.replaced(here, x),
            Edit::insert(whole.end, " }"),
        ];
        Some(Fix::new(format!("{title}: `{head}…`"), edits))
    }

    /// The same for `synchronized e in …`, where e is no final expression.
    pub(super) fn bind_lock(&mut self, lock: ExprId, parents: &Parents, fixes: &mut Vec<Fix>) {
        let Some(sync) = parents.of(lock).filter(|&p| matches!(self.program.expr(p), Expr::Sync { .. })) else {
            return;
        };
        let whole = self.program.span(sync);
        fixes.extend(self.bound_around("bind it to a variable and lock that", lock, whole, |_, _| String::new()));
    }

    /// Binds an expression that is not final to a variable before it goes into a type or a lock.
    pub(super) fn bind_receiver(&mut self, failure: &Failure, path: Path, parents: &Parents, fixes: &mut Vec<Fix>) {
        let Some(unnamed) = self.code_in(path) else { return };
        let Some(used) = self.expr_at(failure.span) else { return };
        let whole = self.program.span(parents.statement(self.program, used));
        let here = self.program.span(unnamed);
        if whole.contains(here) {
            let title = format!("bind `{}` to a variable first", self.written(here));
            fixes.extend(self.bound_around(&title, unnamed, whole, |_, _| String::new()));
        }
    }

    fn fresh_variable(&self) -> String {
        match self.program.names.find("it") {
            None => "it".to_owned(),
            Some(_) => self.fresh_name("it"),
        }
    }

    /// The type of an expression, as far as its form shows it.
    pub(super) fn static_type(&self, e: ExprId) -> Option<String> {
        match self.program.expr(e) {
            Expr::New(ty) => {
                let text = self.written(self.program.ty(ty).span);
                Some(text.trim_start_matches("new").trim().to_owned())
            }
            Expr::Str(_) => Some("String".to_owned()),
            Expr::Int(_) => Some("int".to_owned()),
            Expr::Bool(_) => Some("boolean".to_owned()),
            Expr::Call { method, .. } => {
                let declared = self.program.methods.iter().find(|m| m.name == method)?;
                Some(self.written(self.program.ty(declared.ret).span).to_owned())
            }
            Expr::Field { field, .. } => {
                let declared = self.program.fields.iter().find(|f| f.name == field)?;
                Some(self.written(self.program.ty(declared.ty).span).to_owned())
            }
            Expr::Assign { value, .. } => self.static_type(value),
            Expr::Var(_) | forms!(literal | block | operator | owned | extended) => None,
        }
    }

    /// A lock that names what can change.
    pub(super) fn fix_not_final(
        &mut self,
        failure: &Failure,
        (path, _, f): (Path, ClassId, u32),
        parents: &Parents,
        fixes: &mut Vec<Fix>,
    ) {
        let field = self.program.fields[f as usize];
        let is_object = matches!(self.program.ty(field.ty).kind, TypeKind::Class { .. });
        let (fd, ty) = (self.name(field.name), self.written(self.program.ty(field.ty).span).to_owned());
        if !is_object {
            if let Some(e) = self.expr_at(failure.span) {
                self.lock_the_object(e, parents, fixes);
            }
            // A guard that is a number: the object itself is what can be locked.
            if let Some(guarded) = self.program.fields.iter().find(|g| g.span == failure.span) {
                fixes.push(Fix::new(
                    "only objects are locks: write `guarded_by this`",
                    vec![self.guard_edit(guarded, "this")],
                ));
            }
            return;
        }
        let title = format!("declare it `final {ty} {fd}`, if it never changes");
        fixes.push(Fix::new(title.clone(), vec![self.make_final(&field)]));
        if field.guard.is_some() {
            fixes.push(Fix::new(title, vec![self.make_final(&field), self.guard_edit(&field, "")]));
        }
        // `synchronized x.f in …`, where x itself can be locked.
        if let Step::Field(before, _) = self.types.paths.step(path)
            && let Some(e) = self.expr_at(failure.span)
            && matches!(parents.of(e).map(|p| self.program.expr(p)), Some(Expr::Sync { .. }))
        {
            let before = self.show_path(before);
            fixes.push(Fix::guess(format!("lock `{before}` itself"), vec![self.replaced(failure.span, before)]));
        }
        if let Some(guarded) = self.program.fields.iter().find(|g| g.span == failure.span && g.guard.is_some()) {
            fixes.push(Fix::new("write `guarded_by this`", vec![self.guard_edit(guarded, "this")]));
        }
    }

    /// Locks the object of a field whose value is no object.
    pub(super) fn lock_the_object(&mut self, lock: ExprId, parents: &Parents, fixes: &mut Vec<Fix>) {
        let here = self.program.span(lock);
        let title = |l: &str| format!("only objects are locks: lock `{l}`");
        if let Expr::Field { recv, .. } = self.program.expr(lock) {
            let text = self.written(self.program.span(recv)).to_owned();
            fixes.push(Fix::new(title(&text), vec![self.replaced(here, text)]));
        }
        if parents.of(lock).is_some_and(|p| matches!(self.program.expr(p), Expr::Sync { .. })) {
            let method = self.program.methods.iter().any(|m| m.span.contains(here));
            if method {
                fixes.push(Fix::new(title("this"), vec![self.replaced(here, "this")]));
            }
        } else {
            fixes.push(Fix::new(title("this"), vec![self.replaced(here, "this")]));
        }
    }

    /// A ghost in code: the callers hold the lock instead, or the code goes without.
    pub(super) fn fix_ghost_runs(&mut self, at: At, span: Span, x: Name, parents: &Parents, fixes: &mut Vec<Fix>) {
        if x == Name::THIS {
            // An initialiser: the field goes without.
            let with = |f: &&racefree_grammar::ast::Field| f.init.is_some_and(|e| self.program.span(e).contains(span));
            if let Some(field) = self.program.fields.iter().find(with) {
                let from =
                    field.guard.map_or(field.name_span.end, |g| self.program.span(g).end).max(field.name_span.end);
                let edit = self.replaced(Span::new(from, field.span.end), "");
                fixes.push(Fix::guess("leave the field without this initial value and set it in a method", vec![edit]));
            }
            return;
        }
        let Some(e) = self.expr_at(span) else { return };
        let mut root = e;
        while let Some(up) = parents.of(root).filter(|&p| matches!(self.program.expr(p), Expr::Field { .. })) {
            root = up;
        }
        if let Some(sync) = parents.of(root)
            && let Expr::Sync { lock, body } = self.program.expr(sync)
            && lock == root
        {
            let text = self.written(self.program.span(lock)).to_owned();
            let mut gone = Span::new(self.program.span(sync).start, self.program.span(body).start);
            let between = self.written(gone);
            // A block keeps its brace.
            if let Some(brace) = between.find('{') {
                gone.end = gone.start + brace as u32;
            }
            if let Some(m) = at.method.filter(|_| !at.forked) {
                let method = &self.program.methods[m as usize];
                if let Some(edit) = self.requiring(method, &text) {
                    let title = format!("`requires {text}` instead: the callers hold the lock");
                    fixes.push(Fix::new(title, vec![edit, self.replaced(gone, "")]));
                }
            }
            fixes.push(Fix::guess("leave it out", vec![self.replaced(gone, "")]));
            return;
        }
        fixes.push(self.instead(span, "this"));
    }

    /// A thread-local object that another thread would reach.
    pub(super) fn fix_not_shared(&mut self, ty: Ty, fork: ExprId, x: Name, parents: &Parents, fixes: &mut Vec<Fix>) {
        let Some(class) = self.types.class_of(ty).and_then(|c| self.classes.decl(c)) else { return };
        // The object is made in the fork, where only the fork uses it.
        let mut at = fork;
        while let Some(up) = parents.of(at) {
            if let Expr::Let { var, bound, body, .. } = self.program.expr(up)
                && var == x
                && matches!(self.program.expr(bound), Expr::New(_))
                && self.program.span(body) == self.program.span(fork)
            {
                let head = Span::new(self.program.span(up).start, self.program.span(fork).start);
                let edits = vec![
                    self.replaced(head, ""),
                    Edit::insert(self.program.span(fork).start + 4, format!(" {{ {}", self.written(head).trim_end())),
                    Edit::insert(self.program.span(fork).end, " }"),
                ];
                fixes.push(Fix::new("make the object inside the fork", edits));
            }
            at = up;
        }
        fixes.extend(self.share_class(&class));
    }

    /// A thread-local class becomes a shared one with guards.
    pub(super) fn share_class(&self, class: &racefree_grammar::ast::Class) -> Option<Fix> {
        let cn = self.name(class.name);
        let mut edits = Vec::new();
        let declared = self.written(class.span).starts_with("thread_local");
        if declared {
            edits.extend(self.drop_word(class.span, "thread_local"));
        }
        for field in self.program.fields_of(class) {
            if !field.is_final && field.guard.is_none() {
                edits.push(self.guard_edit(field, "this"));
            }
        }
        let title = match declared {
            true => format!("drop `thread_local` of `{cn}`, and guard its fields"),
            false => format!(
                "guard the fields of `{cn}`: without an annotation, `--defaults` makes the class `thread_local`"
            ),
        };
        (!edits.is_empty()).then(|| Fix::new(title, edits))
    }

    /// The locks that are in scope somewhere, as they would be written there: ghosts, `this`, variables of class types.
    pub(super) fn locks_in_scope(&self, at: At) -> Vec<String> {
        let mut found: Vec<(bool, String)> = Vec::new();
        for binding in self.env.bindings(at.env) {
            if binding.ty.is_class() && self.types.class_of(binding.ty).is_some() {
                found.push((binding.ghost && binding.name != Name::THIS, self.name(binding.name).to_owned()));
            }
        }
        found.sort_by_key(|(ghost, _)| !ghost);
        let mut names: Vec<String> = found.into_iter().map(|(_, name)| name).collect();
        names.dedup();
        names.truncate(12);
        names
    }
}
