//! What a search does because others search with it, see [`crate::crew`].

use super::Search;
use crate::crew::Task;
use crate::path::NO_PATH;
use crate::table::Leaving;
use crate::value::Value;

impl Search<'_> {
    /// Calls the other threads to the question at the root.
    #[cold]
    pub(super) fn call_helpers(&mut self) {
        let mut board = self.board.clone();
        for frame in self.stack.iter().rev() {
            if frame.given_back != 0 {
                board.take_back(usize::from(frame.given_back));
            }
            if let Some(undo) = frame.undo {
                board.undo(frame.mv, undo);
            }
        }
        let (place, step) = self.asked;
        let task = Task {
            board,
            futile: self.futile,
            replies_before: self.replies_before.clone(),
            place,
            step,
        };
        if let Some(member) = &mut self.crew {
            member.call(task);
        }
    }

    /// Goes back to the first node of the path that another thread has decided,
    /// if there is one. Returns its value if that is the root.
    #[cold]
    pub(super) fn hear_news(&mut self) -> Option<Value> {
        let slots = self.stack.iter().map(|frame| frame.slot);
        let at = self.table.first_settled(slots)?;
        while self.stack.len() - 1 > at {
            let summary = self.summary();
            let value = self.leave(&summary);
            self.receive(value);
        }
        let (place, slot) = (self.stack[at].place, self.stack[at].slot);
        let above = at
            .checked_sub(1)
            .map_or(NO_PATH, |parent| self.stack[parent].path_hash);
        // As it was when the node was entered: it may not lean on itself.
        self.path.pop(place.key, place.hand, place.depth);
        let value = self.table.look_up(place, &self.path, above).value;
        self.path.push(place.key, place.hand, place.depth);
        if value.is_open() {
            self.table.unsettle(slot);
            return None;
        }
        let frame = self.stack.pop()?;
        self.table.leave(slot, Leaving::Undone, 0);
        self.drop_frame(&frame);
        self.raises = self.raises.min(frame.raises_before);
        if self.stack.is_empty() {
            return Some(value);
        }
        self.receive(value);
        None
    }
}
