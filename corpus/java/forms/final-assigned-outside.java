//! A final field is assigned in constructors alone
//! check: EXP ASSIGN/not-final @ 7
class Point {
    private final int x;
    Point() { x = 1; }
    void move() {
        this.x = 2;
    }
}
