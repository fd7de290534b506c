//! Copies into memory that is there already: runs start thousands of times a second from one state.

/// Derives `Clone`, with a `clone_from` that goes field by field.
macro_rules! clone_in_place {
    ($type:ty { $($field:ident),* $(,)? }) => {
        impl Clone for $type {
            fn clone(&self) -> Self {
                let Self { $($field),* } = self;
                Self { $($field: $field.clone()),* }
            }

            #[inline]
            fn clone_from(&mut self, from: &Self) {
                let Self { $($field),* } = from;
                $(self.$field.clone_from($field);)*
            }
        }
    };
}

pub(crate) use clone_in_place;

/// As `clone_from`, for what is copied as it is: short runs are short of time.
#[inline(always)]
pub(crate) fn refill<T: Copy>(to: &mut Vec<T>, from: &[T]) {
    to.clear();
    if !from.is_empty() {
        to.extend_from_slice(from);
    }
}
