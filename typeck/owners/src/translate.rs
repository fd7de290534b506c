//! From RaceFreeJava to EPRFJ (`owners.md`, section 3): what is typable there is typable here. Ghosts become further formals with
//! `where x != self`, every first owner is `self`; a thread-local class has a second formal, which guards its fields and is
//! `thisThread` where the class is used; and each method declares its `this` so.

use racefree_grammar::ast::{
    self, Class, Clauses, Dialect, Expr, ExprId, Field, Formal, List, Mapper, Method, Param, Program, Run, Special,
    TypeId, TypeKind,
};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_program::{ClassId, Resolved};
use rustc_hash::FxHashMap;

/// Translates a base program; the names that are reserved here get others.
pub fn to_owners(program: &Program) -> Program {
    let mut translation = Translation {
        from: program,
        resolved: Resolved::new(program),
        to: Program { dialect: Dialect::Owners, ..Program::default() },
        names: FxHashMap::default(),
        thread: Thread::This,
        around: Thread::This,
        values: Vec::new(),
        owner: Name::THIS,
        local: Name::THIS,
    };
    translation.to.names = racefree_grammar::name::Names::default();
    translation.owner = translation.fresh("thisOwner");
    translation.local = translation.fresh("thread");
    for class in program.classes.iter() {
        translation.class(class);
    }
    translation.to.main = program.main.map(|e| translation.expr(e));
    translation.to
}

/// The text of a program with owners, with its header.
pub fn print(program: &Program) -> String {
    print_for("owners", program)
}

/// The same for the system of a name: claims of atomicity are for `owners+atomicity`.
pub fn print_for(system: &str, program: &Program) -> String {
    format!("//! system: {system}\n{}", racefree_grammar::printer::print(program))
}

/// Second owner of a thread-local class.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Thread {
    /// `thisThread`: in code.
    This,
    /// The formal of the class around: in the declarations of its fields.
    Formal,
}

struct Translation<'p> {
    from: &'p Program,
    resolved: Resolved<'p>,
    to: Program,
    /// New name of each name.
    names: FxHashMap<Name, Name>,
    thread: Thread,
    /// The same in the declarations of the fields of the class around.
    around: Thread,
    /// The `new`s that give the value of the field that is being initialised.
    values: Vec<ExprId>,
    /// The first formal of every class.
    owner: Name,
    /// The second formal of a thread-local class.
    local: Name,
}

/// Words that the dialect of owners reserves.
const RESERVED: [&str; 8] =
    ["self", "thisThread", "otherThread", "readonly", "unique", "reads", "where", "write_guarded_by"];

