//! An element of an array is no lock
//! check: JAVA ANNOTATION/syntax @ 5
class Row {
    final Object[] seats = new Object[2];
    int taken /*# guarded_by seats[0] */;
}
