//! Programs as trees that own their parts, for making, editing and reducing them. Names are numbers: their texts come from
//! short rows of letters, so that programs are small to read, and variables of different scopes bear the same names often.

mod build;
mod copy_vec;
mod declared;
mod expr;
mod path;
mod read;

pub use copy_vec::CopyVec;
pub use declared::Declared;
pub use expr::Expr;
pub use path::{Args, Owner, Path, Type};

use build::Builder;
use racefree_grammar::Program;
use racefree_grammar::ast::Dialect;
use racefree_grammar::lexer::Lexer;
use racefree_grammar::printer;
use racefree_grammar::token::Extras;

/// A variable, parameter or ghost. [`THIS`] is `this`.
pub type Var = u8;
/// A field name.
pub type FieldName = u8;
/// A method name.
pub type MethodName = u8;
/// The methods of `Object` and `String`, in the order of [`BUILT_IN`].
pub const EQUALS: MethodName = 200;
/// Their names.
pub const BUILT_IN: [&str; 6] = ["equals", "length", "charAt", "indexOf", "substring", "concat"];
/// A class: [`OBJECT`], [`STRING`], or one of the program, by name.
pub type ClassName = u8;

/// `this`
pub const THIS: Var = 0;
/// Placeholder for an expression that is no path where a path was needed. It is in no program.
pub const NO_PATH: Var = u8::MAX;
/// `Object`
pub const OBJECT: ClassName = 0;
/// `String`
pub const STRING: ClassName = 1;
/// The first class name of the program.
pub const FIRST: ClassName = 2;

/// A class.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Class {
    /// Its name.
    pub name: ClassName,
    /// Declared `thread_local`.
    pub local: bool,
    /// `ghost t x`
    pub ghosts: Vec<(Type, Var)>,
    /// The formal owners (dialect of owners), and of each whether it has a clause `where f != self`.
    pub formals: Vec<(Var, bool)>,
    /// The superclass.
    pub sup: Type,
    /// The fields.
    pub fields: Vec<Field>,
    /// The methods.
    pub methods: Vec<Method>,
}

/// A field.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Field {
    /// Declared `final`.
    pub is_final: bool,
    /// Its type.
    pub ty: Type,
    /// Its name.
    pub name: FieldName,
    /// Its guard.
    pub guard: Option<Path>,
    /// True if the guard is for writes alone.
    pub write: bool,
    /// Its initialiser.
    pub init: Option<Expr>,
}

/// A method.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Method {
    /// The result type.
    pub ret: Type,
    /// Its name.
    pub name: MethodName,
    /// The parameters.
    pub params: Vec<(Type, Var)>,
    /// The requires set.
    pub requires: Vec<Path>,
    /// The locks that are needed for reading alone (dialect of owners).
    pub reads: Vec<Path>,
    /// The atomicity that it declares.
    pub declared: Option<Declared>,
    /// The body; of a method that is claimed to be atomic a block.
    pub body: Expr,
}

impl Method {
    /// The method without its body.
    #[must_use]
    pub fn signature(&self) -> Method {
        Method { body: Expr::Null, ..self.clone() }
    }
}

/// A program.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Tree {
    /// The classes.
    pub classes: Vec<Class>,
    /// The main expression.
    pub main: Expr,
    /// Dialect; there are trees of the base's and of the owners'.
    pub dialect: Dialect,
}

impl Tree {
    /// Every expression that is by itself: initialisers, bodies, the main expression.
    pub fn roots_mut(&mut self) -> Vec<&mut Expr> {
        let mut roots = Vec::new();
        for class in &mut self.classes {
            roots.extend(class.fields.iter_mut().filter_map(|f| f.init.as_mut()));
            roots.extend(class.methods.iter_mut().map(|m| &mut m.body));
        }
        roots.push(&mut self.main);
        roots
    }

    /// Standalone expressions: initialisers, bodies, the main expression.
    pub fn roots(&self) -> Vec<&Expr> {
        let mut roots = Vec::new();
        for class in &self.classes {
            roots.extend(class.fields.iter().filter_map(|f| f.init.as_ref()));
            roots.extend(class.methods.iter().map(|m| &m.body));
        }
        roots.push(&self.main);
        roots
    }

    /// Number of expressions and declarations.
    pub fn size(&self) -> usize {
        let members = self
            .classes
            .iter()
            .map(|c| 1 + c.ghosts.len() + c.formals.len() + c.fields.len() + c.methods.len())
            .sum::<usize>();
        members + self.roots().into_iter().map(Expr::size).sum::<usize>()
    }

