//! The calls of a harness, and its text as a whole.

use super::slots::{Arg, Names, Type, Writer};
use super::{Called, with_args};
use racefree_grammar::ast::{self, TypeKind};
use racefree_grammar::name::Name;
use std::fmt::Write as _;

impl Writer<'_, '_> {
    /// One call: receiver and arguments from the slots, unless the receiver is null; an object that it gives goes into its slot.
    pub(super) fn call(&mut self, called: Called, indent: &str) -> String {
        let method = self.method(called);
        let mut names = self.names_of(called);
        let ghosts = self.ghosts_of(called.class);
        let class = with_args(self.class_name(called.class), &ghosts);
        let mut text = String::new();
        let receiver = self.slot_of(Type::Class(called.class, ghosts));
        let got = receiver.map_or_else(|| format!("new {class}"), |s| format!("h.get{}()", self.slots[s].name));
        let _ = writeln!(text, "{indent}  let {class} r = {got} in");
        names.insert(Name::THIS, "r".to_owned());
        let result = match self.program.ty(method.ret).kind {
            TypeKind::Class { .. } => {
                let slot_names: Names =
                    names.iter().filter(|(n, _)| **n != Name::THIS).map(|(n, t)| (*n, t.clone())).collect();
                self.slot(method.ret, &slot_names)
            }
            _ => None,
        };
        let params: Vec<ast::Param> = self.program.params_of(&method).to_vec();
        let mut args = Vec::new();
        for (j, p) in params.iter().enumerate() {
            let ghosts_only: Names =
                names.iter().filter(|(_, t)| *t != "r" && !t.starts_with('x')).map(|(n, t)| (*n, t.clone())).collect();
            let x = format!("x{}", j + 1);
            let arg = match self.slot(p.ty, &ghosts_only) {
                Some(slot) => Arg::Slot(slot),
                None => Arg::New(self.type_text(p.ty, &names).unwrap_or_else(|| "Object".to_owned())),
            };
            let _ = match arg {
                Arg::Slot(s) => writeln!(text, "{indent}  let {} {x} = h.get{}() in", self.ty(s), self.slots[s].name),
                Arg::New(ty) => writeln!(text, "{indent}  let {ty} {x} = new {ty} in"),
            };
            names.insert(p.name, x.clone());
            args.push(x);
        }
        let mut call = format!("r.{}({})", self.program.text(method.name), args.join(", "));
        if let Some(slot) = result {
            call = format!("h.put{}({call})", self.slots[slot].name);
        }
        for &l in self.program.list(method.requires).iter().rev() {
            if let Some(lock) = self.path_text(l, &names) {
                call = format!("synchronized {lock} in {call}");
            }
        }
        let _ = writeln!(text, "{indent}  if (r != null) {call}");
        text
    }

    pub(super) fn finish(&self) -> String {
        let mut text = String::from("// What follows is a harness: it calls the methods above from several threads.\n");
        let ghosts: Vec<String> = self.ghosts.iter().map(|(name, ty)| format!("ghost {ty} {name}")).collect();
        let args: Vec<String> = self.ghosts.iter().map(|g| g.0.clone()).collect();
        let _ = writeln!(text, "class {} guarded_by this {{", with_args(&self.name, &ghosts));
        for (i, slot) in self.slots.iter().enumerate() {
            let (ty, name) = (self.ty(i), &slot.name);
            let _ = writeln!(text, "  {ty} slot{name}\n  synchronized {ty} get{name}() {{ this.slot{name} }}");
            let _ = writeln!(text, "  synchronized void put{name}({ty} x) {{ this.slot{name} = x }}");
        }
        text.push_str("}\n\n");
        for (name, ty) in &self.ghosts {
            let _ = writeln!(text, "let {ty} {name} = new {ty} in");
        }
        let this = with_args(&self.name, &args);
        let _ = write!(text, "let {this} h = new {this} in {{\n{}}}\n", self.body);
        text
    }
}
