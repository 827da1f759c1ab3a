//! The command line: every flag defined once, the search options by their table.

mod check;
mod composing;
mod convert;
mod error;
mod experiment;
mod grammar;
mod show;
mod values;

pub use check::{CheckArgs, ReportFormat};
pub use composing::{ComposeArgs, EnumerateArgs};
pub use convert::ConvertArgs;
pub use error::UsageError;
pub use experiment::ExperimentArgs;
pub use show::{Plies, ShowArgs};

use crate::signal::Stop;
use crate::text::Text;
use clap::ArgMatches;
use clap::error::ErrorKind;
use error::bad_value;
use grammar::command;
use kemuri_core::{Budget, Color};
use kemuri_solver::options::TABLE;
use kemuri_solver::{Futile, Goal, Options, TreeShape};
use kemuri_usi::client::EngineCommand;
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use values::parse_duration;

/// What the user wants done.
pub enum Request {
    /// A page of help or the version, to be printed as it is.
    Page(String),
    /// Nothing was asked for.
    Nothing,
    /// `kemuri solve`.
    Solve(SolveArgs),
    /// `kemuri bench`.
    Bench(BenchArgs),
    /// `kemuri verify`.
    Verify(VerifyArgs),
    /// `kemuri check`.
    Check(CheckArgs),
    /// `kemuri show`.
    Show(ShowArgs),
    /// `kemuri usi`.
    Usi,
    /// `kemuri convert`.
    Convert(ConvertArgs),
    /// `kemuri enumerate`.
    Enumerate(EnumerateArgs),
    /// `kemuri compose`.
    Compose(ComposeArgs),
    /// `kemuri experiment`.
    Experiment(ExperimentArgs),
    /// `kemuri options`.
    Options,
}

/// What `solve` and `bench` have in common.
pub struct SearchArgs {
    /// SFENs, files or `-`.
    pub inputs: Vec<OsString>,
    /// The search options.
    pub options: Options,
    /// Time limit for each problem.
    pub time: Option<Duration>,
    /// Node limit for each problem.
    pub nodes: Option<u64>,
    /// Who attacks, if the position is not to decide.
    pub attacker: Option<Color>,
    /// What is asked for.
    pub goal: Goal,
    /// One JSON object a line.
    pub json: bool,
    /// Whether progress may be shown.
    pub progress: bool,
}

impl SearchArgs {
    /// What a problem may cost that is begun now.
    pub fn budget(&self, stop: &Stop) -> Budget {
        Budget::until_stopped(stop.flag())
            .with_time(self.time)
            .with_nodes(self.nodes)
    }
}

/// The arguments of `kemuri solve`.
pub struct SolveArgs {
    /// Problems, limits, output.
    pub search: SearchArgs,
    /// Full details for every problem of a collection.
    pub verbose: bool,
    /// Show why interpositions are futile.
    pub explain: bool,
    /// Where to write the certificate of the verdict.
    pub certificate: Option<PathBuf>,
    /// The variations of one problem instead.
    pub tree: Option<TreeArgs>,
}

