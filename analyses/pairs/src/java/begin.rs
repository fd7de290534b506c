//! The main expression of a closed program: the static initialisers of all classes, in the order of the text, then `main`. A program of
//! several `main` begins in any one of them.

use super::open::Entry;
use super::{Plain, construct};
use racefree_grammar::ast::{Expr, ExprId, Extended, Program, TypeKind};
use racefree_grammar::forms;
use racefree_grammar::name::Name;
use racefree_grammar::span::Span;
use racefree_program::{ClassId, Resolved};
use rustc_hash::{FxHashMap, FxHashSet};

/// Number of classes below which a program is what its `main` does.
const FEW: usize = 8;

/// Methods that code comes to, roughly.
struct Reach<'p> {
    program: &'p Program,
    resolved: Resolved<'p>,
    /// The class of each method.
    classes: Vec<ClassId>,
    by_name: FxHashMap<Name, Vec<usize>>,
    /// Names that are called.
    called: FxHashSet<Name>,
    /// Classes of which there are objects, and those above.
    made: FxHashSet<ClassId>,
    seen: Vec<bool>,
    todo: Vec<usize>,
}

impl<'p> Reach<'p> {
    fn from(program: &'p Program, todo: Vec<usize>) -> Reach<'p> {
        let resolved = Resolved::new(program);
        let mut by_name: FxHashMap<Name, Vec<usize>> = FxHashMap::default();
        for (m, method) in program.methods.iter().enumerate() {
            by_name.entry(method.name).or_default().push(m);
        }
        let mut seen = vec![false; program.methods.len()];
        todo.iter().for_each(|&m| seen[m] = true);
        let (called, made, classes) = (FxHashSet::default(), FxHashSet::default(), resolved.classes_of_methods());
        let mut reach = Reach { program, resolved, classes, by_name, called, made, seen, todo };
        while let Some(m) = reach.todo.pop() {
            let body = program.methods[m].body;
            program.within(body).for_each(|e| reach.expression(e));
        }
        reach
    }

    fn expression(&mut self, e: ExprId) {
        match self.program.expr(e) {
            Expr::Call { method, .. } if self.called.insert(method) => {
                for m in self.by_name.get(&method).cloned().unwrap_or_default() {
                    self.visit(m);
                }
            }
            Expr::New(ty) => {
                if let Some(class) = self.resolved.class_of_type(ty) {
                    self.object_of(class);
                }
            }
            Expr::Extended(Extended::ClassConst(name)) => {
                let class = self.program.class_of_constant(name).map(|c| format!("{c}{}", super::STATICS));
                let class = class.and_then(|c| self.resolved.find(self.program.names.find(&c)?));
                class.into_iter().for_each(|class| self.object_of(class));
            }
            forms!(literal | member | block | operator | owned | extended) | Expr::Var(_) => {}
        }
    }

    fn object_of(&mut self, class: ClassId) {
        let above: Vec<ClassId> =
            self.resolved.ancestors(class).chain(self.resolved.interfaces(class).iter().copied()).collect();
        for class in above {
            if self.made.insert(class)
                && let Some(declared) = self.resolved.decl(class)
            {
                declared.methods.indices().for_each(|m| self.visit(m));
            }
        }
    }

    fn visit(&mut self, m: usize) {
        if self.called.contains(&self.program.methods[m].name) && self.made.contains(&self.classes[m]) && !self.seen[m]
        {
            self.seen[m] = true;
            self.todo.push(m);
        }
    }
}

impl Plain<'_> {
    /// The methods in which the program may begin.
    pub(super) fn mains(&self) -> Vec<Entry> {
        let mut found = Vec::new();
        for (class, of) in self.program.classes.iter().enumerate() {
            for m in of.methods.indices() {
                if self.known.mains.contains(&self.program.methods[m].name_span) {
                    found.push(Entry { class, method: m });
                }
            }
        }
        found
    }

