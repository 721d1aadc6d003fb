//! The contract of Damcast: messages, services and subjects, and their domain types.
