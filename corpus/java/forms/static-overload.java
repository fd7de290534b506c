//! Static code means a static method of a name, though the types of the arguments fit another one better
//! check: ok
class Streams {
    private static void close(java.io.InputStream s) { }

    private void close(Object o) { }

    static class Input {
        Input(java.io.FileInputStream s) { close(s); }
    }
}
