//! A static nested class calls what it inherits from outside, and no instance method of the class around it
//! check: ok
class Panel extends ui.Widget {
    int count() { return 1; }

    static class Row extends ui.Widget {
        int twice() { return 2 * count(); }
    }
}
