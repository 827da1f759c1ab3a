//! Which instructions the processor has.

/// Defines the instruction sets of x86-64-v3, and the question whether all are there.
macro_rules! instruction_sets {
    ($($name:tt)*) => {
        /// The instruction sets of x86-64-v3, as the compiler calls them.
        #[cfg(all(test, target_arch = "x86_64"))]
        pub const NAMES: &[&str] = &[$($name),*];

        /// Returns whether this processor has all of them, and its system lets programs use them.
        #[cfg(target_arch = "x86_64")]
        pub fn is_v3() -> bool {
            $(std::arch::is_x86_feature_detected!($name))&&*
        }
    };
}

instruction_sets! {
    "avx" "avx2" "bmi1" "bmi2" "cmpxchg16b" "f16c" "fma" "fxsr" "lzcnt" "movbe" "popcnt" "sse"
    "sse2" "sse3" "sse4.1" "sse4.2" "ssse3" "xsave"
}

/// Other processors have one build.
#[cfg(not(target_arch = "x86_64"))]
pub fn is_v3() -> bool {
    false
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use std::process::Command;

    /// What is not asked for could be used all the same.
    #[test]
    fn all_that_the_compiler_uses_is_asked_for() {
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let words = ["--print", "cfg", "-C", "target-cpu=x86-64-v3"];
        let output = Command::new(rustc).args(words).output().unwrap();
        let printed = String::from_utf8(output.stdout).unwrap();
        let used: Vec<&str> = printed
            .lines()
            .filter_map(|line| line.strip_prefix("target_feature=\"")?.strip_suffix('"'))
            .collect();
        assert_eq!(used, NAMES);
    }
}
