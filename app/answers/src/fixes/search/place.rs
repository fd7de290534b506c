//! Place in a program: the innermost declaration and expression there, and the names in scope.

use racefree_grammar::ast::{Class, Dialect, Expr, ExprId, Field, Method, Program, Special, TypeId, TypeKind};
use racefree_grammar::fix::Edit;
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::parents::Parents;
use racefree_grammar::span::Span;

/// A place, with what is around it.
pub(crate) struct Surroundings<'p> {
    pub(crate) program: &'p Program,
    pub(crate) source: &'p str,
    pub(crate) parents: &'p Parents,
    pub(crate) span: Span,
    /// The smallest expression that covers it; locks in clauses and types are expressions too.
    pub(crate) expr: Option<ExprId>,
    pub(crate) class: Option<&'p Class>,
    pub(crate) field: Option<&'p Field>,
    pub(crate) method: Option<&'p Method>,
}

impl<'p> Surroundings<'p> {
    pub(crate) fn new(program: &'p Program, source: &'p str, parents: &'p Parents, span: Span) -> Surroundings<'p> {
        let covers = program.spans.iter().enumerate().filter(|(_, s)| s.start < s.end && s.contains(span));
        let expr = covers.min_by_key(|(_, s)| s.end - s.start).map(|(i, _)| ExprId::new(i as u32));
        let class = program.classes.iter().find(|c| c.span.contains(span));
        let field = class.and_then(|c| program.fields_of(c).iter().find(|f| f.span.contains(span)));
        let method = class.and_then(|c| program.methods_of(c).iter().find(|m| m.span.contains(span)));
        Surroundings { program, source, parents, span, expr, class, field, method }
    }

    pub(crate) fn is_owners(&self) -> bool {
        self.program.dialect == Dialect::Owners
    }

    /// The text at a place, as it is written.
    pub(crate) fn written(&self, span: Span) -> &'p str {
        span.text(self.source)
    }

