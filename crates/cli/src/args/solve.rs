//! The arguments of `kemuri solve`.

use super::search::{SearchArgs, every_move};
use super::values;
use clap::{Args, ValueHint};
use kemuri_formats::ReadOptions;
use kemuri_solver::{Futile, Goal, Order, TreeShape};
use kemuri_terminal::args::{SearchOptions, UsageError};
use std::ffi::OsString;
use std::path::PathBuf;

/// The arguments of `kemuri solve`.
#[derive(Args)]
pub struct SolveArgs {
    /// SFENs, files or `-`.
    #[arg(value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub inputs: Vec<OsString>,
    /// After how many of its moves a record is solved.
    #[arg(long, value_name = "N", value_parser = values::ply)]
    pub ply: Option<usize>,
    /// Limits, output.
    #[command(flatten)]
    pub search: SearchArgs,
    /// Full details for every problem of a collection.
    #[arg(short, long)]
    pub verbose: bool,
    /// The order in which the defences are ranked.
    #[arg(
        long,
        value_parser = values::named(&Order::ALL),
        conflicts_with_all = ["quick", "explain", "tree", "certificate"]
    )]
    pub order: Option<Order>,
    /// Show why interpositions are futile.
    #[arg(long, conflicts_with_all = ["quick", "certificate"])]
    pub explain: bool,
    /// The variations of one problem instead.
    #[command(flatten)]
    pub tree: TreeArgs,
    /// Where to write the certificate of the verdict.
    #[arg(long, value_name = "FILE", value_parser = values::file(), value_hint = ValueHint::FilePath)]
    pub certificate: Option<PathBuf>,
    /// The search options.
    #[command(flatten)]
    pub options: SearchOptions,
}

/// What is to be shown of the variations.
#[derive(Args)]
pub struct TreeArgs {
    /// The form they are written in, if they are wanted.
    #[arg(
        id = "tree",
        long = "tree",
        num_args = 0..=1,
        require_equals = true,
        value_parser = values::named(&TreeFormat::ALL),
        default_missing_value = "text",
        conflicts_with_all = ["quick", "json", "explain", "certificate"]
    )]
    pub format: Option<TreeFormat>,
    /// Variations within variations that are shown.
    #[arg(long, value_name = "N", value_parser = values::count::<u64>, requires = "tree")]
    tree_depth: Option<u64>,
    /// The most positions that are shown.
    #[arg(
        long,
        value_name = "N",
        value_parser = values::count::<usize>,
        default_value_t = TreeShape::default().nodes,
        requires = "tree"
    )]
    tree_nodes: usize,
}

/// The forms of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TreeFormat {
    /// One line a variation, indented.
    Text,
    /// A KIF record with branches.
    Kif,
    /// One JSON object.
    Json,
}

impl TreeFormat {
    /// The forms by their names.
    const ALL: [(&str, Self); 3] = [
        ("text", Self::Text),
        ("kif", Self::Kif),
        ("json", Self::Json),
    ];
}

impl TreeArgs {
    /// Returns how much is shown.
    pub fn shape(&self) -> TreeShape {
        let depth = self.tree_depth;
        let depth = depth.map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        TreeShape::new(depth, self.tree_nodes)
    }
}

impl SolveArgs {
    /// Returns what is asked for.
    pub fn goal(&self) -> Goal {
        let every_move = self.tree.format.is_some() || self.certificate.is_some();
        self.search.goal(every_move)
    }

    /// Returns how problems are read.
    pub fn read_options(&self) -> ReadOptions {
        self.search.read_options().with_ply(self.ply)
    }

    /// Refuses values that contradict each other.
    pub(super) fn check(&self) -> Result<(), UsageError> {
        let counting = match (&self.tree.format, &self.certificate) {
            (Some(_), _) => Some("--tree"),
            (None, Some(_)) => Some("--certificate"),
            (None, None) => None,
        };
        if let Some(flag) = counting.filter(|_| self.search.leaves_out()) {
            return Err(every_move(flag));
        }
        match self.explain && self.goal() == Goal::Shortest(Futile::None) {
            true => Err(UsageError::Conflict("--explain", "--futile none")),
            false => Ok(()),
        }
    }
}
