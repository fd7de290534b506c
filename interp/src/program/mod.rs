//! The resolved program as the engines need it: the places of fields in objects, members by name, types and locks with
//! their variables in registers. Errors that prevent a run are reported here ([`CannotRun`]).

pub mod error;
mod java;
mod members;
mod paths;
mod unread;

pub use error::{CannotRun, Kind};
pub use java::{ELEMENTS, JavaNames, JavaTables, element, element_number};
pub use members::{Field, FieldAt, FieldSlot};
pub(crate) use paths::ghost as ghost_of;
pub use paths::{LockPath, Reg, Root, Scope, Ty, resolve_path, resolve_type};
pub use racefree_program::{ByName, Class, ClassId, Classes, FieldId, Member, MethodId, Predefined};

use crate::ops::Text;
use racefree_grammar::ast::{Dialect, MethodKind, Program};
use racefree_grammar::name::Name;
use racefree_program::Resolved;
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock};

/// A program whose names are resolved.
#[derive(Clone)]
pub struct Tables {
    /// The syntax tree.
    pub program: Arc<Program>,
    /// The class hierarchy.
    pub classes: Classes,
    /// Every field, in the order of [`Program::fields`].
    pub fields: Vec<Field>,
    /// For each class, the number of fields of its objects, inherited ones included.
    pub sizes: Vec<u32>,
    /// Fields by the names that occur in field declarations.
    pub field_names: ByName<FieldAt>,
    /// Methods by name.
    pub method_names: ByName<MethodId>,
    /// For each method of [`Program::methods`], the class that declares it.
    pub method_owner: Vec<ClassId>,
    /// For each class, the ghost arguments that it gives its superclass; register 0 is `this`.
    pub extends: Vec<Vec<LockPath>>,
    /// The string literals, in the order of their names; object number `i` is the `i`-th.
    pub literals: Vec<Name>,
    /// The number of each literal's object.
    pub literal_objects: FxHashMap<Name, u32>,
    /// The texts of the literals, in the same order.
    pub texts: Vec<Text>,
    /// For the forms of the dialect of Java.
    pub java: JavaTables,
    digest: OnceLock<u64>,
}

impl Tables {
    /// Resolves the declarations of a program; `names` are those that Java has, if it was made of Java.
    ///
    /// # Errors
    ///
    /// All errors of hierarchy, scope and arity in declarations (those in code are found when it is compiled).
    pub fn new(program: Arc<Program>, names: JavaNames) -> Result<Tables, Vec<CannotRun>> {
        let resolved = Resolved::new(&program);
        let mut errors = error::of_declarations(&resolved);
        let (fields, field_names, sizes) = members::fields(&resolved, &mut errors);
        let (method_names, method_owner, extends) = members::methods(&resolved, &mut errors);
        let classes = resolved.into_classes();
        let mut literals: Vec<Name> = program
            .exprs
            .iter()
            .filter_map(|e| match e {
                racefree_grammar::ast::Expr::Str(text) => Some(*text),
                _ => None,
            })
            .collect();
        literals.sort_unstable();
        literals.dedup();
        let literal_objects = literals.iter().enumerate().map(|(i, &n)| (n, i as u32)).collect();
        let texts = literals.iter().map(|&n| program.text(n).encode_utf16().collect()).collect();
        let mut java = JavaTables::new(&program, &classes, &method_owner, literals.len());
        java.has_forms |= names.own_end.is_some();
        java.names = names;
        if errors.is_empty() {
            Ok(Tables {
                program,
                classes,
                fields,
                sizes,
                field_names,
                method_names,
                method_owner,
                extends,
                literals,
                literal_objects,
                texts,
                java,
                digest: OnceLock::new(),
            })
        } else {
            Err(errors)
        }
    }

    /// Identifies the program: a hash of its syntax, not of its layout.
    pub fn digest(&self) -> u64 {
        *self.digest.get_or_init(|| digest(&self.program))
    }

    /// `H(o).fd` for an object of class `class`: the field, if the class has it.
    #[inline]
    pub fn field_of(&self, class: ClassId, name: Name) -> Option<FieldAt> {
        self.field_names.get(name)?.find(class)
    }

    /// `mn` looked up from `class`; a method with a body before one without, which an interface may have.
    pub fn method_of(&self, class: ClassId, name: Name) -> Option<MethodId> {
        let member = self.method_names.get(name)?;
        let found = member.find(class);
        if !self.java.has_forms || found.is_some_and(|m| self.has_body(m)) {
            return found;
        }
        let above = self.classes.interfaces(class).iter();
        above.filter_map(|&c| member.find(c)).find(|&m| self.has_body(m)).or(found)
    }

    /// Returns false for a method without a body, and for a primitive.
    pub(crate) fn has_body(&self, method: MethodId) -> bool {
        match method {
            MethodId::Declared(m) => self.program.kind_of(&self.program.methods[m as usize]) != MethodKind::Abstract,
            MethodId::Predefined(_) => true,
        }
    }

    /// The number of parameters of a method.
    pub fn arity(&self, method: MethodId) -> usize {
        match method {
            MethodId::Declared(m) => self.program.methods[m as usize].params.len(),
            MethodId::Predefined(m) => m.arity(),
        }
    }

