//! try with resources calls close
//! check: EXP INVOKE/requires-held @ 13
class Handle implements AutoCloseable {
    int n /*# guarded_by this */;

    public void close() /*# requires this */ { n = 0; }

    static void good(Handle g) {
        synchronized (g) { try (g) { } }
    }

    static void bad(Handle g) {
        try (Handle h = g) {
            int x = 1;
        }
    }
}
