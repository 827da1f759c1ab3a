//! An engine as the user writes it: `PROGRAM [ARGUMENT]... [Name=Value]...`.

use kemuri_text::{Lang, quote, tr};
use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

/// A program, its arguments, and the USI options to set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineCommand {
    /// Where the program is, as an absolute path.
    pub program: PathBuf,
    /// Words that are no options.
    pub arguments: Vec<String>,
    /// Names and values for `setoption`.
    pub options: Vec<(String, String)>,
}

/// Why a text names no engine.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CommandLineError {
    /// There is no word in it.
    Empty,
    /// A `"` without its partner.
    OpenQuote,
    /// There is no such program.
    NotFound(String),
    /// A word like `=3`.
    NoName(String),
}

impl FromStr for EngineCommand {
    type Err = CommandLineError;

    /// Reads a text such as `./engine -v USI_Hash=1024 "Book File=my book"`.
    fn from_str(text: &str) -> Result<Self, CommandLineError> {
        let mut words = words(text)?.into_iter();
        let name = words.next().ok_or(CommandLineError::Empty)?;
        let program = find_program(&name).ok_or(CommandLineError::NotFound(name))?;
        let (mut arguments, mut options) = (Vec::new(), Vec::new());
        for word in words {
            match word.split_once('=') {
                Some(("", _)) => return Err(CommandLineError::NoName(word)),
                Some((name, value)) if !name.starts_with('-') => {
                    options.push((name.into(), value.into()));
                }
                _ => arguments.push(word),
            }
        }
        Ok(Self {
            program,
            arguments,
            options,
        })
    }
}

impl CommandLineError {
    /// Returns the sentence for the user.
    pub fn message(&self, lang: Lang) -> String {
        match self {
            Self::Empty => tr!(lang, "usi-program-empty"),
            Self::OpenQuote => tr!(lang, "usi-program-open-quote"),
            Self::NotFound(program) => {
                tr!(lang, "usi-program-not-found", program = quote(program))
            }
            Self::NoName(word) => tr!(lang, "usi-program-no-name", word = quote(word)),
        }
    }
}

impl fmt::Display for CommandLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(Lang::En))
    }
}

impl std::error::Error for CommandLineError {}

impl EngineCommand {
    /// Returns the name of the program's file.
    pub fn file_name(&self) -> String {
        self.program.file_stem().map_or_else(
            || "engine".into(),
            |name| name.to_string_lossy().into_owned(),
        )
    }
}

/// Splits at white space outside of `"…"`. A backslash is an ordinary character,
/// because paths of Windows are full of them.
fn words(text: &str) -> Result<Vec<String>, CommandLineError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => {
                quoted = !quoted;
                word.get_or_insert_default();
            }
            c if c.is_whitespace() && !quoted => words.extend(word.take()),
            // A line feed inside quotes would be a second USI command.
            c if c.is_control() => word.get_or_insert_default().push(' '),
            c => word.get_or_insert_default().push(c),
        }
    }
    if quoted {
        return Err(CommandLineError::OpenQuote);
    }
    words.extend(word);
    Ok(words)
}

/// Returns a path as it is; looks a bare name up in this directory, then in `PATH`.
fn find_program(name: &str) -> Option<PathBuf> {
    let here = Path::new(name);
    if here.components().count() > 1 || here.is_file() {
        return here
            .is_file()
            .then(|| std::path::absolute(here).ok())
            .flatten();
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .flat_map(|directory| {
            let file = directory.join(name);
            [file.with_extension(std::env::consts::EXE_EXTENSION), file]
        })
        .find(|file| file.is_file())
        .and_then(|file| std::path::absolute(file).ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_may_be_quoted() {
        let split = |text| words(text).unwrap();
        assert_eq!(split("  a b\tc "), ["a", "b", "c"]);
        assert_eq!(
            split(r#""C:\my dir\e.exe" "Eval Dir=my eval" N="x y" """#),
            [r"C:\my dir\e.exe", "Eval Dir=my eval", "N=x y", ""]
        );
        assert_eq!(split("\"a\nquit\""), ["a quit"]);
        assert_eq!(words("a \"b"), Err(CommandLineError::OpenQuote));
    }

    #[test]
    fn options_and_arguments_are_told_apart() {
        let this = std::env::current_exe().unwrap();
        let text = format!(
            "\"{}\" -v --level=3 go USI_Hash=1024 Eq=a=b",
            this.display()
        );
        let command: EngineCommand = text.parse().unwrap();
        assert_eq!(command.program, this);
        assert_eq!(command.arguments, ["-v", "--level=3", "go"]);
        let options = [("USI_Hash", "1024"), ("Eq", "a=b")];
        assert_eq!(command.options, options.map(|(n, v)| (n.into(), v.into())));
    }

    #[test]
    fn what_names_no_engine_is_refused() {
        assert_eq!(EngineCommand::from_str("  "), Err(CommandLineError::Empty));
        let missing = EngineCommand::from_str("/no/such/engine x=1");
        assert_eq!(
            missing,
            Err(CommandLineError::NotFound("/no/such/engine".into()))
        );
        let this = std::env::current_exe().unwrap();
        let nameless = EngineCommand::from_str(&format!("\"{}\" =3", this.display()));
        assert_eq!(nameless, Err(CommandLineError::NoName("=3".into())));
    }
}
