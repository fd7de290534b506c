//! Streams: which threads run the functions that a stage or an operation is given. A chain of calls shows where its stream begins, and
//! `parallel` in it holds for all of its stages. A stream that a variable has may be any of those that the sources make.

use super::Elaborator;
use super::code::Code;
use super::contents::before;
use crate::tree::ClassNo;
use crate::tree::Origin;
use crate::tree::body::{Call, Callee, Kind};
use crate::types::Ty;

/// Returns true for the name of a method of texts whose result is a stream of numbers.
pub(crate) fn is_characters(name: &str) -> bool {
    matches!(name, "chars" | "codePoints")
}

impl Elaborator<'_> {
    /// True for the type of a stream.
    pub(super) fn is_stream(&self, ty: Ty) -> bool {
        self.library_name(ty).is_some_and(|name| name.starts_with("java.util.stream.") && name.ends_with("Stream"))
    }

    /// True if the sources make parallel streams.
    pub(super) fn has_parallel(&mut self) -> bool {
        let sources = &self.java.sources;
        *self.contents.parallel.get_or_insert_with(|| {
            let own = sources.files().iter().filter(|file| file.origin == Origin::Source);
            let makes = |text: &str| text.contains(".parallel") || text.contains("StreamSupport");
            own.map(|file| sources.at(file.span)).any(makes)
        })
    }
}

impl Code<'_, '_, '_> {
    /// Returns true for a stage of a stream, which runs when the stream is consumed.
    pub(super) fn is_stage(&self, call: &Call) -> bool {
        let Callee::Declared(method) = call.callee else { return false };
        let it = &self.it.java.methods[method.index()];
        let (class, result) = (Some(it.class), self.it.java.types.class(it.result.ty));
        let is_stream = |class: ClassNo| {
            let name = self.it.text(self.it.java.classes[class.index()].qualified);
            let simple = name.strip_prefix("java.util.stream.");
            simple.is_some_and(|name| name.ends_with("Stream") && !name.starts_with("Parallel"))
        };
        class.is_some_and(is_stream) && result.is_some_and(is_stream)
    }

    /// True for an operation of a stream whose stages run in other threads, none if its chain of calls does not show where it begins.
    pub(super) fn is_parallel(&mut self, call: &Call) -> Option<bool> {
        let mut call = call;
        loop {
            let Callee::Declared(method) = call.callee else {
                match call.target.map(|target| self.expression(target)) {
                    Some(target) if self.it.is_stream(target.ty) => match &target.kind {
                        Kind::Call(target) => {
                            call = target;
                            continue;
                        }
                        _ => return None,
                    },
                    _ => return is_characters(self.it.text(call.name)).then_some(false),
                }
            };
            let it = &self.it.java.methods[method.index()];
            let (class, is_static) = (it.class, it.modifiers.is_static());
            let of = self.it.text(self.it.java.classes[class.index()].qualified);
            let (of_streams, supports) = (of.starts_with("java.util.stream."), of.ends_with(".StreamSupport"));
            match self.it.text(call.name) {
                "parallel" | "parallelStream" => return Some(true),
                "sequential" if of_streams => return Some(false),
                _ if is_static || !of_streams => return (!supports && self.it.is_opaque(class)).then_some(false),
                _ => {}
            }
            match call.target.map(|target| &self.expression(target).kind) {
                Some(Kind::Call(target)) => call = target,
                _ => return None,
            }
        }
    }

    /// True for a call of the library that runs functions in several threads at once, if at all: of a stream, or of what goes through arrays and tables in
    /// bulk. What a collector is made of runs with its stream.
    pub(super) fn runs_together(&self, call: &Call) -> bool {
        self.is_bulk(call) || self.class_called(call).starts_with("java.util.stream.")
    }

    /// True for a call that goes through an array or a table in bulk.
    pub(super) fn is_bulk(&self, call: &Call) -> bool {
        ["java.util.Arrays", "java.util.concurrent.ConcurrentHashMap"].contains(&self.class_called(call))
    }

    /// The class of the library whose method is called, if that is known.
    fn class_called(&self, call: &Call) -> &str {
        match (call.callee, call.target) {
            (Callee::Declared(method), _) => {
                let class = self.it.java.methods[method.index()].class;
                self.it.text(self.it.java.classes[class.index()].qualified)
            }
            // Nothing declares what makes collectors.
            _ if before(self.it.java.sources.text(), call.name_span.start) == "Collectors" => {
                "java.util.stream.Collectors"
            }
            (_, Some(target)) => self.it.library_name(self.expression(target).ty).unwrap_or_default(),
            (Callee::External { owner }, None) => self.it.library_name(owner).unwrap_or_default(),
            (_, None) => "",
        }
    }
}
