//! Array without guard in a shared class
//! check: SHAREABLE GUARDED FIELD/field-type @ 5
class Shared {
    int n /*# guarded_by this */;
    int[] data /*# guarded_by this */;
}
