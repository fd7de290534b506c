//! Small programs that run and are mostly ill typed, with a decision for everything that an analysis of pairs can get wrong: fields
//! by name on any object, initialisers that leak `this`, ghosts in code, shadowing, forks in loops and in methods that are called
//! twice, locks made in methods, locks in fields that are written, objects that are published before they are changed, subclasses with
//! initialisers of their own, threads that initialisers start, superclasses made after their subclasses.

use racefree_generate::Choices;
use std::fmt::Write as _;

pub(super) struct Class {
    pub(super) ghost: bool,
    /// Its superclass, one that is declared before.
    above: Option<usize>,
}

pub(super) struct Generator {
    choices: Choices<'static>,
    pub(super) classes: Vec<Class>,
    out: String,
    /// Statements that may still be made.
    left: u32,
    forks: u32,
}

/// The program of a seed.
pub fn program(seed: u64) -> String {
    let mut g =
        Generator { choices: Choices::seeded(seed), classes: Vec::new(), out: String::new(), left: 16, forks: 4 };
    for i in 0..2 + g.below(3) {
        let above = if i > 0 && g.one_in(2) { Some(g.below(i)) } else { None };
        let ghost = match above {
            Some(j) => g.classes[j].ghost,
            None => i > 0 && g.one_in(2),
        };
        g.classes.push(Class { ghost, above });
    }
    for i in 0..g.classes.len() {
        g.class(i);
    }
    g.main();
    g.out
}