/// What `--tree` asks for.
pub struct TreeArgs {
    /// The form it is written in.
    pub format: TreeFormat,
    /// How much of it.
    pub shape: TreeShape,
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

/// The arguments of `kemuri bench`.
pub struct BenchArgs {
    /// Problems, limits, output.
    pub search: SearchArgs,
    /// The engines to compare with.
    pub engines: Vec<EngineCommand>,
    /// How often each problem is solved.
    pub repeat: usize,
    /// How long an engine may overrun the time limit.
    pub grace: Duration,
    /// Solve the built-in set instead.
    pub signature: bool,
    /// Build and verify the certificate of each verdict.
    pub verify: bool,
}

/// The arguments of `kemuri verify`.
pub struct VerifyArgs {
    /// The certificate, a file or `-`.
    pub certificate: OsString,
    /// The problem it must belong to, as the words of an input.
    pub inputs: Vec<OsString>,
    /// Who attacks in that problem, if the position is not to decide.
    pub attacker: Option<Color>,
    /// One JSON object a line.
    pub json: bool,
}

/// Makes sense of the command line (without the name of the program).
pub fn parse(arguments: Vec<OsString>, text: Text) -> Result<Request, UsageError> {
    if arguments.is_empty() {
        return Ok(Request::Nothing);
    }
    let command = command(text);
    let words = std::iter::once(OsString::from("kemuri")).chain(spelt_out(arguments));
    let matches = match command.try_get_matches_from(words) {
        Ok(matches) => matches,
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion
            ) =>
        {
            return Ok(Request::Page(error.to_string()));
        }
        Err(error) => return Err(UsageError::of(&error)),
    };
    check_language(&matches)?;
    if let Some((_, sub)) = matches.subcommand() {
        check_language(sub)?;
    }
    match matches.subcommand() {
        Some(("solve", m)) => solve_args(m).map(Request::Solve),
        Some(("bench", m)) => bench_args(m).map(Request::Bench),
        Some(("verify", m)) => verify_args(m).map(Request::Verify),
        Some(("check", m)) => check::args(m).map(Request::Check),
        Some(("show", m)) => show::args(m).map(Request::Show),
        Some(("usi", _)) => Ok(Request::Usi),
        Some(("convert", m)) => ConvertArgs::of(m).map(Request::Convert),
        Some(("enumerate", m)) => composing::enumerate_args(m).map(Request::Enumerate),
        Some(("compose", m)) => composing::compose_args(m).map(Request::Compose),
        Some(("experiment", m)) => ExperimentArgs::of(m).map(Request::Experiment),
        Some(_) => Ok(Request::Options),
        None => Ok(Request::Nothing),
    }
}

/// `help` and `help COMMAND` as the flags they stand for.
fn spelt_out(mut arguments: Vec<OsString>) -> Vec<OsString> {
    if arguments.first().is_some_and(|word| word == "help") {
        arguments.remove(0);
        arguments.push("--help".into());
    }
    arguments
}

/// The page for someone who asked for nothing.
pub fn help_page(text: Text) -> String {
    command(text).render_help().to_string()
}

fn solve_args(m: &ArgMatches) -> Result<SolveArgs, UsageError> {
    let certificate = m.get_one::<OsString>("certificate");
    if let Some(file) = certificate.filter(|file| *file == "-" || file.is_empty()) {
        let value = file.to_string_lossy();
        return Err(bad_value("--certificate", &value, Text::FILE));
    }
    let tree = tree_args(m)?;
    let search = search_args(m)?;
    if m.get_flag("explain") {
        let with = match (search.goal, certificate) {
            (Goal::FirstMate, _) => Some("--quick"),
            (_, Some(_)) => Some("--certificate"),
            (Goal::Shortest(Futile::None), _) => Some("--futile none"),
            (Goal::Shortest(_), _) => None,
        };
        if let Some(with) = with {
            let flag = "--explain";
            return Err(UsageError::NotTogether { flag, with });
        }
    }
    Ok(SolveArgs {
        search,
        verbose: m.get_flag("verbose"),
        explain: m.get_flag("explain"),
        certificate: certificate.map(PathBuf::from),
        tree,
    })
}

fn bench_args(m: &ArgMatches) -> Result<BenchArgs, UsageError> {
    let engines = values(m, "engine")
        .map(|e| e.parse())
        .collect::<Result<Vec<_>, _>>();
    let args = BenchArgs {
        search: search_args(m)?,
        engines: engines.map_err(UsageError::Engine)?,
        repeat: count(m, "repeat", "--repeat")?.map_or(1, |n| n as usize),
        grace: duration(m, "grace", "--grace")?.unwrap_or(Duration::from_secs(2)),
        signature: m.get_flag("signature"),
        verify: m.get_flag("verify"),
    };
    match (
        args.signature,
        args.search.inputs.is_empty(),
        args.engines.is_empty() && !args.verify,
    ) {
        (false, true, _) => Err(UsageError::NoCollection),
        (true, false, _) | (true, _, false) => Err(UsageError::SignatureAlone),
        _ => Ok(args),
    }
}

