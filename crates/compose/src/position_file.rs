//! Positions on disk: sorted files of fixed-width records with a checksummed
//! header.
//!
//! A run writes records in order, reads them in order and looks single ones up;
//! nothing is changed in place. A file is written as an [`AtomicFile`], so that a
//! run killed at any moment leaves complete files, and temporary ones that are
//! recognised by their names.

use crate::packed::{BYTES, PackedPosition};
use kemuri_core::Move;
use kemuri_runstore::{AtomicFile, FileError, JournalError, file_error};
use std::fs::File;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Bytes of a record.
pub const RECORD: usize = BYTES + 4;
/// Numbers in a header.
pub const TALLIES: usize = 12;
const MAGIC: [u8; 8] = *b"KEMURIen";
/// The version of this format and of what an enumeration does.
pub const VERSION: u32 = 2;
const HEADER: usize = 8 + 4 * 4 + 8 + 8 * TALLIES + 4;

/// Why a file of a run cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunFileError {
    /// The operating system refused.
    #[error(transparent)]
    File(#[from] FileError),
    /// A journal cannot be used.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The file is not what its name says.
    #[error("{}: the file is damaged ({what})", path.display())]
    Damaged {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        what: &'static str,
    },
}

/// Adds the name of a file to an error.
pub(crate) fn at(path: &Path) -> impl Fn(io::Error) -> RunFileError {
    let named = file_error::at(path);
    move |source| named(source).into()
}

/// A position, the main line's move in it, and what else is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PositionRecord {
    /// The position.
    pub packed: PackedPosition,
    /// The move of the main line, as a number.
    pub mv: u16,
    /// Marks, as [`crate::enumerate`] defines them.
    pub marks: u8,
}

impl PositionRecord {
    /// The move of the main line.
    pub fn main_move(&self) -> Move {
        Move::from_raw(self.mv)
    }

    fn to_bytes(self) -> [u8; RECORD] {
        let mut bytes = [0; RECORD];
        bytes[..BYTES].copy_from_slice(&self.packed.0);
        bytes[BYTES..BYTES + 2].copy_from_slice(&self.mv.to_le_bytes());
        bytes[BYTES + 2] = self.marks;
        bytes
    }

    fn from_bytes(bytes: &[u8; RECORD]) -> Self {
        let mut packed = [0; BYTES];
        packed.copy_from_slice(&bytes[..BYTES]);
        Self {
            packed: PackedPosition(packed),
            mv: u16::from_le_bytes([bytes[BYTES], bytes[BYTES + 1]]),
            marks: bytes[BYTES + 2],
        }
    }
}

/// What a file of records says of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionFileHeader {
    /// The plies of the problems in it.
    pub generation: u32,
    /// The checksum of the condition they meet.
    pub condition: u32,
    /// How many records there are.
    pub count: u64,
    /// Numbers that belong to them.
    pub tallies: [u64; TALLIES],
}

impl PositionFileHeader {
    fn to_bytes(self, body: u32) -> [u8; HEADER] {
        let mut bytes = Vec::with_capacity(HEADER);
        bytes.extend(MAGIC);
        for word in [VERSION, self.generation, self.condition, body] {
            bytes.extend(word.to_le_bytes());
        }
        bytes.extend(self.count.to_le_bytes());
        for tally in self.tallies {
            bytes.extend(tally.to_le_bytes());
        }
        let sum = crc32fast::hash(&bytes);
        bytes.extend(sum.to_le_bytes());
        let mut header = [0; HEADER];
        header.copy_from_slice(&bytes);
        header
    }

    /// The header and the checksum of the records after it.
    fn from_bytes(bytes: &[u8; HEADER]) -> Result<(Self, u32), &'static str> {
        let word = |at: usize| {
            let mut word = [0; 4];
            word.copy_from_slice(&bytes[at..at + 4]);
            u32::from_le_bytes(word)
        };
        let long = |at: usize| u64::from(word(at)) | u64::from(word(at + 4)) << 32;
        if bytes[..8] != MAGIC {
            return Err("it is no file of positions");
        }
        if word(HEADER - 4) != crc32fast::hash(&bytes[..HEADER - 4]) {
            return Err("the checksum of its header is wrong");
        }
        if word(8) != VERSION {
            return Err("it is of another version");
        }
        let mut tallies = [0; TALLIES];
        for (i, tally) in tallies.iter_mut().enumerate() {
            *tally = long(32 + 8 * i);
        }
        let header = Self {
            generation: word(12),
            condition: word(16),
            count: long(24),
            tallies,
        };
        Ok((header, word(20)))
    }
}

/// Writes a file of records.
pub struct PositionWriter {
    path: PathBuf,
    out: BufWriter<AtomicFile>,
    sum: crc32fast::Hasher,
    header: PositionFileHeader,
}

