//! EnteredFile: every class of a file gets its number, local and anonymous ones too, and the imports are noted.

use super::compact::names_module;
use super::names::{FileScope, Import};
use super::{Info, Problem, Stage};
use crate::Java;
use crate::parse::{SyntaxError, SyntaxErrorKind};
use crate::syntax::{At, NodeKind, Role, Syntax};
use crate::tree::{Class, ClassKind, ClassNo, FileNo, Modifiers, Nesting, Origin};
use racefree_grammar::Span;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;
use std::sync::Arc;

/// The sort of class that a node declares.
pub(crate) fn class_kind(kind: NodeKind) -> Option<ClassKind> {
    Some(match kind {
        NodeKind::ClassDeclaration => ClassKind::Class,
        NodeKind::InterfaceDeclaration => ClassKind::Interface,
        NodeKind::EnumDeclaration => ClassKind::Enum,
        NodeKind::RecordDeclaration => ClassKind::Record,
        NodeKind::AnnotationTypeDeclaration => ClassKind::Annotation,
        _ => return None,
    })
}

/// Number of classes around one that is read. The name of a class has those of all classes around it, so `javac` cannot write the class file of one
/// that is nested half as deeply; the names of all would be as long as the square of the file.
pub(crate) const DEEPEST: usize = 500;

/// The place of a class that is entered.
#[derive(Clone, Copy)]
struct ClassPlace {
    outer: Option<ClassNo>,
    nesting: Nesting,
    /// It stands in code that has no `this`.
    in_static: bool,
}

/// A file whose classes are entered.
struct EnteredFile<'s> {
    file: FileNo,
    syntax: &'s Syntax,
    package: Name,
    /// Number of the next local or anonymous class.
    numbered: u32,
}

impl Java {
    pub(super) fn enter(&mut self, file: FileNo) {
        let syntax = self.syntax(file);
        let mut scope = self.imports(file, &syntax);
        let origin = self.sources.files()[file.index()].origin;
        let is_compact = origin == Origin::Source && self.compact_main(&syntax).is_some();
        if is_compact {
            self.import_base(&mut scope);
        }
        let mut entering = EnteredFile { file, syntax: &syntax, package: scope.package, numbered: 0 };
        self.tables.scopes.push(scope);
        let around = ClassPlace { outer: None, nesting: Nesting::Top, in_static: true };
        if is_compact {
            self.enter_class(&mut entering, At(0), around);
            return;
        }
        if origin != Origin::Library {
            self.report_outside(file, &syntax);
        }
        for at in syntax.children(At(0)) {
            if class_kind(syntax.kind(at)).is_some() {
                self.enter_class(&mut entering, at, around);
            }
        }
    }

    fn imports(&mut self, file: FileNo, syntax: &Syntax) -> FileScope {
        let mut scope = FileScope { package: self.names.intern(""), imports: Vec::new() };
        for at in syntax.children(At(0)) {
            let path = |java: &mut Java| {
                let part = syntax
                    .children(at)
                    .find(|c| matches!(syntax.kind(*c), NodeKind::Identifier | NodeKind::ScopedIdentifier))?;
                Some(java.dotted(syntax, part))
            };
            match syntax.kind(at) {
                NodeKind::Package => {
                    let parts = path(self).unwrap_or_default();
                    scope.package = self.package(&parts);
                    for n in 1..=parts.len() {
                        let beginning = self.package(&parts[..n]);
                        self.tables.packages.insert(beginning);
                    }
                }
                NodeKind::Import => {
                    let is_static = syntax.children(at).any(|c| self.sources.at(syntax.span(c)) == "static");
                    let on_demand = syntax.part(at, NodeKind::Asterisk).is_some();
                    let parts = path(self).unwrap_or_default();
                    if names_module(self.sources.at(syntax.span(at))) {
                        self.import_base(&mut scope);
                    } else if !parts.is_empty() {
                        scope.imports.push(Import { parts, is_static, on_demand });
                    }
                }
                _ => {}
            }
        }
        debug_assert_eq!(self.tables.scopes.len(), file.index());
        scope
    }

    /// The names of `a.b.c`, identifiers of expressions, types and packages alike.
    pub(crate) fn dotted(&mut self, syntax: &Syntax, at: At) -> Vec<Name> {
        // The parts are the leaves, in order.
        let end = syntax.node(at).next;
        let mut parts = Vec::new();
        for i in at.0..end {
            let node = syntax.node(At(i));
            if matches!(node.kind, NodeKind::Identifier | NodeKind::TypeIdentifier) {
                parts.push(self.name_of(node.span));
            }
        }
        parts
    }

