//! Reads and writes bytes with a checksum at the end.
//!
//! The checksum is the CRC-32 of everything before it, four bytes, low byte first. It
//! changes with every flipped bit and every short burst. What a certificate proves
//! does not depend on it: it tells a damaged file from a wrong one.

use std::io::{self, Read, Write};

const CHECKSUM: usize = 4;
const CHUNK: usize = 64 << 10;
/// How many bytes after its first fault a certificate is read on, for its checksum: a
/// stream may have no end.
pub const MOST_AFTER_FAULT: u64 = 1 << 30;

/// Why a number or byte cannot be read.
#[derive(Debug)]
pub(crate) enum ReadError {
    /// Reading failed.
    Io(io::Error),
    /// The checksum comes next.
    End,
    /// A number has more than 64 bits, or needless bytes.
    Number,
}

/// Reads all but the last four bytes of a stream, and compares those with the
/// checksum of the others.
pub(crate) struct ChecksummedInput<R> {
    source: R,
    /// What was read; from `end` on it may be the checksum.
    buffer: Vec<u8>,
    next: usize,
    end: usize,
    /// Of the bytes before `buffer[..end]`, those included.
    hasher: crc32fast::Hasher,
    /// Bytes of the stream before the buffer.
    before: u64,
    at_end: bool,
}

impl<R: Read> ChecksummedInput<R> {
    pub(crate) fn new(source: R) -> Self {
        Self {
            source,
            buffer: Vec::new(),
            next: 0,
            end: 0,
            hasher: crc32fast::Hasher::new(),
            before: 0,
            at_end: false,
        }
    }

    /// Returns how many bytes were taken so far.
    pub(crate) fn offset(&self) -> u64 {
        self.before + self.next as u64
    }

    /// Reads more. Returns `false` at the end.
    #[cold]
    fn fill(&mut self) -> io::Result<bool> {
        while self.next == self.end && !self.at_end {
            self.buffer.drain(..self.end);
            self.before += self.end as u64;
            (self.next, self.end) = (0, 0);
            let had = self.buffer.len();
            self.buffer.resize(had + CHUNK, 0);
            let got = loop {
                match self.source.read(&mut self.buffer[had..]) {
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                    Err(error) => {
                        self.buffer.truncate(had);
                        return Err(error);
                    }
                    Ok(got) => break got.min(CHUNK),
                }
            };
            self.buffer.truncate(had + got);
            self.at_end = got == 0;
            self.end = self.buffer.len().saturating_sub(CHECKSUM);
            self.hasher.update(&self.buffer[..self.end]);
        }
        Ok(self.next < self.end)
    }

    #[inline]
    pub(crate) fn byte(&mut self) -> Result<u8, ReadError> {
        if self.next == self.end && !self.fill().map_err(ReadError::Io)? {
            return Err(ReadError::End);
        }
        let byte = self.buffer[self.next];
        self.next += 1;
        Ok(byte)
    }

    #[inline]
    pub(crate) fn word(&mut self) -> Result<u16, ReadError> {
        Ok(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    #[inline]
    pub(crate) fn number(&mut self) -> Result<u64, ReadError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte < 0x80 {
                // A last byte of zero is one too many, unless it is the only one.
                if byte == 0 && shift > 0 {
                    break;
                }
                return Ok(number);
            }
        }
        Err(ReadError::Number)
    }

    /// Reads a text after its length; `None` if it is too long or not UTF-8.
    pub(crate) fn text(&mut self, longest: usize) -> Result<Option<String>, ReadError> {
        let length = usize::from(self.word()?);
        if length > longest {
            return Ok(None);
        }
        let mut bytes = Vec::with_capacity(length);
        for _ in 0..length {
            bytes.push(self.byte()?);
        }
        Ok(String::from_utf8(bytes).ok())
    }

    /// Returns whether everything before the checksum was taken.
    pub(crate) fn is_done(&mut self) -> io::Result<bool> {
        Ok(self.next == self.end && !self.fill()?)
    }

    /// Reads to the end. Returns whether the checksum is right, `None` if the end does not
    /// come within [`MOST_AFTER_FAULT`] bytes.
    pub(crate) fn finish(mut self) -> io::Result<Option<bool>> {
        let last = self.offset().saturating_add(MOST_AFTER_FAULT);
        loop {
            self.next = self.end;
            if !self.fill()? {
                break;
            }
            if self.offset() > last {
                return Ok(None);
            }
        }
        let found = &self.buffer[self.end..];
        Ok(Some(found == self.hasher.finalize().to_le_bytes()))
    }
}

