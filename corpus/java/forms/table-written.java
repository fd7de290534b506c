//! An array that code writes, passes on, or gives another name, needs a guard
//! check: SHAREABLE FINAL FIELD/field-type @ 4, SHAREABLE FINAL FIELD/field-type @ 5, SHAREABLE FINAL FIELD/field-type @ 6, SHAREABLE FINAL FIELD/field-type @ 7, SHAREABLE FINAL FIELD/field-type @ 8, SHAREABLE FINAL FIELD/field-type @ 9
class Table {
    static final int[] WRITTEN = {1};
    static final int[] PASSED = {1};
    static final int[] RETURNED = {1};
    static final int[] NAMED = {1};
    static final int[] LATER = {1};
    static final int[][] ROWS = {{1}, {2}};

    static void write(int i) {
        WRITTEN[i]++;
        fill(PASSED);
        int[] other = NAMED;
        other[i] = ROWS[0].length;
        int[] row = ROWS[0];
        row[i] = 1;
        Runnable r = () -> LATER[0] = 2;
    }

    static void fill(int[] array) { array[0] = 1; }

    static int[] all() { return RETURNED; }
}
