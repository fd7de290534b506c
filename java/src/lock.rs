//! Locks as they are written in annotations: a text becomes a path, by the names in scope.

use crate::Java;
use crate::annotations::MONITOR;
use crate::declare::names::{Named, Scope};
use crate::spelling::escaped;
use crate::tree::body::{Body, LocalNo};
use crate::tree::{ClassNo, FieldNo, MethodNo};
use crate::types::{List, Ty};
use racefree_grammar::Span;
use racefree_grammar::name::Name;

/// A lock as a path, as section 3 of the specification has it: a root, and fields from there.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LockPath {
    /// Its first part.
    pub root: LockRoot,
    /// The parts behind it.
    pub steps: Vec<LockStep>,
    /// The monitor of an object that is an explicit lock too: `synchronized(x.f)`.
    pub monitor: bool,
}

/// The first part of a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockRoot {
    /// The `this` of a class: the one of the scope, or one around it.
    This(ClassNo),
    /// `C.class` of a declared class, or a static field's class in front of it.
    ClassObject(ClassNo),
    /// `C.class` of an external class.
    ExternalClass(Name),
    /// A parameter, by position, of the method of the scope.
    Parameter(u32),
    /// A local variable.
    Local(LocalNo),
    /// `itself`: the value of the field that is annotated.
    Itself,
}

/// A step of a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LockStep {
    /// A field. A static one follows [`LockRoot::ClassObject`] of the class that declares it.
    Field(FieldNo),
    /// A call without arguments.
    Call(MethodNo),
    /// A field or method of an external class.
    External(Name),
}

/// The scope of a lock's text.
#[derive(Clone, Copy, Debug)]
pub struct LockScope<'b> {
    /// The class in which it stands.
    pub class: ClassNo,
    /// The method, whose parameters are in scope.
    pub method: Option<MethodNo>,
    /// The body, with the locals in scope.
    pub locals: Option<(&'b Body, &'b [LocalNo])>,
    /// The scope is static: `this` means nothing.
    pub is_static: bool,
}

/// The reason why a text is no lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoLock {
    /// It is no path.
    Syntax,
    /// The first name means nothing there.
    UnknownName {
        /// Its place within the text.
        span: Span,
    },
    /// The type of what is before it has no such member.
    NoMember {
        /// Its place within the text.
        span: Span,
    },
    /// There is no `this` there, or no object of that class around it.
    NoThis {
        /// Its place within the text.
        span: Span,
    },
}

/// A part of the text: a name, perhaps called.
struct Piece {
    name: Name,
    span: Span,
    is_call: bool,
}

/// A path as far as it is read.
struct Prefix {
    path: LockPath,
    /// The type of its value.
    ty: Ty,
    /// Number of parts that are read.
    read: usize,
}

impl Prefix {
    fn of(root: LockRoot, ty: Ty, read: usize) -> Prefix {
        Prefix { path: LockPath { root, steps: Vec::new(), monitor: false }, ty, read }
    }
}

impl Java {
    /// The lock that a text names in a scope.
    ///
    /// # Errors
    ///
    /// The reason why it names none.
    pub fn resolve_lock(&mut self, scope: LockScope<'_>, text: &str) -> Result<LockPath, NoLock> {
        let inner = text.strip_prefix(MONITOR).and_then(|text| text.strip_prefix('('));
        if let Some(inner) = inner.and_then(|text| text.strip_suffix(')')) {
            return Ok(LockPath { monitor: true, ..self.resolve_lock(scope, inner)? });
        }
        let pieces = self.pieces(text)?;
        let first = self.names.text(pieces[0].name).to_owned();
        let mut prefix = match first.as_str() {
            "this" | "super" => {
                let this = self.this_of(scope, scope.class, &pieces[0])?;
                let up = first == "super";
                let ty = if up { self.above(scope.class) } else { this.ty };
                Prefix { ty, ..this }
            }
            "itself" if self.lock_variable(scope, &pieces[0]).is_none() => Prefix::of(LockRoot::Itself, Ty::UNKNOWN, 1),
            _ if self.begins_with_class(scope, &pieces) => self.lock_in_type(scope, &pieces)?,
            _ => match self.lock_variable(scope, &pieces[0]) {
                Some(found) => found?,
                None => self.lock_in_type(scope, &pieces)?,
            },
        };
        while let Some(piece) = pieces.get(prefix.read) {
            prefix = self.lock_step(prefix, piece)?;
        }
        Ok(prefix.path)
    }

    /// Returns true for `C.class` and `C.this` of a known class, whatever else has its name.
    fn begins_with_class(&mut self, scope: LockScope<'_>, pieces: &[Piece]) -> bool {
        let Some(second) = pieces.get(1) else { return false };
        let types = Scope { file: self.classes[scope.class.index()].file, class: Some(scope.class), extra: Vec::new() };
        matches!(self.names.text(second.name), "class" | "this")
            && matches!(self.type_named(&types, pieces[0].name), Some(Named::Class(_)))
    }

    fn above(&self, class: ClassNo) -> Ty {
        self.tables.infos[class.index()].supers.first().copied().unwrap_or(self.known.object)
    }

