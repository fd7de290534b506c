//! The meaning of a program as far as repairs must keep it: what is evaluated, without annotations, without the locks that are taken
//! and without what leaves no trace.

use racefree_grammar::ast::{Expr, ExprId, List, Mapper, Program, TypeId, TypeKind};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::stack::deep;

/// Returns a word for each class, member and expression that a program evaluates, bound variables by their number. Two
/// programs with the same words do the same, but for the locks that they take.
pub fn meaning(program: &Program) -> Vec<String> {
    let mut words = MeaningWriter { program, scope: Vec::new(), out: Vec::new() };
    let mut classes: Vec<_> = program.classes.to_vec();
    classes.sort_by_key(|class| program.text(class.name));
    for class in &classes {
        words.say(format!("class {}", program.text(class.name)));
        if let Some(of) = class.extends {
            words.named(of);
        }
        for field in program.fields_of(class) {
            words.say(format!("field {}", program.text(field.name)));
            match field.init {
                Some(e) => words.expr(e),
                // Default of a missing initialiser.
                None => words.say(match program.ty(field.ty).kind {
                    TypeKind::Int => words.tag(Expr::Int(0)),
                    TypeKind::Boolean => words.tag(Expr::Bool(false)),
                    TypeKind::Void | TypeKind::Class { .. } | TypeKind::Array { .. } => words.tag(Expr::Null),
                }),
            }
        }
        for method in program.methods_of(class) {
            words.say(format!("method {}", program.text(method.name)));
            words.scope.extend(program.params_of(method).iter().map(|param| param.name));
            words.expr(method.body);
            words.scope.clear();
        }
    }
    words.say("main".to_owned());
    if let Some(main) = program.main {
        words.expr(main);
    }
    words.out
}

struct MeaningWriter<'p> {
    program: &'p Program,
    /// The parameters and the variables that are bound here.
    scope: Vec<Name>,
    out: Vec<String>,
}

impl MeaningWriter<'_> {
    fn say(&mut self, word: String) {
        self.out.push(word);
    }

    /// A form of expression without its parts.
    fn tag(&self, form: Expr) -> String {
        format!("{:?}", form.map(&mut Bare))
    }

    /// The class that a type names, which matters where it is made or extended; the type of a variable decides nothing.
    fn named(&mut self, t: TypeId) {
        if let TypeKind::Class { name, .. } = self.program.ty(t).kind {
            self.say(self.program.text(name).to_owned());
        }
    }

    fn expr(&mut self, e: ExprId) {
        let depth = self.scope.len();
        deep(|| match self.program.expr(e) {
            // A lock is a path that is looked up once more; whatever else stands there is evaluated.
            Expr::Sync { lock, body } => {
                if !self.is_path(lock) {
                    self.expr(lock);
                }
                self.expr(body);
            }
            Expr::Atomic(body) => self.expr(body),
            Expr::Holds(_) => self.say(self.tag(Expr::Unit)),
            Expr::Seq(list) => self.sequence(list),
            Expr::New(ty) => {
                self.named(ty);
                self.say(self.tag(Expr::New(ty)));
            }
            form @ (Expr::Var(_) | forms!(literal | member | block | operator | owned | extended)) => {
                form.map(self);
                self.say(self.tag(form));
            }
        });
        self.scope.truncate(depth);
    }

    /// A sequence, without what does nothing and gives nothing.
    fn sequence(&mut self, list: List) {
        let elements = self.program.list(list);
        for (i, &element) in elements.iter().enumerate() {
            let last = i + 1 == elements.len();
            let nothing = matches!(self.program.expr(element), Expr::Unit | Expr::Holds(_));
            if last || !nothing {
                self.expr(element);
            }
            if !last && !nothing {
                self.say(";".to_owned());
            }
        }
    }

    fn is_path(&self, e: ExprId) -> bool {
        match self.program.expr(e) {
            Expr::Field { recv, .. } => self.is_path(recv),
            form => matches!(form, Expr::Var(_) | Expr::Special(_) | Expr::Qualified { .. }),
        }
    }
}

/// Says the parts of an expression.
impl Mapper for MeaningWriter<'_> {
    fn child(&mut self, e: ExprId) -> ExprId {
        self.expr(e);
        e
    }

    fn list(&mut self, list: List) -> List {
        for &e in self.program.list(list) {
            self.expr(e);
            self.say(",".to_owned());
        }
        list
    }

    fn binder(&mut self, x: Name) -> Name {
        self.scope.push(x);
        x
    }

    fn var(&mut self, x: Name) -> Name {
        match self.scope.iter().rposition(|&bound| bound == x) {
            Some(i) => self.say(format!("#{i}")),
            None => self.say(self.program.text(x).to_owned()),
        }
        x
    }

    fn label(&mut self, x: Name) -> Name {
        self.say(self.program.text(x).to_owned());
        x
    }
}

/// Leaves of an expression its form.
struct Bare;

impl Mapper for Bare {
    fn ty(&mut self, _: TypeId) -> TypeId {
        TypeId::new(0)
    }

    fn child(&mut self, _: ExprId) -> ExprId {
        ExprId::new(0)
    }

    fn list(&mut self, _: List) -> List {
        List::default()
    }

    fn binder(&mut self, _: Name) -> Name {
        Name::THIS
    }

    fn var(&mut self, _: Name) -> Name {
        Name::THIS
    }

    fn label(&mut self, _: Name) -> Name {
        Name::THIS
    }
}
