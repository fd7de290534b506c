//! Constants with bodies, where the class above all enums is among the sources
//! check: ok
package java.lang;

abstract class Enum<E> { protected Enum(String name, int ordinal) { } }

enum Field {
    A { void m() { } },
    B;

    void m() { }
}

enum Unit {
    SECOND(1) { int factor() { return size; } };

    final int size;

    Unit(int size) { this.size = size; }

    int factor() { return 0; }
}
