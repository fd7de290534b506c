//! Repairs of the declarations of classes, fields and methods.

use super::Parents;
use crate::cx::Cx;
use crate::error::Difference;
use crate::judgment::MethodId;
use crate::types::{ClassId, Ty};
use racefree_grammar::ast::{Class, Expr, ExprId, Method, TypeId};
use racefree_grammar::fix::{Edit, Fix};
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;

use racefree_program::Problem;

impl Cx<'_, ()> {
    /// A predicate of section 4 that types have no part in.
    pub(super) fn fix_declared(&mut self, problem: Problem, fixes: &mut Vec<Fix>) {
        match problem {
            Problem::ClassAgain { class, .. } => {
                if let Some(decl) = self.classes.decl(class) {
                    fixes.push(self.renamed_to_fresh("it", decl.name, decl.name_span));
                    fixes.push(Fix::guess("remove the second one", vec![Edit::remove(decl.span, self.source)]));
                }
            }
            Problem::Superclass { class, .. } => {
                if let Some(decl) = self.classes.decl(class) {
                    fixes.extend(self.without_super(&decl));
                }
            }
            Problem::Supertype { .. } => {}
            Problem::FieldAgain { again, .. } => self.rename_field(again.0, fixes),
            Problem::FieldInherited { field, .. } => {
                let span = self.program.fields[field.index()].span;
                fixes.push(Fix::new("use the inherited one: remove this", vec![self.remove_member(span)]));
                self.rename_field(field.0, fixes);
            }
            Problem::MethodAgain { again, .. } => {
                let method = self.program.methods[again as usize];
                let to = self.fresh_name(self.name(method.name));
                let title = format!("give it another name, such as `{to}`");
                let mut edits = self.calls_by_number(again, &to);
                edits.push(self.replaced(method.name_span, to));
                fixes.push(Fix::new(title, edits));
                fixes.push(Fix::guess("remove the second one", vec![self.remove_member(method.span)]));
            }
        }
    }

    /// Edits that rename the calls of a method that differs from others of its name in the number of parameters.
    fn calls_by_number(&self, again: u32, to: &str) -> Vec<Edit> {
        let method = self.program.methods[again as usize];
        let alike = |m: &&Method| m.name == method.name && m.params.len() == method.params.len();
        if self.program.methods.iter().filter(alike).count() > 1 {
            return Vec::new();
        }
        let calls = (0..self.program.exprs.len() as u32).map(ExprId::new).filter(|&e| match self.program.expr(e) {
            Expr::Call { method: mn, args, .. } => mn == method.name && args.len as usize == method.params.len(),
            _ => false,
        });
        calls.filter_map(|e| Some(self.replaced(self.member_name(e)?, to))).collect()
    }

    fn rename_field(&mut self, field: u32, fixes: &mut Vec<Fix>) {
        let field = self.program.fields[field as usize];
        fixes.push(self.renamed_to_fresh("it", field.name, field.name_span));
        fixes.push(Fix::guess("remove the second one", vec![self.remove_member(field.span)]));
    }

    /// Removes a member, with the `;` behind it.
    fn remove_member(&self, span: Span) -> Edit {
        Edit::remove(Span::new(span.start, self.past_semicolon(span.end).unwrap_or(span.end)), self.source)
    }

    /// A class without its `extends` clause.
    fn without_super(&self, class: &Class) -> Option<Fix> {
        let extends = self.program.ty(class.extends?).span;
        let before = self.written(Span::new(class.name_span.end, extends.start));
        let word = before.rfind("extends")?;
        let start = class.name_span.end + word as u32;
        Some(Fix::new("remove the `extends`", vec![Edit::remove(Span::new(start, extends.end), self.source)]))
    }

    /// A superclass that is not declared.
    pub(super) fn fix_unknown_super(&mut self, ty: TypeId, fixes: &mut Vec<Fix>) {
        let span = self.program.ty(ty).span;
        let text = self.written(span).to_owned();
        if let Some(near) = self.similar_class(&text) {
            fixes.push(Fix::new(format!("there is a class `{near}`"), vec![self.replaced(span, near)]));
        }
        let class = self.program.classes.iter().find(|c| c.extends == Some(ty));
        fixes.extend(class.and_then(|c| self.without_super(c)));
    }

    /// A superclass that cannot be one.
    pub(super) fn drop_super(&mut self, span: Span, fixes: &mut Vec<Fix>) {
        let class = self.program.classes.iter().find(|c| c.span.contains(span));
        fixes.extend(class.and_then(|c| self.without_super(c)));
    }

    /// A shared class that extends a thread-local one.
    pub(super) fn fix_local_super(&mut self, class: ClassId, super_ty: Ty, fixes: &mut Vec<Fix>) {
        let (cn, sup) = (self.class_name(class), self.show(super_ty));
        if let Some(decl) = self.types.class_of(super_ty).and_then(|c| self.classes.decl(c)) {
            fixes.extend(self.share_class(&decl).map(|fix| Fix {
                title: format!("drop `thread_local` of the superclass `{sup}`, and guard its fields"),
                ..fix
            }));
            if self.program.fields_of(&decl).is_empty() {
                fixes.extend(
                    self.drop_word(decl.span, "thread_local")
                        .map(|edit| Fix::new(format!("drop `thread_local` of the superclass `{sup}`"), vec![edit])),
                );
            }
        }
        if let Some(decl) = self.classes.decl(class) {
            let edit = Edit::insert(decl.span.start, "thread_local ");
            fixes.push(Fix::new(format!("declare `{cn}` `thread_local` too"), vec![edit]));
        }
    }

    /// A field that every thread can reach and nothing guards.
    pub(super) fn fix_unguarded(&mut self, f: u32, parents: &Parents, fixes: &mut Vec<Fix>) {
        let field = self.program.fields[f as usize];
        let Some(class) = self.class_of_field(f) else { return };
        let (fd, cn) = (self.name(field.name).to_owned(), self.name(class.name).to_owned());
        let assigned = parents.assigns(self.program, field.name);
        let ghosts: Vec<String> = self.program.ghosts_of(&class).iter().map(|g| self.name(g.name).to_owned()).collect();
        let guard = |l: &str| {
            Fix::new(format!("guard it: write `guarded_by {l}` behind `{fd}`"), vec![self.guard_edit(&field, l)])
        };
        let constant =
            Fix::new(format!("write `final` before `{fd}`, if it never changes"), vec![self.make_final(&field)]);
        if !assigned {
            fixes.push(constant.clone());
        }
        fixes.extend(self.lock_of(&class, f).map(|l| guard(&l)));
        fixes.extend(ghosts.iter().take(4).map(|l| guard(l)));
        fixes.push(guard("this").if_sure(!self.has_other_lock(&class, f)));
        if assigned {
            fixes.push(constant);
        }
        if class.ghosts.is_empty() {
            let edit = Edit::insert(class.span.start, "thread_local ");
            let title = format!("make `{cn}` a `thread_local` class, if one thread alone uses its objects");
            fixes.push(Fix::new(title, vec![edit]));
        }
    }

    /// True if the class takes another lock than `this` around an access to a field: it may be the one that was meant.
    fn has_other_lock(&self, class: &Class, f: u32) -> bool {
        let (program, fd) = (self.program, self.program.fields[f as usize].name);
        let accesses = |e: ExprId| matches!(program.expr(e), Expr::Field { field, .. } | Expr::Assign { field, .. } if field == fd);
        let code = program.methods_of(class).iter().flat_map(|method| program.within(method.body));
        code.into_iter().any(|e| {
            let Expr::Sync { lock, body } = program.expr(e) else { return false };
            program.expr(lock) != Expr::Var(Name::THIS) && program.within(body).any(accesses)
        })
    }

    /// The final field of a class that its methods lock, alone and around each access to a field: `this.lock`.
    fn lock_of(&self, class: &Class, f: u32) -> Option<String> {
        let (program, fd) = (self.program, self.program.fields[f as usize].name);
        let inits = program.fields_of(class).iter().filter_map(|field| field.init);
        let code = inits.chain(program.methods_of(class).iter().map(|method| method.body));
        let exprs: Vec<(Expr, Span)> =
            code.flat_map(|e| program.within(e)).map(|e| (program.expr(e), program.span(e))).collect();
        let (mut locks, mut blocks) = (Vec::new(), Vec::new());
        for &(e, span) in &exprs {
            let Expr::Sync { lock, .. } = e else { continue };
            let (Expr::Var(name) | Expr::Field { field: name, .. }) = program.expr(lock) else { return None };
            locks.push(program.fields_of(class).iter().find(|field| field.name == name && field.is_final)?.name);
            blocks.push(span);
        }
        let lock = *locks.first()?;
        let accesses = |e: Expr| matches!(e, Expr::Field { field, .. } | Expr::Assign { field, .. } if field == fd);
        let held = |span: Span| blocks.iter().any(|block| block.contains(span));
        let alone = locks.iter().all(|&l| l == lock) && exprs.iter().all(|&(e, span)| !accesses(e) || held(span));
        alone.then(|| format!("this.{}", self.name(lock)))
    }

    /// A shared object that leads to a thread-local one.
    pub(super) fn fix_local_field(&mut self, f: u32, t: Ty, fixes: &mut Vec<Fix>) {
        let local = self.types.class_of(t).and_then(|c| self.classes.decl(c));
        if let Some(local) = local {
            match self.share_class(&local) {
                Some(fix) => fixes.push(fix),
                None => {
                    let edit = self.drop_word(local.span, "thread_local");
                    fixes.extend(edit.map(|edit| Fix::new("drop its `thread_local`", vec![edit])));
                }
            }
        }
        if let Some(class) = self.class_of_field(f) {
            let title = format!("make `{}` a `thread_local` class too", self.name(class.name));
            fixes.push(Fix::new(title, vec![Edit::insert(class.span.start, "thread_local ")]));
        }
    }

    /// A thread-local class that overrides a method of a shared one.
    pub(super) fn fix_overrides_shared(&mut self, method: u32, owner: ClassId, fixes: &mut Vec<Fix>) {
        let decl = self.program.methods[method as usize];
        let class = self.class_at(decl.span);
        if let Some(owner) = self.classes.decl(owner) {
            let title = format!("make the superclass `{}` `thread_local` too", self.name(owner.name));
            fixes.push(Fix::new(title, vec![Edit::insert(owner.span.start, "thread_local ")]));
        }
        fixes.extend(class.and_then(|c| self.share_class(&c)));
        if let Some(edit) = class.and_then(|c| self.drop_word(c.span, "thread_local")) {
            fixes.push(Fix::new("drop `thread_local`", vec![edit]));
        }
        fixes.push(self.renamed_to_fresh("the method", decl.name, decl.name_span));
    }

    /// A final field that is assigned.
    pub(super) fn fix_assigns_final(&mut self, f: u32, fixes: &mut Vec<Fix>) {
        let field = self.program.fields[f as usize];
        let fd = self.name(field.name).to_owned();
        let Some(dropped) = self.drop_word(field.span, "final") else { return };
        let shared = self.class_of_field(f).is_some_and(|c| !c.thread_local && c.guard.is_none());
        if shared && field.guard.is_none() {
            let title = format!("drop `final`, and guard the field: `{fd} guarded_by this`");
            fixes.push(Fix::new(title, vec![dropped.clone(), self.guard_edit(&field, "this")]));
        }
        fixes.push(Fix::new("drop `final`", vec![dropped]));
    }

    /// An override of another type than the method that it overrides.
    pub(super) fn fix_override(&mut self, method: u32, over: MethodId, difference: &Difference, fixes: &mut Vec<Fix>) {
        let ours = self.program.methods[method as usize];
        let theirs = match over {
            MethodId::Declared(m) => Some(self.program.methods[m as usize]),
            MethodId::Predefined(_) => None,
        };
        match (difference, theirs) {
            (Difference::Requires(there, here), Some(theirs)) => {
                let show = |cx: &Self, locks: &[racefree_grammar::path::Path]| {
                    locks.iter().map(|&l| cx.show_path(l)).collect::<Vec<_>>().join(", ")
                };
                let (there, here) = (show(self, there), show(self, here));
                let say = |locks: &str| {
                    if locks.is_empty() { "no `requires`".to_owned() } else { format!("`requires {locks}`") }
                };
                let edits = self.require_edits(&ours, &there).into_iter().collect();
                fixes
                    .push(Fix::new(format!("give it the set of the method that it overrides: {}", say(&there)), edits));
                let edits = self.require_edits(&theirs, &here).into_iter().collect();
                fixes.push(Fix::new(format!("give the overridden method the set of this one: {}", say(&here)), edits));
            }
            (Difference::Result(there, here), _) => {
                fixes.extend(self.of_type(Some(ours.ret), *there, "here"));
                fixes.extend(self.of_type(theirs.map(|m| m.ret), *here, "there"));
            }
            (Difference::Param(j, there, here), _) => {
                let param = |m: &Method| self.program.params_of(m).get(*j).map(|param| param.ty);
                fixes.extend(self.of_type(param(&ours), *there, "here"));
                fixes.extend(self.of_type(theirs.as_ref().and_then(param), *here, "there"));
            }
            (Difference::Arity(..), Some(theirs)) => {
                let params: Vec<&str> = self.program.params_of(&theirs).iter().map(|p| self.written(p.span)).collect();
                if let Some(end) = self.after_params(&ours) {
                    let open = ours.name_span.end;
                    let edit = self.replaced(Span::new(open, end), format!("({})", params.join(", ")));
                    fixes.push(Fix::new("give it the parameters of the method that it overrides", vec![edit]));
                }
            }
            (Difference::Arity(..) | Difference::Requires(..), None) => {}
        }
        fixes.push(self.renamed_to_fresh("it", ours.name, ours.name_span));
    }

    /// Another type for a written one.
    fn of_type(&self, written: Option<TypeId>, ty: Ty, place: &str) -> Option<Fix> {
        let text = self.show(ty);
        let title = format!("write `{text}` {place}");
        written.map(|t| Fix::new(title, vec![self.replaced(self.program.ty(t).span, text)]))
    }
}
