//! PJRT C API plugin.
