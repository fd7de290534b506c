//! @Immutable: shared, final fields alone
//! check: ok
@Immutable
final class Point {
    private final int x, y;

    Point(int x, int y) {
        this.x = x;
        this.y = y;
    }

    int sum() { return x + y; }
}
