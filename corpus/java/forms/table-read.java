//! An array that code only reads needs no guard
//! check: ok
class Table {
    static final int[] DAYS = {31, 28, 31};
    private static final byte[] SQUARES = new byte[11];
    private static final String[][] NAMES = {{"a"}, {"b"}};
    private static final int[] COPY = DAYS.clone();

    static {
        for (int i = 0; i < SQUARES.length; i++) {
            SQUARES[i] = (byte) (i * i);
        }
    }

    static int sum() {
        int sum = COPY[0] + SQUARES[2] + Table.DAYS.length;
        for (int days : DAYS) {
            sum += days;
        }
        return NAMES[0][0] == null ? 0 : sum;
    }
}

class Weights {
    private final int[] all;

    Weights(int n) {
        all = new int[n];
        all[0] = 1;
    }

    int first() { return all[0]; }
}

class Shared {
    static final Weights WEIGHTS = new Weights(3);
}
