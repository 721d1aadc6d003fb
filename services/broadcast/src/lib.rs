//! Shows everything to spectators and writes nothing.
