//! @Immutable with a field that is not final
//! check: JAVA ANNOTATION/immutable @ 6
@Immutable
final class Point {
    private final int x = 1;
    private int y;

    int sum() { return x + y; }
}
