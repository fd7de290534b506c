//! Generates the LR(1) parser from `src/grammar.lalrpop`.

fn main() {
    lalrpop::Configuration::new()
        .use_cargo_dir_conventions()
        .emit_rerun_directives(true)
        .process()
        .expect("grammar.lalrpop is a valid LR(1) grammar");
}
