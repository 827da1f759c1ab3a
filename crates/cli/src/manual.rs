//! `kemuri completions` and `kemuri man`.

use crate::CommandResult;
use crate::args::{self, CompletionsArgs, ManArgs};
use clap_complete::Shell;
use clap_mangen::Man;
use kemuri_runstore::{FileError, file_error, write_file};
use kemuri_terminal::{Status, print_page};
use kemuri_text::{Lang, runstore, tr};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

/// Prints the completions of a shell.
pub fn completions(args: &CompletionsArgs, lang: Lang, out: &mut dyn Write) -> CommandResult {
    Ok(print_page(&script(args.shell, lang), out)?)
}

fn script(shell: Shell, lang: Lang) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::command(lang), "kemuri", &mut script);
    String::from_utf8_lossy(&script).into_owned()
}

/// Prints the manual page of the program, or writes those of the program and of
/// its commands to the folder that `args` name.
pub fn run(args: &ManArgs, lang: Lang, out: &mut dyn Write) -> CommandResult {
    match &args.out {
        Some(folder) => {
            write_all(lang, folder).map_err(|error| runstore::file_error(lang, &error))?;
        }
        None => out.write_all(page(&Man::new(args::command(lang)), lang)?.as_bytes())?,
    }
    out.flush()?;
    Ok(Status::default())
}

fn write_all(lang: Lang, folder: &Path) -> Result<(), FileError> {
    fs::create_dir_all(folder).map_err(file_error::at(folder))?;
    let mut program = args::command(lang);
    // Gives the commands their full names.
    program.build();
    let commands = program.get_subcommands().cloned();
    for command in commands.collect::<Vec<_>>() {
        write(Man::new(command), lang, folder)?;
    }
    write(Man::new(program), lang, folder)
}

fn write(man: Man, lang: Lang, folder: &Path) -> Result<(), FileError> {
    let path = folder.join(man.get_filename());
    let page = page(&man, lang).map_err(file_error::at(&path))?;
    write_file(&path, page)
}

/// The page in troff, with its headings in a language.
fn page(man: &Man, lang: Lang) -> io::Result<String> {
    let mut page = Vec::new();
    man.render(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    let lines = page.lines().map(|line| match line.strip_prefix(".SH ") {
        Some(heading) => format!(".SH {}\n", translated(heading, lang)),
        None => format!("{line}\n"),
    });
    Ok(lines.collect())
}

/// A heading of the page. Those that come from the definition of the command
/// line are in the language already.
fn translated(heading: &str, lang: Lang) -> String {
    match heading {
        "NAME" => tr!(lang, "help-man-name"),
        "SYNOPSIS" => tr!(lang, "help-man-synopsis"),
        "DESCRIPTION" => tr!(lang, "help-man-description"),
        "EXTRA" => tr!(lang, "help-man-extra"),
        "VERSION" => tr!(lang, "help-man-version"),
        other => other.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::ValueEnum;
    use kemuri_testing::help::commands;
    use std::collections::HashSet;

    /// Asserts that every flag of `command` is one of the words of `text`.
    #[track_caller]
    fn assert_names_flags(text: &str, command: &clap::Command) {
        // Troff writes `\fB\-\-flag\fR`.
        let text = text.replace("\\-", "-").replace("\\fB", " ");
        let words: HashSet<&str> = text
            .split(|c: char| !c.is_ascii_alphanumeric() && c != '-')
            .collect();
        for flag in command.get_arguments().filter_map(|arg| arg.get_long()) {
            // Fish writes `-l flag`.
            let is_there = words.contains(&*format!("--{flag}")) || words.contains(flag);
            assert!(is_there, "{}: --{flag}", command.get_name());
        }
    }

    /// Letters and digits alone: each shell has its own way to quote the rest.
    fn letters(text: &str) -> String {
        text.chars().filter(|c| c.is_alphanumeric()).collect()
    }

    /// Asserts that a script says what `command` does and what each of its flags does.
    #[track_caller]
    fn assert_describes(script: &str, command: &clap::Command) {
        let script = letters(script);
        let flags = command.get_arguments();
        let helps = flags.filter(|arg| !arg.is_positional());
        let helps = helps.filter_map(|arg| arg.get_help());
        // The program itself is not completed.
        let about = command
            .get_about()
            .filter(|_| command.get_name() != "kemuri");
        for text in helps.chain(about) {
            let text = text.to_string();
            assert!(
                script.contains(&letters(&text)),
                "{}: {text}",
                command.get_name()
            );
        }
    }

    #[test]
    fn completions_and_manual_pages_name_every_flag() {
        for lang in [Lang::En, Lang::Ja] {
            let commands = commands(args::command(lang));
            for command in &commands {
                let page = page(&Man::new(command.clone()), lang).unwrap();
                assert_names_flags(&page, command);
            }
            for shell in Shell::value_variants() {
                let script = script(*shell, lang);
                for command in &commands {
                    assert_names_flags(&script, command);
                    // Bash shows no descriptions.
                    if *shell != Shell::Bash {
                        assert_describes(&script, command);
                    }
                }
            }
        }
    }
}
