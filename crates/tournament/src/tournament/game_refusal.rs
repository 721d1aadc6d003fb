//! The reasons for which a game takes no input.

/// The reason for which a game takes no input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum GameRefusal {
    /// The tournament has no such game.
    #[error("there is no such game")]
    Unknown,
    /// The game is not played, because a participant has withdrawn.
    #[error("the game is not played")]
    Off,
    /// The round of the game is not open.
    #[error("the game has not begun")]
    NotOpen,
}
