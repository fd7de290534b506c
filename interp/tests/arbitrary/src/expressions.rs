//! Random expressions over the variables in scope.

use super::{DrawnType, Generator, Method, Var};

impl Generator {
    /// One to three expressions, the last of a type.
    pub(super) fn seq(&mut self, ty: DrawnType, scope: &[Var], depth: u32) -> String {
        let mut all: Vec<String> = (0..self.below(3)).map(|_| self.statement(scope, depth)).collect();
        all.push(self.expr(ty, scope, depth));
        all.join("; ")
    }

    fn block(&mut self, ty: DrawnType, scope: &[Var], depth: u32) -> String {
        format!("{{ {} }}", self.seq(ty, scope, depth))
    }

    fn variable(&mut self) -> String {
        // Now and then a name that is there already: shadowing.
        if self.one_in(12) {
            return "p0".to_owned();
        }
        self.fresh += 1;
        format!("x{}", self.fresh)
    }

    fn statement(&mut self, scope: &[Var], depth: u32) -> String {
        if depth == 0 {
            return self.access(scope);
        }
        let ty = self.ty();
        match self.below(13) {
            0 | 1 => format!("({})", self.assign(scope, depth - 1)),
            2 => format!("synchronized {} in {}", self.lock_code(scope), self.block(ty, scope, depth - 1)),
            3 => format!("if ({}) {}", self.expr(DrawnType::Bool, scope, depth - 1), self.block(ty, scope, depth - 1)),
            4 => self.counting(scope, depth - 1),
            5 => format!("print {}", self.atom(ty, scope)),
            6 => format!("assert {}", self.expr(DrawnType::Bool, scope, depth - 1)),
            7 => format!("fork {}", self.block(ty, scope, depth - 1)),
            9 => format!("atomic {}", self.block(ty, scope, depth - 1)),
            8 if !scope.is_empty() => format!("{{ holds {} ; {} }}", self.lock(scope), self.expr(ty, scope, depth - 1)),
            _ => format!("({})", self.expr(ty, scope, depth - 1)),
        }
    }

    /// A loop that a field bounds, if no other thread writes to it.
    fn counting(&mut self, scope: &[Var], depth: u32) -> String {
        let Some((path, DrawnType::Int)) = self.path(scope) else { return self.statement(scope, depth) };
        let body = self.statement(scope, depth);
        format!("while ({path} < {}) {{ {body}; {path} = {path} + 1 }}", 1 + self.below(3))
    }

    /// A field access.
    fn path(&mut self, scope: &[Var]) -> Option<(String, DrawnType)> {
        let objects: Vec<&Var> = scope.iter().filter(|v| matches!(v.ty, DrawnType::Class(_))).collect();
        let var = objects.get(self.below(objects.len().max(1))).map(|&v| v.clone())?;
        let DrawnType::Class(c) = var.ty else { return None };
        let (field, ty) = self.field(c)?;
        Some((format!("{}.{field}", var.name), ty))
    }

    fn access(&mut self, scope: &[Var]) -> String {
        self.path(scope).map_or_else(|| "{}".to_owned(), |p| p.0)
    }

    fn assign(&mut self, scope: &[Var], depth: u32) -> String {
        match self.path(scope) {
            Some((path, ty)) => format!("{path} = {}", self.expr(ty, scope, depth)),
            None => self.expr(DrawnType::Int, scope, depth),
        }
    }

    /// What is locked, in code: mostly a lock expression.
    fn lock_code(&mut self, scope: &[Var]) -> String {
        match self.below(16) {
            0 => "null".to_owned(),
            1 => "\"lock\"".to_owned(),
            2 => self.expr(DrawnType::Object, scope, 0),
            _ if scope.is_empty() => "(new Object)".to_owned(),
            _ => self.lock(scope),
        }
    }

    pub(super) fn expr(&mut self, ty: DrawnType, scope: &[Var], depth: u32) -> String {
        if self.one_in(60) {
            let other = self.ty();
            return self.atom(other, scope);
        }
        if depth == 0 || self.one_in(4) {
            return self.atom(ty, scope);
        }
        let d = depth - 1;
        match self.below(10) {
            0 => format!(
                "(if ({}) {} else {})",
                self.expr(DrawnType::Bool, scope, d),
                self.block(ty, scope, d),
                self.block(ty, scope, d)
            ),
            1 => format!("(synchronized {} in {})", self.lock_code(scope), self.block(ty, scope, d)),
            2 | 3 => self.let_(ty, scope, d),
            4 | 5 => self.call(ty, scope, d).unwrap_or_else(|| self.atom(ty, scope)),
            6 => format!("({})", self.assign(scope, d)),
            _ => self.operation(ty, scope, d),
        }
    }

    fn let_(&mut self, ty: DrawnType, scope: &[Var], d: u32) -> String {
        let bound_ty = self.ty();
        let (ty_text, bound, name) = (self.let_type(bound_ty, scope), self.expr(bound_ty, scope, d), self.variable());
        let mut inner = scope.to_vec();
        inner.push(Var { name: name.clone(), ty: bound_ty });
        format!("{{ let {ty_text} {name} = {bound} in {} }}", self.seq(ty, &inner, d))
    }

