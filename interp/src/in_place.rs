//! Copies into memory that is there already: runs start thousands of times a second from one state.

/// Derives `Clone`, with a `clone_from` that goes field by field; vectors of `Copy` elements are [refilled](refill).
macro_rules! clone_in_place {
    ($type:ty { $($field:ident),* $(; $($filled:ident),*)? $(,)? }) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                let Self { $($field,)* $($($filled),*)? } = self;
                Self { $($field: $field.clone(),)* $($($filled: $filled.clone()),*)? }
            }

            #[inline]
            fn clone_from(&mut self, from: &Self) {
                let Self { $($field,)* $($($filled),*)? } = from;
                $(self.$field.clone_from($field);)*
                $($($crate::in_place::refill(&mut self.$filled, $filled);)*)?
            }
        }
    };
}

pub(crate) use clone_in_place;

/// As `clone_from`, for `Copy` elements: short runs are short of time.
#[inline(always)]
pub(crate) fn refill<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    if !from.is_empty() {
        to.extend_from_slice(from);
    }
}
