// Numbers at random: those of a seed are the JDK's.
package java.util;

public class Random {
    private final RacefreeQuiet quiet = new RacefreeQuiet();
    private long seed;
    public Random() { this(RacefreeChance.seed()); }
    public Random(long seed) { setSeed(seed); }
    public void setSeed(long seed) { synchronized (quiet) { this.seed = (seed ^ 0x5DEECE66DL) & (1L << 48) - 1; } }
    protected int next(int bits) { synchronized (quiet) { seed = seed * 0x5DEECE66DL + 0xBL & (1L << 48) - 1; return (int) (seed >>> 48 - bits); } }
    public int nextInt() { return next(32); }
    public int nextInt(int bound) {
        if (bound <= 0) throw new IllegalArgumentException("bound must be positive");
        int r = next(31), m = bound - 1;
        if ((bound & m) == 0) return (int) ((long) bound * (long) r >> 31);
        for (int u = r; u - (r = u % bound) + m < 0; u = next(31)) {}
        return r;
    }
    public int nextInt(int from, int bound) {
        if (from >= bound) throw new IllegalArgumentException("bound must be greater than origin");
        int r = nextInt(), n = bound - from, m = n - 1;
        if (n > 0) {
            if ((n & m) == 0) return (r & m) + from;
            for (int u = r >>> 1; u + m - (r = u % n) < 0; u = nextInt() >>> 1) {}
            return r + from;
        }
        while (r < from || r >= bound) r = nextInt();
        return r;
    }
    public long nextLong() { return ((long) next(32) << 32) + next(32); }
    public long nextLong(long bound) { return nextLong(0, bound); }
    public long nextLong(long from, long bound) {
        if (from >= bound) throw new IllegalArgumentException(from == 0 ? "bound must be positive" : "bound must be greater than origin");
        long r = nextLong(), n = bound - from, m = n - 1;
        if ((n & m) == 0L) return (r & m) + from;
        if (n > 0L) {
            for (long u = r >>> 1; u + m - (r = u % n) < 0L; u = nextLong() >>> 1) {}
            return r + from;
        }
        while (r < from || r >= bound) r = nextLong();
        return r;
    }
    public float nextFloat() { return next(24) / (float) (1 << 24); }
    public double nextDouble(double bound) { return nextDouble(0.0, bound); }
    public double nextDouble(double from, double bound) {
        if (!(from < bound)) throw new IllegalArgumentException(from == 0 ? "bound must be finite and positive" : "bound must be greater than origin");
        double r = nextDouble() * (bound - from) + from;
        if (r >= bound) throw new RacefreeRefusal("the number in front of " + bound + " does not run");
        return r;
    }
    public void nextBytes(byte[] bytes) {
        for (int i = 0; i < bytes.length; )
            for (int r = nextInt(), n = Math.min(bytes.length - i, 4); n > 0; n--, r >>= 8) { bytes[i] = (byte) r; i++; }
    }
    public boolean nextBoolean() { return next(1) != 0; }
    public double nextDouble() { return (((long) next(26) << 27) + next(27)) * 1.1102230246251565E-16; }
    public java.util.stream.IntStream ints(long n, int from, int bound) { int[] all = new int[(int) n]; for (int i = 0; i < all.length; i++) all[i] = nextInt(from, bound); return java.util.stream.IntStream.of(all); }
}
