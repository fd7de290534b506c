//! What a name means in every class at once: as the classes are numbered in preorder, a declaration holds in a range of them,
//! and a name's declarations cut the numbers into segments. A member is then found in time logarithmic in the number of
//! classes that declare its name, however far up it is inherited from.

use crate::classes::{ClassId, Classes};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;

/// The members of one name, by the classes that have them.
#[derive(Clone, Debug)]
pub struct Member<T> {
    /// From this class on, up to the next entry: what the name means there.
    segments: Vec<(ClassId, Option<T>)>,
}

/// The members of all names.
pub type ByName<T> = FxHashMap<Name, Member<T>>;

impl<T: Copy> Member<T> {
    /// What the name means for an object of this class.
    #[inline]
    pub fn find(&self, class: ClassId) -> Option<T> {
        let after = match self.segments.len() {
            0..=6 => self.segments.iter().take_while(|s| s.0 <= class).count(),
            _ => self.segments.partition_point(|s| s.0 <= class),
        };
        self.segments.get(after.checked_sub(1)?)?.1
    }

    /// Declarations in the order of their classes, one a class; an inner one hides an outer one in its classes.
    fn new(classes: &Classes, declared: Vec<(ClassId, T)>) -> Member<T> {
        let mut segments: Vec<(ClassId, Option<T>)> = Vec::with_capacity(declared.len() * 2);
        let mut open: Vec<(ClassId, T)> = Vec::new();
        let mut put = |at, what| match segments.last_mut() {
            Some(last) if last.0 == at => last.1 = what,
            _ => segments.push((at, what)),
        };
        for (class, what) in declared {
            while let Some(&(end, _)) = open.last()
                && end <= class
            {
                open.pop();
                put(end, open.last().map(|o| o.1));
            }
            open.push((classes.get(class).end, what));
            put(class, Some(what));
        }
        while let Some((end, _)) = open.pop() {
            put(end, open.last().map(|o| o.1));
        }
        Member { segments }
    }

    /// The parts of the class order, each from its first class on.
    pub fn segments(&self) -> &[(ClassId, Option<T>)] {
        &self.segments
    }
}

/// All members of a sort, from their declarations in the order of the classes; of two in one class the first counts.
pub fn by_name<T: Copy>(classes: &Classes, declared: impl IntoIterator<Item = (ClassId, Name, T)>) -> ByName<T> {
    let mut lists: FxHashMap<Name, Vec<(ClassId, T)>> = FxHashMap::default();
    for (class, name, what) in declared {
        let list = lists.entry(name).or_default();
        if list.last().is_none_or(|last| last.0 != class) {
            list.push((class, what));
        }
    }
    lists.into_iter().map(|(name, list)| (name, Member::new(classes, list))).collect()
}
