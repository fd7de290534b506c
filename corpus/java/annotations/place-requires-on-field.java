//! Requires is of a method: not of a field
//! check: JAVA ANNOTATION/place @ 4
class Wrong {
    final int n /*# requires this */ = 1;
}
