//! The canonical form against the kernel's: a tree of random links on a real file system.

#![cfg(unix)]
#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_methods,
    clippy::disallowed_types,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "the kernel is the judge here; the core itself opens nothing"
)]

use foregate::path::{Entry, FileSystem, Platform, Surroundings};
use std::fs;
use std::path::{Path, PathBuf};

struct Real;

impl FileSystem for Real {
    fn entry(&self, path: &str) -> Entry {
        match fs::symlink_metadata(path) {
            Ok(data) if data.is_dir() => Entry::Directory,
            Ok(data) if data.is_symlink() => match fs::read_link(path) {
                Ok(target) => Entry::Link(target.to_string_lossy().into_owned()),
                Err(_) => Entry::Unknown,
            },
            Ok(_) => Entry::File,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Entry::Missing,
            Err(_) => Entry::Unknown,
        }
    }
    fn list(&self, _: &str) -> Option<Vec<String>> {
        None
    }
}

/// Numbers that look random and are the same in every run.
struct Numbers(u32);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0 as usize % n
    }

    fn path(&mut self) -> String {
        let names = ["a", "b", "c", "l", "m", "n", "f", "..", ".", ""];
        (0..=self.below(6)).map(|_| names[self.below(names.len())]).collect::<Vec<_>>().join("/")
    }
}

struct Scratch(PathBuf);

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[test]
fn agrees_with_the_kernel() {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("kernel-{}", std::process::id()));
    fs::create_dir_all(&root).expect("a scratch directory");
    let scratch = Scratch(root.canonicalize().expect("it is there"));
    let root = scratch.0.to_str().expect("UTF-8");
    let mut numbers = Numbers(20_260_101);
    for at in ["a/a", "a/b/c", "b/a/b", "c/c"] {
        fs::create_dir_all(format!("{root}/{at}")).expect("a directory");
    }
    for at in ["", "a/", "a/a/", "a/b/", "a/b/c/", "b/", "b/a/", "b/a/b/", "c/", "c/c/"] {
        fs::write(format!("{root}/{at}f"), "").expect("a file");
        for link in ["l", "m", "n"] {
            let target = numbers.path();
            let target = if numbers.below(3) == 0 { format!("{root}/{target}") } else { target };
            let target = if target.is_empty() { ".".to_owned() } else { target };
            std::os::unix::fs::symlink(target, format!("{root}/{at}{link}")).expect("a link");
        }
    }
    let session = Surroundings { platform: Platform::Linux, cwd: root, home: None, fs: &Real };
    let mut agreed = 0;
    for _ in 0..20_000 {
        let path = format!("{root}/{}", numbers.path());
        // What the kernel refuses (a name that is missing, a way through a file, a loop) it gives no form to.
        if let Ok(real) = fs::canonicalize(&path) {
            assert_eq!(session.canonical(&path).as_deref(), real.to_str(), "{path}");
            agreed += 1;
        }
    }
    assert!(agreed > 2_000, "only {agreed} paths lead anywhere");
}