    /// The package of these names.
    pub(crate) fn package(&mut self, parts: &[Name]) -> Name {
        let text: Vec<&str> = parts.iter().map(|p| self.names.text(*p)).collect();
        let text = text.join(".");
        self.names.intern(&text)
    }

    fn enter_class(&mut self, entering: &mut EnteredFile<'_>, at: At, around: ClassPlace) {
        let syntax = entering.syntax;
        let outer = |class: &ClassNo| self.classes[class.index()].outer;
        if std::iter::successors(around.outer, outer).count() > DEEPEST {
            let (span, kind) = (syntax.span(at), SyntaxErrorKind::NotUnderstood("a class within more than 500 others"));
            self.problems.push(Problem::Syntax(SyntaxError { span, kind }));
            self.outside.push(span);
            return;
        }
        let kind = class_kind(syntax.kind(at)).unwrap_or(ClassKind::Class);
        let body = super::compact::body_of(syntax, at);
        let implicit = syntax.kind(at) == NodeKind::Program;
        let name_at = match implicit {
            true => self.compact_main(syntax),
            false => syntax.child(at, Role::Name).or_else(|| syntax.child(at, Role::Type)),
        };
        let anonymous = around.nesting == Nesting::Anonymous;
        let name_span = name_at.map_or(Span::new(syntax.span(at).start, syntax.span(at).start), |n| syntax.span(n));
        let name = match () {
            () if anonymous => self.names.intern(""),
            () if implicit => self.implicit_name(entering.file),
            () => self.name_of(name_span),
        };
        let class = ClassNo(self.classes.len() as u32);
        // No code can name an implicit class.
        let is_named = !anonymous && !implicit;
        if is_named && !self.enter_name(entering, class, name, (name_span, syntax.span(at)), around) {
            return;
        }
        let qualified = self.qualified(entering, name, around);
        let modifiers = self.class_modifiers(syntax, at, kind, around);
        let has_outer_instance = match around.nesting {
            Nesting::Top => false,
            Nesting::Member => !modifiers.is_static(),
            Nesting::Local => !around.in_static && kind == ClassKind::Class,
            Nesting::Anonymous => !around.in_static,
        };
        let outer_parameters = match around.outer {
            Some(outer) if !modifiers.is_static() => self.tables.infos[outer.index()].parameters.clone(),
            _ => Vec::new(),
        };
        let own = self.enter_parameters(syntax, at);
        let parameters = outer_parameters.into_iter().chain(own.iter().copied()).collect();
        let file = &self.sources.files()[entering.file.index()];
        self.classes.push(Class {
            name,
            qualified,
            kind,
            nesting: around.nesting,
            origin: file.origin,
            modifiers,
            outer: around.outer,
            has_outer_instance,
            file: entering.file,
            parameters: own,
            superclass: None,
            interfaces: Vec::new(),
            members: Vec::new(),
            classes: Vec::new(),
            notes: Vec::new(),
            span: syntax.span(at),
            name_span,
            body: body.map_or(Span::new(name_span.end, name_span.end), |b| syntax.span(b)),
            damaged: 0,
            external_above: false,
        });
        let around_none: Arc<[_]> = Arc::new([]);
        self.tables.infos.push(Info {
            at,
            stage: Stage::Entered,
            depth: 0,
            parameters,
            supers: Vec::new(),
            around: around_none,
        });
        if matches!(around.nesting, Nesting::Local | Nesting::Anonymous) {
            self.tables.inner.insert((entering.file, at), class);
        }
        if let Some(body) = body {
            deep(|| self.enter_members(entering, class, body));
        }
    }

    /// Notes where a class is found by its name. Returns false for the second one of a name.
    fn enter_name(
        &mut self,
        entering: &EnteredFile<'_>,
        class: ClassNo,
        name: Name,
        (span, whole): (Span, Span),
        around: ClassPlace,
    ) -> bool {
        let origin = self.sources.files()[entering.file.index()].origin;
        let earlier = match (around.nesting, around.outer) {
            (Nesting::Top, _) => {
                let tables = &mut self.tables;
                let by_name = if origin == Origin::Stub { &mut tables.stubs } else { &mut tables.top };
                let earlier = *by_name.entry((entering.package, name)).or_insert(class);
                // A file that is found for a class can declare others, which are known already.
                if earlier != class && origin == Origin::Library {
                    return false;
                }
                earlier
            }
            (Nesting::Member, Some(outer)) => {
                let earlier = *self.tables.nested.entry((outer, name)).or_insert(class);
                if earlier == class {
                    self.classes[outer.index()].classes.push(class);
                }
                earlier
            }
            _ => class,
        };
        if earlier != class {
            let first = self.classes[earlier.index()].name_span;
            self.problems.push(Problem::DuplicateClass { span, whole, first });
        }
        earlier == class
    }