    pub(crate) fn text(&self, e: ExprId) -> &'p str {
        self.written(self.program.span(e))
    }

    pub(crate) fn name(&self, name: Name) -> &'p str {
        self.program.text(name)
    }

    /// The expression at the place and those around it, outwards.
    pub(crate) fn outwards(&self) -> impl Iterator<Item = ExprId> + '_ {
        self.expr.into_iter().flat_map(|e| self.parents.outwards(e))
    }

    /// True if the place is in code: in a body, an initialiser or the main expression, not in a clause or a type.
    pub(crate) fn in_code(&self) -> bool {
        let Some(root) = self.outwards().last() else { return false };
        self.program.main == Some(root)
            || self.method.is_some_and(|m| m.body == root)
            || self.field.is_some_and(|f| f.init == Some(root))
    }

    /// The variables in scope, the nearest first, with their types as they are declared.
    pub(crate) fn variables(&self) -> Vec<(Name, TypeId)> {
        let mut found = Vec::new();
        let mut inner = None;
        for e in self.outwards() {
            if let Expr::Let { ty, var, body, .. } = self.program.expr(e)
                && inner == Some(body)
            {
                found.push((var, ty));
            }
            inner = Some(e);
        }
        if let Some(method) = self.method {
            found.extend(self.program.params_of(method).iter().map(|p| (p.name, p.ty)));
        }
        found
    }

    /// The class of a type, if objects of it can be locks.
    fn class_named(&self, ty: TypeId) -> Option<Name> {
        match self.program.ty(ty).kind {
            TypeKind::Class { name, .. } if name != Name::STRING => Some(name),
            _ => None,
        }
    }

    /// Paths of at most one field that may be locks here, the nearest first.
    pub(crate) fn paths(&self) -> Vec<String> {
        let mut found = Vec::new();
        let mut roots: Vec<(String, Option<Name>)> = Vec::new();
        if self.method.is_some() || self.field.is_some() && !self.in_code() {
            roots.push(("this".to_owned(), self.class.map(|c| c.name)));
        }
        for (x, ty) in self.variables() {
            if let Some(class) = self.class_named(ty) {
                roots.push((self.name(x).to_owned(), Some(class)));
            }
        }
        // Receiver that the code here names itself.
        if let Some(recv) = self.expr.and_then(|e| self.receiver(e)) {
            found.push(self.text(recv).to_owned());
        }
        found.extend(roots.iter().map(|(text, _)| text.clone()));
        for (text, class) in roots {
            let Some(class) = self.program.classes.iter().find(|c| Some(c.name) == class) else { continue };
            for field in self.program.fields_of(class) {
                if field.is_final && self.class_named(field.ty).is_some() {
                    found.push(format!("{text}.{}", self.name(field.name)));
                }
            }
        }
        let mut seen = std::collections::BTreeSet::new();
        found.retain(|path| seen.insert(path.clone()));
        found
    }

    /// The object that an access or a call is about.
    pub(crate) fn receiver(&self, e: ExprId) -> Option<ExprId> {
        match self.program.expr(e) {
            Expr::Field { recv, .. } | Expr::Assign { recv, .. } | Expr::Call { recv, .. } => Some(recv),
            Expr::Move(e) => self.receiver(e),
            Expr::Var(_) | Expr::New(_) | forms!(literal | block | operator | owned | extended) => None,
        }
    }

    /// The formals and ghosts of the class around the place, and what the types of the method's parameters name.
    pub(crate) fn parameters(&self) -> Vec<String> {
        let mut found = Vec::new();
        if let Some(class) = self.class {
            found.extend(self.program.formals_of(class).iter().map(|f| self.name(f.name).to_owned()));
            found.extend(self.program.ghosts_of(class).iter().map(|g| self.name(g.name).to_owned()));
        }
        if let Some(method) = self.method.filter(|_| self.is_owners()) {
            let types =
                self.program.params_of(method).iter().map(|p| p.ty).chain(self.program.clauses_of(method).receiver);
            for &owner in types.flat_map(|ty| self.program.locks_of(ty)) {
                if let Expr::Var(_) = self.program.expr(owner) {
                    found.push(self.text(owner).to_owned());
                }
            }
        }
        found.dedup();
        found
    }

    /// Owners and locks that can be written here: formals, also of the objects in scope, special owners, paths.
    pub(crate) fn owners(&self) -> Vec<String> {
        let formals = self.parameters();
        let mut found: Vec<String> = Vec::new();
        if self.is_owners() {
            found.extend(Special::ALL.iter().map(|special| special.text().to_owned()));
        }
        found.extend(formals.iter().cloned());
        let paths = self.paths();
        if self.is_owners() {
            found.extend(formals.iter().flat_map(|f| paths.iter().take(4).map(move |path| format!("{f}${path}"))));
        }
        found.extend(paths);
        found
    }

    /// The clauses of a method begin right behind its parameters.
    pub(crate) fn after_parameters(&self, method: &Method) -> u32 {
        let from = method.name_span.end;
        let head = self.source.get(from as usize..method.span.end as usize).unwrap_or("");
        from + head.find(')').map_or(0, |at| at as u32 + 1)
    }

    /// From a place to the brace that opens the body of a declaration.
    pub(crate) fn to_brace(&self, from: u32, end: u32) -> Span {
        let text = self.source.get(from as usize..end as usize).unwrap_or("");
        Span::new(from, from + text.find('{').unwrap_or(0) as u32)
    }

    /// Edits that put `synchronized l in` in front of an expression, in brackets if it is part of another one.
    pub(crate) fn taking(&self, e: ExprId, part: bool, lock: &str) -> Vec<Edit> {
        let span = self.program.span(e);
        let is_let = matches!(self.program.expr(e), Expr::Let { .. });
        let (open, close) = if part || is_let { ("(", ")") } else { ("", "") };
        let mut edits = vec![Edit::insert(span.start, format!("{open}synchronized {lock} in "))];
        edits.extend((!close.is_empty()).then(|| Edit::insert(span.end, close)));
        edits
    }

    /// The method whose callers can hold a lock for the place, and the edit that asks that of them.
    pub(crate) fn requiring(&self, lock: &str) -> Option<(&'p Method, Edit)> {
        let method = self.method?;
        if self.outwards().any(|e| matches!(self.program.expr(e), Expr::Fork(_))) {
            return None;
        }
        Some((
            method,
            match self.program.list(method.requires).last() {
                Some(&last) => Edit::insert(self.program.span(last).end, format!(", {lock}")),
                None => Edit::insert(self.after_parameters(method), format!(" requires {lock}")),
            },
        ))
    }

    /// The brace that opens the body of a method.
    pub(crate) fn body_brace(&self, method: &Method) -> u32 {
        self.to_brace(self.after_parameters(method), method.span.end).end
    }
}
