//! The executable: bytes that load without a compiler.
