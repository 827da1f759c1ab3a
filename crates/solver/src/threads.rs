//! How many threads there is room for.
//!
//! Starting a thread that the machine has no memory for ends the process, and not always
//! in the thread that starts it. So room is looked for before.

use memmap2::{MmapMut, MmapOptions};

/// Address space that a thread takes: its stack, and what the allocator sets aside for it.
const ROOM_OF_A_THREAD: usize = 72 << 20;
/// What is left for all else.
const SPARE_ROOM: usize = 24 << 20;

/// Returns how many of `wanted` threads there is room for beside the current one: at most
/// one less than `wanted`.
fn helpers(wanted: u64) -> u64 {
    let room = |bytes| MmapOptions::new().len(bytes).no_reserve_swap().map_anon();
    let Ok(_spare) = room(SPARE_ROOM) else {
        return 0;
    };
    // They are only looked for: nothing is touched, and all are given back at the end.
    let rooms: Vec<MmapMut> = (1..wanted)
        .map_while(|_| room(ROOM_OF_A_THREAD).ok())
        .collect();
    rooms.len() as u64
}

/// Returns how many of `wanted` threads there is room for, the current one among them.
/// It is one at least.
pub fn threads_at_hand(wanted: u64) -> u64 {
    match wanted {
        0 | 1 => 1,
        _ => 1 + helpers(wanted),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_threads_are_always_there_and_no_more_than_were_wanted() {
        for (wanted, expected) in [(0, 1), (1, 1), (2, 2), (8, 8)] {
            assert_eq!(threads_at_hand(wanted), expected);
        }
    }
}
