//! Classes without code that they need: that of a method, and the methods that their interfaces and superclasses promise.

use crate::elaborate::Elaborator;
use crate::tree::{ClassKind, ClassNo, Member, MethodKind, MethodNo, Origin};
use racefree_grammar::Span;

/// Interfaces of the library whose methods a class has to have.
const PROMISES: &[&str] =
    &["Runnable", "Comparable", "Comparator", "Iterator", "Iterable", "Callable", "AutoCloseable"];

impl Elaborator<'_> {
    /// Reports a method without code, and a class without a method that it promises.
    pub(in crate::elaborate) fn judge_class(&mut self, class: ClassNo) {
        let it = &self.java.classes[class.index()];
        let span = it.name_span;
        let is_whole =
            self.options.run || self.is_within(it.span) && !self.broken.contains(&it.file) && it.damaged == 0;
        if it.origin != Origin::Source || !is_whole || it.kind.is_interface() {
            return;
        }
        self.bodies(class);
        let it = &self.java.classes[class.index()];
        if it.kind.is_interface() || it.kind == ClassKind::Enum || it.modifiers.is_abstract() || it.external_above {
            return;
        }
        let all = self.above(class);
        let mut methods: Vec<MethodNo> = Vec::new();
        for above in &all {
            self.java.ensure_members(*above);
            let members = self.java.classes[above.index()].members.iter();
            methods.extend(members.filter_map(|m| if let Member::Method(m) = m { Some(*m) } else { None }));
        }
        // A class of the library above has what its interfaces promise.
        let is_library = |c: &ClassNo| {
            let it = &self.java.classes[c.index()];
            it.origin != Origin::Source && !it.kind.is_interface() && self.text(it.name) != "Object"
        };
        let by_library = all.iter().any(is_library);
        let promised = |it: &Self, m: MethodNo| {
            let method = &it.java.methods[m.index()];
            let owner = &it.java.classes[method.class.index()];
            let known = owner.origin == Origin::Source || !by_library && PROMISES.contains(&it.text(owner.name));
            known
                && !method.has_body
                && !method.modifiers.is_static()
                && match owner.kind.is_interface() {
                    true => true,
                    false => method.modifiers.is_abstract(),
                }
        };
        let kept = |it: &Self, m: MethodNo, promise: MethodNo| {
            let (method, wanted) = (&it.java.methods[m.index()], &it.java.methods[promise.index()]);
            // Native code has no body here.
            let of_class = !it.java.classes[method.class.index()].kind.is_interface();
            let is_native = of_class && !method.modifiers.is_abstract();
            let is_code = method.has_body || is_native || matches!(method.kind, MethodKind::Accessor(_));
            is_code && method.name == wanted.name && method.parameters.len() == wanted.parameters.len()
        };
        let missing =
            methods.iter().find(|&&m| promised(self, m) && !methods.iter().any(|&other| kept(self, other, m)));
        if let Some(&missing) = missing {
            let method = &self.java.methods[missing.index()];
            // `equals` and its like are those of `Object`.
            let (name, owner) = (self.text(method.name).to_owned(), method.class);
            let of_object =
                matches!((name.as_str(), method.parameters.len()), ("equals", 1) | ("hashCode" | "toString", 0));
            if !of_object {
                let owner = self.text(self.java.classes[owner.index()].name).to_owned();
                self.reject(
                    "JAVA CODE/typed",
                    span,
                    format!("this class is not abstract, and has no method `{name}` of `{owner}`"),
                );
            }
        }
    }

    /// Reports a method that has no code, and says nothing else.
    fn bodies(&mut self, class: ClassNo) {
        for member in self.java.classes[class.index()].members.clone() {
            let Member::Method(m) = member else { continue };
            let it = &self.java.methods[m.index()];
            let head = self.java.sources.at(Span::new(it.span.start, it.name_span.start.max(it.span.start)));
            let is_plain = it.kind == MethodKind::Plain && !it.has_body && !it.modifiers.is_abstract();
            if is_plain && !head.split_whitespace().any(|word| word == "native") {
                let name = self.text(it.name).to_owned();
                let span = it.name_span;
                self.reject("JAVA CODE/typed", span, format!("the method `{name}` has no code"));
            }
        }
    }
}
