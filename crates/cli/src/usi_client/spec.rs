//! An engine as the user names it: `PROGRAM [ARGUMENT]... [Name=Value]...`.

use std::path::{Path, PathBuf};

/// A program, its arguments, and the USI options to set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineSpec {
    /// Where the program is, as an absolute path.
    pub program: PathBuf,
    /// Words that are no options.
    pub arguments: Vec<String>,
    /// Names and values for `setoption`.
    pub options: Vec<(String, String)>,
}

/// Why a text names no engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SpecError {
    /// There is no word in it.
    Empty,
    /// A `"` without its fellow.
    OpenQuote,
    /// The program is not there.
    NotFound(String),
    /// A word like `=3`.
    NoName(String),
}

impl EngineSpec {
    /// Reads a text such as `./engine -v USI_Hash=1024 "Book File=my book"`.
    pub fn parse(text: &str) -> Result<Self, SpecError> {
        let mut words = words(text)?.into_iter();
        let name = words.next().ok_or(SpecError::Empty)?;
        let program = find_program(&name).ok_or(SpecError::NotFound(name))?;
        let (mut arguments, mut options) = (Vec::new(), Vec::new());
        for word in words {
            match word.split_once('=') {
                Some(("", _)) => return Err(SpecError::NoName(word)),
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

    /// The name of the program's file.
    pub fn file_name(&self) -> String {
        self.program.file_stem().map_or_else(
            || "engine".into(),
            |name| name.to_string_lossy().into_owned(),
        )
    }
}

/// Splits at white space outside of `"…"`. A backslash is an ordinary character,
/// because paths of Windows are full of them.
fn words(text: &str) -> Result<Vec<String>, SpecError> {
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
        return Err(SpecError::OpenQuote);
    }
    words.extend(word);
    Ok(words)
}

/// A path as it is; a bare name here or else wherever the shell would find it.
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
        assert_eq!(words("a \"b"), Err(SpecError::OpenQuote));
    }

    #[test]
    fn options_and_arguments_are_told_apart() {
        let this = std::env::current_exe().unwrap();
        let text = format!(
            "\"{}\" -v --level=3 go USI_Hash=1024 Eq=a=b",
            this.display()
        );
        let spec = EngineSpec::parse(&text).unwrap();
        assert_eq!(spec.program, this);
        assert_eq!(spec.arguments, ["-v", "--level=3", "go"]);
        let options = [("USI_Hash", "1024"), ("Eq", "a=b")];
        assert_eq!(spec.options, options.map(|(n, v)| (n.into(), v.into())));
    }

    #[test]
    fn what_names_no_engine_is_refused() {
        assert_eq!(EngineSpec::parse("  "), Err(SpecError::Empty));
        let missing = EngineSpec::parse("/no/such/engine x=1");
        assert_eq!(missing, Err(SpecError::NotFound("/no/such/engine".into())));
        let this = std::env::current_exe().unwrap();
        let nameless = EngineSpec::parse(&format!("\"{}\" =3", this.display()));
        assert_eq!(nameless, Err(SpecError::NoName("=3".into())));
    }
}