impl Generator {
    pub(super) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        self.choices.below(n)
    }

    pub(super) fn pick<'a>(&mut self, scope: &'a [String]) -> &'a str {
        let at = self.below(scope.len());
        &scope[at]
    }

    fn class(&mut self, i: usize) {
        let ghost = if self.classes[i].ghost { "<ghost Object d>" } else { "" };
        let scope = self.inside(i);
        if let Some(j) = self.classes[i].above {
            let of_ghost = if self.classes[j].ghost { "<d>" } else { "" };
            let _ = writeln!(self.out, "class C{i}{ghost} extends C{j}{of_ghost} {{");
            self.subclass(i, &scope);
            return;
        }
        let _ = writeln!(self.out, "class C{i}{ghost} {{");
        // The fields behind `n` are written when `m1` is over.
        let leaks = self.one_in(5);
        let init = if leaks { "this.m1(this)" } else { "0" };
        let _ = writeln!(self.out, "  int n = {init}");
        for f in ["f", "g", "l"] {
            let init = match self.below(8) {
                0 => "null".to_owned(),
                1 => "this".to_owned(),
                2..=5 if self.classes[i].ghost && f == "g" => "d".to_owned(),
                // The first class has no other to make objects of, and what is no object of a class has no field.
                2..=6 if i == 0 && f != "l" => "this".to_owned(),
                // Only of a class declared before, or making one never ends.
                _ if i > 0 && f != "l" => {
                    let c = self.below(i);
                    self.new_of(c, &scope)
                }
                _ => "new Object".to_owned(),
            };
            let _ = writeln!(self.out, "  Object {f} = {init}");
        }
        if self.one_in(4) {
            self.forking_field("t");
        }
        (0..2).for_each(|m| self.method(m, &scope, leaks && m == 1));
        let _ = writeln!(self.out, "}}");
    }

    /// Fields whose initialisers run after those of the superclass, and what it overrides.
    fn subclass(&mut self, i: usize, scope: &[String]) {
        for n in 0..1 + self.below(2) {
            match self.below(8) {
                0 => self.forking_field(&format!("t{i}{n}")),
                1 => _ = writeln!(self.out, "  Object a{i}{n} = this.m1(this)"),
                2 => _ = writeln!(self.out, "  Object a{i}{n} = new Object"),
                3 => _ = writeln!(self.out, "  Object a{i}{n} = {{ this.n = 2; this.f }}"),
                _ => {
                    let field = self.field();
                    let _ = writeln!(self.out, "  Object a{i}{n} = this.{field}");
                }
            }
        }
        for m in 0..2 {
            if self.one_in(3) {
                self.method(m, scope, false);
            }
        }
        let _ = writeln!(self.out, "}}");
    }

    /// A field whose initialiser starts a thread that knows the object.
    fn forking_field(&mut self, name: &str) {
        let does =
            ["this.n = 4", "this.n = 4", "this.m0(this)", "this.m1(this)", "this.f = null", "this.g"][self.below(6)];
        let _ = writeln!(self.out, "  Object {name} = {{ fork {{ {does} }}; null }}");
    }

    fn method(&mut self, m: usize, scope: &[String], by_initialiser: bool) {
        let sync = if self.one_in(4) { "synchronized " } else { "" };
        let mut scope = scope.to_vec();
        scope.push("p".to_owned());
        let size = 1 + self.below(2);
        let body = self.statements(&scope, size, 2);
        let begin = self.begin_of_method(&scope, by_initialiser);
        let result = match self.below(4) {
            0 => "this".to_owned(),
            1 => self.reference(&scope, 1),
            _ => "0".to_owned(),
        };
        let _ = writeln!(self.out, "  {sync}Object m{m}(Object p) {{ {begin}{body}; {result} }}");
    }

    /// A thread that knows the object, of a method that may be called twice, or before the object is made; a read of a ghost.
    fn begin_of_method(&mut self, scope: &[String], by_initialiser: bool) -> String {
        let forks = if by_initialiser { self.one_in(2) } else { self.one_in(8) };
        let field = self.field();
        match (forks, scope.iter().any(|x| x == "d") && self.one_in(3)) {
            (true, _) => format!("fork {{ this.{field}{} }}; ", if field == "n" { " = 4" } else { "" }),
            (false, true) => "d; ".to_owned(),
            (false, false) => String::new(),
        }
    }

    /// The names in code of a class.
    fn inside(&self, i: usize) -> Vec<String> {
        let mut scope = vec!["this".to_owned()];
        if self.classes[i].ghost {
            scope.push("d".to_owned());
        }
        scope
    }

    fn main(&mut self) {
        let mut scope: Vec<String> = Vec::new();
        let mut last = if self.one_in(2) { 0 } else { self.below(self.classes.len()) };
        for i in 0..2 + self.below(2) {
            // Now and then two objects of one class, or one of the superclass after one of the subclass.
            let above = self.classes[last].above;
            let c = match above {
                Some(above) if i > 0 && self.one_in(2) => above,
                _ if i > 0 && (i < 2 || !self.one_in(3)) => self.below(self.classes.len()),
                _ => last,
            };
            last = c;
            let object = self.new_of(c, &scope);
            let x = if i > 0 && self.one_in(8) { "x0".to_owned() } else { format!("x{i}") };
            let _ = writeln!(self.out, "let Object {x} = {object} in");
            if !scope.contains(&x) {
                scope.push(x);
            }
        }
        (self.left, self.forks) = (12, 3);
        let mut parts = Vec::new();
        if self.one_in(2) {
            parts.push(self.statements(&scope, 1, 2));
        }
        let scene = self.one_in(2);
        if scene {
            let scene = self.scene(&scope);
            parts.push(scene);
        }
        // Mostly two threads at once, before something ends main.
        if !scene && !self.one_in(5) {
            for _ in 0..2 {
                self.forks = self.forks.saturating_sub(1);
                let size = 1 + self.below(2);
                let body = self.statements(&scope, size, 2);
                parts.push(format!("fork {{ {body} }}"));
            }
        }
        let size = 2 + self.below(3);
        parts.push(self.statements(&scope, size, 3));
        let body = parts.join("; ");
        let _ = writeln!(self.out, "{{ {body} }}");
    }

    pub(super) fn new_of(&mut self, c: usize, scope: &[String]) -> String {
        if !self.classes[c].ghost {
            return format!("new C{c}");
        }
        if scope.is_empty() {
            return "new Object".to_owned();
        }
        let x = self.pick(scope).to_owned();
        match self.below(3) {
            0 => format!("new C{c}<{x}.f>"),
            1 => format!("new C{c}<{x}.l>"),
            _ => format!("new C{c}<{x}>"),
        }
    }

    pub(super) fn field(&mut self) -> &'static str {
        ["n", "f", "f", "g", "l"][self.below(5)]
    }

    pub(super) fn reference(&mut self, scope: &[String], depth: u32) -> String {
        let x = self.pick(scope).to_owned();
        match self.below(9) {
            0 if depth > 0 => {
                let c = self.below(self.classes.len());
                self.new_of(c, scope)
            }
            1 if depth > 0 => format!("{x}.{}", self.field()),
            2 if depth > 0 => format!("{x}.f.{}", self.field()),
            3 if depth > 1 => format!("{x}.m{}({})", self.below(2), self.pick(scope)),
            4 if depth > 1 => format!("(if ({x} == {}) {x} else null)", self.pick(scope)),
            _ => x,
        }
    }

    fn statements(&mut self, scope: &[String], size: usize, depth: u32) -> String {
        let mut all = Vec::new();
        for _ in 0..size {
            if self.left == 0 {
                break;
            }
            self.left -= 1;
            all.push(self.statement(scope, depth));
        }
        if all.is_empty() { "0".to_owned() } else { all.join("; ") }
    }

    /// What goes wrong in one particular way.
    fn idiom(&mut self, r: &str, scope: &[String]) -> String {
        match self.below(8) {
            0 => format!("(let Object k = new Object in (synchronized k in {r}.n = 1))"),
            1 | 2 => format!("(synchronized {r}.l in {r}.n = 1)"),
            3 => format!("(synchronized {r} in {r}.g.n = 1)"),
            4 => format!("{r}.f = new C0; {r}.f.n = 1"),
            5 => format!("{r}.f.n = 2"),
            6 if scope.iter().any(|x| x == "d") => "d".to_owned(),
            6 => format!("{r}.n = 3"),
            _ => format!("{r}.l = new Object"),
        }
    }

    fn statement(&mut self, scope: &[String], depth: u32) -> String {
        let farther = u32::from(self.one_in(3));
        let r = self.reference(scope, farther);
        if self.one_in(3) {
            return self.idiom(&r, scope);
        }
        let nested = |g: &mut Self, scope: &[String]| {
            let size = 1 + g.below(2);
            g.statements(scope, size, depth.saturating_sub(1))
        };
        match self.below(14) {
            0 | 1 => {
                let value = self.below(3);
                format!("{r}.n = {value}")
            }
            2 => format!("{r}.n = {r}.n + 1"),
            3 => {
                let (f, value) = (["f", "g", "l"][self.below(3)], self.reference(scope, 2));
                format!("{r}.{f} = {value}")
            }
            5 => format!("{r}.{}", self.field()),
            4 | 6 | 7 if depth > 0 && self.forks > 0 => {
                self.forks -= 1;
                let body = nested(self, scope);
                format!("fork {{ {body} }}")
            }
            8 | 9 if depth > 0 => {
                let lock = self.reference(scope, 2);
                let body = nested(self, scope);
                format!("(synchronized {lock} in {{ {body} }})")
            }
            10 if depth > 0 => {
                let (c, mut inner) = (self.below(self.classes.len()), scope.to_vec());
                let object = if self.one_in(2) { self.new_of(c, scope) } else { self.reference(scope, 2) };
                let y = if self.one_in(6) { self.pick(scope).to_owned() } else { format!("y{depth}") };
                let y = if y == "this" { "y".to_owned() } else { y };
                inner.push(y.clone());
                let body = nested(self, &inner);
                format!("(let Object {y} = {object} in {{ {body} }})")
            }
            11 if depth > 0 => {
                let (x, body) = (self.pick(scope).to_owned(), nested(self, scope));
                format!("(while ({x}.n < 2) {{ {x}.n = {x}.n + 1; {body} }})")
            }
            12 => {
                let body = nested(self, scope);
                format!("(if ({r} != null) {{ {body} }})")
            }
            _ => {
                let arg = self.reference(scope, 1);
                format!("{r}.m{}({arg})", self.below(2))
            }
        }
    }
}
