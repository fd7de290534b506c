//! Clients in Java: a `main` that makes an object and calls two of its methods from two threads, so that a pair of an open program can be run.

use racefree_grammar::Span;
use racefree_java::Java;
use racefree_java::tree::{Class, ClassKind, ClassNo, Method, MethodKind, Nesting, Origin};
use racefree_java::types::{Primitive, Shape, Ty};

/// Most constructors inside one another that make an argument.
const DEEPEST: usize = 2;

/// A method that a client can call.
#[derive(Clone, Debug)]
pub struct Callable {
    /// The name of the method, in the text.
    pub name: Span,
    /// `C.m`
    pub shown: String,
    package: String,
    /// The class, as code of its package names it.
    class: String,
    /// An object of it; none for a static method.
    object: Option<String>,
    /// `m(1, null)`
    call: String,
}

/// Name of the class of a client.
const CLIENT: &str = "RacefreeClient";

/// The text of a client of two calls, on one object if they are of one class; before them main may make another one, of a method of one of these
/// classes. None, if no code can see both.
pub fn client(a: &Callable, b: &Callable, before: Option<&Callable>) -> Option<String> {
    if a.package != b.package {
        return None;
    }
    let package = if a.package.is_empty() { String::new() } else { format!("package {};\n", a.package) };
    let variable = |name: &str, of: &Callable| {
        of.object.as_ref().map_or_else(String::new, |object| format!("    final {} {name} = {object};\n", of.class))
    };
    let same = a.class == b.class && a.object.is_some() && b.object.is_some();
    let objects = if same { variable("a", a) } else { variable("a", a) + &variable("b", b) };
    let thread = |name: &str, of: &Callable| {
        let receiver = if of.object.is_some() { name } else { &of.class };
        format!("    new Thread(() -> {{ try {{ {receiver}.{}; }} catch (Throwable e) {{ }} }}).start();\n", of.call)
    };
    let before = before.map_or_else(String::new, |of| {
        let name = if of.class == a.class || same { "a" } else { "b" };
        let receiver = if of.object.is_some() { name } else { &of.class };
        format!("    try {{ {receiver}.{}; }} catch (Throwable e) {{ }}\n", of.call)
    });
    let threads = thread("a", a) + &thread(if same { "a" } else { "b" }, b);
    Some(format!(
        "{package}class {CLIENT} {{\n  public static void main(String[] args) throws Exception {{\n{objects}{before}{threads}  }}\n}}\n"
    ))
}

/// The methods that a client of two calls can call before them: those of one of their objects, by their numbers.
pub fn before(all: &[Callable], (a, b): (usize, usize)) -> impl Iterator<Item = usize> {
    let of = [&all[a], &all[b]];
    let calls = move |c: &Callable| {
        of.iter()
            .any(|one| c.class == one.class && c.package == one.package && (c.object.is_none() || one.object.is_some()))
    };
    (0..all.len()).filter(move |&i| calls(&all[i]))
}

/// A `main` for classes that have none: two threads that call all these methods, one after the other, each class on one object.
pub struct Harness {
    /// The text of its file.
    pub text: String,
    /// The methods, `C.m`.
    pub calls: Vec<String>,
}

/// The harness of the package with the most of these methods; none, if there are none.
pub fn harness(all: &[Callable]) -> Option<Harness> {
    let of = |package: &str| all.iter().filter(|c| c.package == package).count();
    let package = all.iter().map(|c| c.package.as_str()).max_by_key(|package| of(package))?;
    let own: Vec<&Callable> = all.iter().filter(|c| c.package == package).collect();
    let mut classes: Vec<(&str, &str)> = Vec::new();
    for callable in &own {
        if let (Some(object), false) = (&callable.object, classes.iter().any(|(class, _)| *class == callable.class)) {
            classes.push((&callable.class, object));
        }
    }
    let number = |class: &str| classes.iter().position(|(of, _)| *of == class).unwrap_or_default();
    let objects: String = classes
        .iter()
        .enumerate()
        .map(|(i, (class, object))| format!("    final {class} o{i} = {object};\n"))
        .collect();
    let calls: String = own
        .iter()
        .map(|c| {
            let receiver = c.object.as_ref().map_or(c.class.clone(), |_| format!("o{}", number(&c.class)));
            format!("      try {{ {receiver}.{}; }} catch (Throwable e) {{ }}\n", c.call)
        })
        .collect();
    let head = if package.is_empty() { String::new() } else { format!("package {package};\n") };
    let text = format!(
        "{head}class {CLIENT} {{\n  public static void main(String[] args) throws Exception {{\n{objects}    final Runnable calls = () -> {{\n{calls}    }};\n    new Thread(calls).start();\n    new Thread(calls).start();\n  }}\n}}\n"
    );
    let mut calls: Vec<String> = own.iter().map(|c| c.shown.clone()).collect();
    calls.dedup();
    Some(Harness { text, calls })
}

/// The methods that clients can call.
pub fn callable(java: &Java) -> Vec<Callable> {
    let maker = Maker { java };
    let own = java.methods.iter().filter(|m| java.classes[m.class.index()].origin == Origin::Source);
    own.filter(|m| m.kind == MethodKind::Plain && !m.modifiers.is_private()).filter_map(|m| maker.callable(m)).collect()
}

