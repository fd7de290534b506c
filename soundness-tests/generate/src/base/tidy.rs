//! Removal of unused parts, so that programs are small: methods that are not called, fields and classes that are not
//! mentioned, values that are thrown away.

use super::Generator;
use super::world::Set;
use crate::tree::{Class, EQUALS, Expr, Path, Type};
use racefree_grammar::stack::deep;
use smallvec::SmallVec;

/// Uses in a part of a program.
#[derive(Clone, Copy, Default)]
struct Uses {
    methods: Set,
    fields: Set,
    classes: Set,
}

impl Uses {
    fn path(&mut self, l: &Path) {
        l.fields.iter().for_each(|fd| self.fields.add(*fd));
    }

    fn ty(&mut self, t: &Type) {
        if let Type::Class(c, args) = t {
            self.classes.add(*c);
            args.iter().for_each(|l| self.path(l));
        }
    }

    /// Records the uses of an expression, and removes values that are thrown away.
    fn expr(&mut self, e: &mut Expr) {
        if e.is_value() {
            return;
        }
        e.ty().into_iter().for_each(|t| self.ty(t));
        e.field().into_iter().for_each(|fd| self.fields.add(fd));
        if let Expr::Call(_, mn, _) = e
            && *mn < EQUALS
        {
            self.methods.add(*mn);
        }
        if let Expr::Seq(list) = e {
            let last = list.len().saturating_sub(1);
            let mut at = 0;
            list.retain(|e| {
                at += 1;
                at > last || !idle(e)
            });
        }
        deep(|| e.children_mut().for_each(|child| self.expr(child)));
    }

    /// Records the uses of a class outside of expressions.
    fn declarations(&mut self, class: &Class) {
        class.ghosts.iter().for_each(|(t, _)| self.ty(t));
        self.ty(&class.sup);
        for field in &class.fields {
            self.ty(&field.ty);
            field.guard.iter().for_each(|l| self.path(l));
        }
        for m in &class.methods {
            self.ty(&m.ret);
            m.params.iter().for_each(|(t, _)| self.ty(t));
            m.requires.iter().for_each(|l| self.path(l));
        }
    }

    fn join(&mut self, more: &Uses) {
        self.methods.join(&more.methods);
        self.fields.join(&more.fields);
        self.classes.join(&more.classes);
    }
}

impl Generator<'_, '_> {
    /// Makes the bodies of all methods.
    pub fn all_bodies(&mut self) {
        for i in 0..self.w.classes.len() {
            (0..self.w.classes[i].methods.len()).for_each(|m| self.body(i, m));
        }
    }

    /// Makes the bodies of methods that are called, and leaves out unused ones.
    pub fn tidy(&mut self, main: &mut Expr) {
        // Each expression is looked at once: the uses of the main one, and of those of each class.
        let mut uses = Uses::default();
        uses.expr(main);
        let mut called = uses.methods;
        let mut classes = vec![Uses::default(); self.w.classes.len()];
        for (class, uses) in self.w.classes.iter_mut().zip(&mut classes) {
            class.fields.iter_mut().filter_map(|f| f.init.as_mut()).for_each(|e| uses.expr(e));
            called.join(&uses.methods);
        }
        let mut rest: SmallVec<[(usize, usize); 8]> = SmallVec::new();
        for (i, class) in self.w.classes.iter().enumerate() {
            rest.extend((0..class.methods.len()).map(|m| (i, m)));
        }
        while let Some(at) = rest.iter().position(|&(i, m)| called.has(self.w.classes[i].methods[m].name)) {
            let (i, m) = rest[at];
            rest.remove(at);
            self.body(i, m);
            classes[i].expr(&mut self.w.classes[i].methods[m].body);
            called.join(&classes[i].methods);
        }
        for class in &mut self.w.classes {
            class.methods.retain(|m| called.has(m.name));
        }
        leave_out(&mut self.w.classes, classes, &uses);
    }
}

/// Leaves out unused fields and classes, given the uses of the main expression and of each class.
fn leave_out(classes: &mut Vec<Class>, mut uses: Vec<Uses>, main: &Uses) {
    let all = |classes: &[Class], uses: &[Uses]| {
        let mut all = *main;
        for (class, uses) in classes.iter().zip(uses) {
            all.join(uses);
            all.declarations(class);
        }
        all
    };
    let mut used = all(classes, &uses);
    let mut fewer = false;
    for class in classes.iter_mut() {
        let before = class.fields.len();
        class.fields.retain(|f| f.init.is_some() || used.fields.has(f.name));
        fewer |= class.fields.len() < before;
    }
    // A class may be mentioned by another one that goes. A class that only mentions itself is not used either, but that is rare.
    loop {
        if fewer {
            used = all(classes, &uses);
        }
        if classes.iter().all(|c| used.classes.has(c.name)) {
            break;
        }
        let mut names = classes.iter().map(|c| c.name);
        uses.retain(|_| names.next().is_some_and(|name| used.classes.has(name)));
        classes.retain(|c| used.classes.has(c.name));
        fewer = true;
    }
}

/// Returns true if an expression does nothing.
fn idle(e: &Expr) -> bool {
    let constant = |e: &Expr| matches!(e, Expr::Int(_) | Expr::Null | Expr::Str(_) | Expr::Unit);
    e.is_value() || matches!(e, Expr::Fork(e) | Expr::Sync(_, e) if constant(e))
}
