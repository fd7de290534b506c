//! Random statements.

use super::expressions::{ALL, Gen, Ty};

impl Gen {
    fn assignable(&mut self, is: impl Fn(Ty) -> bool) -> Option<(String, Ty)> {
        let known: Vec<(String, Ty)> =
            self.vars.iter().filter(|v| v.2 && is(v.1)).map(|v| (v.0.clone(), v.1)).collect();
        if known.is_empty() { None } else { Some(known[self.below(known.len())].clone()) }
    }

    /// Declares a variable.
    pub fn declare(&mut self, ty: Ty) {
        let (name, value) = (self.fresh("v"), self.expr(ty, 2));
        self.line(&format!("{} {name} = {value};", ty.text()));
        self.vars.push((name, ty, true));
    }

    fn block(&mut self, depth: u32, most: usize) {
        let scope = self.vars.len();
        self.indent += 1;
        for _ in 0..1 + self.below(most) {
            self.statement(depth);
        }
        self.indent -= 1;
        self.vars.truncate(scope);
    }

    /// Variables may not be assigned where a lambda could have them; nor may counters.
    fn print(&mut self) {
        let ty = ALL[self.below(ALL.len())];
        let value = self.expr(ty, 2);
        match ty {
            Ty::Ints => self.line(&format!("System.out.println(Arrays.toString({value}));")),
            Ty::Map => self.line(&format!("System.out.println(new TreeMap<>({value}));")),
            Ty::Node => self.line(&format!("System.out.println({value}.show());")),
            Ty::Double if self.below(3) == 0 => {
                self.line(&format!("System.out.println(String.format(\"%.3f|%8.1f\", {value}, {value}));"));
            }
            Ty::Int if self.below(4) == 0 => {
                self.line(&format!("System.out.printf(\"%d %5d|%-5d|%x%n\", {value}, {value}, {value}, {value});"));
            }
            _ => self.line(&format!("System.out.println({value});")),
        }
    }

    pub fn statement(&mut self, depth: u32) {
        if depth == 0 {
            return match self.below(3) {
                0 => self.assignment(),
                _ => self.print(),
            };
        }
        let d = depth - 1;
        match self.below(15) {
            0 | 1 => {
                let ty = ALL[self.below(ALL.len())];
                self.declare(ty);
            }
            2 | 3 => self.assignment(),
            4 => self.print(),
            5 => {
                let test = self.expr(Ty::Boolean, 2);
                self.line(&format!("if ({test}) {{"));
                self.block(d, 3);
                if self.below(2) == 0 {
                    self.line("} else {");
                    self.block(d, 3);
                }
                self.line("}");
            }
            6 | 7 => self.counted(d),
            8 => {
                let name = self.fresh("e");
                let (ty, over) = match self.below(4) {
                    0 | 1 => (Ty::Int, self.expr(Ty::List, 1)),
                    2 => (Ty::Int, format!("Told.of({})", self.expr(Ty::Ints, 1))),
                    _ => (Ty::Char, format!("Told.letters({})", self.expr(Ty::Text, 1))),
                };
                self.line(&format!("for ({} {name} : {over}) {{", ty.text()));
                let scope = self.vars.len();
                self.vars.push((name, ty, false));
                self.block(d, 3);
                self.vars.truncate(scope);
                self.line("}");
            }
            9 => self.attempt(d),
            10 => self.switch(d),
            11 => self.collections(),
            12 => {
                let (name, node) = (self.fresh("n"), self.expr(Ty::Node, 1));
                self.line(&format!("Object o{name} = {node};"));
                self.line(&format!("if (o{name} instanceof Leaf {name} && {name}.value() > 2) {{"));
                self.line(&format!("    System.out.println(\"leaf \" + {name}.value());"));
                self.line("} else {");
                self.block(d, 2);
                self.line("}");
            }
            13 => {
                let (name, body) = (self.fresh("f"), ["x + 1", "x * x", "x % 7", "-x"][self.below(4)]);
                let value = self.expr(Ty::Int, 1);
                self.line(&format!("IntUnaryOperator {name} = x -> {body};"));
                self.line(&format!("System.out.println({name}.andThen(x -> x + 2).applyAsInt({value}));"));
            }
            _ => {
                let (list, by) = (self.expr(Ty::List, 1), 2 + self.below(3));
                let sum = format!("{list}.stream().filter(x -> x % {by} == 0).mapToInt(x -> x * 3).sum()");
                self.line(&format!("System.out.println({sum});"));
            }
        }
    }

