//! Classes, what the library of the translation is, and the main expression.

use super::{LIBRARY, LONGEST, MARKS, READERS, Text, Writer};
use racefree_grammar::ast::{Expr, Extended, Field, MethodKind, TypeKind};
use racefree_program::ClassId;
use std::fmt::Write as _;

impl Writer<'_> {
    /// The whole text.
    pub(super) fn whole(&mut self) -> Text {
        let program = self.program;
        let Some(main) = program.main else { return Err("no main expression".to_owned()) };
        let mut out = format!("//! dialect: java\n{LIBRARY}");
        self.library(&mut out);
        self.global(&mut out);
        for i in 0..program.classes.len() {
            self.class(self.resolved.of_declaration(i), &mut out)?;
        }
        self.class = ClassId::OBJECT;
        let mut first = String::new();
        for (class, m) in self.static_initializers() {
            let object = self.class_constant(class).ok_or("a class without a constant")?;
            let _ = write!(first, "{MARKS}.global.{object}.clinit${m}({MARKS}); ");
        }
        let main = self.expr(main)?;
        let _ = writeln!(
            out,
            "let Global$ g$ = new Global$ in let Marks$ {MARKS} = new Marks$ in {{ {MARKS}.global = g$; {first}{main} }}"
        );
        Ok(out)
    }

    /// `Any$`, above all classes, with what every object has, and the classes of arrays.
    fn library(&self, out: &mut String) {
        out.push_str("class Any$ {");
        let locks = self.program.exprs.iter().any(|e| matches!(e, Expr::Extended(Extended::Locked { .. })));
        if locks {
            for i in 0..READERS {
                let _ = write!(out, " final Object reader${i} = new Object");
            }
            out.push_str(" Object reader$(int n) {");
            for i in 0..READERS - 1 {
                let _ = write!(out, " if (n == {i}) this.reader${i} else");
            }
            let _ = write!(out, " this.reader${} }}", READERS - 1);
        }
        for (class, _) in self.resolved.iter().filter(|(c, _)| self.resolved.declared(*c).is_some()) {
            let _ = write!(out, " boolean is${}() {{ false }}", class.0);
        }
        out.push_str(" }\n");
        for kind in ["int", "boolean", "Object"] {
            for n in 0..=LONGEST {
                let _ = write!(out, "class Array${kind}${n} extends Any$ {{ int length$() {{ {n} }}");
                let (mut get, mut set) = ("assert false".to_owned(), "assert false".to_owned());
                for i in 0..n {
                    let _ = write!(out, " {kind} element${i}");
                    get = format!("if (i == {i}) this.element${i} else {get}");
                    set = format!("if (i == {i}) this.element${i} = v else {set}");
                }
                let _ = writeln!(out, " {kind} get$(int i) {{ {get} }} {kind} set$(int i, Object v) {{ {set} }} }}");
            }
        }
    }

    /// The class constants.
    fn global(&mut self, out: &mut String) {
        out.push_str("class Global$ {");
        let mut written = Vec::new();
        for &e in &self.program.exprs {
            let Expr::Extended(Extended::ClassConst(c)) = e else { continue };
            if written.contains(&c) {
                continue;
            }
            written.push(c);
            let holder = self.program.class_of_constant(c).map(|class| format!("{class}$class"));
            let class = holder.and_then(|h| self.resolved.iter().find(|(c, _)| self.is_called(*c, &h)).map(|(c, _)| c));
            let class = class.map_or_else(|| "Any$".to_owned(), |c| self.class_name(c));
            let _ = write!(out, " final Object {} = new {class}", self.name(c));
        }
        out.push_str(" }\n");
    }

    fn is_called(&self, class: ClassId, name: &str) -> bool {
        self.resolved.decl(class).is_some_and(|decl| self.program.text(decl.name) == name)
    }

    /// Field of [`Writer::global`] of the constant whose class this is.
    fn class_constant(&self, holder: ClassId) -> Option<String> {
        let decl = self.resolved.decl(holder)?;
        let class = self.program.text(decl.name).strip_suffix("$class")?;
        self.program.exprs.iter().find_map(|&e| match e {
            Expr::Extended(Extended::ClassConst(c)) if self.program.class_of_constant(c) == Some(class) => {
                Some(self.name(c))
            }
            _ => None,
        })
    }

    fn static_initializers(&self) -> Vec<(ClassId, u32)> {
        let owners = self.resolved.classes_of_methods();
        let all = owners.into_iter().zip(0..);
        all.filter(|&(class, m)| self.is_kind(m, MethodKind::StaticInitializer) && self.class_constant(class).is_some())
            .collect()
    }

    fn class(&mut self, class: ClassId, out: &mut String) -> Result<(), String> {
        let Some(decl) = self.resolved.decl(class) else { return Err("a class that is declared twice".to_owned()) };
        self.class = class;
        let above = self.resolved.get(class).superclass().filter(|&c| self.resolved.declared(c).is_some());
        let above = above.map_or_else(|| "Any$".to_owned(), |c| self.class_name(c));
        let _ = write!(out, "class {} extends {above} {{", self.class_name(class));
        for field in self.program.fields_of(&decl) {
            self.field(field, out)?;
        }
        for m in decl.methods.indices() {
            let m = m as u32;
            let method = self.program.methods[m as usize];
            match self.program.kind_of(&method) {
                MethodKind::Abstract => {}
                MethodKind::Plain => self.method(m, &self.name(method.name), out)?,
                MethodKind::Constructor => self.method(m, &self.constructor(class, method.name), out)?,
                MethodKind::StaticInitializer => self.method(m, &format!("clinit${m}"), out)?,
            }
        }
        if !decl.interface {
            self.inherited(class, out)?;
        }
        while let Some((m, name)) = self.copies.pop() {
            self.method(m, &name, out)?;
        }
        for (other, _) in
            self.resolved.iter().filter(|&(c, _)| self.resolved.declared(c).is_some() && self.resolved.below(class, c))
        {
            let _ = write!(out, " boolean is${}() {{ true }}", other.0);
        }
        out.push_str(" }\n");
        Ok(())
    }

    /// Methods with a body that a class has from its interfaces.
    fn inherited(&mut self, class: ClassId, out: &mut String) -> Result<(), String> {
        let mut names = Vec::new();
        for &interface in self.resolved.interfaces(class) {
            for m in self.resolved.decl(interface).into_iter().flat_map(|decl| decl.methods.indices()) {
                let name = self.program.methods[m].name;
                if self.resolved.implementation(class, name) == Some((interface, m as u32)) && !names.contains(&name) {
                    names.push(name);
                    self.method(m as u32, &self.name(name), out)?;
                }
            }
        }
        Ok(())
    }

    fn field(&mut self, field: &Field, out: &mut String) -> Result<(), String> {
        let ty = match self.program.ty(field.ty).kind {
            TypeKind::Int => "int",
            TypeKind::Boolean => "boolean",
            _ => "Object",
        };
        let _ = write!(out, " {ty} {}", self.name(field.name));
        if let Some(init) = field.init {
            let init = self.expr(init)?;
            let _ = match init.contains(MARKS) {
                true => write!(out, " = {{ let Marks$ {MARKS} = new Marks$ in {init} }};"),
                false => write!(out, " = {init};"),
            };
        }
        if field.volatile {
            let _ = write!(out, " final Object {}$lock = new Object", self.name(field.name));
        }
        Ok(())
    }

    fn method(&mut self, m: u32, name: &str, out: &mut String) -> Result<(), String> {
        let method = self.program.methods[m as usize];
        let params = self.program.params_of(&method);
        self.cells.extend(params.iter().map(|p| (p.name, false)));
        let mut body = self.expr(method.body);
        self.cells.clear();
        if self.is_kind(m, MethodKind::Constructor) && !self.resolved.delegates(&method) {
            let above = self.resolved.get(self.class).superclass();
            body = Ok(format!("{{ {} {} }}", self.implied("this", above)?, body?));
        }
        let params: Vec<String> =
            params.iter().map(|p| format!("Object {}", self.name(p.name))).chain([format!("Marks$ {MARKS}")]).collect();
        let _ = write!(out, " Object {name}({}) {{ {} }}", params.join(", "), body?);
        Ok(())
    }
}