    /// True for a library: a `main` comes to less than half of the classes that others may call, by the names of the methods that are called, of
    /// classes of which there are objects.
    pub(super) fn is_library(&mut self, mains: &[Entry]) -> bool {
        let seen = Reach::from(&self.program, mains.iter().map(|main| main.method).collect()).seen;
        let (mut all, mut reached) = (0, 0);
        for class in &self.program.classes {
            let callable = |m: &usize| self.known.callable.contains(&self.program.methods[*m].name_span);
            if !class.interface && class.methods.indices().any(|m| callable(&m)) {
                all += 1;
                reached += usize::from(class.methods.indices().any(|m| seen[m]));
            }
        }
        let is_library = all >= FEW && 2 * reached < all;
        if is_library {
            self.assume("less than half of the classes are reached from `main`: nothing is said of the others; `--entry C` calls C");
        }
        is_library
    }

    pub(super) fn begin(&mut self, mains: &[Entry]) {
        if mains.len() > 1 {
            self.assume("the program begins in any one of several `main`");
        }
        let ways: Vec<ExprId> = mains.iter().map(|&main| self.call_main(main)).collect();
        let span = self.program.methods[mains[0].method].name_span;
        let main = self.one_of(&ways, span);
        let mut all = self.initialised();
        all.push(main);
        self.program.main = Some(self.seq(&all, span));
    }

    fn call_main(&mut self, main: Entry) -> ExprId {
        let method = self.program.methods[main.method];
        let span = method.name_span;
        let args: Vec<ExprId> = method.params.indices().map(|_| self.add(Expr::New(self.own.array), span)).collect();
        let recv = match self.statics_of(main.class).map(str::to_owned) {
            Some(class) => self.constant(&class, span),
            None => {
                let ty = self.class_type(self.program.classes[main.class].name);
                self.add(Expr::New(ty), span)
            }
        };
        self.call(recv, method.name, &args, span)
    }

    /// The initialisers of static fields. What they do is over before any other thread uses the class, as the machine has it.
    pub(super) fn initialised(&mut self) -> Vec<ExprId> {
        let mut all = Vec::new();
        for c in 0..self.program.classes.len() {
            let Some(class) = self.statics_of(c).map(str::to_owned) else { continue };
            let of = self.program.classes[c];
            for f in of.fields.indices() {
                let field = self.program.fields[f];
                let object = |kind| matches!(kind, TypeKind::Class { .. } | TypeKind::Array { .. });
                if let Some(init) = field.init.filter(|_| object(self.program.ty(field.ty).kind)) {
                    self.program.fields[f].init = None;
                    let recv = self.constant(&class, field.name_span);
                    let call = self.assign(recv, field.name, init, field.name_span);
                    all.push(call);
                }
            }
            for m in of.methods.indices().filter(|m| self.statics.contains(m)).collect::<Vec<_>>() {
                let method = self.program.methods[m];
                let recv = self.constant(&class, method.name_span);
                all.push(self.call(recv, method.name, &[], method.name_span));
            }
        }
        if !all.is_empty() {
            self.assume("classes are initialised before the program begins");
        }
        all
    }

    /// An object of a class, by each of its constructors; `of` makes an argument.
    pub(super) fn made(&mut self, class: Name, span: Span, of: &mut dyn FnMut(&mut Self, usize) -> ExprId) -> ExprId {
        let ty = self.class_type(class);
        let constructors = self.constructors_of(class);
        let mut ways = Vec::new();
        for m in constructors {
            let method = self.program.methods[m];
            let args: Vec<ExprId> = method.params.indices().map(|p| of(self, p)).collect();
            let var = self.name("new");
            let (object, value) = (self.var(var, span), self.var(var, span));
            let call = self.call(object, method.name, &args, span);
            let body = self.seq(&[call, value], span);
            let bound = self.add(Expr::New(ty), span);
            ways.push(self.let_(ty, var, bound, body, span));
        }
        if ways.is_empty() {
            let var = self.name("new");
            let (object, value) = (self.var(var, span), self.var(var, span));
            let call = self.construct_implied(class, object, span);
            let all: Vec<ExprId> = call.into_iter().chain([value]).collect();
            let body = self.seq(&all, span);
            let bound = self.add(Expr::New(ty), span);
            ways.push(self.let_(ty, var, bound, body, span));
        }
        self.one_of(&ways, span)
    }

    /// True for a method that can be called on an object: no constructor, and none by which the library calls others.
    pub(super) fn is_method(&self, m: usize) -> bool {
        construct::is_called(&self.program, m)
            && !self.callbacks.is_some_and(|callbacks| callbacks.has(self.program.methods[m].name))
            && !self.program.text(self.program.methods[m].name).contains(super::construct::SIGN)
    }
}
