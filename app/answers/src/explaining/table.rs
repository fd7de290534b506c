//! Table of premises and the run-time harm of their violation.
//!
//! | harm | premises | what counts as this error going wrong |
//! | --- | --- | --- |
//! | access | EXP REF, EXP ASSIGN guard-held | a race with an access at this place, where the guard monitor fires too. The monitor alone does not count: an access before others know the object breaks the discipline and does no harm. If it never fires, the lock is held under another name |
//! | call | EXP INVOKE, EXP NEW, EXP DELEGATE requires-held | a race within the called method or what it calls, the requires monitor firing at this call; likewise |
//! | field | SHAREABLE guarded-or-final, FIELD guard-final | a race on this field |
//! | type of field | SHAREABLE … FIELD field-type, CLASS3 shareable | a race on a field of the field's class, which is thread-local and escapes through it |
//! | captured | EXP FORK2 fv-shared, fv-not-var | a race on a field of the class of the captured variable |
//! | class | CLASS3 super-shared, LOCAL CLASS override, … ghost-type, super-type, EXP CAST local | a race on a field of this class, or of one above or below it; a value of a wrong type in it |
//! | body | EXP SYNC, EXP LOCKED lock-final, METHOD, CONSTRUCTOR requires-final, ENV X fresh, PROG override-requires | a race within the block, method or scope whose locks the premise is about |
//! | value | EXP ASSIGN value, EXP INVOKE args, EXP LET bound, METHOD body, FIELD init, PROG override-type, type premises | the value monitor at this place, or a thread that is stuck here |
//! | final | EXP ASSIGN not-final | the final monitor at this place, or a race there |
//! | ghost | EXP VAR not-ghost, EXP SYNC lock-real, FIELD init-this | a thread stuck here; in an initialiser, a final field of this class that is read too early, or a race on a field of this class |
//! | holds | EXP HOLDS lock-final | the holds monitor at this place |
//! | bare access | owners: EXP REF, EXP ASSIGN, EXP TAKE guard-held | a race with an access at this place. That the owner monitor fires there does no harm by itself |
//! | bare call | owners: EXP INVOKE requires-held | a race within the called method or what it calls. That the requires monitor fires here, or the owner monitor in what is called, does no harm by itself |
//! | claim | ATOM BLOCK claim | a cycle of transactions through the block |
//! | owners | owners: all premises about owners, types and moves | a race on a field that the system does not prove free of races, or the owner monitor at an access of one, unless that access lacks its lock anyway; the value or requires monitor at this place; a thread that is stuck here |
//! | stuck | what only the example language needs: operands, conditions, unknown members | a thread that is stuck here |

use racefree_java_rules::rules as java;
use racefree_kernel::PremiseId;
use racefree_owners::rules as owners;
use racefree_typeck::rules::{
    class3, env_ghost, env_x, exp_assign, exp_fork2, exp_holds, exp_invoke, exp_let, exp_new, exp_ref, exp_sync,
    exp_var, field, local_class, method, prog, shareable, shareable_final_field, shareable_guarded_field,
};

/// Run-time harm of a violated premise: the first column of the table above.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Harm {
    /// An access without its lock.
    Access,
    /// A call without a lock that it needs.
    Call,
    /// A field that nothing protects.
    Field,
    /// A field through which a thread-local object escapes.
    TypeOfField,
    /// A variable through which a thread-local object escapes.
    Captured,
    /// A class whose objects have another type than assumed.
    Class,
    /// A lock that is another one than the rules take it for.
    Body,
    /// A value that is not of its type.
    Value,
    /// A final field that changes.
    Final,
    /// A ghost variable in code that runs.
    Ghost,
    /// A lock that is not held though the program says so.
    Holds,
    /// An access without its lock, in a program with owners.
    BareAccess,
    /// A call without a lock that it needs, in a program with owners.
    BareCall,
    /// A block that is not serializable.
    Claim,
    /// An object that is protected in another way than the rules take it for.
    Owners,
    /// Code that no reduction rule fits.
    Stuck,
}

