//! The scalar meaning of elementwise ops.