struct Maker<'j> {
    java: &'j Java,
}

impl Maker<'_> {
    fn class(&self, class: ClassNo) -> &Class {
        &self.java.classes[class.index()]
    }

    /// The package of a class, and its name in it.
    fn names(&self, class: ClassNo) -> (String, String) {
        let mut top = class;
        while let Some(outer) = self.class(top).outer {
            top = outer;
        }
        let (of_top, name) =
            (self.java.names.text(self.class(top).qualified), self.java.names.text(self.class(top).name));
        let package = of_top.strip_suffix(name).unwrap_or("").trim_end_matches('.').to_owned();
        let own = self.java.names.text(self.class(class).qualified);
        let behind = if package.is_empty() { own } else { own.get(package.len() + 1..).unwrap_or(own) };
        (package, behind.to_owned())
    }

    fn callable(&self, method: &Method) -> Option<Callable> {
        let (package, class) = self.names(method.class);
        if !self.is_seen(method.class) {
            return None;
        }
        let object = match method.modifiers.is_static() {
            true => None,
            false => Some(self.object(method.class, 0)?),
        };
        let name = self.java.names.text(method.name);
        let args = method.parameters.iter().map(|p| self.value(p.ty.ty, 0));
        let call = format!("{name}({})", args.collect::<Vec<_>>().join(", "));
        let simple = class.rsplit('.').next().unwrap_or(&class).to_owned();
        Some(Callable { name: method.name_span, shown: format!("{simple}.{name}"), package, class, object, call })
    }

    /// True for a class that other code of its package can name.
    fn is_seen(&self, class: ClassNo) -> bool {
        let it = self.class(class);
        let named = matches!(it.nesting, Nesting::Top | Nesting::Member) && !it.modifiers.is_private();
        named && it.outer.is_none_or(|outer| self.is_seen(outer))
    }

    /// An object of a class, by its first constructor.
    fn object(&self, class: ClassNo, depth: usize) -> Option<String> {
        let it = self.class(class);
        let can_be_made = it.kind == ClassKind::Class && !it.modifiers.is_abstract() && !it.has_outer_instance;
        if !can_be_made || !self.is_seen(class) || depth > DEEPEST {
            return None;
        }
        let mut constructors =
            self.java.methods.iter().filter(|m| m.class == class && m.kind == MethodKind::Constructor).peekable();
        let (_, name) = self.names(class);
        if constructors.peek().is_none() {
            return Some(format!("new {name}()"));
        }
        let least = constructors.filter(|m| !m.modifiers.is_private()).min_by_key(|m| m.parameters.len())?;
        let args = least.parameters.iter().map(|p| self.value(p.ty.ty, depth + 1));
        Some(format!("new {name}({})", args.collect::<Vec<_>>().join(", ")))
    }

    /// A value of a type.
    fn value(&self, ty: Ty, depth: usize) -> String {
        let of_library = |name: &str| match name.rsplit('.').next().unwrap_or(name) {
            "String" | "CharSequence" => "\"a\"",
            "Object" => "new Object()",
            "Comparable" | "Serializable" => "\"a\"",
            "Number" => "1",
            "List" | "ArrayList" | "Collection" | "Iterable" => "new java.util.ArrayList<>()",
            "Map" | "HashMap" => "new java.util.HashMap<>()",
            "Runnable" => "() -> { }",
            "Integer" => "1",
            "Boolean" => "true",
            _ => "null",
        };
        match self.java.types.shape(ty) {
            Shape::Primitive(Primitive::Boolean) => "true".to_owned(),
            Shape::Primitive(Primitive::Char) => "'a'".to_owned(),
            Shape::Primitive(Primitive::Byte) => "(byte) 1".to_owned(),
            Shape::Primitive(Primitive::Short) => "(short) 1".to_owned(),
            Shape::Primitive(Primitive::Int | Primitive::Long | Primitive::Float | Primitive::Double) => "1".to_owned(),
            Shape::Class(class, _) if self.class(class).origin == Origin::Source => {
                self.object(class, depth + 1).unwrap_or_else(|| "null".to_owned())
            }
            Shape::Class(class, _) => of_library(self.java.names.text(self.class(class).qualified)).to_owned(),
            Shape::External(name, _) => of_library(self.java.names.text(name)).to_owned(),
            Shape::Array(element) => match self.java.types.shape(element) {
                Shape::Primitive(Primitive::Int) => "new int[2]".to_owned(),
                _ => "null".to_owned(),
            },
            // Objects are made without type arguments: whatever has the bound fits.
            Shape::Variable(_) if depth > DEEPEST => "null".to_owned(),
            Shape::Variable(variable) => match self.java.types.variables[variable.index()].bound {
                Ty::UNKNOWN => "new Object()".to_owned(),
                bound => self.value(bound, depth + 1),
            },
            Shape::Unknown
            | Shape::Void
            | Shape::Null
            | Shape::Any
            | Shape::Extends(_)
            | Shape::Super(_)
            | Shape::Both(_)
            | Shape::Hole(_) => "null".to_owned(),
        }
    }
}