impl PositionWriter {
    /// Begins the file `path`, which [`PositionWriter::finish`] completes.
    pub fn create(path: &Path, generation: u32, condition: u32) -> Result<Self, RunFileError> {
        let file = AtomicFile::create(path).map_err(at(path))?;
        let mut out = BufWriter::with_capacity(1 << 16, file);
        out.write_all(&[0; HEADER]).map_err(at(path))?;
        Ok(Self {
            path: path.to_path_buf(),
            out,
            sum: crc32fast::Hasher::new(),
            header: PositionFileHeader {
                generation,
                condition,
                count: 0,
                tallies: [0; TALLIES],
            },
        })
    }

    /// Adds a record; records come in order.
    pub fn push(&mut self, record: PositionRecord) -> Result<(), RunFileError> {
        let bytes = record.to_bytes();
        self.sum.update(&bytes);
        self.header.count += 1;
        self.out.write_all(&bytes).map_err(at(&self.path))
    }

    /// Completes the file.
    pub fn finish(mut self, tallies: [u64; TALLIES]) -> Result<PositionFileHeader, RunFileError> {
        self.header.tallies = tallies;
        let header = self.header.to_bytes(self.sum.finalize());
        let write = |mut out: BufWriter<AtomicFile>| {
            out.seek(SeekFrom::Start(0))?;
            out.write_all(&header)?;
            out.into_inner()?.commit()
        };
        write(self.out).map_err(at(&self.path))?;
        Ok(self.header)
    }
}

/// Reads a file of records.
pub struct PositionReader {
    path: PathBuf,
    file: BufReader<File>,
    header: PositionFileHeader,
    checksum: u32,
    next: u64,
}

impl PositionReader {
    /// Opens a file and checks all of it.
    pub fn open(path: &Path) -> Result<Self, RunFileError> {
        let damaged = |what| RunFileError::Damaged {
            path: path.to_path_buf(),
            what,
        };
        let file = File::open(path).map_err(at(path))?;
        let mut file = BufReader::with_capacity(1 << 16, file);
        let mut bytes = [0; HEADER];
        file.read_exact(&mut bytes)
            .map_err(|_| damaged("it is too short"))?;
        let (header, sum) = PositionFileHeader::from_bytes(&bytes).map_err(damaged)?;
        let mut hasher = crc32fast::Hasher::new();
        let mut length = 0;
        loop {
            let block = file.fill_buf().map_err(at(path))?;
            if block.is_empty() {
                break;
            }
            hasher.update(block);
            let read = block.len();
            file.consume(read);
            length += read as u64;
        }
        if header.count.checked_mul(RECORD as u64) != Some(length) {
            return Err(damaged("its length is wrong"));
        }
        if hasher.finalize() != sum {
            return Err(damaged("the checksum of its records is wrong"));
        }
        file.seek(SeekFrom::Start(HEADER as u64))
            .map_err(at(path))?;
        Ok(Self {
            path: path.to_path_buf(),
            file,
            header,
            checksum: sum,
            next: 0,
        })
    }

    /// What the file says of itself.
    pub fn header(&self) -> &PositionFileHeader {
        &self.header
    }

    /// The checksum of all records.
    pub fn checksum(&self) -> u32 {
        self.checksum
    }

    /// The next record in order.
    pub fn read(&mut self) -> Result<Option<PositionRecord>, RunFileError> {
        if self.next == self.header.count {
            return Ok(None);
        }
        self.next += 1;
        let mut bytes = [0; RECORD];
        self.file.read_exact(&mut bytes).map_err(at(&self.path))?;
        Ok(Some(PositionRecord::from_bytes(&bytes)))
    }

    /// Up to `most` records more.
    pub fn take(&mut self, most: usize) -> Result<Vec<PositionRecord>, RunFileError> {
        let mut records = Vec::new();
        while records.len() < most
            && let Some(record) = self.read()?
        {
            records.push(record);
        }
        Ok(records)
    }

    /// The records with these numbers.
    pub fn range(&mut self, numbers: Range<u64>) -> Result<Vec<PositionRecord>, RunFileError> {
        self.go_to(numbers.start)?;
        self.take((numbers.end - numbers.start) as usize)
    }

    /// Goes to the record with this number.
    pub fn go_to(&mut self, number: u64) -> Result<(), RunFileError> {
        self.next = number.min(self.header.count);
        let offset = HEADER as u64 + self.next * RECORD as u64;
        self.file
            .seek(SeekFrom::Start(offset))
            .map_err(at(&self.path))?;
        Ok(())
    }

    /// The record of a position, if it is there.
    pub fn find(
        &mut self,
        packed: &PackedPosition,
    ) -> Result<Option<PositionRecord>, RunFileError> {
        let (mut low, mut high) = (0, self.header.count);
        while low < high {
            let middle = low + (high - low) / 2;
            self.go_to(middle)?;
            match self.read()? {
                Some(record) if record.packed < *packed => low = middle + 1,
                Some(record) if record.packed == *packed => return Ok(Some(record)),
                _ => high = middle,
            }
        }
        Ok(None)
    }
}