const TABLE: [(PremiseId, Harm); 51] = [
    (racefree_atomicity::rules::atom_block::CLAIM, Harm::Claim),
    (owners::exp_ref::GUARD_HELD, Harm::BareAccess),
    (owners::exp_assign::GUARD_HELD, Harm::BareAccess),
    (owners::exp_take::GUARD_HELD, Harm::BareAccess),
    (owners::exp_invoke::REQUIRES_HELD, Harm::BareCall),
    (owners::field::GUARDED, Harm::Field),
    (owners::exp_assign::NOT_FINAL, Harm::Final),
    (exp_ref::GUARD_HELD, Harm::Access),
    (exp_assign::GUARD_HELD, Harm::Access),
    (exp_invoke::REQUIRES_HELD, Harm::Call),
    (shareable::GUARDED_OR_FINAL, Harm::Field),
    (field::GUARD_FINAL, Harm::Field),
    (shareable_guarded_field::FIELD_TYPE, Harm::TypeOfField),
    (shareable_final_field::FIELD_TYPE, Harm::TypeOfField),
    (class3::SHAREABLE, Harm::TypeOfField),
    (exp_fork2::FV_SHARED, Harm::Captured),
    (exp_fork2::EMPTY_LOCK_SET, Harm::Body),
    (class3::SUPER_SHARED, Harm::Class),
    (class3::SUPER_TYPE, Harm::Class),
    (class3::GHOST_TYPE, Harm::Class),
    (local_class::SUPER_TYPE, Harm::Class),
    (local_class::GHOST_TYPE, Harm::Class),
    (local_class::OVERRIDE, Harm::Class),
    (env_ghost::TYPE, Harm::Class),
    (env_ghost::FRESH, Harm::Class),
    (exp_sync::LOCK_FINAL, Harm::Body),
    (method::REQUIRES_FINAL, Harm::Body),
    (env_x::FRESH, Harm::Body),
    (prog::OVERRIDE_REQUIRES, Harm::Body),
    (exp_assign::VALUE, Harm::Value),
    (exp_assign::TYPE, Harm::Value),
    (exp_ref::TYPE, Harm::Value),
    (exp_invoke::ARGS, Harm::Value),
    (exp_invoke::TYPE, Harm::Value),
    (exp_let::BOUND, Harm::Value),
    (exp_let::RESULT, Harm::Value),
    (exp_new::TYPE, Harm::Value),
    (field::INIT, Harm::Value),
    (field::TYPE, Harm::Value),
    (exp_assign::NOT_FINAL, Harm::Final),
    (exp_var::NOT_GHOST, Harm::Ghost),
    (exp_sync::LOCK_REAL, Harm::Ghost),
    (field::INIT_THIS, Harm::Ghost),
    (exp_holds::LOCK_FINAL, Harm::Holds),
    // The dialect of Java.
    (java::exp_new::REQUIRES_HELD, Harm::Call),
    (java::exp_delegate::REQUIRES_HELD, Harm::Call),
    (java::shareable_volatile_field::FIELD_TYPE, Harm::TypeOfField),
    (java::exp_fork2::FV_NOT_VAR, Harm::Captured),
    (java::exp_cast::LOCAL, Harm::Class),
    (java::exp_locked::LOCK_FINAL, Harm::Body),
    (java::constructor::REQUIRES_FINAL, Harm::Body),
];

/// Run-time harm of a violated premise.
pub fn harm(premise: PremiseId) -> Harm {
    if premise.is_own() {
        // A premise that replaces another one has its harm; a new one is about a race on the subject of its rule.
        let book = racefree_systems::system(premise.rule().system()).book();
        let by_rule = match premise.rule() {
            exp_ref::RULE | exp_assign::RULE => Harm::Access,
            exp_invoke::RULE => Harm::Call,
            field::RULE | shareable_guarded_field::RULE | shareable_final_field::RULE => Harm::Field,
            class3::RULE | local_class::RULE => Harm::Class,
            _ => Harm::Body,
        };
        return book.find_premise(&book.premise_name(premise)).map_or(by_rule, harm);
    }
    if let Some(&(_, harm)) = TABLE.iter().find(|(p, _)| *p == premise) {
        return harm;
    }
    let methods = [method::BODY, method::RETURN_TYPE, prog::OVERRIDE_TYPE, env_x::TYPE];
    // Premises not in the lists above are about code that has no meaning, or about types.
    match racefree_systems::premise(premise) {
        _ if methods.contains(&premise) => Harm::Value,
        switch if switch.is_switch() && premise.rule().system() == owners::SYSTEM => Harm::Owners,
        premise if premise.is_switch() => Harm::Value,
        _ => Harm::Stuck,
    }
}