    fn pieces(&mut self, text: &str) -> Result<Vec<Piece>, NoLock> {
        let (mut start, mut end) = (0, text.len());
        let trim = |start: &mut usize, end: &mut usize| {
            *end = *start + text[*start..*end].trim_end().len();
            *start = *end - text[*start..*end].trim_start().len();
        };
        trim(&mut start, &mut end);
        // Brackets leave no trace.
        while text[start..end].starts_with('(') && text[start..end].ends_with(')') && text[start..end].len() > 2 {
            (start, end) = (start + 1, end - 1);
            trim(&mut start, &mut end);
        }
        let mut pieces = Vec::new();
        for part in text[start..end].split('.') {
            let (mut from, mut to) = (start, start + part.len());
            start = to + 1;
            trim(&mut from, &mut to);
            let part = &text[from..to];
            let name = part.strip_suffix(')').and_then(|p| p.trim_end().strip_suffix('(')).map(str::trim_end);
            let (name, is_call) = (name.unwrap_or(part), name.is_some());
            let letters = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
            if !name.starts_with(|c: char| letters(c) && !c.is_ascii_digit()) || !name.chars().all(letters) {
                return Err(NoLock::Syntax);
            }
            pieces.push(Piece {
                name: self.names.intern(&escaped(name)),
                span: Span::new(from as u32, to as u32),
                is_call,
            });
        }
        Ok(pieces)
    }

    /// The `this` of a class around the scope.
    fn this_of(&mut self, scope: LockScope<'_>, class: ClassNo, at: &Piece) -> Result<Prefix, NoLock> {
        let (mut around, mut is_static) = (scope.class, scope.is_static);
        while around != class {
            is_static |= !self.classes[around.index()].has_outer_instance;
            match self.classes[around.index()].outer {
                Some(outer) => around = outer,
                None => return Err(NoLock::NoThis { span: at.span }),
            }
        }
        if is_static {
            return Err(NoLock::NoThis { span: at.span });
        }
        Ok(Prefix::of(LockRoot::This(class), self.this_type(class), 1))
    }

    /// A variable, field or method of the classes around the scope.
    fn lock_variable(&mut self, scope: LockScope<'_>, piece: &Piece) -> Option<Result<Prefix, NoLock>> {
        let mut around = Some(scope.class);
        while let Some(class) = around {
            if !piece.is_call
                && let Some((root, ty)) = self.lock_local(scope, class, piece.name)
            {
                return Some(Ok(Prefix::of(root, ty, 1)));
            }
            if let Some((step, declared, is_static)) = self.lock_member(class, piece) {
                if is_static {
                    return Some(Ok(self.of_class(step, declared, 1)));
                }
                return Some(self.this_of(scope, class, piece).map(|this| self.stepped(this, step)));
            }
            around = self.classes[class.index()].outer;
        }
        let field = self.static_field(self.classes[scope.class.index()].file, piece.name).filter(|_| !piece.is_call)?;
        let declared = self.fields[field.index()].class;
        Some(Ok(self.of_class(LockStep::Field(field), declared, 1)))
    }

    fn lock_local(&self, scope: LockScope<'_>, class: ClassNo, name: Name) -> Option<(LockRoot, Ty)> {
        if let Some((body, locals)) = scope.locals {
            let here = |l: &&LocalNo| {
                let local = &body.locals[l.index()];
                local.name == name && body.parts[local.part as usize].class == class
            };
            if let Some(local) = locals.iter().rev().find(here) {
                return Some((LockRoot::Local(*local), body.locals[local.index()].ty.ty));
            }
        }
        let method = scope.method.filter(|_| class == scope.class)?;
        let parameters = &self.methods[method.index()].parameters;
        let i = parameters.iter().position(|p| p.name == name)?;
        Some((LockRoot::Parameter(i as u32), parameters[i].ty.ty))
    }

    /// A field, or a method without parameters, of a class; with the class that declares it.
    fn lock_member(&mut self, class: ClassNo, piece: &Piece) -> Option<(LockStep, ClassNo, bool)> {
        if !piece.is_call {
            let field = self.field_of(class, piece.name)?;
            let data = &self.fields[field.index()];
            return Some((LockStep::Field(field), data.class, data.modifiers.is_static()));
        }
        let methods = self.methods_of(class, piece.name);
        let method = methods.iter().copied().find(|m| self.methods[m.index()].parameters.is_empty())?;
        let data = &self.methods[method.index()];
        Some((LockStep::Call(method), data.class, data.modifiers.is_static()))
    }

    fn of_class(&mut self, step: LockStep, class: ClassNo, read: usize) -> Prefix {
        let ty = self.class_type(class, List::EMPTY);
        self.stepped(Prefix::of(LockRoot::ClassObject(class), ty, read), step)
    }

