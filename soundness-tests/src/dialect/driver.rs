//! Main expressions for programs of the dialect of Java: objects of their classes, used by several threads with the locks that the
//! annotations ask for, or without.

use racefree_generate::Choices;
use racefree_grammar::Program;
use racefree_grammar::ast::{Expr, ExprId, Extended, MethodKind, TypeId, TypeKind};
use racefree_grammar::name::Name;
use racefree_program::{ClassId, Resolved};

/// Calls and accesses of a thread.
const ACTIONS: usize = 3;
/// Nested creations of objects.
const DEPTH: u32 = 2;

/// A variable of the main expression.
struct Variable {
    name: String,
    class: ClassId,
}

/// A main expression being written.
pub struct Driver<'d, 'c> {
    program: &'d Program,
    resolved: &'d Resolved<'d>,
    choices: &'d mut Choices<'c>,
    variables: Vec<Variable>,
    /// Classes that have objects.
    classes: Vec<ClassId>,
}

impl<'d, 'c> Driver<'d, 'c> {
    /// Driver of a program by these choices.
    pub fn new(program: &'d Program, resolved: &'d Resolved<'d>, choices: &'d mut Choices<'c>) -> Driver<'d, 'c> {
        let real = |&c: &ClassId| {
            resolved.decl(c).is_some_and(|decl| !decl.interface && !program.text(decl.name).contains('$'))
        };
        let classes = resolved.iter().map(|(c, _)| c).filter(real).collect();
        Driver { program, resolved, choices, variables: Vec::new(), classes }
    }

    /// Text of a main expression; none for a program without classes.
    pub fn text(mut self) -> Option<String> {
        if self.classes.is_empty() {
            return None;
        }
        let mut text = String::from("let Object lock$0 = new Object in\n");
        self.variables.push(Variable { name: "lock$0".to_owned(), class: ClassId::OBJECT });
        for i in 0..1 + self.choices.below(3) {
            let class = self.choices.one_of(&self.classes.clone());
            let args = self.ghosts(class);
            let value = self.new_object(class, &args, 0);
            let name = format!("x${i}");
            text += &format!("let {}{args} {name} = {value} in\n", self.class_name(class));
            self.variables.push(Variable { name, class });
        }
        for _ in 0..1 + self.choices.below(2) {
            text += &format!("fork {{ {} }}\n", self.actions());
        }
        text += &format!("{{ {} }}\n", self.actions());
        Some(text)
    }

    fn class_name(&self, class: ClassId) -> String {
        self.resolved.decl(class).map_or_else(|| "Object".to_owned(), |decl| self.program.text(decl.name).to_owned())
    }

    /// Ghost arguments of a type: paths that there are.
    fn ghosts(&mut self, class: ClassId) -> String {
        let n = self.resolved.ghosts(self.program, class);
        if n == 0 {
            return String::new();
        }
        let all: Vec<String> = (0..n).map(|_| self.path().0).collect();
        format!("<{}>", all.join(", "))
    }

    /// A final path, with its class.
    fn path(&mut self) -> (String, ClassId) {
        let i = self.choices.below(self.variables.len());
        let (mut text, mut class) = (self.variables[i].name.clone(), self.variables[i].class);
        while self.choices.percent(25) {
            let fields = self.fields(class);
            let is_final = |&f: &usize| self.program.fields[f].is_final;
            let finals: Vec<usize> = fields.into_iter().filter(is_final).collect();
            let Some(&f) = self.choices.pick(&finals) else { break };
            let field = self.program.fields[f];
            let Some(of) = self.resolved.class_of_type(field.ty) else { break };
            text = format!("{text}.{}", self.program.text(field.name));
            class = of;
        }
        (text, class)
    }

    fn fields(&self, class: ClassId) -> Vec<usize> {
        self.above(class).filter_map(|c| self.resolved.decl(c)).flat_map(|decl| decl.fields.indices()).collect()
    }

