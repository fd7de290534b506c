//! What a program does not use is left out, so that programs are small: methods that nobody calls, fields and classes that nobody
//! mentions, values that are thrown away.

use crate::tree::{Class, E, EQUALS, Few, Mn, Path, T, Tree};
use racefree_grammar::stack::deep;

/// A set of names.
#[derive(Clone, Copy, Default)]
struct Set([u64; 4]);

impl Set {
    fn add(&mut self, name: u8) {
        self.0[name as usize / 64] |= 1 << (name % 64);
    }

    fn has(&self, name: u8) -> bool {
        self.0[name as usize / 64] >> (name % 64) & 1 == 1
    }

    fn join(&mut self, more: &Set) {
        for (all, more) in self.0.iter_mut().zip(more.0) {
            *all |= more;
        }
    }
}

/// What a part of a program mentions.
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

    fn ty(&mut self, t: &T) {
        if let T::Class(c, args) = t {
            self.classes.add(*c);
            args.iter().for_each(|l| self.path(l));
        }
    }

    /// Looks at an expression, out of which values that are thrown away are taken.
    fn expr(&mut self, e: &mut E) {
        match e {
            E::Var(_) | E::Int(_) | E::Bool(_) | E::Null | E::Str(_) | E::Unit => return,
            E::New(t) => return self.ty(t),
            E::Let(t, ..) => self.ty(t),
            E::Seq(list) => {
                let last = list.len().saturating_sub(1);
                let mut at = 0;
                list.retain(|e| {
                    at += 1;
                    at > last || !idle(e)
                });
            }
            E::Field(e, fd) => {
                self.fields.add(*fd);
                if let E::Var(_) = **e {
                    return;
                }
            }
            E::Assign(_, fd, _) => self.fields.add(*fd),
            E::Call(_, mn, _) if *mn < EQUALS => self.methods.add(*mn),
            _ => {}
        }
        deep(|| e.each_mut(&mut |child| self.expr(child)));
    }

    /// What a class mentions outside of expressions.
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

/// A body, until it turns out to be called.
struct Body {
    class: usize,
    name: Mn,
    uses: Uses,
}

/// Leaves out what is not used.
pub fn tidy(tree: &mut Tree) {
    // Each expression is looked at once: what the main one uses, what those of a class use, and the bodies that may be called.
    let mut main = Uses::default();
    main.expr(&mut tree.main);
    let mut classes = vec![Uses::default(); tree.classes.len()];
    let mut bodies = Vec::with_capacity(8);
    let mut called = main.methods;
    for (i, class) in tree.classes.iter_mut().enumerate() {
        class.fields.iter_mut().filter_map(|f| f.init.as_mut()).for_each(|e| classes[i].expr(e));
        called.join(&classes[i].methods);
        for m in &mut class.methods {
            let mut uses = Uses::default();
            uses.expr(&mut m.body);
            bodies.push(Body { class: i, name: m.name, uses });
        }
    }
    while let Some(i) = bodies.iter().position(|body| called.has(body.name)) {
        let body = bodies.swap_remove(i);
        called.join(&body.uses.methods);
        classes[body.class].join(&body.uses);
    }
    for class in &mut tree.classes {
        class.methods.retain(|m| called.has(m.name));
    }
    let mut used = main;
    for (class, uses) in tree.classes.iter().zip(&classes) {
        used.join(uses);
        used.declarations(class);
    }
    for class in &mut tree.classes {
        class.fields.retain(|f| f.init.is_some() || used.fields.has(f.name));
    }
    // A class may be mentioned by another one that goes. A class that only mentions itself is not used either, but that is rare.
    loop {
        let mut used = main;
        for (class, uses) in tree.classes.iter().zip(&classes) {
            used.join(uses);
            used.declarations(class);
        }
        let stays: Few<bool, 8> = tree.classes.iter().map(|c| used.classes.has(c.name)).collect();
        if !stays.contains(&false) {
            break;
        }
        let mut at = stays.iter();
        tree.classes.retain(|_| at.next() == Some(&true));
        let mut at = stays.iter();
        classes.retain(|_| at.next() == Some(&true));
    }
}

/// Whether an expression does nothing.
fn idle(e: &E) -> bool {
    match e {
        E::Var(_) | E::Int(_) | E::Bool(_) | E::Null | E::Str(_) | E::Unit => true,
        E::Fork(e) | E::Sync(_, e) => matches!(**e, E::Int(_) | E::Null | E::Str(_) | E::Unit),
        _ => false,
    }
}
