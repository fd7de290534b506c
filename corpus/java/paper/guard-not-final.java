//! Field guarded by a field that is not final
//! source: Types against races (slides), "One problem"
//! check: FIELD/guard-final @ 6
class A {
    Object o /*# guarded_by this */;
    int x /*# guarded_by o */;
}
