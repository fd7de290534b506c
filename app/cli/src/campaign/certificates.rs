//! Files of certificates: to go on with, to join and to verify.

use crate::args::CertifyArgs;
use racefree_soundness::certificate::Certificate;
use std::path::Path;

/// The certificate to begin, or to go on with.
pub fn begin(args: &CertifyArgs) -> Result<Certificate, String> {
    let claim = args.options.claim()?;
    let fresh = args.options.fresh(claim.clone());
    let shard = args.options.shard;
    match &args.output {
        Some(path) if path.exists() && !path.is_file() => Err(format!("`{}` is no regular file", path.display())),
        Some(path) if args.resume && path.exists() => {
            let saved = read(path)?;
            if saved.claim != claim {
                return Err(format!("`{}` is about other programs or rules", path.display()));
            }
            let mine = saved.parts.iter().all(|p| p.shard % shard.of == shard.index);
            if !mine {
                return Err(format!("`{}` is another shard", path.display()));
            }
            Ok(saved)
        }
        Some(path) if !args.resume && path.exists() => {
            Err(format!("`{}` is there already: write --resume to go on with it, or remove it", path.display()))
        }
        _ => Ok(fresh),
    }
}

pub fn read(path: &Path) -> Result<Certificate, String> {
    let text = crate::input::read_results(path)?;
    Certificate::read(&text).map_err(|why| format!("`{}` {why}", path.display()))
}
