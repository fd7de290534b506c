//! Meaning of a name in every class at once: as the classes are numbered in preorder, a declaration holds in a range of
//! them, and a name's declarations cut the numbers into segments. A member is then found in time logarithmic in the
//! number of classes that declare its name, however far up it is inherited from.

use crate::classes::{ClassId, Classes};
use racefree_grammar::name::Name;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// First class of a segment, and the member that the name means from it up to the next entry.
type Segment<T> = (ClassId, Option<T>);

/// The members of one name, by the classes that have them.
#[derive(Clone, Copy, Debug)]
pub struct Member<'t, T>(&'t [Segment<T>]);

/// The members of all names: in one table, as there may be few classes of many names and many classes of few.
#[derive(Clone, Debug, Default)]
pub struct ByName<T> {
    segments: Vec<Segment<T>>,
    /// Range of the segments of each name.
    runs: FxHashMap<Name, Range<u32>>,
}

impl<T> ByName<T> {
    /// The members of a name.
    #[inline]
    pub fn get(&self, name: Name) -> Option<Member<'_, T>> {
        let Range { start, end } = *self.runs.get(&name)?;
        Some(Member(&self.segments[start as usize..end as usize]))
    }
}

impl<'t, T: Copy> Member<'t, T> {
    /// Returns the member that the name means for an object of this class.
    #[inline]
    pub fn find(self, class: ClassId) -> Option<T> {
        let after = match self.0.len() {
            0..=6 => self.0.iter().take_while(|s| s.0 <= class).count(),
            _ => self.0.partition_point(|s| s.0 <= class),
        };
        self.0.get(after.checked_sub(1)?)?.1
    }

    /// The parts of the class order, each from its first class on.
    pub fn segments(self) -> &'t [Segment<T>] {
        self.0
    }
}

/// The segments of a name, whose declarations are in the order of their classes, one a class; an inner one hides an outer one in its
/// classes.
fn cut<T: Copy>(classes: &Classes, declared: &[(ClassId, T)], segments: &mut Vec<Segment<T>>) {
    let first = segments.len();
    let mut open: Vec<(ClassId, T)> = Vec::new();
    let mut put = |at, what| match segments[first..].last_mut() {
        Some(last) if last.0 == at => last.1 = what,
        _ => segments.push((at, what)),
    };
    for &(class, what) in declared {
        while let Some(&(end, _)) = open.last()
            && end <= class
        {
            open.pop();
            put(end, open.last().map(|o| o.1));
        }
        open.push((classes.get(class).end(), what));
        put(class, Some(what));
    }
    while let Some((end, _)) = open.pop() {
        put(end, open.last().map(|o| o.1));
    }
}

/// All members of a sort, from their declarations in the order of the classes; of two in one class the first counts.
pub fn by_name<T: Copy>(classes: &Classes, declared: Vec<(ClassId, Name, T)>) -> ByName<T> {
    let (mut segments, mut runs) = (Vec::with_capacity(declared.len() * 2), FxHashMap::default());
    let mut lists: FxHashMap<Name, Vec<(ClassId, T)>> = FxHashMap::default();
    for (class, name, what) in declared {
        let list = lists.entry(name).or_default();
        if list.last().is_none_or(|last| last.0 != class) {
            list.push((class, what));
        }
    }
    for (name, list) in lists {
        let start = segments.len() as u32;
        cut(classes, &list, &mut segments);
        runs.insert(name, start..segments.len() as u32);
    }
    ByName { segments, runs }
}
