//! Programs that are handed in: whatever is read of them stays inside of its folder, and within bounds.

use potez_arena::BotPackage;

pub(super) fn run(bytes: &[u8]) {
    for name in ["bot.zip", "bot.py"] {
        let Ok(package) = BotPackage::read(name, bytes) else { continue };
        for (path, size) in package.files() {
            assert!(path.split('/').all(|part| !part.is_empty() && !part.starts_with('.')), "{path:?}");
            assert!(!path.contains('\\') && size <= 16 << 20, "{path:?} has {size} bytes");
        }
    }
}