fn search_args(m: &ArgMatches) -> Result<SearchArgs, UsageError> {
    Ok(SearchArgs {
        inputs: inputs(m),
        options: search_options(m)?,
        time: duration(m, "time", "--time")?,
        nodes: count(m, "nodes", "--nodes")?,
        attacker: attacker(m)?,
        goal: if m.get_flag("quick") {
            Goal::FirstMate
        } else {
            Goal::Shortest(futile(m)?)
        },
        json: m.get_flag("json"),
        progress: !m.get_flag("no-progress"),
    })
}

fn search_options(m: &ArgMatches) -> Result<Options, UsageError> {
    let mut options = Options::default();
    for spec in TABLE {
        if let Some(value) = value(m, spec.name) {
            options.set(spec.name, value).map_err(UsageError::Option)?;
        }
    }
    Ok(options)
}

fn tree_args(m: &ArgMatches) -> Result<Option<TreeArgs>, UsageError> {
    let depth = count(m, "tree-depth", "--tree-depth")?;
    let nodes = count(m, "tree-nodes", "--tree-nodes")?;
    let format = match value(m, "tree") {
        Some("text") => TreeFormat::Text,
        Some("kif") => TreeFormat::Kif,
        Some("json") => TreeFormat::Json,
        Some(other) => return Err(bad_value("--tree", other, Text::TREE_FORMAT)),
        None => {
            return match (depth, nodes) {
                (None, None) => Ok(None),
                (Some(_), _) => Err(UsageError::Needs {
                    flag: "--tree-depth",
                    with: "--tree",
                }),
                (None, Some(_)) => Err(UsageError::Needs {
                    flag: "--tree-nodes",
                    with: "--tree",
                }),
            };
        }
    };
    for (name, flag) in [
        ("quick", "--quick"),
        ("json", "--json"),
        ("explain", "--explain"),
        ("certificate", "--certificate"),
    ] {
        if is_given(m, name) {
            return Err(UsageError::NotTogether {
                flag,
                with: "--tree",
            });
        }
    }
    let default = TreeShape::default();
    Ok(Some(TreeArgs {
        format,
        shape: TreeShape {
            depth: depth.map(|n| u32::try_from(n).unwrap_or(u32::MAX)),
            nodes: nodes.map_or(default.nodes, |n| usize::try_from(n).unwrap_or(usize::MAX)),
        },
    }))
}

fn verify_args(m: &ArgMatches) -> Result<VerifyArgs, UsageError> {
    let certificate = m.get_one::<OsString>("certificate").cloned();
    let args = VerifyArgs {
        certificate: certificate
            .filter(|name| !name.is_empty())
            .ok_or(UsageError::NoCertificate)?,
        inputs: inputs(m),
        attacker: attacker(m)?,
        json: m.get_flag("json"),
    };
    if args.attacker.is_some() && args.inputs.is_empty() {
        return Err(UsageError::Needs {
            flag: "--attacker",
            with: "INPUT",
        });
    }
    if args.certificate == "-" && args.inputs.iter().any(|input| input == "-") {
        return Err(UsageError::TwiceStandardInput);
    }
    Ok(args)
}

fn inputs(m: &ArgMatches) -> Vec<OsString> {
    let words = m.get_many::<OsString>("input");
    words.into_iter().flatten().cloned().collect()
}

fn attacker(m: &ArgMatches) -> Result<Option<Color>, UsageError> {
    match value(m, "attacker") {
        None => Ok(None),
        Some("black") => Ok(Some(Color::BLACK)),
        Some("white") => Ok(Some(Color::WHITE)),
        Some(other) => Err(bad_value("--attacker", other, Text::SIDE)),
    }
}

