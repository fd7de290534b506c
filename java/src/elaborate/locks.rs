//! Locks in annotations: paths of the calculus.

use super::code::Code;
use crate::annotations::LockText;
use crate::lock::{LockPath, LockRoot, LockScope, LockStep, NoLock};
use crate::spelling::escaped;
use crate::tree::body::{Body, Callee, ExprNo, Kind, LocalNo};
use crate::tree::{ClassNo, FieldNo, Member, MethodNo};
use crate::world::Assumed;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;

/// Field that stands for the explicit lock of an object (docs/java-calculus.md).
pub(super) const EXPLICIT: &str = "locked$";

/// Field that stands for its read lock alone.
pub(super) const READ: &str = "read$";

/// Methods of the library whose result locks and unlocks as the object itself does.
const SAME_LOCK: &[&str] = &["readLock", "writeLock"];

/// A path: the class whose `this` it begins with, none if a static field, and fields.
pub(super) type Path = (Option<ClassNo>, Vec<FieldNo>);

impl Code<'_, '_, '_> {
    /// An expression as a lock. Where locks are compared as text, a call without arguments is part of a path.
    pub(super) fn lock_expr(&mut self, e: ExprNo) -> ExprId {
        if let Kind::ClassConstant(written) = self.expression(e).kind {
            return self.class_constant(written, self.span(e));
        }
        if let Kind::Call(call) = &self.expression(e).kind
            && self.it.options.only_annotated
            && call.arguments.is_empty()
        {
            let span = self.span(e);
            let receiver = match (call.target, call.callee) {
                (Some(target), _) => racefree_grammar::stack::deep(|| self.lock_expr(target)),
                (None, Callee::Declared(m)) => self.it.class_object(self.it.java.methods[m.index()].class, span),
                (None, _) => self.it.out.this(span),
            };
            return self.call_in_path(receiver, call.name, span);
        }
        self.returned_lock(e).unwrap_or_else(|| self.expr(e))
    }

    /// The path that a call stands for as a lock.
    fn returned_lock(&mut self, e: ExprNo) -> Option<ExprId> {
        let Kind::Call(call) = &self.expression(e).kind else { return None };
        let Callee::Declared(method) = call.callee else { return None };
        let fields = self.returned_path(method)?;
        let (class, span) = (self.it.java.methods[method.index()].class, self.span(e));
        let receiver = match call.target {
            Some(target) => self.receiver(target, class),
            None if self.it.java.methods[method.index()].modifiers.is_static() => self.it.class_object(class, span),
            None => self.this_of(class, span),
        };
        Some(self.path_from(receiver, class, fields, span))
    }

    /// `l.m()` as text.
    fn call_in_path(&mut self, receiver: ExprId, method: Name, span: Span) -> ExprId {
        let made = format!("{}()", self.it.text(method));
        let name = self.it.intern(&made);
        self.it.out.field(receiver, name, span)
    }

    /// The lock that a text names; none, and an error, if it names none.
    pub(super) fn lock(&mut self, text: &LockText) -> Option<ExprId> {
        if let Some(lock) = self.ghost_lock(text) {
            return Some(lock);
        }
        let captured = self.frames.iter().flat_map(|frame| frame.captures.keys());
        let locals: Vec<LocalNo> = captured.chain(&self.scope).copied().collect();
        let scope = LockScope {
            class: self.text_of.unwrap_or_else(|| self.class()),
            method: self.method.filter(|_| self.text_of.is_none()),
            locals: Some((self.body, &locals)),
            is_static: self.is_static,
        };
        match self.it.java.resolve_lock(scope, &text.text) {
            Ok(path) => self.lock_path(&path, text),
            Err(reason) => {
                self.no_lock(reason, text);
                None
            }
        }
    }

    /// A lock whose first name is a ghost.
    fn ghost_lock(&mut self, text: &LockText) -> Option<ExprId> {
        let mut names = text.text.split('.');
        let name = self.it.intern(&escaped(names.next()?));
        let is_ghost = self.ghosts.iter().any(|ghost| ghost.name == name);
        if !is_ghost {
            return None;
        }
        let mut path = self.it.out.var(name, text.span);
        for field in names {
            let field = self.it.intern(&escaped(field));
            path = self.it.out.field(path, field, text.span);
        }
        Some(path)
    }

    /// Returns true for a variable or object whose type is that of an explicit lock.
    fn begins_explicit(&mut self, root: LockRoot) -> bool {
        match root {
            LockRoot::This(class) => {
                let ty = self.it.java.this_type(class);
                self.it.is_explicit_lock(ty)
            }
            LockRoot::Local(local) => self.it.is_explicit_lock(self.body.locals[local.index()].ty.ty),
            LockRoot::Parameter(i) => self.method.is_some_and(|m| {
                let parameter = self.it.java.methods[m.index()].parameters.get(i as usize);
                parameter.is_some_and(|p| self.it.is_explicit_lock(p.ty.ty))
            }),
            LockRoot::ClassObject(_) | LockRoot::ExternalClass(_) | LockRoot::Itself => false,
        }
    }

    fn lock_path(&mut self, path: &LockPath, text: &LockText) -> Option<ExprId> {
        let span = text.span;
        let mut lock = match path.root {
            LockRoot::This(class) => self.this_of(class, span),
            LockRoot::ClassObject(class) => self.it.class_object(class, span),
            LockRoot::ExternalClass(class) => self.it.external_class_object(class, span),
            LockRoot::Parameter(i) => {
                let name = *self.parameters.get(i as usize)?;
                match self.body.parts.iter().find(|part| self.method.is_some_and(|m| part.member == Member::Method(m)))
                {
                    Some(part) if self.scope.contains(&part.parameters[i as usize]) || self.frames.len() > 1 => {
                        self.local(part.parameters[i as usize], span)
                    }
                    _ => self.it.out.var(name, span),
                }
            }
            LockRoot::Local(local) => self.local(local, span),
            LockRoot::Itself => return None,
        };
        let mut explicit = self.begins_explicit(path.root);
        for step in &path.steps {
            lock = match *step {
                LockStep::Field(field) => {
                    explicit = self.it.is_explicit_lock(self.it.java.fields[field.index()].ty.ty);
                    let fields = self.view_of(field).map_or_else(|| vec![field], |(fields, _)| fields);
                    self.path_over(lock, &fields, span)
                }
                LockStep::Call(method) if self.it.options.only_annotated => {
                    self.it.found.assumptions.add(Assumed::LockMethod, span);
                    let it = &self.it.java.methods[method.index()];
                    let (name, ty) = (it.name, it.result.ty);
                    explicit = self.it.is_explicit_lock(ty);
                    self.call_in_path(lock, name, span)
                }
                LockStep::Call(method) => self.lock_of_method(lock, method, text)?,
                LockStep::External(name) if SAME_LOCK.contains(&self.it.text(name)) => lock,
                LockStep::External(name) => {
                    let message = format!(
                        "`{}` is not declared in what was read: it is not known to be final",
                        self.it.text(name)
                    );
                    self.it.problem("JAVA ANNOTATION/resolved", span, message);
                    return None;
                }
            };
        }
        // The lock of its methods is another one than its monitor.
        let name = self.it.intern(EXPLICIT);
        Some(if explicit && !path.monitor { self.it.out.field(lock, name, span) } else { lock })
    }

    /// The path that a method without parameters returns, if that is all it does and no class can override it.
    fn lock_of_method(&mut self, receiver: ExprId, method: MethodNo, text: &LockText) -> Option<ExprId> {
        let Some(fields) = self.returned_path(method) else {
            let message =
                format!("`{}` is no lock: its method is not one final path that cannot be overridden", text.text);
            self.it.problem("JAVA ANNOTATION/resolved", text.span, message);
            return None;
        };
        let class = self.it.java.methods[method.index()].class;
        Some(self.path_from(receiver, class, fields, text.span))
    }

    /// The path that a method of a class returns, which is assumed to be a lock.
    fn path_from(&mut self, mut lock: ExprId, mut class: ClassNo, path: Path, span: Span) -> ExprId {
        self.it.found.assumptions.add(Assumed::LockMethod, span);
        let (root, fields) = path;
        while let Some(outer) = self.it.java.classes[class.index()].outer.filter(|_| root.is_some_and(|r| r != class)) {
            let field = self.it.outer_field(class, outer);
            (lock, class) = (self.it.out.field(lock, field, span), outer);
        }
        self.path_over(lock, &fields, span)
    }

    /// A path over fields.
    pub(super) fn path_over(&mut self, mut lock: ExprId, fields: &[FieldNo], span: Span) -> ExprId {
        for &field in fields {
            if self.it.java.fields[field.index()].modifiers.is_static() {
                lock = self.it.class_object(self.it.java.fields[field.index()].class, span);
            }
            let name = self.it.field_name(field);
            lock = self.it.out.field(lock, name, span);
        }
        lock
    }

    /// The path that a method returns, if that is all it does and no class can override it.
    pub(super) fn returned_path(&mut self, method: MethodNo) -> Option<Path> {
        let it = &self.it.java.methods[method.index()];
        let (modifiers, owner) = (it.modifiers, &self.it.java.classes[it.class.index()]);
        let is_fixed =
            modifiers.is_final() || modifiers.is_private() || modifiers.is_static() || owner.modifiers.is_final();
        if !is_fixed || !it.has_body {
            return None;
        }
        let body = self.it.java.attribute(Member::Method(method));
        let part = body.parts.first()?;
        path_of(&body, body.only_return(&part.block)?)
    }

    /// The locks that code holds by an expression: its own, and that of the final field that is the value of a final
    /// variable. Other names of an object are none of its locks: they are compared as text (section 11 of the calculus).
    pub(super) fn locks_of(&mut self, e: ExprNo) -> Vec<ExprId> {
        if self.it.options.only_annotated && !self.is_final_path(e) {
            self.it.found.assumptions.add(Assumed::LockNotFinal, self.span(e));
        }
        let mut locks = vec![self.lock_expr(e)];
        let value = self.aliased(e);
        if value != e {
            locks.push(self.expr(value));
        }
        if let Some((Some(root), fields)) = path_of(self.body, e).filter(|_| self.is_final_path(e)) {
            for local in self.scope.clone() {
                locks.extend(self.of_new_object((root, &fields), local, self.span(e)));
            }
        }
        locks
    }

    /// The path over final fields that is the value of a final variable; of another expression, itself.
    pub(super) fn aliased(&self, e: ExprNo) -> ExprNo {
        let Kind::Local(local) = self.expression(e).kind else { return e };
        let is_field = |value: &ExprNo| matches!(self.expression(*value).kind, Kind::Field { .. });
        let value = self.body.locals[local.index()].value;
        value.filter(|value| is_field(value) && self.is_final_path(*value)).unwrap_or(e)
    }

    /// The path over fields from the `this` of a class by way of a final variable, whose value is a new object of a class in it.
    pub(super) fn of_new_object(
        &mut self,
        (root, fields): (ClassNo, &[FieldNo]),
        local: LocalNo,
        span: Span,
    ) -> Option<ExprId> {
        let value = self.body.locals[local.index()].value?;
        let Kind::New(new) = &self.expression(value).kind else { return None };
        let outer = new.outer.filter(|_| new.anonymous.is_none())?;
        let is_root = matches!(self.expression(outer).kind, Kind::This { class } if class == root);
        // The variable may be of a class above, which has that field or has not.
        let types = [new.written.ty, self.body.locals[local.index()].ty.ty].map(|ty| self.it.java.types.class(ty));
        let mut fields_of = types.into_iter().flatten().filter_map(|inner| {
            let around = self.it.java.classes[inner.index()].outer.filter(|_| is_root && !self.it.is_opaque(inner))?;
            self.it.java.classes[inner.index()].has_outer_instance.then(|| self.it.outer_field(inner, around))
        });
        let field = fields_of.next().filter(|field| fields_of.next() == Some(*field))?;
        let object = self.local(local, span);
        let object = self.it.out.field(object, field, span);
        Some(self.path_over(object, fields, span))
    }

    /// Returns true for a path over final fields.
    pub(super) fn is_final_path(&self, e: ExprNo) -> bool {
        match self.expression(e).kind {
            Kind::This { .. } | Kind::ClassConstant(_) => true,
            Kind::Local(local) => self.body.locals[local.index()].effectively_final && self.has_local(local),
            Kind::Field { target, field, .. } => {
                let is_final = self.it.java.fields[field.index()].modifiers.is_final();
                is_final && target.is_none_or(|target| racefree_grammar::stack::deep(|| self.is_final_path(target)))
            }
            _ => false,
        }
    }

    /// True for a variable of this code, or one that the class around captures: its field is as final as the variable is.
    fn has_local(&self, local: LocalNo) -> bool {
        let is_captured = self.frames.last().is_some_and(|frame| frame.captures.contains_key(&local));
        is_captured || self.scope.contains(&local)
    }

    fn no_lock(&mut self, reason: NoLock, text: &LockText) {
        let within = |span: Span| {
            let name = text.text.get(span.start as usize..span.end as usize).unwrap_or(&text.text);
            if name.is_empty() { text.text.clone() } else { name.to_owned() }
        };
        let message = match reason {
            NoLock::Syntax => format!("`{}` is no lock: a lock is a path of names", text.text),
            NoLock::UnknownName { span } => format!("there is no `{}` here that a lock can begin with", within(span)),
            NoLock::NoMember { span } => format!("there is no member `{}` in `{}`", within(span), text.text),
            NoLock::NoThis { .. } => format!("`{}` needs an object of the class, and this is static", text.text),
        };
        self.it.problem("JAVA ANNOTATION/resolved", text.span, message);
        let class = &self.it.java.classes[self.class().index()];
        let place = self.method.map_or(class.name_span, |m| self.it.java.methods[m.index()].name_span);
        self.it.of_declaration(place, "in this declaration");
    }
}

/// The fields of a path from the `this` of a class.
pub(super) fn fields_from_this(body: &Body, own: ClassNo, path: ExprNo) -> Option<Vec<FieldNo>> {
    path_of(body, path).filter(|(root, _)| root.is_none_or(|root| root == own)).map(|(_, fields)| fields)
}

/// The class of whose `this` a path is, none for one that is static, and the fields of it.
pub(super) fn path_of(body: &Body, path: ExprNo) -> Option<Path> {
    let (mut e, mut fields) = (path, Vec::new());
    let root = loop {
        match body.expressions[e.index()].kind {
            Kind::This { class } => break Some(class),
            Kind::Field { target, field, .. } => {
                fields.push(field);
                match target {
                    Some(target) => e = target,
                    None => break None,
                }
            }
            _ => return None,
        }
    };
    fields.reverse();
    Some((root, fields))
}
