//! Classes of exceptions, each with those above it, and the exceptions that methods declare.

use crate::declare::names::Scope;
use crate::elaborate::Elaborator;
use crate::syntax::NodeKind;
use crate::tree::{Member, MethodKind, MethodNo};
use crate::types::{Shape, Ty};
use racefree_grammar::stack::deep;

/// Exceptions that are known by name, and the class above each.
const KNOWN: &[(&str, &str)] = &[
    ("java.lang.Error", "java.lang.Throwable"),
    ("java.lang.Exception", "java.lang.Throwable"),
    ("java.lang.RuntimeException", "java.lang.Exception"),
    ("java.lang.InterruptedException", "java.lang.Exception"),
    ("java.lang.CloneNotSupportedException", "java.lang.Exception"),
    ("java.lang.IllegalStateException", "java.lang.RuntimeException"),
    ("java.lang.IllegalArgumentException", "java.lang.RuntimeException"),
    ("java.lang.NullPointerException", "java.lang.RuntimeException"),
    ("java.lang.UnsupportedOperationException", "java.lang.RuntimeException"),
    ("java.util.concurrent.ExecutionException", "java.lang.Exception"),
    ("java.util.concurrent.TimeoutException", "java.lang.Exception"),
    ("java.util.concurrent.BrokenBarrierException", "java.lang.Exception"),
    ("java.io.IOException", "java.lang.Exception"),
    ("java.io.FileNotFoundException", "java.io.IOException"),
];

/// A class of exceptions by its qualified name, with those above it, up to `Throwable`.
#[derive(Clone, Debug)]
pub(in crate::elaborate) struct Chain(Vec<String>);

impl Chain {
    /// `InterruptedException`
    pub(super) fn interrupted() -> Chain {
        let all = ["java.lang.InterruptedException", "java.lang.Exception", "java.lang.Throwable"];
        Chain(all.map(str::to_owned).to_vec())
    }

    /// Its simple name.
    pub(super) fn name(&self) -> &str {
        self.0[0].rsplit('.').next().unwrap_or_default()
    }

    pub(super) fn is_below(&self, other: &Chain) -> bool {
        self.0.contains(&other.0[0])
    }

    /// Returns true for one that has to be caught or declared.
    pub(super) fn is_checked(&self) -> bool {
        !self.0.iter().any(|name| matches!(name.as_str(), "java.lang.RuntimeException" | "java.lang.Error"))
    }
}

impl Elaborator<'_> {
    /// The classes above one of exceptions; none, if some of them are not known.
    pub(in crate::elaborate) fn chain(&mut self, ty: Ty) -> Option<Chain> {
        let (mut ty, mut all) = (ty, Vec::new());
        // Cyclic inheritance is an error elsewhere.
        for _ in 0..64 {
            let name = match self.java.types.shape(ty) {
                Shape::Class(class, _) => {
                    let it = &self.java.classes[class.index()];
                    let (name, above) = (self.text(it.qualified).to_owned(), it.superclass);
                    if name != "java.lang.Throwable"
                        && let Some(above) = above
                    {
                        all.push(name);
                        ty = above.ty;
                        continue;
                    }
                    name
                }
                Shape::External(name, _) => self.text(name).to_owned(),
                _ => return None,
            };
            return known(name, all).map(Chain);
        }
        None
    }

    /// The exceptions that a method declares; none, if some of them are not known.
    pub(in crate::elaborate) fn exceptions_of(&mut self, method: MethodNo) -> Option<Vec<Chain>> {
        let it = &self.java.methods[method.index()];
        if matches!(it.kind, MethodKind::Accessor(_) | MethodKind::Canonical | MethodKind::OfEnum) {
            return Some(Vec::new());
        }
        let (class, variables) = (it.class, it.variables.clone());
        let (_, at) = self.java.site(Member::Method(method));
        let syntax = self.java.syntax(self.java.classes[class.index()].file);
        let Some(throws) = syntax.part(at, NodeKind::Throws) else { return Some(Vec::new()) };
        let (file, extra) = (self.java.classes[class.index()].file, self.java.named_variables(&variables));
        let scope = Scope { file, class: Some(class), extra };
        let types: Vec<Ty> = syntax.parts(throws).map(|part| self.java.type_at(&scope, &syntax, part)).collect();
        types.into_iter().map(|ty| deep(|| self.chain(ty))).collect()
    }
}

/// The classes above one that is known by its name, behind some below it.
fn known(name: String, mut all: Vec<String>) -> Option<Vec<String>> {
    let mut name = name;
    while name != "java.lang.Throwable" {
        let simple = |known: &str| known.rsplit('.').next() == Some(name.as_str());
        let (own, above) = KNOWN.iter().find(|(known, _)| *known == name || simple(known))?;
        all.push((*own).to_owned());
        name = (*above).to_owned();
    }
    all.push(name);
    Some(all)
}