    fn above(&self, class: ClassId) -> impl Iterator<Item = ClassId> + '_ {
        self.resolved.ancestors(class).chain(self.resolved.interfaces(class).iter().copied())
    }

    fn new_object(&mut self, class: ClassId, args: &str, depth: u32) -> String {
        let constructors: Vec<u32> = self.resolved.constructors(class).collect();
        let name = self.class_name(class);
        let Some(&m) = self.choices.pick(&constructors) else { return format!("new {name}{args}") };
        let method = self.program.methods[m as usize];
        let values = self.arguments(m, depth);
        let text = match self.program.text(method.name) {
            "constructor" => format!("new {name}{args}({values})"),
            other => format!("new {name}{args}::{other}({values})"),
        };
        let mut locks = Vec::new();
        self.need(self.program.list(method.requires), "this", &mut locks);
        held(text, &locks)
    }

    fn arguments(&mut self, m: u32, depth: u32) -> String {
        let params = self.program.params_of(&self.program.methods[m as usize]).to_vec();
        let values: Vec<String> = params.iter().map(|p| self.value(p.ty, depth + 1)).collect();
        values.join(", ")
    }

    /// A value of a type.
    fn value(&mut self, ty: TypeId, depth: u32) -> String {
        match self.program.ty(ty).kind {
            TypeKind::Int => self.choices.below(2).to_string(),
            TypeKind::Boolean => ["false", "true"][self.choices.below(2)].to_owned(),
            TypeKind::Void => "{}".to_owned(),
            TypeKind::Class { name: Name::STRING, .. } => "\"s\"".to_owned(),
            TypeKind::Array { elem, guards: 0, .. } => match self.program.ty(elem).kind {
                TypeKind::Int => "new int[](2)".to_owned(),
                TypeKind::Boolean => "new boolean[](2)".to_owned(),
                TypeKind::Class { name, args } if args.len == 0 => format!("new {}[](2)", self.program.text(name)),
                _ => "null".to_owned(),
            },
            TypeKind::Array { .. } => "null".to_owned(),
            TypeKind::Class { name, .. } => {
                let Some(wanted) = self.resolved.find(name) else { return "null".to_owned() };
                let below = |c: ClassId| wanted == ClassId::OBJECT || self.resolved.below(c, wanted);
                let there: Vec<String> =
                    self.variables.iter().filter(|v| below(v.class)).map(|v| v.name.clone()).collect();
                let classes: Vec<ClassId> = self.classes.iter().copied().filter(|&c| below(c)).collect();
                if depth < DEPTH && !classes.is_empty() && (there.is_empty() || self.choices.percent(30)) {
                    let class = self.choices.one_of(&classes);
                    let args = self.ghosts(class);
                    return self.new_object(class, &args, depth + 1);
                }
                self.choices.pick(&there).cloned().unwrap_or_else(|| "null".to_owned())
            }
        }
    }

    fn actions(&mut self) -> String {
        let all: Vec<String> = (0..1 + self.choices.below(ACTIONS)).map(|_| self.action()).collect();
        all.join("; ")
    }

    /// A call or an access, of a path or of what a call or access before it gives.
    fn action(&mut self) -> String {
        let (mut text, mut class) = self.receiver();
        let mut locks = Vec::new();
        while let Some((next, ty)) = self.step(&text, class, &mut locks) {
            let of = self.resolved.class_of_type(ty).filter(|_| self.choices.percent(30));
            text = next;
            // A value read under a lock is used with or without it.
            if !locks.is_empty() && self.choices.percent(50) {
                text = format!("{{ {} }}", held(text, &locks));
                locks.clear();
            }
            let Some(of) = of else { break };
            class = of;
        }
        held(text, &locks)
    }

    /// A call or an access of an object, with its type; adds the locks that it needs.
    fn step(&mut self, receiver: &str, class: ClassId, locks: &mut Vec<String>) -> Option<(String, TypeId)> {
        let callable = |m: &usize| {
            matches!(self.program.kind_of(&self.program.methods[*m]), MethodKind::Plain | MethodKind::Abstract)
        };
        let decls = || self.above(class).filter_map(|c| self.resolved.decl(c));
        let methods: Vec<usize> = decls().flat_map(|decl| decl.methods.indices()).filter(callable).collect();
        let fields: Vec<(usize, Vec<ExprId>)> = decls()
            .flat_map(|decl| decl.fields.indices().map(move |f| (f, decl)))
            .map(|(f, decl)| (f, self.program.guards_of(&decl, &self.program.fields[f]).collect()))
            .collect();
        let call = !methods.is_empty() && (fields.is_empty() || self.choices.percent(70));
        if call {
            let m = self.choices.one_of(&methods);
            let method = self.program.methods[m];
            let text = format!("{receiver}.{}({})", self.program.text(method.name), self.arguments(m as u32, 0));
            self.need(self.program.list(method.requires), receiver, locks);
            return Some((text, method.ret));
        }
        let (f, guards) = self.choices.pick(&fields)?.clone();
        let field = self.program.fields[f];
        let path = format!("{receiver}.{}", self.program.text(field.name));
        self.need(&guards, receiver, locks);
        Some(match self.program.ty(field.ty).kind {
            TypeKind::Array { elem, .. } if self.choices.percent(60) => {
                self.need(self.program.guards_of_array(field.ty), receiver, locks);
                match self.choices.percent(50) {
                    true => (format!("{path}[0]"), elem),
                    false => (format!("{path}[0] = {}", self.value(elem, 1)), field.ty),
                }
            }
            _ if self.choices.percent(40) => (format!("({path} = {})", self.value(field.ty, 0)), field.ty),
            _ => (path, field.ty),
        })
    }

    /// Adds locks, nearly always.
    fn need(&mut self, of: &[ExprId], receiver: &str, locks: &mut Vec<String>) {
        for &lock in of {
            if !self.choices.percent(10)
                && let Some(path) = self.lock(lock, receiver)
            {
                locks.push(path);
            }
        }
    }

    /// Receiver of a call or access: a new object, the object of a class, or a path.
    fn receiver(&mut self) -> (String, ClassId) {
        let statics: Vec<ClassId> = self
            .resolved
            .iter()
            .map(|(c, _)| c)
            .filter(|&c| self.class_name(c).strip_suffix("$class").is_some_and(|outer| !outer.contains('$')))
            .collect();
        if !statics.is_empty() && self.choices.percent(30) {
            let class = self.choices.one_of(&statics);
            let name = self.class_name(class);
            return (format!("{}.class", name.trim_end_matches("$class")), class);
        }
        if self.choices.percent(25) {
            let class = self.choices.one_of(&self.classes.clone());
            let args = self.ghosts(class);
            return (format!("({})", self.new_object(class, &args, 1)), class);
        }
        let (path, class) = self.path();
        let below: Vec<ClassId> =
            self.classes.iter().copied().filter(|&c| c != class && self.resolved.below(c, class)).collect();
        match self.choices.pick(&below) {
            Some(&c) if class != ClassId::OBJECT && self.choices.percent(5) => {
                (format!("cast {} ({path})", self.class_name(c)), c)
            }
            _ => (path, class),
        }
    }

    /// A lock expression with a path for `this`; none, if it begins otherwise.
    fn lock(&mut self, lock: ExprId, this: &str) -> Option<String> {
        match self.program.expr(lock) {
            Expr::Var(Name::THIS) => Some(this.to_owned()),
            Expr::Var(_) => Some(self.path().0),
            Expr::Field { recv, field } => Some(format!("{}.{}", self.lock(recv, this)?, self.program.text(field))),
            Expr::Extended(Extended::ClassConst(c)) => Some(format!("{}.class", self.program.class_of_constant(c)?)),
            _ => None,
        }
    }
}

/// An expression in blocks that hold locks.
fn held(text: String, locks: &[String]) -> String {
    locks.iter().fold(text, |text, lock| match lock.strip_suffix(".locked$") {
        Some(explicit) => format!("locked {explicit} in {{ {text} }}"),
        None => format!("synchronized {lock} in {{ {text} }}"),
    })
}
