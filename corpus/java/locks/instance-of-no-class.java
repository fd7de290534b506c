//! In front of `class` a field alone means nothing
//! check: JAVA ANNOTATION/resolved @ 5
class Van {
    final Object depot = new Object();
    int load /*# guarded_by depot.class */;
}
