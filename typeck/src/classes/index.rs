//! An index of members over the whole hierarchy, for classes far below those that declare what they use.

use super::Classes;
use crate::types::ClassId;
use racefree_grammar::ast::Class;
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// Finds the nearest declaration of a name above a class, in time that does not depend on how far up it is.
pub(super) struct MemberIndex {
    /// Per name, the declarations in the order of [`super::ClassInfo::enter`].
    by_name: FxHashMap<Name, Vec<Entry>>,
}

#[derive(Clone, Copy)]
struct Entry {
    class: ClassId,
    member: u32,
    enter: u32,
    /// The nearest entry of the same name whose class is an ancestor; itself if there is none.
    above: u32,
}

impl MemberIndex {
    pub(super) fn new<'p>(
        classes: &Classes<'p>,
        of: impl Fn(&'p Class) -> (racefree_grammar::ast::Run, Vec<Name>),
    ) -> MemberIndex {
        let mut by_name: FxHashMap<Name, Vec<Entry>> = FxHashMap::default();
        for (i, info) in classes.infos.iter().enumerate() {
            let class = ClassId(i as u32);
            let Some(decl) = classes.decl(class) else { continue };
            let (run, names) = of(decl);
            for (member, name) in run.indices().zip(names) {
                by_name.entry(name).or_default().push(Entry {
                    class,
                    member: member as u32,
                    enter: info.enter,
                    above: 0,
                });
            }
        }
        for entries in by_name.values_mut() {
            entries.sort_by_key(|e| (e.enter, e.member));
            entries.dedup_by_key(|e| e.class);
            let mut open: Vec<u32> = Vec::new();
            for i in 0..entries.len() {
                while open.last().is_some_and(|&o| !classes.inherits(entries[i].class, entries[o as usize].class)) {
                    open.pop();
                }
                entries[i].above = open.last().copied().unwrap_or(i as u32);
                open.push(i as u32);
            }
        }
        MemberIndex { by_name }
    }

    pub(super) fn nearest(&self, classes: &Classes<'_>, class: ClassId, name: Name) -> Option<(ClassId, u32)> {
        let entries = self.by_name.get(&name)?;
        let enter = classes.infos[class.index()].enter;
        let mut at = entries.partition_point(|e| e.enter <= enter).checked_sub(1)?;
        loop {
            let entry = entries[at];
            if classes.inherits(class, entry.class) {
                return Some((entry.class, entry.member));
            }
            if entry.above as usize == at {
                return None;
            }
            at = entry.above as usize;
        }
    }
}
