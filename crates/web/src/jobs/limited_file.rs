//! A file in memory that grows only so far.

use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};

/// The most bytes.
const LIMIT: u64 = 32 << 20;

/// Bytes that are written and read back as a file is.
#[derive(Default)]
pub struct LimitedFile(Cursor<Vec<u8>>);

impl LimitedFile {
    /// The bytes.
    pub fn into_bytes(self) -> Vec<u8> {
        self.0.into_inner()
    }
}

impl Read for LimitedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for LimitedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.position() + bytes.len() as u64 > LIMIT {
            true => Err(io::ErrorKind::FileTooLarge.into()),
            false => self.0.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Seek for LimitedFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_too_much_is_refused() {
        let mut file = LimitedFile::default();
        file.write_all(b"abc").unwrap();
        file.rewind().unwrap();
        let mut text = String::new();
        file.read_to_string(&mut text).unwrap();
        assert_eq!(text, "abc");
        file.seek(SeekFrom::Start(LIMIT)).unwrap();
        let error = file.write_all(b"d").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::FileTooLarge);
        assert_eq!(file.into_bytes(), b"abc");
    }
}
