//! Comments that begin with a sign alone are no annotations
//! check: ok
//############################
//# ==== Numbers ====
class Numbers {
    /*##### one #####*/
    final int one = 1; //# The first one
}