    fn qualified(&mut self, entering: &mut EnteredFile<'_>, name: Name, around: ClassPlace) -> Name {
        let prefix = match around.outer {
            Some(outer) => self.classes[outer.index()].qualified,
            None => entering.package,
        };
        let mut text = match around.nesting {
            Nesting::Top | Nesting::Member => self.names.text(name).to_owned(),
            Nesting::Local | Nesting::Anonymous => {
                entering.numbered += 1;
                format!("{}{}", entering.numbered, self.names.text(name))
            }
        };
        let prefix = self.names.text(prefix);
        if !prefix.is_empty() {
            text = format!("{prefix}.{text}");
        }
        self.names.intern(&text)
    }

    fn class_modifiers(&mut self, syntax: &Syntax, at: At, kind: ClassKind, around: ClassPlace) -> Modifiers {
        let mut modifiers = self.modifiers(syntax, at);
        if syntax.kind(at) == NodeKind::Program {
            modifiers = modifiers.with(Modifiers::FINAL);
        }
        let in_interface = around
            .outer
            .is_some_and(|outer| around.nesting == Nesting::Member && self.classes[outer.index()].kind.is_interface());
        if in_interface {
            modifiers = modifiers.with(Modifiers::PUBLIC).with(Modifiers::STATIC);
        }
        let is_static = !matches!(kind, ClassKind::Class) && matches!(around.nesting, Nesting::Member | Nesting::Local);
        if is_static {
            modifiers = modifiers.with(Modifiers::STATIC);
        }
        match kind {
            ClassKind::Interface | ClassKind::Annotation => modifiers.with(Modifiers::ABSTRACT),
            ClassKind::Record => modifiers.with(Modifiers::FINAL),
            ClassKind::Class | ClassKind::Enum => modifiers,
        }
    }

    fn enter_members(&mut self, entering: &mut EnteredFile<'_>, class: ClassNo, body: At) {
        let syntax = entering.syntax;
        for at in syntax.children(body) {
            let kind = syntax.kind(at);
            if kind == NodeKind::EnumBodyDeclarations {
                self.enter_members(entering, class, at);
            } else if class_kind(kind).is_some() {
                let around = ClassPlace { outer: Some(class), nesting: Nesting::Member, in_static: false };
                deep(|| self.enter_class(entering, at, around));
            } else {
                let in_static = self.is_static_code(syntax, class, at);
                self.enter_code(entering, class, at, in_static);
            }
        }
    }

    fn is_static_code(&mut self, syntax: &Syntax, class: ClassNo, at: At) -> bool {
        let in_interface = self.classes[class.index()].kind.is_interface();
        match syntax.kind(at) {
            NodeKind::StaticInitializer | NodeKind::EnumConstant => true,
            NodeKind::FieldDeclaration | NodeKind::ConstantDeclaration if in_interface => true,
            _ => self.modifiers(syntax, at).is_static(),
        }
    }

    /// Enters the classes that stand in a member's code.
    fn enter_code(&mut self, entering: &mut EnteredFile<'_>, class: ClassNo, member: At, in_static: bool) {
        let syntax = entering.syntax;
        let (mut i, end) = (member.0, syntax.node(member).next);
        while i < end {
            let (at, kind) = (At(i), syntax.kind(At(i)));
            i += 1;
            let nesting = match kind {
                _ if class_kind(kind).is_some() => Nesting::Local,
                NodeKind::ObjectCreation | NodeKind::EnumConstant if syntax.part(at, NodeKind::ClassBody).is_some() => {
                    Nesting::Anonymous
                }
                _ => continue,
            };
            let around = ClassPlace { outer: Some(class), nesting, in_static };
            if nesting == Nesting::Anonymous {
                // Arguments stand in the code around, and only the body in the class.
                for part in syntax.children(at).filter(|p| syntax.kind(*p) != NodeKind::ClassBody) {
                    deep(|| self.enter_code(entering, class, part, in_static));
                }
            }
            i = syntax.node(at).next;
            deep(|| self.enter_class(entering, at, around));
        }
    }
}
