//! Unicode escapes are characters before there are comments and strings
//! check: EXP ASSIGN/guard-held @ 9
//! check: EXP ASSIGN/guard-held @ 11
class Hidden {
    private int n /*# guarded_by this */;
    private int m /*# guarded_by this */;

    void up() {
        // a line end: \u000a n = 1;
        String open = "\u005c"", quote = "'\u0027";
        String s = "\u0022; m = 1; s = \u0022";
    }
}
