//! Guard of a class, held
//! check: ok
class Point /*# guarded_by this */ {
    int x, y;

    synchronized void up() { y = x; }

    synchronized void left() { x = 0; }
}