    /// Returns true if it is right as syntax: `new`, `extends` and ghosts name classes, `void` is a method's result
    /// alone, and `holds` is before something.
    pub fn is_syntax(&self) -> bool {
        let class = |t: &Type| matches!(t, Type::Class(..));
        let value = |t: &Type| {
            !matches!(t, Type::Void | Type::Null | Type::Class(OBJECT | STRING, _))
                || matches!(t, Type::Class(_, a) if a.is_empty())
        };
        let mut ok = self.classes.iter().all(|c| {
            c.ghosts.iter().all(|(t, _)| class(t) && value(t))
                && class(&c.sup)
                && value(&c.sup)
                && c.fields.iter().all(|f| value(&f.ty))
                && c.methods
                    .iter()
                    .all(|m| (m.ret == Type::Void || value(&m.ret)) && m.params.iter().all(|(t, _)| value(t)))
        });
        for root in self.roots() {
            root.walk(&mut |e| match e {
                Expr::New(t) => ok &= class(t) && value(t),
                Expr::Let(t, ..) => ok &= value(t),
                Expr::Var(x) => ok &= *x != NO_PATH,
                Expr::Seq(list) => ok &= !matches!(list.last(), Some(Expr::Holds(_))),
                Expr::Holds(l) => ok &= l.path().is_some(),
                Expr::Int(_)
                | Expr::Bool(_)
                | Expr::Null
                | Expr::Str(_)
                | Expr::Unit
                | Expr::Field(..)
                | Expr::Assign(..)
                | Expr::Call(..)
                | Expr::Sync(..)
                | Expr::Fork(_)
                | Expr::Atomic(_)
                | Expr::If(..)
                | Expr::While(..)
                | Expr::Print(_)
                | Expr::Assert(_)
                | Expr::Binary(..)
                | Expr::Unary(..)
                | Expr::Move(_) => {}
            });
            root.walk(&mut |e| {
                ok &= matches!(e, Expr::Seq(_)) || !e.children().any(|e| matches!(e, Expr::Holds(_)));
            });
            ok &= !matches!(root, Expr::Holds(_));
        }
        ok
    }

    /// Source text with as few tokens as possible, without optional ones.
    pub fn compact(&self) -> String {
        let program = self.program();
        let mut text = printer::print(&program);
        let same = |text: &str| racefree_grammar::parse(text).is_ok_and(|p| p.same_syntax(&program));
        if !same(&text) {
            return text;
        }
        let mut at = 0;
        while let Some(i) = text[at..].find([';', '(', '{']).map(|i| at + i) {
            at = i + 1;
            let mut shorter = text.clone();
            let close = match &text[i..=i] {
                "(" => closing(&text, i, '(', ')'),
                "{" => closing(&text, i, '{', '}'),
                _ => Some(i),
            };
            let Some(close) = close else { continue };
            if close > i {
                shorter.replace_range(close..=close, "");
            }
            shorter.replace_range(i..=i, "");
            if same(&shorter) && tokens(&shorter) < tokens(&text) {
                text = shorter;
                at = i;
            }
        }
        let lines: Vec<&str> = text.lines().map(str::trim_end).filter(|l| !l.is_empty()).collect();
        lines.join("\n") + "\n"
    }

    /// Syntax tree of the grammar.
    pub fn program(&self) -> Program {
        Builder::new().program(self)
    }

    /// The tree of a program that was made of one.
    pub fn of(program: &Program) -> Option<Tree> {
        read::read(program)
    }

    /// Source text, with a header if it needs one.
    pub fn source(&self) -> String {
        let program = self.program();
        match self.dialect {
            Dialect::Owners => format!("//! system: owners\n{}", printer::print(&program)),
            _ => printer::print(&program),
        }
    }

    /// Number of tokens of its source.
    pub fn tokens(&self) -> usize {
        tokens(&self.source())
    }
}

/// The bracket that closes the one at `open`.
fn closing(text: &str, open: usize, opens: char, closes: char) -> Option<usize> {
    let mut depth = 0;
    for (i, c) in text[open..].char_indices() {
        if c == opens {
            depth += 1;
        } else if c == closes {
            depth -= 1;
            if depth == 0 {
                return Some(open + i);
            }
        }
    }
    None
}

/// Number of tokens of a source, by the grammar's lexer.
pub fn tokens(source: &str) -> usize {
    Lexer::new(source, Extras::default()).filter(|(start, _, end)| start < end).count()
}
