//! The reference interpreter: slow and obvious.