impl Translation<'_> {
    /// A name that the program does not have.
    fn fresh(&mut self, text: &str) -> Name {
        self.to.names.intern(&self.from.names.unused(text))
    }

    fn name(&mut self, x: Name) -> Name {
        if let Some(&known) = self.names.get(&x) {
            return known;
        }
        let text = self.from.text(x);
        let new = if text.contains('$') || RESERVED.contains(&text) {
            self.fresh(&format!("{}_", text.replace('$', "_")))
        } else {
            self.to.names.intern(text)
        };
        self.names.insert(x, new);
        new
    }

    fn add(&mut self, e: Expr) -> ExprId {
        self.to.add(e, Span::NONE)
    }

    fn class(&mut self, class: &Class) {
        let formals = self.to.formals.len() as u32;
        let mut all = vec![self.owner];
        if class.thread_local {
            all.push(self.local);
        }
        let from = self.from;
        let ghosts: Vec<Name> = from.ghosts_of(class).iter().map(|ghost| self.name(ghost.name)).collect();
        all.extend(&ghosts);
        self.to.formals.extend(all.iter().map(|&name| Formal { name, span: Span::NONE, implied: false }));
        let not_self: Vec<ExprId> = ghosts.iter().map(|&x| self.add(Expr::Var(x))).collect();
        let not_self = self.to.add_list(&not_self);
        let guard = class.guard.map(|l| self.expr(l));
        self.thread = if class.thread_local { Thread::Formal } else { Thread::This };
        self.around = self.thread;
        let extends = class.extends.map(|ty| {
            let owner = Expr::Var(self.owner);
            self.class_type(ty, owner)
        });
        let fields = self.to.fields.len() as u32;
        for field in self.from.fields_of(class) {
            self.field(class, field);
        }
        self.thread = Thread::This;
        let methods = self.to.methods.len() as u32;
        for method in self.from.methods_of(class) {
            self.method(method, &all, class);
        }
        let name = self.name(class.name);
        let formals = Run { start: formals, end: self.to.formals.len() as u32 };
        let owners = self.to.add_owners(ast::Owners { formals, not_self });
        self.to.classes.push(Class {
            name,
            name_span: Span::NONE,
            span: Span::NONE,
            thread_local: false,
            ghosts: Run::default(),
            more_supertypes: Run::default(),
            owners,
            extends,
            guard,
            fields: Run { start: fields, end: self.to.fields.len() as u32 },
            methods: Run { start: methods, end: self.to.methods.len() as u32 },
            ..*class
        });
    }

    fn field(&mut self, class: &Class, field: &Field) {
        let mut guard = field.guard.map(|l| self.expr(l));
        if class.thread_local && !field.is_final && self.from.guard_of(class, field).is_none() {
            guard = Some(self.add(Expr::Var(self.local)));
        }
        let ty = self.ty(field.ty);
        // The value that the field gets is of its type; what it is made with belongs to the thread that makes it.
        self.values = field.init.map_or_else(Vec::new, |e| self.made_last(e));
        self.thread = Thread::This;
        let init = field.init.map(|e| self.expr(e));
        self.thread = self.around;
        let name = self.name(field.name);
        let span = Span::NONE;
        self.to.fields.push(Field { ty, name, name_span: span, guard, write_guard: None, init, span, ..*field });
    }

    /// The `new`s whose objects an expression gives.
    fn made_last(&self, e: ExprId) -> Vec<ExprId> {
        deep(|| match self.from.expr(e) {
            Expr::New(_) => vec![e],
            Expr::Seq(list) => self.from.list(list).last().map_or_else(Vec::new, |&last| self.made_last(last)),
            Expr::Let { body, .. } | Expr::Sync { body, .. } => self.made_last(body),
            Expr::If { then, otherwise: Some(otherwise), .. } => {
                [self.made_last(then), self.made_last(otherwise)].concat()
            }
            Expr::Var(_) | forms!(literal | member | block | operator | owned | extended) => Vec::new(),
        })
    }

    fn method(&mut self, method: &Method, formals: &[Name], class: &Class) {
        let mut owners = vec![self.add(Expr::Special(Special::Own))];
        if class.thread_local {
            owners.push(self.add(Expr::Special(Special::ThisThread)));
        }
        let ghosts = &formals[owners.len()..];
        owners.extend(ghosts.iter().map(|&x| self.to.add(Expr::Var(x), Span::NONE)));
        let args = self.to.add_list(&owners);
        let name = self.name(class.name);
        let this = self.to.add_type(TypeKind::Class { name, args }, Span::NONE);
        let params = self.to.params.len() as u32;
        for param in self.from.params_of(method) {
            let (ty, name) = (self.ty(param.ty), self.name(param.name));
            self.to.params.push(Param { ty, name, span: Span::NONE });
        }
        let params = Run { start: params, end: self.to.params.len() as u32 };
        let locks: Vec<ExprId> = self.from.list(method.requires).iter().map(|&l| self.expr(l)).collect();
        let requires = self.to.add_list(&locks);
        let (ret, name) = (self.ty(method.ret), self.name(method.name));
        let body = self.expr(method.body);
        let clauses = self.to.add_clauses(Clauses { receiver: Some(this), ..Clauses::default() });
        self.to.methods.push(Method {
            synchronized: method.synchronized,
            atomic: method.atomic,
            ret,
            name,
            name_span: Span::NONE,
            params,
            requires,
            clauses,
            body,
            span: Span::NONE,
        });
    }

    fn class_type(&mut self, ty: TypeId, first: Expr) -> TypeId {
        let TypeKind::Class { name, args } = self.from.ty(ty).kind else { return self.ty(ty) };
        if name == Name::STRING {
            return self.to.add_type(TypeKind::Class { name, args: List::default() }, Span::NONE);
        }
        let mut owners = vec![self.add(first)];
        let class = self.resolved.find(name);
        if class.is_some_and(|class| class != ClassId::OBJECT && self.resolved.get(class).thread_local()) {
            owners.push(match self.thread {
                Thread::This => self.add(Expr::Special(Special::ThisThread)),
                Thread::Formal => self.add(Expr::Var(self.local)),
            });
        }
        for &l in self.from.list(args) {
            owners.push(self.expr(l));
        }
        let args = self.to.add_list(&owners);
        let name = self.name(name);
        self.to.add_type(TypeKind::Class { name, args }, Span::NONE)
    }

    fn expr(&mut self, e: ExprId) -> ExprId {
        if self.values.contains(&e) {
            // Of a thread-local class: it belongs to whom the object around belongs to.
            self.values.retain(|&value| value != e);
            let outer = std::mem::replace(&mut self.thread, self.around);
            let made = self.expr(e);
            self.thread = outer;
            return made;
        }
        deep(|| {
            let translated = match self.from.expr(e) {
                Expr::Str(text) => Expr::Str(self.to.names.intern(self.from.text(text))),
                other => other.map(self),
            };
            self.add(translated)
        })
    }
}

impl Mapper for Translation<'_> {
    fn ty(&mut self, t: TypeId) -> TypeId {
        match self.from.ty(t).kind {
            TypeKind::Class { .. } => self.class_type(t, Expr::Special(Special::Own)),
            kind => self.to.add_type(kind, Span::NONE),
        }
    }

    fn child(&mut self, e: ExprId) -> ExprId {
        self.expr(e)
    }

    fn list(&mut self, list: List) -> List {
        let all: Vec<ExprId> = self.from.list(list).iter().map(|&e| self.expr(e)).collect();
        self.to.add_list(&all)
    }

    fn binder(&mut self, x: Name) -> Name {
        self.name(x)
    }

    fn var(&mut self, x: Name) -> Name {
        self.name(x)
    }

    fn label(&mut self, x: Name) -> Name {
        self.name(x)
    }
}

/// Why the translation of a program need not check: an escape, or a path through a ghost.
pub fn beyond(program: &Program) -> Option<&'static str> {
    if !program.no_warns.is_empty() || program.exprs.iter().any(|e| matches!(e, Expr::Holds(_))) {
        return Some("it has an escape (`no_warn`, `holds`)");
    }
    let ghosts: Vec<Name> = program.ghosts.iter().map(|ghost| ghost.name).collect();
    let through = |e: &Expr| match e {
        Expr::Field { recv, .. } => matches!(program.expr(*recv), Expr::Var(x) if ghosts.contains(&x)),
        _ => false,
    };
    program.exprs.iter().any(through).then_some("it has a path through a ghost")
}
