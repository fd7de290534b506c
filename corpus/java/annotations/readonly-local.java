//! Readonly says of a local that it is not assigned
//! check: ok
class Config {
    static int twice(int x) {
        /*# readonly */ int y = x;
        return y + y;
    }
}