/// Writes bytes and, at the end, their checksum.
pub(crate) struct ChecksummedOutput<W> {
    sink: W,
    buffer: Vec<u8>,
    hasher: crc32fast::Hasher,
    written: u64,
}

impl<W: Write> ChecksummedOutput<W> {
    pub(crate) fn new(sink: W) -> Self {
        Self {
            sink,
            buffer: Vec::with_capacity(CHUNK),
            hasher: crc32fast::Hasher::new(),
            written: 0,
        }
    }

    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.buffer.extend_from_slice(bytes);
        self.flush_if_full()
    }

    pub(crate) fn word(&mut self, word: u16) -> io::Result<()> {
        self.bytes(&word.to_le_bytes())
    }

    pub(crate) fn number(&mut self, number: u64) -> io::Result<()> {
        crate::encoding::push_number(&mut self.buffer, number);
        self.flush_if_full()
    }

    fn flush_if_full(&mut self) -> io::Result<()> {
        if self.buffer.len() >= CHUNK {
            self.flush()?;
        }
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.hasher.update(&self.buffer);
        self.sink.write_all(&self.buffer)?;
        self.written += self.buffer.len() as u64;
        self.buffer.clear();
        Ok(())
    }

    /// Writes the checksum. Returns how many bytes there are in all.
    pub(crate) fn finish(mut self) -> io::Result<u64> {
        self.flush()?;
        let checksum = self.hasher.finalize().to_le_bytes();
        self.sink.write_all(&checksum)?;
        self.sink.flush()?;
        Ok(self.written + CHECKSUM as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives one byte at a time, as a pipe may.
    struct OneByteAtATime<'a>(&'a [u8]);

    impl Read for OneByteAtATime<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let Some((first, rest)) = self.0.split_first() else {
                return Ok(0);
            };
            out[0] = *first;
            self.0 = rest;
            Ok(1)
        }
    }

    fn file(numbers: &[u64]) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut output = ChecksummedOutput::new(&mut bytes);
        for &number in numbers {
            output.number(number).expect("written");
        }
        output.finish().expect("written");
        bytes
    }

    #[test]
    fn what_was_written_is_read_and_no_more() {
        let numbers: Vec<u64> = (0..64)
            .map(|shift| u64::MAX >> shift)
            .chain(0..40_000)
            .collect();
        let bytes = file(&numbers);
        let mut input = ChecksummedInput::new(&bytes[..]);
        for &number in &numbers {
            assert_eq!(input.number().expect("a number"), number);
        }
        assert_eq!(input.offset(), bytes.len() as u64 - 4);
        assert!(input.is_done().expect("readable"));
        assert!(matches!(input.byte(), Err(ReadError::End)));
        assert_eq!(input.finish().expect("readable"), Some(true));
    }

    #[test]
    fn a_slow_source_makes_no_difference() {
        let bytes = file(&[1, 1000, 1_000_000]);
        let mut input = ChecksummedInput::new(OneByteAtATime(&bytes));
        assert_eq!(input.number().expect("a number"), 1);
        assert!(!input.is_done().expect("readable"));
        // Not everything is taken: the rest counts all the same.
        assert_eq!(input.finish().expect("readable"), Some(true));
    }

    #[test]
    fn every_flipped_bit_and_every_cut_is_noticed() {
        let bytes = file(&(0..300).collect::<Vec<_>>());
        for bit in 0..bytes.len() * 8 {
            let mut flipped = bytes.clone();
            flipped[bit / 8] ^= 1 << (bit % 8);
            let right = ChecksummedInput::new(&flipped[..]).finish();
            assert_eq!(right.expect("readable"), Some(false), "bit {bit}");
        }
        for length in 0..bytes.len() {
            let right = ChecksummedInput::new(&bytes[..length]).finish();
            assert_eq!(right.expect("readable"), Some(false), "{length}");
        }
    }

    #[test]
    fn numbers_are_written_in_one_way_only() {
        for bytes in [
            &[0x80, 0x00][..],
            &[0xff, 0x80, 0x00],
            &[0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x02],
            &[0x80; 11],
        ] {
            let padded = [bytes, &[0; 4]].concat();
            assert!(
                matches!(
                    ChecksummedInput::new(&padded[..]).number(),
                    Err(ReadError::Number)
                ),
                "{bytes:?}"
            );
        }
    }
}
