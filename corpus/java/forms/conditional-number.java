//! A conditional of a number and a constant that fits into its type has that type
//! check: EXP INVOKE/requires-held @ 11, EXP INVOKE/requires-held @ 12, EXP INVOKE/requires-held @ 13
class Counter {
    int x /*# guarded_by this */;

    void take(int a) { }
    void take(char a) /*# requires this */ { x++; }
    void take(byte a) /*# requires this */ { x++; }

    void go(boolean b, byte one, char c, Character boxed) {
        take(b ? 'a' : 0);
        take(b ? -1 : one);
        take(b ? boxed : 7);
        take(b ? 'a' : -1);
        take(b ? one : 200);
        take(b ? one : c);
    }
}
