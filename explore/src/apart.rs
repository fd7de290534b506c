//! What several workers write to.

use std::ops::Deref;

/// Something that shares no cache line with anything else: what one processor writes all others must fetch anew.
#[derive(Debug, Default)]
#[repr(align(128))]
pub struct Apart<X>(pub X);

impl<X> Deref for Apart<X> {
    type Target = X;

    #[inline]
    fn deref(&self) -> &X {
        &self.0
    }
}
