//! Inference of result types.