    /// `Class.field`, the class being the declaring one.
    pub fn field_name(&self, field: FieldId) -> String {
        if element_number(field).is_some() {
            return "an array's element".to_owned();
        }
        let f = &self.fields[field.index()];
        if self.java.is_library(self.program.fields[field.index()].name_span) {
            return format!("the contents of {}", self.class_name(f.owner));
        }
        // In Java a static member is one of the class itself.
        let class = self.written_class(f.owner);
        format!("{class}.{}", self.shown(f.name))
    }

    /// The field that stands for what an access is to: of an array's elements the first, of an object of the library its first field.
    pub fn shown_field(&self, field: FieldId) -> FieldId {
        if element_number(field).is_some() {
            return element(0);
        }
        let of = &self.program.fields[field.index()];
        if !self.java.is_library(of.name_span) {
            return field;
        }
        let own = self.classes.declaration(&self.program, self.fields[field.index()].owner);
        own.and_then(|class| class.fields.indices().next()).map_or(field, |first| FieldId(first as u32))
    }

    /// The name of a class.
    pub fn class_name(&self, class: ClassId) -> &str {
        self.shown(self.classes.get(class).name)
    }

    /// A name of the program, as its source has it.
    pub fn shown(&self, name: Name) -> &str {
        self.java.names.shown.get(&name).map_or_else(|| self.program.text(name), String::as_str)
    }

    /// `Class.method`, the class being the declaring one, of a method of the program.
    pub fn declared_method(&self, m: usize) -> String {
        format!("{}.{}", self.written_class(self.method_owner[m]), self.shown(self.program.methods[m].name))
    }

    /// The class as the text has it: in Java `C` for the class of what is static in C.
    fn written_class(&self, class: ClassId) -> &str {
        let name = self.class_name(class);
        if self.java.has_forms { name.strip_suffix(".class").unwrap_or(name) } else { name }
    }

    /// The name of a method.
    pub fn method_name(&self, method: MethodId) -> &str {
        match method {
            MethodId::Declared(m) => self.shown(self.program.methods[m as usize].name),
            MethodId::Predefined(m) => m.name(),
        }
    }

    /// Returns true for the class of the object that a lambda or the reference of a method is.
    pub fn is_lambda(&self, class: ClassId) -> bool {
        self.java.has_forms && self.class_name(class).starts_with("the lambda")
    }

    /// Returns true for a class of the library that has methods for values and objects of all classes: these are the first argument.
    pub fn stands_beside(&self, class: ClassId) -> bool {
        self.java.has_forms && self.program.text(self.classes.get(class).name).starts_with("Racefree")
    }

    /// Returns true for the method by which a program of Java begins, before its `main`.
    pub fn is_beginning(&self, method: MethodId) -> bool {
        let MethodId::Declared(m) = method else { return false };
        self.program.text(self.program.methods[m as usize].name) == "racefreeBegin"
    }

    /// Returns true for a class of the library.
    pub fn is_of_library(&self, class: ClassId) -> bool {
        let declared = self.classes.declaration(&self.program, class);
        declared.is_some_and(|class| self.java.is_library(class.name_span))
    }
}

/// A hash of the syntax that does not depend on layout, comments, or the version of any library (FNV-1a over the tables).
fn digest(program: &Program) -> u64 {
    struct Fnv(u64);
    impl std::fmt::Write for Fnv {
        fn write_str(&mut self, text: &str) -> std::fmt::Result {
            for byte in text.bytes() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
            }
            Ok(())
        }
    }
    use std::fmt::Write as _;
    let mut hash = Fnv(0xcbf2_9ce4_8422_2325);
    // Files of Java are read by several threads, which number names in any order, so it is the text that counts.
    if program.dialect == Dialect::Java {
        let _ = hash.write_str(&racefree_grammar::printer::print(program));
        return hash.0;
    }
    // Writing into a hash cannot fail.
    for c in program.classes.iter() {
        let _ = write!(
            hash,
            "{:?}{}{:?}{:?}{:?}{:?}{:?};",
            c.name, c.thread_local, c.ghosts, c.extends, c.guard, c.fields, c.methods
        );
    }
    for f in &program.fields {
        let _ = write!(hash, "{}{:?}{:?}{:?}{:?};", f.is_final, f.ty, f.name, f.guard, f.init);
    }
    for m in &program.methods {
        let _ = write!(hash, "{:?}{:?}{:?}{:?}{:?};", m.ret, m.name, m.params, m.requires, m.body);
    }
    for p in &program.params {
        let _ = write!(hash, "{:?}{:?};", p.ty, p.name);
    }
    for g in &program.ghosts {
        let _ = write!(hash, "{:?}{:?};", g.ty, g.name);
    }
    for t in program.types.iter() {
        let _ = write!(hash, "{:?};", t.kind);
    }
    for e in &program.exprs {
        let _ = write!(hash, "{e:?};");
    }
    for e in &program.lists {
        let _ = write!(hash, "{};", e.number());
    }
    for n in 0..program.names.len() {
        let _ = write!(hash, "{}\u{0}", program.names.text(Name(n as u32)));
    }
    let _ = write!(hash, "{:?}", program.main);
    hash.0
}
