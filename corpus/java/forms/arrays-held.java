//! Arrays that belong to one thread, and guarded ones
//! check: ok
class Table {
    final int[/*# elems_guarded_by this */] row = {1, 2, 3};

    synchronized int sum(int... more) {
        int[][] local = new int[2][];
        local[0] = more;
        int sum = row.length;
        for (int x : row) sum += x;
        for (int x : local[0]) sum += x;
        return sum + row[0]++;
    }
}