fn futile(m: &ArgMatches) -> Result<Futile, UsageError> {
    // Trees and certificates are of every legal move, futile ones too.
    let all_moves = [
        ("tree", "--tree"),
        ("certificate", "--certificate"),
        ("verify", "--verify"),
    ]
    .into_iter()
    .find(|&(id, _)| m.try_contains_id(id).is_ok_and(|there| there) && is_given(m, id));
    let Some(name) = value(m, "futile") else {
        return Ok(match all_moves {
            Some(_) => Futile::None,
            None => Futile::default(),
        });
    };
    if let Some((_, with)) = all_moves
        && name != "none"
    {
        return Err(UsageError::NotTogether {
            flag: "--futile",
            with,
        });
    }
    let profile = Futile::ALL.iter().find(|(known, _)| *known == name);
    match profile {
        Some((_, profile)) => Ok(*profile),
        None => Err(bad_value("--futile", name, Text::PROFILE)),
    }
}

/// Whether a flag or an option stands on the command line.
fn is_given(m: &ArgMatches, id: &str) -> bool {
    m.value_source(id) == Some(clap::parser::ValueSource::CommandLine)
}

fn check_language(m: &ArgMatches) -> Result<(), UsageError> {
    match value(m, "lang") {
        None | Some("en" | "ja") => Ok(()),
        Some(other) => Err(bad_value("--lang", other, Text::LANGUAGE)),
    }
}

fn value<'a>(m: &'a ArgMatches, name: &str) -> Option<&'a str> {
    m.get_one::<String>(name).map(String::as_str)
}

fn values<'a>(m: &'a ArgMatches, name: &str) -> impl Iterator<Item = &'a String> {
    m.get_many::<String>(name).into_iter().flatten()
}

fn to_usize(n: u64) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}

/// More threads than any machine has use for are a slip of the finger.
const MOST_THREADS: u64 = 1024;

fn threads(m: &ArgMatches) -> Result<Option<usize>, UsageError> {
    match count(m, "threads", "--threads")? {
        Some(n) if n > MOST_THREADS => Err(bad_value("--threads", &n.to_string(), Text::THREADS)),
        threads => Ok(threads.map(to_usize)),
    }
}

fn duration(
    m: &ArgMatches,
    name: &str,
    flag: &'static str,
) -> Result<Option<Duration>, UsageError> {
    value(m, name)
        .map(|v| parse_duration(v).ok_or_else(|| bad_value(flag, v, Text::DURATION)))
        .transpose()
}

fn count(m: &ArgMatches, name: &str, flag: &'static str) -> Result<Option<u64>, UsageError> {
    value(m, name)
        .map(|v| match v.parse() {
            Ok(n) if n > 0 && !v.starts_with('+') => Ok(n),
            _ => Err(bad_value(flag, v, Text::COUNT)),
        })
        .transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use kemuri_text::Lang;

    fn parsed(words: &[&str]) -> Result<Request, UsageError> {
        parse(words.iter().map(OsString::from).collect(), Text(Lang::En))
    }

    #[test]
    fn every_search_option_is_a_flag() {
        for spec in TABLE {
            let flag = format!("--{}", spec.name);
            for name in ["solve", "bench", "check"] {
                let ok = parsed(&[name, "x.tsv", &flag, spec.default]);
                assert!(ok.is_ok(), "{name} {flag}");
                let bad = parsed(&[name, "x.tsv", &flag, "nonsense"]);
                assert!(matches!(bad, Err(UsageError::Option(_))), "{name} {flag}");
            }
        }
    }

    #[test]
    fn the_last_of_two_equal_flags_counts() {
        let Ok(Request::Solve(args)) = parsed(&["solve", "--hash", "1M", "--hash", "2M"]) else {
            panic!("not parsed");
        };
        assert_eq!(args.search.options.hash, 2 << 20);
    }

    #[test]
    fn a_dash_is_an_input() {
        let Ok(Request::Solve(args)) = parsed(&["solve", "-", "--json"]) else {
            panic!("not parsed");
        };
        assert_eq!(args.search.inputs, ["-"]);
        assert!(args.search.json);
    }
}
