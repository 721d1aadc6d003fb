//! What every service of Damcast needs to run.
