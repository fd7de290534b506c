//! Names of types: what they mean where they stand (JLS 6.5.5), and types as they are written.

use super::Stage;
use crate::Java;
use crate::tree::{ClassNo, FileNo};
use crate::types::{List, Shape, Ty, VarNo};
use racefree_grammar::name::Name;

/// An import.
#[derive(Clone, Debug)]
pub(crate) struct Import {
    /// The names in it, without `*`.
    pub(crate) parts: Vec<Name>,
    pub(crate) is_static: bool,
    pub(crate) on_demand: bool,
}

/// Names that a file brings into scope.
#[derive(Clone, Debug)]
pub(crate) struct FileScope {
    pub(crate) package: Name,
    pub(crate) imports: Vec<Import>,
}

/// The meaning of a name of a type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Named {
    Class(ClassNo),
    Variable(VarNo),
    /// A class that nothing declares, by as much of its name as is known.
    External(Name),
}

/// The place where a type is written.
#[derive(Clone, Debug)]
pub(crate) struct Scope {
    pub(crate) file: FileNo,
    /// The class in whose body it stands.
    pub(crate) class: Option<ClassNo>,
    /// Type parameters of methods, and local classes; the last one of a name counts.
    pub(crate) extra: Vec<(Name, Named)>,
}

/// Classes of `java.lang` that the sources need not declare for their names to be qualified.
const LANG: &str = "
    AbstractMethodError Appendable ArithmeticException ArrayIndexOutOfBoundsException ArrayStoreException
    AssertionError AutoCloseable Boolean Byte CharSequence Character Class ClassCastException ClassLoader
    ClassNotFoundException CloneNotSupportedException Cloneable Comparable Deprecated Double Enum Error Exception
    Float FunctionalInterface IllegalArgumentException IllegalMonitorStateException IllegalStateException
    IndexOutOfBoundsException InheritableThreadLocal Integer InterruptedException Iterable LinkageError Long Math
    Module NegativeArraySizeException NoSuchFieldException NoSuchMethodException NullPointerException Number
    NumberFormatException Object OutOfMemoryError Override Package Process ProcessBuilder Readable Record
    ReflectiveOperationException Runnable Runtime RuntimeException SafeVarargs SecurityException SecurityManager
    Short StackOverflowError StackTraceElement StrictMath String StringBuffer StringBuilder
    StringIndexOutOfBoundsException SuppressWarnings System Thread ThreadDeath ThreadGroup ThreadLocal Throwable
    UnsupportedOperationException VirtualMachineError Void
";

impl Java {
    /// The meaning of a simple name of a type.
    pub(crate) fn type_named(&mut self, scope: &Scope, name: Name) -> Option<Named> {
        if let Some((_, named)) = scope.extra.iter().rev().find(|(n, _)| *n == name) {
            return Some(*named);
        }
        match scope.class {
            Some(class) => self.type_in_class(class, name),
            None => self.type_in_file(scope.file, name),
        }
    }

    fn type_in_class(&mut self, class: ClassNo, name: Name) -> Option<Named> {
        if let Some(known) = self.tables.in_class.get(&(class, name)) {
            return *known;
        }
        let named = self.type_in_class_anew(class, name);
        // Before all is entered and its supertypes are known, more can come.
        if self.tables.infos[class.index()].stage >= Stage::HeaderDone {
            self.tables.in_class.insert((class, name), named);
        }
        named
    }

    fn type_in_class_anew(&mut self, class: ClassNo, name: Name) -> Option<Named> {
        let own = self.classes[class.index()].parameters.iter();
        if let Some(variable) = own.copied().find(|v| self.types.variables[v.index()].name == name) {
            return Some(Named::Variable(variable));
        }
        if let Some(member) = self.member_type(class, name) {
            return Some(Named::Class(member));
        }
        let around = self.tables.infos[class.index()].around.clone();
        if let Some((_, named)) = around.iter().rev().find(|(n, _)| *n == name) {
            return Some(*named);
        }
        let data = &self.classes[class.index()];
        match data.outer {
            Some(outer) => self.type_in_class(outer, name),
            None => self.type_in_file(data.file, name),
        }
    }

    /// A member class, inherited ones included.
    pub(crate) fn member_type(&mut self, class: ClassNo, name: Name) -> Option<ClassNo> {
        let (mut todo, mut i) = (vec![class], 0);
        while let Some(at) = todo.get(i).copied() {
            i += 1;
            if let Some(member) = self.tables.nested.get(&(at, name)).copied() {
                if self.inherits(class, at, self.classes[member.index()].modifiers) {
                    return Some(member);
                }
                // It hides what is above it.
                continue;
            }
            self.ensure_header(at);
            for j in 0..self.tables.infos[at.index()].supers.len() {
                let above = self.types.class(self.tables.infos[at.index()].supers[j]);
                todo.extend(above.filter(|a| !todo.contains(a)));
            }
        }
        None
    }

