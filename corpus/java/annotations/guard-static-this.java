//! There is no this in a static field's guard
//! check: JAVA ANNOTATION/resolved @ 4
class Wrong {
    @GuardedBy("this") static int n;
}
