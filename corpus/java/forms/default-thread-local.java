//! A class that says nothing belongs to one thread
//! check: SHAREABLE GUARDED FIELD/field-type @ 8
class Plain {
    int n;
}

class Shared {
    Plain p /*# guarded_by this */;
}
