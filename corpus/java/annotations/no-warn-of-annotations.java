//! Errors in annotations are silenced as others are
//! check: JAVA ANNOTATION/resolved @ 6
class Wrong {
    int a /*# guarded_by nothing */; //# no_warn
    int b /*# guarded_by nothing */; //# no_warn ConstantLocks
    int c /*# guarded_by nothing */; //# no_warn Race
    @SuppressWarnings("GuardedBy")
    int d /*# guarded_by nothing */;
}
