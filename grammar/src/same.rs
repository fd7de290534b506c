//! Equality of programs as syntax: spans, ids, the numbers of names and the order of tables do not count, and neither
//! does the order of fields among methods.

use crate::ast::*;
use crate::name::Name;
use crate::stack::deep;

impl Program {
    /// Returns true if two programs are the same syntax.
    pub fn same_syntax(&self, other: &Program) -> bool {
        Shape::of(self) == Shape::of(other)
    }
}

/// A program as the row of what counts of it, each list behind its length.
struct Shape<'p> {
    program: &'p Program,
    row: Vec<Item<'p>>,
}

/// An entry of the row.
#[derive(PartialEq)]
enum Item<'p> {
    Name(&'p str),
    Number(usize),
    /// A form without its parts, which are beside it.
    Form(Expr),
    /// A type that names nothing.
    Type(TypeKind),
}

impl<'p> Shape<'p> {
    fn of(program: &'p Program) -> Vec<Item<'p>> {
        let mut shape = Shape { program, row: Vec::new() };
        shape.all(&program.classes, |shape, class| shape.class(class));
        shape.exprs(program.main);
        shape.row
    }

    /// Elements, and their number before them.
    fn all<T>(&mut self, of: impl IntoIterator<Item = T>, mut add: impl FnMut(&mut Self, T)) {
        let start = self.row.len();
        self.row.push(Item::Number(0));
        self.row[start] = Item::Number(of.into_iter().map(|element| add(self, element)).count());
    }

    fn flags<const N: usize>(&mut self, flags: [bool; N]) {
        self.row.extend(flags.map(|flag| Item::Number(flag.into())));
    }

    fn name(&mut self, name: Name) {
        self.row.push(Item::Name(self.program.text(name)));
    }

    fn class(&mut self, class: &Class) {
        let program = self.program;
        self.name(class.name);
        self.flags([class.thread_local, class.interface]);
        self.all(program.ghosts_of(class), |shape, ghost| shape.declared(ghost.ty, ghost.name));
        self.all(class.extends, Self::written);
        self.all(class.more_supertypes.indices(), |shape, t| shape.written(TypeId::new(t as u32)));
        self.all(program.formals_of(class), |shape, formal| shape.name(formal.name));
        self.exprs(program.not_self_of(class).iter().copied());
        self.guards(class.guard, class.more_guards);
        self.all(program.fields_of(class), |shape, field| shape.field(field));
        self.all(program.methods_of(class), |shape, method| shape.method(method));
    }

    fn field(&mut self, field: &Field) {
        self.flags([field.is_final, field.readonly, field.volatile]);
        self.declared(field.ty, field.name);
        self.guards(field.guard, field.more_guards);
        self.exprs(field.write_guard);
        self.exprs(field.init);
    }

    fn method(&mut self, method: &Method) {
        let program = self.program;
        let Clauses { receiver, reads, atomicity, kind } = program.clauses_of(method);
        self.flags([method.atomic, method.synchronized]);
        self.row.push(Item::Number(kind as usize));
        self.declared(method.ret, method.name);
        self.all(program.params_of(method), |shape, param| shape.declared(param.ty, param.name));
        self.exprs(program.list(method.requires).iter().copied());
        self.exprs(program.list(reads).iter().copied());
        self.all(receiver, Self::written);
        self.all(atomicity, Self::atomicity);
        self.exprs([method.body]);
    }

    fn declared(&mut self, ty: TypeId, name: Name) {
        self.written(ty);
        self.name(name);
    }

    fn guards(&mut self, first: Option<ExprId>, more: List) {
        self.exprs(first);
        self.exprs(self.program.list(more).iter().copied());
    }

    fn atomicity(&mut self, atom: AtomId) {
        match self.program.atom(atom) {
            Atom::Basic(basic) => self.row.push(Item::Name(basic.text())),
            Atom::Held { lock, then, otherwise } => {
                self.exprs([lock]);
                deep(|| self.all([then, otherwise], Self::atomicity));
            }
        }
    }

    fn written(&mut self, ty: TypeId) {
        match self.program.ty(ty).kind {
            TypeKind::Class { name, .. } => self.name(name),
            TypeKind::Array { elem, guards, .. } => {
                self.row.push(Item::Number(guards as usize));
                deep(|| self.written(elem));
            }
            kind @ (TypeKind::Int | TypeKind::Boolean | TypeKind::Void) => self.row.push(Item::Type(kind)),
        }
        deep(|| self.exprs(self.program.locks_of(ty).iter().copied()));
    }

    /// Expressions, each with all that are in it.
    fn exprs(&mut self, of: impl IntoIterator<Item = ExprId>) {
        let program = self.program;
        self.all(of, |shape, root| {
            for e in program.within(root) {
                let form = program.expr(e).map(shape);
                shape.row.push(Item::Form(form));
            }
        });
    }
}

/// Puts the names and types of an expression down, and takes its parts out.
impl Mapper for Shape<'_> {
    fn ty(&mut self, t: TypeId) -> TypeId {
        self.written(t);
        TypeId::new(0)
    }
    fn child(&mut self, _: ExprId) -> ExprId {
        ExprId::new(0)
    }
    fn list(&mut self, list: List) -> List {
        List { start: 0, ..list }
    }
    fn binder(&mut self, x: Name) -> Name {
        self.label(x)
    }
    fn var(&mut self, x: Name) -> Name {
        self.label(x)
    }
    fn label(&mut self, x: Name) -> Name {
        self.name(x);
        Name::THIS
    }
}
