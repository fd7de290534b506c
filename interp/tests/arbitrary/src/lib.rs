//! Random programs for tests of engines: closed, well scoped, with the right numbers of arguments, and mostly but not
//! always well typed. They fork, lock, race, wait for each other, throw and get stuck.

mod expressions;

use racefree_interp::schedule::Stream;
use std::fmt::Write as _;

/// A random program as source text; equal seeds give equal programs.
pub fn program(seed: u64) -> String {
    let mut g = Generator { stream: Stream::new(seed), classes: Vec::new(), out: String::new(), fresh: 0, ghosts: 0 };
    g.declare();
    for class in 0..g.classes.len() {
        g.class(class);
    }
    g.main();
    g.out
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum DrawnType {
    Int,
    Bool,
    Text,
    Object,
    Class(usize),
}

#[derive(Clone, Debug)]
struct Method {
    name: String,
    params: Vec<DrawnType>,
    ret: DrawnType,
}

#[derive(Clone, Debug)]
struct DrawnClass {
    parent: Option<usize>,
    ghosts: usize,
    fields: Vec<(String, DrawnType, bool)>,
    methods: Vec<Method>,
    local: bool,
}

/// A variable in scope.
#[derive(Clone, Debug)]
struct Var {
    name: String,
    ty: DrawnType,
}

struct Generator {
    stream: Stream,
    classes: Vec<DrawnClass>,
    out: String,
    fresh: u32,
    /// Ghosts of the class whose code is being made.
    ghosts: usize,
}

impl Generator {
    fn one_in(&mut self, n: u32) -> bool {
        self.stream.one_in(n)
    }

    fn below(&mut self, n: usize) -> usize {
        self.stream.below(n as u32) as usize
    }

    fn ty(&mut self) -> DrawnType {
        match self.below(8) {
            0..=2 => DrawnType::Int,
            3 => DrawnType::Bool,
            4 => DrawnType::Text,
            5 if self.one_in(2) => DrawnType::Object,
            _ => DrawnType::Class(self.below(self.classes.len().max(1))),
        }
    }

    /// The shapes of all classes, before any code.
    fn declare(&mut self) {
        let count = 1 + self.below(4);
        for i in 0..count {
            let parent = (i > 0 && self.one_in(3)).then(|| self.below(i));
            let ghosts = if self.one_in(3) { 1 + self.below(2) } else { 0 };
            let local = self.one_in(8);
            self.classes.push(DrawnClass { parent, ghosts, fields: Vec::new(), methods: Vec::new(), local });
        }
        for i in 0..count {
            for f in 0..1 + self.below(3) {
                let ty = self.ty();
                let is_final = self.one_in(4);
                self.classes[i].fields.push((format!("f{i}_{f}"), ty, is_final));
            }
            for m in 0..1 + self.below(3) {
                // The same names with the same number of parameters everywhere, so that some methods override others.
                let shared = self.one_in(2);
                let name = if shared { format!("m{m}") } else { format!("m{i}_{m}") };
                let params = (0..if shared { m } else { self.below(3) }).map(|_| self.ty()).collect();
                let ret = self.ty();
                self.classes[i].methods.push(Method { name, params, ret });
            }
        }
    }

    /// A type as it is written; ghost arguments are locks in scope.
    fn written(&mut self, ty: DrawnType, scope: &[Var]) -> String {
        match ty {
            DrawnType::Int => "int".to_owned(),
            DrawnType::Bool => "boolean".to_owned(),
            DrawnType::Text => "String".to_owned(),
            DrawnType::Object => "Object".to_owned(),
            DrawnType::Class(c) => self.applied(c, scope),
        }
    }

    fn applied(&mut self, c: usize, scope: &[Var]) -> String {
        let n = self.classes.get(c).map_or(0, |c| c.ghosts);
        if n == 0 {
            return format!("C{c}");
        }
        let args: Vec<String> = (0..n).map(|_| self.lock(scope)).collect();
        format!("C{c}<{}>", args.join(", "))
    }

    /// A lock expression: a variable or ghost, and now and then a field after it.
    fn lock(&mut self, scope: &[Var]) -> String {
        if self.ghosts > 0 && self.one_in(3) {
            return format!("g{}", self.below(self.ghosts));
        }
        let references: Vec<&Var> =
            scope.iter().filter(|v| !matches!(v.ty, DrawnType::Int | DrawnType::Bool)).collect();
        let var = match references.len() {
            0 => match scope.first() {
                Some(var) => var.clone(),
                None => return "main".to_owned(),
            },
            n => references[self.below(n)].clone(),
        };
        match var.ty {
            DrawnType::Class(c) if self.one_in(4) => match self.field(c) {
                Some((name, _)) => format!("{}.{name}", var.name),
                None => var.name,
            },
            _ => var.name,
        }
    }

    fn class(&mut self, i: usize) {
        let this = [Var { name: "this".to_owned(), ty: DrawnType::Class(i) }];
        let class = self.classes[i].clone();
        self.ghosts = class.ghosts;
        let ghosts: Vec<String> = (0..class.ghosts).map(|g| format!("ghost Object g{g}")).collect();
        let mut text = if class.local { "thread_local class C".to_owned() } else { "class C".to_owned() };
        let _ = write!(text, "{i}");
        if !ghosts.is_empty() {
            let _ = write!(text, "<{}>", ghosts.join(", "));
        }
        if let Some(parent) = class.parent {
            let _ = write!(text, " extends {}", self.applied(parent, &this));
        }
        text.push_str(" {\n");
        for (name, ty, is_final) in &class.fields {
            let is_final = if *is_final { "final " } else { "" };
            let ty_text = self.written(*ty, &this);
            let guard = if self.one_in(3) { format!(" guarded_by {}", self.lock(&this)) } else { String::new() };
            // An object of a class must not make one of its own class again, for ever.
            let init = match ty {
                DrawnType::Class(c) if *c <= i => None,
                _ if self.one_in(2) => None,
                _ if self.one_in(6) => Some(self.expr(*ty, &this, 1)),
                _ => Some(self.expr(*ty, &[], 1)),
            };
            let init = init.map_or(String::new(), |e| format!(" = ({e})"));
            let _ = writeln!(text, "  {is_final}{ty_text} {name}{guard}{init};");
        }
        for method in &class.methods {
            let mut scope = this.to_vec();
            let mut params = Vec::new();
            for (k, &ty) in method.params.iter().enumerate() {
                let ty_text = self.written(ty, &scope);
                params.push(format!("{ty_text} p{k}"));
                scope.push(Var { name: format!("p{k}"), ty });
            }
            let ret = if self.one_in(4) { "void".to_owned() } else { self.written(method.ret, &scope) };
            let sync = if self.one_in(4) { "synchronized " } else { "" };
            let requires = if self.one_in(5) { format!(" requires {}", self.lock(&scope)) } else { String::new() };
            let body = self.seq(method.ret, &scope, 3);
            let _ = writeln!(text, "  {sync}{ret} {}({}){requires} {{ {body} }}", method.name, params.join(", "));
        }
        text.push_str("}\n");
        self.out.push_str(&text);
    }

    fn main(&mut self) {
        self.ghosts = 0;
        let mut scope = vec![Var { name: "main".to_owned(), ty: DrawnType::Object }];
        let mut text = "let Object main = new Object in\n".to_owned();
        for k in 0..1 + self.below(2) {
            let c = self.below(self.classes.len());
            let (ty, new) = (self.applied(c, &scope), self.applied(c, &scope));
            let _ = writeln!(text, "let {ty} s{k} = new {new} in");
            scope.push(Var { name: format!("s{k}"), ty: DrawnType::Class(c) });
        }
        let forks = 1 + self.below(3);
        let forked: Vec<String> =
            (0..forks).map(|_| format!("fork {{ {} }}", self.seq(DrawnType::Int, &scope, 3))).collect();
        let last = self.seq(DrawnType::Int, &scope, 3);
        let _ = writeln!(text, "{{ {}; {{ {last} }} }}", forked.join("; "));
        self.out.push_str(&text);
    }

    /// A field of a class or of its superclasses.
    fn field(&mut self, c: usize) -> Option<(String, DrawnType)> {
        let class = self.classes.get(c)?.clone();
        if let Some(parent) = class.parent
            && self.one_in(3)
        {
            return self.field(parent);
        }
        let n = class.fields.len();
        let (name, ty, _) = class.fields.get(self.below(n.max(1)))?.clone();
        Some((name, ty))
    }
}
