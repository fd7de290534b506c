//! Random expressions, of a type each.

use std::fmt::Write as _;

/// A type of a variable or an expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ty {
    Int,
    Long,
    Double,
    Float,
    Char,
    Byte,
    Short,
    Boolean,
    Text,
    Ints,
    List,
    Map,
    Node,
    Pair,
    Color,
    Builder,
}

/// Types that a local variable may have.
pub const ALL: [Ty; 16] = [
    Ty::Int,
    Ty::Long,
    Ty::Double,
    Ty::Float,
    Ty::Char,
    Ty::Byte,
    Ty::Short,
    Ty::Boolean,
    Ty::Text,
    Ty::Ints,
    Ty::List,
    Ty::Map,
    Ty::Node,
    Ty::Pair,
    Ty::Color,
    Ty::Builder,
];

impl Ty {
    pub fn text(self) -> &'static str {
        match self {
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Double => "double",
            Ty::Float => "float",
            Ty::Char => "char",
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::Boolean => "boolean",
            Ty::Text => "String",
            Ty::Ints => "int[]",
            Ty::List => "List<Integer>",
            Ty::Map => "Map<String, Integer>",
            Ty::Node => "Node",
            Ty::Pair => "Pair",
            Ty::Color => "Color",
            Ty::Builder => "StringBuilder",
        }
    }

    pub fn is_number(self) -> bool {
        matches!(self, Ty::Int | Ty::Long | Ty::Double | Ty::Float | Ty::Char | Ty::Byte | Ty::Short)
    }

    pub fn is_small(self) -> bool {
        matches!(self, Ty::Char | Ty::Byte | Ty::Short)
    }
}

/// A program that is made.
pub struct Gen {
    state: u64,
    pub out: String,
    pub indent: usize,
    /// Variables in scope; those that may be assigned.
    pub vars: Vec<(String, Ty, bool)>,
    pub names: u32,
    /// Loops around.
    pub loops: u32,
    /// Static methods that may be called: those that are there already.
    pub methods: Vec<(String, Vec<Ty>, Ty)>,
}

impl Gen {
    pub fn new(seed: u64) -> Gen {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x1234_5678_9abc_def1;
        Gen { state, out: String::new(), indent: 0, vars: Vec::new(), names: 0, loops: 0, methods: Vec::new() }
    }

    pub fn below(&mut self, n: usize) -> usize {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        ((self.state >> 11) % n as u64) as usize
    }

    pub fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    pub fn line(&mut self, text: &str) {
        let _ = writeln!(self.out, "{}{text}", "    ".repeat(self.indent));
    }

    pub fn fresh(&mut self, word: &str) -> String {
        self.names += 1;
        format!("{word}{}", self.names)
    }

    fn variable(&mut self, ty: Ty) -> Option<String> {
        let known: Vec<String> = self.vars.iter().filter(|v| v.1 == ty).map(|v| v.0.clone()).collect();
        if known.is_empty() { None } else { Some(known[self.below(known.len())].clone()) }
    }

    fn literal(&mut self, ty: Ty) -> String {
        match ty {
            Ty::Int => match self.below(8) {
                0 => "Integer.MAX_VALUE".to_owned(),
                1 => "Integer.MIN_VALUE".to_owned(),
                2 => format!("0x{:x}", self.below(100_000)),
                _ => format!("{}", self.below(21) as i64 - 4),
            },
            Ty::Long => match self.below(6) {
                0 => "Long.MAX_VALUE".to_owned(),
                1 => format!("{}L", self.below(1 << 40)),
                _ => format!("{}L", self.below(50)),
            },
            Ty::Double => self.one(&["0.5", "1e3", "2.25", "0.1", "3.0", "1.0E-5", "12345.678", "-7.5"]).to_owned(),
            Ty::Float => self.one(&["0.5f", "1e3f", "0.1f", "3f", "2.75f"]).to_owned(),
            Ty::Char => format!("'{}'", (b'a' + self.below(26) as u8) as char),
            Ty::Byte => format!("(byte) {}", self.below(256)),
            Ty::Short => format!("(short) {}", self.below(70_000)),
            Ty::Boolean => self.one(&["true", "false"]).to_owned(),
            Ty::Text => self.one(&["\"\"", "\"abc\"", "\"Hello, World\"", "\"x y z\"", "\"aXbXc\""]).to_owned(),
            Ty::Ints => format!("new int[]{{{}, {}, {}}}", self.below(9), self.below(9), self.below(9)),
            Ty::List => format!("new ArrayList<>(List.of({}, {}))", self.below(9), self.below(9)),
            Ty::Map => "new HashMap<>(Map.of(\"k\", 1))".to_owned(),
            Ty::Node => format!("new {}({})", self.one(&["Node", "Leaf", "Twig"]), self.below(9)),
            Ty::Pair => format!("new Pair({}, \"p{}\")", self.below(9), self.below(9)),
            Ty::Color => self.one(&["Color.RED", "Color.GREEN", "Color.BLUE"]).to_owned(),
            Ty::Builder => "new StringBuilder(\"sb\")".to_owned(),
        }
    }

