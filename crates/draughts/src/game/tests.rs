//! What games decide, row by row.
