//! A game as it is played at a table: its inputs and how they are merged, irregular moves, the arbiter's
//! rulings, and what its record asks of the clock.
