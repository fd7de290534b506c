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
