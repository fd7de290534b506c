//! Guards that mean nothing are errors, by annotations alone
//! option: --profile guarded-by
//! check: JAVA ANNOTATION/syntax @ 7, JAVA ANNOTATION/resolved @ 8, JAVA ANNOTATION/resolved @ 9, JAVA ANNOTATION/resolved @ 10, JAVA ANNOTATION/resolved @ 11, JAVA ANNOTATION/resolved @ 12
class Wrong {
    final Object field = new Object();
    Object lock() { return field; }
    @GuardedBy("this thread") int a;
    @GuardedBy("Wrong.field") int b;
    @GuardedBy("Wrong") int c;
    @GuardedBy("lock()") static int d;
    @GuardedBy("mutex()") void e() { }
    @GuardedBy("nothing") int f;
}
