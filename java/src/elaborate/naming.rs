//! Names in the calculus: unique, and Java's own where that is possible, with each `$` twice ([`spelling`](crate::spelling)). Whatever differs has one `$`, and [`Origins`](crate::origins::Origins) maps it back.

use super::Elaborator;
use super::types::Sort;
use crate::syntax::{At, NodeKind, Role};
use crate::tree::{ClassKind, ClassNo, FieldNo, Member, MethodNo, Nesting};
use crate::types::Ty;
use racefree_grammar::Span;
use racefree_grammar::ast::ExprId;
use racefree_grammar::name::Name;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Names that were given.
#[derive(Default)]
pub(super) struct Naming {
    classes: FxHashMap<ClassNo, Name>,
    taken: FxHashSet<Name>,
    fields: FxHashMap<FieldNo, Name>,
    methods: FxHashMap<MethodNo, Name>,
    /// Methods that a method overrides: every call asks for the outermost one.
    pub(super) overridden: FxHashMap<MethodNo, Arc<[MethodNo]>>,
    /// First signature that a method's name was given for, and the names for others.
    signatures: FxHashMap<(Name, Box<[Ty]>), Name>,
    plain: FxHashMap<Name, u32>,
    /// Names of the fields of enclosing instances, by class.
    outers: FxHashMap<ClassNo, Name>,
    numbers: FxHashMap<ClassNo, u32>,
}

/// The name of the only constructor of a class.
pub(super) const CONSTRUCTOR: &str = "constructor";

