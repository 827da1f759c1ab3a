//! Futile interpositions (無駄合): which do not count.
//!
//! A drop between the king and a checking slider is futile when the slider could
//! as well have stood on that square and the mate is no longer for it: neither
//! the drop nor its capture counts. There is no canonical definition, so the
//! rules in use have names, see [`Futile`]. Whether there is a mate at all does
//! not depend on them.
//!
//! How the search decides it is in the module `search::interposition`.

/// Which interpositions do not count.
///
/// `V` is the length under the rule. Let the defender be in check from exactly
/// one slider `A` at a distance, with the squares `S1 … Sk` between it and the
/// king, nearest the king first. Let `b0` be the greatest `1 + V` over all
/// replies that are not drops on these squares, 0 if there is none. For each `i`
/// let `c` be the position with `A` standing on `Si`, promoted or not, as long as
/// that is check, the hands unchanged, the defender to move. The drops on `Si`
/// are futile if `V(c) ≤ b(i−1)`, or if another piece of the attacker, moved to
/// `Si`, leaves the defender in check without a reply; then `bi = b(i−1)`.
/// Otherwise `bi` is the greater of `b(i−1)` and of `1 + V` after each drop on
/// `Si`. `V` is `bk`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Futile {
    /// None: every legal drop counts.
    None,
    /// Those of the rule above.
    #[default]
    Standard,
}

impl Futile {
    /// All profiles by name.
    pub const ALL: [(&'static str, Self); 2] = [("none", Self::None), ("standard", Self::Standard)];

    /// Returns the name of the profile.
    pub fn name(self) -> &'static str {
        Self::ALL[self as usize].0
    }

    /// What distinguishes the keys of positions under this profile.
    pub(crate) fn salt(self) -> u64 {
        match self {
            Self::None => 0,
            Self::Standard => 0xb3e1_2f86_94d7_0a5c,
        }
    }
}
