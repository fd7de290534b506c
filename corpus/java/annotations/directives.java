//! Comments for another tool are no annotations; a word that looks like one of ours is
//! check: JAVA ANNOTATION/syntax @ 13, JAVA ANNOTATION/syntax @ 14, JAVA ANNOTATION/syntax @ 15
class Old {
    //#ifdef JAVA4
    int n() { return 4; }
    //#else
    //#endif
    int m() {
        //#if TEST
        int k = 1; //#define x
        return k;
    }
    final int a = 1; //#guardedby this
    final int b = 1; //# guarded this
    final int c = 1; /*#ifdef*/
}
