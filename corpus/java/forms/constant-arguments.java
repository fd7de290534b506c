//! A constant that fits in `char` leaves a conditional of that type, which chooses the overload; each value of a switch has to fit by itself
//! check: EXP INVOKE/requires-held @ 16, EXP INVOKE/requires-held @ 18, EXP INVOKE/requires-held @ 20
class Counter {
    static final int B = Counter.A + 1, A = 'a', MANY = 1 << 20;
    final int own = 98;
    int n /*# guarded_by this */;

    void set(char letter) { synchronized (this) { n = letter; } }
    void set(int number) /*# requires this */ { n = number; }

    void good(boolean b, int i) {
        final int local = (int) 'c';
        set(b ? 'a' : B);
        set(b ? own : 'a');
        set(b ? 'a' : local - -1);
        set(switch (i) { case 1 -> 'a'; case 2 -> Counter.B; default -> ~-98; });
        int other = 98;
        set(b ? 'a' : other);
        set('a');
        set(switch (i) { case 1 -> 'a'; default -> MANY; });
    }
}
