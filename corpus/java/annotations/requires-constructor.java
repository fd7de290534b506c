//! Constructor that needs a lock
//! check: EXP NEW/requires-held @ 15
class Registry {
    int size /*# guarded_by this */;
}

class Item {
    Item(Registry r) /*# requires r */ { r.size++; }

    static void good(Registry r) {
        synchronized (r) { new Item(r); }
    }

    static void bad(Registry r) {
        new Item(r);
    }
}