    /// A type whose ghost arguments can be written here.
    fn let_type(&mut self, ty: DrawnType, scope: &[Var]) -> String {
        match ty {
            DrawnType::Class(c) if scope.is_empty() && self.classes[c].ghosts > 0 && self.ghosts == 0 => {
                "Object".to_owned()
            }
            _ => self.written(ty, scope),
        }
    }

    fn call(&mut self, ty: DrawnType, scope: &[Var], d: u32) -> Option<String> {
        let objects: Vec<(String, usize)> = scope
            .iter()
            .filter_map(|v| if let DrawnType::Class(c) = v.ty { Some((v.name.clone(), c)) } else { None })
            .collect();
        let (name, mut c) = objects.get(self.below(objects.len().max(1)))?.clone();
        while let Some(parent) = self.classes[c].parent
            && self.one_in(3)
        {
            c = parent;
        }
        let methods = self.classes[c].methods.clone();
        let fitting: Vec<&Method> = methods.iter().filter(|m| m.ret == ty).collect();
        let method = match fitting.get(self.below(fitting.len().max(1))) {
            Some(&m) => m,
            None if self.one_in(3) => &methods[self.below(methods.len())],
            None => return None,
        };
        let args: Vec<String> = method.params.iter().map(|&p| self.expr(p, scope, d.min(1))).collect();
        Some(format!("{name}.{}({})", method.name, args.join(", ")))
    }

    fn operation(&mut self, ty: DrawnType, scope: &[Var], d: u32) -> String {
        let two = |g: &mut Self, ty, op: &str| format!("({} {op} {})", g.expr(ty, scope, d), g.expr(ty, scope, d));
        match ty {
            DrawnType::Int => match self.below(8) {
                0 => two(self, DrawnType::Int, "/"),
                1 => two(self, DrawnType::Int, "%"),
                2 => two(self, DrawnType::Int, "*"),
                3 => two(self, DrawnType::Int, "-"),
                4 => format!("({}).length()", self.expr(DrawnType::Text, scope, d)),
                5 => format!(
                    "({}).indexOf({}, {})",
                    self.expr(DrawnType::Text, scope, d),
                    self.expr(DrawnType::Text, scope, d),
                    self.below(3)
                ),
                _ => two(self, DrawnType::Int, "+"),
            },
            DrawnType::Bool => match self.below(8) {
                0 => two(self, DrawnType::Bool, "&&"),
                1 => two(self, DrawnType::Bool, "||"),
                2 => two(self, DrawnType::Object, "=="),
                3 => format!("!{}", self.atom(DrawnType::Bool, scope)),
                4 => format!(
                    "({}).equals({})",
                    self.expr(DrawnType::Text, scope, d),
                    self.expr(DrawnType::Object, scope, d)
                ),
                _ => {
                    let op = ["<", "<=", ">", ">=", "==", "!="][self.below(6)];
                    two(self, DrawnType::Int, op)
                }
            },
            DrawnType::Text => match self.below(4) {
                0 => format!(
                    "({}).substring({}, {})",
                    self.expr(DrawnType::Text, scope, d),
                    self.below(2),
                    self.below(3)
                ),
                1 => format!(
                    "({}).concat({})",
                    self.expr(DrawnType::Text, scope, d),
                    self.expr(DrawnType::Text, scope, d)
                ),
                _ => two(self, DrawnType::Text, "+"),
            },
            DrawnType::Object | DrawnType::Class(_) => self.atom(ty, scope),
        }
    }

    fn atom(&mut self, ty: DrawnType, scope: &[Var]) -> String {
        let fitting: Vec<String> = scope.iter().filter(|v| v.ty == ty).map(|v| v.name.clone()).collect();
        if !fitting.is_empty() && self.one_in(2) {
            return fitting[self.below(fitting.len())].clone();
        }
        if self.one_in(3)
            && let Some((path, found)) = self.path(scope)
            && found == ty
        {
            return path;
        }
        match ty {
            DrawnType::Int => (self.below(5) as i32 - 1).to_string(),
            DrawnType::Bool => ["true", "false"][self.below(2)].to_owned(),
            DrawnType::Text if self.one_in(10) => "null".to_owned(),
            DrawnType::Text => ["\"a\"", "\"lock\"", "\"\"", "\"bab\""][self.below(4)].to_owned(),
            DrawnType::Object
                if self.ghosts > 0 && self.one_in(3) && scope.first().is_some_and(|v| v.name == "this") =>
            {
                format!("g{}", self.below(self.ghosts))
            }
            DrawnType::Object => ["(new Object)", "null", "\"a\""][self.below(3)].to_owned(),
            DrawnType::Class(c) if self.one_in(8) || (scope.is_empty() && self.classes[c].ghosts > 0) => {
                "null".to_owned()
            }
            DrawnType::Class(c) => format!("(new {})", self.applied(c, scope)),
        }
    }
}
