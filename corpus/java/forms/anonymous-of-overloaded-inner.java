//! An anonymous class below an inner class: the object around goes to the constructor that the arguments choose
//! check: ok
class Plain { int n; }

class Channel {
    private final int width;

    Channel(int width) { this.width = width; }

    Reader open(final Object streams) {
        return new Reader(1) {
            void close() { synchronized (streams) { streams.notifyAll(); } }
        };
    }

    class Reader {
        private final int n;

        Reader(int n) { this.n = n + width; }

        Reader(Object o) { this.n = 0; }

        void close() { }
    }
}