impl Elaborator<'_> {
    pub(super) fn intern(&mut self, text: &str) -> Name {
        self.java.names.intern(text)
    }

    /// The name of a class.
    pub(super) fn class_name(&mut self, class: ClassNo) -> Name {
        if let Some(&known) = self.naming.classes.get(&class) {
            return known;
        }
        let it = &self.java.classes[class.index()];
        let (simple, outer, qualified, nesting) = (it.name, it.outer, it.qualified, it.nesting);
        let whole = self.text(qualified).to_owned();
        let last = whole.rsplit('.').next().unwrap_or(&whole).to_owned();
        let mut made = match outer {
            Some(outer) => {
                let outer = self.class_name(outer);
                format!("{}${last}", self.text(outer))
            }
            None => self.text(simple).to_owned(),
        };
        let predefined = [Name::OBJECT, Name::STRING];
        let mut name = self.intern(&made);
        while predefined.contains(&name) || !self.naming.taken.insert(name) {
            made = match made.contains('$') || !whole.contains('.') {
                true => format!("{made}$other"),
                false => whole.replace('.', "$"),
            };
            name = self.intern(&made);
        }
        let shown = match nesting {
            Nesting::Anonymous => format!("the anonymous class {last}"),
            _ => self.text(simple).to_owned(),
        };
        self.found.origins.named(&made, &shown);
        self.found.origins.named(&format!("{made}$class"), &format!("{shown}.class"));
        self.naming.classes.insert(class, name);
        name
    }

    /// Takes the name of a class. Returns false if another class has it.
    pub(super) fn takes_name(&mut self, name: Name) -> bool {
        self.naming.taken.insert(name)
    }

    /// The name of the class that holds the static members of a class.
    pub(super) fn side_name(&mut self, class: ClassNo) -> Name {
        let name = self.class_name(class);
        let made = format!("{}$class", self.text(name));
        self.intern(&made)
    }

    /// The name of the constant `C.class`.
    pub(super) fn constant_name(&mut self, class: ClassNo) -> Name {
        let name = self.class_name(class);
        let made = format!("{}.class", self.text(name));
        self.intern(&made)
    }

    /// `C.class` of a declared class.
    pub(super) fn class_object(&mut self, class: ClassNo, span: Span) -> ExprId {
        let name = self.constant_name(class);
        self.out.constant(name, span)
    }

    /// `C.class` of an external class, by its qualified name.
    pub(super) fn external_class_object(&mut self, class: Name, span: Span) -> ExprId {
        let shown = self.text(class).to_owned();
        // No declared class has this name.
        let made = format!("{}$external", shown.replace('.', "$"));
        self.found.origins.named(&made, &shown);
        let name = self.intern(&format!("{made}.class"));
        self.out.constant(name, span)
    }

    /// A name `x$suffix` that Java has as `x`.
    pub(super) fn variant(&mut self, java: Name, suffix: &str) -> Name {
        let shown = self.text(java).to_owned();
        let made = format!("{shown}${suffix}");
        // Of a name that is made already, the name in Java.
        let shown = self.found.origins.name(&self.java.names, java).into_owned();
        self.found.origins.named(&made, &shown);
        self.intern(&made)
    }

    /// The superclass that is declared, whatever text declares it; of an enum `java.lang.Enum`, if that is among the sources.
    pub(super) fn superclass(&mut self, class: ClassNo) -> Option<ClassNo> {
        let it = &self.java.classes[class.index()];
        match it.superclass {
            Some(written) => self.java.types.class(written.ty),
            None if it.kind == ClassKind::Enum => {
                let above = self.above(class);
                above.into_iter().skip(1).find(|c| !self.java.classes[c.index()].kind.is_interface())
            }
            None => None,
        }
    }

    /// A class and all that is declared above it, each once.
    pub(super) fn above(&mut self, class: ClassNo) -> Vec<ClassNo> {
        self.java.ancestors(class).iter().map(|(above, _)| *above).collect()
    }

    /// Returns true if a class is another one or below it.
    pub(super) fn is_below(&mut self, class: ClassNo, other: ClassNo) -> bool {
        class == other || self.java.ancestors(class).iter().any(|(above, _)| *above == other)
    }

    /// The name of a field; one that hides another has a name of its own.
    pub(super) fn field_name(&mut self, field: FieldNo) -> Name {
        if let Some(&known) = self.naming.fields.get(&field) {
            return known;
        }
        let it = &self.java.fields[field.index()];
        let (java, class, is_static) = (it.name, it.class, it.modifiers.is_static());
        let mut name = java;
        let hides = |it: &mut Self| {
            it.above(class).into_iter().skip(1).any(|above| {
                it.java.classes[above.index()].members.iter().any(|member| {
                    matches!(*member, Member::Field(f) if {
                        let other = &it.java.fields[f.index()];
                        other.name == java && !other.modifiers.is_static()
                    })
                })
            })
        };
        if !is_static && hides(self) {
            let owner = self.class_name(class);
            let owner = self.text(owner).to_owned();
            name = self.variant(java, &owner);
        }
        self.naming.fields.insert(field, name);
        name
    }

    /// Name and erased parameters of a method.
    pub(super) fn signature(&mut self, method: MethodNo) -> (Name, Box<[Ty]>) {
        let types = self.java.parameter_types(method);
        let types = types.into_iter().map(|ty| self.java.types.erased(ty)).collect();
        (self.java.methods[method.index()].name, types)
    }

    /// Methods of a class by Java name; constructors are none.
    pub(super) fn methods_named(&mut self, class: ClassNo, name: Name) -> Vec<MethodNo> {
        self.java.ensure_members(class);
        self.java.tables.methods.get(&(class, name)).cloned().unwrap_or_default()
    }

    /// The method that a method overrides, the nearest one.
    pub(super) fn overridden(&mut self, method: MethodNo) -> Option<MethodNo> {
        self.all_overridden(method).first().copied()
    }

    /// The name of a method or constructor: that of the method that it overrides, else one for its signature.
    pub(super) fn method_name(&mut self, method: MethodNo) -> Name {
        if let Some(&known) = self.naming.methods.get(&method) {
            return known;
        }
        let it = &self.java.methods[method.index()];
        let (class, is_private) = (it.class, it.modifiers.is_private() && !it.modifiers.is_static());
        let name = if self.constructs(method) {
            self.constructor_name(class, method)
        } else if let Some(over) = self.overridden(method) {
            self.method_name(over)
        } else {
            self.own_name(class, method, is_private)
        };
        self.naming.methods.insert(method, name);
        name
    }

    fn signature_name(&mut self, key: (Name, Box<[Ty]>)) -> Name {
        if let Some(&known) = self.naming.signatures.get(&key) {
            return known;
        }
        let java = key.0;
        // A constructor is called so there.
        let java = if self.text(java) == CONSTRUCTOR { self.variant(java, "method") } else { java };
        // `Object` has a method of this name in the calculus.
        let predefined = self.text(java) == "equals";
        let overrides = predefined && matches!(key.1[..], [one] if self.sort(one) == Sort::Object);
        let number = self.naming.plain.entry(java).or_insert(u32::from(predefined));
        *number += u32::from(!overrides);
        let number = if overrides { 1 } else { *number };
        let name = self.numbered(java, number);
        self.naming.signatures.insert(key, name);
        name
    }

    /// The first of a name is the name itself.
    fn numbered(&mut self, java: Name, number: u32) -> Name {
        if number == 1 {
            return java;
        }
        self.variant(java, &number.to_string())
    }

    /// A private method overrides none and is overridden by none, so its name is its class's alone, and so is one for which a class above has a
    /// method that it does not override.
    fn own_name(&mut self, class: ClassNo, method: MethodNo, is_private: bool) -> Name {
        let (key, java) = (self.signature(method), self.java.methods[method.index()].name);
        let name = self.signature_name(key);
        let is_alone = is_private
            || self.has_code(class) && {
                let above = self.above(class).into_iter().skip(1);
                let all: Vec<MethodNo> = above.flat_map(|c| self.methods_named(c, java)).collect();
                all.into_iter().any(|other| self.is_hidden(other, method))
            };
        if !is_alone {
            return name;
        }
        let owner = self.class_name(class);
        let made = format!("{}${}", self.text(name), self.text(owner));
        let shown = self.text(java).to_owned();
        self.found.origins.named(&made, &shown);
        self.intern(&made)
    }

    fn constructor_name(&mut self, class: ClassNo, method: MethodNo) -> Name {
        let all = self.java.constructors_of(class);
        let number = all.iter().position(|m| *m == method).unwrap_or(0) as u32 + 1;
        let plain = self.intern(CONSTRUCTOR);
        self.numbered(plain, number)
    }

    /// The name of a constructor, or of the only one of a class that writes none.
    pub(super) fn name_of_constructor(&mut self, method: Option<MethodNo>) -> Name {
        match method {
            Some(method) => self.method_name(method),
            None => self.intern(CONSTRUCTOR),
        }
    }

    /// The field of a class's enclosing instance.
    pub(super) fn outer_field(&mut self, inner: ClassNo, outer: ClassNo) -> Name {
        if let Some(&known) = self.naming.outers.get(&inner) {
            return known;
        }
        let name = match self.with_outer_of(inner) {
            Some(above) => self.outer_field(above, outer),
            None => {
                let above = self.above(inner).into_iter().skip(1);
                let depth = above.filter(|c| self.java.classes[c.index()].has_outer_instance).count();
                self.this_field(outer, depth)
            }
        };
        self.naming.outers.insert(inner, name);
        name
    }

    /// The superclass whose field of the enclosing instance a class inherits: that of another class in the same one, for which no constructor
    /// says another object.
    pub(super) fn with_outer_of(&mut self, inner: ClassNo) -> Option<ClassNo> {
        let above = self.superclass(inner).filter(|above| !self.is_opaque(*above))?;
        let has_same = |it: &Self| {
            let [own, other] = [inner, above].map(|class| &it.java.classes[class.index()]);
            let both = own.has_outer_instance && other.has_outer_instance && own.outer == other.outer;
            both && own.nesting != Nesting::Anonymous
        };
        let says_none = |it: &Self| {
            let it = &it.java;
            let syntax = it.syntax(it.classes[inner.index()].file);
            it.classes[inner.index()].members.iter().all(|member| {
                let (_, at) = it.site(*member);
                let mut nodes = (at.0..syntax.node(at).next).map(At);
                !nodes.any(|at| {
                    syntax.kind(at) == NodeKind::ExplicitConstructor && syntax.child(at, Role::Object).is_some()
                })
            })
        };
        (has_same(self) && says_none(self)).then_some(above)
    }

    /// The name of a field that has an enclosing instance of a class, behind so many others in superclasses.
    pub(super) fn this_field(&mut self, outer: ClassNo, depth: usize) -> Name {
        let shown = self.text(self.java.classes[outer.index()].name).to_owned();
        // Classes that are enclosing ones are numbered in the order in which they are met.
        let next = self.naming.numbers.len() as u32;
        let number = *self.naming.numbers.entry(outer).or_insert(next);
        let made = if depth == 0 { format!("this${number}") } else { format!("this${depth}${number}") };
        self.found.origins.outer(&made, &shown);
        self.intern(&made)
    }
}