    /// An expression of a type.
    pub fn expr(&mut self, ty: Ty, depth: u32) -> String {
        if depth == 0 || self.below(6) == 0 {
            let simple = self.below(3) > 0;
            return match self.variable(ty) {
                Some(name) if simple => name,
                _ => self.literal(ty),
            };
        }
        let d = depth - 1;
        if self.below(9) == 0 {
            let (c, a, b) = (self.expr(Ty::Boolean, d), self.expr(ty, d), self.expr(ty, d));
            return format!("({c} ? {a} : {b})");
        }
        if self.below(5) == 0 {
            let fitting: Vec<(String, Vec<Ty>, Ty)> = self.methods.iter().filter(|m| m.2 == ty).cloned().collect();
            if !fitting.is_empty() {
                let (name, parameters, _) = fitting[self.below(fitting.len())].clone();
                let args: Vec<String> = parameters.into_iter().map(|p| self.expr(p, d)).collect();
                return format!("{name}({})", args.join(", "));
            }
        }
        match ty {
            Ty::Int => self.int(d),
            Ty::Long => match self.below(4) {
                0 => format!("(long) {}", self.operand(d)),
                1 => {
                    let op = self.one(&["<<", ">>", ">>>"]);
                    format!("({} {op} {})", self.expr(Ty::Long, d), self.expr(Ty::Int, d))
                }
                _ => {
                    let op = self.one(&["+", "-", "*", "/", "%", "&", "|", "^"]);
                    let other = if self.below(2) == 0 { Ty::Int } else { Ty::Long };
                    format!("({} {op} {})", self.expr(Ty::Long, d), self.expr(other, d))
                }
            },
            Ty::Double => match self.below(4) {
                0 => format!("(double) {}", self.operand(d)),
                1 => format!("Math.{}({})", self.one(&["sqrt", "abs", "floor", "ceil"]), self.expr(Ty::Double, d)),
                _ => {
                    let op = self.one(&["+", "-", "*", "/", "%"]);
                    let other = [Ty::Int, Ty::Long, Ty::Double, Ty::Float][self.below(4)];
                    format!("({} {op} {})", self.expr(Ty::Double, d), self.expr(other, d))
                }
            },
            Ty::Float => {
                let op = self.one(&["+", "-", "*", "/"]);
                let other = [Ty::Int, Ty::Float][self.below(2)];
                format!("({} {op} {})", self.expr(Ty::Float, d), self.expr(other, d))
            }
            Ty::Char => format!("(char) ({} % 26 + 'a')", self.expr(Ty::Int, d)),
            Ty::Byte | Ty::Short => format!("({}) {}", ty.text(), self.operand(d)),
            Ty::Boolean => self.truth(d),
            Ty::Text => self.string(d),
            Ty::Ints => format!("{}.clone()", self.expr(Ty::Ints, d)),
            Ty::List => format!("new ArrayList<>({})", self.expr(Ty::List, d)),
            Ty::Map => format!("new TreeMap<>({})", self.expr(Ty::Map, d)),
            Ty::Node => format!("new {}({})", self.one(&["Node", "Leaf", "Twig"]), self.expr(Ty::Int, d)),
            Ty::Pair => format!("new Pair({}, {})", self.expr(Ty::Int, d), self.expr(Ty::Text, d)),
            Ty::Color => format!("Color.values()[Math.floorMod({}, 3)]", self.expr(Ty::Int, d)),
            Ty::Builder => format!("new StringBuilder({})", self.expr(Ty::Text, d)),
        }
    }

    /// An expression of one of some types.
    fn some(&mut self, types: &[Ty], d: u32) -> String {
        let ty = types[self.below(types.len())];
        self.expr(ty, d)
    }