    fn assignment(&mut self) {
        let Some((name, ty)) = self.assignable(|_| true) else { return self.print() };
        if ty == Ty::Ints && self.below(3) > 0 {
            let (at, value) = (self.expr(Ty::Int, 1), self.expr(Ty::Int, 1));
            let op = self.one(&["=", "+=", "*="]);
            return self.line(&format!("{name}[Math.floorMod({at}, {name}.length)] {op} {value};"));
        }
        if ty.is_number() && self.below(3) == 0 {
            let step = self.one(&["++", "--"]);
            return match self.below(2) {
                0 => self.line(&format!("{name}{step};")),
                _ => self.line(&format!("System.out.println({step}{name} + \" \" + {name}{step});")),
            };
        }
        if ty.is_number() && self.below(2) == 0 {
            let other = if ty.is_small() { Ty::Int } else { [Ty::Int, Ty::Long, Ty::Double][self.below(3)] };
            let (value, op) = (self.expr(other, 1), self.one(&["+=", "-=", "*="]));
            return self.line(&format!("{name} {op} {value};"));
        }
        if ty == Ty::Text && self.below(2) == 0 {
            let other = [Ty::Int, Ty::Char, Ty::Double, Ty::Boolean][self.below(4)];
            let value = self.expr(other, 1);
            // A text that grows in loops is cut.
            self.line(&format!("{name} += {value};"));
            return self.line(&format!("if ({name}.length() > 60) {name} = {name}.substring(50);"));
        }
        if ty == Ty::Builder {
            let other = [Ty::Int, Ty::Char, Ty::Long, Ty::Boolean, Ty::Text][self.below(5)];
            let value = self.expr(other, 1);
            self.line(&format!("{name}.append({value}).reverse();"));
            return self.line(&format!("if ({name}.length() > 60) {name}.setLength(5);"));
        }
        let value = self.expr(ty, 2);
        self.line(&format!("{name} = {value};"));
        if ty == Ty::Text {
            self.line(&format!("if ({name}.length() > 60) {name} = {name}.substring(50);"));
        }
    }

    fn counted(&mut self, d: u32) {
        if self.loops > 1 {
            return self.print();
        }
        let (name, most) = (self.fresh("i"), 2 + self.below(4));
        let label = (self.below(3) == 0).then(|| self.fresh("loop"));
        let head = label.as_ref().map_or(String::new(), |label| format!("{label}: "));
        self.line(&format!("{head}for (int {name} = 0; {name} < {most}; {name}++) {{"));
        let scope = self.vars.len();
        self.vars.push((name, Ty::Int, false));
        self.loops += 1;
        self.indent += 1;
        if self.below(2) == 0 {
            let (test, jump) = (self.expr(Ty::Boolean, 1), self.one(&["break", "continue"]));
            let target = label.as_ref().map_or(String::new(), |label| format!(" {label}"));
            self.line(&format!("if ({test}) {jump}{target};"));
        }
        self.indent -= 1;
        self.block(d, 3);
        self.loops -= 1;
        self.vars.truncate(scope);
        self.line("}");
    }

