//! From RaceFreeJava to EPRFJ (`owners.md`, section 3): what is typable there is typable here. Ghosts become further formals with
//! `where x != self`, every first owner is `self`; a thread-local class has a second formal, which guards its fields and is
//! `thisThread` where the class is used; and each method declares its `this` so.

use racefree_grammar::ast::{
    Class, Clauses, ClausesId, Dialect, Expr, ExprId, Field, Formal, List, Mapper, Method, Owners, Program, Run,
    Special, TypeId, TypeKind,
};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_grammar::stack::deep;
use racefree_program::{ClassId, Resolved};
use rustc_hash::FxHashMap;

/// `self`, the first owner.
const OWN: Expr = Expr::Special(Special::Own);
/// `thisThread`, the second owner of a thread-local class in code. In the declarations of such a class it is the formal.
const THIS_THREAD: Expr = Expr::Special(Special::ThisThread);

/// Translates a base program; the names that are reserved here get others.
pub fn to_owners(program: &Program) -> Program {
    let to = Program {
        dialect: Dialect::Owners,
        ghosts: Vec::new(),
        no_warns: Vec::new(),
        annotations: Vec::new(),
        comments: Vec::new(),
        ..program.clone()
    };
    let mut translation = Translation {
        from: program,
        resolved: Resolved::new(program),
        to,
        names: FxHashMap::default(),
        owner: Name::THIS,
        local: Name::THIS,
    };
    translation.owner = translation.fresh("thisOwner");
    translation.local = translation.fresh("thread");
    translation.code();
    for (i, class) in program.classes.iter().enumerate() {
        translation.to.classes[i] = translation.class(class);
    }
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

/// A translation in place: expressions and members keep their numbers.
struct Translation<'p> {
    from: &'p Program,
    resolved: Resolved<'p>,
    to: Program,
    /// New name of each name.
    names: FxHashMap<Name, Name>,
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
        let reserved = text.contains('$') || RESERVED.contains(&text);
        let new = if reserved { self.fresh(&format!("{}_", text.replace('$', "_"))) } else { x };
        self.names.insert(x, new);
        new
    }

    fn list(&mut self, of: impl IntoIterator<Item = Expr>) -> List {
        let all: Vec<ExprId> = of.into_iter().map(|e| self.to.add(e, Span::NONE)).collect();
        self.to.add_list(&all)
    }

    /// All expressions, and the types in them.
    fn code(&mut self) {
        for (i, &e) in self.from.exprs.iter().enumerate() {
            self.to.exprs[i] = if let Expr::Str(_) = e { e } else { e.map(self) };
        }
        for i in 0..self.from.types.len() {
            self.to.types[i].kind = self.kind(TypeId::new(i as u32), OWN, THIS_THREAD);
        }
    }

    /// A type with its first owner, and its second, if it is of a thread-local class.
    fn kind(&mut self, ty: TypeId, first: Expr, thread: Expr) -> TypeKind {
        let TypeKind::Class { name, args } = self.from.ty(ty).kind else { return self.from.ty(ty).kind };
        if name == Name::STRING {
            return TypeKind::Class { name, args: List::default() };
        }
        let class = self.resolved.find(name).filter(|&class| class != ClassId::OBJECT);
        let local = class.is_some_and(|class| self.resolved.get(class).thread_local());
        let owners = std::iter::once(first).chain(local.then_some(thread));
        let written = self.from.list(args).iter().map(|l| self.to.expr(*l));
        let owners: Vec<Expr> = owners.chain(written).collect();
        TypeKind::Class { name: self.name(name), args: self.list(owners) }
    }

    fn ty(&mut self, ty: TypeId, first: Expr, thread: Expr) -> TypeId {
        let kind = self.kind(ty, first, thread);
        self.to.add_type(kind, Span::NONE)
    }

    fn class(&mut self, class: &Class) -> Class {
        let name = self.name(class.name);
        let ghosts: Vec<Name> = self.from.ghosts_of(class).iter().map(|ghost| self.name(ghost.name)).collect();
        let start = self.to.formals.len() as u32;
        let formals = [self.owner].into_iter().chain(class.thread_local.then_some(self.local)).chain(ghosts.clone());
        self.to.formals.extend(formals.map(|name| Formal { name, span: Span::NONE, implied: false }));
        let formals = Run { start, end: self.to.formals.len() as u32 };
        let not_self = self.list(ghosts.iter().copied().map(Expr::Var));
        let thread = if class.thread_local { Expr::Var(self.local) } else { THIS_THREAD };
        let extends = class.extends.map(|ty| self.ty(ty, Expr::Var(self.owner), thread));
        for f in class.fields.indices() {
            self.field(class, f, thread);
        }
        let this = [OWN].into_iter().chain(class.thread_local.then_some(THIS_THREAD));
        let this: Vec<Expr> = this.chain(ghosts.into_iter().map(Expr::Var)).collect();
        for m in class.methods.indices() {
            let args = self.list(this.iter().copied());
            let receiver = Some(self.to.add_type(TypeKind::Class { name, args }, Span::NONE));
            let clauses = self.to.add_clauses(Clauses { receiver, ..Clauses::default() });
            self.method(m, clauses);
        }
        let owners = self.to.add_owners(Owners { formals, not_self });
        let (ghosts, more_supertypes) = (Run::default(), Run::default());
        Class { name, thread_local: false, ghosts, more_supertypes, owners, extends, ..*class }
    }

    fn field(&mut self, class: &Class, f: usize, thread: Expr) {
        let field = &self.from.fields[f];
        let unguarded = class.thread_local && !field.is_final && self.from.guard_of(class, field).is_none();
        let guard = if unguarded { Some(self.to.add(thread, Span::NONE)) } else { field.guard };
        // The value that the field gets is of its type; what it is made with belongs to the thread that makes it.
        for e in field.init.map_or_else(Vec::new, |e| self.made_last(e)) {
            if let Expr::New(ty) = self.from.expr(e) {
                self.to.exprs[e.index()] = Expr::New(self.ty(ty, OWN, thread));
            }
        }
        let (ty, name) = (self.ty(field.ty, OWN, thread), self.name(field.name));
        self.to.fields[f] = Field { ty, name, guard, write_guard: None, ..*field };
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

    fn method(&mut self, m: usize, clauses: Option<ClausesId>) {
        let method = &self.from.methods[m];
        for p in method.params.indices() {
            self.to.params[p].name = self.name(self.from.params[p].name);
        }
        self.to.methods[m] = Method { name: self.name(method.name), clauses, ..*method };
    }
}

impl Mapper for Translation<'_> {
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