    /// The path with a step more.
    fn stepped(&mut self, mut prefix: Prefix, step: LockStep) -> Prefix {
        let (class, declared) = match step {
            LockStep::Field(f) => (Some(self.fields[f.index()].class), self.fields[f.index()].ty.ty),
            LockStep::Call(m) => (Some(self.methods[m.index()].class), self.methods[m.index()].result.ty),
            LockStep::External(_) => (None, Ty::UNKNOWN),
        };
        let seen = class.map_or(Ty::UNKNOWN, |class| self.member_seen(prefix.ty, class, declared));
        prefix.ty = self.upper(seen);
        prefix.path.steps.push(step);
        prefix
    }

    fn lock_step(&mut self, mut prefix: Prefix, piece: &Piece) -> Result<Prefix, NoLock> {
        prefix.read += 1;
        let read = prefix.read;
        let classes = self.classes_of(prefix.ty);
        for class in &classes {
            if let Some((step, declared, is_static)) = self.lock_member(*class, piece) {
                return Ok(if is_static { self.of_class(step, declared, read) } else { self.stepped(prefix, step) });
            }
        }
        let is_word = matches!(self.names.text(piece.name), "class" | "this" | "super");
        if !is_word && (classes.is_empty() || classes.iter().any(|c| self.may_have(*c, piece.name))) {
            return Ok(self.stepped(prefix, LockStep::External(piece.name)));
        }
        Err(NoLock::NoMember { span: piece.span })
    }

    /// Returns true if a simple name may be that of a class of a text that is not there.
    fn may_know(&mut self, scope: &Scope, name: Name) -> bool {
        let mut around = scope.class;
        while let Some(class) = around {
            self.ensure_header(class);
            if self.may_have(class, name) {
                return true;
            }
            around = self.classes[class.index()].outer;
        }
        self.imports_unknown(scope.file)
    }

    /// A path that begins with the name of a class.
    fn lock_in_type(&mut self, scope: LockScope<'_>, pieces: &[Piece]) -> Result<Prefix, NoLock> {
        let names: Vec<Name> = pieces.iter().take_while(|p| !p.is_call).map(|p| p.name).collect();
        let unknown = NoLock::UnknownName { span: pieces[0].span };
        let file = self.classes[scope.class.index()].file;
        let imported = |java: &mut Java| {
            // A static member of a class that nothing declares.
            let of = Prefix::of(LockRoot::ExternalClass(pieces[0].name), Ty::UNKNOWN, 1);
            let imports = java.imports_static(file, pieces[0].name);
            if imports { Ok(java.stepped(of, LockStep::External(pieces[0].name))) } else { Err(unknown) }
        };
        let types = Scope { file, class: Some(scope.class), extra: Vec::new() };
        let Some(first) = names.first() else { return Err(unknown) };
        let (mut class, mut read) = match self.type_named(&types, *first) {
            Some(Named::Class(class)) => (class, 1),
            Some(Named::External(name)) => return Ok(external_class(name, 1, pieces, self)),
            Some(Named::Variable(_)) => return Err(unknown),
            None => {
                let found = (2..=names.len()).find_map(|n| Some((self.qualified_class(&names[..n])?, n)));
                match found {
                    Some(found) => found,
                    // `C.class` of a class that is not known can be of a package that is imported, or of a class above.
                    None if names.len() == 2 && !self.may_know(&types, *first) => return Err(unknown),
                    // `a.b.C.class` of a class that nothing declares.
                    None if pieces.len() > 1 && self.names.text(pieces[pieces.len() - 1].name) == "class" => {
                        let name = self.package(&names[..names.len() - 1]);
                        return Ok(external_class(name, names.len() - 1, pieces, self));
                    }
                    None => return imported(self),
                }
            }
        };
        loop {
            let Some(piece) = pieces.get(read) else { return Err(NoLock::UnknownName { span: pieces[read - 1].span }) };
            read += 1;
            match self.names.text(piece.name) {
                "class" => return Ok(Prefix::of(LockRoot::ClassObject(class), Ty::UNKNOWN, read)),
                "this" => return self.this_of(scope, class, piece).map(|this| Prefix { read, ..this }),
                "super" => {
                    let this = self.this_of(scope, class, piece)?;
                    return Ok(Prefix { read, ty: self.above(class), ..this });
                }
                _ => {}
            }
            match self.lock_member(class, piece) {
                Some((step, declared, true)) => return Ok(self.of_class(step, declared, read)),
                Some((_, _, false)) => return Err(NoLock::NoThis { span: piece.span }),
                None => match self.member_type(class, piece.name).filter(|_| !piece.is_call) {
                    Some(member) => class = member,
                    None if self.may_have(class, piece.name) => {
                        let of = Prefix::of(LockRoot::ClassObject(class), Ty::UNKNOWN, read);
                        return Ok(self.stepped(of, LockStep::External(piece.name)));
                    }
                    None => return Err(NoLock::NoMember { span: piece.span }),
                },
            }
        }
    }
}

fn external_class(name: Name, read: usize, pieces: &[Piece], java: &Java) -> Prefix {
    let is_class = pieces.get(read).is_some_and(|p| java.names.text(p.name) == "class");
    Prefix::of(LockRoot::ExternalClass(name), Ty::UNKNOWN, read + usize::from(is_class))
}
