//! The casts that the compiler puts where a generic result is used at a type (JLS 5.2, 15.5): an unchecked conversion may have let in a value of
//! another one. Programs without such a conversion have no need of them.

use crate::elaborate::Elaborator;
use crate::elaborate::code::Code;
use crate::syntax::NodeKind;
use crate::tree::Origin;
use crate::tree::body::{ExprNo, Kind};
use crate::types::{Shape, Ty};
use racefree_grammar::ast::ExprId;

/// Generic classes of the library whose raw types people write.
const GENERIC: &[&str] = &[
    "List",
    "ArrayList",
    "LinkedList",
    "Collection",
    "Iterable",
    "Iterator",
    "Set",
    "HashSet",
    "LinkedHashSet",
    "TreeSet",
    "Map",
    "HashMap",
    "LinkedHashMap",
    "TreeMap",
    "Queue",
    "Deque",
    "ArrayDeque",
    "PriorityQueue",
    "BlockingQueue",
    "Optional",
    "Future",
    "Callable",
    "Comparable",
    "Comparator",
    "Supplier",
    "Function",
    "AtomicReference",
    "ThreadLocal",
    "ConcurrentHashMap",
];

impl Elaborator<'_> {
    /// Finds out if some text of the program has an unchecked cast or a raw type.
    pub(in crate::elaborate) fn find_pollution(&mut self) {
        let files = self.java.sources.files().iter().enumerate().filter(|(_, file)| file.origin == Origin::Source);
        let files: Vec<_> = files.map(|(n, _)| crate::tree::FileNo(n as u32)).collect();
        self.may_pollute = files.into_iter().any(|file| self.pollutes(file));
    }

    fn pollutes(&self, file: crate::tree::FileNo) -> bool {
        let syntax = self.java.syntax(file);
        let text = |at| self.java.sources.at(syntax.span(at)).trim();
        let is_unchecked = |at: crate::syntax::At| match syntax.kind(at) {
            NodeKind::GenericType => !text(at).contains("<?>"),
            // A type parameter has a short name in capitals.
            NodeKind::TypeIdentifier => {
                text(at).len() <= 2 && text(at).chars().all(|c| c.is_ascii_uppercase() || c.is_ascii_digit())
            }
            _ => false,
        };
        let mut casts =
            (0..syntax.nodes.len() as u32).map(crate::syntax::At).filter(|at| syntax.kind(*at) == NodeKind::Cast);
        let mut raw = false;
        for (n, node) in syntax.nodes.iter().enumerate() {
            let at = crate::syntax::At(n as u32);
            // The name of a generic type is its first part.
            let is_argued = n > 0 && syntax.nodes[n - 1].kind == NodeKind::GenericType;
            raw |= node.kind == NodeKind::TypeIdentifier && !is_argued && GENERIC.contains(&text(at));
        }
        raw || casts.any(|cast| syntax.parts(cast).any(is_unchecked))
    }
}

impl Code<'_, '_, '_> {
    /// A generic result as a value of the type that it is used at.
    pub(in crate::elaborate) fn checked_cast(&mut self, made: ExprId, e: ExprNo, to: Ty) -> ExprId {
        if !self.it.may_pollute || self.it.is_of_library(self.class()) {
            return made;
        }
        let result = match &self.expression(e).kind {
            Kind::Call(call) => call.callee.method().map(|m| self.it.java.methods[m.index()].result.ty),
            Kind::Field { field, .. } => Some(self.it.java.fields[field.index()].ty.ty),
            _ => None,
        };
        let is_generic = result.is_some_and(|ty| matches!(self.it.java.types.shape(ty), Shape::Variable(_)));
        let own = self.expression(e).ty;
        // A number is taken out of its box.
        let to = if self.primitive_type(to).is_some() { own } else { to };
        let erased = self.it.java.types.erased(to);
        let is_class = matches!(self.it.java.types.shape(erased), Shape::Class(..))
            && !matches!(self.it.java.types.shape(to), Shape::Variable(_));
        if !is_generic || !is_class || erased == self.it.java.known.object || self.primitive_type(own).is_some() {
            return made;
        }
        let span = self.span(e);
        let ty = self.plain(erased, span);
        self.cast_to_run(made, (own, erased), ty, span)
    }

    /// A call of `EnumSet` that needs the constants of its class, which are given to it.
    pub(in crate::elaborate) fn enum_set(&mut self, call: &crate::tree::body::Call, ty: Ty) -> Option<ExprId> {
        let name = self.it.text(call.name).to_owned();
        if !matches!(name.as_str(), "allOf" | "complementOf" | "range") {
            return None;
        }
        let method = call.callee.method()?;
        let class = self.it.java.methods[method.index()].class;
        if self.it.text(self.it.java.classes[class.index()].qualified) != "java.util.EnumSet" {
            return None;
        }
        let Shape::Class(_, arguments) = self.it.java.types.shape(ty) else { return None };
        let of = *self.it.java.types.items(arguments).first()?;
        let of = self.it.java.types.class(of)?;
        if self.it.java.classes[of.index()].kind != crate::tree::ClassKind::Enum {
            return None;
        }
        let own = self.it.intern(match name.as_str() {
            "allOf" => "allOfThem",
            "complementOf" => "complementOfThem",
            _ => "rangeOfThem",
        });
        let own = *self.it.methods_named(class, own).first()?;
        self.it.want(of);
        let all = self.it.enum_method(of, None, call.name_span);
        let (_, given) = self.arguments(Some(method), &call.arguments, call.spread);
        let given = given.into_iter().filter(|_| name != "allOf");
        let all: Vec<ExprId> = [all].into_iter().chain(given).collect();
        Some(self.it.call_static(class, own, &all, call.name_span))
    }
}
