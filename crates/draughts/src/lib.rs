//! The rules of 10x10 draughts, International and Frisian.