    fn operand(&mut self, d: u32) -> String {
        let ty = [Ty::Int, Ty::Long, Ty::Double, Ty::Char, Ty::Float, Ty::Byte][self.below(6)];
        format!("({})", self.expr(ty, d))
    }

    fn int(&mut self, d: u32) -> String {
        match self.below(16) {
            0 => format!("{}.length()", self.expr(Ty::Text, d)),
            1 => format!("{}.length", self.expr(Ty::Ints, d)),
            2 => format!("{}.size()", self.expr(Ty::List, d)),
            3 => format!("{}.value()", self.expr(Ty::Node, d)),
            4 => format!("{}.left()", self.expr(Ty::Pair, d)),
            5 => format!("{}.ordinal()", self.expr(Ty::Color, d)),
            6 => format!("(int) {}", self.operand(d)),
            7 => format!(
                "{}.getOrDefault({}, {}).intValue()",
                self.expr(Ty::Map, d),
                self.expr(Ty::Text, d),
                self.below(9)
            ),
            8 => format!("{}.hashCode()", self.expr(Ty::Text, d)),
            9 => format!("({} + {})", self.expr(Ty::Char, d), self.some(&[Ty::Byte, Ty::Short], d)),
            10 => {
                let op = self.one(&["<<", ">>", ">>>"]);
                format!("({} {op} {})", self.expr(Ty::Int, d), self.expr(Ty::Int, d))
            }
            11 => format!("{}(- {})", self.one(&["~", "-", "+"]), self.expr(Ty::Int, d)),
            12 => format!("Math.{}({}, {})", self.one(&["max", "min"]), self.expr(Ty::Int, d), self.expr(Ty::Int, d)),
            13 => format!("{}.compareTo({})", self.expr(Ty::Text, d), self.expr(Ty::Text, d)),
            _ => {
                let op = self.one(&["+", "-", "*", "/", "%", "&", "|", "^"]);
                format!("({} {op} {})", self.expr(Ty::Int, d), self.expr(Ty::Int, d))
            }
        }
    }

    fn truth(&mut self, d: u32) -> String {
        match self.below(9) {
            0 => format!("!{}", self.expr(Ty::Boolean, d)),
            1 | 2 => {
                let op = self.one(&["&&", "||", "&", "|", "^", "==", "!="]);
                format!("({} {op} {})", self.expr(Ty::Boolean, d), self.expr(Ty::Boolean, d))
            }
            3 => format!("{}.equals({})", self.expr(Ty::Text, d), self.expr(Ty::Text, d)),
            4 => format!("{}.contains({})", self.expr(Ty::List, d), self.expr(Ty::Int, d)),
            5 => format!("{}.equals({})", self.expr(Ty::Pair, d), self.expr(Ty::Pair, d)),
            6 => format!("({} instanceof Leaf)", self.expr(Ty::Node, d)),
            _ => {
                let op = self.one(&["<", "<=", ">", ">=", "==", "!="]);
                let left = self.some(&[Ty::Int, Ty::Long, Ty::Char], d);
                format!("({left} {op} {})", self.some(&[Ty::Int, Ty::Double, Ty::Short], d))
            }
        }
    }

    fn string(&mut self, d: u32) -> String {
        match self.below(10) {
            0 => format!("{}.toUpperCase()", self.expr(Ty::Text, d)),
            1 => format!("{}.replace({}, {})", self.expr(Ty::Text, d), self.expr(Ty::Char, d), self.expr(Ty::Char, d)),
            2 => format!("String.valueOf({})", self.some(&[Ty::Int, Ty::Double, Ty::Char, Ty::Boolean, Ty::List], d)),
            3 => format!("{}.name()", self.expr(Ty::Color, d)),
            4 => format!("{}.show()", self.expr(Ty::Node, d)),
            5 => format!("{}.trim()", self.expr(Ty::Text, d)),
            6 => format!("Integer.toString({}, {})", self.expr(Ty::Int, d), 2 + self.below(15)),
            _ => {
                let ty = [Ty::Int, Ty::Long, Ty::Double, Ty::Char, Ty::Boolean, Ty::Text, Ty::Pair, Ty::Float]
                    [self.below(8)];
                format!("({} + {})", self.expr(Ty::Text, d), self.expr(ty, d))
            }
        }
    }
}
