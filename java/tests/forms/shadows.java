class Shadow {
    int x;
    static class x { static int y; }
    void m() {
        x = 1; //> Shadow.x
        int x = 2; //: x int
        x = 3; //>
        { this.x = x; } //> This Shadow, Shadow.x
        class Local { int x; void n() { x = 4; Shadow.this.x = 5; } } //> Local.x, Qualified Shadow, Shadow.x
        Runnable r = new Runnable() { int y; public void run() { y = 6; } }; //> external java.lang.Runnable.new{}, {}.y
    }
    void n() { for (int x = 0; x < 1; x++) { } x = 7; } //> Shadow.x
}
class Base { private int p; protected int q; }
class User {
    int p;
    class In extends Base { void m() { p = 1; q = 2; } } //> User.p, Base.q
}