    fn attempt(&mut self, d: u32) {
        self.line("try {");
        self.block(d, 2);
        self.indent += 1;
        if self.below(2) == 0 {
            let (test, thrown) = (self.expr(Ty::Boolean, 1), self.expr(Ty::Text, 1));
            let class = self.one(&["IllegalStateException", "Mine", "IllegalArgumentException"]);
            self.line(&format!("if ({test}) throw new {class}({thrown});"));
        } else {
            let (list, at) = (self.expr(Ty::List, 1), self.expr(Ty::Int, 1));
            self.line(&format!("System.out.println({list}.get({at}));"));
        }
        self.indent -= 1;
        let class = self.one(&["RuntimeException", "Mine", "ArithmeticException", "IndexOutOfBoundsException"]);
        let name = self.fresh("x");
        self.line(&format!("}} catch ({class} {name}) {{"));
        self.line(&format!("    System.out.println(\"caught \" + {name}.getMessage());"));
        if self.below(2) == 0 {
            self.line("} finally {");
            self.line(&format!("    System.out.println(\"finally {}\");", self.names));
        }
        self.line("}");
    }

    fn switch(&mut self, d: u32) {
        match self.below(3) {
            0 => {
                let value = self.expr(Ty::Color, 1);
                self.line(&format!("switch ({value}) {{"));
                for case in ["RED", "GREEN"] {
                    self.line(&format!("    case {case} -> {{"));
                    self.indent += 1;
                    self.block(d, 2);
                    self.indent -= 1;
                    self.line("    }");
                }
                self.line("    default -> System.out.println(\"other\");");
                self.line("}");
            }
            1 => {
                let value = self.expr(Ty::Int, 1);
                self.line(&format!("switch (Math.floorMod({value}, 4)) {{"));
                for case in 0..3 {
                    self.line(&format!("    case {case}:"));
                    self.line(&format!("        System.out.println(\"case {case}\");"));
                    if self.below(2) == 0 {
                        self.line("        break;");
                    }
                }
                self.line("    default: System.out.println(\"default\");");
                self.line("}");
            }
            _ => {
                let (value, name) = (self.expr(Ty::Text, 1), self.fresh("s"));
                let (one, other) = (self.expr(Ty::Int, 1), self.expr(Ty::Int, 1));
                self.line(&format!("int {name} = switch ({value}) {{"));
                self.line(&format!("    case \"abc\", \"\" -> {one};"));
                self.line(&format!("    default -> {{ int y = {other}; yield y * 2; }}"));
                self.line("};");
                self.vars.push((name, Ty::Int, true));
            }
        }
    }

    fn collections(&mut self) {
        if let Some((name, _)) = self.assignable(|ty| ty == Ty::List) {
            let value = self.expr(Ty::Int, 1);
            let change = match self.below(6) {
                0 => format!("{name}.add({value});"),
                1 => format!("{name}.remove(Integer.valueOf({value}));"),
                2 => format!("Collections.sort({name}); System.out.println({name});"),
                3 => format!("{name}.removeIf(x -> x > 5);"),
                4 => format!("{name}.add(0, {value}); Collections.reverse({name});"),
                _ => format!("{name}.replaceAll(x -> x * 2); System.out.println({name} + \" \" + {name}.indexOf(4));"),
            };
            self.line(&change);
            // A list that grows in loops is cut.
            self.line(&format!("if ({name}.size() > 12) {name}.clear();"));
        } else if let Some((name, _)) = self.assignable(|ty| ty == Ty::Map) {
            let (key, value) = (self.expr(Ty::Text, 1), self.expr(Ty::Int, 1));
            let change = match self.below(4) {
                0 => format!("{name}.put({key}, {value});"),
                1 => format!("{name}.merge({key}, {value}, Integer::sum);"),
                2 => format!("{name}.computeIfAbsent({key}, k -> k.length());"),
                _ => format!("for (String k : new TreeSet<>({name}.keySet())) System.out.println(k + {name}.get(k));"),
            };
            self.line(&change);
        } else {
            self.declare(Ty::List);
        }
    }
}