    fn type_in_file(&mut self, file: FileNo, name: Name) -> Option<Named> {
        if let Some(known) = self.tables.in_file.get(&(file, name)) {
            return *known;
        }
        let named = self.type_in_file_anew(file, name);
        self.tables.in_file.insert((file, name), named);
        named
    }

    fn type_in_file_anew(&mut self, file: FileNo, name: Name) -> Option<Named> {
        let FileScope { package, imports } = self.tables.scopes[file.index()].clone();
        for import in imports.iter().filter(|i| !i.on_demand && i.parts.last() == Some(&name)) {
            match self.qualified_class(&import.parts) {
                Some(class) => return Some(Named::Class(class)),
                None if import.is_static => {
                    // Of a static import, the name may be a field's or a method's.
                    let outer = self.qualified_class(&import.parts[..import.parts.len() - 1]);
                    if let Some(member) = outer.and_then(|outer| self.member_type(outer, name)) {
                        return Some(Named::Class(member));
                    }
                }
                None => return Some(Named::External(self.package(&import.parts))),
            }
        }
        if let Some(class) = self.top(package, name) {
            return Some(Named::Class(class));
        }
        for import in imports.iter().filter(|i| i.on_demand) {
            let class = match self.qualified_class(&import.parts) {
                Some(outer) if import.is_static => self.member_type(outer, name),
                // Only what the class declares itself.
                Some(outer) => self.tables.nested.get(&(outer, name)).copied(),
                None if import.is_static => None,
                None => {
                    let from = self.package(&import.parts);
                    let class = self.top(from, name);
                    // A class that its package keeps to itself is not imported.
                    class.filter(|c| from == package || self.classes[c.index()].modifiers.is_public())
                }
            };
            if let Some(class) = class {
                return Some(Named::Class(class));
            }
        }
        self.type_of_lang(name)
    }

    /// Returns true if a file imports all classes of a package that the sources do not have whole.
    pub(crate) fn imports_unknown(&mut self, file: FileNo) -> bool {
        let imports = self.tables.scopes[file.index()].imports.clone();
        imports.iter().filter(|import| import.on_demand).any(|import| {
            let package = self.package(&import.parts);
            let declared = self.tables.packages.contains(&package)
                && self.tables.top.iter().any(|((of, _), class)| {
                    *of == package && self.classes[class.index()].origin == crate::tree::Origin::Source
                });
            // A class of Java itself that is a lock is imported by its name, or its stub is there.
            let of_java = ["java.", "javax."].iter().any(|root| self.names.text(package).starts_with(root));
            !declared && !of_java && self.qualified_class(&import.parts).is_none()
        })
    }

    fn type_of_lang(&mut self, name: Name) -> Option<Named> {
        let lang = self.names.intern("java.lang");
        if let Some(class) = self.top(lang, name) {
            return Some(Named::Class(class));
        }
        let known = LANG.split_whitespace().any(|known| known == self.names.text(name));
        let qualified = known.then(|| self.join(lang, name))?;
        Some(Named::External(self.names.intern(&qualified)))
    }

    /// The class of a qualified name, package first: the shortest package that has such a class counts.
    pub(crate) fn qualified_class(&mut self, parts: &[Name]) -> Option<ClassNo> {
        for n in 0..parts.len() {
            let package = self.package(&parts[..n]);
            if n > 0 && self.is_closed() && !self.tables.packages.contains(&package) {
                return None;
            }
            if let Some(mut class) = self.top(package, parts[n]) {
                for name in &parts[n + 1..] {
                    class = self.member_type(class, *name)?;
                }
                return Some(class);
            }
        }
        None
    }

    /// A class of `java.lang`, declared or not.
    pub(crate) fn lang(&mut self, name: &str) -> Ty {
        self.lang_of(name, &[])
    }

    /// The same, with type arguments.
    pub(crate) fn lang_of(&mut self, name: &str, arguments: &[Ty]) -> Ty {
        let (name, list) = (self.names.intern(name), self.types.list(arguments));
        match self.type_of_lang(name) {
            Some(Named::Class(class)) => self.class_type(class, list),
            Some(Named::External(name)) => self.types.of(Shape::External(name, list)),
            _ => Ty::UNKNOWN,
        }
    }

    /// The type of a class with all its arguments.
    pub(crate) fn class_type(&mut self, class: ClassNo, arguments: List) -> Ty {
        self.types.of(Shape::Class(class, arguments))
    }

    /// The type of `this` in a class: its parameters are the arguments.
    pub(crate) fn this_type(&mut self, class: ClassNo) -> Ty {
        let parameters = self.tables.infos[class.index()].parameters.clone();
        let parameters: Vec<Ty> = parameters.iter().map(|v| self.types.of(Shape::Variable(*v))).collect();
        let list = self.types.list(&parameters);
        self.class_type(class, list)
    }
}
