//! Owners put in for formals.

use racefree_grammar::ast::Special;
use racefree_grammar::name::Name;
use racefree_grammar::path::Paths;
use racefree_owners::owner::{Owner, Theta};

/// `thisOwner$this` by what `thisOwner` stands for.
#[test]
fn a_qualified_formal_is_its_path_only_if_it_is_self() {
    let (mut paths, f, g) = (Paths::default(), Name(10), Name(11));
    let (this, n) = (paths.var(Name::THIS), paths.var(Name(12)));
    let q = paths.var(Name(13));
    let mut put = |o| {
        let mut theta = Theta::default();
        theta.add(f, o);
        theta.vars.add(Name::THIS, n);
        theta.apply(Owner::Qualified(f, this), &mut paths)
    };
    assert_eq!(put(Owner::Special(Special::Own)), Owner::Path(n));
    assert_eq!(put(Owner::Formal(g)), Owner::Qualified(g, n));
    assert_eq!(put(Owner::Path(q)), Owner::Path(q));
    assert_eq!(put(Owner::Qualified(g, q)), Owner::Qualified(g, q));
    assert_eq!(put(Owner::THIS_THREAD), Owner::THIS_THREAD);
    assert_eq!(put(Owner::Formal(f)), Owner::Qualified(f, n), "what is put in is not looked at again");
}
