//! Static field guarded by an instance
//! check: JAVA ANNOTATION/resolved @ 5
class Wrong {
    final Object lock = new Object();
    static int n /*# guarded_by lock */;
}
