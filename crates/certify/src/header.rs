//! The header of a certificate: format, program, problem, claim.

use crate::claim::Claim;
use crate::error::{HeaderPart, Malformed, VerifyError};
use crate::rules::{BoardKeys, Position};
use crate::stream::{ChecksummedInput, ChecksummedOutput};
use kemuri_core::{Color, Problem, ProblemError, sfen};
use std::io::{self, Read, Write};

/// The first bytes of every certificate. The first is not ASCII, so that the file is
/// not taken for a text.
pub const MAGIC: [u8; 8] = *b"\x89KEMURI\n";
/// The version of the format that this crate writes and reads.
pub const FORMAT: u16 = 1;
/// The longest version of a program, in bytes.
const LONGEST_PROGRAM: usize = 64;

/// The header of a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CertificateHeader {
    /// The version of the program that wrote it.
    pub(crate) program: String,
    /// The problem.
    pub(crate) problem: Problem,
    /// The claim.
    pub(crate) claim: Claim,
}

impl CertificateHeader {
    pub(crate) fn new(problem: &Problem, claim: Claim) -> Self {
        Self {
            program: format!("kemuri {}", env!("CARGO_PKG_VERSION")),
            problem: problem.clone(),
            claim,
        }
    }

    pub(crate) fn write<W: Write>(&self, output: &mut ChecksummedOutput<W>) -> io::Result<()> {
        let text = |output: &mut ChecksummedOutput<W>, text: &str| {
            // Both texts are far shorter than 64 KiB.
            output.word(text.len() as u16)?;
            output.bytes(text.as_bytes())
        };
        output.bytes(&MAGIC)?;
        output.word(FORMAT)?;
        text(output, &self.program)?;
        output.bytes(match self.problem.attacker() {
            Color::Black => b"b",
            Color::White => b"w",
        })?;
        text(output, &self.problem.to_sfen())?;
        let (tag, length) = match self.claim {
            Claim::MateWithin(n) => (b'W', n),
            Claim::MateExactly(n) => (b'E', n),
            Claim::NoMate => (b'N', 0),
            Claim::NoMateWithin(n) => (b'D', n),
        };
        output.bytes(&[tag])?;
        output.word(length)
    }

    /// Reads a header, and sets its position up by the rules of this crate.
    pub(crate) fn read<R: Read>(
        input: &mut ChecksummedInput<R>,
    ) -> Result<(Self, Position), VerifyError> {
        for expected in MAGIC {
            match input.byte() {
                Ok(byte) if byte == expected => {}
                Err(crate::stream::ReadError::Io(error)) => return Err(error.into()),
                _ => return Err(Malformed::NotACertificate.into()),
            }
        }
        let at = |error, input: &ChecksummedInput<R>| Malformed::of(error, input.offset());
        let found = input.word().map_err(|e| at(e, input))?;
        if found != FORMAT {
            return Err(Malformed::Version { found }.into());
        }
        let broken = |part| VerifyError::from(Malformed::Header(part));
        let program = input
            .text(LONGEST_PROGRAM)
            .map_err(|e| at(e, input))?
            .filter(|text| !text.chars().any(char::is_control))
            .ok_or(broken(HeaderPart::Program))?;
        let attacker = match input.byte().map_err(|e| at(e, input))? {
            b'b' => Color::BLACK,
            b'w' => Color::WHITE,
            _ => return Err(broken(HeaderPart::Attacker)),
        };
        let text = input
            .text(sfen::MAX_LENGTH)
            .map_err(|e| at(e, input))?
            .ok_or(broken(HeaderPart::Position))?;
        let (problem, position) = set_up(&text, attacker).map_err(Malformed::Problem)?;
        // A problem has one text, so that certificates can be compared byte by byte. What
        // is verified and what the caller gets are the same position.
        if position.sfen() != text || problem.to_sfen() != text {
            return Err(broken(HeaderPart::Position));
        }
        let tag = input.byte().map_err(|e| at(e, input))?;
        let length = input.word().map_err(|e| at(e, input))?;
        let claim = match (tag, length) {
            (b'W', n) => Claim::MateWithin(n),
            (b'E', n) => Claim::MateExactly(n),
            (b'N', 0) => Claim::NoMate,
            (b'D', n) => Claim::NoMateWithin(n),
            _ => return Err(broken(HeaderPart::Claim)),
        };
        if !claim.fits(position.attacker_to_move()) {
            return Err(broken(HeaderPart::Claim));
        }
        let header = Self {
            program,
            problem,
            claim,
        };
        Ok((header, position))
    }
}

/// Returns the problem that a text describes.
///
/// This crate checks whether it is legal. The [`Problem`] that the caller gets has
/// passed core's checks as well; no claim depends on them.
fn set_up(text: &str, attacker: Color) -> Result<(Problem, Position), ProblemError> {
    let sfen = sfen::parse(text)?;
    let position = Position::new(&sfen, attacker, BoardKeys::secret())?;
    let problem = Problem::from_parts(&sfen, Some(attacker))?;
    Ok((problem, position))
}
