//! Random programs for tests of engines: closed, well scoped, with the right numbers of arguments, and mostly but not
//! always well typed. They fork, lock, race, wait for each other, throw and get stuck.

use crate::schedule::Stream;
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
enum Ty {
    Int,
    Bool,
    Text,
    Object,
    Class(usize),
}

#[derive(Clone, Debug)]
struct Method {
    name: String,
    params: Vec<Ty>,
    ret: Ty,
}

#[derive(Clone, Debug)]
struct Class {
    parent: Option<usize>,
    ghosts: usize,
    fields: Vec<(String, Ty, bool)>,
    methods: Vec<Method>,
    local: bool,
}

/// A variable in scope.
#[derive(Clone, Debug)]
struct Var {
    name: String,
    ty: Ty,
}

struct Generator {
    stream: Stream,
    classes: Vec<Class>,
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

    fn ty(&mut self) -> Ty {
        match self.below(8) {
            0..=2 => Ty::Int,
            3 => Ty::Bool,
            4 => Ty::Text,
            5 if self.one_in(2) => Ty::Object,
            _ => Ty::Class(self.below(self.classes.len().max(1))),
        }
    }

    /// The shapes of all classes, before any code.
    fn declare(&mut self) {
        let count = 1 + self.below(4);
        for i in 0..count {
            let parent = (i > 0 && self.one_in(3)).then(|| self.below(i));
            let ghosts = if self.one_in(3) { 1 + self.below(2) } else { 0 };
            let local = self.one_in(8);
            self.classes.push(Class { parent, ghosts, fields: Vec::new(), methods: Vec::new(), local });
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
    fn written(&mut self, ty: Ty, scope: &[Var]) -> String {
        match ty {
            Ty::Int => "int".to_owned(),
            Ty::Bool => "boolean".to_owned(),
            Ty::Text => "String".to_owned(),
            Ty::Object => "Object".to_owned(),
            Ty::Class(c) => self.applied(c, scope),
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
        let references: Vec<&Var> = scope.iter().filter(|v| !matches!(v.ty, Ty::Int | Ty::Bool)).collect();
        let var = match references.len() {
            0 => match scope.first() {
                Some(var) => var.clone(),
                None => return "main".to_owned(),
            },
            n => references[self.below(n)].clone(),
        };
        match var.ty {
            Ty::Class(c) if self.one_in(4) => match self.field(c) {
                Some((name, _)) => format!("{}.{name}", var.name),
                None => var.name,
            },
            _ => var.name,
        }
    }

    fn class(&mut self, i: usize) {
        let this = [Var { name: "this".to_owned(), ty: Ty::Class(i) }];
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
                Ty::Class(c) if *c <= i => None,
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
        let mut scope = vec![Var { name: "main".to_owned(), ty: Ty::Object }];
        let mut text = "let Object main = new Object in\n".to_owned();
        for k in 0..1 + self.below(2) {
            let c = self.below(self.classes.len());
            let (ty, new) = (self.applied(c, &scope), self.applied(c, &scope));
            let _ = writeln!(text, "let {ty} s{k} = new {new} in");
            scope.push(Var { name: format!("s{k}"), ty: Ty::Class(c) });
        }
        let forks = 1 + self.below(3);
        let forked: Vec<String> = (0..forks).map(|_| format!("fork {{ {} }}", self.seq(Ty::Int, &scope, 3))).collect();
        let last = self.seq(Ty::Int, &scope, 3);
        let _ = writeln!(text, "{{ {}; {{ {last} }} }}", forked.join("; "));
        self.out.push_str(&text);
    }

    /// One to three expressions, the last of a type.
    fn seq(&mut self, ty: Ty, scope: &[Var], depth: u32) -> String {
        let mut all: Vec<String> = (0..self.below(3)).map(|_| self.statement(scope, depth)).collect();
        all.push(self.expr(ty, scope, depth));
        all.join("; ")
    }

    fn block(&mut self, ty: Ty, scope: &[Var], depth: u32) -> String {
        format!("{{ {} }}", self.seq(ty, scope, depth))
    }

    fn variable(&mut self) -> String {
        // Now and then a name that is there already: shadowing.
        if self.one_in(12) {
            return "p0".to_owned();
        }
        self.fresh += 1;
        format!("x{}", self.fresh)
    }

    fn statement(&mut self, scope: &[Var], depth: u32) -> String {
        if depth == 0 {
            return self.access(scope);
        }
        let ty = self.ty();
        match self.below(12) {
            0 | 1 => format!("({})", self.assign(scope, depth - 1)),
            2 => format!("synchronized {} in {}", self.lock_code(scope), self.block(ty, scope, depth - 1)),
            3 => format!("if ({}) {}", self.expr(Ty::Bool, scope, depth - 1), self.block(ty, scope, depth - 1)),
            4 => self.counting(scope, depth - 1),
            5 => format!("print {}", self.atom(ty, scope)),
            6 => format!("assert {}", self.expr(Ty::Bool, scope, depth - 1)),
            7 => format!("fork {}", self.block(ty, scope, depth - 1)),
            8 if !scope.is_empty() => format!("{{ holds {} ; {} }}", self.lock(scope), self.expr(ty, scope, depth - 1)),
            _ => format!("({})", self.expr(ty, scope, depth - 1)),
        }
    }

    /// A loop that a field bounds, if nobody meddles with it.
    fn counting(&mut self, scope: &[Var], depth: u32) -> String {
        let Some((path, Ty::Int)) = self.path(scope) else { return self.statement(scope, depth) };
        let body = self.statement(scope, depth);
        format!("while ({path} < {}) {{ {body}; {path} = {path} + 1 }}", 1 + self.below(3))
    }

    /// A field of a class or of its superclasses.
    fn field(&mut self, c: usize) -> Option<(String, Ty)> {
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

    /// A field access.
    fn path(&mut self, scope: &[Var]) -> Option<(String, Ty)> {
        let objects: Vec<&Var> = scope.iter().filter(|v| matches!(v.ty, Ty::Class(_))).collect();
        let var = objects.get(self.below(objects.len().max(1))).map(|&v| v.clone())?;
        let Ty::Class(c) = var.ty else { return None };
        let (field, ty) = self.field(c)?;
        Some((format!("{}.{field}", var.name), ty))
    }

    fn access(&mut self, scope: &[Var]) -> String {
        self.path(scope).map_or_else(|| "{}".to_owned(), |p| p.0)
    }

    fn assign(&mut self, scope: &[Var], depth: u32) -> String {
        match self.path(scope) {
            Some((path, ty)) => format!("{path} = {}", self.expr(ty, scope, depth)),
            None => self.expr(Ty::Int, scope, depth),
        }
    }

    /// What is locked, in code: mostly a lock expression.
    fn lock_code(&mut self, scope: &[Var]) -> String {
        match self.below(16) {
            0 => "null".to_owned(),
            1 => "\"lock\"".to_owned(),
            2 => self.expr(Ty::Object, scope, 0),
            _ if scope.is_empty() => "(new Object)".to_owned(),
            _ => self.lock(scope),
        }
    }

    fn expr(&mut self, ty: Ty, scope: &[Var], depth: u32) -> String {
        if self.one_in(60) {
            let other = self.ty();
            return self.atom(other, scope);
        }
        if depth == 0 || self.one_in(4) {
            return self.atom(ty, scope);
        }
        let d = depth - 1;
        match self.below(10) {
            0 => format!(
                "(if ({}) {} else {})",
                self.expr(Ty::Bool, scope, d),
                self.block(ty, scope, d),
                self.block(ty, scope, d)
            ),
            1 => format!("(synchronized {} in {})", self.lock_code(scope), self.block(ty, scope, d)),
            2 | 3 => self.let_(ty, scope, d),
            4 | 5 => self.call(ty, scope, d).unwrap_or_else(|| self.atom(ty, scope)),
            6 => format!("({})", self.assign(scope, d)),
            _ => self.operation(ty, scope, d),
        }
    }

    fn let_(&mut self, ty: Ty, scope: &[Var], d: u32) -> String {
        let bound_ty = self.ty();
        let (ty_text, bound, name) = (self.let_type(bound_ty, scope), self.expr(bound_ty, scope, d), self.variable());
        let mut inner = scope.to_vec();
        inner.push(Var { name: name.clone(), ty: bound_ty });
        format!("{{ let {ty_text} {name} = {bound} in {} }}", self.seq(ty, &inner, d))
    }

    /// A type whose ghost arguments can be written here.
    fn let_type(&mut self, ty: Ty, scope: &[Var]) -> String {
        match ty {
            Ty::Class(c) if scope.is_empty() && self.classes[c].ghosts > 0 && self.ghosts == 0 => "Object".to_owned(),
            _ => self.written(ty, scope),
        }
    }

    fn call(&mut self, ty: Ty, scope: &[Var], d: u32) -> Option<String> {
        let objects: Vec<(String, usize)> = scope
            .iter()
            .filter_map(|v| if let Ty::Class(c) = v.ty { Some((v.name.clone(), c)) } else { None })
            .collect();
        let (name, mut c) = objects.get(self.below(objects.len().max(1)))?.clone();
        while let Some(parent) = self.classes[c].parent
            && self.one_in(3)
        {
            c = parent;
        }
        let methods = self.classes[c].methods.clone();
        let fitting: Vec<&Method> = methods.iter().filter(|m| m.ret == ty).collect();
        let method = match fitting.get(self.below(fitting.len().max(1))) {
            Some(&m) => m,
            None if self.one_in(3) => &methods[self.below(methods.len())],
            None => return None,
        };
        let args: Vec<String> = method.params.iter().map(|&p| self.expr(p, scope, d.min(1))).collect();
        Some(format!("{name}.{}({})", method.name, args.join(", ")))
    }

    fn operation(&mut self, ty: Ty, scope: &[Var], d: u32) -> String {
        let two = |g: &mut Self, ty, op: &str| format!("({} {op} {})", g.expr(ty, scope, d), g.expr(ty, scope, d));
        match ty {
            Ty::Int => match self.below(8) {
                0 => two(self, Ty::Int, "/"),
                1 => two(self, Ty::Int, "%"),
                2 => two(self, Ty::Int, "*"),
                3 => two(self, Ty::Int, "-"),
                4 => format!("({}).length()", self.expr(Ty::Text, scope, d)),
                5 => format!(
                    "({}).indexOf({}, {})",
                    self.expr(Ty::Text, scope, d),
                    self.expr(Ty::Text, scope, d),
                    self.below(3)
                ),
                _ => two(self, Ty::Int, "+"),
            },
            Ty::Bool => match self.below(8) {
                0 => two(self, Ty::Bool, "&&"),
                1 => two(self, Ty::Bool, "||"),
                2 => two(self, Ty::Object, "=="),
                3 => format!("!{}", self.atom(Ty::Bool, scope)),
                4 => format!("({}).equals({})", self.expr(Ty::Text, scope, d), self.expr(Ty::Object, scope, d)),
                _ => {
                    let op = ["<", "<=", ">", ">=", "==", "!="][self.below(6)];
                    two(self, Ty::Int, op)
                }
            },
            Ty::Text => match self.below(4) {
                0 => format!("({}).substring({}, {})", self.expr(Ty::Text, scope, d), self.below(2), self.below(3)),
                1 => format!("({}).concat({})", self.expr(Ty::Text, scope, d), self.expr(Ty::Text, scope, d)),
                _ => two(self, Ty::Text, "+"),
            },
            Ty::Object | Ty::Class(_) => self.atom(ty, scope),
        }
    }

    fn atom(&mut self, ty: Ty, scope: &[Var]) -> String {
        let fitting: Vec<String> = scope.iter().filter(|v| v.ty == ty).map(|v| v.name.clone()).collect();
        if !fitting.is_empty() && self.one_in(2) {
            return fitting[self.below(fitting.len())].clone();
        }
        if self.one_in(3)
            && let Some((path, found)) = self.path(scope)
            && found == ty
        {
            return path;
        }
        match ty {
            Ty::Int => (self.below(5) as i32 - 1).to_string(),
            Ty::Bool => ["true", "false"][self.below(2)].to_owned(),
            Ty::Text if self.one_in(10) => "null".to_owned(),
            Ty::Text => ["\"a\"", "\"lock\"", "\"\"", "\"bab\""][self.below(4)].to_owned(),
            Ty::Object if self.ghosts > 0 && self.one_in(3) && scope.first().is_some_and(|v| v.name == "this") => {
                format!("g{}", self.below(self.ghosts))
            }
            Ty::Object => ["(new Object)", "null", "\"a\""][self.below(3)].to_owned(),
            Ty::Class(c) if self.one_in(8) || (scope.is_empty() && self.classes[c].ghosts > 0) => "null".to_owned(),
            Ty::Class(c) => format!("(new {})", self.applied(c, scope)),
        }
    }
}
